"""The rows of the floor: tables, boxes, rounds and their events, jackpots, receipts.

Rows of tables, rounds, their events, floor events and receipts are written by `tables.records`
only, under the table's row lock. Money lives in `casino.ledger`, cards in `casino.rng`.
"""

from typing import Any, Final

from django.conf import settings
from django.db import models

from casino.ledger.models import Account
from casino.rng.models import Draw, Shoe
from casino.words import both_lazy
from tables.games import GAMES
from tables.games.core.protocol import Duty
from tables.live.signals import LEVELS


class RuleSet(models.Model):
    """A published rule book with house options; written by `books`, never edited, only followed.

    The versions of a series follow each other, and the database refuses any other order.
    """

    key = models.CharField(max_length=64, primary_key=True)
    """The series, and from the second version on its number: `FR-2024/maison`, then `…/v2`."""
    game = models.CharField(max_length=32)
    book = models.CharField(max_length=32)
    """The key of the published text, e.g. `FR-2024`."""
    options = models.JSONField(default=dict, blank=True)
    """House options that differ from the text's defaults."""
    amends = models.ForeignKey("self", models.PROTECT, null=True, blank=True)
    """What it was drafted from: the version before, or for a first one any set of the same text."""
    series = models.CharField(max_length=56)
    version = models.PositiveIntegerField()
    draft = models.UUIDField(unique=True)
    """The draft that was published: makes publishing idempotent."""
    effective_at = models.DateTimeField()
    """Before this no table deals by it."""
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    """When it was published."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "version"], name="ruleset_version"),
        ]
        permissions = [
            ("publish_ruleset", "May draft, revise, discard and publish rule sets"),
            ("agree_to_rules", "May agree to limits, as the state's control"),
        ]

    def __str__(self) -> str:
        return self.key

    def rules(self) -> Any:
        """Return the engine's rules; refuses `invalid_option`."""
        return GAMES[self.game].amend(self.book, self.options)


class RuleSetDraft(models.Model):
    """A rule set that is being written; no table deals by it. Gone when published or discarded."""

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes sending it idempotent."""
    series = models.CharField(max_length=56, unique=True)
    game = models.CharField(max_length=32)
    book = models.CharField(max_length=32)
    options = models.JSONField(default=dict, blank=True)
    amends = models.ForeignKey(RuleSet, models.PROTECT, null=True, blank=True)
    revision = models.PositiveIntegerField(default=1)
    """Counts its states: what is revised or published is the one that the operator has seen."""
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.series


class RuleSetEvent(models.Model):
    """Who did what to a series of rule sets, when and why, for ever."""

    class Kind(models.TextChoices):
        DRAFTED = "drafted", both_lazy("rédigé", "drafted")
        REVISED = "revised", both_lazy("révisé", "revised")
        AGREED = "agreed", both_lazy("accordé", "agreed to")
        DISCARDED = "discarded", both_lazy("abandonné", "discarded")
        PUBLISHED = "published", both_lazy("publié", "published")

    series = models.CharField(max_length=56, db_index=True)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    draft = models.UUIDField()
    rule_set = models.ForeignKey(RuleSet, models.PROTECT, null=True, blank=True, related_name="+")
    """What was published."""
    options = models.JSONField()
    """The options as they were then."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.series} {self.pk}"


class TheoreticalReturn(models.Model):
    """What a rule set's bets cost, exactly; the database refuses to change or delete it."""

    rules = models.OneToOneField(
        RuleSet, models.PROTECT, primary_key=True, related_name="theoretical_return"
    )
    found = models.JSONField()
    """The edges and the strategy, as the game's theory reports them."""
    computed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.rules_id


class Table(models.Model):
    """A gaming table. Its row is the lock that orders everything that happens at it."""

    class Status(models.TextChoices):
        OPEN = "open", both_lazy("ouverte", "open")
        ENDING = "ending", both_lazy("dernière demi-heure", "last half hour")
        DRAINING = "draining", both_lazy("dernier coup", "last rounds")
        CLOSED = "closed", both_lazy("fermée", "closed")

    name = models.CharField(max_length=64, unique=True)
    rules = models.ForeignKey(RuleSet, models.PROTECT)
    """What its next round is dealt by."""
    chat = models.CharField(
        max_length=8, choices=[(each, each) for each in LEVELS], default="signals"
    )
    """What players may say here, as far as house and licence allow it: `floor.chat.level`."""
    follows_series = models.BooleanField(default=False)
    """Whether it takes each new version of its rules' series, between rounds, once in force."""
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.CLOSED)
    practice = models.BooleanField(default=False)
    """Whether it is for practice: it may give advice, and is played for practice chips only."""
    currency = models.CharField(max_length=8)
    float_account = models.OneToOneField(Account, models.PROTECT, related_name="+")
    layout_account = models.OneToOneField(Account, models.PROTECT, related_name="+")
    jackpot = models.ForeignKey("Jackpot", models.PROTECT, null=True, blank=True)
    """The jackpot that the table plays for, alone or with others, where its rules have one."""
    seq = models.BigIntegerField(default=0)
    """The number of the table's last frame; events and floor changes share it."""
    round = models.OneToOneField("Round", models.PROTECT, null=True, blank=True, related_name="+")
    """The round in play, or the last one."""
    round_seq = models.BigIntegerField(default=0)
    """The sequence number of that round's last event."""
    shoe = models.OneToOneField(Shoe, models.PROTECT, null=True, blank=True, related_name="+")
    """`None` while a fresh shoe is being shuffled."""
    draw = models.OneToOneField(Draw, models.PROTECT, null=True, blank=True, related_name="+")
    """Where a wheel or dice stand instead of a shoe: the draw promised for the next round, or the
    round in play; `None` while it is being promised."""
    shoe_sequence = models.IntegerField(default=0)
    """The number of the last shoe, or draw, that was asked for."""
    shoe_resumes = models.BooleanField(default=True)
    """Whether play begins or is resumed with that shoe, so that cards are burnt (MC-040)."""
    # Not indexed: it changes with every command, and an update that touches no index costs a tenth.
    due_at = models.DateTimeField(null=True, blank=True)
    """When the croupier must act next."""
    window_ms = models.IntegerField(null=True, blank=True)
    """The whole length of the running clock, in milliseconds."""
    opened_at = models.DateTimeField(null=True, blank=True)
    """When its session began; a session that is extended goes on."""
    rounds_left = models.PositiveSmallIntegerField(default=0)
    """How many rounds a draining table still opens before it closes."""
    ends_at = models.DateTimeField(null=True, blank=True)
    """When the last rounds of a table begin whose end is announced; null of any other."""
    no_chance = models.BooleanField(default=False)
    """What it ordered last was not made, because the generator makes nothing (R23)."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(practice=True, currency=settings.PRACTICE_CURRENCY)
                | models.Q(practice=False) & ~models.Q(currency=settings.PRACTICE_CURRENCY),
                name="practice_has_its_chips",
            )
        ]
        permissions = [
            (
                "operate_table",
                "May create, open, drain, close, fill, credit a table and void its round",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Box(models.Model):
    """A betting position of a table, and who holds it."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="boxes")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    """When the holder last had a socket open at this table."""
    away = models.BooleanField(default=False)
    sat_at = models.DateTimeField(null=True, blank=True)
    """When the holder sat down."""
    welcomes = models.BooleanField(default=False)
    """The holder agrees that others stake behind him (FR-2024-017)."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="box_number")]
        ordering = ["table", "number"]
        verbose_name_plural = "boxes"

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Shuffling(models.Model):
    """The making of a table's next shoe, from its promise until it is put on the table.

    Gone then, and when it is given up. What was sealed and opened is in the generator's own rows;
    here stands who did, by box.
    """

    class Stage(models.TextChoices):
        """How far it has come: each is followed by the next, but for a return to waiting."""

        WAITING = "waiting", both_lazy("attend un joueur", "awaits a player")
        SEALING = "sealing", both_lazy("engagements", "sealing")
        CLOSING = "closing", both_lazy("clôture de la liste", "closing of the list")
        OPENING = "opening", both_lazy("ouverture", "opening")
        SHUFFLING = "shuffling", both_lazy("mélange", "shuffling")

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="shuffling")
    shoe = models.OneToOneField(Shoe, models.PROTECT, related_name="+")
    stage = models.CharField(max_length=16, choices=Stage.choices, default=Stage.WAITING)
    offers = models.JSONField(default=list)
    """The boxes that will be asked to cut, in order; asked at once where `offered` is 0."""
    offered = models.PositiveSmallIntegerField(default=0)
    """The box that is asked to cut in its turn; 0 for none."""
    cutter = models.PositiveSmallIntegerField(default=0)
    """The box that has accepted the cut; 0 for none."""
    declined = models.JSONField(default=list)
    sealed = models.JSONField(default=list)
    """Pairs of a box and the player who sealed from it."""
    opened = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "shufflings"

    def __str__(self) -> str:
        return f"{self.table_id}"


