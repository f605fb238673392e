"""Worked examples of banque à tout va (`mc-rules-examples/1`): played, and written of coups.

Every amount and refusal is read off the engine's events and state; the cards of an outcome are
dealt as the shoe would deal them. The banker of an example speaks for a bank that covers every
stake. Of a recorded coup an example copies what the coup found, who had the bank and the hands,
what lay there when bets were closed, what was said and which cards were dealt, and nothing that
the engine made of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, ClassVar, Final, get_args

from tables.games.baccara.examples import StakesRecord, StakesTable
from tables.games.baccara.seats import NOBODY, seated_persons
from tables.games.banque_a_tout_va import last_coup, messages, play
from tables.games.banque_a_tout_va.messages import Event, Side
from tables.games.banque_a_tout_va.rules import Bet, Rules
from tables.games.banque_a_tout_va.settle import voiding_event
from tables.games.banque_a_tout_va.state import State, evolve
from tables.games.chemin_de_fer import CHEMIN_DE_FER
from tables.games.chemin_de_fer import examples as chemin
from tables.games.chemin_de_fer import messages as at_chemin
from tables.games.core import examples as steps
from tables.games.core import protocol
from tables.games.core.examples import (
    ExampleBet,
    Json,
    parse_card,
    parse_increment,
    parse_whole_number,
)
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.options import MOST_MONEY
from tables.games.core.recorded import Decision, Decisions, Fields

BANKER: Final = Party("banker")
COVERS_ALL: Final = Amount(MOST_MONEY)
BANK: Final = "bank"
"""The slip of a banker's own chips, in a recorded coup."""
CARRIED: Final = Fields("banker", "bank", "silent", "rest", "last", "rounds_left", "chemin_de_fer")
"""What a recorded coup found, as the fields of its opening; one that was recorded before the
banker was asked for the last coup says nothing of it."""
DECISIONS: Final = Decisions(
    Decision("put_up", messages.PutUp, messages.BankPutUp),
    Decision("leave_bank", messages.LeaveBank, messages.BankLeaves),
    Decision(
        "leave_bank", messages.LeaveBank, messages.BankLeft, lambda event: event.why == "asked"
    ),
    Decision("deal", messages.DealCards, messages.DealBegan, lambda event: event.by == "holder"),
    Decision(
        "draw",
        messages.TakeCard,
        messages.HandSpoke,
        lambda event: event.by == "holder" and event.draws,
    ),
    Decision("stand", messages.NoCard, messages.HandSpoke, lambda event: event.by == "holder"),
    Decision("chemin_de_fer", messages.PlayCheminDeFer),
)


