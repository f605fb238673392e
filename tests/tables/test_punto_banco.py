"""Punto banco on the floor: who stakes, who holds the cards, and who sees them first."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any, get_args
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import F

from casino.rng.models import Shoe
from tables import tasks
from tables.games.core.cards import PACK
from tables.games.core.money import BoxNo
from tables.games.punto_banco import PuntoBanco
from tables.games.punto_banco.messages import (
    CardsDealt,
    Command,
    Ready,
    RefuseBank,
    RefuseCards,
    TurnCards,
)
from tables.incidents import services as incidents
from tables.models import Round, RoundEvent, Table
from tables.operation.croupier import Croupier
from tables.seating import services as seating
from tests.chaos import recount
from tests.floor import House, reused_house
from tests.games.punto_banco.playing import staking
from tests.stacked_shoes import BURN as BURN_BEFORE
from tests.tables.test_private_cards import everything, proofs_in
from tests.tables.test_review import played_again
from tests.tables.test_shuffling import complete
from tests.tables.test_socket import browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test"]

BURN = "Ah 2d"
"""An ace is turned up, and one card burnt."""
PUNTO_WINS = "9h 4c Td 2s"
BANCO_WINS = "Th 4c Td 5s"


def opened(name: str = "punto", **options: Any) -> House:
    """Return a table that nobody hurries."""
    patient = {"betting_window_seconds": 300, "decision_seconds": 120}
    return reused_house(name, "MC", game="punto_banco", **patient | options)


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


def view(house: House) -> dict[str, Any]:
    shown: dict[str, Any] = house.frame()["view"]
    return shown


def party(house: House, name: str) -> str:
    return str(house.player(name).pk)


def lay(house: House, name: str, **bets: int) -> str:
    return house.do(name, staking(**bets))


def check_sealed(shoe: UUID | None) -> None:
    """Assert that nothing may change the cards in a device: the database refuses it."""
    found = Shoe.objects.filter(pk=shoe)
    for change in ({"sealed_order": b"another"}, {"stop_at": F("stop_at") - 1},
                   {"position": F("position") - 1}, {"cut": 1}):  # fmt: skip
        with pytest.raises(DatabaseError, match="rng_shoe"), transaction.atomic():
            found.update(**change)


def position(house: House) -> int:
    """Return how many cards have left the shoe."""
    found: int = house.frame()["floor"]["shoe"]["position"]
    return found


def leave(house: House, name: str, box: int) -> None:
    player, seat = house.player(name).pk, BoxNo(box)
    assert not seating.leave_box(
        player_id=player, table_id=house.table_id, command_id=uuid4(), box=seat
    )


@pytest.mark.clause("MC-PB-55")
def test_mc_pb_06_who_stands_may_stake_and_mc_pb_33_never_receives_cards(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.deal(f"{BURN} {PUNTO_WINS}")
    assert lay(house, "zoe", punto=50_00) == ""
    assert lay(house, "bob", punto=10_00) == ""
    for name in ("zoe", "bob"):
        assert house.do(name, Ready()) == ""
    shown = view(house)
    assert shown["phase"] == "punto"
    assert shown["punto"]["to"] == party(house, "bob")
    assert shown["punto"]["cards"] == [None, None]
    assert house.do("zoe", TurnCards("punto")) == "not_owner"
    assert house.do("zoe", RefuseBank()) == "betting_closed"
    assert lay(house, "ann", banco=10_00) == "betting_closed"
    assert house.do("bob", TurnCards("punto")) == ""
    assert house.do("ann", TurnCards("banco")) == ""
    assert [house.balance(name) for name in ("zoe", "bob")] == [1050_00, 1010_00]
    assert Round.objects.get(table_id=house.table_id).status == "closed"
    # Both hands lie there until the next bets are taken.
    shown = view(house)
    assert [shown[hand]["cards"] for hand in ("punto", "banco")] == [["9h", "Td"], ["4c", "2s"]]


def test_mc_pb_14_the_bank_goes_round_the_table_and_past_whoever_refuses(house: House) -> None:
    for box, name in enumerate(("ann", "bob", "cat"), start=1):
        house.sit(name, box)
    house.deal(f"{BURN} {PUNTO_WINS} {PUNTO_WINS} {BANCO_WINS}")
    for banker in ("ann", "cat"):
        assert lay(house, "cat", punto=10_00) == ""
        if banker == "cat":
            # The bank has come to bob, who lets it pass.
            assert house.do("bob", RefuseBank()) == ""
            assert house.do("bob", RefuseBank()) == "already_decided"
        assert view(house)["banker"] == party(house, banker)
        assert house.do("cat", Ready()) == ""
        assert house.do("cat", TurnCards("punto")) == ""
        if view(house)["phase"] == "banco":
            assert house.do(banker, TurnCards("banco")) == ""
        assert Round.objects.filter(table_id=house.table_id, status="running").count() == 0
    # Punto has won twice: after cat the bank is at seat 1 again.
    assert lay(house, "ann", banco=10_00) == ""
    assert view(house)["seat"] == 1
    assert house.do("ann", RefuseBank()) == ""
    assert view(house)["seat"] == 2


def test_a_banker_who_leaves_between_coups_is_followed_by_the_next(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 4)
    house.deal(f"{BURN} {BANCO_WINS}")
    assert lay(house, "bob", banco=10_00) == ""
    assert view(house)["seat"] == 1
    leave(house, "ann", 1)
    assert view(house)["seat"] == 4


@pytest.mark.clause("MC-PB-03", "MC-PB-56")
def test_mc_pb_38_the_clock_turns_the_cards_and_then_the_dealer(house: House) -> None:
    house.sit("ann", 1)
    house.deal(f"{BURN} {PUNTO_WINS} {BANCO_WINS}")
    assert lay(house, "zoe", tie=10_00) == ""
    late(house)
    # Nobody seated is on punto: the dealer turns those, the banker has banco's.
    assert view(house)["phase"] == "banco"
    assert view(house)["punto"]["point"] == 9
    late(house)
    assert Round.objects.get(table_id=house.table_id).status == "closed"
    assert [kind.partition(".")[2] for kind in house.events()] == [
        *("opened", "staked", "card_turned_up", "cards_burnt", "bets_closed", "cards_dealt"),
        *("hand_turned", "hand_turned", "pairs_announced", "coup_announced"),
        *("stakes_settled", "bank_passed", "coup_closed"),
    ]
    assert lay(house, "zoe", tie=10_00) == ""
    # What was dealt before lies in the receptacle: it is read no more, and not proven again.
    shown = house.frame()
    assert [shown["view"][hand]["cards"] for hand in ("punto", "banco")] == [[], []]
    assert proofs_in(shown) == []
    assert house.do("zoe", Ready()) == ""
    # Ann was silent: nobody waits for her again.
    assert Round.objects.filter(table_id=house.table_id, status="closed").count() == 2
    assert view(house)["results"] == ["P96n", "B09np"]


@pytest.mark.clause("MC-PB-35", "MC-PB-38")
def test_who_refuses_the_cards_has_the_dealer_turn_them_at_once(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.deal(f"{BURN} {PUNTO_WINS}")
    assert lay(house, "bob", punto=10_00) == ""
    assert house.do("bob", RefuseCards("punto")) == "not_awaited", "there are none yet"
    assert house.do("bob", Ready()) == ""
    asked = [(each["command"], each["box"]) for each in view(house)["options"]]
    assert asked == [("punto_banco.turn", 2), ("punto_banco.refuse_cards", 2)]
    assert house.do("ann", RefuseCards("punto")) == "not_owner"
    assert house.do("zoe", RefuseCards("punto")) == "not_owner"
    assert house.do("bob", RefuseCards("punto")) == ""
    shown = view(house)
    assert (shown["phase"], shown["punto"]["point"], shown["punto"]["to"]) == ("banco", 9, "")
    assert house.do("ann", RefuseCards("banco")) == ""
    assert Round.objects.get(table_id=house.table_id).status == "closed"
    assert house.balance("bob") == 1010_00, "it changes nothing of the result"
    turned = RoundEvent.objects.filter(kind="punto_banco.hand_turned").order_by("seq")
    assert [each.body["by"] for each in turned] == ["dealer", "dealer"]
    # It was for this coup: he is passed the next one's cards.
    house.deal(PUNTO_WINS)
    assert lay(house, "bob", punto=10_00) == ""
    assert house.do("bob", Ready()) == ""
    assert view(house)["punto"]["to"] == party(house, "bob")


@pytest.mark.clause("MC-PB-05")
def test_only_the_house_takes_cards_from_the_shoe(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.deal(f"{BURN} {PUNTO_WINS}")
    assert lay(house, "bob", punto=10_00) == ""
    assert lay(house, "ann", banco=10_00) == ""
    before = position(house)

    # All that a player may say here.
    asked = (
        *(staking(banco=10_00), RefuseBank(), TurnCards("banco"), TurnCards("punto")),
        *(RefuseCards("banco"), RefuseCards("punto"), Ready()),
    )
    assert {type(each) for each in asked} == {*get_args(Command)}
    for word in asked:
        house.do("ann", word)
    assert position(house) == before, "no word of a player moves it while bets are taken"
    late(house)
    assert position(house) == before + 4, "the bets are closed: the house deals"
    assert house.do("bob", TurnCards("punto")) == ""
    # Ann has let the bank pass: it is his.
    assert house.do("bob", TurnCards("banco")) == ""
    assert position(house) == before + 4, "what lay there was turned"


@pytest.mark.clause("MC-PB-18")
def test_burnt_cards_are_shown_to_nobody_and_proven_when_the_shoe_is_revealed(
    house: House,
) -> None:
    house.sit("ann", 1)
    house.deal(f"3h 7c 8c 9c {PUNTO_WINS}")
    assert lay(house, "ann", tie=10_00) == ""
    frame = house.frame()
    assert (frame["view"]["turned_up"], frame["view"]["burned"]) == ("3h", 3)
    shoe = frame["floor"]["shoe"]
    # Beside what every stacked shoe has burnt before: one turned up, three burnt.
    assert shoe["position"] == BURN_BEFORE + 4
    opened = [PACK[each["face"]] for each in proofs_in(frame)]
    assert opened == ["3h"]
    for text in ("7c", "8c", "9c"):
        assert f'"{text}"' not in json.dumps(frame)
    late(house)
    late(house)
    end = house.frame()
    shown = [PACK[each["face"]] for each in proofs_in(end)]
    assert sorted(shown) == sorted(["3h", *PUNTO_WINS.split()])


def test_mc_pb_04_the_server_collects_and_pays_and_waits_for_no_payer(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.deal(f"{BURN} {PUNTO_WINS}")
    before = house.balance("ann"), house.balance("bob")
    assert lay(house, "ann", punto=10_00) == ""
    assert lay(house, "bob", banco=20_00) == ""
    for _ in range(3):
        late(house)
    assert view(house)["phase"] == "closed"
    assert (house.balance("ann"), house.balance("bob")) == (before[0] + 10_00, before[1] - 20_00)


@pytest.mark.clause("MC-PB-23")
def test_mc_pb_24_a_continuous_shuffler_burns_anew_when_play_is_resumed() -> None:
    house = opened("continu", card_device="continuous")
    house.sit("ann", 1)
    for _ in range(2):
        assert lay(house, "ann", tie=10_00) == ""
        burned = "punto_banco.cards_burnt" in house.events()
        late(house)
        late(house)
        if view(house)["phase"] != "closed":
            late(house)
        assert burned is (Round.objects.filter(table_id=house.table_id).count() == 1)
        sequence = Table.objects.get(pk=house.table_id).shoe_sequence
        tasks.make_equipment(house.table_id, sequence)
    leave(house, "ann", 1)
    # Nobody is there: the cards stay in the device as they are, whoever looks.
    left = house.table.shoe_id, position(house)
    late(house)
    Croupier().keep_clocks()
    assert (house.table.shoe_id, position(house)) == left
    check_sealed(house.table.shoe_id)
    complete(house, 6)
    house.sit("bob", 1)
    tasks.make_equipment(house.table_id, Table.objects.get(pk=house.table_id).shoe_sequence)
    assert lay(house, "bob", tie=10_00) == ""
    assert house.events()[-3:].count("punto_banco.cards_burnt") == 1
    late(house)
    late(house)


def test_mc_pb_59_an_annulled_coup_gives_side_bets_back_too(house: House) -> None:
    house.sit("ann", 1)
    before = house.balance("ann")
    house.deal(f"{BURN} 2h 3c 3d 2s")
    assert lay(house, "ann", punto=10_00, pair_cheval=2_00, dragon_banco=1_00) == ""
    assert house.do("ann", Ready()) == ""
    assert house.balance("ann") == before - 13_00
    incidents.void_round(house.table_id, operator=house.operator, reason="wrong draw")
    assert house.balance("ann") == before
    # No card that was face down has been shown.
    assert [PACK[each["face"]] for each in proofs_in(house.frame())] == ["Ah"]
    assert view(house)["results"] == []


# --- what a socket is sent ------------------------------------------------------------------------

PUNTO, BANCO = {"2h", "3d"}, {"3c", "4s"}


def begin(house: House) -> None:
    """Bring the table to the moment before the bets close: bob has most on punto, ann the bank."""
    for box, name in enumerate(("ann", "bob", "cat"), start=1):
        house.sit(name, box)
    house.deal(f"{BURN} 2h 3c 3d 4s 5d")
    assert lay(house, "bob", punto=10_00) == ""
    assert lay(house, "cat", punto=5_00) == ""
    assert house.do("cat", Ready()) == ""


def cards(heard: Any) -> set[str]:
    """Return every card of the two hands, or its proof, that stands anywhere in what was sent."""
    text = json.dumps(heard)
    proven = {str(PACK[each["face"]]) for each in proofs_in(heard)}
    return {card for card in PUNTO | BANCO if f'"{card}"' in text or card in proven}


async def told(house: House, browse: Callable[..., Any]) -> dict[str, set[str]]:
    """Deal before sockets of three players and a watcher; return which cards each was sent."""
    await sync_to_async(begin)(house)
    async with AsyncExitStack() as stack:
        sockets = {
            name: await stack.enter_async_context(browse(name)) for name in ("ann", "bob", "cat")
        }
        sockets["watcher"] = await stack.enter_async_context(browse(None))
        await asyncio.gather(*(socket.hear("frame") for socket in sockets.values()))
        await sync_to_async(house.do)("bob", Ready())
        seq = await sync_to_async(lambda: house.table.seq)()
        heard = {name: cards(await everything(socket, seq)) for name, socket in sockets.items()}
        for name in ("bob", "cat"):
            again = await stack.enter_async_context(browse(name))
            heard[f"{name} late"] = cards(await everything(again, seq))
        return heard


@pytest.mark.asyncio
@pytest.mark.clause("MC-PB-33", "MC-PB-36")
async def test_cards_that_were_passed_reach_their_holder_alone(browse: Any, house: House) -> None:
    heard = await told(house, browse)
    assert heard == {
        "ann": BANCO, "bob": PUNTO, "bob late": PUNTO, "cat": set(), "cat late": set(),
        "watcher": set(),
    }  # fmt: skip


@pytest.mark.asyncio
async def test_a_planted_leak_would_be_seen(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: an engine that shows the cards as they are dealt tells everybody."""
    hide = PuntoBanco.redact
    monkeypatch.setattr(
        PuntoBanco,
        "redact",
        lambda game, event, *of: event if isinstance(event, CardsDealt) else hide(game, event, *of),
    )
    heard = await told(house, browse)
    assert heard["cat"] == heard["watcher"] == PUNTO | BANCO
