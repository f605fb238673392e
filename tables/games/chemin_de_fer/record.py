"""A recorded coup as a worked example: events in, `mc-rules-examples/1` with a `sequence` out.

Copies what lay there, who sat, what was said and staked, which clocks ran out and which cards left
the shoe, and nothing that the engine made of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.games.baccara.seats import SeatTaken
from tables.games.chemin_de_fer import play as engine
from tables.games.chemin_de_fer.messages import (
    Banco,
    BankStaked,
    CapBank,
    CardPassed,
    ClaimMade,
    ClaimsCompared,
    ClaimWithdrawn,
    Command,
    Complement,
    Consent,
    CoupClosed,
    CoupOpened,
    DealBegan,
    DealCards,
    Event,
    GarageFilled,
    HandKept,
    HandPassed,
    HandSpoke,
    KeepHand,
    NobodyStaked,
    NoCard,
    NoMore,
    NoMoreSaid,
    NothingMoreGoes,
    PassHand,
    SeatsChanged,
    SessionBroken,
    StakeBank,
    TakeCard,
    WithdrawClaim,
    WithTable,
)
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import State, evolve
from tables.games.core.examples import RecordedSteps
from tables.games.core.money import Party
from tables.games.core.protocol import (
    ClockExpired,
    Drawn,
    EngineInput,
    PlayerCommand,
    Refused,
    Seated,
    SessionEnded,
    Voided,
)

_CLAIMING = {"banco": Banco, "with_table": WithTable, "complement": Complement}


@dataclass(slots=True)
class _Written(RecordedSteps):
    """What the events have said so far, in the order in which it came."""

    state: State = field(kw_only=True)
    players: set[str] = field(default_factory=set)
    sequence: list[str] = field(default_factory=list)
    outcome: dict[str, Any] = field(default_factory=lambda: {"cards": []})

    def write(self, event: Event, follows: Event | None) -> EngineInput[Command] | None:
        """Write down the input whose first event this is, and return it.

        `None` for an event that no input begins with.
        """
        state = self.state
        match event:
            case SeatsChanged():
                self._decide("", "seats", seats=_seats(event.seats))
                return Seated(tuple((each.seat, each.party) for each in event.seats))
            case BankStaked():
                silent = {"timed_out": True} if event.timed_out else {}
                self._bet(f"bank {len(self.bets) + 1}", state.banker, "bank", event.amount, silent)
                command = StakeBank(event.amount)
                return ClockExpired() if event.timed_out else _by(state.banker, command)
            case HandKept(timed_out=False):
                return self._said(state.banker, "keep", KeepHand())
            case HandPassed(why="passed"):
                return self._said(state.banker, "pass_hand", PassHand())
            case GarageFilled(wanted=True):
                return self._said(state.banker, "garage", CapBank())
            case ClaimMade():
                self._bet(f"claim {event.claim}", event.party, event.bet, event.amount, {})
                return _by(event.party, _CLAIMING[event.bet](event.amount))
            case ClaimWithdrawn():
                party = next(each.party for each in state.claims if each.no == event.claim)
                bet = f"claim {event.claim}"
                return self._said(party, "remove", WithdrawClaim(event.claim), bet=bet)
            case NoMoreSaid():
                return self._said(event.party, "no_more", NoMore())
            case ClaimsCompared() if state.stage == "deal" and not isinstance(follows, DealBegan):
                claim = next(each.claim for each in event.taken or event.turned_down)
                bet = f"claim {claim}"
                return self._said(state.banker, "consent", Consent(claim), bet=bet)
            case ClaimsCompared() if state.stage == "deal":
                assert isinstance(follows, DealBegan)
                return self._dealt(follows)
            case DealBegan():
                return self._dealt(event)
            case CardPassed():
                assert event.card is not None
                self.outcome["cards"].append(event.card)
                if event.stop_card:
                    self.outcome["stop_card"] = True
                return Drawn((event.card,), event.stop_card)
            case HandSpoke(timed_out=False):
                party = state.ponte if event.hand == "ponte" else state.banker
                action, word = ("draw", TakeCard) if event.draws else ("stand", NoCard)
                return self._said(party, action, word(event.hand), hand=event.hand)
            case SessionBroken():
                self.outcome["broken_off"] = True
                return SessionEnded(event.by)
            case Voided():
                self.outcome["void"] = True
                return None
            case (
                HandKept()
                | HandPassed()
                | ClaimsCompared()
                | NothingMoreGoes()
                | NobodyStaked()
                | HandSpoke()
                | CoupClosed()
            ):
                self._decide("", "clock")
                return ClockExpired()
            case _:
                return None

    def _dealt(self, event: DealBegan) -> EngineInput[Command]:
        if not event.timed_out:
            return self._said(self.state.banker, "deal", DealCards())
        self._decide("", "clock")
        return ClockExpired()

    def _bet(self, ref: str, player: str, bet: str, stake: int, more: Mapping[str, Any]) -> None:
        self.bets.append({"ref": ref, "player": player, "bet": bet, "stake": stake, **more})
        self.players.add(player)
        self.sequence.append(ref)

    def _decide(self, player: str, action: str, **more: Any) -> None:
        self.sequence.append(self.decide(player, action, **more))

    def _said(
        self, player: Party, action: str, command: Command, **more: Any
    ) -> EngineInput[Command]:
        self._decide(player, action, **more)
        return _by(player, command)


def example_of(
    amend: Callable[[str, Mapping[str, Any]], Rules],
    book: str,
    options: Mapping[str, Any],
    events: Sequence[Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`; `amend` is the game's.

    An annulled coup is one too: the bank that was staked stays (A21).
    """
    opened = events[0]
    if not isinstance(opened, CoupOpened):
        raise ValueError("A coup does not begin with its opening.")
    written, rules = (
        _Written(state=evolve(None, opened)),
        amend(book, options),
    )
    written.players |= {each.party for each in opened.seats} | ({opened.banker} - {Party("")})
    at = 1
    while at < len(events):
        follows = events[at + 1] if at + 1 < len(events) else None
        given = written.write(events[at], follows)
        end = at + _length(rules, written.state, given, events[at:])
        for event in events[at:end]:
            written.state = evolve(written.state, event)
        at = end
    return {
        "options": dict(options),
        "players": sorted(written.players),
        "carried": _carried(opened),
        "bets": written.bets,
        "decisions": written.decisions,
        "sequence": written.sequence,
        "outcomes": [written.outcome],
    }


