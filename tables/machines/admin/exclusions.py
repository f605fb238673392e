"""Exclusions from the machines alone, in the office."""

from django import forms
from django.contrib import admin

from casino.i18n import Words, both_lazy
from tables.machines import exclusions
from tables.models import MachineBan
from tables.office.actions import ReasonForm
from tables.office.columns import AT, BY, PLAYER, REASON
from tables.office.confirmations import RowAction, RowActionAdmin


class BanForm(ReasonForm):
    """Whom the machines are closed to."""

    username = forms.CharField(
        max_length=150,
        label=both_lazy("Nom exact du joueur", "The player’s exact name"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    field_order = ("username", "reason")


@admin.register(MachineBan)
class MachineBanAdmin(RowActionAdmin):
    """Who is excluded from the machines, by whom and why."""

    section = "machines"
    singular = Words("exclusion des appareils", "exclusion from the machines")
    plural = Words("exclusions des appareils", "exclusions from the machines")
    making = RowAction(
        Words("Exclure des appareils", "Exclude from the machines"),
        exclusions.ban_from_machines,
        exclusions.BAN,
        Words(
            "Le superviseur, pour toujours : ses places sont libérées, ses crédits lui reviennent.",
            "The supervisor, for ever: his seats are freed, his credits go back to him.",
        ),
        BanForm,
    )
    list_display = (PLAYER, BY, AT, REASON)
    list_select_related = ("player", "by")
    exact = ("player__username", "by__username")
    ordering = ("-at",)
    fields = (PLAYER, BY, AT, REASON)
