"""Trente et quarante on the floor: who stakes, the cut, the stop card, the talon, prison, books."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from casino.ledger.models import Transfer
from tables import tasks
from tables.games.core.cards import PACK
from tables.games.core.money import Amount
from tables.games.trente_et_quarante.messages import Half, Prison, Ready, Stake
from tables.games.wheel.stakes import Wager
from tables.incidents import services as incidents
from tables.models import Round, RoundEvent, Table
from tables.operation.croupier import Croupier
from tables.shoes import requests
from tests.chaos import recount
from tests.floor import House, reused_house
from tests.tables.test_endings import announce, end, half_an_hour_later
from tests.tables.test_private_cards import everything, proofs_in
from tests.tables.test_punto_banco import check_sealed
from tests.tables.test_review import changed, examined, played_again
from tests.tables.test_shuffling import (
    close,
    complete,
    cut,
    decline,
    made,
    reveal,
    seal,
    second_shoe,
    shuffle,
)
from tests.tables.test_socket import browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test"]

REFAIT = "Th 9c 5d 7s Kc Qd Js Ac"
RED_COLOUR = "9h 9c 9d 9s Kc Qd Js 3c"
BLACK_COLOUR = "Ts Td Kh Ac Kc Qd 9s 3c"
NULL = "Th Ts 9d 5c Kc Qd 9s 5h"
UNFINISHED = "Th Ts Td Jc Kc Qd"
"""Black's row is complete, red's is not."""
TALON = "2h 4s 6d 8c 7h"
"""What lies behind the stop card: no card of any coup above."""


def opened(name: str = "trente", **options: Any) -> House:
    """Return a table that nobody hurries."""
    patient = {"betting_window_seconds": 300, "decision_seconds": 120}
    return reused_house(name, "MC", game="trente_et_quarante", **patient | options)


@pytest.fixture
def house(transactional_db: None) -> House:
    return opened()


@pytest.fixture(autouse=True)
def books_agree(transactional_db: None, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Every test ends with books that balance, and rounds that pay again what the ledger moved."""
    yield
    for table in Table.objects.all():
        played_again(table.pk)
    call_command("audit_ledger")
    capsys.readouterr()
    recount.recount()
    told = capsys.readouterr().out.strip().splitlines()
    assert [line.partition(" ")[2] for line in told] == ["rounds agree"]


