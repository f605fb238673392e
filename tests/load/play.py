"""How a scripted player plays: one decision at a time, chosen only from what the view offers."""

import asyncio
import secrets
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from casino.rng.core.constants import SHOE_TAGS
from casino.rng.core.contribution import contribution_hash
from tables.games.blackjack import messages as blackjack
from tables.games.core.money import Amount, BoxNo
from tables.live.wire import DeclineCut, Leave, Open, Seal, ShufflingShown, Sit
from tests.load.client import Client, Frame

_POINTS: Final = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
_CHIPS: Final = (1, 1, 1, 2, 2, 3, 5, 10)
"""Usual stakes, in multiples of the table's minimum."""


def points(card: str) -> int:
    """Return what a card counts, an ace as eleven."""
    return _POINTS.get(card[0]) or int(card[0])


def prefer(hand: Any, dealer: int) -> tuple[str, ...]:
    """Return the decisions that basic strategy would take, best first; the last always exists."""
    total, weak = hand.total, 2 <= dealer <= 6
    wishes: list[str] = []
    if len(hand.cards) == 2 and points(hand.cards[0]) == points(hand.cards[1]):
        each = points(hand.cards[0])
        worth = {11: dealer < 11, 9: dealer not in (7, 10, 11), 8: dealer < 10, 7: dealer < 8}
        if worth.get(each, each in (2, 3, 6) and dealer < 8 - (each == 6)):
            wishes.append("split")
    if hand.soft:
        if 13 <= total <= 18 and dealer in (5, 6):
            wishes.append("double")
        wishes.append("stand" if total >= 19 or (total == 18 and dealer < 9) else "hit")
    else:
        if total == 16 and dealer >= 9:
            wishes.append("surrender")
        if (total in (10, 11) and dealer < 10) or (total == 9 and 3 <= dealer <= 6):
            wishes.append("double")
        stands = total >= 17 or (total >= 13 and weak) or (total == 12 and 4 <= dealer <= 6)
        wishes.append("stand" if stands else "hit")
    return (*wishes, "stand", "hit")


_COMMANDS: Final[dict[str, Any]] = {
    "hit": blackjack.Hit,
    "stand": blackjack.Stand,
    "double": blackjack.Double,
    "split": blackjack.Split,
    "surrender": blackjack.Surrender,
}


@dataclass(frozen=True, slots=True)
class Temper:
    """How fast and how boldly somebody plays."""

    think: tuple[float, float] = (0.9, 2.8)
    """Seconds before a decision, least and most."""
    insures: float = 0.05
    """The chance to take an insurance that is offered."""
    boldness: float = 1.0
    """Multiplies stakes."""
    rest: float = 0.0
    """The chance to sit a round out."""


def decide(frame: Frame, boxes: set[int], temper: Temper, chance: Random) -> Any | None:
    """Return the command for a decision that is ours now, or `None`; never anything not offered."""
    view = frame.view
    offers: dict[tuple[int, str], set[str]] = {}
    for option in view.options:
        if option.box in boxes:
            verb = option.command.removeprefix("blackjack.")
            offers.setdefault((option.box, option.hand), set()).add(verb)
    for (box, _), verbs in offers.items():
        if "decline" in verbs:
            takes = "insure" in verbs and chance.random() < temper.insures
            return blackjack.Insure(BoxNo(box)) if takes else blackjack.Decline(BoxNo(box))
    dealer = points(view.dealer.cards[0]) if view.dealer.cards else 7
    hands = {(each.box, hand.hand): hand for each in view.boxes for hand in each.hands}
    for (box, label), verbs in offers.items():
        hand = hands.get((box, label))
        if hand is None:
            continue
        for wish in prefer(hand, dealer):
            if wish in verbs:
                return _COMMANDS[wish](BoxNo(box), label)
    return None


def stake(
    frame: Frame, boxes: set[int], balance: int, temper: Temper, chance: Random
) -> Any | None:
    """Return stakes for all our boxes within limits and balance, or `None` when too poor."""
    limits = frame.view.limits
    most = balance // len(boxes)
    if limits.main_max is not None:
        most = min(most, limits.main_max)
    if most < limits.main_min:
        return None
    bets = []
    for box in sorted(boxes):
        wanted = int(limits.main_min * chance.choice(_CHIPS) * temper.boldness)
        main = min(max(wanted, limits.main_min), most)
        main -= (main - limits.main_min) % limits.main_step
        side = 0
        if limits.queen_of_hearts_min and chance.random() < 0.1 and most > 4 * main:
            side = limits.queen_of_hearts_min
        bets.append(blackjack.BoxStake(BoxNo(box), Amount(main), Amount(side)))
    return blackjack.Stake(tuple(bets))


