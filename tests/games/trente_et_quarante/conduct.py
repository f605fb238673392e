"""How arbitrary players behave at trente et quarante, for the laws."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Drawn, Option, PlayerCommand
from tables.games.trente_et_quarante.messages import Command, Half, Prison, Ready, Stake
from tables.games.trente_et_quarante.state import State
from tables.games.trente_et_quarante.view import View
from tables.games.wheel.stakes import Wager
from tests.games.tape import Conduct, Tape

_ON = ("red", "inverse", "black", "colour", "red:insured", "colour:insured", "even", "insured", "")
_IDS = ("a", "b", "c", "b", "a", "a/b", "")


class TrenteEtQuaranteConduct(Conduct):
    """Small stakes on the four chances, some of them insured."""

    parties: Sequence[Party] = (Party("ann"), Party("ben"), Party("cat"))
    standing = True
    face_down = False
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {"insurance_min_stake_cents": st.sampled_from([100, 500])},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"red": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "require_exact_multiples": st.booleans(),
                "auto_rebet": st.booleans(),
                "prison_release_value": st.sampled_from(["halved", "full"]),
                "zero_default_choice": st.sampled_from(["half", "prison"]),
                "card_device": st.sampled_from(["shoe", "shuffler", "continuous"]),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        match tape.below(8):
            case 0 | 1 | 2 | 3:
                return Stake(
                    tuple(
                        Wager(
                            tape.choose(_IDS),
                            tape.choose(_ON),
                            Amount(tape.choose((100, 101, 500, 0, 1, 2000, -5))),
                        )
                        for _ in range(tape.below(4))
                    )
                )
            case 4:
                return Ready()
            case 5 | 6:
                return Half(tuple(tape.choose(_IDS) for _ in range(1 + tape.below(2))))
            case _:
                return Prison(tuple(tape.choose(_IDS) for _ in range(1 + tape.below(2))))

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> Command:
        return Stake(
            tuple(
                Wager(id_, tape.choose(_ON[:6]), Amount(tape.choose((500, 100, 200))))
                for id_ in ("abc", "def")[tape.below(2)]
                if tape.below(3)
            )
        )

    def of_option(self, option: Option) -> Command:
        match option.command.partition(".")[2]:
            case "half":
                return Half((option.stake,))
            case "prison":
                return Prison((option.stake,))
            case _:
                return Ready()

    def disguised(self, given: Any) -> Any:
        """Return the input with other ids: which stake is which, only its owner knows."""
        if not isinstance(given, PlayerCommand):
            return given
        command = given.command
        match command:
            case Stake():
                wagers = tuple(replace(each, id=_other(each.id)) for each in command.wagers)
                command = replace(command, wagers=wagers)
            case Half() | Prison():
                command = replace(command, wagers=tuple(_other(each) for each in command.wagers))
        return replace(given, command=command)

    def hands(self, state: State) -> Mapping[str, Sequence[Card]]:
        return {"black": state.black, "red": state.red}

    def dealt(self, given: Drawn) -> Sequence[Card]:
        """Return the cards; from behind the stop card nothing is dealt (MC-TQ-12)."""
        return () if given.stop_card else given.cards


CONDUCT = TrenteEtQuaranteConduct()


def _other(id_: str) -> str:
    return f"other-{id_}" if id_ else id_
