"""The words in which rule books differ: closed sets of values, and the terms of a side bet."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from tables.games.core.money import Amount
from tables.games.core.options import EXACT, MOST_MONEY


class Shuffling(StrEnum):
    """Who shuffles (FR-2024-004, MC-017)."""

    MANUAL = "manual"
    AUTOMATIC = "automatic"
    CONTINUOUS = "continuous"
    """A dealing shuffler: neither cut nor stop card (MC-037)."""


class Backs(StrEnum):
    """What the backs of the packs must look like."""

    THREE_AND_THREE = "three_and_three"
    ALL_ALIKE = "all_alike"
    ANY = "any"


class Stub(StrEnum):
    """The least that the stop card leaves behind it."""

    ONE_PACK = "one_pack"
    QUARTER = "quarter"
    """A quarter of the stack (ON-35)."""


class NextCutter(StrEnum):
    """Who cuts after the stop card came out."""

    ANY_PLAYER = "any_player"
    BOX_BEHIND_CUT_CARD = "box_behind_cut_card"
    """The player whose box got the card behind it, else the last to the right (ON-28, ON-29)."""


class Incidents(StrEnum):
    """Who settles an irregularity (AMB-51)."""

    PROCEDURE = "procedure"
    MANAGEMENT = "management"
    """The games management decides; the procedure is what it is proposed (MC-116)."""


class Standing(StrEnum):
    """Whether standing persons may stake on a seated player's box."""

    WITH_CONSENT = "with_consent"
    NEVER = "never"


class BoxLimit(StrEnum):
    """When the limit on one player's boxes holds (FR-2024-029, FR-2007-28)."""

    ALWAYS = "always"
    WHILE_OTHERS_WISH = "while_others_wish"


class SurrenderTerms(StrEnum):
    """Until when, and against what, a hand may be abandoned (ENG-16)."""

    OWN_HAND_NOT_ACE = "own_hand_not_ace"
    """Until the hand's own first decision, not against an ace (FR-2024-028)."""
    BEFORE_ANY_DRAW = "before_any_draw"
    """Before any additional card at the table, against an ace too (FR-2007-27)."""


class InsuranceAmount(StrEnum):
    """How much an insurance is (ENG-14)."""

    EXACT_HALF = "exact_half"
    UP_TO_HALF = "up_to_half"


class InsuranceWindow(StrEnum):
    """Until when a hand may insure (AMB-31)."""

    UNTIL_OWN_DRAW = "until_own_draw"
    OFFER = "offer"


class EvenMoneyTerms(StrEnum):
    """Against which first card of the dealer a black-jack may be paid 1 to 1 (ENG-15)."""

    NONE = "none"
    VS_ACE_OR_TEN = "vs_ace_or_ten"
    """Any time before the dealer draws (MC-078)."""
    VS_ACE = "vs_ace"
    """While insurance is open (ON-59)."""


class SplitTiming(StrEnum):
    """When the second split hand gets its second card (AMB-23)."""

    SEQUENTIAL = "sequential"
    BOTH_FIRST = "both_first"


class ReshuffleOrder(StrEnum):
    """When whoever is in charge may have the cards shuffled between two rounds (ON-37, MC-020)."""

    NEVER = "never"
    ONE_PLAYER = "one_player"
    ALWAYS = "always"


class BlackjackTie(StrEnum):
    """A player's black-jack against the dealer's (AMB-14)."""

    PUSH = "push"
    PLAYER_WINS = "player_wins"


class Push21(StrEnum):
    """Which 21s push against the dealer's black-jack where it does not beat them (AMB-16)."""

    ANY = "any"
    NEITHER_DOUBLED_NOR_SPLIT = "neither_doubled_nor_split"


class Rounding(StrEnum):
    """Which way a win is rounded to the smallest chip (AMB-35)."""

    DOWN = "down"
    UP = "up"


class PayTable(StrEnum):
    """The pay table of dames de cœur (FR-2024-077)."""

    A = "A"
    B = "B"


class QueenPair(StrEnum):
    """What line 3 of the dames de cœur table asks of a pair (AMB-02)."""

    SAME_RANK_SAME_COULEUR = "same_rank_same_couleur"
    SAME_RANK = "same_rank"


class Couleur(StrEnum):
    """What « couleur » means in the dames de cœur table (AMB-01)."""

    SUIT = "suit"
    COLOUR = "colour"


class Combination(StrEnum):
    """What decides a side bet."""

    QUEENS = "queens"
    """The first two cards, when they make 20 (FR-2024-071)."""
    THREE_CARDS = "three_cards"
    """The first two cards and the dealer's first (FR-2024-115, MC-101)."""
    PAIR = "pair"
    """The first two cards, when they are a pair (MC-094)."""
    DEALER_POINT = "dealer_point"
    """The bank's final result (FR-2024-096)."""
    SEVENS = "sevens"
    """The sevens among the first three cards: a progressive jackpot (FR-2024-130)."""
    ACES = "aces"
    """The operator's own lines on aces: a progressive jackpot (MC-108)."""


