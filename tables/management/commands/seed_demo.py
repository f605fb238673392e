"""Sets up the demo house once."""

from typing import Any, Final
from uuid import uuid4

from django.contrib.auth.models import Group, Permission
from django.core.management.base import BaseCommand
from django.db.models import Q

from casino.players.models import Player
from casino.players.services import ensure_demo_player
from tables import books, floor
from tables.games.demo import DEMO
from tables.models import RuleSet, Table

PASSWORD: Final = "sabot-demo"  # noqa: S105 - the demo log-ins are printed for everybody
SUPERVISOR: Final = "supervisor"
"""Who approves jackpots: not the operator, because two pairs of eyes are wanted."""
PLAYERS: Final = 7


class Command(BaseCommand):
    help = (
        "Set up the demo house: an operator, a supervisor, seven players, a table of each game"
        " and one for practice. Does it once."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        operator = Player.objects.filter(username="operator").first()
        if operator is None:
            operator = Player.objects.create_superuser("operator", password=PASSWORD)
        self._supervisor()
        for number in range(1, PLAYERS + 1):
            ensure_demo_player(f"demo{number}", PASSWORD)
        for each in DEMO:
            if RuleSet.objects.filter(key=each.series).exists():
                continue
            draft = books.draft(
                draft_id=uuid4(),
                series=each.series,
                game=each.game,
                book=each.book,
                options=each.options,
                operator=operator,
            )
            books.publish(draft.pk, revision=draft.revision, operator=operator, reason="demo")
        if not Table.objects.exists():
            for each in DEMO:
                table = floor.create_table(
                    name=each.name,
                    rules_key=each.series,
                    operator=operator,
                    practice=each.practice,
                )
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
