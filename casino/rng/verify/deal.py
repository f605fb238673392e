"""Checks which hand got which card, in a bundle of version 4, against its log."""

from .crypto.generator import hash_of
from .findings import Deal
from .forms import DEALT, FactsByKind, fields_of
from .parsed_bundle import ParsedBundle
from .texts import canonical
from .words import Wrong


def deal_of(parsed: ParsedBundle, facts_by_kind: FactsByKind) -> Deal | None:
    """Return which hand got which card, when the log says the same; None before version 4.

    Refuses rounds whose numbers do not rise, and another number of cards than were dealt.
    """
    if parsed.version < 4:
        return None
    given = parsed.reveal["deal"]
    for each in given:
        fields_of(each, DEALT, "reveal.deal.")
    deal = tuple((each["round"], tuple(each["hands"])) for each in given)
    numbers = [number for number, _ in deal]
    if numbers != sorted({*numbers}):
        raise Wrong("deal_rounds")
    named = sum(len(hands) for _, hands in deal)
    if named != parsed.reveal["dealt"]:
        raise Wrong("deal_cards", told=named, dealt=parsed.reveal["dealt"])
    if hash_of(parsed.tag(b"/deal"), canonical(given)).hex() != facts_by_kind["reveal"]["deal"]:
        raise Wrong("deal")
    return deal