def _length(
    rules: Rules, state: State, given: EngineInput[Command] | None, events: Sequence[Event]
) -> int:
    """Return how many of the events came of this input: those after it begin with another.

    The engine is asked only where one input's events end, not what they say.
    """
    if given is None:
        return 1
    try:
        told = engine.decide(rules, state, given).events
    except Refused:
        return 1
    kinds = [each.kind for each in told]
    return len(kinds) if [each.kind for each in events[: len(kinds)]] == kinds else 1


def _by(party: Party, command: Command) -> PlayerCommand[Command]:
    return PlayerCommand(party, frozenset(), command)


def _seats(seats: Sequence[SeatTaken]) -> list[list[int | str]]:
    return [[each.seat, each.party] for each in seats]


def _carried(opened: CoupOpened) -> dict[str, Any]:
    """Return what the coup found, as the fields of its opening; levies before do not matter."""
    return {
        "stage": opened.stage,
        "seats": _seats(opened.seats),
        "started": opened.started,
        "seat": opened.seat,
        "banker": opened.banker,
        "bank": opened.bank,
        "garage": opened.garage,
        "coups": opened.coups,
        "silent": opened.silent,
        "windows": opened.windows,
        "follower": opened.follower,
        "rights": [[each.party, each.bet, each.amount] for each in opened.rights],
        "cards_were": opened.cards_were,
        "tied": opened.tied,
        "shoe_over": opened.shoe_over,
        "last": opened.last,
        "ending": opened.ending,
    }
