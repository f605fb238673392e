"""Players and wallets in the office. Money is not edited here: only the ledger moves it."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.backoffice import player_page
from casino.backoffice.labels import FIELDS
from casino.backoffice.model_admin import (
    BoundedPaginator,
    OfficeAdmin,
    ReadOnlyAdmin,
    column,
    is_filter_lookup,
    link,
    row_id,
)
from casino.backoffice.player_actions import ACTS
from casino.backoffice.search.sources import (
    Matches,
    SearchTerm,
    find_matches,
    matching_rows,
    search_source,
)
from casino.i18n import Words, both, both_lazy, moment, money
from casino.identity import services as identity
from casino.identity import words as identity_words
from casino.ledger.models import Account
from casino.players import names
from casino.players.forms import sign_up_error
from casino.players.models import (
    Given,
    HouseNote,
    Player,
    RightsChange,
    Visit,
    Wallet,
)
from casino.players.services import (
    SignUpRefused,
    check_display_name,
    refuse_reserved,
    refuse_taken,
)
from casino.responsible_gaming import exclusions
from casino.staff import rights_admin


class PlayerForm(UserChangeForm[Player]):
    """The fields of a player that the office may change; names follow the rules of the sign-up."""

    class Meta:
        model = Player
        fields = ("display_name", "language")
        labels: ClassVar[dict[str, Any]] = {
            name: both_lazy(*FIELDS[name]) for name in ("display_name", "language")
        }

    def clean_display_name(self) -> str:
        """Refuse a display name by length or characters; an empty one becomes neutral."""
        chosen = _checked(self, "display_name", check_display_name)
        player = self.instance
        return chosen or names.neutral_name(player.pk, player.language, staff=player.is_staff)

    def clean(self) -> dict[str, Any]:
        """Refuse a name that looks like another's; for a player also the staff's."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        named = Player(
            pk=self.instance.pk,
            username=self.instance.username,
            display_name=cleaned.get("display_name", ""),
        )
        try:
            if not self.instance.is_staff:
                refuse_reserved(named.username, named.display_name)
            with transaction.atomic():
                refuse_taken(named)
        except SignUpRefused as refused:
            self.add_error("display_name", sign_up_error(refused))
        return cleaned


def _checked(form: forms.BaseForm, field: str, check: Any) -> str:
    name: str = form.cleaned_data[field]
    try:
        check(name)
    except SignUpRefused as refused:
        raise sign_up_error(refused) from None
    return name


@search_source(
    Player,
    Words(
        "nom d’utilisateur ou nom affiché, ou comment il commence",
        "username or shown name, or how it begins",
    ),
)
def search_players(term: SearchTerm) -> Matches:
    """Players by a name in any case; similar are those whose name begins so."""
    return Matches(
        [Q(pk__in=term.player_ids), Q(display_name__iexact=term.text)],
        [Q(username__istartswith=term.text), Q(display_name__istartswith=term.text)],
    )


# The pages of `django-otp` would show the secret keys of phones.
admin.site.unregister([TOTPDevice, StaticDevice])


