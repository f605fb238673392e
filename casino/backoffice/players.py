"""Players and wallets in the office. Money is not edited here: only the ledger moves it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

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
from django.utils.dateparse import parse_date
from django.utils.html import format_html, format_html_join
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.backoffice import player_page
from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.labels import FIELDS
from casino.backoffice.model_admin import (
    BoundedPaginator,
    OfficeAdmin,
    ReadOnlyAdmin,
    column,
    is_filter_lookup,
    link,
    pretty_json,
    row_id,
    yes_or_no,
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
from casino.players.forms import SPAN_WORDS, sign_up_error
from casino.players.models import (
    Ban,
    DatabaseIdentity,
    Department,
    Exclusion,
    Given,
    HouseNote,
    Identity,
    Limit,
    OfficeAct,
    OfficeAnswer,
    PinnedList,
    Played,
    Player,
    RealityCheck,
    RightsChange,
    StaffSignIn,
    Stay,
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
from casino.responsible_gaming.limits import TIME, exclude
from casino.staff import rights_admin, sign_ins


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
        if obj is None or _rules(request):
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


def _rules(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


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


@admin.register(OfficeAct)
class OfficeActAdmin(ReadOnlyAdmin[OfficeAct]):
    """The audit log of the office."""

    section = "house"
    singular = Words("acte au bureau", "act in the office")
    plural = Words("actes au bureau", "acts in the office")
    list_display = ("at_column", "person", "address", "act_column", "status")
    list_select_related = ("person", "answer")
    list_filter = (("at", DateRangeFilter),)
    exact = ("person__username", "digest")
    search_help_text = both_lazy("Nom exact, ou empreinte", "Exact name, or hash")
    ordering = ("-id",)
    fields = (
        "at_column",
        "person",
        "address",
        "act_column",
        "status",
        "said_column",
        "previous",
        "digest",
    )
    at_column = column("at", "Quand", "When")

    @admin.display(description=both_lazy("Quoi", "What"))
    def act_column(self, act: OfficeAct) -> str:
        """What happened, in words; of an act on a page its method and address."""
        words = sign_ins.ACTS.get(act.what) or rights_admin.EVENTS.get(act.what)
        return words.text() if words else format_html("<code>{}</code>", act.what)

    @admin.display(description=both_lazy("Réponse", "Answer"))
    def status(self, act: OfficeAct) -> str:
        """The HTTP status of the answer."""
        try:
            return str(act.answer.status)
        except OfficeAnswer.DoesNotExist:
            return "-"

    @admin.display(description=both_lazy("Ce qui a été envoyé", "What was sent"))
    def said_column(self, act: OfficeAct) -> str:
        """The fields of the form that was sent."""
        return pretty_json(act.said)


@admin.register(StaffSignIn)
class StaffSignInAdmin(ReadOnlyAdmin[StaffSignIn]):
    """Sign-ins of the staff: when, from where, by which factor."""

    section = "house"
    singular = Words("connexion du personnel", "staff sign-in")
    plural = Words("connexions du personnel", "staff sign-ins")
    list_display = ("at_column", "person", "address", "event_column", "factor_column", "accepted")
    list_select_related = ("person",)
    list_filter = (("at", DateRangeFilter),)
    exact = ("person__username",)
    search_help_text = both_lazy(
        "Nom exact, jour (2026-11-25), ou les deux", "Exact name, day (2026-11-25), or both"
    )
    ordering = ("-id",)
    fields = (
        "at_column",
        "person",
        "address",
        "event_column",
        "factor_column",
        "accepted",
        "reason_column",
        "digest",
    )
    at_column = column("at", "Quand", "When")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[StaffSignIn], search_term: str
    ) -> tuple[QuerySet[StaffSignIn], bool]:
        """Search by username, by day, or by both; anything else finds nothing."""
        for word in search_term.replace("\0", "").split()[:2]:
            try:
                day = parse_date(word)
            except ValueError:
                return queryset.none(), False
            condition = Q(person__username=word) if day is None else Q(at__date=day)
            queryset = queryset.filter(condition)
        return queryset, False

    @admin.display(description=both_lazy("Quoi", "What"))
    def event_column(self, act: StaffSignIn) -> str:
        """What happened, in words."""
        return sign_ins.ACTS[act.what].text()

    @admin.display(description=both_lazy("Par", "By"))
    def factor_column(self, act: StaffSignIn) -> str:
        """The factor."""
        factor = sign_ins.factor_used(act)
        return "-" if factor is None else factor.text()

    @admin.display(description=both_lazy("Admis", "Let in"))
    def accepted(self, act: StaffSignIn) -> str:
        """Whether it was accepted."""
        return yes_or_no(act.what not in sign_ins.REFUSED)

    @admin.display(description=both_lazy("Motif", "Reason"))
    def reason_column(self, act: StaffSignIn) -> str:
        """Why a second factor was removed."""
        return str(act.said.get("reason", "-"))


@admin.register(OfficeAnswer)
class OfficeAnswerAdmin(ReadOnlyAdmin[OfficeAnswer]):
    """Answers to actions in the office."""

    section = "house"
    singular = Words("réponse du bureau", "answer of the office")
    plural = Words("réponses du bureau", "answers of the office")
    list_display = ("act", "status")
    list_select_related = ("act",)
    exact = ("act",)
    ordering = ("-act",)
    fields = ("act", "status")


@admin.register(DatabaseIdentity)
class DatabaseIdentityAdmin(ReadOnlyAdmin[DatabaseIdentity]):
    """Databases that the house opened: founded, restored from a backup, or moved."""

    section = "house"
    singular = Words("base de données", "database")
    plural = Words("bases de données", "databases")
    list_display = ("identity", "way_column", "at_column")
    ordering = ("-id",)
    fields = ("identity", "way_column", "facts", "at_column")
    at_column = column("at", "Le", "At")

    @admin.display(description=both_lazy("Origine", "Origin"))
    def way_column(self, database: DatabaseIdentity) -> str:
        """How the house came to it, in words."""
        return WAYS[database.way].text()


WAYS: Final[Mapping[str, Words]] = {
    DatabaseIdentity.Way.FOUNDED: Words("fondée", "founded"),
    DatabaseIdentity.Way.RESTORED: Words("rétablie d’une sauvegarde", "restored from a backup"),
    DatabaseIdentity.Way.MOVED: Words("déplacée", "moved"),
}


@admin.register(Ban)
class BanAdmin(ReadOnlyAdmin[Ban]):
    """Bans and their ends, with operator and reason."""

    section = "players"
    singular = Words("bannissement", "ban")
    plural = Words("bannissements", "bans")
    list_display = ("player", "act", "by_column", "reason_column", "at_column")
    list_select_related = ("player", "by")
    exact = ("player__username", "by__username")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "act", "by_column", "reason_column", "at_column")
    by_column = column("by", "Par", "By")
    reason_column = column("reason", "Motif", "Reason")
    at_column = column("at", "Le", "At")

    @admin.display(description=both_lazy("Acte", "Act"))
    def act(self, ban: Ban) -> str:
        """What was done."""
        return both("banni", "banned") if ban.banned else both("réadmis", "let in again")


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


@admin.register(Identity)
class IdentityAdmin(ReadOnlyAdmin[Identity]):
    """Declared identities and decisions about them; made on the players' pages."""

    section = "players"
    singular = Words("identité", "identity")
    plural = Words("identités", "identities")
    list_display = (
        "player",
        "state_column",
        "valid_until_column",
        "by_column",
        "reason_column",
        "at_column",
    )
    list_select_related = ("player", "by")
    exact = ("player__username", "by__username")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = (
        "player",
        "state_column",
        "born_on_column",
        "valid_until_column",
        "by_column",
        "reason_column",
        "at_column",
    )
    born_on_column = column("born_on", "Né le", "Born on")
    valid_until_column = column("valid_until", "Valable jusqu’au", "Valid until")
    by_column = column("by", "Par", "By")
    reason_column = column("reason", "Motif", "Reason")
    at_column = column("at", "Le", "At")

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, said: Identity) -> str:
        """What was declared or decided."""
        return identity_words.STATES[said.state].text()


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


