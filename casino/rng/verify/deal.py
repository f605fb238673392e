"""Which hand got which card, as a bundle of version 4 tells it and its log binds it."""

from typing import Any

from .crypto.generator import hash_of
from .forms import DEALT, fields_of
from .found import Deal
from .promise import Case
from .texts import canonical
from .words import Wrong


def deal_of(case: Case, said: dict[str, dict[str, Any]]) -> Deal | None:
    """Return which hand got which card, when the log says the same; None before version 4.

    Refuses rounds whose numbers do not rise, and another number of cards than were dealt.
    """
    if case.version < 4:
        return None
    given = case.reveal["deal"]
    for each in given:
        fields_of(each, DEALT, "reveal.deal.")
    deal = tuple((each["round"], tuple(each["hands"])) for each in given)
    numbers = [number for number, _ in deal]
    if numbers != sorted({*numbers}):
        raise Wrong("deal_rounds")
    told = sum(len(hands) for _, hands in deal)
    if told != case.reveal["dealt"]:
        raise Wrong("deal_cards", told=told, dealt=case.reveal["dealt"])
    if hash_of(case.tag(b"/deal"), canonical(given)).hex() != said["reveal"]["deal"]:
        raise Wrong("deal")
    return deal
