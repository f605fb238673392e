"""How arbitrary players behave at banque à tout va, for the laws."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tables.games.banque_a_tout_va.messages import (
    Command,
    DealCards,
    LastCoupCommand,
    LeaveBank,
    NoCard,
    PlayCheminDeFer,
    PutUp,
    Ready,
    Side,
    Stake,
    TakeCard,
    Wager,
)
from tables.games.banque_a_tout_va.rules import BETS
from tables.games.banque_a_tout_va.state import State
from tables.games.banque_a_tout_va.view import View
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Fact, Option
from tests.games.chemin_de_fer.conduct import CONDUCT as AT_CHEMIN
from tests.games.tape import Conduct, Tape

BANKER = Party("7")
"""The player whom the games management has approved."""
_AMOUNTS = (500, 100, 200, 101, 0, 1, 2000, -5)
_IDS = ("a", "b", "c", "")
_SIDES: tuple[Side, ...] = ("right", "left", "banker")


class BanqueConduct(Conduct):
    """Small stakes on both tableaux; a bank that is put up, added to and left; cards asked for."""

    plays_too = "chemin_de_fer"
    parties: Sequence[Party] = (Party("ann"), Party("ben"), Party("cat"), BANKER)
    standing = True
    face_down = True
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "banker_account": st.sampled_from([7, 7, None]),
                "banker_draw_rule": st.sampled_from(["free", "table13"]),
                "natural_settles_at_once": st.booleans(),
                "bank_limit_cents": st.sampled_from([None, 700]),
                "stop_card_before_last": st.sampled_from([9, 10]),
                "shoes_per_session": st.sampled_from([1, 2]),
                "last_coup_chemin_de_fer": st.booleans(),
                "seats": st.sampled_from([1, 3, 5]),
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"a_cheval": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "require_exact_multiples": st.booleans(),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        if not tape.below(8):
            said = AT_CHEMIN.command(tape, holders, party)
            return said if isinstance(said, LastCoupCommand) else PlayCheminDeFer()
        match tape.below(10):
            case 0 | 1 | 2:
                return Stake(tuple(self._wager(tape) for _ in range(tape.below(4))))
            case 3:
                return Ready()
            case 4 | 5:
                return PutUp(Amount(tape.choose((1000, 500, 100, 5000, 0, -1))))
            case 6:
                return LeaveBank()
            case 7:
                return DealCards()
            case 8:
                return TakeCard(tape.choose(_SIDES))
            case _:
                return NoCard(tape.choose(_SIDES))

    def _wager(self, tape: Tape) -> Wager:
        return Wager(tape.choose(_IDS), tape.choose(BETS), Amount(tape.choose(_AMOUNTS)))

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> Command:
        # Whoever stakes first plays the house: mostly the others wait for the banker.
        waits = shown.approved and not shown.banker and not shown.staked
        if (party == shown.approved or waits) and tape.below(8):
            return PutUp(Amount(1000))
        some = {tape.choose(BETS) for _ in range(1 + tape.below(3))}
        amount = Amount(tape.choose((100, 200, 1000)))
        return Stake(tuple(Wager(bet, bet, amount) for bet in sorted(some)))

    def of_option(self, option: Option) -> Command:
        if option.command.startswith("chemin_de_fer."):
            said = AT_CHEMIN.of_option(option)
            assert isinstance(said, LastCoupCommand)
            return said
        side: Side = {"left": "left", "banker": "banker"}.get(option.hand, "right")  # type: ignore[assignment]
        match option.command.removeprefix("banque_a_tout_va."):
            case "draw":
                return TakeCard(side)
            case "stand":
                return NoCard(side)
            case "deal":
                return DealCards()
            case "leave_bank":
                return LeaveBank()
            case "chemin_de_fer":
                return PlayCheminDeFer()
            case _:
                return Ready()

    def disguised(self, given: Any) -> Any:
        return given

    def waiting(self, state: State) -> int:
        """Return the bank: while nobody stakes against it, its banker may leave with it."""
        return state.bank

    def shows_results(self, event: Fact) -> bool:
        return event.kind.startswith("chemin_de_fer.")

    def hands(self, state: State) -> Mapping[str, Sequence[Card]]:
        if state.chemin is not None:
            return AT_CHEMIN.hands(state.chemin)
        hands = {"right": state.right, "left": state.left, "banker": state.bankers}
        return {name: hand.cards for name, hand in hands.items()}


CONDUCT = BanqueConduct()
