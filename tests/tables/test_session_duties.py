"""What a text wants after a session: no table of any game opens again before it is done."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.models import F

from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Player
from tables.cage import floats, pieces
from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.dashboard.table_duties import DUTIES, table_duties
from tables.funds import postings
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import FloorEvent
from tables.operation import sessions
from tables.rows import floor_events, rule_sets, table_rows
from tests.floor import House, reused_house
from tests.tables.test_review import tampering
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

MONEY = ("count_drop", "count_float", "sign_float")
"""Drop and float of every table (MC-CHIPS-08, MC-CHIPS-22, MC-110)."""
DEVICE = ("check_device", "sign_device")
"""The wheel, by maintenance and an inspector (MC-EQ-60)."""
CARDS = ("return_cards", "count_cards", "take_cards")
"""The cards (MC-022, MC-023, MC-EQ-33, MC-EQ-34)."""
DICE = ("check_dice", "allot_dice")
"""The dice, by a deputy director (MC-EQ-48, MC-EQ-51)."""
BY_TEXT: Mapping[str, tuple[str, ...]] = {
    "american_roulette": (*MONEY, *DEVICE),
    "banque_a_tout_va": (*MONEY, *CARDS),
    "big_wheel": (*MONEY, *DEVICE),
    "blackjack": (*MONEY, *CARDS),
    "boule": (*MONEY, *DEVICE),
    "chemin_de_fer": (*MONEY, *CARDS),
    "craps": (*MONEY, *DICE),
    "european_roulette": (*MONEY, *DEVICE),
    "punto_banco": (*MONEY, *CARDS),
    "trente_et_quarante": (*MONEY, *CARDS),
}
"""By game: what the decree wants between two sessions; machines have none."""


def test_the_text_is_read_for_every_game_that_it_has() -> None:
    assert {name for name, game in GAMES.items() if "MC" in game.books} == {
        *BY_TEXT,
        "automatic_games",
    }


def change_cash(house: House) -> None:
    """Have 40.00 of cash lie in the table's drop."""
    drop = ledger.open_account(f"drop:{house.table_id}", Kind.DROP, house.table.currency)
    leg = ledger.Leg(postings.capital_account(house.table.currency), drop.pk, 40_00, "change")
    with transaction.atomic():
        ledger.post(uuid4(), [leg], cause="change", reference=f"table:{house.table_id}")
    table = table_rows.read(house.table_id)
    floor_events.record(table, "change", by=house.operator.pk, reason="4000")


def arguments(house: House, order: str) -> dict[str, Any]:
    """Return what the person who does it enters, beside a reason."""
    held = ledger.balance(house.table.float_account_id)
    counted = {each[0]: each[1] for each in pieces.fewest_pieces(held)}
    return {
        "count_drop": {"amount": 40_00, "order": uuid4()},
        "count_float": {"counted_pieces": counted, "order": uuid4()},
        "sign_float": {"counted_pieces": counted},
    }.get(order, {})


@pytest.mark.clause("MC-CHIPS-08", "MC-CHIPS-22", "MC-022", "MC-023", "MC-EQ-48", "MC-EQ-60")
@pytest.mark.parametrize("game", sorted(BY_TEXT))
def test_no_session_begins_before_what_the_last_one_leaves_is_done(game: str) -> None:
    house = reused_house(f"Devoirs {game}", "MC", game=game)
    name, rules = rule_sets.game_and_rules(house.table.rules_id)
    serves = (f"serve_as_{duty}" for duty in name.needs(rules).duties)
    chief = employee("anne", "operate_table", *serves)
    people: dict[str, Player] = {}
    change_cash(house)
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    done = []
    while owed := [each for each in table_duties() if each.table.pk == house.table_id]:
        if owed[0].order in ("sign_in", "open_table"):
            break
        with pytest.raises(Refused):
            sessions.open_session(house.table_id, operator=chief, reason="too early")
        order = owed[0].order
        permission = DUTIES[order][0].partition(".")[2]
        person = people.setdefault(order, employee(order, permission))
        assert owed[0].is_for(person)
        assert not owed[0].is_for(employee(f"not {order}"))
        TABLE_ACTIONS[order].do(
            house.table_id, operator=person, reason="night", **arguments(house, order)
        )
        done.append(order)
    assert tuple(done) == BY_TEXT[game]
    with tampering():
        # Banque à tout va has one session in the afternoon and one in the evening (MC-BTV-01).
        FloorEvent.objects.filter(kind="session").update(at=F("at") - timedelta(days=1))
    sessions.open_session(house.table_id, operator=chief, reason="day")
    assert house.table.status == "open"


@pytest.mark.clause("MC-CHIPS-08", "MC-110")
def test_a_float_is_signed_for_by_another_than_who_has_counted_it() -> None:
    house = reused_house("Devoirs blackjack", "MC")
    both = employee("bea", "operate_table", "serve_as_inspector")
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    floats.count_float(house.table_id, {}, operator=both, reason="night", order=uuid4())
    (owed,) = [each for each in table_duties() if "float" in each.order]
    assert owed.order == "sign_float"
    assert not owed.is_for(both)
    assert owed.is_for(employee("clara", "serve_as_inspector"))
