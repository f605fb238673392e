"""Players and wallets in the office. Money is not edited here: only the ledger moves it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.ledger.models import Account
from casino.office import Bounded, Reading, column, link, money, pretty
from casino.players import cash_admin, names, visits  # noqa: F401 - its pages are registered
from casino.players.forms import SPAN_WORDS, in_words
from casino.players.models import (
    Exclusion,
    Given,
    Limit,
    OfficeAct,
    OfficeAnswer,
    Played,
    Player,
    RealityCheck,
    Stay,
    Visit,
    Wallet,
)
from casino.players.protection import TIME, exclude
from casino.players.services import (
    SignUpRefused,
    check_display_name,
    check_username,
    refuse_reserved,
    refuse_taken,
)
from casino.words import both, both_lazy


class PlayerForm(UserChangeForm[Player]):
    """What the office may change of a player; names obey the rules of the sign-up."""

    class Meta:
        model = Player
        fields = ("username", "display_name", "language", "is_active")

    def clean_username(self) -> str:
        """Refuse a name by its length or characters."""
        return _checked(self, "username", check_username)

    def clean_display_name(self) -> str:
        """Refuse a shown name by its length or characters; without one he has a neutral one."""
        chosen = _checked(self, "display_name", check_display_name)
        player = self.instance
        return chosen or names.neutral(player.pk, player.language, staff=player.is_staff)

    def clean(self) -> dict[str, Any]:
        """Refuse names that look like another's, and to a player the house's own."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        named = Player(
            pk=self.instance.pk,
            username=cleaned.get("username", ""),
            display_name=cleaned.get("display_name", ""),
        )
        try:
            if not self.instance.is_staff:
                refuse_reserved(named.username, named.display_name)
            with transaction.atomic():
                refuse_taken(named)
        except SignUpRefused as refused:
            field = "display_name" if refused.code.startswith("display_name") else "username"
            self.add_error(field, in_words(refused))
        return cleaned


def _checked(form: forms.BaseForm, field: str, check: Any) -> str:
    name: str = form.cleaned_data[field]
    try:
        check(name)
    except SignUpRefused as refused:
        raise in_words(refused) from None
    return name


# Their pages show the keys.
admin.site.unregister([TOTPDevice, StaticDevice])


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
                    "shut_out_until",
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
    readonly_fields = ("date_joined", "last_login", "purses", "shut_out_until")
    shut_out_until = column("shut_until", "Exclu jusqu’au", "Excluded until")

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
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        if answer.status_code == 302 and (player := self.get_object(request, unquote(id))):
            visits.end(player, but=request.session.session_key)
        return answer

    def save_model(
        self, request: HttpRequest, obj: Player, form: forms.ModelForm[Player], change: bool
    ) -> None:
        """Save; whoever is shut out is signed out everywhere."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            visits.end(obj)

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


@admin.register(Visit)
class VisitAdmin(Reading[Visit]):
    """Where a player is signed in; the session's key, which would open it, is not shown."""

    list_display = ("player", "began_at", "address", "agent")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "began_at", "address", "agent")


@admin.register(OfficeAct)
class OfficeActAdmin(Reading[OfficeAct]):
    """What the staff did in the office, each act chained to the one before."""

    list_display = ("when", "person", "address", "what", "status")
    list_select_related = ("person", "answer")
    exact = ("person__username", "digest")
    search_help_text = both_lazy("Nom exact, ou empreinte", "Exact name, or hash")
    ordering = ("-id",)
    fields = ("when", "person", "address", "what", "status", "said_shown", "previous", "digest")
    when = column("at", "Quand", "When")

    @admin.display(description=both_lazy("Réponse", "Answer"))
    def status(self, act: OfficeAct) -> str:
        """The status with which it was answered."""
        try:
            return str(act.answer.status)
        except OfficeAnswer.DoesNotExist:
            return "-"

    @admin.display(description=both_lazy("Ce qui a été envoyé", "What was sent"))
    def said_shown(self, act: OfficeAct) -> str:
        """The form."""
        return pretty(act.said)


@admin.register(OfficeAnswer)
class OfficeAnswerAdmin(Reading[OfficeAnswer]):
    """How acts in the office were answered."""

    list_display = ("act", "status")
    list_select_related = ("act",)
    exact = ("act",)
    ordering = ("-act",)
    fields = ("act", "status")


@admin.register(Given)
class GivenAdmin(Reading[Given]):
    """What one address was given on a day, so that nobody farms chips."""

    list_display = ("day", "address", "amount_given")
    exact = ("address",)
    search_help_text = both_lazy("Empreinte exacte de l’adresse", "The address’s exact hash")
    ordering = ("-id",)
    fields = ("day", "address", "amount_given")

    @admin.display(description=both_lazy("Jetons offerts", "Chips given"))
    def amount_given(self, given: Given) -> str:
        """Chips."""
        return money(given.amount)