class Waiting(models.Model):
    """Somebody who wishes to take part and has no box; gone when he sits down or goes away."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="waiting")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT)
    seen_at = models.DateTimeField()
    """When he last had a socket open at this table."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="waiting_once")]
        verbose_name_plural = "waiting"

    def __str__(self) -> str:
        return f"{self.table_id} {self.player_id}"


class ColourChips(models.Model):
    """Chips without face value of a player at a table, in his colour there (MC-CHIPS-05).

    The row is for ever, as the account is; the colour is his as long as he has chips.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT)
    account = models.OneToOneField(Account, models.PROTECT, related_name="colour_chips")
    colour = models.CharField(max_length=16, null=True)  # noqa: DJ001
    """`None` once they are changed back: the colour is anybody's."""
    unit = models.BigIntegerField()
    """What one chip is worth, in minor units: he chose it himself (MC-CHIPS-06)."""
    seen_at = models.DateTimeField()
    """When he last had a socket open at this table."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="colour_chips_once"),
            models.UniqueConstraint(
                fields=["table", "colour"],
                condition=models.Q(colour__isnull=False),
                name="colour_of_one_player",
            ),
            models.CheckConstraint(condition=models.Q(unit__gt=0), name="colour_chips_worth"),
        ]
        verbose_name_plural = "colour chips"

    def __str__(self) -> str:
        return f"{self.table_id} {self.player_id} {self.colour}"


class Round(models.Model):
    """One cycle of a table, from its first stake to the empty layout."""

    class Status(models.TextChoices):
        RUNNING = "running", both_lazy("en cours", "in play")
        CLOSED = "closed", both_lazy("terminé", "over")
        VOIDED = "voided", both_lazy("annulé", "voided")

    table = models.ForeignKey(Table, models.PROTECT, related_name="rounds")
    number = models.BigIntegerField()
    rules = models.ForeignKey(RuleSet, models.PROTECT)
    shoe = models.ForeignKey(Shoe, models.PROTECT, related_name="+", null=True)
    """The shoe that the round began with."""
    draw = models.ForeignKey(Draw, models.PROTECT, related_name="+", null=True)
    """The draw promised before the round's stakes; one that was stopped was followed by others."""
    responsible = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """Who answered for the table when it opened: its chief, or its inspector (MC-EROU-09)."""
    first_card = models.PositiveSmallIntegerField(default=0)
    """Cards that had left that shoe when the round opened: what may be shuffled if it runs out."""
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.RUNNING)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=64, blank=True)
    carried_in = models.BigIntegerField(default=0)
    """Chips that lay on the layout when the round opened, in minor units."""
    carried_out = models.BigIntegerField(default=0)
    """Chips that stay on the layout for the next round."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="round_number")]
        indexes = [
            # The last results of a table are read at each of its steps, and most games have none:
            # without it, all rounds that were ever played there would be looked through.
            models.Index(
                fields=["table", "-number"], condition=~models.Q(result=""), name="round_result"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"

    @property
    def reference(self) -> str:
        """Return what the ledger's entries of this round carry as their reference."""
        return f"round:{self.pk}"


class RoundEvent(models.Model):
    """A fact of a round, for ever; the database refuses to change or delete it."""

    # The round names the table already, and the unique numbers index it.
    table = models.ForeignKey(
        Table, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    round = models.ForeignKey(Round, models.PROTECT, related_name="events", db_index=False)
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=64)
    body = models.JSONField()
    cause = models.UUIDField(null=True, blank=True)
    """The command that caused it; null when the clock, a draw or a worker did."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="event_seq")]
        indexes = [models.Index(fields=["round", "seq"], name="event_round_seq")]
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.seq}"


class Jackpot(models.Model):
    """A progressive jackpot system that one or several tables are linked to (FR-2024-121, MC-106).

    Its row is the lock under which a win is weighed: it is taken after the table's row and before
    the ledger's accounts.
    """

    name = models.CharField(max_length=64, unique=True)
    currency = models.CharField(max_length=8)

    def __str__(self) -> str:
        return self.name


class Pot(models.Model):
    """A pot of a jackpot: what it holds is the balance of its ledger account."""

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="pots")
    name = models.CharField(max_length=32)
    """The name under which the game knows it, e.g. `jp1_main`."""
    seed = models.BigIntegerField()
    """Minor units that it starts and restarts from (FR-2024-122)."""
    account = models.OneToOneField(Account, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["jackpot", "name"], name="pot_name")]

    def __str__(self) -> str:
        return f"{self.jackpot_id}/{self.name}"


class Claim(models.Model):
    """What a finished round won of its table's jackpot, for ever; paid when it has a payment.

    Written with the round's last event. One for what a supervisor must approve first (FR-2024-138),
    one for what is paid at once.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="claims")
    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="claims")
    supervised = models.BooleanField()
    seq = models.BigIntegerField()
    """The sequence number of the round's last event."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "supervised"], name="claim_once")]
        permissions = [("approve_claim", "May approve the payment of a jackpot, as a supervisor")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.pk}"


class ClaimedPot(models.Model):
    """One pot of a claim, as it stood at the end of the round: later stakes are not in it."""

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="pots")
    pot = models.ForeignKey(Pot, models.PROTECT, related_name="claimed")
    holds = models.BigIntegerField()
    """Minor units that the round won a share of."""
    change = models.BigIntegerField()
    """What the payment will add to the pot's account: its seed less what is paid out of it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["claim", "pot"], name="claimed_pot_once")]

    def __str__(self) -> str:
        return f"{self.claim_id}/{self.pot_id} {self.holds}"


