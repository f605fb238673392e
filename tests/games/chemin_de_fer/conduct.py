"""How arbitrary players behave at chemin de fer, for the laws: options, commands, whole walks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tables.games.chemin_de_fer import CHEMIN_DE_FER as GAME
from tables.games.chemin_de_fer import settle
from tables.games.chemin_de_fer.messages import (
    Banco,
    CapBank,
    Command,
    Complement,
    Consent,
    DealCards,
    Event,
    KeepHand,
    NoCard,
    NoMore,
    PassHand,
    StakeBank,
    TakeCard,
    WithdrawClaim,
    WithTable,
)
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import State
from tables.games.chemin_de_fer.view import View
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    Fact,
    OpeningContext,
    Option,
    PlayerCommand,
    Refused,
    Seated,
    SessionEnded,
    Voided,
)
from tests.games.refusal_texts import check_refusal_text
from tests.games.tape import Conduct, Tape, ended_stakes

PEOPLE = tuple(Party(name) for name in ("ann", "bob", "cat", "dan", "eve"))
STANDING = Party("zoe")
SITTING = tuple((BoxNo(no), party) for no, party in enumerate(PEOPLE, start=1))


class CheminDeFerConduct(Conduct):
    """Stakes that fit one bank or another, every option, and people who leave and stand."""

    parties: Sequence[Party] = PEOPLE
    standing = True
    face_down = True
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([100, 1, 300]),
                "bank_max_cents": st.sampled_from([1_000_000, 2000]),
                "garage_from_cents": st.sampled_from([None, 500]),
                "ponte_draw_rule": st.sampled_from(["table", "free"]),
                "banker_draw_rule": st.sampled_from(["free", "table13"]),
                "late_stakes_with_banker_consent": st.booleans(),
                "require_exact_multiples": st.booleans(),
                "max_auto_coups": st.sampled_from([1, 3]),
                "min_seated_players": st.sampled_from([4, 5]),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        amount = Amount(tape.choose((100, 500, 250, 1000, 950, 50, 1, 0, -5, 2001)))
        number = tape.below(5)
        commands: tuple[Command, ...] = (
            StakeBank(amount),
            KeepHand(),
            PassHand(),
            CapBank(),
            Banco(amount),
            WithTable(amount),
            Complement(amount),
            WithdrawClaim(number),
            NoMore(),
            Consent(number),
            DealCards(),
            TakeCard("ponte"),
            NoCard("ponte"),
            TakeCard("banker"),
            NoCard("banker"),
        )
        return tape.choose(commands)

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> Command:
        if shown.phase == "bank":
            return StakeBank(Amount(tape.choose((300, 1000, 1500, 100))))
        bets = (Banco(shown.bank), WithTable(Amount(-(-shown.bank // 2))), Complement(Amount(300)))
        return tape.choose(bets)

    def of_option(self, option: Option) -> Command:
        amount = option.amount
        side = "banker" if option.hand == "banker" else "ponte"
        commands: dict[str, Any] = {
            "bank": lambda: StakeBank(amount),
            "keep": KeepHand,
            "pass_hand": PassHand,
            "garage": CapBank,
            "banco": lambda: Banco(amount),
            "with_table": lambda: WithTable(amount),
            "complement": lambda: Complement(amount),
            "withdraw": lambda: WithdrawClaim(int(option.stake)),
            "no_more": NoMore,
            "consent": lambda: Consent(int(option.stake)),
            "deal": DealCards,
            "draw": lambda: TakeCard(side),
            "stand": lambda: NoCard(side),
        }
        command: Command = commands[option.command.removeprefix("chemin_de_fer.")]()
        return command

    def disguised(self, given: Any) -> Any:
        return given

    def played(self, events: Iterable[Fact]) -> int:
        """Return what was collected: a levy is a part of what came to the bank."""
        return ended_stakes(events, "collect")

    def waiting(self, state: State) -> int:
        """Return the bank: while nobody stakes against it, its banker may leave with it."""
        return state.bank

    def shows_results(self, event: Fact) -> bool:
        return True

    def hands(self, state: State) -> Mapping[str, Sequence[Card]]:
        return {"ponte": state.ponte_cards, "banker": state.banker_cards}


CONDUCT = CheminDeFerConduct()


@dataclass(frozen=True)
class Step:
    """One input and what came of it; `given` is `None` where the floor opened a coup."""

    before: State | None
    given: EngineInput[Command] | Voided | None
    events: tuple[Event, ...]
    after: State
    refused: str | None = None


@dataclass
class Walk:
    """Several coups that arbitrary people played at one table."""

    rules: Rules
    steps: list[Step] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.steps[-1].after

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]


def step(rules: Rules, state: State, given: EngineInput[Command]) -> Step:
    """Give the engine an input; a refusal changes nothing."""
    try:
        events = GAME.decide(rules, state, given)
    except Refused as refused:
        check_refusal_text(GAME.key, refused)
        return Step(state, given, (), state, refused.code)
    return Step(state, given, events, folded(state, events))


def folded(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def asked(state: State, party: Party, command: Command) -> PlayerCommand[Command]:
    """Return the command as the floor would pass it on."""
    seats = frozenset(each.seat for each in state.seats if each.party == party)
    return PlayerCommand(party, seats, command)


def offered(rules: Rules, state: State) -> list[tuple[Party, Option]]:
    """Return every option that somebody is shown, in public or alone."""
    shown = GAME.view(rules, state)
    options = [(state.party_at(option.box), option) for option in shown.options]
    options += [(STANDING, option) for option in shown.for_standing]
    for party in sorted(GAME.parties_with_private_view(state)):
        own = GAME.private_view(rules, state, party)
        assert own is not None
        options += [(party, option) for option in own.options]
    return options


def walk(options: dict[str, Any], tape: Tape, coups: int = 6) -> Walk:
    """Play as the tape says; when it runs out, nobody does anything any more."""
    rules = GAME.amend("MC", options)
    walked = Walk(rules)
    seats, state = SITTING, None
    fresh = False
    for _ in range(coups):
        left = tape.choose((None, None, None, None, None, None, 2, 1, 0))
        setting = OpeningContext(seats, fresh, left)
        if walked.steps and not GAME.opens_by_itself(rules, walked.state, setting):
            break
        opened = GAME.opening_event(rules, state, setting)
        walked.steps.append(Step(state, None, (opened,), GAME.evolve(None, opened)))
        seats = _coup(walked, tape, seats)
        state = walked.state
        fresh = state.shoe_over and tape.below(4) != 3
    return walked


def _coup(
    walked: Walk, tape: Tape, seats: tuple[tuple[BoxNo, Party], ...]
) -> tuple[tuple[BoxNo, Party], ...]:
    """Play one coup to its end, and return who sits then."""
    rules = walked.rules
    for _ in range(400):
        state = walked.state
        if GAME.is_over(state):
            return seats
        given: EngineInput[Command]
        if GAME.awaiting(rules, state) == Cards(1):
            given = Drawn((Card(tape.choose(PACK)),), stop_card=not tape.below(24))
        elif tape.over or not tape.below(6):
            given = ClockExpired()
        elif tape.below(40) == 39:
            voided = settle.voiding_event(state, "spilt drink")
            walked.steps.append(Step(state, voided, (voided,), GAME.evolve(state, voided)))
            return seats
        elif tape.below(120) == 119:
            given = SessionEnded("director")
        elif tape.below(24) == 23:
            free = frozenset(PEOPLE) - GAME.staked_parties(state)
            kept = tuple(each for each in SITTING if each[1] not in free or tape.below(3))
            seats, given = kept, Seated(kept)
        elif (options := offered(rules, state)) and tape.below(4):
            party, option = tape.choose(options)
            given = asked(state, party, CONDUCT.of_option(option))
        else:
            party = tape.choose((*PEOPLE, STANDING, state.banker or STANDING))
            shown = GAME.view(rules, state)
            sensible = tape.below(2)
            command = (
                CONDUCT.wager(tape, shown, dict(SITTING), party)
                if sensible
                else CONDUCT.command(tape, dict(SITTING), party)
            )
            given = asked(state, party, command)
        walked.steps.append(step(rules, state, given))
    raise AssertionError("The coup does not end.")
