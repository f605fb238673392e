"""Cards that one player may see reach that player's sockets alone, and nothing else on the way."""

import asyncio
import base64
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from tables.games.chemin_de_fer import CHEMIN_DE_FER, CheminDeFer
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount
from tables.models import RoundEvent
from tables.projections import live_round
from tables.realtime import groups
from tests.floor import House
from tests.tables.test_chemin_de_fer import FOUR, four, house
from tests.tables.test_socket import Browser, browse, hub_of_this_test

__all__ = ["browse", "house", "hub_of_this_test"]

pytestmark = pytest.mark.asyncio

PONTE = {"2h", "3d"}
BANKER = {"3c", "4s"}
DECK = "2h 3c 3d 4s 4h"


def begin(house: House) -> None:
    """Bring the table to the moment before the banker deals: ann is banker, bob holds."""
    four(house)
    house.deal(DECK)
    assert house.do("ann", cdf.StakeBank(Amount(20_00))) == ""
    assert house.do("bob", cdf.Banco(Amount(20_00))) == ""
    for name in FOUR[1:]:
        assert house.do(name, cdf.NoMore()) == ""


async def everything(browser: Browser, seq: int = 0) -> list[dict[str, Any]]:
    """Return all that a socket is sent up to the frame of a number, and what comes right after."""
    heard: list[dict[str, Any]] = []
    asked = seq == 0
    if asked:
        await browser.socket.send_to(json.dumps({"ping": 1}))
    while True:
        message = await browser.next()
        heard.append(message)
        if message["type"] == "pong":
            return heard
        if not asked and message["type"] == "frame" and message["seq"] >= seq:
            # What is one's own follows its frame at once, and so comes before this answer.
            await browser.socket.send_to(json.dumps({"ping": 1}))
            asked = True


def cards(heard: Any) -> set[str]:
    """Return every card of the two hands that stands anywhere in what was sent."""
    return cards_in(json.dumps(heard))


def cards_in(text: str) -> set[str]:
    return {card for card in PONTE | BANKER if f'"{card}"' in text}


async def listen(house: House, browse: Callable[..., Any]) -> dict[str, list[dict[str, Any]]]:
    """Deal a coup before four sockets and a watcher; return what each has been sent."""
    await sync_to_async(begin)(house)
    async with AsyncExitStack() as stack:
        sockets = {
            name: await stack.enter_async_context(browse(name)) for name in ("ann", "bob", "cat")
        }
        # A second tab of the same player, and somebody who is not signed in.
        sockets["bob again"] = await stack.enter_async_context(browse("bob"))
        sockets["watcher"] = await stack.enter_async_context(browse(None))
        await asyncio.gather(*(socket.hear("frame") for socket in sockets.values()))
        await sync_to_async(house.do)("ann", cdf.DealCards())
        seq = await sync_to_async(lambda: house.table.seq)()
        told = {name: await everything(socket, seq) for name, socket in sockets.items()}
        # Somebody who comes now is shown what he would have been shown.
        for name in ("ann", "bob", "cat"):
            late = await stack.enter_async_context(browse(name))
            told[f"{name} late"] = await everything(late, seq)
        return told


FACES = {"2h": PACK.index(Card("2h")), "3d": PACK.index(Card("3d"))} | {
    "3c": PACK.index(Card("3c")),
    "4s": PACK.index(Card("4s")),
}


def proved(heard: Any) -> set[str]:
    """Return every card of the two hands of which a proof stands anywhere in what was sent."""
    faces = {each["face"] for each in proofs_in(heard)}
    return {card for card, face in FACES.items() if face in faces}


def dealt(state: Any) -> frozenset[int]:
    """Return all cards of a coup, by when they were drawn."""
    return frozenset(range(len(state.ponte_cards) + len(state.banker_cards)))


def proofs_in(heard: Any) -> list[dict[str, Any]]:
    """Return every proof of a card that stands anywhere in what was sent."""
    if isinstance(heard, list):
        return [each for part in heard for each in proofs_in(part)]
    if not isinstance(heard, dict):
        return []
    mine = [heard] if "proof" in heard else []
    return mine + [each for part in heard.values() for each in proofs_in(part)]


def assert_private(told: dict[str, list[dict[str, Any]]]) -> None:
    seen = {name: cards(heard) for name, heard in told.items()}
    assert seen == {
        "ann": BANKER,
        "ann late": BANKER,
        "bob": PONTE,
        "bob again": PONTE,
        "bob late": PONTE,
        "cat": set(),
        "cat late": set(),
        "watcher": set(),
    }
    # The proof of a card holds its salt: it is as secret as the card, and comes with it.
    assert {name: proved(heard) for name, heard in told.items()} == seen


async def test_a_hand_that_one_player_may_see_reaches_his_frames_alone(
    browse: Any, house: House
) -> None:
    told = await listen(house, browse)
    assert_private(told)
    own = [message for message in told["bob"] if message["type"] == "own"]
    assert own[-1]["own"]["cards"] == ["2h", "3d"]
    assert not any(message["type"] == "own" for message in told["watcher"])


async def test_it_fails_when_events_are_not_covered(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CheminDeFer, "redact", lambda self, event: event)
    told = await listen(house, browse)
    with pytest.raises(AssertionError):
        assert_private(told)
    assert cards(told["watcher"]) == PONTE | BANKER