class ClaimPayment(models.Model):
    """The payment of a claim, for ever; a claim without one waits for its supervisor."""

    claim = models.OneToOneField(Claim, models.PROTECT, related_name="payment")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    """The supervisor who approved it; null where the text asks for none."""
    footage_seen = models.BooleanField(default=False)
    """He has stated that he had seen the camera's recording before (FR-2024-139)."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.claim_id}"


class FloorEvent(models.Model):
    """What people and operators did at a table beside the game, for ever."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="floor_events")
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=32)
    box = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    """The player or operator who did it; null when the house's own processes did."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.seq}"


class Receipt(models.Model):
    """The recorded answer to one command of one player: makes commands idempotent."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, db_index=False)
    command_id = models.UUIDField()
    table = models.ForeignKey(Table, models.PROTECT, db_index=False)
    seq = models.BigIntegerField(null=True, blank=True)
    """The table's sequence number after the command; null when it was refused."""
    code = models.CharField(max_length=64, blank=True)
    """Why it was refused; empty when it happened."""
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "command_id"], name="receipt_command")
        ]

    def __str__(self) -> str:
        return f"{self.command_id}"


DUTIES: Final = [
    (Duty.TABLE_CHIEF, both_lazy("chef de table", "table chief")),
    (Duty.INSPECTOR, both_lazy("inspecteur", "inspector")),
    (Duty.CHANGER, both_lazy("changeur", "changer")),
    (Duty.MACHINE_CHANGER, both_lazy("changeur des appareils", "changer of the machines")),
]


class Assignment(models.Model):
    """Who serves a table in a duty, from when until when; it ends once, and stays.

    Handing a table over ends one and begins the next at the same moment (MC-EROU-05).
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="assignments")
    duty = models.CharField(max_length=16, choices=DUTIES)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="assignments")
    since = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    """Who assigned the duty."""
    reason = models.CharField(max_length=200)
    found = models.JSONField()
    """How the table was found: status, number, round, and minor units of float and layout."""
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "duty"],
                condition=models.Q(until=None),
                name="one_person_per_duty",
            )
        ]
        permissions = [
            ("serve_as_table_chief", "May answer for a table as its chief"),
            ("serve_as_inspector", "May answer for a table as its inspector"),
            ("serve_as_changer", "May change cash at a table as its changer"),
            ("serve_as_machine_changer", "May change cash at machines as their changer"),
            ("check_device", "May check wheels and bowls before a session, as maintenance"),
            ("sign_for_dice", "May allot and check dice, as deputy director"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.pk}"


class TableSession(models.Model):
    """A session of a table as it began, for ever: what its float held (MC-CHIPS-08)."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="sessions", db_index=False)
    began_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    opening_float = models.BigIntegerField()
    """Minor units."""
    after = models.BigIntegerField()
    """The last transfer of the ledger by then: what the session moved comes after it."""

    class Meta:
        indexes = [models.Index(fields=["table", "-id"], name="session_of_table")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.began_at:%Y-%m-%d %H:%M}"


class Voucher(models.Model):
    """What chips and plaques pass between a table and the cage, for ever (MC-CHIPS-14, -25).

    Numbered per table and day without a gap. Its pieces add up to its amount: the database says so.
    """

    class Kind(models.TextChoices):
        FILL = "fill", both_lazy("approvisionnement", "fill")
        CREDIT = "credit", both_lazy("retrait", "credit")
        EXCHANGE = "exchange", both_lazy("échange", "exchange")
        ADVANCE = "advance", both_lazy("dotation du changeur", "advance of a changer")
        SUPPLY = "supply", both_lazy("fourniture au changeur", "supply of a changer")
        HAND_IN = "hand_in", both_lazy("remise du changeur", "hand-in of a changer")

    id = models.UUIDField(primary_key=True)
    """Made with the form, and the id of the journal entry that moved the chips."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="vouchers", db_index=False)
    day = models.DateField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    pieces = models.JSONField()
    """Pairs of a face value in minor units and how many: what moves, or what the cage brings."""
    given = models.JSONField()
    """The same of what the table, or its changer, gives for it; empty where nothing is given."""
    amount = models.BigIntegerField()
    """Minor units."""
    through = models.BigIntegerField(null=True, blank=True)
    """The last of the ledger's transfers that it stands for, where the house has filled by itself;
    null of a voucher that somebody wrote."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who wrote it; null where the house has filled by itself."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "day", "number"], name="voucher_number"),
            models.CheckConstraint(
                condition=models.Q(by=None, through__isnull=False)
                | models.Q(by__isnull=False, through=None),
                name="voucher_written_or_made_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day:%Y%m%d}-{self.table_id}-{self.number}"


class VoucherSignature(models.Model):
    """A signature under a voucher, for ever; each in its turn, and another person's."""

    class Step(models.TextChoices):
        CHIEF = "chief", both_lazy("chef de table", "table chief")
        INSPECTOR = "inspector", both_lazy("inspecteur", "inspector")
        CASHIER = "cashier", both_lazy("caissier", "cashier")
        RECEIPT = "receipt", both_lazy("comptage à la table", "count at the table")
        DECLINED = "declined", both_lazy("écarté", "declined")

    voucher = models.ForeignKey(Voucher, models.PROTECT, related_name="signatures", db_index=False)
    step = models.CharField(max_length=16, choices=Step.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["voucher", "step"], name="voucher_signed_once")
        ]

    def __str__(self) -> str:
        return f"{self.voucher} {self.pk}"


class FloatCount(models.Model):
    """What was counted in a table's float at the opening or after a session, for ever (MC-110)."""

    class Moment(models.TextChoices):
        OPENING = "opening", both_lazy("ouverture", "opening")
        CLOSING = "closing", both_lazy("fin de séance", "end of a session")

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes sending it idempotent."""
    session = models.ForeignKey(TableSession, models.PROTECT, related_name="float_counts")
    moment = models.CharField(max_length=16, choices=Moment.choices)
    pieces = models.JSONField()
    """Pairs of a face value in minor units and how many."""
    amount = models.BigIntegerField()
    """What they come to, minor units: the database says so."""
    held = models.BigIntegerField()
    """What the ledger had in the float then."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.session}"


class FloatSignature(models.Model):
    """The inspector's signature under a count of a float, once and for ever."""

    count = models.OneToOneField(
        FloatCount, models.PROTECT, primary_key=True, related_name="signature"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.count_id} {self.by_id}"


class DropCount(models.Model):
    """What accounting found in a table's drop after a session, for ever (MC-CHIPS-22)."""

    id = models.UUIDField(primary_key=True)
    """Made with the form, and the id of the journal entry that emptied the drop."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    """Minor units."""
    changes = models.PositiveIntegerField()
    """How often cash had been changed since the count before."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "at"], name="drop_count_of")]
        permissions = [("count_drop", "May count the cash that was changed at tables")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.amount}"


class LevyCount(models.Model):
    """What somebody counted in a table's levy, beside its book of tickets, for ever (MC-CDF-38)."""

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes sending it idempotent."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    """Minor units."""
    tickets = models.PositiveIntegerField()
    """How many the book had lost by then."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "at"], name="levy_count_of")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.amount}"


class LevySignature(models.Model):
    """The inspector's signature under a count, once and for ever; the levy was emptied with it."""

    count = models.OneToOneField(
        LevyCount, models.PROTECT, primary_key=True, related_name="signature"
    )
    order = models.UUIDField(unique=True)
    """The journal entry that emptied it."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    control = models.CharField(max_length=64, blank=True)
    """The agent of the state's control who attended; empty where none did."""
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.count_id} {self.by_id}"


