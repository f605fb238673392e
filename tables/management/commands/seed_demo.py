"""Sets up the demo house once."""

from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.core.management.base import BaseCommand

from casino.cashier import services as cash
from casino.cashier.services import CashRefused
from casino.players.models import CashRequest, Player
from casino.players.passwords import PRINTED
from casino.players.services import ensure_demo_player
from tables.equipment import devices, stock
from tables.games import GAMES, UNNAMED
from tables.models import EquipmentRegister, EquipmentSet, Table
from tables.operation import opening, sessions
from tables.operation.floor_plan import PlannedRules, publish_rules
from tables.rows.equipment_registers import EquipmentNeed
from tables.staff import groups

PASSWORD: Final = PRINTED
PLAYERS: Final = 7
CASH: Final = 200_00
BROUGHT: Final = UUID("5d0b7c1e-7a52-5c3b-9a55-c2f1f2b4de01")
"""The order by which each brings his cash: minor units, once."""
LOTS: Final = {
    EquipmentSet.Kind.DICE: "DEMO",
    EquipmentSet.Kind.SIXAIN: "DEMO-S",
    EquipmentSet.Kind.HUITAIN: "DEMO-H",
    EquipmentSet.Kind.PACK: "DEMO-P",
}
"""The kinds of sets that sessions take from the stock, and the maker's lot of each."""
SETS: Final = 50
"""How many new ones of each are there, once fewer than half of that are left."""


class Command(BaseCommand):
    help = (
        "Set up the demo house: an operator, the staff, seven players, a table of each game"
        " and one for practice. Does it once; a house that is licensed or behind TLS has no such"
        " people."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.LICENSED or settings.BEHIND_TLS:
            call_command("close_demo", stdout=self.stdout)
            return
        operator = Player.objects.filter(username="operator").first()
        if operator is None:
            operator = Player.objects.create_superuser("operator", password=PASSWORD)
        self._staff()
        self._stock()
        maintenance = Player.objects.get(username="maintenance")
        control = Player.objects.get(username="control")
        for number in range(1, PLAYERS + 1):
            self._bring_cash(ensure_demo_player(f"demo{number}", PASSWORD))
        # The first tables are those of the game that is meant where none is named.
        games = sorted(GAMES, key=lambda key: key != UNNAMED)
        demo = [(key, each) for key in games for each in GAMES[key].demo_tables]
        for game, each in demo:
            wanted = PlannedRules(game=game, book=each.book, options=dict(each.options))
            publish_rules(each.series, wanted, operator=operator, reason="demo", agreed_by=control)
        if not Table.objects.exists():
            for _, each in demo:
                table = opening.create_table(
                    name=each.name,
                    rules_key=each.series,
                    operator=operator,
                    practice=each.practice,
                )
                devices.check_where_wanted(table.pk, operator=maintenance, reason="demo")
                sessions.open_session(table.pk, operator=operator, reason="demo")
        self.stdout.write(
            f"Demo house ready: operator / {' / '.join(groups.GROUPS)} / demo1..demo{PLAYERS},"
            f" password {PASSWORD}."
        )

    def _bring_cash(self, player: Player) -> None:
        """Deposit some play cash for a player, once, unless they are excluded."""
        with suppress(CashRefused):
            cash_request = cash.request_cash(player, cash.DEPOSIT, CASH, order=BROUGHT)
            if cash_request.state == CashRequest.State.ASKED:
                cashier = Player.objects.get(username="cashier")
                cash.approve_request(
                    cash_request.pk,
                    cashier=cashier,
                    reason="demo",
                    receipt=f"DEMO-{cash_request.pk}",
                )

    def _stock(self) -> None:
        """Open the registers of dice and cards, and receive what sessions will take of them.

        An older house has what its games took then.
        """
        if not EquipmentRegister.objects.exists():
            commissioner = Player.objects.get(username="commissioner")
            for category in EquipmentRegister.Category.values:
                stock.open_register(category, operator=commissioner, reason="demo")
        for kind, lot in LOTS.items():
            colours = 2 if kind in (EquipmentSet.Kind.SIXAIN, EquipmentSet.Kind.HUITAIN) else 1
            wanted = EquipmentNeed(kind, SETS, colours)
            if stock.ready_sets(wanted).count() < SETS // 2:
                stock.top_up_stock(
                    wanted,
                    lot=lot,
                    purchase_order="DEMO-1",
                    operator=Player.objects.get(username="keeper"),
                    reason="demo",
                )

    def _staff(self) -> None:
        """Enrol somebody for each duty beside the operator's: two pairs of eyes are wanted."""
        groups.create_missing_groups()
        for username, (name, _) in groups.GROUPS.items():
            if not Player.objects.filter(username=username).exists():
                person = Player.objects.create_user(username, password=PASSWORD, is_staff=True)
                person.groups.add(Group.objects.get(name=name))