async def test_it_fails_when_the_view_is_not_covered(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tables.games.chemin_de_fer import view

    monkeypatch.setattr(
        view, "_hand", lambda state, cards, draws: view.CardsView(cards, None, draws)
    )
    with pytest.raises(AssertionError):
        assert_private(await listen(house, browse))


async def test_it_fails_when_what_is_a_partys_own_goes_to_another(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = CHEMIN_DE_FER.private_view

    def mixed(self: CheminDeFer, rules: Any, state: Any, party: Any) -> Any:
        return own(rules, state, state.banker if party == state.ponte else state.ponte)

    monkeypatch.setattr(CheminDeFer, "private_view", mixed)
    with pytest.raises(AssertionError):
        assert_private(await listen(house, browse))


async def test_it_fails_when_the_proof_of_a_face_down_card_is_shown(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CheminDeFer, "face_up_cards", lambda self, state: dealt(state))
    told = await listen(house, browse)
    with pytest.raises(AssertionError):
        assert_private(told)
    assert proved(told["watcher"]) == PONTE | BANKER
    assert cards(told["watcher"]) == set(), "no card is named, and yet all are known"


async def test_it_fails_when_the_proofs_of_a_hand_go_to_the_other(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        CheminDeFer, "face_down_cards_of", lambda self, state, party: dealt(state) & {0, 2}
    )
    told = await listen(house, browse)
    with pytest.raises(AssertionError):
        assert_private(told)
    assert proved(told["ann"]) == PONTE


async def test_a_hand_that_is_turned_is_proved_to_everybody(browse: Any, house: House) -> None:
    await sync_to_async(begin)(house)
    async with browse("cat") as cat:
        first = await cat.hear("frame")
        assert first["floor"]["openings"] == []
        await sync_to_async(house.do)("ann", cdf.DealCards())
        await sync_to_async(house.do)("bob", cdf.TakeCard("ponte"))
        seq = await sync_to_async(lambda: house.table.seq)()
        heard = await everything(cat, seq)
        third = [each["face"] for each in proofs_in(heard)]
        assert third == [PACK.index(Card("4h"))], "passed face up"
        await sync_to_async(house.do)("ann", cdf.NoCard("banker"))
        seq = await sync_to_async(lambda: house.table.seq)()
        turned = proofs_in(await everything(cat, seq))
    assert [PACK[each["face"]] for each in turned] == ["2h", "3c", "3d", "4s"]
    async with browse("cat") as late:
        shown = await late.hear("frame")
    root = shown["floor"]["shoe"]["root"]
    assert {each["place"] for each in shown["floor"]["openings"]} == {5, 6, 7, 8, 9}
    for each in shown["floor"]["openings"]:
        assert opens(each, root, size=shown["floor"]["shoe"]["size"])
        assert not opens(each | {"face": (each["face"] + 1) % 52}, root, size=312)


def opens(card: dict[str, Any], root: str, *, size: int) -> bool:
    """Check a proof as a browser does: salt and hashes, nearest leaf first, against the root."""
    parts = base64.b64decode(card["proof"])
    salt, path = parts[:32], [parts[at : at + 32] for at in range(32, len(parts), 32)]
    # RFC 6962, 2.1.1; these shoes are not cut, so that places are numbers of leaves.
    at, last = card["place"], size - 1
    node = sha256(b"\0" + at.to_bytes(4, "big") + bytes([card["face"]]) + salt).digest()
    for other in path:
        if at & 1 or at == last:
            node = sha256(b"\1" + other + node).digest()
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + other).digest()
        at, last = at >> 1, last >> 1
    return node.hex() == root


async def test_in_redis_a_face_down_card_is_in_its_partys_message_only(
    house: House, hub_of_this_test: None
) -> None:
    layer = get_channel_layer()
    assert layer is not None
    heard = await layer.new_channel()
    await layer.group_add(groups.of_table(house.table_id), heard)
    await sync_to_async(begin)(house)
    await sync_to_async(house.do)("ann", cdf.DealCards())
    ann, bob = (str(house.player(name).pk) for name in ("ann", "bob"))
    own: dict[str, list[str]] = {}
    while not own:
        message: Any = await asyncio.wait_for(layer.receive(heard), 300)
        own = {party: texts for party, texts in message.pop("own").items() if "cards" in str(texts)}
        assert cards_in(str(message)) == set()
    assert {party: cards_in(str(texts)) for party, texts in own.items()} == {
        ann: BANKER,
        bob: PONTE,
    }
    await layer.flush()


async def test_a_receipt_of_who_deals_and_a_command_sent_again_show_no_card(
    browse: Any, house: House
) -> None:
    await sync_to_async(begin)(house)
    async with browse("ann") as ann, browse("cat") as cat:
        await asyncio.gather(ann.hear("frame"), cat.hear("frame"))
        deal = await ann.say({"kind": "chemin_de_fer.deal"})
        shown = await ann.hear("frame", deal)
        assert cards(shown) == set()
        await ann.hear("own")
        await ann.say({"kind": "chemin_de_fer.deal"}, deal)
        again = await everything(ann)
        assert [message["type"] for message in again] == ["receipt", "pong"]
        assert cards(again) == set()
        assert cards(await everything(cat, shown["seq"])) == set()
    # The whole truth is in the round's events all the same, for whoever settles a dispute.
    kept = await sync_to_async(lambda: list(RoundEvent.objects.values_list("body", flat=True)))()
    assert cards(kept) == PONTE | BANKER


async def test_no_log_line_holds_a_card_that_lies_face_down(
    house: House, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    await sync_to_async(begin)(house)
    await sync_to_async(house.do)("ann", cdf.DealCards())
    assert live_round.states, "the states that are remembered hold the cards"
    written = caplog.text + "".join(capsys.readouterr())
    assert cards_in(written.replace("'", '"')) == set()
