"""How arbitrary players behave at the machines, for the laws."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tables.games.automatic_games.messages import (
    CashOut,
    Command,
    Complain,
    Hold,
    InsertTicket,
    Load,
    Play,
)
from tables.games.automatic_games.view import View
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option
from tests.games.tape import Conduct, Tape

_AMOUNTS = (1000, 100, 300, 5000, 0, -5, 105, 10, 10**9)


def _some(tape: Tape) -> tuple[int, ...]:
    """Return some positions of a hand, now and then one that is none."""
    mask = tape.below(33)
    return tuple(no for no in range(6) if mask >> no & 1)


class MachineConduct(Conduct):
    """Some money, a stake, and another; thresholds that a jackpot passes."""

    parties: Sequence[Party] = ()
    standing = False
    face_down = False
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "machine": st.sampled_from(["five_stars", "jacks_or_better"]),
                "accepts": st.sampled_from([["coin"], ["note", "coin"], ["card", "ticket"]]),
                "denomination_cents": st.sampled_from([10, 100]),
                "hopper_level": st.sampled_from([0, 3, 100]),
                "hand_pay_threshold_cents": st.sampled_from([1000, 100_000]),
                "id_threshold_cents": st.sampled_from([500, 2000]),
                "stake_increment_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([2000, {"play": 1000}]),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        amount = Amount(tape.choose(_AMOUNTS))
        match tape.below(11):
            case 0 | 1 | 2:
                return Load(amount, tape.choose(("card", "note", "coin")))
            case 3 | 4:
                return Play(amount)
            case 5 | 6:
                return CashOut(amount, tape.choose(("card", "ticket", "coin")))
            case 7 | 8:
                return Hold(_some(tape))
            case 9:
                return Complain(tape.below(4))
            case _:
                return InsertTicket("of nobody")

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> Command:
        if shown.hand:
            return Hold(_some(tape))
        if shown.credit < shown.least:
            return Load(Amount(2000), shown.accepts[0])  # type: ignore[arg-type]
        return Play(Amount(shown.least * tape.choose((1, 1, 3))))

    def of_option(self, option: Option) -> Command:
        if option.command.endswith("cash_out"):
            return CashOut(medium=option.stake)  # type: ignore[arg-type]
        return Hold()

    def disguised(self, given: Any) -> Any:
        return given


CONDUCT = MachineConduct()
