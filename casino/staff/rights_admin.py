"""Rights in the office: pages of rights and groups, and requests that a second person decides."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final
from uuid import UUID, uuid4

import django.contrib.auth.admin  # noqa: F401 - its page of groups gives way to ours
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group, Permission
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join

from casino.backoffice.dashboard import Item, pending_work
from casino.backoffice.form_fields import refuse_formula
from casino.backoffice.model_admin import ReadOnlyAdmin, column, link, row_id
from casino.backoffice.row_orders import RowOrder, orders_context
from casino.i18n import Words, both, both_lazy
from casino.players import passwords
from casino.players.models import Player, RightsChange
from casino.staff import rights
from casino.staff.permission_labels import group_label, permission_choices, permission_label
from casino.staff.rights import RightsRefused

ACTS: Final = {
    "approve": Words("Approuver", "Approve"),
    "refuse": Words("Refuser", "Refuse"),
    "withdraw": Words("Retirer", "Withdraw"),
}
"""What is done with a request, by the name in the address of its page."""
CHECKS: Final[Mapping[str, Callable[[RightsChange, Player], None]]] = {
    "approve": rights.check_can_approve,
    "refuse": rights.check_can_refuse,
    "withdraw": rights.check_can_withdraw,
}
EVENTS: Final[Mapping[str, Words]] = {
    "first_operator_created": Words("Premier compte du personnel", "First account of the staff"),
    "rights_changed": Words("Droits changés", "Rights changed"),
    "rights_changed_by_one": Words(
        "Droits changés par une seule personne", "Rights changed by one person"
    ),
}
"""What the audit log has of rights, by its word."""
LABELS: Final = {
    RightsChange.Of.RIGHTS: Words("droits de quelqu’un", "somebody’s rights"),
    RightsChange.Of.PASSWORD: Words("mot de passe", "password"),
    RightsChange.Of.GROUP: Words("droits d’un groupe", "rights of a group"),
    RightsChange.State.ASKED: Words("à décider", "to be decided"),
    RightsChange.State.APPROVED: Words("approuvée", "approved"),
    RightsChange.State.REFUSED: Words("refusée", "refused"),
    RightsChange.State.WITHDRAWN: Words("retirée", "withdrawn"),
}
PARTS: Final = {
    "is_staff": Words("Sert la maison", "Serves the house"),
    "is_superuser": Words("Tous les droits", "All rights"),
    "groups": Words("Groupes", "Groups"),
    "permissions": Words("Droits", "Permissions"),
}
"""The parts of a change, by key."""


class ReasonForm(forms.Form):
    """The reason of a decision; kept for ever."""

    reason = forms.CharField(
        max_length=200,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


class RightsRequestForm(ReasonForm):
    """A request; its `order` makes a form sent twice one request."""

    order = forms.UUIDField(widget=forms.HiddenInput)
    field_order: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["order"].initial = uuid4
        self.order_fields((*self.field_order, "reason"))


class PermissionsField(forms.ModelMultipleChoiceField[Permission]):
    """A choice of permissions: duties, then what is read."""

    def __init__(self) -> None:
        super().__init__(
            queryset=Permission.objects.none(),
            required=False,
            label=both_lazy(*PARTS["permissions"]),
            widget=forms.CheckboxSelectMultiple,
        )

    def offer(self, permissions: Iterable[Permission]) -> None:
        """Offer these permissions."""
        found = list(permissions)
        self.queryset = Permission.objects.filter(pk__in=[each.pk for each in found])
        self.choices = permission_choices(
            (each.pk, rights.permission_names([each])[0]) for each in found
        )


class GroupsField(forms.ModelMultipleChoiceField[Group]):
    """A choice of groups, in the reader's language."""

    def label_from_instance(self, obj: Group) -> str:
        """Return what the group is called."""
        return group_label(obj.name)


class RightsForm(RightsRequestForm):
    """Requested rights of a person."""

    is_staff = forms.BooleanField(required=False, label=both_lazy(*PARTS["is_staff"]))
    is_superuser = forms.BooleanField(required=False, label=both_lazy(*PARTS["is_superuser"]))
    groups = GroupsField(
        Group.objects.order_by("name"),
        required=False,
        label=both_lazy(*PARTS["groups"]),
        widget=forms.CheckboxSelectMultiple,
    )
    permissions = PermissionsField()
    field_order = ("is_staff", "is_superuser", "groups", "permissions")


class GroupForm(RightsRequestForm):
    """Requested permissions of a group."""

    name = forms.CharField(
        max_length=150, validators=[refuse_formula], label=both_lazy("Groupe", "Group")
    )
    permissions = PermissionsField()
    field_order = ("name", "permissions")


