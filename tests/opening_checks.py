"""Do the checks without which no table opens: devices, floats, dice and cards in stock."""

from contextlib import suppress
from dataclasses import replace
from uuid import uuid4

from django.contrib.auth.models import Permission

from casino.ledger import services as ledger
from casino.players.models import Player
from tables.cage import floats, pieces
from tables.equipment import card_sets, devices, stock
from tables.games.core.protocol import Duty, Refused, SessionCheck
from tables.models import EquipmentRegister, EquipmentSet, Table
from tables.rows import equipment_registers, rule_sets
from tables.staff import authority
from tables.staff.services import MAY_SERVE

SESSIONS = 3
"""For so many the stock has cards, once one wants some."""


def pass_opening_check(table_id: int) -> None:
    """Do what the rules of a closed table want checked before a session.

    Its device is checked and signed, dice or cards are in stock, the float of its last session is
    counted, and fixed as it is.
    """
    fix_float(table_id)
    game, rules = rule_sets.game_and_rules(Table.objects.get(pk=table_id).rules_id)
    match game.needs(rules).session_check:
        case SessionCheck.DEVICE:
            fitter = _staff("fitter", devices.CHECK)
            devices.check_device(table_id, operator=fitter, reason="test")
            examiner = _staff("examiner", MAY_SERVE[Duty.INSPECTOR])
            devices.sign_check(table_id, operator=examiner, reason="test")
        case SessionCheck.DICE:
            receive_sets(f"T{table_id}", 3)
        case SessionCheck.CARDS | SessionCheck.NEW_CARDS:
            wanted = equipment_registers.cards_needed(game, rules)
            assert wanted is not None
            if wanted.new or len(stock.ready_sets(wanted)[: wanted.count]) < wanted.count:
                fill_stock(replace(wanted, count=SESSIONS * wanted.count), f"C{table_id}")
        case None:
            pass


def sign_out_cards(table_id: int) -> None:
    """Sign cards out for a closed table, so that an operator who keeps no cards may open it.

    The cards of the session before are given back.
    """
    pass_opening_check(table_id)
    keeper = _staff("cartier", stock.KEEP)
    if stock.sets_in_service(stock.CARDS, table_id):
        examiner = _staff("examiner", MAY_SERVE[Duty.INSPECTOR])
        card_sets.return_cards(table_id, operator=examiner, reason="test")
        # Those whose shoe no worker has revealed are counted later.
        with suppress(Refused):
            card_sets.count_cards(table_id, operator=keeper, reason="test")
    card_sets.sign_out_cards(table_id, operator=keeper, reason="test")


def fix_float(table_id: int) -> None:
    """Have the games management fix what a closed table's float holds, where the text wants it.

    Two persons count it first, where that is owed.
    """
    count_last_float(table_id)
    management = _staff("marguerite", floats.FIX)
    floats.fix_as_held(table_id, operator=management, reason="test")


def count_last_float(table_id: int) -> None:
    """Have two persons count what a closed table's float holds, where that is owed."""
    table = floats.with_count_owed(Table.objects.filter(pk=table_id)).get()
    if table.count_owed and rule_sets.are_vouchers_required(table.rules_id):
        held = ledger.balance(table.float_account_id)
        found = {each[0]: each[1] for each in pieces.fewest_pieces(held)}
        counter = _staff("compteur", authority.OPERATE)
        floats.count_float(table_id, found, operator=counter, reason="test", order=uuid4())
        inspector = _staff("examiner", authority.INSPECT)
        floats.sign_count(table_id, found, operator=inspector, reason="test")


def fill_stock(wanted: equipment_registers.EquipmentNeed, lot: str) -> None:
    """Fill the stock up to what is wanted; opens the register where there is none."""
    _register(equipment_registers.CATEGORIES[wanted.kind])
    keeper = _staff("cartier", stock.KEEP)
    stock.top_up_stock(wanted, lot=lot, purchase_order="P-1", operator=keeper, reason="test")


def receive_sets(lot: str, count: int, kind: str = EquipmentSet.Kind.DICE) -> list[EquipmentSet]:
    """Receive so many sets of a maker's lot, into registers that are opened where they are not."""
    _register(equipment_registers.CATEGORIES[kind])
    keeper = _staff("cartier", stock.KEEP)
    stock.receive_sets(
        kind,
        lot=lot,
        count=count,
        colours=2 if kind == EquipmentSet.Kind.SIXAIN else 1,
        purchase_order="P-1",
        operator=keeper,
        reason="test",
    )
    return [*EquipmentSet.objects.filter(serial__startswith=f"{lot}/").order_by("pk")]


def _register(category: str) -> None:
    if not EquipmentRegister.objects.filter(category=category).exists():
        commissioner = _staff("commissaire", stock.OPEN)
        stock.open_register(category, operator=commissioner, reason="test")


def _staff(name: str, permission: str) -> Player:
    """Return who may do this and nothing else, enrolled at first mention."""
    found = Player.objects.filter(username=name).first()
    if found is None:
        found = Player.objects.create_user(name, is_staff=True)
        codename = permission.partition(".")[2]
        found.user_permissions.set(Permission.objects.filter(codename=codename))
    return found
