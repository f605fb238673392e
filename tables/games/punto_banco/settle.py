"""The end of a coup: who draws, what wins, what a stake brings, and in which order."""

from collections.abc import Iterator, Mapping
from typing import Final

from tables.games.baccara.hands import Hand
from tables.games.baccara.points import must_banker_draw, point
from tables.games.baccara.stakes import settle_stakes, settlement_moves
from tables.games.core.money import Amount
from tables.games.punto_banco.messages import Batch, Settled, Side, StakesSettled
from tables.games.punto_banco.rules import DRAGON, MAIN, PAIR, Bet, Rules, TwoCards, Variant
from tables.games.punto_banco.state import State

BATCHES: Final[Mapping[Batch, tuple[Bet, ...]]] = {"main": MAIN, "dragon": DRAGON, "pair": PAIR}
"""In the order of settlement (MC-PB-70); pairs are booked with the coup (MC-PB-75)."""
TIE_PAYS: Final = 8
"""MC-PB-53."""
PAIR_PAYS: Final = 11
"""MC-PB-74."""
DRAGON_PAYS: Final[Mapping[int, int]] = {9: 20, 8: 8, 7: 7, 6: 4, 5: 3, 4: 1}
"""By the margin of a win that is no natural (MC-PB-67)."""
DRAGON_NATURAL_PAYS: Final = 1
"""MC-PB-65."""


def must_draw(state: State, side: Side) -> bool:
    """Tell whether the table draws for a side (MC-PB-40): a natural of either ends the coup."""
    if state.punto.natural or state.banco.natural:
        return False
    if side == "punto":
        return point(state.punto.cards[:2]) <= 5
    third = state.punto.cards[2] if len(state.punto.cards) == 3 else None
    return must_banker_draw(point(state.banco.cards[:2]), third)


def to_one(rules: Rules, bet: Bet, punto: Hand, banco: Hand) -> tuple[int, int] | None:
    """Return what a bet brings as a fraction of its stake, without the stake.

    0 for a stake that is given back, `None` for one that is lost. À cheval is half a stake on
    either pair.
    """
    mine, theirs = punto.point, banco.point
    match bet:
        case "punto":
            return (0, 1) if mine == theirs else (1, 1) if mine > theirs else None
        case "banco":
            if mine == theirs:
                return 0, 1
            return _banco(rules, theirs) if theirs > mine else None
        case "tie":
            return (TIE_PAYS, 1) if mine == theirs else None
        case "dragon_punto":
            return _dragon(rules, punto, banco)
        case "dragon_banco":
            return _dragon(rules, banco, punto)
        case "pair_punto":
            return (PAIR_PAYS, 1) if punto.pair else None
        case "pair_banco":
            return (PAIR_PAYS, 1) if banco.pair else None
        case "pair_cheval":
            pairs = punto.pair + banco.pair
            # Half of the stake is lost with one pair (A4).
            return ((PAIR_PAYS + 1) * pairs - 2, 2) if pairs else None


def _banco(rules: Rules, theirs: int) -> tuple[int, int]:
    """Return what banco pays (MC-PB-52, MC-PB-61)."""
    if rules.variant is Variant.CLASSIC:
        return 19, 20
    return (1, 2) if theirs == 6 else (1, 1)


def _dragon(rules: Rules, its: Hand, other: Hand) -> tuple[int, int] | None:
    """Return what a Dragon Bonus brings on a side (MC-PB-65 to MC-PB-69)."""
    if its.point == other.point:
        # Only a tie of naturals is given back (A2); both have it, or neither.
        return (0, 1) if its.natural and other.natural else None
    if its.point < other.point:
        return None
    if its.natural:
        return DRAGON_NATURAL_PAYS, 1
    loses = rules.dragon_two_card_non_natural is TwoCards.LOSES
    pays = DRAGON_PAYS.get(its.point - other.point)
    return None if pays is None or (loses and len(its.cards) == 2) else (pays, 1)


def returned(rules: Rules, bet: Bet, stake: int, punto: Hand, banco: Hand) -> Amount:
    """Return what comes back of a stake, itself included, rounded down (COMMON-R1)."""
    brings = to_one(rules, bet, punto, banco)
    return Amount(0 if brings is None else stake + stake * brings[0] // brings[1])


def wins(rules: Rules, state: State) -> tuple[Bet, ...]:
    """Return the bets that win: what is announced at last (MC-PB-49)."""
    brought = [(bet, to_one(rules, bet, state.punto, state.banco)) for bet in rules.bets]
    return tuple([bet for bet, brings in brought if brings is not None and brings[0] > 0])


def batches(rules: Rules, state: State) -> Iterator[StakesSettled]:
    """Yield what is settled, batch by batch: main bets, then Dragon Bonus, then pairs."""

    def back(bet: Bet, stake: Amount) -> Amount:
        return returned(rules, bet, stake, state.punto, state.banco)

    for batch, bets in BATCHES.items():
        if settled := settle_stakes(state, Settled, back, bets):
            paid = Amount(sum(each.returned for each in settled))
            yield StakesSettled(batch, settled, paid, tuple(settlement_moves(state, settled)))