class PasswordForm(RightsRequestForm):
    """Requested password of a person; only its hash is kept."""

    password = forms.CharField(
        label=both_lazy("Mot de passe", "Password"),
        strip=False,
        max_length=passwords.LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ("password",)

    def __init__(self, *args: Any, person: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._person = person

    def clean_password(self) -> str:
        """Refuse a password that the validators refuse."""
        password: str = self.cleaned_data["password"]
        validate_password(password, self._person)
        return password


@admin.register(RightsChange)
class RightsChangeAdmin(ReadOnlyAdmin[RightsChange]):
    """Requests for changes of rights, and the actions by which a second person decides."""

    section = "house"
    singular = Words("changement de droits", "rights change")
    plural = Words("changements de droits", "rights changes")
    list_display = (
        "id",
        "asked_at_column",
        "subject_column",
        "whose_column",
        "asked_by_column",
        "state_column",
        "decided_by_column",
        "decided_at_column",
    )
    list_select_related = ("person", "asked_by", "decided_by")
    list_filter = ("state", "of")
    exact = ("pk", "person__username", "asked_by__username")
    search_help_text = both_lazy("Numéro, ou nom exact", "Number, or exact name")
    ordering = ("-id",)
    fields = (
        "asked_at_column", "subject_column", "whose_column", "changes", "asked_by_column",
        "reason_column", "state_column", "decided_by_column", "decided_at_column",
        "decided_reason_column",
    )  # fmt: skip
    asked_at_column = column("asked_at", "Demandée le", "Asked at")
    whose_column = column("whose", "De", "Whose")
    asked_by_column = column("asked_by", "Par", "By")
    reason_column = column("reason", "Motif", "Reason")
    decided_by_column = column("decided_by", "Décidée par", "Decided by")
    decided_at_column = column("decided_at", "Décidée le", "Decided at")
    decided_reason_column = column(
        "decided_reason", "Motif de la décision", "Reason of the decision"
    )

    @admin.display(description=both_lazy("Quoi", "What"))
    def subject_column(self, change: RightsChange) -> str:
        """What it changes."""
        return LABELS[RightsChange.Of(change.of)].text()

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, change: RightsChange) -> str:
        """What has come of it."""
        return LABELS[RightsChange.State(change.state)].text()

    @admin.display(description=both_lazy("Avant → après", "Before → after"))
    def changes(self, change: RightsChange) -> str:
        """The rights before and after the change, one difference a line."""
        return format_html_join(
            "",
            "<div>{}</div>",
            ((each,) for each in describe_changes(change.before, change.wanted)),
        ) or self.subject_column(change)

    def has_view_permission(self, request: HttpRequest, obj: RightsChange | None = None) -> bool:
        """Let staff who may decide view them, too."""
        return may_change_rights(request) or super().has_view_permission(request, obj)

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the acts before those of the rows."""
        wrap = self.admin_site.admin_view
        return [
            path("ask/<str:of>/<int:pk>/", wrap(self.ask_view), name="players_rightschange_ask"),
            path(
                "<int:request_id>/<str:act>/act/",
                wrap(self.decide_view),
                name="players_rightschange_decide",
            ),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a request, with its actions for staff who may decide it."""
        context: dict[str, Any] = dict(extra_context or {})
        change = RightsChange.objects.filter(pk=row_id(object_id) or 0).first()
        if (
            change is not None
            and may_change_rights(request)
            and change.state == RightsChange.State.ASKED
        ):
            context |= orders_context(_orders(change, _decider(request)))
        return super().change_view(request, object_id, form_url, context)

    def ask_view(self, request: HttpRequest, of: str, pk: int) -> HttpResponse:
        """Request a change: of a person's rights or password, or of a group (0: a new one)."""
        asker = _decider(request)
        if of == RightsChange.Of.GROUP:
            group = Group.objects.filter(pk=pk).first()
            if group is None and pk:
                raise Http404
            return self._request_view(request, asker, group, of)
        person = Player.objects.filter(pk=pk).first()
        if person is None or of not in RightsChange.Of.values:
            raise Http404
        return self._request_view(request, asker, person, of)

    def _request_view(
        self, request: HttpRequest, asker: Player, whose: Player | Group | None, of: str
    ) -> HttpResponse:
        form = _form(request, whose, of)
        if form.is_valid():
            try:
                change = _request_change(asker, whose, form.cleaned_data)
            except RightsRefused as refused:
                form.add_error(None, ValidationError(rights.OFFICE[refused.code].text()))
            else:
                messages.success(
                    request,
                    both(
                        "C’est demandé : une autre personne en décide.",
                        "It is asked for: another person decides.",
                    ),
                )
                page = reverse("admin:players_rightschange_change", args=[change.pk])
                return HttpResponseRedirect(page)
        return self._page(
            request,
            form,
            title=f"{both('Demander :', 'Ask for:')} {LABELS[RightsChange.Of(of)].text()}, "
            f"{_name(whose)}",
            note=both(
                "Rien ne change avant qu’une autre personne n’ait approuvé.",
                "Nothing changes before another person has approved.",
            ),
            confirm=both("Demander", "Ask"),
            back_url=reverse("admin:players_rightschange_changelist"),
        )

    def decide_view(self, request: HttpRequest, request_id: int, act: str) -> HttpResponse:
        """Ask for the reason, then decide."""
        by = _decider(request)
        change = self.get_queryset(request).filter(pk=request_id).first()
        if change is None or act not in ACTS:
            raise Http404
        form = ReasonForm(request.POST or None)
        page = reverse("admin:players_rightschange_change", args=[request_id])
        if form.is_valid():
            reason: str = form.cleaned_data["reason"]
            try:
                if act == "approve":
                    rights.approve(request_id, by=by, reason=reason, request=request)
                elif act == "refuse":
                    rights.refuse(request_id, by=by, reason=reason)
                else:
                    rights.withdraw(request_id, by=by, reason=reason)
            except RightsRefused as refused:
                message = rights.OFFICE[refused.code].text()
                messages.error(request, f"{both('Refusé', 'Refused')}. {message}")
            else:
                self.log_change(request, change, f"{act}: {reason}")
                messages.success(request, both("C’est décidé.", "It is decided."))
            return HttpResponseRedirect(page)
        return self._page(
            request,
            form,
            title=ACTS[act].text()
            + both(" : ", ": ")
            + f"{self.subject_column(change)}, {change.whose}",
            note=self.changes(change),
            confirm=ACTS[act].text(),
            back_url=page,
        )

    def _page(self, request: HttpRequest, form: forms.Form, **context: Any) -> HttpResponse:
        shown = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "form": form,
            "back": both("Ne rien faire", "Do nothing"),
            **context,
        }
        return TemplateResponse(request, "admin/players/rightschange/ask.html", shown)


