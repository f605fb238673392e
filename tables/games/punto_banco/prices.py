"""What every bet costs, exactly: all orders of the first six cards of a full shoe, by their values.

What a coup brings a stake the engine itself says (`settle.to_one`). What is rounded to the minor
unit (COMMON-R1) is the house's gain, which no edge here counts.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import perm
from typing import Final

from tables.games.baccara.hands import Hand
from tables.games.baccara.orders import CARDS, count_endings
from tables.games.core.price import Price, Report
from tables.games.punto_banco.rules import PAIR, Bet, Rules, Variant
from tables.games.punto_banco.settle import PAIR_PAYS, TIE_PAYS, to_one

_BETS: Final[Mapping[Bet, tuple[str, str, str, tuple[int, int] | None]]] = {
    "punto": ("MC-PB-51", "main", "punto", (1, 1)),
    "banco": ("MC-PB-52", "main", "banco", (19, 20)),
    "tie": ("MC-PB-53", "main", "tie", (TIE_PAYS, 1)),
    "dragon_punto": ("MC-PB-67", "dragon", "dragon", None),
    "dragon_banco": ("MC-PB-67", "dragon", "dragon", None),
    "pair_punto": ("MC-PB-74", "pair", "pair", (PAIR_PAYS, 1)),
    "pair_banco": ("MC-PB-74", "pair", "pair", (PAIR_PAYS, 1)),
    "pair_cheval": ("MC-PB-74", "pair", "pair_cheval", None),
}
"""Clause, group, note and what it pays, in the order of the prices."""


def _hand(point: int, *, third: bool) -> Hand:
    """Return a hand of two or three cards with a point; of three the first two are no natural."""
    return Hand((*CARDS[:1] * (1 + third), CARDS[point]))


def _ends(rules: Rules, bet: Bet) -> Iterator[tuple[int, Fraction | None]]:
    """Yield in how many orders of the cards a coup ends alike, and what it brings the bet."""
    for (punto, third, banco, other), orders in count_endings(rules.packs).items():
        brings = to_one(rules, bet, _hand(punto, third=third), _hand(banco, third=other))
        yield orders, None if brings is None else Fraction(*brings)


def edge(rules: Rules, bet: Bet) -> Fraction:
    """Return the edge of a bet per unit staked, on the first coup of a full shoe."""
    size = 52 * rules.packs
    if bet in PAIR:
        # Of whatever rank the first is, the second is one of the others of it; à cheval is half
        # a stake on either.
        chance = Fraction(4 * rules.packs - 1, size - 1)
        return 1 - chance * (PAIR_PAYS + 1)
    gained = sum(
        orders * (-1 if brings is None else brings) for orders, brings in _ends(rules, bet)
    )
    return Fraction(-gained) / perm(size, 6)


def tied(rules: Rules, bet: Bet) -> Fraction:
    """Return how likely a bet is given back, on the first coup of a full shoe."""
    if bet in PAIR:
        return Fraction(0)
    found = sum(orders for orders, brings in _ends(rules, bet) if brings == 0)
    return Fraction(found, perm(52 * rules.packs, 6))


_edge: Final = cache(edge)
_tied: Final = cache(tied)


def report(rules: Rules) -> Report:
    """Return what each bet costs."""
    # What the prices depend on, and nothing else, so that they are worked out once.
    plain = Rules(
        decks=rules.packs,
        variant=rules.variant,
        dragon_two_card_non_natural=rules.dragon_two_card_non_natural,
    )
    return Report(tuple([_price(rules, plain, bet) for bet in _BETS]))


def _price(rules: Rules, plain: Rules, bet: Bet) -> Price:
    costs, back = _edge(plain, bet), _tied(plain, bet)
    clause, group, note, pays = _BETS[bet]
    if bet == "banco" and rules.variant is not Variant.CLASSIC:
        clause, note, pays = "MC-PB-61", "banco_punto_2000", None
    return Price(
        bet,
        costs,
        offered=bet in rules.bets,
        clause=clause,
        group=group,
        note=note,
        pays=pays,
        edge_when_decided=costs / (1 - back) if back else None,
    )
