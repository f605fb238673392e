"""An order of a table is offered where its service would do it, else with that very refusal."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from casino.ledger import services as ledger
from casino.players.models import Player
from tables.cage import pieces
from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.dashboard.table_orders import NOT_HERE, table_orders
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.incidents import pauses
from tables.incidents import services as incidents
from tables.models import IdentityCheck
from tables.operation import sessions
from tests import campaign
from tests.floor import House, reused_house, text_of
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

MOST: Final = 30
"""Statements that tell what may be done with a table, whatever its game and state."""


def closed(house: House) -> None:
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")


def paused(house: House) -> None:
    pauses.pause_table(house.table_id, "test", "RuntimeError")


def ending(house: House) -> None:
    sessions.announce_end(house.table_id, operator=house.operator, reason="night")


def in_a_round(house: House) -> None:
    """Open a round, where one stake of a seated player does it."""
    if house.table.rules.game == "blackjack":
        house.sit("ann", 1)
        house.stake("ann", 1, 1000)
        assert house.table.round_id is not None


STATES: Final[Mapping[str, Callable[[House], None]]] = {
    "open": lambda house: None,
    "in a round": in_a_round,
    "ending": ending,
    "paused": paused,
    "closed": closed,
}
CASES: Final = [(game, state) for game in sorted(GAMES) for state in STATES]


def form_of(house: House, name: str) -> dict[str, Any]:
    """Return what a person enters in the form of an order, rightly."""
    held = ledger.balance(house.table.float_account_id)
    counted = {each[0]: each[1] for each in pieces.fewest_pieces(held)}
    amount = {"amount": 100_00, "order": uuid4()}
    orders = house.table.rules.game and GAMES[house.table.rules.game].staff_orders
    voucher = {"wanted_pieces": {1_00: 1}, "given_pieces": {}, "order": uuid4()}
    given: dict[str, dict[str, Any]] = {
        "fill": amount,
        "credit": amount,
        "count_drop": amount,
        "count_levy": amount,
        "cash_levy": amount,
        "count_float": {"counted_pieces": counted, "order": uuid4()},
        "sign_float": {"counted_pieces": counted},
        "fix_float": {"fixed_pieces": counted},
        "write_voucher": {"kind": "fill"} | voucher,
        "write_supply": {"kind": "advance"} | voucher,
        "report_cards": {"what": "card_missing"},
        "hand_over": {"person": employee(uuid4().hex[:8], "serve_as_table_chief")},
        "report_incident": {"kind": "stakes", "order": uuid4()},
        "order_play": {"what": next(iter(orders), "")},
        "change_rules": {"rules_key": house.table.rules_id},
        "allow_chat": {"level": "off"},
        "see_identity": {"kind": IdentityCheck.Kind.PASSPORT, "number": "AB12345"},
    }
    return given.get(name, {})


def service_refuses(house: House, name: str, person: Player) -> str:
    """Carry an order out and undo it; return the code of its refusal, or an empty text."""
    undone = transaction.atomic()
    # As in Django's own test cases: what is durable may be nested in it.
    undone._from_testcase = True  # type: ignore[attr-defined]
    try:
        with undone:
            TABLE_ACTIONS[name].do(
                house.table_id, operator=person, reason="test", **form_of(house, name)
            )
            transaction.set_rollback(True)
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.campaign
@pytest.mark.parametrize(("game", "state"), campaign.sample(12, CASES))
def test_what_is_offered_is_what_the_services_would_do(game: str, state: str) -> None:
    house = reused_house(f"Ordres {game}", text_of(game), game=game)
    STATES[state](house)
    person = house.operator
    with CaptureQueriesContext(connection) as statements:
        offered = {each.name: each.refused for each in table_orders(person, house.table_id)}
    assert len(statements) <= MOST, [each["sql"] for each in statements]
    # What they are refused depends on what is entered.
    unknown = {"report_incident", "order_play", "change_rules"}
    for name, action in TABLE_ACTIONS.items():
        if name in unknown or not action.fits(house.table.rules_id):
            continue
        if not action.by.allows(person, house.table_id, house.table.rules_id):
            continue
        shown = offered.get(name)
        told = shown.code if shown else ""
        code = service_refuses(house, name, person)
        if name in offered:
            assert code == told, name
        else:
            assert code in NOT_HERE, name
