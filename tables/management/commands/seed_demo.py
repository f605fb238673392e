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
STAFF: Final = {
    "supervisor": ("supervisors", ("approve_claim",)),
    "chief": ("table chiefs", ("operate_table", "serve_as_table_chief")),
    "inspector": ("inspectors", ("serve_as_inspector",)),
    "management": ("games management", ("answer_announcement", "publish_ruleset")),
    "control": ("state control", ()),
}
"""Who serves the house beside the operator, because two pairs of eyes are wanted: the group that
holds the permissions, and these. All of them may look at everything."""
PLAYERS: Final = 7


class Command(BaseCommand):
    help = (
        "Set up the demo house: an operator, the staff, seven players, a table of each game"
        " and one for practice. Does it once."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        operator = Player.objects.filter(username="operator").first()
        if operator is None:
            operator = Player.objects.create_superuser("operator", password=PASSWORD)
        self._staff()
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
            f"Demo house ready: operator / {' / '.join(STAFF)} / demo1..demo{PLAYERS},"
            f" password {PASSWORD}."
        )

    def _staff(self) -> None:
        """Enrol those who serve the house, each with the permissions of one group."""
        for username, (name, codenames) in STAFF.items():
            group, _ = Group.objects.get_or_create(name=name)
            group.permissions.set(
                Permission.objects.filter(
                    Q(codename__in=codenames) | Q(codename__startswith="view_")
                )
            )
            if not Player.objects.filter(username=username).exists():
                person = Player.objects.create_user(username, password=PASSWORD, is_staff=True)
                person.groups.add(group)
