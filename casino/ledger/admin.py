"""The ledger in the office: accounts, journal entries and transfers, read only."""

from collections.abc import Iterator

from django.contrib import admin
from django.db.models import F, QuerySet, Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from casino.backoffice.dashboard import Item, alarm
from casino.backoffice.labels import reference_names
from casino.backoffice.model_admin import ReadOnlyAdmin, ReadOnlyInline, link
from casino.i18n import Words, both, both_lazy, moment, money
from casino.ledger import account_names
from casino.ledger.models import Account, JournalEntry, Reserve, Transfer
from casino.ledger.services import statement


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin[Account]):
    """A place where money is, with its last postings."""

    section = "books"
    singular = Words("compte", "account")
    plural = Words("comptes", "accounts")
    list_display = ("name_column", "code", "kind", "currency", "balance_column", "opened_at")
    list_filter = ("kind",)
    exact = ("code",)
    search_help_text = both_lazy("Code exact, p. ex. wallet:17", "Exact code, e.g. wallet:17")
    ordering = ("-id",)
    fields = (
        "name_column", "code", "kind", "currency", "balance_column", "reserved_column",
        "credits_column", "debits_column", "unbounded", "opened_at", "last",
    )  # fmt: skip

    def prepare(self, rows: list[Account]) -> None:
        """Look up the names of the accounts."""
        account_names.name_all(rows)

    def row_name(self, row: Account) -> str:
        """Return what people call it."""
        return account_names.name(row)

    @admin.display(description=both_lazy("Compte", "Account"))
    def name_column(self, account: Account) -> str:
        """What people call it."""
        return account_names.name(account)

    @admin.display(description=both_lazy("Solde", "Balance"))
    def balance_column(self, account: Account) -> str:
        """The balance."""
        return money(account.balance)

    @admin.display(description=both_lazy("Dont réservé", "Of it reserved"))
    def reserved_column(self, account: Account) -> str:
        """What of the balance is kept for something."""
        return money(account.reserved)

    @admin.display(description=both_lazy("Total reçu", "Received in all"))
    def credits_column(self, account: Account) -> str:
        """What came since it opened."""
        return money(account.credits)

    @admin.display(description=both_lazy("Total donné", "Given in all"))
    def debits_column(self, account: Account) -> str:
        """What left since it opened."""
        return money(account.debits)

    @admin.display(description=both_lazy("Dernières écritures", "Last postings"))
    def last(self, account: Account) -> str:
        """The newest 50 postings, each with the balance after it."""
        postings = statement(account.pk, 50)
        called = account_names.names({each.counterpart for each in postings})
        about = reference_names(each.reference for each in postings)
        rows = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            (
                (
                    moment(each.at),
                    account_names.cause_label(each.cause),
                    account_names.transfer_label(each.why),
                    about[each.reference],
                    called[each.counterpart],
                    money(each.amount),
                    money(each.balance),
                )
                for each in postings
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
class ReserveAdmin(ReadOnlyAdmin[Reserve]):
    """A part of an account that is kept for one purpose."""

    section = "books"
    singular = Words("réserve", "reserve")
    plural = Words("réserves", "reserves")
    # The first is the row's link, in which no other can be.
    list_display = ("holder_column", "account_column", "amount_column")
    list_select_related = ("account",)
    exact = ("account__code", "holder")
    ordering = ("-id",)
    fields = ("account_column", "holder_column", "amount_column")

    def prepare(self, rows: list[Reserve]) -> None:
        """Look up the names of the accounts, and of what they are kept for."""
        account_names.name_all([row.account for row in rows])
        about = reference_names(row.holder for row in rows)
        for row in rows:
            vars(row)["about"] = about[row.holder]

    @admin.display(description=both_lazy("Gardé pour", "Kept for"))
    def holder_column(self, reserve: Reserve) -> str:
        """What it is kept for."""
        return _about(reserve, reserve.holder)

    @admin.display(description=both_lazy("Compte", "Account"))
    def account_column(self, reserve: Reserve) -> str:
        """The account."""
        return link(Account, reserve.account_id, account_names.name(reserve.account))

    @admin.display(description=both_lazy("Réservé", "Reserved"))
    def amount_column(self, reserve: Reserve) -> str:
        """How much."""
        return money(reserve.amount)


def _about(row: Reserve | JournalEntry, reference: str) -> str:
    """Return what a row is about, as its list has looked up for all."""
    known: str | None = vars(row).get("about")
    return known or reference_names([reference])[reference] or "-"


def _operator(entry: JournalEntry) -> str:
    return f"player:{entry.operator}" if entry.operator.isdigit() else entry.operator


def _called(transfer: Transfer, account: Account) -> str:
    """Return what an end of a transfer is called, as its entry's page has looked up for all."""
    known: dict[str, str] = vars(transfer.entry).get("called", {})
    return known.get(account.code) or account_names.name(account)


class TransferInline(ReadOnlyInline[Transfer, JournalEntry]):
    """The transfers of an entry."""

    model = Transfer
    verbose_name = both_lazy("virement", "transfer")
    verbose_name_plural = both_lazy("virements", "transfers")
    fields = ("giver_column", "receiver_column", "amount_column", "purpose")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transfer]:
        """Return the transfers with both accounts, in the order in which they were posted."""
        return super().get_queryset(request).select_related("debit", "credit").order_by("id")

    @admin.display(description=both_lazy("Donne", "Gives"))
    def giver_column(self, transfer: Transfer) -> str:
        """The account that gives."""
        return link(Account, transfer.debit_id, _called(transfer, transfer.debit))

    @admin.display(description=both_lazy("Motif", "Reason"))
    def purpose(self, transfer: Transfer) -> str:
        """What it is for."""
        return account_names.transfer_label(transfer.why)

    @admin.display(description=both_lazy("Reçoit", "Receives"))
    def receiver_column(self, transfer: Transfer) -> str:
        """The account that receives."""
        return link(Account, transfer.credit_id, _called(transfer, transfer.credit))

    @admin.display(description=both_lazy("Montant", "Amount"))
    def amount_column(self, transfer: Transfer) -> str:
        """The amount."""
        return money(transfer.amount)


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnlyAdmin[JournalEntry]):
    """The transfers of one step. The newest are found through the list of transfers."""

    section = "books"
    singular = Words("pièce", "journal entry")
    plural = Words("pièces", "journal entries")
    list_display = ("id", "at", "cause_column", "reference_column", "operator_column")
    exact = ("reference", "pk")
    search_help_text = both_lazy(
        "Référence exacte (round:12, table:3, player:17) ou identifiant",
        "Exact reference (round:12, table:3, player:17) or id",
    )
    ordering = ("pk",)
    fields = ("id", "at", "cause_column", "reference_column", "codes_column", "operator_column")
    readonly_fields = fields
    inlines = (TransferInline,)

    def prepare(self, rows: list[JournalEntry]) -> None:
        """Look up what the entries are about, who posted them, and what their transfers are for."""
        about = reference_names(row.reference for row in rows)
        operators = reference_names(_operator(row) for row in rows)
        reasons: dict[object, list[str]] = {row.pk: [] for row in rows}
        found = Transfer.objects.filter(entry__in=rows).order_by("id").values_list("entry", "why")
        for entry, why in found:
            if (label := account_names.transfer_label(why)) not in reasons[entry]:
                reasons[entry].append(label)
        for row in rows:
            vars(row)["about"], vars(row)["reasons"] = about[row.reference], reasons[row.pk]
            vars(row)["posted_by"] = operators[_operator(row)]

    @admin.display(description=both_lazy("Cause", "Cause"))
    def cause_column(self, entry: JournalEntry) -> str:
        """What it is for: of a step of a round its game, and what its transfers are for."""
        label = account_names.cause_label(entry.cause)
        others = [each for each in vars(entry).get("reasons", ()) if each != label]
        texts = format_html_join(", ", "{}", ((each,) for each in others))
        return format_html("{}{}{}", label, both(" : ", ": "), texts) if others else label

    @admin.display(description=both_lazy("Référence", "Reference"))
    def reference_column(self, entry: JournalEntry) -> str:
        """What it is about."""
        return _about(entry, entry.reference)

    @admin.display(description=both_lazy("Codes", "Codes"))
    def codes_column(self, entry: JournalEntry) -> str:
        """What the list and programs find it by."""
        return format_html_join(" ", "<code>{}</code>", ((entry.cause,), (entry.reference,)))

    @admin.display(description=both_lazy("Ordonné par", "Ordered by"))
    def operator_column(self, entry: JournalEntry) -> str:
        """Who of the staff posted it, where it was a person."""
        known = (
            vars(entry).get("posted_by") or reference_names([_operator(entry)])[_operator(entry)]
        )
        return str(known) or "-"

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> JournalEntry | None:
        """Return an entry, with what the accounts of its transfers are called."""
        entry = super().get_object(request, object_id, from_field)
        if entry is not None:
            rows = entry.transfers.values_list("debit__code", "credit__code")
            vars(entry)["called"] = account_names.names({code for row in rows for code in row})
        return entry


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin[Transfer]):
    """Money that moved, newest first."""

    section = "books"
    singular = Words("virement", "transfer")
    plural = Words("virements", "transfers")
    list_display = (
        "id",
        "entry_at",
        "entry_link",
        "giver_column",
        "receiver_column",
        "amount_column",
        "purpose",
    )
    list_select_related = ("entry", "debit", "credit")
    exact = ("debit__code", "credit__code")
    search_help_text = both_lazy("Code exact d’un compte", "Exact code of an account")
    ordering = ("-id",)
    fields = (
        "entry_link",
        "entry_at",
        "giver_column",
        "receiver_column",
        "amount_column",
        "purpose",
    )
    giver_column = TransferInline.giver_column
    receiver_column = TransferInline.receiver_column
    purpose = TransferInline.purpose

    def prepare(self, rows: list[Transfer]) -> None:
        """Look up the names of the accounts."""
        account_names.name_all([end for row in rows for end in (row.debit, row.credit)])

    @admin.display(description=both_lazy("Heure", "Time"))
    def entry_at(self, transfer: Transfer) -> str:
        """When the entry was posted."""
        return moment(transfer.entry.at)

    @admin.display(description=both_lazy("Pièce", "Entry"))
    def entry_link(self, transfer: Transfer) -> str:
        """The entry that it belongs to."""
        return link(JournalEntry, transfer.entry_id, str(transfer.entry))

    @admin.display(description=both_lazy("Montant", "Amount"))
    def amount_column(self, transfer: Transfer) -> str:
        """The amount."""
        return money(transfer.amount)


@alarm("ledger.view_account")
def books_out_of_balance(person: object) -> Iterator[Item]:
    """Currencies in which the balances of all accounts do not sum to zero."""
    sums = Account.objects.values_list("currency").annotate(out=Sum(F("credits") - F("debits")))
    for currency, out in sums.order_by("currency"):
        if out:
            message = both("le registre ne s’équilibre pas", "the ledger does not balance")
            yield Item(
                f"{currency}{both(' : ', ': ')}{message} ({money(out)})",
                reverse("admin:ledger_account_changelist"),
            )
