"""Duties in the office: who served a table, and how they found it."""

from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet, Value
from django.http import HttpRequest

from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.i18n import Words, both, both_lazy, money
from tables.models import (
    Assignment,
    Round,
    RuleSet,
    Table,
)
from tables.office.actions import operator_of
from tables.office.columns import BY, HIDDEN, PERSON, REASON, SINCE, TABLE, UNTIL, duty_name
from tables.rows import rule_sets
from tables.staff import authority

FOUND: Final = {
    "status": ("état", "status"),
    "rules": ("règlement", "rules"),
    "round": ("coup", "round"),
    "round_status": ("état du coup", "status of the round"),
    "float": ("encaisse", "float"),
    "layout": ("tapis", "layout"),
}


def _found(name: str, value: Any) -> str:
    """Return how a table was found, in one respect."""
    if name in ("float", "layout"):
        return money(value)
    if name == "rules":
        return str(RuleSet.objects.filter(pk=value).first() or value)
    words = {"status": Table.Status, "round_status": Round.Status}.get(name)
    return str(value) if words is None else str(words(value).label)


@admin.register(Assignment)
class AssignmentAdmin(ReadOnlyAdmin[Assignment]):
    """Who served a table in which duty, and how it was found."""

    section = "floor"
    singular = Words("service", "duty")
    plural = Words("services", "duties")
    list_display = ("id", TABLE, "duty_column", PERSON, SINCE, UNTIL, BY, REASON)
    list_select_related = ("table", "person", "by")
    exact = ("table__name", "person__username")
    ordering = ("-id",)
    fields = (TABLE, "duty_column", PERSON, SINCE, UNTIL, BY, REASON, "found_column")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Assignment]:
        """Return duties with whether this person may count the table's float."""
        may_count = Value(authority.may_count_floats(operator_of(request)))
        return super().get_queryset(request).annotate(may_count=may_count)

    @admin.display(description=both_lazy("Fonction", "Duty"))
    def duty_column(self, assignment: Assignment) -> str:
        """The duty."""
        return duty_name(assignment.duty)

    @admin.display(description=both_lazy("Table trouvée", "Table as found"))
    def found_column(self, assignment: Any) -> str:
        """The state in which the table was handed over."""
        found = assignment.found
        parts = []
        for name, words in FOUND.items():
            value = found[name]
            if value is not None:
                hidden = name == "float" and assignment.may_count
                hidden = hidden and rule_sets.are_vouchers_required(assignment.table.rules_id)
                state = HIDDEN.text() if hidden else _found(name, value)
                parts.append(f"{both(*words)} {state}")
        return " · ".join(parts)