@admin.register(Limit)
class LimitAdmin(ReadOnlyAdmin[Limit]):
    """Limits that players have set; nobody else changes one."""

    section = "players"
    singular = Words("limite", "limit")
    plural = Words("limites", "limits")
    list_display = (
        "player",
        "kind",
        "period",
        "before_column",
        "amount_column",
        "effective_from_column",
        "at_column",
    )
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = (
        "player",
        "kind",
        "period",
        "before_column",
        "amount_column",
        "effective_from_column",
        "by",
        "at_column",
    )
    effective_from_column = column("effective_from", "En vigueur dès", "In force from")
    at_column = column("at", "Dite le", "Said at")

    @admin.display(description=both_lazy("Avant", "Before"))
    def before_column(self, limit: Limit) -> str:
        """What was in force."""
        return _limit(limit.kind, limit.before)

    @admin.display(description=both_lazy("Limite", "Limit"))
    def amount_column(self, limit: Limit) -> str:
        """What will be."""
        return _limit(limit.kind, limit.amount)


def _limit(kind: str, amount: int | None) -> str:
    if amount is None:
        return both("aucune", "none")
    return f"{amount // 60} min" if kind == TIME else money(amount)


@admin.register(Played)
class PlayedAdmin(ReadOnlyAdmin[Played]):
    """Stakes and results of players by day."""

    section = "players"
    singular = Words("journée d’un joueur", "player’s day")
    plural = Words("journées des joueurs", "players’ days")
    list_display = ("player", "day", "stakes", "result")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "day", "stakes", "result")

    @admin.display(description=both_lazy("Misé", "Staked"))
    def stakes(self, played: Played) -> str:
        """Stakes that were not taken back."""
        return money(played.staked)

    @admin.display(description=both_lazy("Résultat", "Net"))
    def result(self, played: Played) -> str:
        """Chips back from tables less chips staked there, those still there included."""
        return money(played.net)


