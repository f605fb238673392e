"""Rounds written down: `dealer 7s | box 3: Td 6h, stake 1000` parses here and prints in failures.

A box may add `queens 100`, any other side bet as `hyper:17 50`, `by ann` and `behind sam 500`;
without `by`, box 3 belongs to `p3`. A move is a line: `3 hit Tc`, `3/ha double 5c`, `3 insure`,
`sam: 3 insure`, `expire`, `dealer Td 9c`; cards on it leave the shoe next, and `stop` among them is
the stop card.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from tables.games.blackjack import BLACKJACK, legal
from tables.games.blackjack.messages import (
    BoxStake,
    Command,
    Decline,
    Double,
    EvenMoney,
    Event,
    HandSettled,
    Hit,
    InsuranceSettled,
    Insure,
    Match,
    Ready,
    RefuseExposed,
    SideAmount,
    SideBetSettled,
    Split,
    Stake,
    Stand,
    Surrender,
)
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import State
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    SettleSideBets,
    SideBets,
)

Given = PlayerCommand[Command] | Drawn | ClockExpired | SettleSideBets

VERBS: dict[str, type[Any]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
    "insure": Insure,
    "decline": Decline,
    "even_money": EvenMoney,
    "match": Match,
    "refuse": RefuseExposed,
}
_CARD = re.compile(r"[A23456789TJQK][cdhs]")


def rules_with(book: str = "FR-2024", **options: Any) -> Rules:
    """Return a book, FR-2024 if none is named, with house options."""
    return BLACKJACK.amend(book, options)


@dataclass
class Round:
    """A round that is played by lines of text."""

    rules: Rules
    holders: dict[int, str] = field(default_factory=dict)
    """Who holds each box."""
    events: list[Event] = field(default_factory=list)
    shoe: list[str] = field(default_factory=list)
    state: State = field(default_factory=State)

    def __post_init__(self) -> None:
        self._fold(BLACKJACK.opening_event(self.rules, None, OpeningContext()))

    # --- inputs ---

    def stake(self, no: int, main: int, queens: int = 0, alone: bool = False, **sides: int) -> None:
        """Lay these totals on a box."""
        party = self.holders.setdefault(no, f"p{no}")
        self.ask(party, Stake((_bet(no, main, queens, sides),)), alone)

    def behind(self, no: int, party: str, main: int, **sides: int) -> None:
        """Let somebody stake behind the holder of a box."""
        self.ask(party, Stake((replace(_bet(no, main, 0, sides), standing=True),)))

    def bets(self, party: str, *bets: tuple[int, int, int], alone: bool = False) -> None:
        """Give one command with stakes on several boxes."""
        laid = tuple(BoxStake(BoxNo(no), Amount(main), Amount(side)) for no, main, side in bets)
        self.ask(party, Stake(laid), alone)

    def ready(self, *parties: str, alone: bool = False) -> None:
        """Let these parties say Ready; without names, all who have staked."""
        staked = {each.party for box in self.state.boxes for each in box.bettors}
        for party in parties or sorted(staked):
            self.ask(party, Ready(), alone)

    def ask(self, party: str, command: Command, alone: bool = False) -> None:
        held = frozenset(BoxNo(no) for no, holder in self.holders.items() if holder == party)
        everywhere = frozenset(map(BoxNo, self.holders))
        self.give(
            PlayerCommand(
                Party(party), held, command, alone, may_stake_behind=everywhere, seats_vacant=False
            )
        )

    def play(self, *lines: str) -> "Round":
        """Play lines of text in order; return the round."""
        for line in lines:
            who, _, said = line.rpartition(": ")
            subject, *words = said.split()
            self.shoe += [word for word in words if word == "stop" or _CARD.fullmatch(word)]
            if subject == "expire":
                self.give(ClockExpired())
            elif subject == "dealer":
                self._serve()
            else:
                no, _, label = subject.partition("/")
                verb = VERBS[words[0]]
                command = verb(BoxNo(int(no)), label) if label else verb(BoxNo(int(no)))
                self.ask(who or self.holders.get(int(no), f"p{no}"), command)
        return self

    def refusal(self, line: str) -> str:
        """Return the code with which a line is refused; nothing may have changed."""
        before = self.state, len(self.events)
        try:
            self.play(line)
        except Refused as refused:
            assert (self.state, len(self.events)) == before
            return refused.code
        raise AssertionError(f"{line!r} was not refused: {self}")

    def give(self, given: Given) -> None:
        for event in BLACKJACK.decide(self.rules, self.state, given):
            self._fold(event)
        self._serve()

    def _fold(self, event: Event) -> None:
        self.state = BLACKJACK.evolve(self.state, event)
        self.events.append(event)

    def _serve(self) -> None:
        """Give the settlement worker's input, and cards as long as the line brought enough."""
        while True:
            match BLACKJACK.awaiting(self.rules, self.state):
                case Cards(n) if sum(word != "stop" for word in self.shoe) >= n:
                    given: Given = self._draw(n)
                case SideBets():
                    given = SettleSideBets()
                case _:
                    return
            for event in BLACKJACK.decide(self.rules, self.state, given):
                self._fold(event)

    def _draw(self, n: int) -> Drawn:
        cards: list[Card] = []
        stop = False
        while len(cards) < n:
            word = self.shoe.pop(0)
            stop = stop or word == "stop"
            cards += [] if word == "stop" else [Card(word)]
        return Drawn(tuple(cards), stop)

    # --- what happened ---

    @property
    def over(self) -> bool:
        return BLACKJACK.is_over(self.state)

    @property
    def turn(self) -> str:
        """What players are awaited for, `""` for nothing."""
        awaited = BLACKJACK.awaiting(self.rules, self.state)
        return awaited.turn if isinstance(awaited, Players) else ""

    def offers(self, no: int) -> dict[str, tuple[int, str]]:
        """Return the options of a box: verb -> (cost, clause)."""
        return {
            option.command.removeprefix("blackjack."): (option.amount, option.clause)
            for option in legal.options(self.rules, self.state, BoxNo(no))
        }

    def kinds(self) -> list[str]:
        return [event.kind.removeprefix("blackjack.") for event in self.events]

    def settled(self) -> list[str]:
        """Return what was settled, in order: `3/h win 2000 for 1000`."""
        return [line for event in self.events if (line := _settlement(event))]

    def net(self) -> dict[str, int]:
        """Return what each party has won or lost so far."""
        net: dict[str, int] = {}
        for move in (move for event in self.events for move in event.moves):
            sign = (move.target is Place.WALLET) - (move.source is Place.WALLET)
            net[move.party] = net.get(move.party, 0) + sign * move.amount
        return net

    def on_layout(self) -> int:
        return BLACKJACK.on_layout(self.state)

    def __str__(self) -> str:
        boxes = [
            f"box {box.no}: "
            + ", ".join(f"{hand.label} {' '.join(hand.cards)} {hand.stake}" for hand in box.hands)
            for box in self.state.boxes
        ]
        return " | ".join([f"dealer {' '.join(self.state.dealer)}", *boxes, self.state.stage])

    __repr__ = __str__


