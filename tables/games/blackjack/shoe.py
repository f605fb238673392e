"""What happens round the shoe: packs, cuts, burnt cards and the stop card, as each text has it."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, Literal, assert_never

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import Backs, NextCutter, Shuffling, Stub
from tables.games.core.cards import BLUE, RED, Back

PACK_SIZE: Final = 52

Occasion = Literal["new_shoe", "new_dealer", "resume_continuous_shuffler"]
"""When cards are burnt."""
Reason = Literal["game_start", "cut_card_at_box", "cut_card_in_dealer_hand", "requested_reshuffle"]
"""Why the cards are to be cut (ON-27 to ON-30)."""


def burn_count(rules: Rules, occasion: Occasion) -> int:
    """Return how many cards are removed unplayed (FR-2024-010, MC-033, MC-040, ON-39, ON-40)."""
    match occasion:
        case "new_shoe":
            return rules.burn
        case "new_dealer":
            return rules.burn_new_dealer
        case "resume_continuous_shuffler":
            return rules.burn_on_resumption
        case _:
            assert_never(occasion)


def is_cut_card_valid(rules: Rules, total: int, behind: int) -> bool:
    """Tell whether the stop card leaves enough cards behind it (FR-2024-008, MC-031, ON-35)."""
    least = 52 if rules.stub is Stub.ONE_PACK else -(-total // 4)
    return least <= behind < total


def are_backs_valid(rules: Rules, backs: Mapping[str, int]) -> bool:
    """Tell whether the packs are as many, and look as alike, as they must (FR-2024-001, ON-04)."""
    packs = [count for count in backs.values() if count]
    if sum(packs) != rules.decks:
        return False
    match rules.backs:
        case Backs.THREE_AND_THREE:
            return packs == [3, 3]
        case Backs.ALL_ALIKE:
            return len(packs) == 1
        case Backs.ANY:
            return True
        case _:
            assert_never(rules.backs)


def backs(rules: Rules) -> tuple[Back, ...]:
    """Return the backs of the packs: all alike, or half and half where the text wants two colours.

    FR-2024-001, FR-2007-01, ON-04.
    """
    red, blue = (rules.decks + 1) // 2, rules.decks // 2
    alike, halves = (RED,) * rules.decks, (RED,) * red + (BLUE,) * blue
    return next(packs for packs in (alike, halves) if are_backs_valid(rules, Counter(packs)))


def cut_limits(rules: Rules) -> tuple[int, int] | None:
    """Return the fewest and the most cards before the cut card; `None` for a continuous shuffler.

    About the middle of the stack, within a pack of it (ON-31); by the other texts anywhere but
    within half a pack of an end (MC-030). A continuous shuffler is not cut (MC-037).
    """
    if rules.shuffling is Shuffling.CONTINUOUS:
        return None
    size = rules.decks * PACK_SIZE
    if rules.next_cutter is NextCutter.ANY_PLAYER:
        return PACK_SIZE // 2, size - PACK_SIZE // 2
    reach = min(PACK_SIZE, size // 4)
    return size // 2 - reach, size // 2 + reach


def cutting_order(
    occupied: Collection[int], reason: Reason, box: int | None = None
) -> tuple[int, ...]:
    """Return the boxes to which the cards are offered for the cut, clockwise (ON-27 to ON-33).

    The first whose player accepts cuts; when all refuse the dealer does. `box` is that of the first
    to arrive, or the one before which the cut card lay.
    """
    if not occupied:
        return ()
    first = box if reason in ("game_start", "cut_card_at_box") and box is not None else None
    first = max(occupied) if first is None else first
    return tuple(sorted(occupied, key=lambda no: (no < first, no)))