class WrittenAnnouncement(models.Model):
    """A complex announced bet as a player gave it in writing, for ever (MC-EROU-39)."""

    id = models.UUIDField(primary_key=True)
    """Made of the player's command: makes sending it idempotent."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="writings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    """As the game reads it, e.g. `complete_n:17`."""
    chips = models.JSONField()
    """What it stands for: each position and how many chips of one unit lie on it."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "player", "at"], name="writing_of")]
        permissions = [
            (
                "answer_announcement",
                "May endorse or decline written announcements, as the games management",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.text[:40]}"


class AnnouncementAnswer(models.Model):
    """What the games management decided about a written announcement, once (MC-EROU-40)."""

    announcement = models.OneToOneField(
        WrittenAnnouncement, models.PROTECT, primary_key=True, related_name="answer"
    )
    endorsed = models.BooleanField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """The player reads it."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.announcement_id}"


class Notice(models.Model):
    """The outbox: what the house owes somebody to know; written with the act, mailed once."""

    class Kind(models.TextChoices):
        ENDORSED = "announcement_endorsed", both_lazy("annonce visée", "announcement endorsed")
        OPTION = "option_set", both_lazy("option fixée", "option set")
        SUBMITTED = "incident_submitted", both_lazy("incident soumis", "incident submitted")
        DECIDED = "incident_decided", both_lazy("incident tranché", "incident decided")
        DESTRUCTION = (
            "destruction_announced",
            both_lazy("destruction annoncée", "destruction announced"),
        )
        FILED = "dispute_filed", both_lazy("contestation déposée", "dispute filed")
        RULED = "dispute_decided", both_lazy("contestation tranchée", "dispute decided")
        NOTE_BOX = "note_box_differs", both_lazy("écart d’une boîte à billets", "note box differs")
        FLOAT_DIFFERS = "float_differs", both_lazy("écart d’encaisse", "float differs")
        CARDS_FOUND = "cards_found", both_lazy("cartes en cause", "cards in question")
        CARDS_DECIDED = (
            "cards_decided",
            both_lazy("cartes : incident tranché", "cards: incident decided"),
        )

    class Addressee(models.TextChoices):
        STATE_CONTROL = "state_control", both_lazy("contrôle des jeux", "state control")
        TABLE_CHIEF = "table_chief", both_lazy("chef de table", "table chief")
        INSPECTOR = "inspector", both_lazy("inspecteur", "inspector")
        MACHINES = "machines", both_lazy("superviseur des appareils", "machines’ supervisor")
        GAMES_MANAGEMENT = "games_management", both_lazy("direction des jeux", "games management")

    id = models.UUIDField(primary_key=True)
    """Made of the subject and the addressee: makes writing it idempotent."""
    kind = models.CharField(max_length=32, choices=Kind.choices)
    addressee = models.CharField(max_length=16, choices=Addressee.choices)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who serves in that duty; null where the addressee is an authority."""
    clause = models.CharField(max_length=32)
    """The clause by which the notice is owed."""
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="+")
    detail = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Whose act it reports; null when the cards or the clock caused it."""
    at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True, blank=True)
    """Null while no mail was sent; one without an address is read in the office only."""

    class Meta:
        indexes = [
            models.Index(fields=["at"], condition=models.Q(mailed_at=None), name="notice_unmailed")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Anomaly(models.Model):
    """What surveillance should look at: a player's refusals at a table, as they piled up.

    Written by the croupier from the receipts (MC-EROU-08), once for each minute of the clock.
    """

    class Kind(models.TextChoices):
        LATE = "late_stakes", both_lazy("mises tardives", "late stakes")
        ABOVE = "above_maximum", both_lazy("mises au-dessus du maximum", "stakes above the maximum")
        MANY = "many_refusals", both_lazy("refus répétés", "many refusals")

    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    minute = models.DateTimeField()
    """The minute in which it happened."""
    refusals = models.PositiveIntegerField()
    """How many the croupier had counted when it looked."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player", "kind", "minute"], name="anomaly_once"
            )
        ]
        verbose_name_plural = "anomalies"

    def __str__(self) -> str:
        return f"{self.table_id} {self.pk}"


class Case(models.Model):
    """Something about players that a person of surveillance is to look at; decides nothing itself.

    Opened by the watch, at the most one undecided for the same players; for ever on record.
    """

    class Kind(models.TextChoices):
        DUMPING = "dumping", both_lazy("jetons passés à un autre", "chips passed to another")
        ONE_PLACE = "one_place", both_lazy("comptes d’un même lieu", "accounts of one place")

    kind = models.CharField(max_length=16, choices=Kind.choices)
    players = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="cases")
    about = models.CharField(max_length=64, db_index=True)
    """The hash of kind and players: the same people again."""
    evidence = models.JSONField()
    """What was found, as `reading.dumping` or `reading.one_place` has it."""
    at = models.DateTimeField()

    class Meta:
        permissions = [("decide_case", "May note what is found in a case, and close it")]

    def __str__(self) -> str:
        return f"{self.pk}"


class CaseNote(models.Model):
    """What somebody of surveillance writes in a case, for ever."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """The note."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class CaseEnd(models.Model):
    """A case was closed, once, with a reason."""

    case = models.OneToOneField(Case, models.PROTECT, primary_key=True, related_name="closed")
    abuse = models.BooleanField()
    """Whether it was found to be one; what follows is somebody's decision elsewhere."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.case_id}"


class EquipmentRegister(models.Model):
    """A register of what comes into the house and leaves it for ever, by category (MC-EQ-05).

    Opened by the Government Commissioner. Its entries are numbered without a gap, and each holds
    the hash of the one before it, where the register of paper was numbered and initialled.
    """

    class Category(models.TextChoices):
        DICE = "dice", both_lazy("dés", "dice")
        CARDS = "cards", both_lazy("cartes", "cards")

    category = models.CharField(max_length=8, choices=Category.choices, unique=True)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    opened_at = models.DateTimeField()

    class Meta:
        permissions = [
            ("open_register", "May open a register of equipment, as the Government Commissioner"),
            ("endorse_register", "May endorse a register of equipment, as the state's control"),
        ]

    def __str__(self) -> str:
        return str(self.get_category_display())


class EquipmentSet(models.Model):
    """Five dice, a pack, six or eight of them: numbered, in one place, whole until destroyed."""

    class Kind(models.TextChoices):
        DICE = "dice", both_lazy("dés", "dice")
        PACK = "pack", both_lazy("jeu", "pack")
        SIXAIN = "sixain", both_lazy("sixain", "sixain")
        HUITAIN = "huitain", both_lazy("huitain", "huitain")

    class State(models.TextChoices):
        NEW = "new", both_lazy("neuf", "new")
        IN_SERVICE = "in_service", both_lazy("en service", "in service")
        USED = "used", both_lazy("usagé", "used")
        CHECKED = "checked", both_lazy("contrôlé", "checked")
        WITHDRAWN = "withdrawn", both_lazy("retiré", "withdrawn")
        DESTROYED = "destroyed", both_lazy("détruit", "destroyed")

    register = models.ForeignKey(EquipmentRegister, models.PROTECT, related_name="sets")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    serial = models.CharField(max_length=32, unique=True)
    """The maker's number (MC-EQ-03, MC-EQ-43)."""
    purchase_order = models.CharField(max_length=32)
    """The number of the order by which it was bought."""
    colours = models.PositiveSmallIntegerField(default=1)
    """In how many colours the backs of its cards are: 2 for three packs of each (FR-2024-001)."""
    state = models.CharField(max_length=12, choices=State.choices)
    place = models.CharField(max_length=24, blank=True)
    """`main_depot`, `annex_depot:2`, `table:7`; empty once it is destroyed."""

    class Meta:
        indexes = [models.Index(fields=["kind", "state", "id"], name="equipment_in_stock")]
        permissions = [
            ("keep_stock", "May receive, move and withdraw equipment, as card keeper"),
            ("destroy_equipment", "May have equipment destroyed, as the games management"),
        ]

    def __str__(self) -> str:
        return self.serial