@dataclass(slots=True, kw_only=True)
class BanqueTable(StakesTable[Rules]):
    """A table that plays what an example says, from its first step to its last."""

    wager: ClassVar[Any] = messages.Wager
    stake: ClassVar[Any] = messages.Stake
    settlement: ClassVar[Any] = messages.StakesSettled
    kinds: ClassVar[Any] = get_args(Bet)

    holders: Mapping[str, str] | None
    """Who has the hands, where the example names them."""
    carried: Json | None = None
    """What a recorded coup found; then the bank is that of the record."""
    state: State | None = None
    coming: int = 0
    """Cards of the outcome that are not dealt yet."""
    left: int | None = None
    """Cards that the example says are left after the coup."""
    points: dict[str, int] | None = None
    net: int = 0
    last: "LastCoup | None" = None
    """The last coup, « du chemin de fer », once the banker plays it."""

    def tell(self, event: protocol.Fact) -> None:
        """Fold an event, with the example's hands and cards in it, into state and slips."""
        match event:
            case messages.BetsClosed() if self.holders is not None:
                named = [Party(self.holders.get(side, "")) for side in ("right", "left")]
                seats = {party: seat for seat, party in self.context.seats}
                event = replace(
                    event,
                    right=named[0],
                    left=named[1],
                    right_seat=seats.get(named[0], BoxNo(0)),
                    left_seat=seats.get(named[1], BoxNo(0)),
                )
            case messages.CardsDealt():
                self.coming -= 6
                event = replace(event, rest=self._rest(event.rest))
            case messages.ThirdCard():
                self.coming -= 1
                event = replace(event, rest=self._rest(event.rest))
            case _:
                pass
        # By name: a class with slots is another one than its body knows.
        StakesTable.tell(self, event)
        self._book(event)

    def _rest(self, rest: int | None) -> int | None:
        """Return the cards left in the shoe, as the example has it."""
        return rest if self.left is None else self.left + self.coming

    def _book(self, event: protocol.Fact) -> None:
        assert self.state is not None
        if isinstance(event, messages.StakesSettled | at_chemin.CoupDecided):
            self.net += _gained(event.moves)
        match event:
            case messages.CoupAnnounced():
                self.points = {
                    "right": event.right,
                    "left": event.left,
                    "banker": event.banker,
                }
            case messages.BankPutUp():
                slip = self.slips.setdefault(BANK, ExampleBet(event.banker, "open"))
                slip.paid += event.amount
            case messages.BankLeft():
                if self.carried is not None:
                    self.slips[BANK].returned += event.amount
            case protocol.Voided() | messages.SessionBroken():
                if BANK in self.slips:
                    self.slips[BANK].returned += sum(
                        move.amount for move in event.moves if move.source is Place.BANK
                    )
            case _:
                pass
        if self.carried is not None and BANK in self.slips:
            self.slips[BANK].on_layout = self.state.bank

    # what the steps of an example ask for

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        """Open the next coup, as the floor does, against a banker who covers everything."""
        self.step = step
        outcome = outcomes[0] if outcomes else {}
        fresh = bool(outcome.get("new_shoe"))
        if self.open and not fresh:
            return
        last = 1 if outcome.get("last_of_session") else None
        context = protocol.OpeningContext(self.context.seats, fresh, last)
        self.last = None
        if self.carried is not None:
            if step == 0:
                self._found(self.carried)
            return
        opened = play.opening_event(self.rules, self.state, context)
        bank = Amount(self.rules.bank_limit_cents or COVERS_ALL)
        self.tell(replace(opened, banker=BANKER, bank=bank, silent=0))

    def _found(self, carried: Json) -> None:
        """Open a recorded coup with what it found."""
        opened = messages.CoupOpened(
            seats=seated_persons(self.context.seats), **CARRIED.read(carried)
        )
        if opened.bank:
            self.slips[BANK] = ExampleBet(opened.banker, "open", on_layout=opened.bank)
        self.tell(opened)

    @property
    def takes_stakes(self) -> bool:
        if self.last is not None:
            return self.last.takes_stakes
        return self.state is not None and self.state.stage == "betting"

    def bet(self, bet: Json) -> None:
        if self.last is not None:
            self.last.bet(bet)
            return
        if bet["bet"] in self.kinds and not self.open:
            raise protocol.Refused("session_ended")
        # By name: a class with slots is another one than its body knows.
        StakesTable.bet(self, bet)

    def compare_claims(self) -> None:
        """Compare the claims of the last coup; each other bet was taken or refused as it came."""
        if self.last is not None:
            self.last.compare_claims()

    def decide(self, decision: Json) -> None:
        player, action = decision["player"], decision["action"]
        if self.last is not None:
            self.last.decide(decision)
            return
        if action not in DECISIONS:
            self.change_stake(decision)
            return
        if action in ("draw", "stand") and decision.get("hand") not in get_args(Side):
            raise protocol.Refused("not_awaited", action=action)
        if action == "put_up":
            decision = {**decision, "amount": parse_increment(decision.get("amount"))}
        self.ask(player, DECISIONS.read(action, decision))
        if action == "chemin_de_fer":
            self.last = LastCoup.begun(self)

    def close(self) -> None:
        """Let the clock run out."""
        if self.last is not None:
            self.last.close()
            return
        state = self.state
        if state is not None and state.stage == "offer":
            self.give(protocol.ClockExpired())
        if state is None or state.stage != "betting" or state.last not in ("", "announced"):
            return
        if not state.idle:
            self.give(protocol.ClockExpired())

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """Deal the coup; refuse where there is none to deal."""
        if self.last is not None:
            self.last.produce(outcome, during, decide)
            return
        if outcome.get("broken_off"):
            self.give(protocol.SessionEnded("operator"))
            return
        cards = [parse_card(card) for card in outcome.get("cards", ())]
        self.coming = len(cards)
        self.left = _left(outcome)
        if outcome.get("void") or outcome.get("false_draw"):
            self._annul(outcome)
            return
        state = self.state
        if self.carried is not None and not self.open:
            # The banker has left the last coup unplayed.
            return
        if not self.open or state is None or state.last not in ("", "announced"):
            raise protocol.Refused("session_ended")
        if self.carried is not None and not cards:
            self.give(protocol.ClockExpired())
            return
        if state.stage == "betting":
            # An example deals its cards although nobody has staked.
            self.tell(messages.BetsClosed())
        said = list(during)
        self.deal(cards, lambda: self._said(said, decide))
        for each in said:
            decide(each)

    def _annul(self, outcome: Json) -> None:
        assert self.state is not None
        if not self.open:
            return
        dealt = [parse_card(card) for card in outcome.get("cards", ())[:6]]
        if len(dealt) == 6:
            # They are used up, and nobody is asked for a word any more.
            self.coming = 6
            right, left, banker = (tuple(dealt[at::3]) for at in range(3))
            self.tell(messages.CardsDealt(right, left, banker, self.state.coup + 1))
        self.tell(voiding_event(self.state, "annulled"))

    def _said(self, during: list[Json], decide: Callable[[Json], None]) -> bool:
        """Give the engine what is said for the hand on turn; tell whether that went on."""
        assert self.state is not None
        before = self.state
        for each in list(during):
            named = each.get("hand") if each["action"] in ("draw", "stand") else "deal"
            if each["action"] != "leave_bank" and named != before.stage:
                continue
            during.remove(each)
            decide(each)
            if self.state is not before and self.state.stage != before.stage:
                return True
        return False

    def table_facts(self) -> dict[str, Any]:
        told: dict[str, Any] = {"points": self.points, "banker_net": self.net}
        if self.state is not None and self.state.last:
            told["last_coup"] = self.state.last
        if self.last is not None:
            told |= {"cards_to": self.last.cards_to, "levy": self.last.levy}
        return told


