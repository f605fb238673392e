"""Bases and machines in the office: their files, what is done with them, the secretariat's copies.

What is done goes through a service of `tables.machines.services` with the operator and a reason.
"""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join

from casino.backoffice import form_fields as fields
from casino.backoffice.model_admin import ReadOnlyAdmin, column, pretty_json, yes_or_no
from casino.http import downloads
from casino.i18n import Words, both, both_lazy, moment
from tables.games import GAMES
from tables.machines import machine_files, pictures
from tables.machines import services as machines
from tables.machines.admin.interventions import OPEN, PUT_BACK, SIGN
from tables.machines.admin.keys import LEND_MACHINE, RECEIVE_LOCK, TAKE_NOTE_BOX
from tables.machines.admin.reliefs import ACTS as RELIEF_ACTS
from tables.models import (
    LastGame,
    Machine,
    MachineBase,
    MachineCopy,
    MachineEntry,
    MachinePhotograph,
)
from tables.office.actions import ReasonForm
from tables.office.columns import AT, BY, REASON
from tables.office.confirmations import RowAction, RowActionAdmin

TYPES: Final[Mapping[str, Words]] = {
    "reels": Words("rouleaux", "reels"),
    "video_poker": Words("vidéo-poker", "video poker"),
}
"""Words for the kinds of machines, by the stored name."""


FREE_SHOWN: Final = 20
"""Free bases that the form names."""


class BaseForm(ReasonForm):
    """A base that is to be numbered."""

    number = fields.IntegerField(
        min_value=1,
        max_value=99_999,
        initial=machines.next_base_number,
        label=both_lazy("Numéro", "Number"),
    )
    room = forms.CharField(max_length=32, label=both_lazy("Salle", "Room"))
    field_order = ("number", "room", "reason")


