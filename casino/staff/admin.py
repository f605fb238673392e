"""The staff in the office: acts, sign-ins, departments, pinned lists, and the house's databases."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.dateparse import parse_date
from django.utils.html import format_html

from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import (
    ReadOnlyAdmin,
    column,
    pretty_json,
    yes_or_no,
)
from casino.i18n import Words, both, both_lazy
from casino.players.models import (
    DatabaseIdentity,
    Department,
    OfficeAct,
    OfficeAnswer,
    PinnedList,
    Player,
    StaffSignIn,
)
from casino.staff import rights_admin, sign_ins


@admin.register(OfficeAct)
class OfficeActAdmin(ReadOnlyAdmin[OfficeAct]):
    """The audit log of the office."""

    section = "house"
    singular = Words("acte au bureau", "act in the office")
    plural = Words("actes au bureau", "acts in the office")
    list_display = ("at_column", "person", "address", "act_column", "status")
    list_select_related = ("person", "answer")
    list_filter = (("at", DateRangeFilter),)
    exact = ("person__username", "digest")
    search_help_text = both_lazy("Nom exact, ou empreinte", "Exact name, or hash")
    ordering = ("-id",)
    fields = (
        "at_column",
        "person",
        "address",
        "act_column",
        "status",
        "said_column",
        "previous",
        "digest",
    )
    at_column = column("at", "Quand", "When")

    @admin.display(description=both_lazy("Quoi", "What"))
    def act_column(self, act: OfficeAct) -> str:
        """What happened, in words; of an act on a page its method and address."""
        words = sign_ins.ACTS.get(act.what) or rights_admin.EVENTS.get(act.what)
        return words.text() if words else format_html("<code>{}</code>", act.what)

    @admin.display(description=both_lazy("Réponse", "Answer"))
    def status(self, act: OfficeAct) -> str:
        """The HTTP status of the answer."""
        try:
            return str(act.answer.status)
        except OfficeAnswer.DoesNotExist:
            return "-"

    @admin.display(description=both_lazy("Ce qui a été envoyé", "What was sent"))
    def said_column(self, act: OfficeAct) -> str:
        """The fields of the form that was sent."""
        return pretty_json(act.said)


@admin.register(StaffSignIn)
class StaffSignInAdmin(ReadOnlyAdmin[StaffSignIn]):
    """Sign-ins of the staff: when, from where, by which factor."""

    section = "house"
    singular = Words("connexion du personnel", "staff sign-in")
    plural = Words("connexions du personnel", "staff sign-ins")
    list_display = ("at_column", "person", "address", "event_column", "factor_column", "accepted")
    list_select_related = ("person",)
    list_filter = (("at", DateRangeFilter),)
    exact = ("person__username",)
    search_help_text = both_lazy(
        "Nom exact, jour (2026-11-25), ou les deux", "Exact name, day (2026-11-25), or both"
    )
    ordering = ("-id",)
    fields = (
        "at_column",
        "person",
        "address",
        "event_column",
        "factor_column",
        "accepted",
        "reason_column",
        "digest",
    )
    at_column = column("at", "Quand", "When")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[StaffSignIn], search_term: str
    ) -> tuple[QuerySet[StaffSignIn], bool]:
        """Search by username, by day, or by both; anything else finds nothing."""
        for word in search_term.replace("\0", "").split()[:2]:
            try:
                day = parse_date(word)
            except ValueError:
                return queryset.none(), False
            condition = Q(person__username=word) if day is None else Q(at__date=day)
            queryset = queryset.filter(condition)
        return queryset, False

    @admin.display(description=both_lazy("Quoi", "What"))
    def event_column(self, act: StaffSignIn) -> str:
        """What happened, in words."""
        return sign_ins.ACTS[act.what].text()

    @admin.display(description=both_lazy("Par", "By"))
    def factor_column(self, act: StaffSignIn) -> str:
        """The factor."""
        factor = sign_ins.factor_used(act)
        return "-" if factor is None else factor.text()

    @admin.display(description=both_lazy("Admis", "Let in"))
    def accepted(self, act: StaffSignIn) -> str:
        """Whether it was accepted."""
        return yes_or_no(act.what not in sign_ins.REFUSED)

    @admin.display(description=both_lazy("Motif", "Reason"))
    def reason_column(self, act: StaffSignIn) -> str:
        """Why a second factor was removed."""
        return str(act.said.get("reason", "-"))


@admin.register(OfficeAnswer)
class OfficeAnswerAdmin(ReadOnlyAdmin[OfficeAnswer]):
    """Answers to actions in the office."""

    section = "house"
    singular = Words("réponse du bureau", "answer of the office")
    plural = Words("réponses du bureau", "answers of the office")
    list_display = ("act", "status")
    list_select_related = ("act",)
    exact = ("act",)
    ordering = ("-act",)
    fields = ("act", "status")


@admin.register(DatabaseIdentity)
class DatabaseIdentityAdmin(ReadOnlyAdmin[DatabaseIdentity]):
    """Databases that the house opened: founded, restored from a backup, or moved."""

    section = "house"
    singular = Words("base de données", "database")
    plural = Words("bases de données", "databases")
    list_display = ("identity", "way_column", "at_column")
    ordering = ("-id",)
    fields = ("identity", "way_column", "facts", "at_column")
    at_column = column("at", "Le", "At")

    @admin.display(description=both_lazy("Origine", "Origin"))
    def way_column(self, database: DatabaseIdentity) -> str:
        """How the house came to it, in words."""
        return WAYS[database.way].text()


WAYS: Final[Mapping[str, Words]] = {
    DatabaseIdentity.Way.FOUNDED: Words("fondée", "founded"),
    DatabaseIdentity.Way.RESTORED: Words("rétablie d’une sauvegarde", "restored from a backup"),
    DatabaseIdentity.Way.MOVED: Words("déplacée", "moved"),
}


class DepartmentForm(forms.ModelForm[Department]):
    """The department of a group's members."""

    class Meta:
        model = Department
        fields = ("group", "name")
        labels: ClassVar[dict[str, Any]] = {
            "group": both_lazy("Groupe", "Group"),
            "name": both_lazy("Direction", "Department"),
        }

    def clean(self) -> dict[str, Any]:
        """Refuse a department when somebody in the group belongs to another already."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        members = Player.objects.filter(groups=cleaned.get("group"))
        if members.filter(groups__department__name__isnull=False).exclude(
            groups__department__name=cleaned.get("name")
        ):
            message = both(
                "Quelqu’un de ce groupe relève d’une autre direction.",
                "Somebody in this group answers to another department.",
            )
            self.add_error("group", message)
        return cleaned


@admin.register(Department)
class DepartmentAdmin(ReadOnlyAdmin[Department]):
    """The department of a group; a superuser sets it once."""

    section = "house"
    singular = Words("direction", "department")
    plural = Words("directions", "departments")
    form = DepartmentForm
    list_display = ("group_column", "name_column", "members")
    list_select_related = ("group",)
    exact = ("group__name", "name")
    ordering = ("name", "group__name")
    group_column = column("group", "Groupe", "Group")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person is an active superuser."""
        return bool(request.user.is_active and request.user.is_superuser)

    def get_fields(self, request: HttpRequest, obj: Department | None = None) -> Any:
        """Return the fields of a new row, or those that are shown of an existing one."""
        return ("group", "name") if obj is None else self.list_display

    @admin.display(description=both_lazy("Direction", "Department"))
    def name_column(self, department: Department) -> str:
        """What it is called."""
        return str(department.get_name_display())

    @admin.display(description=both_lazy("Membres", "Members"))
    def members(self, department: Department) -> str:
        """Who answers to it."""
        named = Player.objects.filter(groups=department.group_id).order_by("username")
        return ", ".join(named.values_list("username", flat=True)) or "-"


@admin.register(PinnedList)
class PinnedListAdmin(ReadOnlyAdmin[PinnedList]):
    """Lists that the staff have pinned to their opening pages."""

    section = "house"
    singular = Words("liste épinglée", "pinned list")
    plural = Words("listes épinglées", "pinned lists")
    list_display = ("person", "name", "address", "at")
    list_select_related = ("person",)
    exact = ("person__username",)
    search_help_text = both_lazy("Nom exact de la personne", "The person’s exact name")
    ordering = ("-id",)
    fields = ("person", "name", "address", "at")