@admin.register(Limit)
class LimitAdmin(Reading[Limit]):
    """What players have said that their limits shall be; nobody else raises or lowers one."""

    list_display = ("player", "kind", "period", "was", "becomes", "from_when", "when")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "kind", "period", "was", "becomes", "from_when", "by", "when")
    from_when = column("effective_from", "En vigueur dès", "In force from")
    when = column("at", "Dite le", "Said at")

    @admin.display(description=both_lazy("Avant", "Before"))
    def was(self, limit: Limit) -> str:
        """What was in force."""
        return _limit(limit.kind, limit.before)

    @admin.display(description=both_lazy("Limite", "Limit"))
    def becomes(self, limit: Limit) -> str:
        """What will be."""
        return _limit(limit.kind, limit.amount)


def _limit(kind: str, amount: int | None) -> str:
    if amount is None:
        return both("aucune", "none")
    return f"{amount // 60} min" if kind == TIME else money(amount)


@admin.register(Played)
class PlayedAdmin(Reading[Played]):
    """What players have staked day by day, and what came of it."""

    list_display = ("player", "day", "stakes", "result")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "day", "stakes", "result")

    @admin.display(description=both_lazy("Misé", "Staked"))
    def stakes(self, played: Played) -> str:
        """What was staked and not taken back."""
        return money(played.staked)

    @admin.display(description=both_lazy("Résultat", "Net"))
    def result(self, played: Played) -> str:
        """What came back less what went; chips that lie at a table still are gone."""
        return money(played.net)


@admin.register(Stay)
class StayAdmin(Reading[Stay]):
    """When players were at the tables."""

    list_display = ("player", "began", "seen")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "began", "seen")
    began = column("began_at", "Début", "Began")
    seen = column("seen_at", "Vu jusqu’à", "Seen until")


class ExclusionForm(forms.ModelForm[Exclusion]):
    """Whom the house keeps out, for how long and why."""

    username = forms.CharField(
        label=both_lazy("Nom exact du joueur", "The player’s exact name"), max_length=150
    )
    span = forms.ChoiceField(
        label=both_lazy("Durée", "Duration"),
        choices=[(key, both_lazy(*words)) for key, words in SPAN_WORDS.items()],
    )
    reason = forms.CharField(label=both_lazy("Motif", "Reason"), max_length=200)

    class Meta:
        model = Exclusion
        fields = ("reason",)

    def clean_username(self) -> str:
        """Refuse a name that nobody has, or somebody who serves the house."""
        name: str = self.cleaned_data["username"]
        self.player = Player.objects.filter(username__iexact=name, is_staff=False).first()
        if self.player is None:
            raise forms.ValidationError(
                both("Aucun joueur n’a ce nom.", "No player has this name."), code="no_such_player"
            )
        return name

    player: Player | None = None


@admin.register(Exclusion)
class ExclusionAdmin(Reading[Exclusion]):
    """Who is kept out, by his own wish or by the house, which never lets anybody in early."""

    form = ExclusionForm
    list_display = ("player", "ends", "by", "why", "when")
    list_select_related = ("player", "by")
    exact = ("player__username", "by__username")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    ends = column("until", "Jusqu’au", "Until")
    why = column("reason", "Motif", "Reason")
    when = column("at", "Dite le", "Said at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person may exclude players."""
        return request.user.has_perm("players.add_exclusion")

    def get_fields(self, request: HttpRequest, obj: Exclusion | None = None) -> Any:
        """Return what is read of one, or asked for a new one."""
        return ("username", "span", "reason") if obj is None else self.list_display

    def save_model(self, request: HttpRequest, obj: Exclusion, form: Any, change: bool) -> None:
        """Exclude the player."""
        assert isinstance(request.user, Player)
        given = form.cleaned_data
        made = exclude(form.player, given["span"], by=request.user, reason=given["reason"])
        obj.pk, obj.player, obj.until = made.pk, made.player, made.until


@admin.register(RealityCheck)
class RealityCheckAdmin(Reading[RealityCheck]):
    """What players were shown of their stay, and have acknowledged."""

    list_display = ("player", "when", "stayed", "stakes", "result")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "when", "stayed", "stakes", "result")
    when = column("at", "Vu le", "Seen at")

    @admin.display(description=both_lazy("Présence", "Stay"))
    def stayed(self, check: RealityCheck) -> str:
        """How long he had been there, in whole minutes."""
        return f"{check.seconds // 60} min"

    @admin.display(description=both_lazy("Misé", "Staked"))
    def stakes(self, check: RealityCheck) -> str:
        """What he had staked."""
        return money(check.staked)

    @admin.display(description=both_lazy("Résultat", "Net"))
    def result(self, check: RealityCheck) -> str:
        """What had come of it."""
        return money(check.net)