class PlaceForm(ReasonForm):
    """The base on which a machine is placed."""

    base = fields.IntegerField(min_value=1, max_value=99_999, label=both_lazy("Socle", "Base"))
    field_order = ("base", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = machines.free_bases()[:FREE_SHOWN]
        named = ", ".join(f"{each.number} ({each.room})" for each in free)
        self.fields["base"].initial = free[0].number if free else None
        self.fields["base"].help_text = (
            f"{both('Libres, avec leur salle :', 'Free, with their rooms:')} {named}"
            if free
            else both("Aucun n’est libre : numérotez-en un.", "None is free: number one.")
        )


class MoveForm(ReasonForm):
    """Where a machine is taken."""

    location = forms.ChoiceField(
        choices=lambda: [(str(each), each.label) for each in machines.OFF_THE_FLOOR],
        label=both_lazy("Vers", "To"),
    )
    field_order = ("location", "reason")


class PhotographForm(ReasonForm):
    """A picture, of which the content is looked at, not the name."""

    picture = forms.FileField(
        max_length=200,
        label=both_lazy("Image", "Picture"),
        help_text=both_lazy("PNG ou JPEG, 192 Kio au plus.", "PNG or JPEG, at most 192 KiB."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    field_order = ("picture", "reason")

    def service_arguments(self) -> Mapping[str, Any]:
        """Return the content; of one that is too long, one byte more than may be kept."""
        picture = self.cleaned_data["picture"]
        return {**self.cleaned_data, "picture": picture.read(pictures.MOST + 1)}


_MANAGEMENT: Final = Words("La direction des jeux.", "The games management.")


@admin.register(MachineBase)
class MachineBaseAdmin(RowActionAdmin):
    """A base; its number never changes."""

    section = "machines"
    singular = Words("socle", "base")
    plural = Words("socles", "bases")
    making = RowAction(
        Words("Numéroter un socle", "Number a base"),
        machines.number_base,
        machines.KEEP,
        Words(
            "La direction des jeux. Le numéro est donné une fois pour toutes.",
            "The games management. The number is given once for all.",
        ),
        BaseForm,
    )
    acts = {
        "withdraw": RowAction(
            Words("Mettre hors d’usage", "Take out of use"),
            machines.withdraw_base,
            machines.KEEP,
            Words(
                "La direction des jeux, pour toujours : la serrure et la clé vont au caissier"
                " principal.",
                "The games management, for ever: lock and key go to the main cashier.",
            ),
            when=lambda base: base.in_use,
        ),
        "receive_lock": RECEIVE_LOCK,
    }
    list_display = ("number_column", "room_column", "machine_column", "in_use_column")
    list_select_related = ("machine__table",)
    exact = ("number",)
    ordering = ("number",)
    fields = ("number_column", "room_column", "machine_column", "in_use_column", "history")
    number_column = column("number", "Socle", "Base")
    room_column = column("room", "Salle", "Room")

    @admin.display(description=both_lazy("Appareil", "Machine"))
    def machine_column(self, base: MachineBase) -> str:
        """The machine that stands on the base."""
        machine = getattr(base, "machine", None)
        return _named(machine) if machine else "-"

    @admin.display(description=both_lazy("En usage", "In use"))
    def in_use_column(self, base: MachineBase) -> str:
        """Whether a machine may stand on it."""
        return yes_or_no(base.in_use)

    @admin.display(description=both_lazy("Historique", "History"))
    def history(self, base: MachineBase) -> str:
        """What happened to it, by whom and why."""
        return _history(base)


@admin.register(Machine)
class MachineAdmin(RowActionAdmin):
    """The file of a machine: all that the decree wants it to hold, and what changed it."""

    section = "machines"
    singular = Words("appareil", "machine")
    plural = Words("appareils", "machines")
    acts = {
        "place": RowAction(
            Words("Placer sur un socle", "Place on a base"),
            machines.place_machine,
            machines.KEEP,
            Words(
                "La direction des jeux, la table fermée.",
                "The games management, once the table is closed.",
            ),
            PlaceForm,
        ),
        "move": RowAction(
            Words("Retirer de la salle", "Take off the floor"),
            machines.move_machine,
            machines.KEEP,
            Words(
                "La direction des jeux, la table fermée. Ce qui est sorti ne revient pas.",
                "The games management, once the table is closed. What is retired does not return.",
            ),
            MoveForm,
        ),
        "certify": RowAction(
            Words("Classer la fiche technique", "File the technical sheet"),
            machines.file_technical_sheet,
            machines.KEEP,
            Words(
                "La direction des jeux : la fiche selon laquelle la table joue maintenant.",
                "The games management: the sheet by which the table plays now.",
            ),
        ),
        "photograph": RowAction(
            Words("Classer une photographie", "File a photograph"),
            machines.file_photograph,
            machines.KEEP,
            _MANAGEMENT,
            PhotographForm,
        ),
        "lend_key": LEND_MACHINE,
        "take_note_box": TAKE_NOTE_BOX,
        "open": OPEN,
        "sign": SIGN,
        "put_back": PUT_BACK,
        **RELIEF_ACTS,
    }
    list_display = (
        "number_column",
        "type_column",
        "location_column",
        "base_column",
        "sheet_column",
        "theoretical_return_column",
    )
    list_select_related = ("table__rules", "base")
    list_filter = ("location",)
    exact = ("table__name", "serial", "pk")
    ordering = ("table_id",)
    fields = (
        "number_column",
        "table",
        "type_column",
        "serial_column",
        "location_column",
        "base_column",
        "sheet_column",
        "sheet_hash_column",
        "theoretical_return_column",
        "certified_at_column",
        "photograph_column",
        "photograph_hash_column",
        "picture_column",
        "chain",
        "history",
    )
    base_column = column("base", "Socle", "Base")
    serial_column = column("serial", "Numéro de série", "Serial number", code=True)
    sheet_hash_column = column("sheet_hash", "Empreinte de la fiche", "Hash of the sheet")
    theoretical_return_column = column(
        "theoretical_return", "Rendement théorique", "Theoretical return"
    )
    certified_at_column = column("certified_at", "Mis à jour", "Updated")
    photograph_column = column("photograph", "Photographie", "Photograph")
    photograph_hash_column = column(
        "photograph_hash", "Empreinte de la photographie", "Hash of the photograph"
    )

    def get_urls(self) -> list[URLPattern]:
        """Return the picture's address before those of the rows."""
        view = self.admin_site.admin_view(self.photograph_view)
        name = "tables_machine_photograph"
        return [path("<int:key>/photograph/", view, name=name), *super().get_urls()]

    def photograph_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Serve the photograph in a machine's file."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        machine = Machine.objects.filter(pk=key).first()
        filed = machine and _photograph_of(machine)
        if not filed:
            raise Http404
        return HttpResponse(
            bytes(filed.content),
            content_type=filed.media,
            headers={"Content-Security-Policy": "default-src 'none'; sandbox"},
        )

    @admin.display(description=both_lazy("Image", "Picture"))
    def picture_column(self, machine: Machine) -> str:
        """The photograph, where one is filed and not the house's emblem."""
        if not _photograph_of(machine):
            return "-"
        source = reverse("admin:tables_machine_photograph", args=[machine.pk])
        return format_html(
            '<img src="{}" alt="{}" width="320">',
            f"{source}?{machine.photograph_hash[:12]}",
            both("Photographie de l’appareil", "Photograph of the machine"),
        )

    @admin.display(description=both_lazy("Type", "Type"))
    def type_column(self, machine: Machine) -> str:
        """What it is."""
        return TYPES[machine.type].text() if machine.type in TYPES else machine.type

    @admin.display(description=both_lazy("Fiche technique", "Technical sheet"))
    def sheet_column(self, machine: Machine) -> str:
        """What the game of the machine is called, and the version of its sheet."""
        name, _, version = machine.sheet.partition("/")
        called = GAMES[machine.table.rules.game].wording.words.get(name, (name, name))
        return f"{both(*called)}, version {version}"

    @admin.display(description=both_lazy("Localisation", "Location"))
    def location_column(self, machine: Machine) -> str:
        """Where it is."""
        return str(machine.get_location_display())

    @admin.display(description=both_lazy("Numéro de la maison", "House number"))
    def number_column(self, machine: Machine) -> str:
        """The house's number of it, and the name of its table."""
        return _named(machine)

    @admin.display(description=both_lazy("Suite des lignes", "Chain of entries"))
    def chain(self, machine: Machine) -> str:
        """Whether the file's chain of entries is whole, and the copies agree with it."""
        broken = machine_files.first_broken_entry()
        if broken is None:
            return both("intacte", "unbroken")
        return both(f"rompue à la ligne {broken}", f"broken at entry {broken}")

    @admin.display(description=both_lazy("Historique", "History"))
    def history(self, machine: Machine) -> str:
        """What happened to it, by whom and why."""
        return _history(machine)


def _photograph_of(machine: Machine) -> MachinePhotograph | None:
    return MachinePhotograph.objects.filter(pk=machine.photograph_hash).first()


def _named(machine: Machine) -> str:
    return f"{machine.table_id} ({machine.table})"


def _history(row: Machine | MachineBase) -> str:
    return format_html_join(
        "",
        "<div>{} {} {} {} {}</div>",
        (
            (each.number, moment(each.at), each.get_change_display(), each.by or "-", each.reason)
            for each in row.entries.select_related("by").order_by("number")
        ),
    )


@admin.register(MachineEntry)
class MachineEntryAdmin(ReadOnlyAdmin[MachineEntry]):
    """A change of the files."""

    section = "machines"
    singular = Words("ligne des fichiers", "entry of the files")
    plural = Words("lignes des fichiers", "entries of the files")
    list_display = (
        "number_column",
        AT,
        "change_column",
        "machine_column",
        "base_column",
        BY,
        REASON,
    )
    list_select_related = ("machine", "base", "by")
    list_filter = ("change",)
    exact = ("number", "machine__pk", "base__number", "by__username")
    ordering = ("-number",)
    fields = (
        *("number_column", AT, "change_column", "machine_column", "base_column", BY, REASON),
        *("told_column", "hash"),
    )
    number_column = column("number", "Ligne", "Entry")
    machine_column = column("machine", "Appareil", "Machine")
    base_column = column("base", "Socle", "Base")

    @admin.display(description=both_lazy("Changement", "Change"))
    def change_column(self, entry: MachineEntry) -> str:
        """What was done."""
        return str(entry.get_change_display())

    @admin.display(description=both_lazy("Contenu du fichier", "What the file says"))
    def told_column(self, entry: MachineEntry) -> str:
        """What the file says of the machine or base after the change, as JSON."""
        return pretty_json(entry.told)


@admin.register(MachinePhotograph)
class MachinePhotographAdmin(ReadOnlyAdmin[MachinePhotograph]):
    """A picture that was filed; it is seen on its machine's page."""

    section = "machines"
    singular = Words("photographie", "photograph")
    plural = Words("photographies", "photographs")
    list_display = ("hash", "media_column", BY, AT)
    list_select_related = ("by",)
    exact = ("hash", "by__username")
    ordering = ("-at",)
    fields = ("hash", "media_column", BY, AT)
    media_column = column("media", "Format", "Format")


@admin.register(LastGame)
class LastGameAdmin(ReadOnlyAdmin[LastGame]):
    """When each player's last game at a machine began."""

    section = "machines"
    singular = Words("dernière partie", "last game")
    plural = Words("dernières parties", "last games")
    list_display = ("player", "began_at_column")
    list_select_related = ("player",)
    exact = ("player__username",)
    ordering = ("-began_at",)
    fields = ("player", "began_at_column")
    began_at_column = column("began_at", "Commencée le", "Began at")


@admin.register(MachineCopy)
class MachineCopyAdmin(ReadOnlyAdmin[MachineCopy]):
    """The general secretariat's copies, and all of them as one signed file."""

    section = "machines"
    singular = Words("double du secrétariat", "copy of the secretariat")
    plural = Words("doubles du secrétariat", "copies of the secretariat")
    list_display = ("entry_column", "public_column")
    list_select_related = ("entry",)
    exact = ("entry__number",)
    ordering = ("-entry",)
    fields = ("entry_column", "body_column", "public_column", "signature_column")
    change_list_template = "admin/tables/machinecopy/change_list.html"
    body_column = column("body", "Copie", "Copy", code=True)
    entry_column = column("entry", "Ligne", "Entry")
    public_column = column("public", "Clé", "Key")
    signature_column = column("signature", "Signature", "Signature")

    def get_urls(self) -> list[URLPattern]:
        """Return the file of all copies before the pages of the rows."""
        view = self.admin_site.admin_view(self.export_view)
        return [path("export/", view, name="tables_machinecopy_export"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list, with the file of all copies."""
        context: dict[str, Any] = {
            **(extra_context or {}),
            "export": both("Télécharger le double signé", "Download the signed copy"),
            "export_url": reverse("admin:tables_machinecopy_export"),
        }
        return super().changelist_view(request, context)

    def export_view(self, request: HttpRequest) -> HttpResponse:
        """Give every copy, a line each, as `manage.py audit_machines FILE` reads it."""
        if not self.has_view_permission(request):
            return HttpResponse(status=403)
        lines = map(machine_files.export_line, MachineCopy.objects.order_by("entry_id"))
        return downloads.jsonl_response("machine-files", lines)
