"""Lists that somebody keeps on their opening page of the office, each with its filters and search.

Everybody pins for themselves, and only a list that they may read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from casino.i18n import Words
from casino.players.models import PinnedList, Player

MOST: Final = 20
"""Lists that one person pins."""
WORDS: Final = {
    "title": Words("Épinglées", "Pinned"),
    "pin": Words("Épingler cette vue", "Pin this view"),
    "name": Words("Nom sur votre page d’ouverture", "Name on your opening page"),
    "unpin": Words("Retirer {name}", "Unpin {name}"),
    "hint": Words(
        "Pour garder ici une liste avec ses filtres : « Épingler cette vue », au-dessus d’elle.",
        "To keep a list here with its filters: “Pin this view”, above it.",
    ),
    "pinned": Words("{name} est sur votre page d’ouverture.", "{name} is on your opening page."),
    "unpinned": Words("{name} n’y est plus.", "{name} is there no more."),
    "full": Words(
        "Retirez d’abord une liste de votre page d’ouverture : il y en a {most} au plus.",
        "Unpin a list on your opening page first: there are {most} at most.",
    ),
    "unfit": Words(
        "Épinglez une liste depuis sa propre page, sous un nom de 60 caractères au plus.",
        "Pin a list from its own page, under a name of at most 60 characters.",
    ),
}
_PASSING: Final = ("p", "e", "_popup", "_to_field")
"""What an address says of a moment, and not of the view: its page, an error."""


class PinForm(forms.Form):
    """A name, and the address of a list with its query string."""

    name = forms.CharField(max_length=60)
    address = forms.CharField(max_length=1000)


@dataclass(frozen=True, slots=True)
class Pin:
    """A pinned list on the opening page."""

    name: str
    url: str
    unpin_url: str
    unpin: str
    """The name of the button that takes it away."""


def pins(request: HttpRequest) -> Iterator[Pin]:
    """Yield the lists that this person has pinned and may read."""
    for row in PinnedList.objects.filter(person=request.user.pk).order_by("pk"):
        page = _list_page(row.address)
        if page is not None and page.has_view_or_change_permission(request):
            url = reverse("admin:unpin_list", args=[row.pk])
            yield Pin(row.name, row.address, url, WORDS["unpin"].text(name=row.name))


def _list_page(address: str) -> ModelAdmin[Any] | None:
    """Return the admin class whose list is at an address of this site; None of any other page."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return None
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    is_list = match.app_name == "admin" and (match.url_name or "").endswith("_changelist")
    page = getattr(match.func, "model_admin", None)
    return page if is_list and isinstance(page, ModelAdmin) else None


def _view_of(address: str) -> str:
    """Return an address without the number of its page."""
    parts = urlsplit(address)
    query = QueryDict(parts.query, mutable=True)
    for name in _PASSING:
        query.pop(name, None)
    return f"{parts.path}?{query.urlencode()}" if query else parts.path


@require_POST
def pin_list(request: HttpRequest) -> HttpResponse:
    """Pin a list; one that is pinned already takes the new name.

    Refused with a message: no name, what is no list of the office, and more than MOST; a list that
    this person may not read with 403.
    """
    person, form = request.user, PinForm(request.POST)
    assert isinstance(person, Player)
    page = _list_page(form.cleaned_data["address"]) if form.is_valid() else None
    if page is None:
        messages.error(request, WORDS["unfit"].text())
        return HttpResponseRedirect(reverse("admin:index"))
    if not page.has_view_or_change_permission(request):
        raise PermissionDenied
    name, address = form.cleaned_data["name"], _view_of(form.cleaned_data["address"])
    with transaction.atomic():
        # Two windows of one person count one after the other.
        Player.objects.select_for_update(no_key=True).get(pk=person.pk)
        others = PinnedList.objects.filter(person=person).exclude(address=address)
        if others.count() >= MOST:
            messages.error(request, WORDS["full"].text(most=MOST))
        else:
            values = {"name": name, "at": timezone.now()}
            PinnedList.objects.update_or_create(person=person, address=address, defaults=values)
            messages.success(request, WORDS["pinned"].text(name=name))
    return HttpResponseRedirect(address)


@require_POST
def unpin_list(request: HttpRequest, pin_id: int) -> HttpResponse:
    """Unpin a list of one's own; another's is not found."""
    row = PinnedList.objects.filter(pk=pin_id, person=request.user.pk).first()
    if row is None:
        raise Http404
    row.delete()
    messages.success(request, WORDS["unpinned"].text(name=row.name))
    return HttpResponseRedirect(reverse("admin:index"))