def _orders(change: RightsChange, by: Player) -> Iterator[RowOrder]:
    """Yield what somebody who decides rights may do with a request, and why not the rest."""
    for act, words in ACTS.items():
        refusal = ""
        try:
            CHECKS[act](change, by)
        except RightsRefused as refused:
            refusal = rights.OFFICE[refused.code].text()
        page = reverse("admin:players_rightschange_decide", args=[change.pk, act])
        yield RowOrder(words.text(), page, refusal)


def _name(whose: Player | Group | None) -> str:
    if isinstance(whose, Group):
        return group_label(whose.name)
    return str(whose or both("nouveau", "new"))


def _decider(request: HttpRequest) -> Player:
    """Return the person who acts; refuses those who may not change rights."""
    if not may_change_rights(request):
        raise PermissionDenied
    assert isinstance(request.user, Player)
    return request.user


def may_change_rights(request: HttpRequest) -> bool:
    """Tell whether a person may request changes of rights, and decide those of others."""
    return bool(request.user.is_active and request.user.has_perm(rights.DECIDE))


def _form(request: HttpRequest, whose: Player | Group | None, of: str) -> RightsRequestForm:
    """Return the form of a request, filled in with the present rights."""
    sent = request.POST if request.method == "POST" else None
    if isinstance(whose, Player) and of == RightsChange.Of.PASSWORD:
        return PasswordForm(sent, person=whose)
    form: RightsRequestForm
    if isinstance(whose, Player):
        own = whose.user_permissions.all()
        now = {"is_staff": whose.is_staff, "is_superuser": whose.is_superuser}
        form = RightsForm(sent, initial={**now, "groups": whose.groups.all(), "permissions": own})
    else:
        held = whose.permissions.all() if whose else []
        form = GroupForm(sent, initial={"name": whose.name if whose else "", "permissions": held})
        if whose:
            form.fields["name"].disabled = True
    permissions = form.fields["permissions"]
    assert isinstance(permissions, PermissionsField)
    permissions.offer(rights.grantable_permissions())
    return form


def _request_change(
    asker: Player, whose: Player | Group | None, given: Mapping[str, Any]
) -> RightsChange:
    order: UUID = given["order"]
    reason: str = given["reason"]
    if isinstance(whose, Player) and "password" in given:
        return rights.request_password(order, whose, given["password"], asker=asker, reason=reason)
    permissions = rights.permission_names(given["permissions"])
    if not isinstance(whose, Player):
        return rights.request_group(order, given["name"], permissions, asker=asker, reason=reason)
    wanted = {
        "is_staff": given["is_staff"],
        "is_superuser": given["is_superuser"],
        "groups": sorted(each.name for each in given["groups"]),
        "permissions": permissions,
    }
    return rights.request_rights(order, whose, wanted, asker=asker, reason=reason)


