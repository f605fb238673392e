"""A recorded round as a worked example: the events in, the published JSON format out.

Knows the format `blackjack-examples/1`, which `examples` plays. Copies what was staked, opened and
decided, and nothing that the engine made of it: what comes out is judged anew.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.blackjack import messages
from tables.games.blackjack.evolve import evolve
from tables.games.blackjack.state import Bettor, Box, State
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Place
from tables.games.core.protocol import Voided
from tables.games.core.recorded import Decision, Decisions

POTS: Final = {"jp1_main": "main", "jp1_secondary": "secondary", "split_aces": "progressive"}
"""Our names of the pots -> the format's."""
DECISIONS: Final = Decisions(
    Decision("hit", messages.Hit, messages.CardCalled),
    Decision("stand", messages.Stand, messages.Stood),
    Decision("double", messages.Double, messages.Doubled),
    Decision("split", messages.Split, messages.HandSplit),
    Decision(
        "surrender",
        messages.Surrender,
        messages.HandSettled,
        lambda event: event.result == "surrender",
    ),
    Decision("insure", messages.Insure, messages.Insured),
    Decision(
        "even_money",
        messages.EvenMoney,
        messages.HandSettled,
        lambda event: event.result == "even_money",
    ),
    Decision("refuse_exposed", messages.RefuseExposed),
)
_OURS: Final = frozenset(
    {"betting_seconds", "decision_seconds", "enabled_side_bets", "idle_reshuffle_minutes"}
)
"""House options that the format does not know: a side bet that is used is offered."""