DECIDED_BY_DEAL = frozenset({Combination.QUEENS, Combination.THREE_CARDS, Combination.PAIR})
PROGRESSIVE = frozenset({Combination.SEVENS, Combination.ACES})


@dataclass(frozen=True, slots=True)
class SideTerms:
    """One side bet of a rule book."""

    key: str
    """Its name in stakes and options; the fields of hyper are `hyper:17` and so on."""
    combination: Combination
    odds: tuple[int, ...]
    """Profit per unit staked, line by line from line 1; empty where an option chooses them."""
    grant: str
    """The clause that creates the bet."""
    lines: tuple[str, ...]
    """The clause of each line."""
    lost: str
    """The clause that says what wins, and so what loses."""
    limits: str
    """The clause of its minimum and maximum, or of its fixed amount."""
    seated: str = ""
    """The clause that reserves it to seated players."""


MOST_ACES: Final = 4
"""A pair of aces, and one more on each when it is split (ENG-21)."""
MOST_LINES: Final = 3 * (MOST_ACES + 1)
"""One for each number of aces, suited, unsuited or either: a further one never matches."""
LONGEST_ID: Final = 40


@dataclass(frozen=True, slots=True)
class AcesLine:
    """One line of an operator's Split Aces table (ENG-21)."""

    id: str
    aces: int
    suited: bool | None = None
    """Whether the two first aces must be of one suit; `None` asks nothing."""
    to_one: int | None = None
    progressive_pct: int | None = None


@dataclass(frozen=True, slots=True)
class SplitAces:
    """An operator's Split Aces configuration (MC-108, ENG-21)."""

    stake_cents: Amount
    seed_cents: Amount
    contribution_bps: int
    pay_table: tuple[AcesLine, ...]

    def bounded(self) -> bool:
        """Tell whether it may be chosen: every number, text and list within its bound."""
        return (
            max(self.stake_cents, self.seed_cents) <= MOST_MONEY
            and len(self.pay_table) <= MOST_LINES
            and all(
                len(line.id) <= LONGEST_ID
                and line.aces <= MOST_ACES
                and self.stake_cents * (line.to_one or 0) <= EXACT
                for line in self.pay_table
            )
        )

    @staticmethod
    def read(value: Any) -> "SplitAces | None":
        """Return the configuration that the JSON object states, or `None` when it is no such."""
        if not isinstance(value, Mapping) or set(value) != {
            "stake_cents",
            "seed_cents",
            "contribution_bps",
            "pay_table",
        }:
            return None
        stake, seed, bps = value["stake_cents"], value["seed_cents"], value["contribution_bps"]
        if not (_within(stake, 1) and _within(seed, 0) and _within(bps, 0, 10_000)):
            return None
        table = value["pay_table"]
        if not isinstance(table, list | tuple) or not table:
            return None
        lines = [_line(each) for each in table]
        read = [line for line in lines if line is not None]
        if len(read) != len(lines) or len({line.id for line in read}) != len(read):
            return None
        return SplitAces(Amount(stake), Amount(seed), bps, tuple(read))


def _number(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _object(required: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": required | more,
        "required": list(required),
        "additionalProperties": False,
    }


_PLACED: Final = {
    "id": {"type": "string", "maxLength": LONGEST_ID},
    "aces": _number(0, MOST_ACES),
}
_SUITED: Final = {"suited": {"type": ["boolean", "null"]}}
SPLIT_ACES_SCHEMA: Final = _object(
    {
        "stake_cents": _number(1, MOST_MONEY),
        "seed_cents": _number(0, MOST_MONEY),
        "contribution_bps": _number(0, 10_000),
        "pay_table": {
            "type": "array",
            "minItems": 1,
            "maxItems": MOST_LINES,
            "items": {
                "oneOf": [
                    _object({**_PLACED, "to_one": _number(0, EXACT)}, **_SUITED),
                    _object({**_PLACED, "progressive_pct": _number(0, 100)}, **_SUITED),
                ]
            },
        },
    }
)
"""JSON Schema of what `SplitAces.read` reads; the ids of the lines differ from each other."""


def _line(value: Any) -> AcesLine | None:
    if not isinstance(value, Mapping) or not {"id", "aces"} <= set(value):
        return None
    if set(value) - {"id", "aces"} not in (
        {"to_one"},
        {"progressive_pct"},
        {"suited", "to_one"},
        {"suited", "progressive_pct"},
    ):
        return None
    suited, to_one, share = value.get("suited"), value.get("to_one"), value.get("progressive_pct")
    sound = (
        isinstance(value["id"], str)
        and _within(value["aces"], 0)
        and (suited is None or isinstance(suited, bool))
        and (to_one is None or _within(to_one, 0))
        and (share is None or _within(share, 0, 100))
    )
    if not sound:
        return None
    return AcesLine(value["id"], value["aces"], suited, to_one, share)


def _within(value: Any, low: int, high: int | None = None) -> bool:
    return type(value) is int and value >= low and (high is None or value <= high)
