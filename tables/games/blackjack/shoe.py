"""What happens round the shoe: packs, cuts, burnt cards and the stop card, as each text has it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, assert_never

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import Backs, Stub

Occasion = Literal["new_shoe", "new_dealer", "resume_continuous_shuffler"]
"""When cards are burnt."""
Reason = Literal["game_start", "cut_card_at_box", "cut_card_in_dealer_hand", "requested_reshuffle"]
"""Why the cards are to be cut (ON-27 to ON-30)."""


def burnt(rules: Rules, occasion: Occasion) -> int:
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


def stop_card_lies_well(rules: Rules, total: int, behind: int) -> bool:
    """Tell whether the stop card leaves enough cards behind it (FR-2024-008, MC-031, ON-35)."""
    least = 52 if rules.stub is Stub.ONE_PACK else -(-total // 4)
    return least <= behind < total


def backs_are_right(rules: Rules, backs: Mapping[str, int]) -> bool:
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


def next_cutter(
    occupied: Sequence[int], reason: Reason, box: int | None, refusals: Collection[int]
) -> int | None:
    """Return the box whose player cuts, or `None` when all refuse and the dealer does.

    `box` is that of the first to arrive, or the one before which the cut card lay; the cards are
    offered on clockwise (ON-27 to ON-33).
    """
    last = max(occupied)
    first = box if reason in ("game_start", "cut_card_at_box") and box is not None else last
    clockwise = sorted(occupied, key=lambda no: (no < first, no))
    return next((no for no in clockwise if no not in refusals), None)
