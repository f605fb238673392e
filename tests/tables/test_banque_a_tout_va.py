"""Banque à tout va on the floor: who stakes, who holds the cards, a banker who plays his money."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now
from pytest_django import Settings

from casino.ledger.models import Account
from casino.ledger.services import balance
from casino.players.services import ensure_demo_player
from casino.rng import shoes
from casino.rng.models import Shoe
from tables.equipment import card_incidents, card_sets
from tables.games.banque_a_tout_va import BANQUE_A_TOUT_VA as GAME
from tables.games.banque_a_tout_va import BanqueAToutVa
from tables.games.banque_a_tout_va.messages import (
    CardsDealt,
    DealCards,
    LeaveBank,
    NoCard,
    PlayCheminDeFer,
    PutUp,
    Ready,
    TakeCard,
)
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo, Place
from tables.games.core.protocol import Duty, Needs, Refused
from tables.incidents import services as incidents
from tables.models import Assignment, EquipmentSet, FloorEvent, Round, Table
from tables.operation import sessions
from tables.operation.croupier import Croupier
from tables.wire.floor_commands import AllowCut
from tests.chaos import recount
from tests.clock import set_house_hour
from tests.floor import House, open_house, reuse_house
from tests.games.banque_a_tout_va.playing import staking
from tests.opening_checks import fix_float, pass_opening_check
from tests.tables.test_private_cards import everything, proofs_in
from tests.tables.test_review import played_again, tampering
from tests.tables.test_shuffling import (
    close,
    complete,
    cut,
    decline,
    give,
    go_away,
    late,
    made,
    reveal,
    seal,
    second_shoe,
    shuffle,
)
from tests.tables.test_socket import browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test"]

START = 1000_00
FIVES = "2h 3c 2c 3d 2s 4d 9h"
"""Right 5 and left 5, the banker 6; right's third card is a 9: 4."""


def opened(**options: Any) -> House:
    """Return a table that nobody hurries, at which ruth is an approved banker, at any hour."""
    return reuse_house(f"banque {options}", lambda: founded(**options))


def founded(**options: Any) -> House:
    ruth = ensure_demo_player("ruth", "pass")
    patient = {"betting_window_seconds": 300, "decision_seconds": 120, "seats": 2}
    given = {"banker_account": ruth.pk, "sessions_per_day": 24} | patient | options
    return open_house("banque", "MC", game="banque_a_tout_va", **given)


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


def tick(house: House, *, late: bool = False) -> None:
    """Let the croupier do what is due; `late` lets the running clock run out first."""
    if late:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tables_table SET due_at = clock_timestamp() WHERE id = %s", [house.table_id]
            )
    Croupier().keep_clocks()


def view(house: House) -> dict[str, Any]:
    shown: dict[str, Any] = house.frame()["view"]
    return shown


def party(house: House, name: str) -> str:
    return str(house.player(name).pk)


def lay(house: House, name: str, **bets: int) -> str:
    return house.do(name, staking(**bets))


def put_up(house: House, amount: int, name: str = "ruth") -> str:
    return house.do(name, PutUp(Amount(amount)))


def held(house: House, place: str) -> int:
    return balance(Account.objects.get(code=f"{place}:{house.table_id}").pk)


def float_of(house: House) -> int:
    return balance(Table.objects.get(pk=house.table_id).float_account_id)


def four(house: House) -> None:
    for box, name in enumerate(("ann", "bob", "leo", "lou"), start=1):
        house.sit(name, box)


