"""Which hand got which card of a shoe, from the recorded events of the rounds that it served.

What the house tells with the shoe when it is revealed, for ever: it is told whole or not at all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog
from django.db import transaction

from casino.rng.deal import Deal, RoundDealt, fits
from casino.rng.models import Shoe
from tables.models import Round
from tables.projections import round_rows
from tables.rows import rule_sets

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Part:
    """A round, as far as it took its cards from one shoe."""

    round: Round
    first: int
    """The place of its first card there."""
    before: int = 0
    """How many cards it had taken before, from the shoe that ran out."""


def cards_by_hand(shoe: Shoe) -> Deal | None:
    """Return which hand got which card that left a shoe; `None` where the rounds do not say it.

    That is logged as an error: cards left the shoe otherwise than through the rounds of its table,
    or a game does not tell its own. Nothing is guessed, and no fault keeps the seed back. Assumes
    the shoe's lock, so that no card leaves it meanwhile.
    """
    try:
        with transaction.atomic():
            deal = _deal_of(shoe)
    except Exception:
        log.exception("deal_untold", shoe=str(shoe.pk), table=shoe.table)
        return None
    if deal is None or not fits(deal, shoe.position - shoe.burn):
        log.error("deal_untold", shoe=str(shoe.pk), table=shoe.table)
        return None
    return deal


def _deal_of(shoe: Shoe) -> Deal | None:
    if shoe.position == shoe.burn:
        return []
    parts = [*_went_on(shoe), *_began(shoe)]
    if not parts or parts[0].first != shoe.burn:
        return None
    ends = [*(part.first for part in parts[1:]), shoe.position]
    events = round_rows.events_of_rounds([part.round.pk for part in parts])
    deal: Deal = []
    for part, end in zip(parts, ends, strict=True):
        game, _ = rule_sets.game_and_rules(part.round.rules_id)
        hands = game.card_destinations(events[part.round.pk])
        until = part.before + end - part.first
        # A round whose shoe ran out took its other cards from the refill.
        went_on = part is parts[-1] and end == shoe.size
        if len(hands) < until or (len(hands) > until and not went_on):
            return None
        if here := [*hands[part.before : until]]:
            deal.append(RoundDealt(hands=here, round=part.round.number))
    return deal


def _began(shoe: Shoe) -> Iterator[_Part]:
    """Yield the rounds that began with a shoe, in their order."""
    for each in _of(shoe.pk):
        yield _Part(each, each.first_card)


def _went_on(refill: Shoe) -> Iterator[_Part]:
    """Yield the round that went on with a refill, where one did (ON-83)."""
    if "refills" not in refill.header or refill.position == refill.burn:
        return
    old = Shoe.objects.get(pk=UUID(refill.header["refills"]))
    if begun := _of(old.pk):
        last = begun[-1]
        yield _Part(last, refill.burn, old.position - last.first_card)


def _of(shoe_id: UUID) -> Sequence[Round]:
    wanted = Round.objects.filter(shoe=shoe_id).order_by("number")
    return list(wanted.only("number", "rules_id", "first_card"))
