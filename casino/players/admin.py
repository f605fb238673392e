"""Players and wallets in the office. Money is not edited here: only the ledger moves it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join

from casino.ledger.models import Account
from casino.office import Bounded, Reading, both_lazy, in_french, link, money
from casino.players.forms import MESSAGES
from casino.players.models import Player, Wallet
from casino.players.services import SignUpRefused, check_display_name, check_username


class PlayerForm(UserChangeForm[Player]):
    """What the office may change of a player; names obey the rules of the sign-up."""

    class Meta:
        model = Player
        fields = ("username", "display_name", "language", "is_active")

    def clean_username(self) -> str:
        """Refuse a name by its length or characters."""
        return _checked(self, "username", check_username)

    def clean_display_name(self) -> str:
        """Refuse a shown name by its length or characters."""
        return _checked(self, "display_name", check_display_name)


def _checked(form: forms.BaseForm, field: str, check: Any) -> str:
    name: str = form.cleaned_data[field]
    try:
        check(name)
    except SignUpRefused as refused:
        words = MESSAGES["fr" if in_french() else "en"]
        message = words.get(refused.code, refused.code)
        raise ValidationError(message.format(**refused.detail), code=refused.code) from None
    return name


@admin.register(Player)
class PlayerAdmin(UserAdmin[Player]):
    """A player. Staff change the names and the access of players, superusers also of staff.

    Nobody is added here (a player signs up, and so gets a wallet) and nobody deleted. Only a
    superuser sets somebody's password or rights: either makes one able to act as another.
    """

    form = PlayerForm
    paginator = Bounded
    show_full_result_count = False
    list_per_page = 50
    sortable_by = ()
    actions = None
    list_display = ("username", "display_name", "language", "is_active", "is_staff", "date_joined")
    list_filter = ("is_staff", "is_superuser", "is_active")
    search_fields = ("username__iexact",)
    ordering = ("-id",)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "username",
                    "display_name",
                    "language",
                    "is_active",
                    "purses",
                    "date_joined",
                    "last_login",
                )
            },
        ),
    )
    superuser_fieldsets = (
        *fieldsets,
        (
            both_lazy("Droits", "Rights"),
            {"fields": ("is_staff", "is_superuser", "groups", "user_permissions", "password")},
        ),
    )
    readonly_fields = ("date_joined", "last_login", "purses")

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Return the fields that this operator may see: rights are for superusers."""
        return self.superuser_fieldsets if _rules(request) else self.fieldsets

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse always."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Refuse always."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Refuse staff who are no superusers the accounts of staff, their own included."""
        allowed = super().has_change_permission(request, obj)
        if obj is None or _rules(request):
            return allowed
        return allowed and not (obj.is_staff or obj.is_superuser)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Let a superuser set a password."""
        if not _rules(request):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    @admin.display(description=both_lazy("Porte-monnaie", "Wallets"))
    def purses(self, player: Player) -> str:
        """What the player has, by currency."""
        wallets = player.wallets.select_related("account")
        return format_html_join(
            ", ",
            "{}",
            (
                (link(Account, each.account_id, f"{money(each.account.balance)} {each.currency}"),)
                for each in wallets
            ),
        )


def _rules(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


@admin.register(Wallet)
class WalletAdmin(Reading[Wallet]):
    """A player's ledger account in one currency."""

    list_display = ("player", "currency", "holds", "account_link")
    list_select_related = ("player", "account")
    exact = ("player__username", "account__code")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "currency", "holds", "account_link")

    @admin.display(description=both_lazy("Solde", "Balance"))
    def holds(self, wallet: Wallet) -> str:
        """The balance."""
        return money(wallet.account.balance)

    @admin.display(description=both_lazy("Compte", "Account"))
    def account_link(self, wallet: Wallet) -> str:
        """The ledger account behind it."""
        return link(Account, wallet.account_id, wallet.account.code)