@pytest.mark.clause("MC-BTV-05")
def test_mc_btv_08_an_approved_banker_wins_and_loses_his_own_money(house: House) -> None:
    four(house)
    floated = float_of(house)
    assert put_up(house, 100_00, "ann") == "not_approved"
    assert put_up(house, 100_00) == ""
    tick(house)
    # Right 7, left 2 that draws nothing, the banker 6.
    house.deal("4h Th 2c 3d 2d 4c Ks")
    assert lay(house, "ruth", right=10_00) == "banker_stakes"
    assert lay(house, "ann", right=30_00) == ""
    assert lay(house, "leo", left=20_00) == ""
    assert lay(house, "zoe", cheval=10_01) == ""
    for name in ("ann", "leo", "zoe"):
        assert house.do(name, Ready()) == ""
    assert house.do("ann", DealCards()) == "not_owner"
    assert house.do("ruth", DealCards()) == ""
    assert house.do("leo", TakeCard("left")) == "not_awaited"
    assert house.do("ann", NoCard("right")) == ""
    assert house.do("leo", TakeCard("left")) == ""
    assert house.do("ruth", NoCard("banker")) == ""
    assert house.balance("ann") == START + 30_00
    assert house.balance("leo") == START - 20_00
    assert house.balance("zoe") == START
    assert (held(house, "bank"), view(house)["net"]) == (90_00, -10_00)
    assert house.do("ruth", LeaveBank()) == ""
    assert (held(house, "bank"), house.balance("ruth")) == (0, START - 10_00)
    assert float_of(house) == floated


def test_mc_btv_20_a_bank_that_does_not_cover_all_takes_stakes_as_they_come(house: House) -> None:
    four(house)
    assert put_up(house, 50_00) == ""
    assert lay(house, "ann", right=30_00) == ""
    assert lay(house, "zoe", cheval=30_00) == "above_max"
    assert lay(house, "leo", left=20_00) == ""
    assert lay(house, "zoe", cheval=5_00) == "above_max"
    assert (view(house)["limit"], view(house)["staked"]) == (50_00, 50_00)
    assert put_up(house, 5_00) == ""
    assert lay(house, "zoe", cheval=5_00) == ""
    assert put_up(house, START) == "not_enough_chips"
    house.deal("5h 4h 2c 3d 5d 2s")
    for _ in range(2):
        tick(house, late=True)
    # Two naturals: everything that he put up is paid.
    assert (held(house, "bank"), house.balance("ruth")) == (0, START - 55_00)
    assert view(house)["banker"] == ""


def test_the_house_has_the_bank_and_nobody_waits_for_it(house: House) -> None:
    house.sit("ann", 1)
    house.deal("4h Th 2c 3d 2d 4c Ks")
    assert lay(house, "zoe", left=10_00) == ""
    assert put_up(house, 50_00) == "bank_in_play"
    assert house.do("zoe", Ready()) == ""
    # Right has no stakes, and nobody sits at the left: the croupier plays both.
    assert Round.objects.get(table_id=house.table_id).status == "closed"
    assert house.balance("zoe") == START - 10_00
    assert view(house)["results"] == ["+7-2/6"]


def test_mc_btv_16_only_who_has_the_hand_speaks_for_it(house: House) -> None:
    four(house)
    house.deal(FIVES)
    assert lay(house, "bob", right=10_00) == ""
    assert lay(house, "leo", left=10_00) == ""
    for name in ("bob", "leo"):
        assert house.do(name, Ready()) == ""
    shown = view(house)
    assert (shown["phase"], shown["right"]["holder"]) == ("right", party(house, "bob"))
    for name in ("ann", "leo", "zoe"):
        assert house.do(name, TakeCard("right")) == "not_owner"
    assert lay(house, "ann", right=10_00) == "betting_closed"
    assert house.do("bob", TakeCard("right")) == ""
    tick(house, late=True)
    # Leo said nothing: at five his hand stands; the banker has 6.
    assert view(house)["results"] == ["-4-5/6"]


def test_a_table_that_closes_gives_the_bank_back(house: House) -> None:
    assert put_up(house, 50_00) == ""
    tick(house)
    assert held(house, "bank") == 50_00
    sessions.announce_end(house.table_id, operator=house.operator, reason="late")
    for _ in range(20):
        if Table.objects.get(pk=house.table_id).status == "closed":
            break
        tick(house, late=True)
    assert (held(house, "bank"), house.balance("ruth")) == (0, START)


