"""How a scripted player plays blackjack: by basic strategy, from what the view offers."""

from random import Random
from typing import Any, Final

from tables.games.blackjack import messages as blackjack
from tables.games.core.money import Amount, BoxNo
from tests.load.client import Frame
from tests.load.play import ACCEPTED, Broke, Player, Temper

BOXES: Final = 7
"""A black-jack layout has seven boxes (FR-2024)."""
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


class Sitter(Player):
    """Somebody at a table: stakes on all boxes that he holds, says ready, decides."""

    def decision(self, frame: Frame) -> Any | None:
        return decide(frame, self.held(frame), self.temper, self.chance)

    def may_stake(self, frame: Frame, boxes: set[int]) -> bool:
        on = {each.box for each in frame.view.boxes if each.main}
        return frame.floor.accepting and not (frame.view.phase == "betting" and boxes & on)

    async def stake(self, frame: Frame, boxes: set[int]) -> None:
        command = stake(frame, boxes, self.client.balance or 0, self.temper, self.chance)
        if command is None:
            raise Broke
        answer = await self.client.ask(command)
        if getattr(answer, "refused", None) is None:
            self.client.tally.notes[ACCEPTED] += 1
            await self.think(0.7)
            await self.client.ask(blackjack.Ready())


PLAYER: Final = Sitter