@dataclass(slots=True)
class _Told:
    """What the events have said so far."""

    state: State | None = None
    staked: State | None = None
    """The round as « rien ne va plus » found it."""
    shoe: list[str | dict[str, str]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    misdeal: dict[str, list[int]] | None = None

    def tell(self, event: messages.Event) -> None:
        """Take one event in."""
        before, self.state = self.state, evolve(self.state, event)
        if before is None:
            return
        match event:
            case messages.BetsClosed():
                self.staked = self.state
            case messages.Misdealing():
                self.misdeal = {"no_card": [*event.no_card], "one_card": [*event.one_card]}
            case _:
                self.shoe += _left_the_shoe(before, event, self.shoe)
                self.decisions += _decided(before, event)


def example_of(
    book: str,
    options: Mapping[str, Any],
    events: Sequence[messages.Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished round as an example without `id` and `expected`.

    `None` when there is nothing to play: the round was annulled, or no stake lay when betting
    closed. `pots` says what each pot held before the round, in minor units; one that the round has
    restarted is read off the events.
    """
    told = _Told()
    for event in events:
        if isinstance(event, Voided):
            return None
        told.tell(event)
    if told.state is not None and told.state.exposed is not None:
        # Nobody took it in this round: it lies on, as the next card of the shoe (ON-80).
        told.shoe.remove({"card": told.state.exposed, "tag": "error_exposed"})
    if told.staked is None or not any(isinstance(event, messages.DealerDone) for event in events):
        return None
    example: dict[str, Any] = {
        "kind": "round",
        "rule_set": book,
        "options": {name: value for name, value in options.items() if name not in _OURS},
        "boxes": [
            {"box": box.no, "bets": [_bet(box, bettor) for bettor in box.bettors]}
            for box in told.staked.boxes
        ],
    }
    if seats := _others_seated(options, told.staked):
        example["table"] = {"seats": seats}
    example |= {"shoe": told.shoe, "decisions": told.decisions}
    if told.misdeal:
        example["misdeal"] = told.misdeal
    if held := {**pots, **_restarted_from(events)}:
        example["jackpots_before"] = {POTS[pot]: amount for pot, amount in held.items()}
    claims = [
        event for event in events if isinstance(event, messages.JackpotClaimed) and event.supervised
    ]
    if claims:
        paid = {event.pot for event in events if isinstance(event, messages.JackpotPaid)}
        example["jp1_approval"] = "granted" if claims[0].pot in paid else "pending"
    return example


def _bet(box: Box, bettor: Bettor) -> dict[str, Any]:
    """Return what one bettor had staked when betting closed."""
    bet: dict[str, Any] = {"by": bettor.party, "main": bettor.main}
    if bettor is not box.holder:
        bet["standing"] = True
    side: dict[str, Any] = {}
    for each in bettor.sides:
        key, _, point = each.bet.partition(":")
        if point:
            side.setdefault(key, {})[point] = each.stake
        else:
            side[key] = each.stake
    return {**bet, "side": side} if side else bet


def _others_seated(options: Mapping[str, Any], staked: State) -> dict[str, int]:
    """Return everybody's seat where it matters that others than the holders were seated.

    A sole player must play several boxes in some houses (FR-2024-026), and in some nobody may stand
    behind while a seat is vacant (FR-2024-027); who sat without a stake, the events do not say.
    """
    holders = {box.party for box in staked.boxes}
    standing = any(len(box.bettors) > 1 for box in staked.boxes)
    full = standing and options.get("standing_play_when_seats_vacant") is False
    somebody = len(holders) == 1 and not staked.alone and options.get("min_boxes_when_alone", 1) > 1
    if not full and not somebody:
        return {}
    seats: dict[str, int] = {}
    for box in staked.boxes:
        seats.setdefault(box.party, box.no)
    taken = {box.no for box in staked.boxes}
    free = [no for no in range(1, options.get("layout_boxes", 7) + 1) if no not in taken]
    return seats | {f"seat {no}": no for no in (free if full else free[:1])}


def _left_the_shoe(
    before: State, event: messages.Event, shoe: Sequence[str | dict[str, str]]
) -> Iterator[str | dict[str, str]]:
    """Give what an event says of the shoe, as the format writes it."""
    match event:
        case messages.CardDealt():
            # An exposed card left the shoe when it was exposed (ON-80).
            if before.exposed is None:
                yield event.card
        case messages.CardExposed():
            yield {"card": event.card, "tag": "error_exposed"}
        case messages.CardDiscarded():
            yield {"card": event.card or _unseen(shoe), "tag": event.why}
        case messages.ShoeRefilled():
            yield {"event": "refill"}
        case messages.StopCardOut():
            yield {"event": "stop_card"}


def _unseen(shoe: Sequence[str | dict[str, str]]) -> Card:
    """Return a card that the shoe may still have, for one that nobody saw; it is not played."""
    seen = Counter(item if isinstance(item, str) else item.get("card") for item in shoe)
    return min(PACK, key=lambda card: seen[card])


def _decided(before: State, event: messages.Event) -> Iterator[dict[str, Any]]:
    """Give the decision that an event records, as the format writes it; silence means no."""
    match event:
        case messages.CardRefused():
            own = next(box for box in before.boxes if box.party == event.party)
            yield {"box": own.no, "hand": "h", "do": "refuse_exposed"}
        case messages.HandSettled(result="surrender") if _by(before, event.box, event.party):
            pass
        case _:
            command = DECISIONS.command_of(event)
            if command is None:
                return
            verb, said = DECISIONS.write(command)
            if isinstance(event, messages.Doubled | messages.HandSplit) and event.joined:
                said["join"] = [each.party for each in event.joined]
            if isinstance(event, messages.Insured | messages.HandSettled):
                said |= _by(before, event.box, event.party)
            yield {**said, "do": verb}


def _by(before: State, no: int, party: str) -> dict[str, str]:
    """Return who decides where it is not the holder of the box."""
    box = before.box(no)
    return {} if box is None or box.party == party else {"by": party}


def _restarted_from(events: Sequence[messages.Event]) -> dict[str, int]:
    """Return what the pots held before the round, of those that it restarted (FR-2024-122)."""
    moved = Counter[str]()
    for move in (move for event in events for move in event.moves if move.pot):
        moved[move.pot] += move.amount if move.target is Place.JACKPOT else -move.amount
    return {
        event.pot: event.amount - moved[event.pot]
        for event in events
        if isinstance(event, messages.PotRestarted)
    }