class EquipmentEntry(models.Model):
    """One movement of a set, in its register for ever (MC-EQ-04, MC-EQ-06)."""

    class Movement(models.TextChoices):
        RECEIVED = "received", both_lazy("reçu", "received")
        MOVED = "moved", both_lazy("déplacé", "moved")
        ALLOTTED = "allotted", both_lazy("mis en service", "put in service")
        RETURNED = "returned", both_lazy("rendu", "returned")
        COUNTED = "counted", both_lazy("compté", "counted")
        WITHDRAWN = "withdrawn", both_lazy("retiré", "withdrawn")
        ANNOUNCED = "announced", both_lazy("destruction annoncée", "destruction announced")
        DESTROYED = "destroyed", both_lazy("détruit", "destroyed")

    register = models.ForeignKey(EquipmentRegister, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    set = models.ForeignKey(EquipmentSet, models.PROTECT, related_name="entries")
    movement = models.CharField(max_length=12, choices=Movement.choices)
    origin = models.CharField(max_length=24, blank=True)
    """The place that the set left; empty where it came into the house."""
    target = models.CharField(max_length=24, blank=True)
    """The place that it came to; empty where it left the house for ever."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    control = models.CharField(max_length=64, blank=True)
    """The agent of the state's control who attended a destruction; empty where none did."""
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)
    """SHA-256 of the entry and of the hash before it, in hex."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["register", "number"], name="equipment_entry_number")
        ]
        verbose_name_plural = "equipment entries"

    def __str__(self) -> str:
        return f"{self.register_id} {self.number}"


class EquipmentEndorsement(models.Model):
    """What the state's control has endorsed of a register, for ever (MC-EQ-08)."""

    register = models.ForeignKey(EquipmentRegister, models.PROTECT, related_name="endorsements")
    up_to = models.PositiveIntegerField()
    """The last entry that he has seen."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """His remarks."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["register", "up_to"], name="equipment_endorsed_once")
        ]

    def __str__(self) -> str:
        return f"{self.register_id} {self.up_to}"


class ChatMessage(models.Model):
    """What a player said at a table; belongs to no round, and is deleted after some days."""

    id = models.UUIDField(primary_key=True)
    """Made of the player's command: makes sending it idempotent."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    signal = models.CharField(max_length=16)
    """One of the house's, or `free` for the player's own words."""
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        permissions = [
            ("moderate_chat", "May silence players, and give them the word back"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.pk}"


class Silence(models.Model):
    """The word was taken from a player, at every table, for ever on record."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="silences")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """The player reads it."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class SilenceLifted(models.Model):
    """The word was given back, once."""

    silence = models.OneToOneField(Silence, models.PROTECT, primary_key=True, related_name="lifted")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "silences lifted"

    def __str__(self) -> str:
        return f"{self.silence_id}"


class Bulletin(models.Model):
    """What the house tells the players of a table, or of all, for some time; for ever on record."""

    id = models.UUIDField(primary_key=True)
    """Made with the form that it was written in: sent twice, it is posted once."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="bulletins", null=True)
    """Null for all tables."""
    fr = models.CharField(max_length=200)
    en = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    until = models.DateTimeField(db_index=True)
    """From then on it is shown no more."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("at")), name="bulletin_lasts"
            ),
        ]
        permissions = [("post_bulletin", "May post bulletins, and take them down")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}"


class BulletinEnd(models.Model):
    """A bulletin was taken down before its time, once."""

    bulletin = models.OneToOneField(
        Bulletin, models.PROTECT, primary_key=True, related_name="taken_down"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.bulletin_id}"


class Ticket(models.Model):
    """A ticket that a machine has issued, for ever; how it ended is in its ends (MC-AUTO-32).

    Its code is kept nowhere: `records.tickets` makes it for its owner, and finds it by its hash.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    """The machine that has issued it."""
    seq = models.BigIntegerField()
    """The sequence number of the event that did."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tickets")
    """Whose credits it was issued for."""
    amount = models.BigIntegerField()
    """Minor units."""
    bound = models.BooleanField()
    """It pays nobody but that player."""
    hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of its code, in hex."""
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    """From then on it is an orphan, which no machine takes (MC-AUTO-46)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="ticket_of_one_event"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="ticket_worth"),
        ]
        permissions = [("cash_ticket", "May pay a ticket at the cage, as a cashier")]

    def __str__(self) -> str:
        return f"{self.pk}"


