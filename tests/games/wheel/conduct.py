"""How arbitrary players behave at a wheel, for the laws."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option, PlayerCommand
from tables.games.wheel import messages as wheel
from tables.games.wheel.own_messages import OwnMessages
from tables.games.wheel.stakes import Announced, Wager
from tables.games.wheel.view import View
from tests.games.tape import Conduct, Tape

_ANNOUNCED = ("tiers_du_cylindre", "voisins_n:0", "jeu_zero", "custom:red=2", "finales_n:x")
_IDS = ("a", "b", "c", "b", "a", "a/b", "")


class WheelConduct(Conduct):
    """Small stakes; where a stake may wait for a choice, any choice."""

    parties: Sequence[Party] = (Party("ann"), Party("ben"), Party("cat"))
    standing = True
    face_down = False
    messages: OwnMessages
    on: Sequence[str]
    """The text forms that are staked on; the first nine exist."""
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]]

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> wheel.Command:
        match tape.below(8):
            case 0 | 1 | 2 | 3:
                return self.messages.Stake(
                    tuple(
                        Wager(
                            tape.choose(_IDS),
                            tape.choose(self.on),
                            Amount(tape.choose((100, 101, 500, 0, 1, 2000, -5))),
                        )
                        for _ in range(tape.below(4))
                    ),
                    tuple(
                        Announced("v", tape.choose(_ANNOUNCED), Amount(tape.choose((100, 1, 0))))
                        for _ in range(tape.below(2))
                    ),
                )
            case 4:
                return self.messages.Ready()
            case 5 | 6:
                return self.messages.Half(
                    tuple(tape.choose(_IDS) for _ in range(1 + tape.below(2)))
                )
            case _:
                return self.messages.Prison(
                    tuple(tape.choose(_IDS) for _ in range(1 + tape.below(2)))
                )

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> wheel.Command:
        wagers = [
            Wager(id_, tape.choose(self.on[:9]), Amount(tape.choose((500, 100, 200))))
            for id_ in ("abc", "def")[tape.below(2)]
            if tape.below(3)
        ]
        return self.messages.Stake(tuple(wagers))

    def of_option(self, option: Option) -> wheel.Command:
        match option.command:
            case verb if verb.endswith(".half"):
                return self.messages.Half((option.stake,))
            case verb if verb.endswith(".prison"):
                return self.messages.Prison((option.stake,))
            case _:
                return self.messages.Ready()

    def disguised(self, given: Any) -> Any:
        """Return the input with other ids: which stake is which, only its owner knows."""
        if not isinstance(given, PlayerCommand):
            return given
        command = given.command
        match command:
            case wheel.Stake():
                command = self.messages.Stake(
                    tuple(replace(each, id=_other(each.id)) for each in command.wagers),
                    tuple(replace(each, id=_other(each.id)) for each in command.announced),
                )
            case wheel.Half() | wheel.Prison():
                command = replace(command, wagers=tuple(_other(each) for each in command.wagers))
        return replace(given, command=command)


class SimpleWheelConduct(WheelConduct):
    """At a wheel where no stake waits for a choice."""

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> wheel.Command:
        command = super().command(tape, holders, party)
        return command if isinstance(command, wheel.Stake) else self.messages.Ready()


def _other(id_: str) -> str:
    return f"other-{id_}" if id_ else id_