def describe_changes(before: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """Return what differs, a line for each part of PARTS: `Groups: + cashiers, − chiefs`.

    Both are rights as `rights_of_person` and `permissions_of_group` return them.
    """
    lines = []
    for key, words in PARTS.items():
        was, becomes = before.get(key), wanted.get(key)
        label = group_label if key == "groups" else permission_label
        if was == becomes:
            continue
        if isinstance(becomes, bool):
            arrow = both(*(("non → oui", "no → yes") if becomes else ("oui → non", "yes → no")))
        else:
            more = [f"+ {label(each)}" for each in becomes or () if each not in (was or ())]
            less = [f"− {label(each)}" for each in was or () if each not in (becomes or ())]
            arrow = ", ".join(more + less)
        lines.append(f"{words.text()}{both(' : ', ': ')}{arrow}")
    return lines


def _listed(label: Callable[[str], str], names: Iterable[str]) -> str:
    return ", ".join(sorted(map(label, names))) or "-"


def rights_summary(player: Player) -> str:
    """Return a player's rights as HTML, with links to the pages that request other ones."""
    held = rights.rights_of_person(player)
    staff, every = held["is_staff"], held["is_superuser"]
    lines = [
        (PARTS["is_staff"].text(), both("oui", "yes") if staff else both("non", "no")),
        (PARTS["is_superuser"].text(), both("oui", "yes") if every else both("non", "no")),
        (PARTS["groups"].text(), _listed(group_label, held["groups"])),
        (PARTS["permissions"].text(), _listed(permission_label, held["permissions"])),
    ]
    lines_as_html = format_html_join(
        "", "<div>{}{}{}</div>", ((n, both(" : ", ": "), t) for n, t in lines)
    )
    pages = [
        (reverse("admin:players_rightschange_ask", args=[of, player.pk]), words.text())
        for of, words in (
            (RightsChange.Of.RIGHTS.value, Words("Demander d’autres droits", "Ask for others")),
            (
                RightsChange.Of.PASSWORD.value,
                Words("Demander un mot de passe", "Ask for a password"),
            ),
        )
    ]
    links = format_html_join(" · ", '<a href="{}">{}</a>', pages)
    return format_html("{}<div>{}</div>", lines_as_html, links)


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin[Group]):
    """A staff group's permissions; changed by a request that a second person approves."""

    section = "house"
    singular = Words("groupe", "group")
    plural = Words("groupes", "groups")
    list_display = ("name_column", "key_column")
    exact = ("name",)
    search_help_text = both_lazy("Clé exacte", "Exact key")
    ordering = ("name",)
    fields = ("name_column", "key_column", "permissions_column", "members", "request_column")
    key_column = column("name", "Clé", "Key")

    def has_view_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Let staff who may request changes view them, too."""
        return may_change_rights(request) or super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person may ask for a new group."""
        return may_change_rights(request)

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Ask for a new group."""
        pages = RightsChangeAdmin(RightsChange, self.admin_site)
        return pages.ask_view(request, RightsChange.Of.GROUP.value, 0)

    @admin.display(description=both_lazy("Nom", "Name"), ordering="name")
    def name_column(self, group: Group) -> str:
        """What it is called."""
        return group_label(group.name)

    @admin.display(description=both_lazy("Droits", "Permissions"))
    def permissions_column(self, group: Group) -> str:
        """The permissions."""
        return _listed(permission_label, rights.permissions_of_group(group.name)["permissions"])

    @admin.display(description=both_lazy("Personnes", "People"))
    def members(self, group: Group) -> str:
        """Who is in it."""
        people = group.user_set.order_by("username")[:100]
        links = ((link(Player, each.pk, str(each)),) for each in people)
        return format_html_join(", ", "{}", links) or "-"

    @admin.display(description=both_lazy("Demande", "Request"))
    def request_column(self, group: Group) -> str:
        """Link to the page on which other rights are requested."""
        page = reverse(
            "admin:players_rightschange_ask", args=[RightsChange.Of.GROUP.value, group.pk]
        )
        words = both("Demander d’autres droits", "Ask for other rights")
        return format_html('<a href="{}">{}</a>', page, words)


@pending_work(rights.DECIDE)
def rights_to_decide(person: Player) -> Iterator[Item]:
    """Changes of rights that another has asked for, and that this person does not gain from."""
    asked = RightsChange.objects.filter(state=RightsChange.State.ASKED).exclude(asked_by=person)
    for change in asked.order_by("pk")[:20]:
        if not rights.concerns_own_rights(person, change):
            yield Item(
                f"{LABELS[RightsChange.Of(change.of)].text()} ({change.whose})",
                reverse("admin:players_rightschange_change", args=[change.pk]),
            )
