"""What tables took and bets earned, counted from rounds."""

from django.conf import settings
from django.db import models

from tables.models.rule_sets import RuleSet
from tables.models.tables import Table


class TakingsSums(models.Model):
    """What was played and moved at a table: sums of the ledger, in minor units."""

    rounds = models.BigIntegerField()
    """Those that ended; the voided are apart."""
    voided = models.BigIntegerField()
    staked = models.BigIntegerField()
    """Without what was taken back before it was played."""
    paid = models.BigIntegerField()
    """What came back to the players, stakes included, from the table and from its pots."""
    won = models.BigIntegerField()
    """What rounds brought to float and levy less what these paid: the gross gaming revenue."""
    fills = models.BigIntegerField()
    """What the house brought to the float, by hand or where it was short."""
    credits = models.BigIntegerField()
    """What went from float and levy back to the house."""
    changed = models.BigIntegerField()
    """What the float gave for cash, and for notes."""
    drop = models.BigIntegerField()
    """Cash that players changed at the table, or notes that fell into the box of a machine."""

    class Meta:
        abstract = True


class Takings(TakingsSums):
    """What a table took on a day of the house's time zone, by rule set: sums of the ledger.

    Made by `revenue.takings`, after the fact and from what is recorded: the source of nothing. In a
    row without rules is what no round moved: fills, credits and cash. All amounts are minor units,
    at a practice table of its own chips, which are nobody's money.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="takings", db_index=False)
    rules = models.ForeignKey(RuleSet, models.PROTECT, related_name="+", null=True, db_index=False)
    day = models.DateField()
    """Of the posting; a round counts on the day on which it ended."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "day", "rules"], nulls_distinct=False, name="takings_once_a_day"
            )
        ]
        indexes = [models.Index(fields=["day", "table"], name="takings_of_day")]
        verbose_name_plural = "takings"

    def __str__(self) -> str:
        return f"{self.pk}"


class HourlyTakings(TakingsSums):
    """What a table took in an hour of a day, by rule set and by who answered for the round.

    Counted as `Takings` are, from the same records, and apart from them: a report of a year by
    table or day reads a twentieth of the rows.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    rules = models.ForeignKey(RuleSet, models.PROTECT, related_name="+", null=True, db_index=False)
    day = models.DateField()
    hour = models.PositiveSmallIntegerField()
    """0 to 23, of the house's time zone: the hour that a clock put back shows twice is one."""
    responsible = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """`Round.responsible`; nobody of what no round moved, and where the rules want nobody."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "day", "hour", "rules", "responsible"],
                nulls_distinct=False,
                name="takings_once_an_hour",
            )
        ]
        indexes = [models.Index(fields=["day", "table"], name="takings_of_hours")]
        verbose_name_plural = "hourly takings"

    def __str__(self) -> str:
        return f"{self.pk}"


class TakingsReached(models.Model):
    """How far the sums of a table are counted; its row is the lock under which they are."""

    transfer = models.BigIntegerField(default=0)
    """The last transfer of the ledger that counted."""
    round = models.BigIntegerField(default=0)
    """The number of the last round that did."""
    seq = models.BigIntegerField(default=-1)
    """The table's sequence number then: nothing has happened at it while it stands there."""

    class Meta:
        abstract = True


class TakingsCounted(TakingsReached):
    """How far a table's takings are counted."""

    table = models.OneToOneField(
        Table, models.CASCADE, primary_key=True, related_name="takings_counted"
    )

    class Meta:
        verbose_name_plural = "takings counted"

    def __str__(self) -> str:
        return f"{self.pk}"


class HourlyTakingsCounted(TakingsReached):
    """How far a table's takings by hour are counted."""

    table = models.OneToOneField(
        Table, models.CASCADE, primary_key=True, related_name="hourly_takings_counted"
    )

    class Meta:
        verbose_name_plural = "hourly takings counted"

    def __str__(self) -> str:
        return f"{self.pk}"


class BetEarnings(models.Model):
    """What a bet earned the house on a day, of rounds that are over: sums of their events.

    Made by `revenue.earnings`, after the fact and from what is recorded: the source of nothing.
    Only of games that tell their bets apart (`Game.bet_results`). Amounts are minor units.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    rules = models.ForeignKey(RuleSet, models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    """Of the events, in the house's time zone; voided rounds are left out."""
    bet = models.CharField(max_length=64)
    """Its name in prices."""
    base = models.BigIntegerField()
    """What its price is a part of: the stakes, the first stakes, or what was won."""
    won = models.BigIntegerField()
    """What it brought float and levy, less what these paid."""
    squares = models.FloatField(null=True)
    """How far each round was from what its price says, squared and added up, in minor units: the
    variance of `won`. Not known of rounds counted before it was kept, and without a price."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["day", "table", "rules", "bet"], name="bet_earnings_once_a_day"
            )
        ]
        verbose_name_plural = "bet earnings"

    def __str__(self) -> str:
        return f"{self.pk}"


class HourlyEarnings(models.Model):
    """What all bets earned the house in an hour, and should have, by who answered for the round.

    Made with `BetEarnings`, of the same rounds. Bet by bet it would be ten times the rows, and a
    report of a year would wait for them. Amounts are minor units.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    rules = models.ForeignKey(RuleSet, models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    """Of the events, in the house's time zone; voided rounds are left out."""
    hour = models.PositiveSmallIntegerField()
    """0 to 23: the hour that a clock put back shows twice is one."""
    responsible = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """`Round.responsible`; nobody where the rules want nobody."""
    won = models.BigIntegerField()
    """What they brought float and levy, less what these paid."""
    expected = models.FloatField(null=True)
    """What the prices let the house win, each of its own base; not known without a price."""
    squares = models.FloatField(null=True)
    """How far each round was from what its prices say, squared and added up: the variance of `won`.
    The bets of a round, which meet the same cards, are taken together."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["day", "table", "hour", "rules", "responsible"],
                nulls_distinct=False,
                name="earnings_once_an_hour",
            )
        ]
        verbose_name_plural = "hourly earnings"

    def __str__(self) -> str:
        return f"{self.table_id} {self.day} {self.hour} {self.won}"


class BetWatch(models.Model):
    """How far what a bet paid at a table, by a rule set, speaks against its price.

    Made by `revenue.earnings` with the sums of the bet.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    rules = models.ForeignKey(RuleSet, models.PROTECT, related_name="+", db_index=False)
    bet = models.CharField(max_length=64)
    rounds = models.BigIntegerField(default=0)
    """Those in which it was staked on."""
    fortunes = models.JSONField(default=list)
    """Of the test's gamblers, one for each size of bet, as natural logarithms."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "rules", "bet"], name="bet_watch_once")
        ]
        verbose_name_plural = "bet watches"

    def __str__(self) -> str:
        return f"{self.pk}"


class EarningsCounted(models.Model):
    """How far a table's bets are summed up; its row is the lock under which they are."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="+")
    round = models.BigIntegerField(default=0)
    """The number of the last round that counted."""
    seq = models.BigIntegerField(default=0)
    """That of the last event: a pot may be paid after its round is over."""
    round_by_hour = models.BigIntegerField(default=0, db_default=0)
    """The last round that counted by hour: a smaller number while past ones are left to count."""
    seq_by_hour = models.BigIntegerField(default=0, db_default=0)
    """The last event that counted by hour."""

    class Meta:
        verbose_name_plural = "earnings counted"

    def __str__(self) -> str:
        return f"{self.pk}"
