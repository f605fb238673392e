"""Opens several tables at once, e.g. for a busy evening or a load test."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.players.models import Player
from tables.floor import devices, opening, sessions
from tables.models import RuleSet, Table


class Command(BaseCommand):
    """Idempotent: of tables that exist, those that were closed are opened again."""

    help = "Make sure that COUNT tables `PREFIX 1`..`PREFIX COUNT` are open; print their ids."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", type=int)
        parser.add_argument("--prefix", default="Table")
        parser.add_argument("--rules", default="FR-2024/demo", help="the key of a rule set")
        parser.add_argument("--operator", default="operator", help="who opens them, by name")
        parser.add_argument(
            "--maintenance", default="maintenance", help="who checks wheels before, by name"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        operator = Player.objects.filter(username=options["operator"], is_staff=True).first()
        if operator is None:
            raise CommandError(f"There is no operator {options['operator']!r}.")
        if not RuleSet.objects.filter(key=options["rules"]).exists():
            raise CommandError(f"There is no rule set {options['rules']!r}.")
        maintenance = Player.objects.filter(username=options["maintenance"], is_staff=True).first()
        for number in range(1, options["count"] + 1):
            name = f"{options['prefix']} {number}"
            table = Table.objects.filter(name=name).first() or opening.create_table(
                name=name, rules_key=options["rules"], operator=operator
            )
            if table.status == Table.Status.CLOSED:
                if maintenance is not None:
                    devices.check_where_wanted(table.pk, operator=maintenance, reason="open_tables")
                sessions.open(table.pk, operator=operator, reason="open_tables")
            self.stdout.write(str(table.pk))
