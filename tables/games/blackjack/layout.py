"""Whether bets may lie as they are wanted: the checks of ENG-26, in their exact order.

`check` looks at a whole table before the first card. `betting` puts the same questions to one
command at a time; the questions themselves live here, once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tables.games.blackjack.points import DEALER_RESULTS
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import BoxLimit, Combination, SideTerms, Standing
from tables.games.core.protocol import Refused


@dataclass(frozen=True, slots=True)
class Wanted:
    """One bettor's wish for one box."""

    party: str
    main: int
    sides: Mapping[str, int | Mapping[str, int]] = field(default_factory=dict)
    """Side bet -> amount; hyper -> its fields and their amounts."""
    standing: bool = False
    consent: bool = True
    """The holder of the box agrees (FR-2024-017)."""


@dataclass(frozen=True, slots=True)
class WantedBox:
    no: int
    bets: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class Floor:
    """What is to be known of the table beside the bets."""

    seats: Mapping[str, int]
    """Every seated person and the box of his seat, betting or not."""
    cash: bool = False
    first_card_out: bool = False
    dealer_agrees_vacant: bool = True
    others_wish: bool = False
    claimed: frozenset[int] = frozenset()
    """Boxes that the player of their seat wants for himself (HOUSE-22)."""


def check(rules: Rules, boxes: tuple[WantedBox, ...], floor: Floor) -> None:
    """Refuse the first fault of a whole table's bets, in the order of ENG-26."""
    if floor.cash:
        raise rules.refusal("chips_only")
    if floor.first_card_out:
        raise rules.refusal("bets_closed")
    for index, box in enumerate(boxes):
        earlier = [each.no for each in boxes[:index]]
        if code := why_not_box(rules, box.no, earlier):
            raise rules.refusal(code, box=box.no, boxes=rules.layout_boxes)
        if sum(not bet.standing for bet in box.bets) != 1:
            raise rules.refusal("no_seated_holder", box=box.no)
    held: dict[str, list[int]] = {}
    for box in boxes:
        holder = next(bet.party for bet in box.bets if not bet.standing)
        held.setdefault(holder, []).append(box.no)
        if holder not in floor.seats:
            raise rules.refusal("no_seated_holder", box=box.no)
    for party, own in held.items():
        seats = {no for other, no in floor.seats.items() if other != party}
        extra = [no for no in own if no != floor.seats[party]]
        for no in extra:
            if no in seats or no in floor.claimed:
                raise rules.refusal("box_not_vacant", box=no)
        check_box_numbers(
            rules, len(own), len(extra), floor.dealer_agrees_vacant, floor.others_wish
        )
    if len(floor.seats) == 1 and len(boxes) < rules.min_boxes_when_alone:
        raise rules.refusal("sole_player_min_boxes", minimum=rules.min_boxes_when_alone)
    for box in boxes:
        before = 0
        for bet in box.bets:
            if bet.standing:
                check_standing(rules, bet.consent, len(floor.seats) < rules.layout_boxes)
            check_bet(rules, box.no, bet, before)
            before += bet.main


def why_not_box(rules: Rules, no: int, earlier: Iterable[int]) -> str | None:
    """Return why a box may not be bet on, or `None` if it may: it exists and is named once."""
    return None if 1 <= no <= rules.layout_boxes and no not in earlier else "box_out_of_range"


def check_box_numbers(
    rules: Rules, boxes: int, vacant: int, dealer_agrees: bool, others_wish: bool
) -> None:
    """Refuse more boxes than one player may take; `vacant` are those beside his own seat's."""
    if vacant and not (rules.vacant_boxes_playable and dealer_agrees):
        raise rules.refusal("vacant_box_refused")
    limit = rules.max_boxes_per_player
    if rules.box_limit is BoxLimit.WHILE_OTHERS_WISH and not others_wish:
        limit = None
    if limit is not None and boxes > limit:
        raise rules.refusal("too_many_boxes", maximum=limit)
    limit = rules.max_vacant_boxes_per_player
    if limit is not None and vacant > limit:
        raise rules.refusal("too_many_boxes", maximum=limit + 1)


def check_standing(rules: Rules, consent: bool, seats_vacant: bool) -> None:
    """Refuse a bettor behind a seated player (FR-2024-017, FR-2024-027, AMB-60)."""
    if rules.standing is Standing.NEVER:
        raise rules.refusal("standing_not_allowed")
    if not consent:
        raise rules.refusal("standing_without_consent")
    if seats_vacant and not rules.standing_play_when_seats_vacant:
        raise rules.refusal("standing_not_allowed")


def check_bet(rules: Rules, no: int, bet: Wanted, before: int) -> None:
    """Refuse stakes outside the limits; `before` is what others stake on the box (AMB-39)."""
    least, step, most = rules.table_min_cents or 1, rules.stake_step_cents, rules.main_max
    if bet.main <= 0 and bet.sides:
        raise rules.refusal("side_bet_without_main", box=no)
    if bet.main < least:
        raise rules.refusal("below_min", box=no, minimum=least)
    if step is not None and bet.main % step:
        raise rules.refusal("stake_step", box=no, step=step)
    if most is not None and before + bet.main > most:
        raise rules.refusal("above_max", box=no, maximum=most)
    for key in sorted(bet.sides):
        _check_side(rules, no, key, bet.sides[key], bet.standing)


def _check_side(
    rules: Rules, no: int, key: str, wanted: int | Mapping[str, int], standing: bool
) -> None:
    terms = rules.side(key)
    fields = terms is not None and terms.combination is Combination.DEALER_POINT
    if terms is None or not rules.offers(terms) or fields is isinstance(wanted, int):
        raise rules.refusal("side_bet_not_available", box=no, bet=key)
    amounts = [wanted] if isinstance(wanted, int) else _by_field(wanted)
    if amounts is None:
        raise rules.refusal("side_bet_not_available", box=no, bet=key)
    if standing and rules.side_seated_only(terms):
        raise _limits_refused(rules, "side_bet_seated_only", no, terms)
    fixed, (least, most) = rules.side_fixed(terms), rules.side_limits(terms)
    for amount in amounts:
        if fixed is not None and amount != fixed:
            raise _limits_refused(rules, "fixed_stake", no, terms, stake=fixed)
        if amount < max(least or 1, 1):
            raise _limits_refused(rules, "side_bet_below_min", no, terms, minimum=least or 1)
        if most is not None and amount > most:
            raise _limits_refused(rules, "side_bet_above_max", no, terms, maximum=most)


def _by_field(wanted: Mapping[str, int]) -> list[int] | None:
    """Return the amounts in the order of the fields, or `None` for a field that does not exist."""
    if set(wanted) - set(DEALER_RESULTS):
        return None
    return [wanted[each] for each in DEALER_RESULTS if each in wanted]


def _limits_refused(
    rules: Rules, code: str, no: int, terms: SideTerms, **detail: int | str
) -> Refused:
    clause = terms.seated if code == "side_bet_seated_only" else terms.limits
    refused = rules.refusal(code, box=no, bet=terms.key, **detail)
    if clause:
        return Refused(code, **{**refused.detail, "clause": clause})
    return refused
