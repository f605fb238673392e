"""Interventions at machines in the office: their sheets, and the day's sheets under seal.

What is done goes through a service of `tables.machines.interventions` with the operator and a
reason.
"""

import json
from collections.abc import Mapping
from typing import Final

from django.contrib import admin
from django.utils.html import format_html, format_html_join

from casino.backoffice.model_admin import ReadOnlyAdmin, column, pretty_json, yes_or_no
from casino.i18n import Words, both, both_lazy
from tables.machines import interventions
from tables.machines import services as machines
from tables.machines.keys import KEYS, Key
from tables.models import BundleReceipt, Intervention, SheetBundle
from tables.office.columns import AT, BY, REASON
from tables.office.confirmations import RowAction, RowActionAdmin
from tables.staff.authority import RUN_MACHINES

OPEN: Final = RowAction(
    Words("Ouvrir l’appareil", "Open the machine"),
    interventions.open_machine,
    KEYS[Key.DEVICE].holds,
    Words(
        "Le mécanicien, avec la clé qui lui est remise : plus rien ne se joue, les"
        " crédits restent.",
        "The mechanic, with the key that he was lent: nothing is played, credits stay.",
    ),
)
SIGN: Final = RowAction(
    Words("Signer la fiche", "Sign the sheet"),
    interventions.sign_sheet,
    KEYS[Key.DEVICE].holds,
    Words(
        "Le mécanicien qui est intervenu : le motif dit ce qu’il a fait.",
        "The mechanic who intervened: the reason says what he has done.",
    ),
)
PUT_BACK: Final = RowAction(
    Words("Remettre en service", "Put back in service"),
    interventions.put_back_in_service,
    RUN_MACHINES,
    Words(
        "Le superviseur, la fiche signée et la clé rendue.",
        "The supervisor, once the sheet is signed and the key is back.",
    ),
)


METER: Final = Words("Compteur", "Meter")
METERS: Final[Mapping[str, Words]] = {
    "in": Words("joués (in)", "played (in)"),
    "out": Words("payés (out)", "paid (out)"),
    "jackpot": Words("payés à la main", "paid by hand"),
    "cash_box": Words("seau", "cash box"),
    "note_in": Words("billets", "notes"),
    "note_box": Words("boîte à billets", "note box"),
    "ticket_in": Words("tickets entrés", "tickets in"),
    "card_in": Words("cartes entrées", "cards in"),
    "coin_in": Words("pièces entrées", "coins in"),
    "ticket_out": Words("tickets sortis", "tickets out"),
    "card_out": Words("cartes sorties", "cards out"),
    "coin_out": Words("pièces sorties", "coins out"),
    "orphan": Words("orphelins", "orphans"),
    "annulled_in": Words("annulés, rendus", "annulled, back"),
    "annulled_out": Words("annulés, repris", "annulled, taken"),
    "annulled_played": Words("annulés, joués", "annulled, played"),
    "games": Words("parties", "games"),
    "won": Words("gagnées", "won"),
    "free": Words("gratuites", "free"),
    "hopper": Words("réserve", "hopper"),
}
"""What the meters of a machine are called, as its players read them."""


def meters_table(columns: Mapping[str, Mapping[str, int]]) -> str:
    """Return meters as a table: each by its name, in columns with a head."""
    head = format_html_join("", "<th>{}</th>", ((each,) for each in (METER.text(), *columns)))
    names = next(iter(columns.values()))
    body = format_html_join(
        "",
        "<tr><td>{}</td>{}</tr>",
        (
            (
                METERS[name].text() if name in METERS else format_html("<code>{}</code>", name),
                format_html_join("", "<td>{}</td>", ((each[name],) for each in columns.values())),
            )
            for name in names
        ),
    )
    return format_html("<table><thead><tr>{}</tr></thead>{}</table>", head, body)


