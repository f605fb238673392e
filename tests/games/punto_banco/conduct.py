"""How arbitrary players behave at punto banco, for the laws."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option
from tables.games.punto_banco.messages import (
    Command,
    Ready,
    RefuseBank,
    RefuseCards,
    Side,
    Stake,
    TurnCards,
    Wager,
)
from tables.games.punto_banco.rules import BETS
from tables.games.punto_banco.state import State
from tables.games.punto_banco.view import View
from tests.games.tape import Conduct, Tape

_AMOUNTS = (500, 100, 200, 101, 0, 1, 2000, -5)
_IDS = ("a", "b", "c", "")


class PuntoBancoConduct(Conduct):
    """Small stakes on every bet, cards turned or not, a bank now and then refused."""

    parties: Sequence[Party] = (Party("ann"), Party("ben"), Party("cat"))
    standing = True
    face_down = True
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "variant": st.sampled_from(["classic", "punto_2000"]),
                "dragon_bonus": st.booleans(),
                "paire_baccara": st.booleans(),
                "decks": st.sampled_from([None, 1, 6]),
                "card_device": st.sampled_from(["shoe", "shuffler", "continuous"]),
                "seats": st.sampled_from([7, 9, 14]),
                "pass_cards": st.booleans(),
                "dragon_two_card_non_natural": st.sampled_from(["pays", "loses"]),
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"tie": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "require_exact_multiples": st.booleans(),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        sides: tuple[Side, ...] = ("punto", "banco")
        match tape.below(8):
            case 0 | 1 | 2 | 3:
                return Stake(tuple(self._wager(tape) for _ in range(tape.below(4))))
            case 4:
                return Ready()
            case 5:
                return RefuseBank()
            case 6:
                return RefuseCards(tape.choose(sides))
            case _:
                return TurnCards(tape.choose(sides))

    def _wager(self, tape: Tape) -> Wager:
        return Wager(tape.choose(_IDS), tape.choose(BETS), Amount(tape.choose(_AMOUNTS)))

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> Command:
        offered = [each.on for each in shown.spots]
        some = {tape.choose(offered) for _ in range(1 + tape.below(3))}
        amount = Amount(tape.choose((100, 200, 1000)))
        return Stake(tuple(Wager(bet, bet, amount) for bet in sorted(some)))

    def of_option(self, option: Option) -> Command:
        match option.command:
            case "punto_banco.refuse_bank":
                return RefuseBank()
            case "punto_banco.turn":
                return TurnCards("banco" if option.hand == "banco" else "punto")
            case "punto_banco.refuse_cards":
                return RefuseCards("banco" if option.hand == "banco" else "punto")
            case _:
                return Ready()

    def disguised(self, given: Any) -> Any:
        return given

    def hands(self, state: State) -> Mapping[str, Sequence[Card]]:
        return {"punto": state.punto.cards, "banco": state.banco.cards}


CONDUCT = PuntoBancoConduct()
