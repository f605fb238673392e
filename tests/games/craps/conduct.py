"""How arbitrary players behave at craps, for the laws."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option, PlayerCommand
from tables.games.craps.messages import (
    ChangeDice,
    Command,
    DeclineDice,
    Ready,
    SetNoAction,
    SetWorking,
    Stake,
    Throw,
)
from tables.games.craps.stakes import Wager
from tables.games.craps.view import View
from tests.games.tape import Conduct, Tape

_ON = ("pass_line", "pass_line", "dont_pass", "come", "come", "dont_come", "dont_come", "field",
       "place:6", "place:4", "buy:4", "lay:6", "big6", "hard8", "world", "hop:1-3", "hop:2-2",
       "any_seven", "horn", "high_low", "hop:1-1", "lay:7", "hard5", "")  # fmt: skip
_ODDS = ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")
_IDS = ("a", "b", "c", "d", "e", "a", "b", "")
_STAKED = ("def", "ghi", "abc", "a")
_AMOUNTS = (500, 100, 200, 101, 0, 0, 1, 2000, -5)


class CrapsConduct(Conduct):
    """Small stakes, a line bet for the most part, and dice of which a third are aces."""

    parties: Sequence[Party] = (Party("ann"), Party("ben"), Party("cat"))
    standing = True
    face_down = False
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"pass_line": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "require_exact_multiples": st.booleans(),
                "horn_stake_multiple": st.sampled_from([None, 400]),
                "auto_rebet": st.booleans(),
                "turn_withdrawn_after_timeouts": st.sampled_from([1, 2]),
                "high_low_odds": st.sampled_from([14, 15]),
                "world_bet_seven": st.sampled_from(["stays", "keep_seven_unit_only"]),
                "come_is_contract": st.booleans(),
                "dont_come_removable": st.booleans(),
                "place_working_on_come_out": st.booleans(),
                "buy_lay_working_on_come_out": st.booleans(),
                "refund_commission_on_removal": st.booleans(),
                "max_odds_multiple": st.sampled_from([None, 1, 3]),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        match tape.below(12):
            case 0 | 1 | 2 | 3 | 4:
                return Stake(tuple(self._wager(tape) for _ in range(tape.below(4))))
            case 5:
                return SetWorking(tape.choose(_STAKED), bool(tape.below(2)))
            case 6:
                return SetNoAction(tape.choose(_STAKED), bool(tape.below(2)))
            case 7:
                return Ready()
            case 8:
                return DeclineDice()
            case 9:
                return ChangeDice(tape.below(6), tape.below(7))
            case _:
                return Throw()

    def _wager(self, tape: Tape) -> Wager:
        amount = Amount(tape.choose(_AMOUNTS))
        working = tape.choose((None, None, None, True, False))
        if tape.below(3):
            return Wager(tape.choose(_IDS), tape.choose(_ON), amount, working=working)
        return Wager(tape.choose(_IDS), tape.choose(_ODDS), amount, tape.choose(_IDS))

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> Command:
        if not tape.below(4):
            plays = bool(tape.below(2))
            return SetNoAction("ghi", plays) if shown.point else SetWorking("def", plays)
        line = tape.choose(("pass_line", "dont_pass"))
        more = tape.choose(("come", "dont_come") if shown.point else _ON[7:12])
        amount = Amount(tape.choose((500, 100, 200)))
        chosen = [Wager("abc", line, amount)] if not shown.point or line == "pass_line" else []
        if tape.below(2):
            chosen.append(Wager("ghi" if more == "dont_come" else "def", more, amount))
        if shown.point and not tape.below(3):
            return Stake((Wager("odds", tape.choose(_ODDS), amount, tape.choose(("abc", "def"))),))
        return Stake(tuple(chosen))

    def of_option(self, option: Option) -> Command:
        match option.command:
            case "craps.throw":
                return Throw()
            case "craps.decline_dice":
                return DeclineDice()
            case "craps.change_dice":
                return ChangeDice(4, 5)
            case _:
                return Ready()

    def disguised(self, given: Any) -> Any:
        """Return the input with other ids: which stake is which, only its owner knows."""
        if not isinstance(given, PlayerCommand):
            return given
        command = given.command
        match command:
            case Stake():
                wagers = tuple(
                    replace(each, id=_other(each.id), to=_other(each.to)) for each in command.wagers
                )
                command = Stake(wagers)
            case SetWorking() | SetNoAction():
                command = replace(command, wager=_other(command.wager))
        return replace(given, command=command)


def _other(id_: str) -> str:
    return f"other-{id_}" if id_ else id_


CONDUCT = CrapsConduct()
