"""How arbitrary players behave at each game, for the laws: one entry per game in `CONDUCT`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from tables.games.blackjack.messages import (
    BoxStake,
    Command,
    Decline,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Ready,
    Split,
    Stake,
    Stand,
    Surrender,
)
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Asked, Drawn, Expired, Option, SettleSideBets

T = TypeVar("T")


@dataclass
class Tape:
    """Arbitrary bytes read as choices; an exhausted tape always chooses the first."""

    bytes: bytes
    position: int = field(default=0)

    @property
    def over(self) -> bool:
        return self.position >= len(self.bytes)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        if self.over:
            return 0
        self.position += 1
        return self.bytes[self.position - 1] % bound

    def choose(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]


class Conduct(Protocol):
    """What the laws must know of a game to play it at random."""

    books: Mapping[str, st.SearchStrategy[dict[str, Any]]]
    """House options worth trying, by rule book."""

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Any:
        """Return any command at all, sensible or not, that the party might give."""
        ...

    def of_option(self, option: Option) -> Any:
        """Return the command that a button sends."""
        ...


def _mostly(default: Any, *others: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from([default, default, *others])


class BlackjackConduct:
    """Small stakes on few boxes, every option, and cards that make pairs and aces common."""

    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "FR-2024": st.fixed_dictionaries(
            {"enabled_side_bets": _mostly(["queen_of_hearts"], [])},
            optional={
                "table_min_cents": st.sampled_from([None, 100]),
                "stake_step_cents": st.sampled_from([None, 50]),
                "min_boxes_when_alone": st.sampled_from([1, 2]),
                "vacant_boxes_playable": _mostly(True, False),
                "max_boxes_per_player": st.sampled_from([None, 2]),
                "layout_boxes": st.sampled_from([1, 3, 7]),
                "surrender": st.booleans(),
                "draw_on_21_allowed": st.booleans(),
                "split_identical_only": st.booleans(),
                "max_splits": st.sampled_from([None, 1, 3]),
                "double_after_split": st.booleans(),
                "insurance_window": st.sampled_from(["until_own_draw", "offer"]),
                "split_second_card_timing": st.sampled_from(["sequential", "both_first"]),
                "payout_unit_cents": st.sampled_from([1, 100]),
                "rounding": st.sampled_from(["down", "up"]),
                "queen_of_hearts_pay_table": st.sampled_from(["A", "B"]),
                "queen_of_hearts_max_cents": st.sampled_from([None, 200]),
                "no_split_after_queen_bonus_win": st.booleans(),
                "queen_couleur": st.sampled_from(["suit", "colour"]),
            },
        )
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        box = BoxNo(tape.below(len(holders) + 1) + 1)
        label = tape.choose(("h", "h", "ha", "hb", "haa", "hab", "x"))
        match tape.below(16):
            case 0 | 1 | 2 | 3 | 4 | 5:
                return Stake(self._bets(tape, holders, party))
            case 6 | 7:
                return Ready()
            case 8:
                return Decline(box) if tape.below(2) else EvenMoney(box)
            case 9:
                return Insure(box, tape.choose((None, None, Amount(50), Amount(1))))
            case 10:
                return Surrender(box, label)
            case verb:
                verbs: Sequence[type[Any]] = (Hit, Hit, Stand, Double, Split)
                command: Command = verbs[verb - 11](box, label)
                return command

    def _bets(
        self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party
    ) -> tuple[BoxStake, ...]:
        own = [no for no, holder in holders.items() if holder == party]
        if not own or tape.below(8) == 7:
            own = list(holders)
        return tuple(
            BoxStake(
                no,
                Amount(tape.choose((100, 1000, 100, 150, 1001, 1000, 0, 1, -5))),
                Amount(tape.choose((0, 100, 0, 100, 300, 0, 0, -1))),
            )
            for no in own[: 1 + tape.below(3)]
        )

    def of_option(self, option: Option) -> Command:
        verb = option.command.removeprefix("blackjack.")
        if verb == "ready":
            return Ready()
        if verb in ("insure", "decline"):
            return Insure(option.box) if verb == "insure" else Decline(option.box)
        hands: dict[str, Any] = {"hit": Hit, "stand": Stand, "double": Double, "split": Split}
        command: Command = {**hands, "surrender": Surrender}[verb](option.box, option.hand)
        return command


CONDUCT: Mapping[str, Conduct] = {"blackjack": BlackjackConduct()}

# Blackjack lives on pairs, aces and queens of hearts; a plain pack shows them too seldom.
_RICH = (*PACK, *["Ah", "As", *["Qh"] * 10, "Kd", "8c", "8d", "8h", "Tc"] * 2)


def drawn(tape: Tape, count: int) -> Drawn:
    """Return cards of the tape's choice, now and then with the stop card among them."""
    cards = tuple(tape.choose(_RICH) for _ in range(count))
    return Drawn(cards, stop_card=tape.below(16) == 15)  # type: ignore[arg-type]


STRAYS: Sequence[Drawn | Expired | SettleSideBets] = (
    Expired(),
    SettleSideBets(),
    Drawn((PACK[0],)),
    Drawn(PACK[:3]),
    Drawn(()),
)
"""Inputs that nobody may be waiting for."""


def asked(
    holders: Mapping[BoxNo, Party], party: Party, command: Any, alone: bool = False
) -> Asked[Any]:
    """Return the command as the floor would pass it."""
    held = frozenset(no for no, holder in holders.items() if holder == party)
    return Asked(party, held, command, alone)