class LastCoup(chemin.CheminDeFerTable):
    """The last coup of an example: claims as at chemin de fer, answered by this table's engine."""

    banque: BanqueTable

    @classmethod
    def begun(cls, banque: BanqueTable) -> "LastCoup":
        """Return the coup at the moment at which claims are asked for."""
        assert banque.state is not None
        assert banque.state.chemin is not None
        rules = last_coup.rules_of(banque.rules)
        table = cls(
            game=CHEMIN_DE_FER,
            rules=rules,
            context=banque.context,
            state=banque.state.chemin,
            bets=(),
            step=banque.step,
            slips=banque.slips,
        )
        table.banque = banque
        return table

    def give(self, given: protocol.EngineInput[Any]) -> None:
        assert self.banque.state is not None
        for event in play.decide(self.banque.rules, self.banque.state, given).events:
            self._follow(event)

    def tell(self, event: protocol.Fact) -> None:
        assert isinstance(event, protocol.Voided)
        self._follow(event)

    def _follow(self, event: Event) -> None:
        if shared := last_coup.to_chemin_de_fer(event):
            self.read(shared)
        self.banque.tell(event)
        assert self.banque.state is not None
        assert self.banque.state.chemin is not None
        self.state = self.banque.state.chemin


def _gained(moves: Iterable[Move]) -> int:
    """Return what a settlement has brought to the bank, be it the house's or a player's."""
    banks = (Place.BANK, Place.FLOAT)
    return sum(
        move.amount * ((move.target in banks) - (move.source in banks))
        for move in moves
        if move.why in ("collect", "pay")
    )


def _left(outcome: Json) -> int | None:
    if not outcome.get("stop_card"):
        return None
    return (
        parse_whole_number(outcome["cards_left"], "count of cards")
        if "cards_left" in outcome
        else 0
    )


