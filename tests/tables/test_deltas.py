"""What a socket makes of deltas is what was published, whatever it missed and whenever it came."""

import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.realtime import connections, hub
from tables.realtime.deltas import Deltas, difference
from tests import campaign
from tests.load.client import Frames, Unfollowed, renewed

SCALARS = st.none() | st.integers(2, 9) | st.sampled_from(["", "a", "0", "é"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab01"), inner),
    max_leaves=12,
)


def message(
    seq: int, view: Any, events: str = "", known: Deltas | None = None, **rest: Any
) -> dict[str, Any]:
    """Return what a hub is sent of a frame by a process that knows these frames."""
    head = f'{{"type":"frame","table":1,"seq":{seq},"cause":null,"events":['
    text = f'{head}{events}],"view":{json.dumps(view)},"floor":{{"round":{seq // 4}}}}}'
    span = (len(head), len(head + events))
    delta = known.delta_and_remember(1, seq, seq - 1, text, span) if known else ""
    told = {"type": "frame", "table": 1, "seq": seq, "follows": seq - 1, "text": text, "own": {}}
    told |= {"events": span, "delta": delta, "waits": False, "clock": [0, 0]}
    return told | rest


def after(before: Any, view: Any) -> str:
    """Return the delta from one view to another, an empty text where there is none."""
    known = Deltas()
    message(7, before, known=known)
    delta: str = message(8, view, known=known)["delta"]
    return delta


@pytest.mark.campaign
@campaign.examples(100, 10_000)
@given(st.lists(VALUES, min_size=2, max_size=4))
def test_frames_made_of_deltas_are_those_that_were_published(views: list[Any]) -> None:
    frames, known = Frames(), Deltas()
    for seq, view in enumerate(views, start=5):
        told = message(seq, {"shown": view}, known=known)
        assert (told["delta"] == "") <= (seq == 5 or isinstance(view, dict))
        made = frames.whole(json.loads(told["delta"] or told["text"]))
        assert made == json.loads(told["text"])


def test_only_what_changed_is_sent() -> None:
    before = {"limits": {"least": 5}, "boxes": [{"box": 1, "cards": ["2c"]}, {"box": 2}]}
    view = {"limits": {"least": 5}, "boxes": [{"box": 1, "cards": ["2c", "9d"]}, {"box": 2}]}
    told = json.loads(after(before, view))
    assert (told["type"], told["since"], told["seq"]) == ("delta", 7, 8)
    assert told["view"] == {"boxes": {"0": {"cards": ["2c", "9d"]}}}
    assert told["floor"] == {"round": 2}


def test_what_was_taken_away_and_what_came_new_is_told() -> None:
    before = {"turn": {"box": 1}, "boxes": [1], "dealer": None}
    view = {"turn": None, "boxes": [], "dealer": {"cards": []}}
    assert renewed(before, difference(before, view)) == view


def test_an_object_in_the_place_of_another_sort_is_shown_by_a_whole_frame() -> None:
    """To change fields of the first would leave what only the first had."""
    assert after({"told": {"a": 1}}, {"told": {"b": 1}}) == ""
    assert after({"told": [1]}, {"told": {"b": 1}}) == ""
    assert after({"told": {"a": 1}}, {"told": {"a": 2}}) != ""


def test_a_delta_follows_the_frame_before_and_no_other() -> None:
    views = {seq: {"boxes": [seq]} for seq in range(1, 10)}
    known = Deltas()
    assert message(3, views[3], known=known)["delta"] == "", "nothing is known yet"
    assert message(4, views[4], known=known)["delta"] != ""
    assert message(6, views[6], known=known)["delta"] == "", "another process published 5"
    assert message(5, views[5], known=known)["delta"] == "", "a thread that came late"
    seven = message(7, views[7])
    known.note(1, 7, seven["text"], seven["events"])
    assert message(8, views[8], known=known)["delta"] != "", "the hub has heard 7"
    known.note(1, 7, seven["text"], seven["events"])
    assert message(9, views[9], known=known)["delta"] != "", "and a copy that is late is no news"


class Ear:
    """A socket at a hub, which makes frames whole and knows what was published."""

    def __init__(self, views: dict[int, Any]) -> None:
        self.frames = Frames()
        self.views = views
        self.heard: list[int] = []
        self.deltas = 0
        self.line = connections.Line(self._send, None, None, deltas=True)
        # As a server does that shows its transport: what is written is there at once.
        self.line._transport = self  # type: ignore[assignment]

    async def _send(self, _: dict[str, Any]) -> None:
        raise AssertionError("nothing goes this way")

    def write(self, framed: bytes) -> bool:
        told = json.loads(framed[2 if framed[1] < 126 else 4 :])
        self.deltas += told["type"] == "delta"
        frame = self.frames.whole(told)
        assert frame["view"] == self.views[frame["seq"]]
        assert frame["floor"] == {"round": frame["seq"] // 4}
        self.heard.append(frame["seq"])
        return True


@dataclass(frozen=True)
class Snapshot:
    seq: int
    frame: str
    own: dict[Any, Any] = field(default_factory=dict)
    clock: tuple[int, int] = (0, 0)


async def at_once(function: Any, *args: Any) -> Any:
    return function(*args)


def a_hub(*ears: Ear) -> hub.Hub:
    def nothing(*_: Any) -> Any:
        raise AssertionError

    one = hub.Hub(nothing, nothing, nothing)
    one._tables[1] = hub.Watched({ear.line for ear in ears})
    return one


@pytest.mark.campaign
@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(campaign.length(12, 40)))
async def test_sockets_that_come_late_and_frames_that_are_lost_or_overtaken(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    monkeypatch.setattr(hub, "run_in_thread", at_once)
    monkeypatch.setattr(hub, "LONGEST_WAIT", 3600.0)
    monkeypatch.setattr(hub, "SENDS_PER_SECOND", chance.choice([0.01, 1e9]))
    views: dict[int, Any] = {0: {"boxes": [{"chips": 1}], "phase": "betting"}}
    for seq in range(1, 61):
        boxes = [{"chips": chance.choice([1, 2])} for _ in range(chance.choice([2, 2, 3]))]
        views[seq] = {"boxes": boxes, "phase": chance.choice(["betting", "play"])}
    ears = [Ear(views) for _ in range(3)]
    for ear in ears:
        ear.line.join(0)
    one = a_hub(*ears)
    watched = one._tables[1]
    # Three processes publish, and of what the others did two hear a part.
    processes = [Deltas() for _ in range(3)]
    sent = []
    for seq, view in [*views.items()][:-1]:
        known = chance.choice([processes[0], *processes])
        waits = chance.random() < 0.6
        sent.append(message(seq, view, f'"e{seq}"', known, waits=waits))
        for each in processes[:2]:
            if chance.random() < 0.8:
                each.note(1, seq, sent[-1]["text"], sent[-1]["events"])
    for nth in range(1, len(sent) - 1):
        if chance.random() < 0.2:
            sent[nth], sent[nth + 1] = sent[nth + 1], sent[nth]
    for told in sent[1:]:
        if chance.random() < 0.1:
            continue
        if chance.random() < 0.1:
            late = Ear(views)
            watched.lines.add(late.line)
            ears.append(late)
        one._deliver(told)
        for ear in ears:
            if ear.line.joining is not None and chance.random() < 0.3:
                snapshot = chance.choice([watched.seq, told["seq"]])
                text = message(snapshot, views[snapshot])["text"]
                ear.line.join(snapshot, connections.Prepared(text))
        if watched.held and chance.random() < 0.5:
            # As when a snapshot comes in the place of what was held.
            newest = max(int(each["seq"]) for each in watched.held)
            anew = Snapshot(newest, message(newest, views[newest])["text"])
            one._snapshot = lambda *_, anew=anew: anew  # type: ignore[assignment,misc]
            await one._show_anew(1)
    watched.held.clear()
    one._deliver(message(60, views[60], follows=watched.seq))
    assert sum(ear.deltas for ear in ears) > 5
    assert {ear.heard[-1] for ear in ears if ear.line.joining is None} == {60}


@pytest.mark.asyncio
async def test_a_socket_notices_a_delta_of_a_frame_that_it_has_not_had() -> None:
    """The other tests would fail if the hub took for sent what was lost, or a snapshot for it."""
    views = {seq: {"boxes": [seq], "phase": "play"} for seq in range(4, 9)}
    known, ear = Deltas(), Ear(views)
    ear.line.join(3)
    one = a_hub(ear)
    one._deliver(message(4, views[4], known=known))
    message(5, views[5], known=known)
    six = message(6, views[6], known=known)
    ear.line.last = one._tables[1].seq = 5
    with pytest.raises(Unfollowed):
        one._deliver(six)


@pytest.mark.asyncio
async def test_after_a_snapshot_the_next_frame_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot may be newer than its number says, so that no delta fits it."""
    views = {seq: {"boxes": [seq], "phase": "play"} for seq in range(4, 12)}
    ear, known = Ear(views), Deltas()
    one = a_hub(ear)
    watched = one._tables[1]
    ear.line.join(4, connections.Prepared(message(4, views[4], known=known)["text"]))
    watched.seq = 4
    one._deliver(message(5, views[5], known=known))
    assert ear.deltas == 0
    one._deliver(message(6, views[6], known=known))
    assert ear.deltas == 1
    snapshot = Snapshot(8, message(8, views[8], known=known)["text"])

    async def read(*asked: Any) -> Any:
        return {1: 8} if len(asked) == 2 and asked[0] is None else snapshot

    monkeypatch.setattr(hub, "GRACE_SECONDS", 0)
    monkeypatch.setattr(hub, "run_in_thread", read)
    one._heads = one._snapshot = one._keep_seats = None  # type: ignore[assignment]
    await one.heal()
    assert ear.heard == [4, 5, 6, 8]
    one._deliver(message(9, views[9], known=known))
    assert ear.deltas == 1, "the whole"
    one._deliver(message(10, views[10], known=known))
    assert (ear.heard[-2:], ear.deltas) == ([9, 10], 2)
