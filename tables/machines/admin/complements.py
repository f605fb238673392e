"""The book of complements, and the identities that were seen, in the office (MC-AUTO-42, 50)."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from casino.backoffice.model_admin import ReadOnlyAdmin, column, link
from casino.i18n import Words, both, both_lazy, money
from casino.players.models import Identity
from tables.funds import complements
from tables.models import Complement, HandPay, IdentityCheck, Round
from tables.office.columns import AT, BY, PLAYER, TABLE


@admin.register(Complement)
class ComplementAdmin(ReadOnlyAdmin[Complement]):
    """A line of the book; the list says whether any line was changed."""

    section = "cage"
    singular = Words("complément de paiement", "complement of a payment")
    plural = Words("cahier des compléments", "book of complements")
    list_display = (
        "number",
        AT,
        TABLE,
        "game_column",
        PLAYER,
        "due_column",
        "paid_column",
        "difference",
        BY,
    )
    list_select_related = ("table", "player", "by", "round")
    exact = ("number", "player__username", "table__name")
    ordering = ("-number",)
    fields = (
        *(
            "number",
            AT,
            TABLE,
            "round_link",
            "game_column",
            PLAYER,
            "due_column",
            "paid_column",
            "difference",
        ),
        *(BY, "check_link", "hash"),
    )

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, str] | None = None
    ) -> HttpResponse:
        """Show the book, and which line does not follow the one before it."""
        if (number := complements.first_broken_line()) is not None:
            self.message_user(
                request,
                both(
                    "La ligne {} n’est pas celle qui a été inscrite.", "Line {} was changed."
                ).format(number),
                level="error",
            )
        return super().changelist_view(request, extra_context)

    @admin.display(description=both_lazy("Partie", "Game"), ordering="game")
    def game_column(self, line: Complement) -> str:
        """The game, as the machine counts them."""
        return str(line.game)

    @admin.display(description=both_lazy("Dû", "Due"))
    def due_column(self, line: Complement) -> str:
        """What the game ought to have paid."""
        return money(line.due)

    @admin.display(description=both_lazy("Payé", "Paid"))
    def paid_column(self, line: Complement) -> str:
        """What the machine had paid."""
        return money(line.paid)

    @admin.display(description=both_lazy("Complément", "Complement"))
    def difference(self, line: Complement) -> str:
        """What the supervisor paid beside it."""
        return money(line.amount)

    @admin.display(description=both_lazy("Coup", "Round"))
    def round_link(self, line: Complement) -> str:
        """The round in which it was paid."""
        return link(Round, line.round_id, f"#{line.round_id}")

    @admin.display(description=both_lazy("Identité", "Identity"))
    def check_link(self, line: Complement) -> str:
        """The check of the player's identity, where one was wanted."""
        return link(IdentityCheck, line.identity_check_id, f"#{line.identity_check_id}")


@admin.register(IdentityCheck)
class IdentityCheckAdmin(ReadOnlyAdmin[IdentityCheck]):
    """The proof of identity of a person who is paid by hand."""

    section = "cage"
    singular = Words("identité constatée", "identity seen")
    plural = Words("identités constatées", "identities seen")
    list_display = ("id", AT, TABLE, PLAYER, "kind_column", BY)
    list_select_related = ("table", "player", "by")
    list_filter = ("kind",)
    exact = ("pk", "player__username", "table__name")
    ordering = ("-id",)
    fields = (AT, TABLE, PLAYER, "kind_column", "number_column", "record_link", "pay_link", BY)
    number_column = column("number", "Numéro de la pièce", "Number of the document")

    @admin.display(description=both_lazy("Pièce", "Document"))
    def kind_column(self, check: IdentityCheck) -> str:
        """What was presented."""
        return str(check.get_kind_display())

    @admin.display(description=both_lazy("Fiche d’identité", "Record of identity"))
    def record_link(self, check: IdentityCheck) -> str:
        """The player's verified identity."""
        return link(Identity, check.identity_id, f"#{check.identity_id}")

    @admin.display(description=both_lazy("Gain à payer", "Win to be paid"))
    def pay_link(self, check: IdentityCheck) -> str:
        """The win for which it was asked."""
        return link(HandPay, check.hand_pay_id, f"#{check.hand_pay_id}")