@admin.register(Stay)
class StayAdmin(ReadOnlyAdmin[Stay]):
    """Stays of players at the tables."""

    section = "players"
    singular = Words("présence", "stay")
    plural = Words("présences", "stays")
    list_display = ("player", "began_at_column", "seen_at_column")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "began_at_column", "seen_at_column")
    began_at_column = column("began_at", "Début", "Began")
    seen_at_column = column("seen_at", "Vu jusqu’à", "Seen until")


class ExclusionForm(forms.ModelForm[Exclusion]):
    """A new exclusion: player, time and reason."""

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
        """Refuse an unknown name, and one of the staff."""
        name: str = self.cleaned_data["username"]
        self.player = Player.objects.filter(username__iexact=name, is_staff=False).first()
        if self.player is None:
            raise forms.ValidationError(
                both("Aucun joueur n’a ce nom.", "No player has this name."), code="no_such_player"
            )
        return name

    player: Player | None = None


@admin.register(Exclusion)
class ExclusionAdmin(ReadOnlyAdmin[Exclusion]):
    """Exclusions, by the player or by the house; none is ended early."""

    section = "players"
    singular = Words("exclusion", "exclusion")
    plural = Words("exclusions", "exclusions")
    form = ExclusionForm
    list_display = ("player", "until_column", "by", "reason_column", "at_column")
    list_select_related = ("player", "by")
    exact = ("player__username", "by__username")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    until_column = column("until", "Jusqu’au", "Until")
    reason_column = column("reason", "Motif", "Reason")
    at_column = column("at", "Dite le", "Said at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person may exclude players."""
        return request.user.has_perm("players.add_exclusion")

    def get_fields(self, request: HttpRequest, obj: Exclusion | None = None) -> Any:
        """Return the fields of a new exclusion, or those that are shown of an existing one."""
        return ("username", "span", "reason") if obj is None else self.list_display

    def save_model(self, request: HttpRequest, obj: Exclusion, form: Any, change: bool) -> None:
        """Exclude the player."""
        assert isinstance(request.user, Player)
        given = form.cleaned_data
        made = exclude(form.player, given["span"], by=request.user, reason=given["reason"])
        obj.pk, obj.player, obj.until = made.pk, made.player, made.until


class DepartmentForm(forms.ModelForm[Department]):
    """The department of a group's members."""

    class Meta:
        model = Department
        fields = ("group", "name")
        labels: ClassVar[dict[str, Any]] = {
            "group": both_lazy("Groupe", "Group"),
            "name": both_lazy("Direction", "Department"),
        }

    def clean(self) -> dict[str, Any]:
        """Refuse a department when somebody in the group belongs to another already."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        members = Player.objects.filter(groups=cleaned.get("group"))
        if members.filter(groups__department__name__isnull=False).exclude(
            groups__department__name=cleaned.get("name")
        ):
            message = both(
                "Quelqu’un de ce groupe relève d’une autre direction.",
                "Somebody in this group answers to another department.",
            )
            self.add_error("group", message)
        return cleaned


@admin.register(Department)
class DepartmentAdmin(ReadOnlyAdmin[Department]):
    """The department of a group; a superuser sets it once."""

    section = "house"
    singular = Words("direction", "department")
    plural = Words("directions", "departments")
    form = DepartmentForm
    list_display = ("group_column", "name_column", "members")
    list_select_related = ("group",)
    exact = ("group__name", "name")
    ordering = ("name", "group__name")
    group_column = column("group", "Groupe", "Group")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person is an active superuser."""
        return _rules(request)

    def get_fields(self, request: HttpRequest, obj: Department | None = None) -> Any:
        """Return the fields of a new row, or those that are shown of an existing one."""
        return ("group", "name") if obj is None else self.list_display

    @admin.display(description=both_lazy("Direction", "Department"))
    def name_column(self, department: Department) -> str:
        """What it is called."""
        return str(department.get_name_display())

    @admin.display(description=both_lazy("Membres", "Members"))
    def members(self, department: Department) -> str:
        """Who answers to it."""
        named = Player.objects.filter(groups=department.group_id).order_by("username")
        return ", ".join(named.values_list("username", flat=True)) or "-"


@admin.register(RealityCheck)
class RealityCheckAdmin(ReadOnlyAdmin[RealityCheck]):
    """Reality checks that players have acknowledged."""

    section = "players"
    singular = Words("rappel de réalité", "reality check")
    plural = Words("rappels de réalité", "reality checks")
    list_display = ("player", "at_column", "stayed", "stakes", "result")
    list_select_related = ("player",)
    exact = ("player__username",)
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "at_column", "stayed", "stakes", "result")
    at_column = column("at", "Vu le", "Seen at")

    @admin.display(description=both_lazy("Présence", "Stay"))
    def stayed(self, check: RealityCheck) -> str:
        """Length of the stay, whole minutes."""
        return f"{check.seconds // 60} min"

    @admin.display(description=both_lazy("Misé", "Staked"))
    def stakes(self, check: RealityCheck) -> str:
        """Stakes during the stay."""
        return money(check.staked)

    @admin.display(description=both_lazy("Résultat", "Net"))
    def result(self, check: RealityCheck) -> str:
        """Result of the stay."""
        return money(check.net)


@admin.register(PinnedList)
class PinnedListAdmin(ReadOnlyAdmin[PinnedList]):
    """Lists that the staff have pinned to their opening pages."""

    section = "house"
    singular = Words("liste épinglée", "pinned list")
    plural = Words("listes épinglées", "pinned lists")
    list_display = ("person", "name", "address", "at")
    list_select_related = ("person",)
    exact = ("person__username",)
    search_help_text = both_lazy("Nom exact de la personne", "The person’s exact name")
    ordering = ("-id",)
    fields = ("person", "name", "address", "at")