def play_example(game: Any, example: Json, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    Raises `ValueError` where the example breaks its format.
    """
    if "sequence" in example:
        # The last coup, « du chemin de fer », is recorded as that game records one.
        return chemin.play_example(CHEMIN_DE_FER, example, {})
    options = {**defaults, **example.get("options", {})}
    standing = options.pop("standing_players", ())
    named_holders: Mapping[str, str] | None = options.pop("ayants_main", None)
    holders = named_holders or {}
    if options.get("banker_account") == "house":
        options["banker_account"] = None
    rules: Rules = game.amend("MC", options)
    seated = [player for player in example["players"] if player not in standing]
    named = {Party(holders.get(side, "")) for side in ("right", "left")} - {NOBODY}
    # Who has the left tableau's hand sits there; the others may stake wherever they sit.
    seats = [Party(each) for each in seated if each not in named][: rules.seats - 1]
    right = [Party(holders["right"]), *seats] if holders.get("right") else seats
    at = {party: BoxNo(no) for no, party in enumerate(right, start=1)}
    if holders.get("left"):
        at[Party(holders["left"])] = BoxNo(rules.seats + 1)
    taken = tuple(sorted((seat, party) for party, seat in at.items()))
    table = BanqueTable(
        game=game,
        rules=rules,
        context=protocol.OpeningContext(taken),
        holders=named_holders,
        carried=example.get("carried"),
    )
    return steps.play(example, table)


@dataclass(slots=True)
class _Coup(StakesRecord):
    """What the events have said so far."""

    holders: dict[Side, Party] = field(default_factory=dict)
    banked: set[Party] = field(default_factory=set)
    """The players who have had the bank."""
    offered: bool = False
    asked: bool = True
    """The banker was asked for the last coup; in older rounds he had his chips back instead."""

    def read(self, event: Event) -> None:
        """Write down what an event says."""
        self.note_end(event)
        match event:
            case messages.CoupOpened(banker=banker) | messages.BankPutUp(banker=banker):
                self.holders["banker"] = banker
                self.banked |= {banker} if banker else set()
            case messages.ShoeEnds(last="chemin_de_fer_offered"):
                self.offered = True
            case messages.BankLeft(why="shoe") if self.offered:
                self.asked = False
            case messages.Staked():
                self.note_stakes(event.party, event.laid)
            case messages.BetsClosed():
                self.holders |= {"right": event.right, "left": event.left}
            case messages.CardsDealt():
                threes = zip(event.right, event.left, event.banker, strict=True)
                self.note_cards(chain.from_iterable(threes), stop_card=False)
            case messages.ThirdCard():
                self.note_cards([event.card], stop_card=False)
            case _:
                pass
        if isinstance(event, messages.CardsDealt | messages.ThirdCard) and event.rest is not None:
            self.outcome |= {"stop_card": True, "cards_left": event.rest}
        if command := DECISIONS.command_of(event):
            self._said(event, command)

    def _said(self, event: Event, command: Any) -> None:
        """Write down a decision; who leaves the bank and then adds to it has not left it."""
        action, fields = DECISIONS.write(command)
        last = self.decisions[-1] if self.decisions else {}
        if action == "put_up" and last.get("action") == "leave_bank" and "phase" in last:
            del self.decisions[-1]
        if not isinstance(event, messages.BankPutUp | messages.BankLeft):
            fields |= {"phase": "during"}
        if not isinstance(event, messages.BankLeft) or not self.outcome["cards"]:
            who = self.holders[event.hand if isinstance(event, messages.HandSpoke) else "banker"]
            self.decide(who, action, at=0, **fields)


def carried(example: Json) -> int:
    """Return how many chips lay in a player's bank when the coup opened, in minor units."""
    return int(example["carried"]["bank"])


def example_of(
    game: Any,
    book: str,
    options: Mapping[str, Any],
    events: Sequence[Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`.

    `None` when there is nothing to play: nobody had chips in it, or it was annulled and no player
    had the bank, which stays.
    """
    opened = events[0]
    if not isinstance(opened, messages.CoupOpened):
        raise ValueError("A coup does not begin with its opening.")
    if any(isinstance(event, messages.CheminDeFerBegan) for event in events):
        # The last coup, « du chemin de fer », as that game records one (A5).
        chosen = last_coup.options(game.amend(book, options))
        return chemin.example_of(CHEMIN_DE_FER, book, chosen, tuple(_at_chemin(events)), pots)
    coup = _Coup(game=game)
    for event in events:
        coup.read(event)
    if not coup.banked and (not coup.bets or "void" in coup.outcome):
        return None
    main = {side: party for side, party in coup.holders.items() if side != "banker" and party}
    offers = {} if coup.asked else {"last_coup_chemin_de_fer": False}
    return {
        "options": {**options, **offers, "ayants_main": main},
        "players": sorted(coup.banked | {each["player"] for each in coup.bets}),
        "carried": CARRIED.write(opened),
        "bets": coup.bets,
        "decisions": coup.decisions,
        "outcomes": [coup.outcome],
    }


def _at_chemin(events: Sequence[Event]) -> Iterator[at_chemin.Event]:
    """Yield what happened from where the last coup began, in the events of chemin de fer."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
        if isinstance(event, messages.CheminDeFerBegan):
            assert state.chemin is not None
            yield state.chemin.opened
        elif state.chemin is not None and (shared := last_coup.to_chemin_de_fer(event)):
            yield shared