class TicketEnd(models.Model):
    """What became of a ticket, for ever: paid once, and before that an orphan at the most once."""

    class How(models.TextChoices):
        MACHINE = "machine", both_lazy("pris par un appareil", "taken by a machine")
        CAGE = "cage", both_lazy("payé à la caisse", "paid at the cage")
        ORPHAN = "orphan", both_lazy("orphelin", "orphan")

    ticket = models.ForeignKey(Ticket, models.PROTECT, related_name="ends")
    how = models.CharField(max_length=8, choices=How.choices)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", null=True, db_index=False)
    """The machine that took it."""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """Who was paid; null for an orphan."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """The cashier."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ticket"],
                condition=models.Q(how="machine") | models.Q(how="cage"),
                name="ticket_paid_once",
            ),
            models.UniqueConstraint(
                fields=["ticket"], condition=models.Q(how="orphan"), name="ticket_orphan_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ticket_id}"


class Dispute(models.Model):
    """What games management decides, once and without appeal (art. 24): a player disputes a round.

    Or somebody of the staff reports what was out of order at a table. The database lets its state
    go forward only, and nothing else of it change.
    """

    class Kind(models.TextChoices):
        """What is out of order, by the names of the catalogue of incidents."""

        LATE = "late_bet_dispute", both_lazy("mise jugée tardive", "late stake or decision")
        TECHNICAL = "technical", both_lazy("panne", "breakdown")
        OTHER = "other", both_lazy("autre", "something else")
        CARD_DAMAGED = "card_damaged", both_lazy("carte abîmée", "damaged card")
        FALSE_DRAW = "false_draw", both_lazy("tirage irrégulier", "false draw")
        STOP_CARD = "stop_card_annuls", both_lazy("carte d’arrêt", "stop card")
        SPIN_VOID = "spin_void", both_lazy("coup de roulette nul", "void roulette spin")
        NO_DICE = "no_dice", both_lazy("lancer nul", "no dice")
        SHOOTER = "shooter_rules", both_lazy("conduite du tireur", "conduct of the shooter")
        PAYMENT = "payment_dispute", both_lazy("paiement d’un appareil", "payment of a machine")
        APPROPRIATION = "appropriation", both_lazy("appropriation de crédits", "credits taken")
        COUNT = "count_difference", both_lazy("écart de comptée", "difference of a count")

    class State(models.TextChoices):
        FILED = "filed", both_lazy("déposée", "filed")
        REVIEW = "under_review", both_lazy("à l’examen", "under review")
        DECIDED = "decided", both_lazy("tranchée", "decided")

    kind = models.CharField(max_length=24, choices=Kind.choices)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    round = models.ForeignKey(
        Round, models.PROTECT, related_name="disputes", null=True, db_index=False
    )
    """Null where a table or a ticket is what it is about."""
    ticket = models.ForeignKey(Ticket, models.PROTECT, related_name="+", null=True, db_index=False)
    follows = models.ForeignKey("self", models.PROTECT, related_name="+", null=True, db_index=False)
    """A decided one, after which something more was found (MC-INC-04)."""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="disputes", null=True
    )
    """Who disputes his round; null where the staff reports."""
    filed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    order = models.UUIDField()
    """Made with the form: makes filing it idempotent."""
    words = models.CharField(max_length=1000)
    """What is wrong, in the words of whoever filed it."""
    closes_table = models.BooleanField(default=False)
    """No session opens at the table until it is decided."""
    dossier = models.TextField()
    """What the house knew of it when it was filed, as one canonical JSON text."""
    dossier_hash = models.CharField(max_length=64)
    """SHA-256 of the dossier, in hex."""
    filed_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.FILED)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """Who of games management took it up."""
    taken_at = models.DateTimeField(null=True)
    ruling = models.OneToOneField(
        "DisputeRuling", models.PROTECT, related_name="decides", null=True
    )
    """The ruling that is final."""
    seconded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """The second person, where the ruling wants one."""
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["filed_by", "order"], name="dispute_order"),
            # Without appeal: a player disputes a round once.
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=models.Q(player__isnull=False),
                name="dispute_of_a_player",
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) | models.Q(round__isnull=False),
                name="dispute_of_a_round",
            ),
            models.CheckConstraint(
                condition=models.Q(state="decided", ruling__isnull=False, decided_at__isnull=False)
                | (
                    ~models.Q(state="decided")
                    & models.Q(ruling__isnull=True, decided_at__isnull=True)
                ),
                name="dispute_decided_by_a_ruling",
            ),
        ]
        indexes = [
            models.Index(
                fields=["filed_at"], condition=~models.Q(state="decided"), name="dispute_waits"
            ),
        ]
        permissions = [
            ("file_dispute", "May report an incident at a table, of a round or of a ticket"),
            ("decide_dispute", "May decide disputes and incidents, as the games management"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class DisputeRuling(models.Model):
    """What somebody of games management decides of a dispute, for ever (MC-INC-03).

    Final once the dispute names it: at once, or when a second person has seconded it.
    """

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    order = models.UUIDField(unique=True)
    """Made with the form: makes sending it idempotent."""
    upheld = models.BooleanField()
    reason = models.CharField(max_length=400)
    """The player reads it."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.dispute_id}/{self.pk}"


class DisputeCorrection(models.Model):
    """What a ruling moves between the house and a player, for ever; moved once it is final."""

    ruling = models.ForeignKey(DisputeRuling, models.PROTECT, related_name="corrections")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    amount = models.BigIntegerField()
    """Minor units that the player is given; below zero what he gives back."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ruling", "player"], name="correction_once"),
            models.CheckConstraint(condition=~models.Q(amount=0), name="correction_moves"),
        ]

    def __str__(self) -> str:
        return f"{self.ruling_id} {self.amount}"


class DisputeReader(models.Model):
    """A player whom a decided dispute concerns: the house owes him the decision in plain words."""

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="readers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    read_at = models.DateTimeField(null=True)
    """When he first read it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dispute", "player"], name="dispute_reader_once")
        ]
        indexes = [
            models.Index(
                fields=["player"], condition=models.Q(read_at=None), name="decision_unread"
            )
        ]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.player_id}"


class MachineBase(models.Model):
    """A numbered place of the floor on which a machine stands (MC-AUTO-03, MC-AUTO-06)."""

    number = models.PositiveIntegerField(primary_key=True)
    """Given once for all: the database refuses another one, and a base's end."""
    room = models.CharField(max_length=32)
    in_use = models.BooleanField(default=True)
    """Not any more once its lock and key were handed to the main cashier (MC-AUTO-38)."""

    class Meta:
        verbose_name_plural = "machine bases"

    def __str__(self) -> str:
        return str(self.number)


