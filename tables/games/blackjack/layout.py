"""Whether a bet may lie as it is wanted: the questions of ENG-26, which `betting` asks."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tables.games.blackjack.points import DEALER_RESULTS
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import BoxLimit, Combination, SideTerms, Standing
from tables.games.core.course import check_stake
from tables.games.core.protocol import Refused
from tables.games.core.values import fast_init


@fast_init
@dataclass(frozen=True, slots=True)
class Wanted:
    """One bettor's wish for one box."""

    party: str
    main: int
    sides: Mapping[str, int | Mapping[str, int]]
    """Side bet -> amount; hyper -> its fields and their amounts."""
    standing: bool = False


def why_not_box(rules: Rules, no: int, earlier: Iterable[int]) -> str | None:
    """Return why a box may not be bet on, or `None` if it may: it exists and is named once."""
    return None if 1 <= no <= rules.layout_boxes and no not in earlier else "box_out_of_range"


def check_vacant(rules: Rules, boxes: Iterable[int], wanted: Collection[int]) -> None:
    """Refuse boxes beside one's own that another sits at or wishes to occupy (HOUSE-22)."""
    for no in boxes:
        if no in wanted:
            raise rules.refusal("box_not_vacant", box=no)


def check_box_numbers(rules: Rules, boxes: int, vacant: int, others_wish: bool) -> None:
    """Refuse more boxes than one player may take; `vacant` are those beside his own seat's."""
    if vacant and not rules.vacant_boxes_playable:
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
    least, step, most = rules.table_min_cents or 1, rules.stake_step_cents or 1, rules.main_max
    if bet.main <= 0 and bet.sides:
        raise rules.refusal("side_bet_without_main", box=no)
    check_stake(
        rules.refusal, bet.main, least=least, step=step, most=most, already_staked=before, box=no
    )
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
