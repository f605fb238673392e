"""What each bet earns the house, and how far that speaks against its price."""

from math import log
from typing import Any

from django.contrib import admin

from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both, both_lazy, money
from tables.games import GAMES
from tables.models import BetEarnings, BetWatch, EarningsCounted, HourlyEarnings
from tables.office.columns import TABLE
from tables.office.figures import format_labelled
from tables.revenue import earnings


def bet_label(game: str, bet: str) -> str:
    """Return the name of a bet behind that of its game."""
    wording = GAMES[game].wording
    return format_labelled(both(*wording.name), both(*wording.bet_name(bet)))


Row = BetEarnings | HourlyEarnings


@admin.display(description=both_lazy("Pari", "Bet"), ordering="bet")
def bet_column(self: Any, row: BetEarnings | BetWatch) -> str:
    """Its name, with the game's."""
    return bet_label(row.rules.game, row.bet)


@admin.display(description=both_lazy("Produit brut", "Gross gaming revenue"))
def won_column(self: Any, row: Row) -> str:
    """What the house won by it: what came to the float and the levy."""
    return money(row.won)


@admin.display(description=both_lazy("Monnaie", "Currency"))
def currency_column(self: Any, row: Row) -> str:
    """Of what: practice chips are no money."""
    return row.table.currency


@admin.register(BetEarnings)
class BetEarningsAdmin(ReadOnlyAdmin[BetEarnings]):
    """What a bet earned on a day; the report by bet is made of these."""

    section = "takings"
    singular = Words("gain d’un pari", "earnings of a bet")
    plural = Words("gains des paris par jour", "earnings of bets by day")
    list_display = (
        *("day_column", TABLE, "bet_column", "rules_column", "base_column", "won_column"),
        "currency_column",
    )
    list_select_related = ("table", "rules")
    list_filter = (("day", DateRangeFilter),)
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("-day", "-pk")
    fields = list_display
    day_column = column("day", "Jour", "Day")
    rules_column = column("rules", "Règlement", "Rule set")
    bet_column = bet_column
    won_column = won_column
    currency_column = currency_column

    @admin.display(description=both_lazy("Assiette", "Base"))
    def base_column(self, row: BetEarnings) -> str:
        """What its price is a part of."""
        return money(row.base)


@admin.register(HourlyEarnings)
class HourlyEarningsAdmin(ReadOnlyAdmin[HourlyEarnings]):
    """What bets earned in an hour; the theoretical win by hour and croupier is made of these."""

    section = "takings"
    singular = Words("gain des paris d’une heure", "earnings of an hour")
    plural = Words("gains des paris par heure", "earnings of bets by hour")
    list_display = (
        *("day_column", "hour_column", TABLE, "rules_column", "responsible_column"),
        *("won_column", "expected_column", "currency_column"),
    )
    list_select_related = ("table", "rules", "responsible")
    list_filter = (("day", DateRangeFilter),)
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("-day", "-hour", "-pk")
    fields = list_display
    day_column = column("day", "Jour", "Day")
    hour_column = column("hour", "Heure", "Hour")
    rules_column = column("rules", "Règlement", "Rule set")
    responsible_column = column("responsible", "Répondait de la table", "Answered for the table")
    won_column = won_column
    currency_column = currency_column

    @admin.display(description=both_lazy("Gain théorique", "Theoretical win"))
    def expected_column(self, row: HourlyEarnings) -> str:
        """What the prices let the house win; a dash where one is not known."""
        return "-" if row.expected is None else money(round(row.expected))


@admin.register(BetWatch)
class BetWatchAdmin(ReadOnlyAdmin[BetWatch]):
    """What is watched of each bet at each table, by rule set."""

    section = "takings"
    singular = Words("pari surveillé", "watched bet")
    plural = Words("paris surveillés", "watched bets")
    list_display = (TABLE, "bet_column", "rules_column", "rounds_column", "evidence_column")
    list_select_related = ("table", "rules")
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("table_id", "bet", "rules_id")
    fields = list_display
    rules_column = column("rules", "Règlement", "Rule set")
    rounds_column = column("rounds", "Coups", "Rounds")
    bet_column = bet_column

    @admin.display(
        description=both_lazy(
            "Contre son prix, en puissances de dix (alarme à 6)",
            "Against its price, in powers of ten (alarm at 6)",
        )
    )
    def evidence_column(self, row: BetWatch) -> str:
        """How much a gambler would hold who began with one, and bet on too much being paid."""
        return f"{earnings.log_evidence(row.fortunes) / log(10):+.1f}"


@admin.register(EarningsCounted)
class EarningsCountedAdmin(ReadOnlyAdmin[EarningsCounted]):
    """How far the bets of each table are counted."""

    section = "takings"
    singular = Words("comptage des paris d’une table", "counting of a table’s bets")
    plural = Words("comptages des paris", "countings of bets")
    list_display = (TABLE, "round_column", "seq_column")
    list_select_related = ("table",)
    exact = ("table__name",)
    search_help_text = both_lazy("Nom exact de la table", "The table’s exact name")
    ordering = ("table_id",)
    fields = list_display
    round_column = column("round", "Jusqu’au coup", "Up to the round")
    seq_column = column("seq", "Jusqu’à l’événement", "Up to the event")