def test_an_annulled_coup_gives_the_stakes_back_and_leaves_the_bank(house: House) -> None:
    four(house)
    assert put_up(house, 50_00) == ""
    house.deal(FIVES)
    assert lay(house, "ann", right=10_00) == ""
    assert house.do("ann", Ready()) == ""
    assert house.do("ruth", DealCards()) == ""
    incidents.void_round(house.table_id, operator=house.operator, reason="wrong draw")
    assert (house.balance("ann"), held(house, "bank")) == (START, 50_00)
    # No card that was face down has been shown.
    assert proofs_in(house.frame()) == []


# --- the shuffle ----------------------------------------------------------------------------------


@pytest.mark.clause("MC-BTV-10", "MC-BTV-11", "MC-BTV-13")
def test_pontes_who_sit_have_a_part_in_the_shuffle_and_then_the_house_shuffles(
    transactional_db: None, settings: Settings
) -> None:
    settings.SHOE_CONTRIBUTIONS = "full"
    house = second_shoe(opened(seats=4))
    shown = made(house)
    assert shown is not None
    assert (shown["stage"], shown["offered"]) == ("sealing", [1]), "first at the first tableau"
    assert decline(house, "ann", 1) == ""
    assert cut(house, "bob", 3, 150) == ""
    for name, box in (("ann", 1), ("cat", 7)):
        assert seal(house, name, box) == ""
    close(house)
    for name, box, place in (("ann", 1, None), ("cat", 7, None), ("bob", 3, 150)):
        assert reveal(house, name, box, place) == ""
    assert (made(house) or {})["stage"] == "shuffling"
    assert shuffle(house).size == 312
    checked = complete(house, 6)
    assert (checked.contributions.mixed, checked.cut, checked.by) == ((1, 3, 7), 150, 3)


@pytest.mark.clause("MC-BTV-13")
@pytest.mark.parametrize("word", [True, False, None, "away"])
def test_a_ponte_cuts_with_the_consent_of_the_approved_banker(
    transactional_db: None, settings: Settings, word: bool | str | None
) -> None:
    settings.SHOE_CONTRIBUTIONS = "full"
    house = opened(seats=4)
    house.sit("ruth", 2)
    second_shoe(house)

    def allow(name: str, box: int, *, allows: bool) -> str:
        shoe = str((made(house) or {})["shoe"])
        return give(house, name, AllowCut(BoxNo(box), shoe, allows))

    def asked() -> tuple[str, list[int]]:
        shown = made(house) or {}
        return shown["stage"], shown["offered"]

    assert asked() == ("consent", [2])
    assert house.table.due_at is not None, "a clock runs"
    assert cut(house, "ann", 1, 150) == decline(house, "ann", 1) == "cut_not_offered"
    assert cut(house, "ruth", 2, 150) == "seal_closed", "she is no ponte"
    assert allow("ann", 1, allows=True) == "consent_not_asked"
    assert allow("ann", 2, allows=True) == "not_your_box"
    if word == "away":
        # Nobody has the bank but the house: nobody else's consent is wanted.
        go_away(house, "ruth")
    elif word is None:
        late(house)
    else:
        assert allow("ruth", 2, allows=bool(word)) == ""
    consents = word in (True, "away")
    assert asked() == ("sealing", [1] if consents else [])
    assert allow("ruth", 2, allows=True) == "consent_not_asked", "her word is given"
    assert cut(house, "ann", 1, 150) == ("" if consents else "cut_not_offered")
    others = [("bob", 3), ("cat", 7), ("ruth", 2)][: 2 if word == "away" else 3]
    if not consents:
        assert seal(house, "ann", 1) == ""
    for name, box in others:
        assert seal(house, name, box) == ""
    close(house)
    assert reveal(house, "ann", 1, 150 if consents else None) == ""
    for name, box in others:
        assert reveal(house, name, box) == ""
    assert (shuffle(house).cut_by or 0) == (1 if consents else 0)