class Broke(Exception):
    """The player cannot afford the table's minimum any more."""


class NoBox(Exception):
    """The boxes this player may take are all taken."""


@dataclass
class Player:
    """Somebody at a table: sits down, stakes, says ready, decides, and leaves politely."""

    client: Client
    chance: Random
    temper: Temper
    wanted: tuple[int, ...]
    """Boxes to try, best first; empty to watch only."""
    leave_free: int = 0
    """How many boxes must stay free for other people."""
    sealed: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """By shoe: the box and the secret that it sealed there."""

    async def play(self) -> None:
        """Play until cancelled; raises `Broke` or `NoBox`."""
        frame = await self.client.ready()
        if not self.wanted:
            while True:
                await self.client.changed(30)
        boxes = self._held(frame) or {await self._sit(frame)}
        staked_in = -1
        while True:
            frame = self.client.frame
            boxes = self._held(frame)
            if not boxes:
                boxes = {await self._sit(frame)}
                continue
            if frame.floor.shuffling and (part := self._part(frame.floor.shuffling, boxes)):
                await self.client.ask(part)
                await self.client.changed(0.5)
                continue
            if self._may_stake(frame, boxes) and staked_in != self._number(frame):
                await self._think(1.5)
                frame = self.client.frame
                if self._may_stake(frame, boxes):
                    staked_in = self._number(frame)
                    if self.chance.random() >= self.temper.rest:
                        await self._stake(frame, boxes)
                continue
            if self.decision(frame) is not None:
                await self._think(1.0)
                # Others acted meanwhile: choose from what is offered now.
                if command := self.decision(self.client.frame):
                    await self.client.ask(command)
                continue
            # A frame can arrive between the look and the wait, so the wait is short.
            await self.client.changed(1.0)

    def decision(self, frame: Frame) -> Any | None:
        """Return the command for a decision that is this player's now, or `None`."""
        return decide(frame, self._held(frame), self.temper, self.chance)

    def _part(self, making: ShufflingShown, boxes: set[int]) -> Any | None:
        """Return what this player does for the shoe that is being made, or `None`.

        Leaves the cut to others, seals a secret once nobody waits for that, and opens it.
        """
        shoe = making.shoe
        if making.stage == "sealing" and making.offered in boxes:
            return DeclineCut(BoxNo(making.offered), shoe)
        undecided = making.offered and not boxes & {*making.declined}
        if making.stage == "sealing" and shoe not in self.sealed and not undecided:
            box, secret = min(boxes), secrets.token_bytes(32)
            self.sealed[shoe] = (box, secret)
            return Seal(BoxNo(box), shoe, contribution_hash(SHOE_TAGS, shoe, box, secret).hex())
        box, secret = self.sealed.get(shoe, (0, b""))
        if making.stage == "opening" and box in making.sealed and box not in making.opened:
            return Open(BoxNo(box), shoe, secret.hex(), None)
        return None

    async def leave(self) -> bool:
        """Give the boxes up; return whether none is held any more."""
        for box in self._held(self.client.frame):
            await self.client.ask(Leave(BoxNo(box)))
        return not self._held(self.client.frame)

    def _held(self, frame: Frame | None) -> set[int]:
        me = self.client.welcome.you if self.client.welcome else None
        return {seat.box for seat in frame.floor.seats if seat.party == me} if frame else set()

    def _may_stake(self, frame: Frame, boxes: set[int]) -> bool:
        on = {each.box for each in frame.view.boxes if each.main}
        return frame.floor.accepting and not (frame.view.phase == "betting" and boxes & on)

    def _number(self, frame: Frame) -> int:
        """Return the number of the round that a stake would belong to."""
        resting = frame.view.phase == "closed" or not frame.due_at
        return int(frame.floor.round) + resting

    async def _think(self, scale: float) -> None:
        await asyncio.sleep(scale * self.chance.uniform(*self.temper.think))

    async def _sit(self, frame: Frame) -> int:
        for box in self.wanted:
            frame = self.client.frame or frame
            taken = {seat.box for seat in frame.floor.seats}
            if box in taken or BOXES - len(taken) <= self.leave_free:
                continue
            answer = await self.client.ask(Sit(BoxNo(box)))
            if answer is not None and getattr(answer, "refused", None) is None:
                return box
        raise NoBox

    async def _stake(self, frame: Frame, boxes: set[int]) -> None:
        command = stake(frame, boxes, self.client.balance or 0, self.temper, self.chance)
        if command is None:
            raise Broke
        answer = await self.client.ask(command)
        if getattr(answer, "refused", None) is None:
            await self._think(0.7)
            await self.client.ask(blackjack.Ready())


BOXES: Final = 7
"""A black-jack layout has seven boxes (FR-2024)."""
