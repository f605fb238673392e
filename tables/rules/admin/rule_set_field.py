"""The form field that chooses a published rule set, among those that the licence allows."""

from typing import Any

from django import forms
from django.conf import settings
from django.db.models import Q, QuerySet

from tables.models import RuleSet


class RuleSetField(forms.ModelChoiceField[RuleSet]):
    """A choice of rule sets."""

    def __init__(self, **given: Any) -> None:
        super().__init__(RuleSet.objects.order_by("game", "key"), **given)

    def __deepcopy__(self, memo: Any) -> "RuleSetField":
        # Each form copies its fields: then, and not at the import, the licence is looked at.
        field: RuleSetField = super().__deepcopy__(memo)
        field.queryset = licensed_rule_sets()
        return field


def licensed_rule_sets() -> QuerySet[RuleSet]:
    """Return the rule sets by which the house's licence allows a table to deal."""
    found = RuleSet.objects.order_by("game", "key")
    games = settings.PROFILE.games
    if games is None:
        return found
    allowed = Q(pk__in=[])
    for game, books in games.items():
        allowed |= Q(game=game, book__in=books)
    return found.filter(allowed)
