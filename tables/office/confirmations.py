"""Pages of the office that ask why, and then act through a service of the floor."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.i18n import Words, both
from casino.ledger.services import Overdrawn
from tables.games.core.protocol import Refused
from tables.office.actions import ReasonForm, operator_of, refusal_text


class ConfirmationAdmin(ReadOnlyAdmin[Any]):
    """A read-only admin with confirmation pages that ask for a reason, then call a service."""

    def confirmation_page(
        self, request: HttpRequest, form: ReasonForm, title: str, note: str, back: str
    ) -> HttpResponse:
        """Return the page that asks."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": title,
            "note": note,
            "form": form,
            "confirm": both("Confirmer", "Confirm"),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": back,
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)

    def list_page(self) -> str:
        """Return the address of the list."""
        return reverse(f"admin:tables_{self.opts.model_name}_changelist")


def run_and_report(request: HttpRequest, title: str, act: Callable[[], object]) -> None:
    """Call the service, and show success or its refusal as a message."""
    try:
        act()
    except (Refused, Overdrawn) as error:
        messages.error(request, f"{title}{both(' : refusé', ': refused')}. {refusal_text(error)}")
    else:
        messages.success(request, f"{title}{both(' : fait', ': done')}.")


def is_always_offered(row: Any) -> bool:
    """Offer an act of every row."""
    return True


@dataclass(frozen=True, slots=True)
class RowAction:
    """An action on a row, or one that creates a row."""

    words: Words
    do: Callable[..., object]
    """Takes the row's key, unless it makes one, and by name the operator and the form's fields."""
    permitted: str
    note: Words
    form: type[ReasonForm] = ReasonForm
    when: Callable[[Any], bool] = is_always_offered
    """Tells of which rows it is offered; whoever asks all the same is refused by the service."""


class RowActionAdmin(ConfirmationAdmin):
    """An admin whose rows have actions, each offered on the row's page behind its permission."""

    acts: ClassVar[Mapping[str, RowAction]] = {}
    """By the name in the address."""
    making: ClassVar[RowAction | None] = None
    """What makes a row, where the office may."""
    change_form_template = "admin/tables/table/change_form.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person makes such rows."""
        return self.making is not None and request.user.has_perm(self.making.permitted)

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the acts before those of the rows."""
        if not self.acts:
            return super().get_urls()
        view = self.admin_site.admin_view(self.act_view)
        name = f"tables_{self.opts.model_name}_act"
        return [path("<str:key>/act/<str:name>/", view, name=name), *super().get_urls()]

    def act_page(self, key: object, name: str) -> str:
        """Return the address of an act's page."""
        return reverse(f"admin:tables_{self.opts.model_name}_act", args=[key, name])

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Ask for what the row is to be, then make it."""
        making = self.making
        if making is None or not self.has_add_permission(request):
            raise PermissionDenied
        return self._act(request, making, making.words.text(), (), self.list_page())

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a row, with the acts that this person may do."""
        # Of an address that no row has, a part may be what no address is made of.
        key = quote(unquote(object_id))
        permitted = [each for each in self.acts.items() if request.user.has_perm(each[1].permitted)]
        row = self.get_object(request, unquote(object_id)) if permitted else None
        offered = [
            {"title": act.words.text(), "url": self.act_page(key, name)}
            for name, act in permitted
            if row is not None and act.when(row)
        ]
        context = {**(extra_context or {}), "orders": offered}
        return super().change_view(request, object_id, form_url, context)

    def act_view(self, request: HttpRequest, key: str, name: str) -> HttpResponse:
        """Ask why, then do it with the row."""
        act = self.acts.get(name)
        if act is None:
            raise Http404
        if not request.user.has_perm(act.permitted):
            raise PermissionDenied
        row = self.get_object(request, unquote(key))
        if row is None:
            raise Http404
        page = reverse(f"admin:tables_{self.opts.model_name}_change", args=[row.pk])
        return self._act(request, act, f"{act.words.text()}, {row}", (row.pk,), page)

    def _act(
        self, request: HttpRequest, act: RowAction, title: str, key: tuple[Any, ...], back: str
    ) -> HttpResponse:
        form = act.form(request.POST, request.FILES) if request.method == "POST" else act.form()
        if request.method == "POST" and form.is_valid():
            run_and_report(
                request,
                title,
                lambda: act.do(*key, operator=operator_of(request), **form.service_arguments()),
            )
            return HttpResponseRedirect(back)
        return self.confirmation_page(request, form, title, act.note.text(), back)