# --- the last coup, of the chemin de fer ----------------------------------------------------------

LAST = "4h 2h 2c 3d 4d 3c"
"""Right 7, left 6, the banker 5: nobody draws but the banker, if he likes."""


def to_the_last_coup(house: House, then: str, *, banked: int = 51_00) -> None:
    """Play up to where ruth, whose bank is 50, is asked; these eight cards are left."""
    four(house)
    house.deal(f"{LAST} {then}", cards_behind=10, only=True)
    assert put_up(house, banked) == ""
    assert lay(house, "ann", right=1_00) == ""
    assert house.do("ann", Ready()) == ""
    assert house.do("ruth", DealCards()) == ""
    assert house.do("ann", NoCard("right")) == ""
    assert house.do("ruth", NoCard("banker")) == ""
    tick(house)


NEEDED = Needs(duties=frozenset({Duty.INSPECTOR}), seats=True, extra_places=frozenset({Place.BANK}))
"""What the game needed before its last coup was played."""


def held_places(house: House) -> set[str]:
    codes = Account.objects.filter(code__endswith=f":{house.table_id}").values_list(
        "kind", flat=True
    )
    return {*codes} & {"bank", "levy"}


EIGHT = "2h Kc 3h 7s 9d 9d 9d 9d"
"""The ponte 5, the banker 7."""


@pytest.mark.clause("MC-BTV-38")
def test_the_last_coup_is_played_against_one_hand_and_moves_chips_between_players(
    house: House,
) -> None:
    to_the_last_coup(house, EIGHT)
    floated = float_of(house)
    shown = view(house)
    assert (shown["phase"], shown["last"], shown["rest"]) == ("offer", "chemin_de_fer_offered", 8)
    assert house.do("ann", PlayCheminDeFer()) == "not_owner"
    assert house.do("leo", cdf.Banco(Amount(50_00))) == "not_awaited"
    assert house.do("ruth", PlayCheminDeFer()) == ""
    assert lay(house, "ann", right=5_00) == "session_ended"
    assert house.do("leo", cdf.WithTable(Amount(20_00))) == "below_half_bank"
    assert house.do("leo", cdf.WithTable(Amount(25_00))) == ""
    assert house.do("zoe", cdf.Complement(Amount(10_00))) == ""
    tick(house, late=True)
    assert (view(house)["chemin"]["phase"], view(house)["chemin"]["missing"]) == (
        "complete",
        15_00,
    )
    assert house.do("ruth", LeaveBank()) == "must_play"
    tick(house, late=True)
    assert house.do("ruth", cdf.DealCards()) == ""
    # What nobody covered is the banker's again; leo has the cards.
    assert held(house, "bank") == 35_00
    assert house.do("zoe", cdf.NoCard("ponte")) == "not_owner"
    assert house.do("leo", cdf.NoCard("ponte")) == ""
    assert house.do("ruth", cdf.NoCard("banker")) == ""
    assert (house.balance("leo"), house.balance("zoe")) == (START - 25_00, START - 10_00)
    assert (held(house, "bank"), held(house, "levy")) == (0, 1_75)
    assert house.balance("ruth") == START - 1_00 + 35_00 - 1_75
    assert float_of(house) == floated
    shown = view(house)
    assert (shown["last"], shown["chemin"]["ticket"]["amount"]) == ("played", 1_75)
    assert Round.objects.filter(table_id=house.table_id).latest("number").result == "B 5:7"