def _settlement(event: Event) -> str:
    match event:
        case HandSettled():
            name = f"{event.box}/{event.hand} {event.result}"
        case InsuranceSettled():
            name = f"{event.box} insurance"
        case SideBetSettled():
            bet = "queens" if event.bet == "queen_of_hearts" else event.bet
            name = f"{event.box} {bet} line {event.line}"
        case _:
            return ""
    return f"{name} {event.returned} for {event.staked}"


def round_from(text: str, book: str = "FR-2024", **options: Any) -> Round:
    """Return the round that the text describes, dealt and ready for its next input."""
    dealer, *boxes = [part.strip() for part in text.split("|")]
    offered = [terms.key for terms in BLACKJACK.books[book].rules.side_bets]
    if offered:
        options.setdefault("enabled_side_bets", offered)
    round_ = Round(rules_with(book, **options))
    first: list[str] = []
    second: list[str] = []
    behind: list[tuple[int, str]] = []
    for part in sorted(boxes, key=lambda box: int(box.split(":")[0].split()[1])):
        name, _, rest = part.partition(":")
        no = int(name.split()[1])
        cards, *words = [word.strip() for word in rest.split(",")]
        given = dict(word.split(" ", 1) for word in words)
        round_.holders[no] = given.pop("by", f"p{no}")
        first.append(cards.split()[0])
        second.append(cards.split()[1])
        if "behind" in given:
            behind.append((no, given.pop("behind")))
        main, queens = int(given.pop("stake")), int(given.pop("queens", 0))
        round_.stake(no, main, queens, **{bet: int(amount) for bet, amount in given.items()})
    for no, standing in behind:
        party, amount, *sides = standing.split()
        pairs = zip(sides[::2], map(int, sides[1::2]), strict=True)
        round_.behind(no, party, int(amount), **dict(pairs))
    round_.shoe = [*first, dealer.split()[1], *second]
    round_.ready()
    return round_


def _bet(no: int, main: int, queens: int, sides: dict[str, int]) -> BoxStake:
    laid = tuple(SideAmount(bet, Amount(each)) for bet, each in sides.items())  # type: ignore[arg-type]
    return BoxStake(BoxNo(no), Amount(main), Amount(queens), laid)