def late(house: House) -> None:
    """Let the running clock run out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_table SET due_at = clock_timestamp() WHERE id = %s", [house.table_id]
        )
    Croupier().keep_clocks()


def lay(house: House, name: str, **on: int) -> str:
    """Stake on chances; `red_insured` is an insured stake on red."""
    wagers = (Wager(each, each.replace("_", ":"), Amount(on[each])) for each in on)
    return house.do(name, Stake(tuple(wagers)))


def finish(house: House, *names: str) -> None:
    """Let those who have staked want no more, so that the rows are dealt."""
    for name in names:
        assert house.do(name, Ready()) == ""
    assert not Round.objects.filter(table_id=house.table_id, status="running").exists()


def view(house: House) -> dict[str, Any]:
    shown: dict[str, Any] = house.frame()["view"]
    return shown


def last_of_shoe(house: House, cards: str) -> None:
    """Stack a shoe of which these cards are left before the stop card, and the talon behind."""
    house.deal(f"{cards} {TALON}", cards_behind=len(TALON.split()), only=True)


def next_shoe(house: House) -> None:
    """Do what the worker does when a shoe is ordered."""
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)


# --- who stakes when ------------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-04", "MC-TQ-22", "MC-TQ-34")
def test_anybody_stakes_until_the_rows_are_dealt_and_is_paid(house: House) -> None:
    house.sit("ann", 3)
    house.deal(f"{RED_COLOUR} {BLACK_COLOUR}")
    assert lay(house, "zoe", red=50_00, colour=20_00) == ""
    assert lay(house, "ann", black=10_00) == ""
    assert lay(house, "zoe", red=40_00) == "", "the colour is taken back"
    assert lay(house, "zoe", even=40_00) == "not_a_combination"
    shown = view(house)
    assert (shown["phase"], shown["players"], shown["staked"]) == ("betting", 2, 50_00)
    assert shown["black"]["cards"] == []
    late(house)
    assert [house.balance(name) for name in ("zoe", "ann")] == [1040_00, 990_00]
    shown = view(house)
    assert (shown["phase"], shown["coups"], shown["staked"]) == ("closed", ["36:33 colour"], 0)
    # What comes now is of the next coup.
    assert lay(house, "ann", black=10_00) == ""
    shown = view(house)
    assert (shown["phase"], shown["coups"]) == ("betting", ["36:33 colour"])
    rows = [*shown["before"]["black"]["cards"], *shown["before"]["red"]["cards"]]
    assert " ".join(rows) == RED_COLOUR, "they lie there until the next are dealt"
    finish(house, "ann")
    assert house.balance("ann") == 1000_00
    assert view(house)["coups"] == ["31:32 colour", "36:33 colour"]


def test_a_stake_that_a_refait_has_caught_is_locked_beside_fresh_ones(house: House) -> None:
    house.deal(f"{REFAIT} {BLACK_COLOUR}")
    assert lay(house, "ann", red=20_00) == ""
    finish(house, "ann")
    late(house)
    assert lay(house, "ann", red=5_00) == "locked"
    assert house.do("ann", Half(("black",))) == "already_decided"
    wagers = (Wager("more", "black", Amount(10_00)),)
    assert house.do("ann", Stake(wagers)) == ""
    assert view(house)["staked"] == 30_00
    late(house)
    # She was silent: half is given back; the fresh stake has won.
    assert house.balance("ann") == 1000_00 - 10_00 + 10_00


# --- the cut --------------------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-10", "MC-TQ-11")
def test_the_cut_goes_round_the_seats_and_the_next_coup_is_dealt_from_it(
    transactional_db: None, settings: Settings
) -> None:
    settings.SHOE_CONTRIBUTIONS = "full"
    house = second_shoe(opened())
    assert (made(house) or {})["offered"] == [1]
    assert cut(house, "bob", 3, 150) == "cut_not_offered"
    assert decline(house, "ann", 1) == ""
    assert (made(house) or {})["offered"] == [3]
    assert cut(house, "bob", 3, 150) == ""
    for name, box in (("ann", 1), ("cat", 7)):
        assert seal(house, name, box) == ""
    close(house)
    for name, box, place in (("ann", 1, None), ("cat", 7, None), ("bob", 3, 150)):
        assert reveal(house, name, box, place) == ""
    shoe = shuffle(house)
    assert (shoe.cut, shoe.cut_by, shoe.size, shoe.stop_at, shoe.position) == (150, 3, 312, 307, 0)
    assert lay(house, "zoe", inverse=10_00) == ""
    finish(house, "zoe")
    checked = complete(house, 6)
    assert (checked.cut, checked.by) == (150, 3)


@pytest.mark.clause("MC-TQ-17", "MC-TQ-18", "MC-TQ-19", "MC-TQ-20")
def test_a_continuous_shuffler_takes_the_cards_back_after_each_coup(transactional_db: None) -> None:
    house = opened("continu", card_device="continuous")
    devices = []
    for _ in range(2):
        shoe = house.table.shoe
        assert shoe is not None
        assert (shoe.position, shoe.size, shoe.stop_at) == (0, 312, 312), "all cards, anew"
        devices.append(shoe.pk)
        # No refait, which would keep her stake.
        house.deal(RED_COLOUR, cards_behind=0)
        assert lay(house, "ann", red=10_00) == ""
        finish(house, "ann")
        assert view(house)["chances"] is not None
        assert house.table.shoe is None
        next_shoe(house)
    # Nobody plays: what is in the device stays there, whatever the croupier looks at.
    Croupier().keep_clocks()
    shoe = house.table.shoe
    assert shoe is not None
    assert (shoe.position, shoe.state) == (0, "live")
    check_sealed(shoe.pk)
    assert len({*devices, shoe.pk}) == 3


# --- the stop card --------------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-14", "MC-TQ-15", "MC-TQ-40")
def test_the_stop_card_gives_stakes_and_premiums_back_and_nobody_stakes_before_the_next_shoe(
    house: House,
) -> None:
    last_of_shoe(house, UNFINISHED)
    assert lay(house, "ann", red_insured=200_00, colour=10_00) == ""
    assert house.balance("ann") == 788_00
    finish(house, "ann")
    assert house.balance("ann") == 1000_00
    shown = view(house)
    assert (shown["annulled"], shown["talon"], shown["chances"]) == ("stop_card", 5, None)
    assert (shown["coups"], shown["shoe_over"]) == ([], True)
    assert lay(house, "ann", red=10_00) == "shoe_not_ready"
    next_shoe(house)
    assert lay(house, "ann", red=10_00) == ""
    assert (view(house)["shoe_over"], view(house)["talon"]) == (False, None)
    finish(house, "ann")


@pytest.mark.clause("MC-TQ-05")
def test_rows_are_counted_again_from_the_cards_that_were_dealt(house: House) -> None:
    house.deal(RED_COLOUR)
    assert lay(house, "ann", red=10_00) == ""
    finish(house, "ann")
    round_ = Round.objects.get(table_id=house.table_id)
    assert examined(round_)[0] is False
    with transaction.atomic():
        changed("trente_et_quarante.card_turned", card="8h")
        failed, told = examined(round_)
        assert failed, told
        transaction.set_rollback(True)


@pytest.mark.clause("MC-TQ-14")
def test_a_coup_whose_last_card_is_followed_by_the_stop_card_is_paid(house: House) -> None:
    last_of_shoe(house, RED_COLOUR)
    assert lay(house, "ann", red=10_00) == ""
    finish(house, "ann")
    assert house.balance("ann") == 1010_00
    shown = view(house)
    assert (shown["annulled"], shown["talon"], shown["chances"]) == ("", 5, ["red", "colour"])
    assert lay(house, "ann", red=10_00) == "shoe_not_ready"


@pytest.mark.clause("MC-TQ-14", "MC-TQ-37")
def test_a_prisoner_waits_for_the_next_shoe_and_is_freed_there(
    house: House, settings: Settings
) -> None:
    house.deal(REFAIT)
    assert lay(house, "ann", black=20_00) == ""
    finish(house, "ann")
    late(house)
    assert house.do("ann", Prison(("black",))) == ""
    last_of_shoe(house, UNFINISHED)
    assert lay(house, "bob", red=10_00) == ""
    late(house)
    # The coup is annulled: bob has his stake, she stays where she is.
    assert [house.balance(name) for name in ("ann", "bob")] == [980_00, 1000_00]
    assert house.table.shoe is None
    before = Round.objects.count()
    late(house)
    assert Round.objects.count() == before, "no coup is dealt without a shoe"
    settings.SHOE_CONTRIBUTIONS = "full"
    next_shoe(house)
    # Nobody has a seat, but her stake lies there: the shoe waits for nobody.
    assert made(house)["stage"] == "closing"  # type: ignore[index]
    close(house)
    shuffle(house)
    house.deal(BLACK_COLOUR)
    late(house)
    assert (view(house)["phase"], view(house)["staked"]) == ("betting", 20_00)
    late(house)
    assert house.balance("ann") == 1000_00
    assert view(house)["staked"] == 0


# --- whoever is in charge -------------------------------------------------------------------------


@pytest.mark.clause("COMMON-7", "MC-TQ-40")
def test_a_void_coup_gives_premiums_back_and_leaves_who_was_caught_his_choice(house: House) -> None:
    house.deal(f"{REFAIT} {BLACK_COLOUR}")
    assert lay(house, "ann", black=20_00) == ""
    assert lay(house, "bob", red=10_00) == ""
    finish(house, "ann", "bob")
    late(house)
    assert house.do("ann", Half(("black",))) == ""
    assert lay(house, "cat", red_insured=100_00) == ""
    assert [house.balance(name) for name in ("ann", "bob", "cat")] == [990_00, 990_00, 899_00]
    incidents.void_round(house.table_id, operator=house.operator, reason="a card was seen")
    assert [house.balance(name) for name in ("ann", "bob", "cat")] == [980_00, 990_00, 1000_00]
    assert view(house)["staked"] == 30_00
    late(house)
    for name, choice in (("ann", Prison(("black",))), ("bob", Half(("red",)))):
        assert house.do(name, choice) == ""
    finish(house, "ann")
    assert [house.balance(name) for name in ("ann", "bob")] == [1000_00, 995_00]


@pytest.mark.clause("MC-INC-01", "MC-TQ-37")
def test_a_session_that_is_broken_off_pays_prisoners_their_value(house: House) -> None:
    house.deal(REFAIT)
    assert lay(house, "ann", black=20_00) == ""
    finish(house, "ann")
    late(house)
    assert house.do("ann", Prison(("black",))) == ""
    assert lay(house, "bob", red_insured=100_00) == ""
    incidents.break_off_session(house.table_id, operator=house.operator, reason="fire alarm")
    assert [house.balance(name) for name in ("ann", "bob")] == [990_00, 1000_00]
    assert house.table.status == "closed"


@pytest.mark.clause("MC-TQ-21", "MC-TQ-37")
def test_the_last_half_hour_then_three_coups_of_which_the_last_leaves_nobody_in_prison(
    house: House,
) -> None:
    house.sit("ann", 1)
    house.deal(f"{BLACK_COLOUR} {REFAIT} {NULL} {NULL}")
    announced = timezone.now()
    announce(house, "closing time")
    assert (house.table.status, (end(house) or {})["rounds"]) == ("ending", None)
    minutes = (house.table.ends_at or announced) - announced
    assert timedelta(minutes=30) <= minutes < timedelta(minutes=35)
    # Play goes on in that half-hour, as before.
    assert lay(house, "ann", red=10_00) == ""
    finish(house, "ann")
    assert (house.balance("ann"), house.table.status) == (990_00, "ending")
    half_an_hour_later(house)
    assert end(house) == {"reason": "closing time", "rounds": 3, "last_rounds_at": None}
    late(house)
    assert lay(house, "ann", black=20_00) == ""
    finish(house, "ann")
    late(house)
    assert view(house)["rounds_left"] == 2
    assert house.do("ann", Prison(("black",))) == ""
    finish(house, "ann")
    assert (view(house)["staked"], house.table.status) == (20_00, "draining")
    late(house)
    assert view(house)["rounds_left"] == 1
    late(house)
    assert (view(house)["coups"][0], view(house)["staked"]) == ("34:34", 0)
    assert (house.balance("ann"), house.table.status) == (980_00, "closed")


# --- insurance ------------------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-38", "MC-TQ-39", "MC-TQ-40", "MC-TQ-41")
def test_premiums_are_posted_to_the_table_under_a_reason_of_their_own(house: House) -> None:
    house.deal(REFAIT)
    assert lay(house, "ann", red_insured=99_00) == "insurance_below_threshold"
    assert lay(house, "ann", red_insured=300_00) == ""
    assert lay(house, "ann", red_insured=200_00) == "", "one of her premiums goes back"
    assert lay(house, "bob", inverse_insured=100_00, black=10_00) == ""
    finish(house, "ann", "bob")
    posted = Transfer.objects.filter(why__startswith="premium").order_by("pk")
    table = house.table.float_account_id
    assert [
        (each.why, each.amount, each.credit_id == table, each.debit_id == table) for each in posted
    ] == [
        ("premium", 3_00, True, False),
        ("premium_taken_back", 1_00, False, True),
        ("premium", 1_00, True, False),
    ]
    # The refait gives insured stakes back whole; the premiums stay.
    assert [house.balance(name) for name in ("ann", "bob")] == [998_00, 989_00]


# --- what a socket is sent ------------------------------------------------------------------------


def begin(house: House) -> None:
    """Bring the table to the moment before the last coup of a shoe, which has not its cards."""
    last_of_shoe(house, UNFINISHED)
    assert lay(house, "ann", red=10_00) == ""


def cards(heard: Any, of: str) -> set[str]:
    """Return which of the cards, or their proofs, stand anywhere in what was sent or recorded."""
    text = json.dumps(heard)
    proven = {str(PACK[each["face"]]) for each in proofs_in(heard)}
    return {card for card in of.split() if f'"{card}"' in text or card in proven}


async def told(house: House, browse: Callable[..., Any]) -> dict[str, Any]:
    """Deal it before a player, a watcher and who comes after it; return what was sent and kept."""
    await sync_to_async(begin)(house)
    async with AsyncExitStack() as stack:
        sockets = {name: await stack.enter_async_context(browse(name)) for name in ("ann", None)}
        await asyncio.gather(*(socket.hear("frame") for socket in sockets.values()))
        await sync_to_async(house.do)("ann", Ready())
        seq = await sync_to_async(lambda: house.table.seq)()
        heard = {str(name): await everything(each, seq) for name, each in sockets.items()}
        late = await stack.enter_async_context(browse("bob"))
        heard["late"] = await everything(late, seq)
    kept = sync_to_async(lambda: list(RoundEvent.objects.values_list("body", flat=True)))
    return heard | {"kept": await kept()}


@pytest.mark.asyncio
@pytest.mark.clause("MC-TQ-12", "MC-TQ-15")
async def test_the_talon_is_counted_and_shown_to_nobody(browse: Any, house: House) -> None:
    heard = await told(house, browse)
    assert {name: cards(each, TALON) for name, each in heard.items()} == {
        name: set() for name in heard
    }
    for name, each in heard.items():
        assert cards(each, UNFINISHED) == set(UNFINISHED.split()), name
        assert '"trente_et_quarante.talon_counted"' in json.dumps(each) or name in ("late", "kept")


@pytest.mark.asyncio
async def test_a_planted_leak_of_the_talon_would_be_seen(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: a house that overlooks the stop card deals the talon to everybody."""
    taken = requests._taken

    def overlooked(*given: Any) -> Any:
        drawn, *others = taken(*given)
        return replace(drawn, stop_card=False, behind=None), *others

    monkeypatch.setattr(requests, "_taken", overlooked)
    heard = await told(house, browse)
    for name, each in heard.items():
        assert {"2h", "4s", "6d"} == cards(each, TALON), name