def test_a_table_older_than_its_levy_opens_the_account_when_the_levy_falls_due(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgraded house: its table was opened by a release that knew of no levy here."""
    with monkeypatch.context() as earlier:
        earlier.setattr(BanqueAToutVa, "needs", lambda game, rules: NEEDED)
        house = founded()
    assert held_places(house) == {"bank"}
    to_the_last_coup(house, EIGHT)
    assert house.do("ruth", PlayCheminDeFer()) == ""
    assert house.do("leo", cdf.Banco(Amount(50_00))) == ""
    tick(house, late=True)
    assert house.do("ruth", cdf.DealCards()) == ""
    assert house.do("leo", cdf.NoCard("ponte")) == ""
    assert house.do("ruth", cdf.NoCard("banker")) == ""
    assert held(house, "levy") == 2_50
    assert held_places(house) == {"bank", "levy"}


def counted(house: House) -> list[str]:
    """Return what was found each time that cards were counted after a session."""
    found = FloorEvent.objects.filter(table=house.table_id, kind="count_cards").order_by("pk")
    return [each.reason for each in found]


@pytest.mark.clause("MC-BTV-01")
def test_a_session_begins_in_the_afternoon_and_one_in_the_evening(
    transactional_db: None, settings: Settings
) -> None:
    house = opened(sessions_per_day=2)
    held = FloorEvent.objects.filter(table=house.table_id, kind="session")

    def tries(hour: int, before: int) -> str:
        """Close the table and open it again at an hour, so many hours after the last time."""
        set_house_hour(settings, hour)
        with tampering():
            held.update(at=F("at") - timedelta(hours=before))
        if house.table.status != "closed":
            incidents.break_off_session(house.table_id, operator=house.operator, reason="pause")
        pass_opening_check(house.table_id)
        try:
            sessions.open_session(house.table_id, operator=house.operator, reason="séance")
        except Refused as refused:
            return f"{refused.code} {next(iter(refused.detail.values()))}"
        return ""

    with tampering():
        held.update(at=Now())
    # It was opened at one o'clock.
    assert tries(14, 1) == "session_held 18"
    assert tries(17, 3) == "session_held 18"
    assert tries(23, 6) == "", "in the evening"
    assert tries(23, 0) == "no_session_left 2"
    # What began before midnight is of the evening before still: so is the hour.
    assert tries(1, 2) == "no_session_left 2"
    assert tries(11, 10) == "no_session_left 2", "the gaming day lasts until the afternoon"
    assert tries(13, 2) == "", "the next one"
    assert tries(2, 13) == "", "its evening, after midnight"
    assert tries(3, 1) == "no_session_left 2"


@pytest.mark.clause("MC-BTV-01")
def test_the_management_adds_sessions_and_each_part_of_the_day_keeps_one() -> None:
    def of(a_day: int) -> tuple[int, int]:
        sessions = GAME.needs(GAME.amend("MC", {"sessions_per_day": a_day})).sessions
        assert sessions is not None
        return sessions.per_day, sessions.per_day_part

    assert [of(each) for each in (1, 2, 3, 24)] == [(1, 1), (2, 1), (3, 2), (24, 23)]
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", {"afternoon_from_hour": 20})


@pytest.mark.clause("MC-BTV-02", "MC-EQ-34")
def test_the_table_closes_after_the_last_shoe_of_its_session(
    transactional_db: None,
) -> None:
    house = opened(shoes_per_session=1)

    def open_again() -> None:
        fix_float(house.table_id)
        sessions.open_session(house.table_id, operator=house.operator, reason="soirée")

    def play_the_shoe() -> None:
        house.deal(f"{LAST} {EIGHT}", cards_behind=10, only=True)
        assert lay(house, "zoe", right=1_00) == ""
        assert view(house)["shoe"] == 1
        assert house.do("zoe", Ready()) == ""
        assert (house.table.status, house.table.shoe_id) == ("closed", None)
        assert not Assignment.objects.filter(table=house.table_id, until=None).exists()
        assert lay(house, "zoe", right=1_00) == "table_closed"

    def last_shoe() -> UUID:
        played = Round.objects.filter(table=house.table_id).order_by("number").last()
        assert played is not None
        assert played.shoe_id is not None
        return played.shoe_id

    play_the_shoe()
    card_sets.return_cards(house.table_id, operator=house.operator, reason="soir")
    with pytest.raises(Refused, match="shoe_hidden"):
        card_sets.count_cards(house.table_id, operator=house.operator, reason="soir")
    first = last_shoe()
    # What is not revealed yet is counted later.
    open_again()
    assert counted(house) == []
    play_the_shoe()
    shoes.retire_shoe(first)
    second = shoes.retire_shoe(last_shoe())
    with tampering():
        # All of one face: those are no whole packs.
        Shoe.objects.filter(pk=second.pk).update(order=bytes(second.size))
    # What is wrong is for the card keeper to tell, and for the games management to decide.
    with pytest.raises(Refused, match="cards_differ"):
        open_again()
    card_sets.return_cards(house.table_id, operator=house.operator, reason="soir")
    card_sets.count_cards(house.table_id, operator=house.operator, reason="soir")
    assert counted(house)[0] == "1 =: soir"
    with pytest.raises(Refused, match="cards_in_question"):
        open_again()
    card_incidents.decide_card_incident(house.table_id, operator=house.operator, reason="examinées")
    open_again()
    sets = EquipmentSet.objects.filter(kind="sixain").order_by("pk")[:3]
    assert [each.state for each in sets] == ["checked", "withdrawn", "in_service"]


@pytest.mark.clause("MC-BTV-03", "MC-EQ-34")
def test_a_session_that_is_broken_off_leaves_no_card_to_the_next(house: House) -> None:
    house.deal(f"{LAST} {EIGHT}")
    assert lay(house, "zoe", right=1_00) == ""
    assert house.do("zoe", Ready()) == ""
    dealt = house.table.shoe_id
    assert dealt is not None
    incidents.break_off_session(house.table_id, operator=house.operator, reason="a glass")
    assert house.table.shoe_id is None
    shoes.retire_shoe(dealt)
    fix_float(house.table_id)
    sessions.open_session(house.table_id, operator=house.operator, reason="soirée")
    assert counted(house) == ["1 =: soirée"]
    assert house.table.shoe_id != dealt


@pytest.mark.clause("MC-BTV-38")
def test_a_banker_who_is_silent_does_not_play_the_last_coup(house: House) -> None:
    to_the_last_coup(house, EIGHT)
    tick(house, late=True)
    assert (held(house, "bank"), house.balance("ruth")) == (0, START - 1_00)
    assert (view(house)["phase"], view(house)["chemin"]) == ("closed", None)
    # The next shoe begins with the house, and stakes on the tableaux.
    house.deal("4h Th 2c 3d 2d 4c Ks")
    assert lay(house, "ann", right=5_00) == ""


def test_an_annulled_last_coup_gives_everything_back(house: House) -> None:
    to_the_last_coup(house, EIGHT)
    assert house.do("ruth", PlayCheminDeFer()) == ""
    assert house.do("leo", cdf.Banco(Amount(50_00))) == ""
    tick(house, late=True)
    assert house.do("ruth", cdf.DealCards()) == ""
    incidents.void_round(house.table_id, operator=house.operator, reason="wrong draw")
    assert (house.balance("leo"), house.balance("ruth")) == (START, START - 1_00)
    assert (held(house, "bank"), held(house, "levy")) == (0, 0)
    assert proofs_in(house.frame()) == []


@pytest.mark.asyncio
@pytest.mark.clause("MC-BTV-38")
async def test_at_the_last_coup_a_socket_claims_and_hands_are_their_holder_s(
    browse: Any, house: House
) -> None:
    await sync_to_async(to_the_last_coup)(house, EIGHT)
    async with browse("ruth") as ruth, browse("leo") as leo, browse("ann") as ann:
        for socket in (ruth, leo, ann):
            await socket.hear("frame")
        await ruth.done({"kind": "banque_a_tout_va.chemin_de_fer"})
        # What this coup does not know is no word of this table.
        assert await leo.refused({"kind": "chemin_de_fer.keep"}) == "unknown_command"
        await leo.done({"kind": "chemin_de_fer.banco", "amount": 50_00})
        for name in ("ann", "bob", "leo", "lou"):
            assert await sync_to_async(house.do)(name, cdf.NoMore()) == ""
        assert await sync_to_async(house.do)("ruth", cdf.DealCards()) == ""
        seq = await sync_to_async(lambda: house.table.seq)()
        heard = {
            name: json.dumps(await everything(socket, seq))
            for name, socket in (("ruth", ruth), ("leo", leo), ("ann", ann))
        }
    hands = {"leo": {"2h", "3h"}, "ruth": {"Kc", "7s"}}
    for name, text in heard.items():
        seen = {card for card in ("2h", "3h", "Kc", "7s") if f'"{card}"' in text}
        assert seen == hands.get(name, set())


# --- what a socket is sent ------------------------------------------------------------------------

RIGHT, LEFT, BANKER = {"2h", "3d"}, {"3c", "2s"}, {"2c", "4d"}


def begin(house: House) -> None:
    """Bring the table to the moment before the banker deals."""
    four(house)
    assert put_up(house, 50_00) == ""
    house.deal(FIVES)
    assert lay(house, "ann", right=10_00) == ""
    assert lay(house, "leo", left=10_00) == ""
    for name in ("ann", "leo"):
        assert house.do(name, Ready()) == ""


def cards(heard: Any) -> set[str]:
    """Return every card of the three hands, or its proof, that stands anywhere in what was sent."""
    text = json.dumps(heard)
    proven = {str(PACK[each["face"]]) for each in proofs_in(heard)}
    return {card for card in RIGHT | LEFT | BANKER if f'"{card}"' in text or card in proven}


def go_on(house: House) -> None:
    """Deal; right draws and throws its cards, left stands, and the third card lies open."""
    assert house.do("ruth", DealCards()) == ""
    assert house.do("ann", TakeCard("right")) == ""
    assert house.do("leo", NoCard("left")) == ""


async def told(house: House, browse: Callable[..., Any]) -> dict[str, set[str]]:
    """Deal before sockets of four players and a watcher; return which cards each was sent."""
    await sync_to_async(begin)(house)
    async with AsyncExitStack() as stack:
        sockets = {
            name: await stack.enter_async_context(browse(name))
            for name in ("ann", "leo", "ruth", "bob")
        }
        sockets["watcher"] = await stack.enter_async_context(browse(None))
        await asyncio.gather(*(socket.hear("frame") for socket in sockets.values()))
        await sync_to_async(go_on)(house)
        seq = await sync_to_async(lambda: house.table.seq)()
        heard = {name: cards(await everything(socket, seq)) for name, socket in sockets.items()}
        for name in ("ann", "bob"):
            again = await stack.enter_async_context(browse(name))
            heard[f"{name} late"] = cards(await everything(again, seq))
        return heard


@pytest.mark.asyncio
@pytest.mark.clause("MC-BTV-28")
async def test_hands_and_thrown_cards_reach_their_holder_alone(browse: Any, house: House) -> None:
    heard = await told(house, browse)
    assert heard == {
        "ann": RIGHT | BANKER, "ann late": RIGHT | BANKER, "leo": LEFT | BANKER, "ruth": BANKER,
        "bob": BANKER, "bob late": BANKER, "watcher": BANKER,
    }  # fmt: skip


@pytest.mark.asyncio
async def test_a_planted_leak_would_be_seen(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: an engine that shows the cards as they are dealt tells everybody."""
    hide = BanqueAToutVa.redact
    monkeypatch.setattr(
        BanqueAToutVa,
        "redact",
        lambda game, event, *of: event if isinstance(event, CardsDealt) else hide(game, event, *of),
    )
    heard = await told(house, browse)
    assert heard["bob"] == heard["watcher"] == RIGHT | LEFT | BANKER