class Machine(models.Model):
    """The file of a machine, as it stands now; what changed it is in its entries (MC-AUTO-08)."""

    class Location(models.TextChoices):
        FLOOR = "floor", both_lazy("salle", "floor")
        STORE = "store", both_lazy("magasin", "store")
        WORKSHOP = "workshop", both_lazy("atelier", "workshop")
        RETIRED = "retired", both_lazy("sorti", "retired")

    table = models.OneToOneField(
        Table, models.PROTECT, primary_key=True, related_name="machine_file"
    )
    """Where it is played; its number is the house's number of the machine, which the page shows."""
    serial = models.CharField(max_length=96, unique=True)
    """The maker's: which device it is, the build of its sheet when it came, and the number of the
    copy. Never changed."""
    type = models.CharField(max_length=16)
    """`reels` or `video_poker`, as its game calls it."""
    location = models.CharField(max_length=8, choices=Location.choices)
    base = models.OneToOneField(
        MachineBase, models.PROTECT, null=True, blank=True, related_name="machine"
    )
    """What it stands on; on the floor alone."""
    sheet = models.CharField(max_length=48)
    """The technical sheet and its version, e.g. `name/2`."""
    sheet_hash = models.CharField(max_length=64)
    theoretical_return = models.CharField(max_length=64)
    """Exact, e.g. `7777/8192`, as the maker certifies it."""
    certified_at = models.DateTimeField()
    """When that was filed last."""
    photograph = models.CharField(max_length=64)
    """What it shows, or the name of the picture's file."""
    photograph_hash = models.CharField(max_length=64)
    """SHA-256 of the picture, in hex."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(location="floor", base__isnull=False)
                | (~models.Q(location="floor") & models.Q(base__isnull=True)),
                name="machine_on_its_base",
            ),
            models.CheckConstraint(
                condition=~models.Q(location="floor")
                | ~(
                    models.Q(serial="")
                    | models.Q(type="")
                    | models.Q(sheet="")
                    | models.Q(sheet_hash="")
                    | models.Q(theoretical_return="")
                    | models.Q(photograph="")
                    | models.Q(photograph_hash="")
                ),
                name="machine_file_complete",
            ),
        ]
        permissions = [
            ("keep_machines", "May keep the files of bases and machines, as the games management"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"


class HandPay(models.Model):
    """A win that a machine owes its player, and how the supervisor paid it (MC-AUTO-42, 44, 56).

    A cheque or a transfer is issued by the cage, with its number.
    """

    class Means(models.TextChoices):
        CASH = "cash", both_lazy("espèces", "cash")
        CHEQUE = "cheque", both_lazy("chèque", "cheque")
        TRANSFER = "transfer", both_lazy("virement", "transfer")

    table = models.ForeignKey(Table, models.PROTECT, related_name="hand_pays", db_index=False)
    seq = models.BigIntegerField()
    """The sequence number of the event that left it to be paid, or paid it where that is older
    than this register."""
    round = models.ForeignKey(Round, models.PROTECT, related_name="+", db_index=False)
    """The round of that event."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hand_pays")
    amount = models.BigIntegerField()
    """Minor units."""
    owed_at = models.DateTimeField()
    annulled_at = models.DateTimeField(null=True, blank=True)
    """Its round was annulled: nothing is owed."""
    means = models.CharField(max_length=8, choices=Means.choices, blank=True)
    paid_round = models.ForeignKey(
        Round, models.PROTECT, related_name="+", null=True, blank=True, db_index=False
    )
    """The round in which it was paid."""
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    paid_at = models.DateTimeField(null=True, blank=True)
    reference = models.CharField(max_length=40, blank=True)
    """The number of the cheque or the transfer."""
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    issued_at = models.DateTimeField(null=True, blank=True)
    issue_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="hand_pay_of_one_event"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(paid_at__isnull=True, annulled_at__isnull=True),
                name="hand_pay_one_owed",
            ),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="hand_pay_worth"),
            models.CheckConstraint(
                condition=models.Q(issued_at__isnull=True)
                | (models.Q(paid_at__isnull=False) & ~models.Q(means="cash")),
                name="hand_pay_issued_once_paid",
            ),
        ]
        permissions = [
            ("issue_payment", "May issue a cheque or a transfer at the cage, as a cashier")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class LastGame(models.Model):
    """When a player's last game at any machine began: the next waits for the pace floor."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="+"
    )
    began_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id}"


class MachinePhotograph(models.Model):
    """A picture that was filed of a machine, by its hash, for ever (MC-AUTO-13)."""

    hash = models.CharField(max_length=64, primary_key=True)
    """SHA-256 of the content, in hex."""
    media = models.CharField(max_length=16)
    """`image/png` or `image/jpeg`, as the content says."""
    content = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    """Who has filed it first."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.hash[:12]


class MachineEntry(models.Model):
    """A change of the files of bases and machines, for ever (MC-AUTO-07, MC-AUTO-12).

    Numbered without a gap; each holds the hash of the one before it.
    """

    class Change(models.TextChoices):
        LAID = "laid", both_lazy("socle numéroté", "base numbered")
        OUT_OF_USE = "out_of_use", both_lazy("socle hors d’usage", "base out of use")
        FILED = "filed", both_lazy("inventorié", "filed")
        MOVED = "moved", both_lazy("déplacé", "moved")
        CERTIFIED = "certified", both_lazy("fiche technique", "technical sheet")
        PHOTOGRAPHED = "photographed", both_lazy("photographié", "photographed")

    number = models.PositiveIntegerField(primary_key=True)
    change = models.CharField(max_length=12, choices=Change.choices)
    machine = models.ForeignKey(
        Machine, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    base = models.ForeignKey(
        MachineBase, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    """What was changed: a machine or a base."""
    told = models.JSONField()
    """All that the file says after the change."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Null where the house filed at its upgrade what stood there already."""
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)
    """SHA-256 of the entry and of the hash before it, in hex."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(machine__isnull=True, base__isnull=False)
                | models.Q(machine__isnull=False, base__isnull=True),
                name="machine_entry_of_one",
            )
        ]
        verbose_name_plural = "machine entries"

    def __str__(self) -> str:
        return f"{self.number}"


class MachineCopy(models.Model):
    """The general secretariat's copy of an entry, signed, for ever (MC-AUTO-22)."""

    entry = models.OneToOneField(
        MachineEntry, models.PROTECT, primary_key=True, related_name="copy"
    )
    body = models.TextField()
    """Canonical JSON: the entry with all that it says."""
    public = models.CharField(max_length=64)
    """The key that has signed it, in hex."""
    signature = models.CharField(max_length=128)
    """Ed25519, of the body, in hex."""

    class Meta:
        verbose_name_plural = "machine copies"

    def __str__(self) -> str:
        return f"{self.entry_id}"


class KeyLoan(models.Model):
    """A key that was lent, to whom and for what, until when, and how it came back (MC-AUTO-34).

    The database refuses that keys of two keepings are in one hand, and changes a loan once: when
    the key comes back.
    """

    class Key(models.TextChoices):
        DEVICE = "device", both_lazy("appareil", "machine")
        BASE = "base", both_lazy("socle", "base")
        LATCH = "latch", both_lazy("attache de la boîte à billets", "latch of the note box")
        NOTE_BOX = "note_box", both_lazy("boîte à billets", "note box")

    class Keeping(models.TextChoices):
        SAFE = "safe", both_lazy("coffre d’exploitation", "operations safe")
        CAGE = "cage", both_lazy("caisse centrale", "main cage")
        ACCOUNTING = "accounting", both_lazy("comptabilité générale", "general accounting")

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes lending it idempotent."""
    key = models.CharField(max_length=8, choices=Key.choices)
    keeping = models.CharField(max_length=12, choices=Keeping.choices)
    """Where it is kept while nobody has it (MC-AUTO-35 to MC-AUTO-37)."""
    machine = models.ForeignKey(
        Machine, models.PROTECT, null=True, blank=True, related_name="key_loans"
    )
    base = models.ForeignKey(
        MachineBase, models.PROTECT, null=True, blank=True, related_name="key_loans"
    )
    """What it opens: a machine, or something of it, or a base."""
    relief = models.ForeignKey(
        "Relief", models.PROTECT, null=True, blank=True, related_name="key_loans"
    )
    """For which a key of the cage was lent: it expires with it (MC-AUTO-35)."""
    lent_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    purpose = models.CharField(max_length=200)
    lent_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    """From then on it opens nothing; it is in that hand until it comes back."""
    returned_at = models.DateTimeField(null=True, blank=True)
    returned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who gave or took it back."""
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(key="device", keeping="safe")
                | models.Q(key="base", keeping="cage")
                | models.Q(key="latch", keeping="cage")
                | models.Q(key="note_box", keeping="accounting"),
                name="key_in_its_keeping",
            ),
            models.CheckConstraint(
                condition=models.Q(key="base", base__isnull=False, machine__isnull=True)
                | (~models.Q(key="base") & models.Q(base__isnull=True, machine__isnull=False)),
                name="key_opens_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("lent_at")), name="key_expires"
            ),
            models.UniqueConstraint(
                fields=["key", "machine"],
                condition=models.Q(returned_at=None, base=None),
                name="key_of_machine_in_one_hand",
            ),
            models.UniqueConstraint(
                fields=["base"],
                condition=models.Q(returned_at=None),
                name="key_of_base_in_one_hand",
            ),
        ]
        indexes = [
            models.Index(
                fields=["holder"], condition=models.Q(returned_at=None), name="keys_in_hand"
            )
        ]
        permissions = [
            ("open_machine", "May be lent the key of a machine, as a mechanic"),
            ("open_base", "May be lent the key of a base, for a relief"),
            ("detach_note_box", "May be lent the key that detaches a note box, for a relief"),
            ("open_note_box", "May take the key of a note box, as general accounting"),
            ("lend_machine_key", "May lend the keys of machines, as their supervisor"),
            ("lend_cage_key", "May lend the keys of the cage for reliefs, as main cashier"),
        ]

    def __str__(self) -> str:
        return f"{self.get_key_display()} {self.machine_id or self.base_id}"


class BaseReceipt(models.Model):
    """The main cashier has the lock and the key of a base that is out of use (MC-AUTO-38)."""

    base = models.OneToOneField(
        MachineBase, models.PROTECT, primary_key=True, related_name="receipt"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.base_id}"


