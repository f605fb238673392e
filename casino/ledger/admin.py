"""The ledger in the office: accounts, journal entries and transfers, read only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from casino.ledger.models import Account, JournalEntry, Reserve, Transfer
from casino.ledger.services import statement
from casino.office import Reading, ReadInline, link, moment, money
from casino.words import both, both_lazy


@admin.register(Account)
class AccountAdmin(Reading[Account]):
    """A place where money is, with its last postings."""

    list_display = ("code", "kind", "currency", "holds", "opened_at")
    list_filter = ("kind",)
    exact = ("code",)
    search_help_text = both_lazy("Code exact, p. ex. wallet:17", "Exact code, e.g. wallet:17")
    ordering = ("-id",)
    fields = (
        "code", "kind", "currency", "holds", "kept", "received", "gave", "unbounded", "opened_at",
        "last",
    )  # fmt: skip

    @admin.display(description=both_lazy("Solde", "Balance"))
    def holds(self, account: Account) -> str:
        """The balance."""
        return money(account.balance)

    @admin.display(description=both_lazy("Dont réservé", "Of it reserved"))
    def kept(self, account: Account) -> str:
        """What of the balance is kept for something."""
        return money(account.reserved)

    @admin.display(description=both_lazy("Total reçu", "Received in all"))
    def received(self, account: Account) -> str:
        """What came since it opened."""
        return money(account.credits)

    @admin.display(description=both_lazy("Total donné", "Given in all"))
    def gave(self, account: Account) -> str:
        """What left since it opened."""
        return money(account.debits)

    @admin.display(description=both_lazy("Dernières écritures", "Last postings"))
    def last(self, account: Account) -> str:
        """The newest 50 postings, each with the balance after it."""
        rows = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            (
                (
                    moment(each.at),
                    each.cause,
                    each.why,
                    each.reference,
                    each.counterpart,
                    money(each.amount),
                    money(each.balance),
                )
                for each in statement(account.pk, 50)
            ),
        )
        titles = both(
            "Heure|Cause|Motif|Référence|Contrepartie|Montant|Solde",
            "Time|Cause|Why|Reference|Counterpart|Amount|Balance",
        )
        heads = format_html_join("", "<th>{}</th>", ((each,) for each in titles.split("|")))
        return format_html(
            '<div class="inline-group" tabindex="0"><table><thead><tr>{}</tr></thead>'
            "<tbody>{}</tbody></table></div>",
            heads,
            rows,
        )


@admin.register(Reserve)
class ReserveAdmin(Reading[Reserve]):
    """A part of an account that is kept for one purpose."""

    list_display = ("account", "holder", "kept")
    list_select_related = ("account",)
    exact = ("account__code", "holder")
    ordering = ("-id",)
    fields = ("account", "holder", "kept")

    @admin.display(description=both_lazy("Réservé", "Reserved"))
    def kept(self, reserve: Reserve) -> str:
        """How much."""
        return money(reserve.amount)


class TransferInline(ReadInline[Transfer, JournalEntry]):
    """The transfers of an entry."""

    model = Transfer
    fields = ("debit", "credit", "sum", "why")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transfer]:
        """Return the transfers with both accounts, in the order in which they were posted."""
        return super().get_queryset(request).select_related("debit", "credit").order_by("id")

    @admin.display(description=both_lazy("Montant", "Amount"))
    def sum(self, transfer: Transfer) -> str:
        """The amount."""
        return money(transfer.amount)


@admin.register(JournalEntry)
class JournalEntryAdmin(Reading[JournalEntry]):
    """The transfers of one step. The newest are found through the list of transfers."""

    list_display = ("id", "at", "cause", "reference", "operator")
    exact = ("reference", "pk")
    search_help_text = both_lazy(
        "Référence exacte (round:12, table:3, player:17) ou identifiant",
        "Exact reference (round:12, table:3, player:17) or id",
    )
    ordering = ("pk",)
    fields = ("id", "at", "cause", "reference", "operator")
    readonly_fields = fields
    inlines = (TransferInline,)


@admin.register(Transfer)
class TransferAdmin(Reading[Transfer]):
    """Money that moved, newest first."""

    list_display = ("id", "entry_at", "entry_link", "debit", "credit", "sum", "why")
    list_select_related = ("entry", "debit", "credit")
    exact = ("debit__code", "credit__code")
    search_help_text = both_lazy("Code exact d’un compte", "Exact code of an account")
    ordering = ("-id",)
    fields = ("entry_link", "entry_at", "debit", "credit", "sum", "why")

    @admin.display(description=both_lazy("Heure", "Time"))
    def entry_at(self, transfer: Transfer) -> str:
        """When the entry was posted."""
        return moment(transfer.entry.at)

    @admin.display(description=both_lazy("Pièce", "Entry"))
    def entry_link(self, transfer: Transfer) -> str:
        """The entry that it belongs to."""
        return link(JournalEntry, transfer.entry_id, str(transfer.entry))

    @admin.display(description=both_lazy("Montant", "Amount"))
    def sum(self, transfer: Transfer) -> str:
        """The amount."""
        return money(transfer.amount)