@admin.register(Intervention)
class InterventionAdmin(ReadOnlyAdmin[Intervention]):
    """The sheet of an intervention."""

    section = "machines"
    singular = Words("intervention", "intervention")
    plural = Words("interventions", "interventions")
    list_display = (
        "id",
        "machine_column",
        "mechanic_column",
        "stopped_at_column",
        "reason_column",
        "signed_at_column",
    )
    list_select_related = ("machine", "mechanic")
    list_filter = (("signed_at", admin.EmptyFieldListFilter),)
    exact = ("pk", "machine__pk", "mechanic__username")
    ordering = ("-id",)
    fields = (
        *(
            "machine_column",
            "mechanic_column",
            "stopped_at_column",
            "reason_column",
            "done_column",
            "signed_at_column",
        ),
        *(
            "hash_column",
            "returned_at_column",
            "returned_by_column",
            "bundle_column",
            "meters_column",
        ),
    )
    machine_column = column("machine", "Appareil", "Machine")
    mechanic_column = column("mechanic", "Mécanicien", "Mechanic")
    returned_by_column = column("returned_by", "Remis par", "Put back by")
    bundle_column = column("bundle", "Enveloppe du", "Sealed on")
    stopped_at_column = column("stopped_at", "Arrêt", "Stopped")
    reason_column = column("reason", "Motif", "Reason")
    done_column = column("done", "Fait", "Done")
    signed_at_column = column("signed_at", "Signée", "Signed")
    hash_column = column("hash", "Empreinte", "Hash")
    returned_at_column = column("returned_at", "Remis en service", "Back in service")

    @admin.display(description=both_lazy("Compteurs", "Meters"))
    def meters_column(self, sheet: Intervention) -> str:
        """Each meter before and after, in credits."""
        columns = {both("avant", "before"): sheet.meters}
        if sheet.meters_after:
            columns[both("après", "after")] = sheet.meters_after
        return meters_table(columns)


@admin.register(SheetBundle)
class SheetBundleAdmin(RowActionAdmin):
    """A day's sheets under seal."""

    section = "machines"
    singular = Words("enveloppe d’un jour", "bundle of a day")
    plural = Words("enveloppes des fiches", "bundles of sheets")
    making = RowAction(
        Words("Mettre les fiches du jour sous enveloppe", "Seal the day’s sheets"),
        interventions.seal_sheets,
        RUN_MACHINES,
        Words(
            "Le superviseur, à la fermeture : toutes les fiches signées qui n’y sont pas encore.",
            "The supervisor, at closing: all sheets that are signed and not sealed yet.",
        ),
    )
    acts = {
        "receive": RowAction(
            Words("Recevoir les fiches", "Receive the sheets"),
            interventions.receive_bundle,
            machines.KEEP,
            Words(
                "La direction, d’un autre que celui qui a fermé l’enveloppe.",
                "The management, from another one than who has sealed them.",
            ),
            when=lambda bundle: not hasattr(bundle, "receipt"),
        )
    }
    list_display = ("day_column", BY, "count", "received_by_column")
    list_select_related = ("by", "receipt__by")
    exact = ("pk", "by__username")
    ordering = ("-day",)
    fields = (
        "day_column",
        BY,
        AT,
        REASON,
        "count",
        "is_whole_column",
        "received_by_column",
        "body_column",
    )
    day_column = column("day", "Jour", "Day")

    @admin.display(description=both_lazy("Sous enveloppe", "Under seal"))
    def body_column(self, bundle: SheetBundle) -> str:
        """What was signed."""
        return pretty_json(json.loads(bundle.body))

    @admin.display(description=both_lazy("Fiches", "Sheets"))
    def count(self, bundle: SheetBundle) -> int:
        """How many signed sheets the bundle has."""
        return bundle.sheets.count()

    @admin.display(description=both_lazy("Intacte", "Whole"))
    def is_whole_column(self, bundle: SheetBundle) -> str:
        """Whether its sheets are those that were sealed."""
        return yes_or_no(interventions.is_whole(bundle))

    @admin.display(description=both_lazy("Reçue par", "Received by"))
    def received_by_column(self, bundle: SheetBundle) -> str:
        """Who of the management has it."""
        receipt = getattr(bundle, "receipt", None)
        return str(receipt.by) if receipt else "-"


@admin.register(BundleReceipt)
class BundleReceiptAdmin(ReadOnlyAdmin[BundleReceipt]):
    """The management's receipt for a day's sheets."""

    section = "machines"
    singular = Words("réception d’une enveloppe", "receipt for a bundle")
    plural = Words("réceptions des enveloppes", "receipts for bundles")
    list_display = ("bundle_column", BY, AT, REASON)
    list_select_related = ("bundle", "by")
    exact = ("pk", "by__username")
    ordering = ("-at",)
    fields = ("bundle_column", BY, AT, REASON)
    bundle_column = column("bundle", "Jour", "Day")