class Intervention(models.Model):
    """A mechanic has opened a machine, and the sheet of it (MC-AUTO-39, MC-AUTO-40).

    It goes forward only: opened, signed, put back in service, bundled with the day's sheets.
    """

    machine = models.ForeignKey(Machine, models.PROTECT, related_name="interventions")
    loan = models.ForeignKey(KeyLoan, models.PROTECT, related_name="+")
    """The key by which he opened it."""
    mechanic = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    stopped_at = models.DateTimeField()
    meters = models.JSONField()
    """Every meter as he found it, in credits."""
    done = models.CharField(max_length=200, blank=True)
    """What he did, once he has signed."""
    meters_after = models.JSONField(null=True, blank=True)
    signed_at = models.DateTimeField(null=True, blank=True)
    hash = models.CharField(max_length=64, blank=True)
    """SHA-256 of the sheet as he signed it, in hex."""
    returned_at = models.DateTimeField(null=True, blank=True)
    returned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The supervisor who put it back in service."""
    bundle = models.ForeignKey(
        "SheetBundle", models.PROTECT, null=True, blank=True, related_name="sheets"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["machine"],
                condition=models.Q(returned_at=None),
                name="intervention_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    signed_at=None, done="", hash="", meters_after=None, returned_at=None
                )
                | (
                    models.Q(signed_at__isnull=False, meters_after__isnull=False)
                    & ~models.Q(done="")
                    & ~models.Q(hash="")
                ),
                name="intervention_sheet_complete",
            ),
            models.CheckConstraint(
                condition=models.Q(bundle=None) | models.Q(signed_at__isnull=False),
                name="intervention_bundled_signed",
            ),
        ]
        permissions = [
            ("run_machines", "May run machines on the floor, as their supervisor"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class SheetBundle(models.Model):
    """A day's sheets of interventions, sealed and signed by the supervisor (MC-AUTO-41)."""

    day = models.DateField(unique=True)
    body = models.TextField()
    """Canonical JSON: the day, the supervisor, and each sheet with its hash."""
    public = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    """Ed25519, of the body, in hex."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.day}"


class BundleReceipt(models.Model):
    """The games management has received a day's sheets (MC-AUTO-41)."""

    bundle = models.OneToOneField(
        SheetBundle, models.PROTECT, primary_key=True, related_name="receipt"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.bundle_id}"


class Relief(models.Model):
    """The relief of a machine: its meters, and its note box taken to the count (MC-AUTO-55).

    It goes forward only: begun by the supervisor, attended by surveillance, exchanged, closed.
    """

    machine = models.ForeignKey(Machine, models.PROTECT, related_name="reliefs")
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    begun_at = models.DateTimeField()
    attended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Of the surveillance: wanted where the machine is open (MC-AUTO-59)."""
    attended_at = models.DateTimeField(null=True, blank=True)
    exchanged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    exchanged_at = models.DateTimeField(null=True, blank=True)
    meters = models.JSONField(null=True, blank=True)
    """Every meter at the exchange, in credits."""
    amount = models.BigIntegerField(null=True, blank=True)
    """What the box held by the ledger, in minor units."""
    told = models.BigIntegerField(null=True, blank=True)
    """What its meter says fell into it since the relief before, in minor units."""
    coins = models.BigIntegerField(null=True, blank=True)
    """What its meter says fell into the base meanwhile, in minor units; `None` of a relief from
    before coins were counted."""
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["machine"],
                condition=models.Q(closed_at=None),
                name="relief_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    exchanged_at=None, meters=None, amount=None, told=None, closed_at=None
                )
                | models.Q(
                    exchanged_at__isnull=False,
                    meters__isnull=False,
                    amount__gte=0,
                    told__isnull=False,
                ),
                name="relief_complete",
            ),
            models.CheckConstraint(
                condition=~models.Q(attended_by=models.F("begun_by")),
                name="relief_watched_by_another",
            ),
        ]
        permissions = [
            ("watch_relief", "May attend reliefs of machines, as sworn surveillance"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class NoteBoxCount(models.Model):
    """What general accounting has counted of a relief, for ever (MC-AUTO-28)."""

    relief = models.OneToOneField(Relief, models.PROTECT, primary_key=True, related_name="count")
    amount = models.BigIntegerField()
    """Found in the note box, in minor units."""
    coins = models.BigIntegerField(default=0)
    """Found of what fell into the base since the relief before, in minor units."""
    loan = models.ForeignKey(KeyLoan, models.PROTECT, related_name="+")
    """The key by which it was opened."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="note_box_count_found"),
            models.CheckConstraint(condition=models.Q(coins__gte=0), name="coins_count_found"),
        ]

    def __str__(self) -> str:
        return f"{self.relief_id}"


class MachineBan(models.Model):
    """A player is excluded from the machines alone, for ever on record (MC-AUTO-48)."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="machine_ban"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        permissions = [
            ("ban_from_machines", "May exclude players from the machines, as their supervisor"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class Takings(models.Model):
    """What a table took on a day of the house's time zone, by rule set: sums of the ledger.

    Made by `records.takings`, after the fact and from what is recorded: the source of nothing. In a
    row without rules is what no round moved: fills, credits and cash. All amounts are minor units,
    at a practice table of its own chips, which are nobody's money.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="takings", db_index=False)
    rules = models.ForeignKey(RuleSet, models.PROTECT, related_name="+", null=True, db_index=False)
    day = models.DateField()
    """Of the posting; a round counts on the day on which it ended."""
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
        constraints = [
            models.UniqueConstraint(
                fields=["table", "day", "rules"], nulls_distinct=False, name="takings_once_a_day"
            )
        ]
        indexes = [models.Index(fields=["day", "table"], name="takings_of_day")]
        verbose_name_plural = "takings"

    def __str__(self) -> str:
        return f"{self.table_id} {self.day} {self.won}"


class TakingsCounted(models.Model):
    """How far a table's takings are counted; its row is the lock under which they are."""

    table = models.OneToOneField(
        Table, models.CASCADE, primary_key=True, related_name="takings_counted"
    )
    transfer = models.BigIntegerField(default=0)
    """The last transfer of the ledger that counted."""
    round = models.BigIntegerField(default=0)
    """The number of the last round that did."""
    seq = models.BigIntegerField(default=-1)
    """The table's sequence number then: nothing has happened at it while it stands there."""

    class Meta:
        verbose_name_plural = "takings counted"

    def __str__(self) -> str:
        return f"{self.table_id} {self.round}"


class BetEarnings(models.Model):
    """What a bet earned the house on a day, of rounds that are over: sums of their events.

    Made by `rules.earnings`, after the fact and from what is recorded: the source of nothing. Only
    of games that tell their bets apart (`Game.earned`). Amounts are minor units.
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

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["day", "table", "rules", "bet"], name="bet_earnings_once_a_day"
            )
        ]
        verbose_name_plural = "bet earnings"

    def __str__(self) -> str:
        return f"{self.table_id} {self.day} {self.bet} {self.won}"


class BetWatch(models.Model):
    """How far what a bet paid at a table, by a rule set, speaks against its price.

    Made by `rules.earnings` with the sums of the bet.
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
        return f"{self.table_id} {self.bet} {self.rounds}"


class EarningsCounted(models.Model):
    """How far a table's bets are summed up; its row is the lock under which they are."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="+")
    round = models.BigIntegerField(default=0)
    """The number of the last round that counted."""
    seq = models.BigIntegerField(default=0)
    """That of the last event: a pot may be paid after its round is over."""

    class Meta:
        verbose_name_plural = "earnings counted"

    def __str__(self) -> str:
        return f"{self.table_id} {self.round}"
