"""Opens several tables at once, e.g. for a busy evening or a load test."""

from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.players.models import Player
from tables.cage import floats
from tables.equipment import devices, stock
from tables.games.core.protocol import Refused
from tables.models import RuleSet, Table
from tables.operation import floor_plan, opening, sessions
from tables.rows import equipment_registers, rule_sets


class Command(BaseCommand):
    """Idempotent: of tables that exist, those that were closed are opened again."""

    help = "Make sure that COUNT tables `PREFIX 1`..`PREFIX COUNT` are open; print their ids."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", type=int)
        parser.add_argument("--prefix", default="Table")
        parser.add_argument("--rules", default="FR-2024/demo", help="the key of a rule set")
        parser.add_argument("--operator", default="operator", help="who opens them, by name")
        parser.add_argument(
            "--keeper", default="keeper", help="who receives the cards that are wanting, by name"
        )
        parser.add_argument(
            "--maintenance", default="maintenance", help="who checks wheels before, by name"
        )

        parser.add_argument(
            "--management", default="management", help="who fixes what floats begin with, by name"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        operator = Player.objects.filter(username=options["operator"], is_staff=True).first()
        if operator is None:
            raise CommandError(f"There is no operator {options['operator']!r}.")
        if not RuleSet.objects.filter(key=options["rules"]).exists():
            raise CommandError(f"There is no rule set {options['rules']!r}.")
        names = [f"{options['prefix']} {number}" for number in range(1, options["count"] + 1)]
        self._lay_in(names, options["rules"], options["keeper"])
        maintenance = Player.objects.filter(username=options["maintenance"], is_staff=True).first()
        management = Player.objects.filter(username=options["management"], is_staff=True).first()
        for name in names:
            table = Table.objects.filter(name=name).first() or opening.create_table(
                name=name, rules_key=options["rules"], operator=operator
            )
            if table.status == Table.Status.CLOSED:
                if maintenance is not None:
                    devices.check_where_wanted(table.pk, operator=maintenance, reason="open_tables")
                if management is not None:
                    floats.fix_as_held(table.pk, operator=management, reason="open_tables")
                try:
                    sessions.open_session(table.pk, operator=operator, reason="open_tables")
                except Refused as refused:
                    why = floor_plan.reason_of(refused)
                    raise CommandError(f"{name} does not open: {why}") from None
            self.stdout.write(str(table.pk))

    def _lay_in(self, names: list[str], rules: str, keeper: str) -> None:
        """Receive the cards that tables take out which are not open, where somebody keeps cards."""
        opened = Table.objects.filter(name__in=names).exclude(status=Table.Status.CLOSED)
        count = len(names) - opened.count()
        wanted = equipment_registers.cards_needed(*rule_sets.game_and_rules(rules))
        keeps = Player.objects.filter(username=keeper, is_staff=True).first()
        if wanted is None or keeps is None:
            return
        stock.top_up_stock(
            replace(wanted, count=wanted.count * count),
            lot="TABLES",
            purchase_order="open_tables",
            operator=keeps,
            reason="open_tables",
        )
