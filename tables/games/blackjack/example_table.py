"""A table that is fed from a written shoe: a round of a worked example in progress."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tables.games.blackjack import play as engine
from tables.games.blackjack.evolve import evolve
from tables.games.blackjack.messages import BetsClosed, Command, Event, Opened
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.sides import seed_of
from tables.games.blackjack.state import State
from tables.games.blackjack.view import phase
from tables.games.core import protocol
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party, Place

Item = str | Mapping[str, Any]
"""What a written shoe holds: a card, a card with a tag, or an event."""


def _tag(item: Item) -> protocol.Tag | None:
    return None if isinstance(item, str) else item.get("tag")


def _is_event(item: Item) -> bool:
    return not isinstance(item, str) and "event" in item


@dataclass(slots=True)
class Table:
    """A round in progress, fed from a list of cards."""

    rules: Rules
    shoe: list[Item]
    misdeal: protocol.Misdealt | None = None
    holders: dict[int, str] = field(default_factory=dict)
    """Who holds each box."""
    seats: Mapping[str, int] = field(default_factory=dict)
    """Who is seated, betting or not, and the box of his seat."""
    refused_behind: set[tuple[str, int]] = field(default_factory=set)
    """The parties that may not stand behind the holder of a box."""
    others_wish: bool = False
    claimed: frozenset[int] = frozenset()
    state: State = field(init=False)
    events: list[Event] = field(default_factory=list)
    burnt: list[Card] = field(default_factory=list)
    """The cards that were burnt unseen."""

    def __post_init__(self) -> None:
        self._fold(Opened())

    def ask(self, party: str, command: Command, near: int | None = None) -> None:
        """Give a party's command and go on until players are awaited again, or raise `Refused`.

        The box `near` counts as the party's where nobody holds it: then the hand is what lacks.
        """
        self.give(self._asked(party, command, near))

    def lay(self, party: str, command: Command) -> None:
        """Give a command while bets are open, and deal nothing yet; or raise `Refused`."""
        self._decide(self._asked(party, command))

    def close_bets(self) -> None:
        """Say rien ne va plus."""
        self._fold(BetsClosed())

    def _asked(
        self, party: str, command: Command, near: int | None = None
    ) -> protocol.PlayerCommand[Command]:
        boxes = {BoxNo(no) for no, holder in self.holders.items() if holder == party}
        if near is not None and near not in self.holders:
            boxes.add(BoxNo(near))
        seat = self.seats.get(party)
        return protocol.PlayerCommand(
            Party(party),
            frozenset(boxes),
            command,
            seat=None if seat is None else BoxNo(seat),
            alone=len(self.seats) == 1,
            may_stake_behind=frozenset(
                BoxNo(no) for no in self.holders if (party, no) not in self.refused_behind
            ),
            seats_vacant=len(self.seats) < self.rules.layout_boxes,
            others_waiting=self.others_wish,
            boxes_due_to_others=frozenset(map(BoxNo, self.claimed)),
        )

    def give(self, given: protocol.EngineInput[Command]) -> None:
        """Give one input, then the settlements and the players' cards that it calls for."""
        self._decide(given)
        self.serve()

    def serve(self) -> None:
        """Give the settlements and the players' cards that are awaited; the dealer's are not."""
        while phase(self.rules, self.state) != "dealer" and self._serve():
            pass

    def expose(self) -> None:
        """Lay the next card open if the shoe has it drawn by mistake, and somebody may refuse."""
        cards = self._cards
        awaited = engine.awaiting(self.rules, self.state)
        open_already = self.state.exposed is not None
        if open_already or not cards or not isinstance(awaited, protocol.Players):
            return
        if _tag(cards[0]) == "error_exposed":
            self._decide(self._open(1))

    def stakes(self, no: int, party: str) -> bool:
        """Tell whether the party has a stake on the box (ENG-27)."""
        box = self.state.box(no)
        return box is not None and box.bettor(party) is not None

    @property
    def _cards(self) -> list[Item]:
        return [item for item in self.shoe if not _is_event(item)]

    @property
    def cards_left(self) -> bool:
        """Whether the shoe still has cards."""
        return bool(self._cards)

    def finish(self) -> None:
        """Let the dealer draw. Until then a hand that stands may still insure (ENG-14)."""
        while self._serve():
            pass
        if self._cards and all(_tag(item) == "dealer_overdraw" for item in self._cards):
            # His last card lay there already, exposed and refused, so no card brings these.
            self._decide(self._open(0))

    def approve(self, before: Mapping[str, int], supervised: bool) -> None:
        """Pay the pots that were won; those that a supervisor must approve only if `supervised`.

        `before`: what the pots held before the round, in minor units; the seed where not given.
        """
        won = {claim.pot for claim in self.state.claims if supervised or not claim.supervised}
        if won:
            pots = self.pots({pot: before.get(pot, seed_of(self.rules, pot)) for pot in won})
            self._decide(protocol.Approved(tuple(pots.items())))

    def pots(self, before: Mapping[str, int]) -> dict[str, Amount]:
        """Return what these pots hold now."""
        pots = {pot: Amount(amount) for pot, amount in before.items()}
        for move in (move for event in self.events for move in event.moves):
            if move.pot in pots:
                sign = 1 if move.target is Place.JACKPOT else -1
                pots[move.pot] = Amount(pots[move.pot] + sign * move.amount)
        return pots

    def returned(self, no: int, party: str, bet: str) -> Amount:
        """Return what a side bet has got back."""
        box = self.state.box(no)
        bettor = box.bettor(party) if box else None
        assert bettor is not None
        return next(side.returned for side in bettor.sides if side.bet == bet)

    def has_happened(self, event: Event) -> bool:
        """Tell whether an event has happened; its moves are not compared."""
        same: list[Any] = [each for each in self.events if type(each) is type(event)]
        return any(replace(each, moves=()) == event for each in same)

    def _serve(self) -> bool:
        """Give what is awaited of the shoe or of the settlement; tell whether anything was."""
        match engine.awaiting(self.rules, self.state):
            case protocol.Cards(n):
                if self.misdeal is not None:
                    misdeal, self.misdeal = self.misdeal, None
                    self._decide(misdeal)
                else:
                    self._decide(self._open(n))
            case protocol.SideBets():
                self._decide(protocol.SettleSideBets())
            case _:
                return False
        return True

    def _decide(self, given: protocol.EngineInput[Command]) -> None:
        for event in engine.decide(self.rules, self.state, given).events:
            self._fold(event)
        if self.state.incident is not None:
            # An example gives what the procedure makes of an incident (AMB-51).
            self._decide(protocol.Ruled("example"))

    def _fold(self, event: Event) -> None:
        self.state = evolve(self.state if self.events else None, event)
        self.events.append(event)

    def _open(self, n: int) -> protocol.Drawn:
        """Take `n` cards to play from the shoe, with those that are out of order among them."""
        cards: list[Card] = []
        tags: list[protocol.Tag | None] = []
        stop_at: int | None = None
        played = 0
        for item in self._taken(n):
            if isinstance(item, str):
                card, tag = Card(item), None
            elif "event" in item:
                if item["event"] == "stop_card" and stop_at is None:
                    stop_at = len(cards)
                continue
            else:
                card, tag = Card(item["card"]), _tag(item)
            played += tag not in _DISCARDED
            if tag == "burn_after_refill":
                self.burnt.append(card)
            cards.append(card)
            tags.append(tag)
        if played < n:
            raise ValueError("The example's shoe is empty before its round is over.")
        return protocol.Drawn(tuple(cards), stop_at is not None, stop_at or 0, tuple(tags))

    def _taken(self, n: int) -> list[Item]:
        """Remove from the shoe up to its n-th playable card, and what was overdrawn after it."""
        end = played = 0
        while end < len(self.shoe) and played < n:
            item = self.shoe[end]
            played += not _is_event(item) and _tag(item) not in _DISCARDED
            end += 1
        dealers = phase(self.rules, self.state) == "dealer" or self.state.dealer_result is not None
        ahead = end if dealers else len(self.shoe)
        while ahead < len(self.shoe) and (
            _is_event(self.shoe[ahead]) or _tag(self.shoe[ahead]) in _DISCARDED
        ):
            ahead += 1
            if _tag(self.shoe[ahead - 1]) == "dealer_overdraw":
                end = ahead
        taken, self.shoe = self.shoe[:end], self.shoe[end:]
        return taken


_DISCARDED: frozenset[protocol.Tag | None] = frozenset(
    {"face_up_in_shoe", "dealer_overdraw", "burn_after_refill"}
)
