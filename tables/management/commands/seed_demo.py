"""Sets up the demo house once."""

from typing import Any, Final
from uuid import uuid4

from django.contrib.auth.models import Group, Permission
from django.core.management.base import BaseCommand
from django.db.models import Q

from casino.players.models import Player
from casino.players.services import ensure_demo_player
from tables import books, floor
from tables.models import RuleSet, Table

PASSWORD: Final = "sabot-demo"  # noqa: S105 - the demo log-ins are printed for everybody
SUPERVISOR: Final = "supervisor"
"""Who approves jackpots: not the operator, because two pairs of eyes are wanted."""
PLAYERS: Final = 7
TABLE: Final = "Table Dauphine"
RULES: Final = "FR-2024/demo"
ROULETTE: Final = "Roulette Garnier"
ROULETTE_RULES: Final = "MC-EROU/demo"
ROULETTE_OPTIONS: Final = {
    "table_min_cents": 1_00,
    "stake_increment_cents": 1_00,
    "betting_window_seconds": 30,
    "table_max_cents": {
        "straight": 50_00,
        "split": 100_00,
        "street": 150_00,
        "corner": 200_00,
        "six_line": 300_00,
        **dict.fromkeys(("dozen", "column", "double_dozen", "double_column"), 1_000_00),
        **dict.fromkeys(("red", "black", "odd", "even", "high", "low"), 1_500_00),
    },
}
OPTIONS: Final = {
    "table_min_cents": 5_00,
    "max_multiple": 100,
    "stake_step_cents": 1_00,
    "enabled_side_bets": ["queen_of_hearts"],
    "queen_of_hearts_pay_table": "A",
    "queen_of_hearts_min_cents": 1_00,
    "queen_of_hearts_max_cents": 25_00,
}


class Command(BaseCommand):
    help = (
        "Set up the demo house: an operator, a supervisor, seven players, two open tables."
        " Does it once."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        operator = Player.objects.filter(username="operator").first()
        if operator is None:
            operator = Player.objects.create_superuser("operator", password=PASSWORD)
        self._supervisor()
        for number in range(1, PLAYERS + 1):
            ensure_demo_player(f"demo{number}", PASSWORD)
        if not RuleSet.objects.filter(key=RULES).exists():
            draft = books.draft(
                draft_id=uuid4(),
                series=RULES,
                game="blackjack",
                book="FR-2024",
                options=OPTIONS,
                operator=operator,
            )
            books.publish(draft.pk, revision=draft.revision, operator=operator, reason="demo")
        if not RuleSet.objects.filter(key=ROULETTE_RULES).exists():
            draft = books.draft(
                draft_id=uuid4(),
                series=ROULETTE_RULES,
                game="european_roulette",
                book="MC",
                options=ROULETTE_OPTIONS,
                operator=operator,
            )
            books.publish(draft.pk, revision=draft.revision, operator=operator, reason="demo")
        if not Table.objects.exists():
            for name, rules in ((TABLE, RULES), (ROULETTE, ROULETTE_RULES)):
                table = floor.create_table(name=name, rules_key=rules, operator=operator)
                floor.open_table(table.pk, operator=operator, reason="demo")
        self.stdout.write(
            f"Demo house ready: operator / supervisor / demo1..demo{PLAYERS}, password {PASSWORD}."
        )

    def _supervisor(self) -> None:
        """Enrol who approves jackpots: staff that may look at everything and run no table."""
        card, _ = Group.objects.get_or_create(name="supervisors")
        card.permissions.set(
            Permission.objects.filter(Q(codename="approve_claim") | Q(codename__startswith="view_"))
        )
        if not Player.objects.filter(username=SUPERVISOR).exists():
            person = Player.objects.create_user(SUPERVISOR, password=PASSWORD, is_staff=True)
            person.groups.add(card)
