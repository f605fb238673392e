"""How arbitrary players behave at the roulettes, at boule and at the big wheel, for the laws."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tables.games.american_roulette import messages as american_roulette
from tables.games.big_wheel import messages as big_wheel
from tables.games.big_wheel.rules import SEGMENTS
from tables.games.boule import messages as boule
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option, PlayerCommand
from tables.games.european_roulette import messages as roulette
from tables.games.wheel import messages as wheel
from tables.games.wheel.stakes import Announced, Wager
from tables.games.wheel.view import View
from tests.games.tape import Tape

_ON = ("red", "low", "even", "red", "dozen:1", "straight:0", "split:0-3", "double_column:1-2",
       "street:0-1-2", "corner:0-1-2-3", "straight:1", "black", "straight:37", "")  # fmt: skip
_ANNOUNCED = ("tiers_du_cylindre", "voisins_n:0", "jeu_zero", "custom:red=2", "finales_n:x")
_IDS = ("a", "b", "c", "b", "a", "a/b", "")


class EuropeanRouletteConduct:
    """Small stakes, on even chances for the most part, and a zero every third spin."""

    parties: Sequence[Party] = (Party("ann"), Party("ben"), Party("cat"))
    standing = True
    on: Sequence[str] = _ON
    stake: Callable[..., wheel.Command] = roulette.Stake
    face_down = False
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"red": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "require_exact_multiples": st.booleans(),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "prison_release_value": st.sampled_from(["halved", "full"]),
                "zero_default_choice": st.sampled_from(["half", "prison"]),
                "allow_zero_trios": st.booleans(),
                "double_pairs": st.sampled_from(["adjacent", "any"]),
                "complex_announced_bets": st.booleans(),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> wheel.Command:
        match tape.below(8):
            case 0 | 1 | 2 | 3:
                return self.stake(
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
                return roulette.Ready()
            case 5 | 6:
                return roulette.Half(tuple(tape.choose(_IDS) for _ in range(1 + tape.below(2))))
            case _:
                return roulette.Prison(tuple(tape.choose(_IDS) for _ in range(1 + tape.below(2))))

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> wheel.Command:
        wagers = [
            Wager(id_, tape.choose(self.on[:9]), Amount(tape.choose((500, 100, 200))))
            for id_ in ("abc", "def")[tape.below(2)]
            if tape.below(3)
        ]
        return self.stake(tuple(wagers))

    def of_option(self, option: Option) -> wheel.Command:
        match option.command:
            case "european_roulette.half":
                return roulette.Half((option.stake,))
            case "european_roulette.prison":
                return roulette.Prison((option.stake,))
            case _:
                return roulette.Ready()

    def disguised(self, given: Any) -> Any:
        """Return the input with other ids: which stake is which, only its owner knows."""
        if not isinstance(given, PlayerCommand):
            return given
        command = given.command
        match command:
            case roulette.Stake():
                command = roulette.Stake(
                    tuple(replace(each, id=_other(each.id)) for each in command.wagers),
                    tuple(replace(each, id=_other(each.id)) for each in command.announced),
                )
            case roulette.Half() | roulette.Prison():
                command = replace(command, wagers=tuple(_other(each) for each in command.wagers))
        return replace(given, command=command)


class SimpleWheelConduct(EuropeanRouletteConduct):
    """At a wheel where no stake waits for a choice."""

    ready: Callable[[], Any]

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Any:
        command = super().command(tape, holders, party)
        return (
            self.ready()
            if isinstance(command, roulette.Ready | roulette.Half | roulette.Prison)
            else command
        )

    def of_option(self, option: Option) -> Any:
        return self.ready()

    def disguised(self, given: Any) -> Any:
        if not isinstance(given, PlayerCommand) or not isinstance(given.command, wheel.Stake):
            return given
        wagers = tuple(replace(each, id=_other(each.id)) for each in given.command.wagers)
        called = tuple(replace(each, id=_other(each.id)) for each in given.command.announced)
        return replace(given, command=self.stake(wagers, called))


class BouleConduct(SimpleWheelConduct):
    """Small stakes; every third throw is a 1, which wins for black, odd and low."""

    on = ("red", "low", "even", "black", "straight:5", "straight:1", "odd", "high", "straight:9",
          "straight:10", "dozen:1", "")  # fmt: skip
    stake = boule.Stake
    ready = boule.Ready
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"red": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "hole_rows": st.sampled_from([2, 4]),
            },
        )
    }


class AmericanRouletteConduct(SimpleWheelConduct):
    """Small stakes, on what a zero wins or loses for the most part; every third spin is a 0."""

    on = ("red", "straight:0", "split:0-00", "low", "street:0-00-2", "first_five:0-00-1-2-3",
          "straight:00", "dozen:1", "even", "split:0-3", "corner:0-1-2-3", "double_dozen:1-2",
          "")  # fmt: skip
    stake = american_roulette.Stake
    ready = american_roulette.Ready
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"red": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "allow_zero_trios": st.booleans(),
                "allow_zero_splits": st.booleans(),
            },
        )
    }


class BigWheelConduct(SimpleWheelConduct):
    """Small stakes; every third spin ends on what the rim begins with: a joker, or a 2."""

    on = ("one", "two", "five", "joker_black", "ten", "twenty", "joker_yellow", "two", "one",
          "joker", "straight:1", "")  # fmt: skip
    stake = big_wheel.Stake
    ready = big_wheel.Ready
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"one": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "joker_odds": st.sampled_from([39, 53]),
                "segment_order": st.just([*SEGMENTS[::-1]]),
                "min_turns": st.just(5),
            },
        )
    }


def _other(id_: str) -> str:
    return f"other-{id_}" if id_ else id_
