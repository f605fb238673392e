"""The protection of players in the office: bans, limits, exclusions, reality checks."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from casino.backoffice.model_admin import (
    ReadOnlyAdmin,
    column,
)
from casino.i18n import Words, both, both_lazy, money
from casino.players.forms import SPAN_WORDS
from casino.players.models import (
    Ban,
    Exclusion,
    Limit,
    Played,
    Player,
    RealityCheck,
    Stay,
)
from casino.responsible_gaming.limits import TIME, exclude


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