@admin.register(Player)
class PlayerAdmin(OfficeAdmin[Player], UserAdmin[Player]):
    """Players. Staff edit names and access of players; superusers also those of staff.

    Nobody is added here (signing up opens the wallet too) and nobody deleted. Passwords and rights
    of others are only requested here, and a second person approves (`rights`): with either, one
    could act as somebody else.
    """

    section = "players"
    singular = Words("joueur", "player")
    plural = Words("joueurs", "players")
    form = PlayerForm
    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    sortable_by = ()
    actions = None
    list_display = (
        "username",
        "display_name",
        "language",
        "is_active",
        "is_staff",
        "date_joined_column",
    )
    list_filter = ("is_staff", "is_superuser", "is_active")
    search_fields = ("username__iexact",)
    search_help_text = both_lazy(
        "Nom d’utilisateur ou nom affiché, ou comment il commence",
        "Username or shown name, or how it begins",
    )
    ordering = ("-id",)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "username_column",
                    "display_name",
                    "language",
                    "access_column",
                    "purses",
                    "cash_held",
                    "shut_until_column",
                    "date_joined_column",
                    "last_login_column",
                )
            },
        ),
    )
    superuser_fieldsets = (
        *fieldsets,
        (
            both_lazy("Droits", "Rights"),
            {"fields": ("rights_held",)},
        ),
    )
    readonly_fields = (
        *(
            "username_column",
            "access_column",
            "date_joined_column",
            "last_login_column",
            "purses",
            "cash_held",
            "shut_until_column",
        ),
        "rights_held",
    )
    username_column = column("username", "Nom d’utilisateur", "Username")
    date_joined_column = column("date_joined", "Inscrit le", "Signed up on")
    last_login_column = column("last_login", "Dernière connexion", "Last signed in")
    shut_until_column = column("shut_until", "Exclu jusqu’au", "Excluded until")

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Return the fields that this operator may see; rights only where they may change them."""
        return (
            self.superuser_fieldsets if rights_admin.may_change_rights(request) else self.fieldsets
        )

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Refuse query parameters that no filter knows, as `malformed`."""
        return is_filter_lookup(self.list_filter, lookup)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Return the players that the search of the office finds."""
        term = search_term.strip()
        matches = find_matches(Player, term)
        conditions = [*matches.exact, *matches.similar]
        return matching_rows(queryset, conditions, "-id") if term else queryset, False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: players sign up by themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Return False: an account is closed by its owner, and its row stays."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Let only superusers edit staff accounts, and nobody else their own."""
        allowed = super().has_change_permission(request, obj)
        if obj is None or request.user.is_superuser:
            return allowed
        return allowed and not (obj.is_staff or obj.is_superuser)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Redirect to the page where a new password is requested."""
        if not rights_admin.may_change_rights(request):
            raise PermissionDenied
        return HttpResponseRedirect(
            reverse(
                "admin:players_rightschange_ask", args=[RightsChange.Of.PASSWORD, row_id(id) or 0]
            )
        )

    def get_urls(self) -> list[URLPattern]:
        """Return the URLs of the actions before those of the rows."""
        view = self.admin_site.admin_view(self.act_view)
        return [
            path("<int:player_id>/do/<str:name>/", view, name="players_player_act"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a player: the actions, and the blocks of information."""
        context: dict[str, Any] = {**(extra_context or {})}
        player = self.get_object(request, unquote(object_id))
        if player is not None and self.has_view_or_change_permission(request, player):
            reader = request.user
            assert isinstance(reader, Player)
            context |= {
                "flags": player_page.flags(player),
                "orders": [
                    {
                        "title": act.title.text(),
                        "url": reverse("admin:players_player_act", args=[player.pk, name]),
                    }
                    for name, act in ACTS.items()
                    if act.may(reader, player)
                ],
                "parts": player_page.page_parts(player, reader),
            }
            if reader.has_perm("players.add_exclusion") and not player.is_staff:
                context["orders"].append(
                    {
                        "title": both("Exclure", "Exclude"),
                        "url": reverse(
                            "admin:players_exclusion_add", query={"username": player.username}
                        ),
                    }
                )
        return super().change_view(request, object_id, form_url, context)

    def act_view(self, request: HttpRequest, player_id: int, name: str) -> HttpResponse:
        """Ask for the reason of an action, then carry it out."""
        player, act = Player.objects.filter(pk=player_id).first(), ACTS.get(name)
        person = request.user
        assert isinstance(person, Player)
        if player is None or act is None:
            raise Http404
        if not act.may(person, player):
            raise PermissionDenied
        page = reverse("admin:players_player_change", args=[player_id])
        form = act.form(
            request.POST if request.method == "POST" else None, initial=act.known(player)
        )
        if request.method == "POST" and form.is_valid():
            try:
                act.do(player, person, form.cleaned_data)
            except identity.IdentityRefused as refused:
                message = identity_words.OFFICE[refused.code].text()
                messages.error(request, f"{both('Refusé', 'Refused')}. {message}")
            except exclusions.BanRefused:
                messages.error(request, both("Refusé : rien n’a changé.", "Refused: unchanged."))
            else:
                messages.success(request, act.done.text())
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"{act.title.text()}{both(' : ', ': ')}{player}",
            "note": act.note.text(),
            "form": form,
            "confirm": act.title.text(),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/players/cashrequest/decide.html", context)

    @admin.display(description=both_lazy("Accès", "Access"))
    def access_column(self, player: Player) -> str:
        """Whether the player may sign in; if not, since when and why."""
        if player.is_active:
            return both("peut entrer", "may come in")
        last = player.bans.select_related("by").order_by("-pk").first()
        out = both("ne peut pas entrer", "may not come in")
        return (
            f"{out} ({moment(last.at)}, {last.by}{both(' : ', ': ')}{last.reason})" if last else out
        )

    @admin.display(description=both_lazy("Espèces", "Cash"))
    def cash_held(self, player: Player) -> str:
        """Cash at the cage, by currency."""
        rows = player.cash.select_related("account").order_by("currency")
        return ", ".join(f"{money(each.account.balance)} {each.currency}" for each in rows) or "-"

    @admin.display(description=both_lazy("Peut", "May"))
    def rights_held(self, player: Player) -> str:
        """The player's rights, and the link to request others."""
        return rights_admin.rights_summary(player)

    @admin.display(description=both_lazy("Porte-monnaie", "Wallets"))
    def purses(self, player: Player) -> str:
        """Chips of the player, by currency."""
        wallets = player.wallets.select_related("account")
        return format_html_join(
            ", ",
            "{}",
            (
                (link(Account, each.account_id, f"{money(each.account.balance)} {each.currency}"),)
                for each in wallets
            ),
        )


