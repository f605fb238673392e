"""Bulletins in the office: written in both languages, to one table or to all, and taken down."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final
from uuid import uuid4

from django import forms
from django.contrib import admin
from django.utils import timezone

from casino.backoffice import form_fields as fields
from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.i18n import Words, both, both_lazy
from tables.chat import bulletins
from tables.models import Bulletin, BulletinEnd, Table
from tables.office.actions import ReasonForm
from tables.office.columns import AT, BY, REASON
from tables.office.confirmations import RowAction, RowActionAdmin

_WIDE: Final = {"class": "vTextField", "autocomplete": "off"}


class BulletinForm(ReasonForm):
    """What is said, where and for how long."""

    table = forms.ModelChoiceField(
        Table.objects.order_by("name"),
        required=False,
        label=both_lazy("Table", "Table"),
        empty_label=both_lazy("Toutes les tables", "All tables"),
    )
    fr = forms.CharField(
        max_length=200,
        label=both_lazy("En français", "In French"),
        widget=forms.TextInput(attrs=_WIDE),
    )
    en = forms.CharField(
        max_length=200,
        label=both_lazy("En anglais", "In English"),
        widget=forms.TextInput(attrs=_WIDE),
    )
    minutes = fields.IntegerField(
        min_value=1,
        max_value=bulletins.LONGEST_MINUTES,
        initial=60,
        label=both_lazy("Affiché pendant (minutes)", "In force for (minutes)"),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: sent twice, it is posted once."""
    field_order = ("table", "fr", "en", "minutes", "reason")

    def service_arguments(self) -> Mapping[str, Any]:
        """Return what is posted, by the names of the service."""
        cleaned = self.cleaned_data
        table = cleaned["table"]
        return {
            "bulletin_id": cleaned["order"],
            "table_id": None if table is None else table.pk,
            **{name: cleaned[name] for name in ("fr", "en", "minutes", "reason")},
        }


@admin.register(Bulletin)
class BulletinAdmin(RowActionAdmin):
    """What the house tells the players of a table, or of all."""

    section = "floor"
    singular = Words("message de la maison", "bulletin")
    plural = Words("messages de la maison", "bulletins")
    making = RowAction(
        Words("Afficher un message", "Post a bulletin"),
        bulletins.post_bulletin,
        bulletins.POST,
        Words(
            "Les joueurs le lisent aussitôt, chacun dans sa langue, à la table et à l’accueil.",
            "Players read it at once, each in their language, at the table and in the lobby.",
        ),
        BulletinForm,
    )
    acts: ClassVar[Mapping[str, RowAction]] = {
        "take_down": RowAction(
            Words("Retirer le message", "Take the bulletin down"),
            bulletins.take_down,
            bulletins.POST,
            Words("Il disparaît aussitôt.", "It disappears at once."),
            when=lambda bulletin: not hasattr(bulletin, "taken_down"),
        )
    }
    list_display = (AT, "table_column", "text_column", "state_column", BY)
    list_select_related = ("table", "by", "taken_down", "taken_down__by")
    exact = ("pk", "table__name", "by__username")
    ordering = ("-at",)
    fields = (AT, "table_column", "french", "english", "until", "state_column", BY, REASON)

    @admin.display(description=both_lazy("Où", "Where"))
    def table_column(self, bulletin: Bulletin) -> str:
        """The table that it is for."""
        return str(bulletin.table or both("Toutes les tables", "All tables"))

    @admin.display(description=both_lazy("Message", "Bulletin"))
    def text_column(self, bulletin: Bulletin) -> str:
        """What it says, in the reader's language."""
        return both(bulletin.fr, bulletin.en)

    @admin.display(description=both_lazy("En français", "In French"))
    def french(self, bulletin: Bulletin) -> str:
        """What it says in French."""
        return bulletin.fr

    @admin.display(description=both_lazy("En anglais", "In English"))
    def english(self, bulletin: Bulletin) -> str:
        """What it says in English."""
        return bulletin.en

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, bulletin: Bulletin) -> str:
        """Whether it is in force; by whom and why it was taken down."""
        ended = getattr(bulletin, "taken_down", None)
        if ended is not None:
            return f"{both('retiré', 'taken down')} ({ended.by} : {ended.reason})"
        over = bulletin.until <= timezone.now()
        return both("échu", "over") if over else both("affiché", "in force")


@admin.register(BulletinEnd)
class BulletinEndAdmin(ReadOnlyAdmin[BulletinEnd]):
    """When, why and by whom a bulletin was taken down before its time."""

    section = "floor"
    singular = Words("message retiré", "bulletin taken down")
    plural = Words("messages retirés", "bulletins taken down")
    list_display = (AT, "text_column", BY, REASON)
    list_select_related = ("bulletin", "by")
    exact = ("pk", "by__username")
    ordering = ("-at",)
    fields = (AT, "text_column", BY, REASON)

    @admin.display(description=both_lazy("Message", "Bulletin"))
    def text_column(self, ended: BulletinEnd) -> str:
        """What it said, in the reader's language."""
        return both(ended.bulletin.fr, ended.bulletin.en)