@admin.register(Wallet)
class WalletAdmin(ReadOnlyAdmin[Wallet]):
    """A player's ledger account in one currency."""

    section = "cage"
    singular = Words("porte-monnaie", "wallet")
    plural = Words("porte-monnaie", "wallets")
    list_display = ("player", "currency", "balance_column", "account_link")
    list_select_related = ("player", "account")
    exact = ("player__username", "account__code")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "currency", "balance_column", "account_link")

    @admin.display(description=both_lazy("Solde", "Balance"))
    def balance_column(self, wallet: Wallet) -> str:
        """The balance."""
        return money(wallet.account.balance)

    @admin.display(description=both_lazy("Compte", "Account"))
    def account_link(self, wallet: Wallet) -> str:
        """The ledger account behind it."""
        return link(Account, wallet.account_id, both("Écritures", "Postings"))


@admin.register(Visit)
class VisitAdmin(ReadOnlyAdmin[Visit]):
    """Login sessions of players, without the session keys."""

    section = "house"
    singular = Words("connexion", "sign-in")
    plural = Words("connexions", "sign-ins")
    list_display = ("player", "began_at", "address", "agent")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "began_at", "address", "agent")


@admin.register(HouseNote)
class HouseNoteAdmin(ReadOnlyAdmin[HouseNote]):
    """Notes of the staff about players; written on the players' pages."""

    section = "players"
    singular = Words("note de la maison", "note of the house")
    plural = Words("notes de la maison", "notes of the house")
    list_display = ("player", "by_column", "text_column", "at_column")
    list_select_related = ("player", "by")
    exact = ("player__username", "by__username")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "by_column", "text_column", "at_column")
    by_column = column("by", "Par", "By")
    text_column = column("text", "Note", "Note")
    at_column = column("at", "Le", "At")


@admin.register(Given)
class GivenAdmin(ReadOnlyAdmin[Given]):
    """Play money given to an address on a day, against chip farming."""

    section = "cage"
    singular = Words("jetons offerts", "chips given")
    plural = Words("jetons offerts", "chips given")
    list_display = ("day", "address", "amount_given")
    exact = ("address",)
    search_help_text = both_lazy("Empreinte exacte de l’adresse", "The address’s exact hash")
    ordering = ("-id",)
    fields = ("day", "address", "amount_given")

    @admin.display(description=both_lazy("Jetons offerts", "Chips given"))
    def amount_given(self, given: Given) -> str:
        """Chips."""
        return money(given.amount)
