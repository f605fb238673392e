"""The rows of the floor: tables, boxes, rounds and their events, jackpots, receipts.

Rows of tables, rounds, their events, floor events and receipts are written by `tables.records`
only, under the table's row lock. Money lives in `casino.ledger`, cards in `casino.rng`.
"""

from typing import Any, Final

from django.conf import settings
from django.db import models

from casino.ledger.models import Account
from casino.rng.models import Draw, Shoe
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
        DRAFTED = "drafted", "rédigé"
        REVISED = "revised", "révisé"
        AGREED = "agreed", "accordé"
        DISCARDED = "discarded", "abandonné"
        PUBLISHED = "published", "publié"

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
        return f"{self.series} {self.kind}"


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
        OPEN = "open", "ouverte"
        ENDING = "ending", "dernière demi-heure"
        DRAINING = "draining", "dernier coup"
        CLOSED = "closed", "fermée"

    name = models.CharField(max_length=64, unique=True)
    rules = models.ForeignKey(RuleSet, models.PROTECT)
    """What its next round is dealt by."""
    chat = models.CharField(
        max_length=8, choices=[(each, each) for each in LEVELS], default="signals"
    )
    """What players may say here, as far as house and jurisdiction allow it: `floor.chat.level`."""
    follows_series = models.BooleanField(default=False)
    """Whether it takes each new version of its rules' series, between rounds, once in force."""
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.CLOSED)
    practice = models.BooleanField(default=False)
    """Whether it is for practice: it may give advice, and is played for play money only."""
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
                condition=models.Q(practice=False)
                | models.Q(currency=settings.PLAY_MONEY_CURRENCY),
                name="practice_is_play_money",
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

        WAITING = "waiting", "attend un joueur"
        SEALING = "sealing", "engagements"
        CLOSING = "closing", "clôture de la liste"
        OPENING = "opening", "ouverture"
        SHUFFLING = "shuffling", "mélange"

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
        return f"{self.table_id} {self.stage}"


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
        RUNNING = "running", "en cours"
        CLOSED = "closed", "terminé"
        VOIDED = "voided", "annulé"

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
        return f"{self.seq} {self.kind}"


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
        return f"{self.round_id} {'supervised' if self.supervised else 'at once'}"


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
        return f"{self.claim_id} paid"


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
        return f"{self.table_id}:{self.seq} {self.kind}"


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
        return f"{self.command_id} {self.code or 'done'}"


DUTIES: Final = [
    (Duty.TABLE_CHIEF, "chef de table"),
    (Duty.INSPECTOR, "inspecteur"),
    (Duty.CHANGER, "changeur"),
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
            ("check_device", "May check wheels and bowls before a session, as maintenance"),
            ("sign_for_dice", "May allot and check dice, as deputy director"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.duty} {self.person_id}"


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
        return f"{self.announcement_id} {'endorsed' if self.endorsed else 'declined'}"


class Notice(models.Model):
    """The outbox: what the house owes somebody to know; written with the act, mailed once."""

    class Kind(models.TextChoices):
        ENDORSED = "announcement_endorsed", "annonce visée"
        OPTION = "option_set", "option fixée"
        SUBMITTED = "incident_submitted", "incident soumis"
        DECIDED = "incident_decided", "incident tranché"
        DESTRUCTION = "destruction_announced", "destruction annoncée"

    class Addressee(models.TextChoices):
        STATE_CONTROL = "state_control", "contrôle des jeux"
        TABLE_CHIEF = "table_chief", "chef de table"

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
        return f"{self.kind} {self.addressee}"


class Anomaly(models.Model):
    """What surveillance should look at: a player's refusals at a table, as they piled up.

    Written by the croupier from the receipts (MC-EROU-08), once for each minute of the clock.
    """

    class Kind(models.TextChoices):
        LATE = "late_stakes", "mises tardives"
        ABOVE = "above_maximum", "mises au-dessus du maximum"
        MANY = "many_refusals", "refus répétés"

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
        return f"{self.table_id} {self.kind}"


class EquipmentRegister(models.Model):
    """A register of what comes into the house and leaves it for ever, by category (MC-EQ-05).

    Opened by the Government Commissioner. Its entries are numbered without a gap, and each holds
    the hash of the one before it, where the register of paper was numbered and initialled.
    """

    class Category(models.TextChoices):
        DICE = "dice", "dés"
        CARDS = "cards", "cartes"

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
        return self.category


class EquipmentSet(models.Model):
    """Five dice, a pack, six or eight of them: numbered, in one place, whole until destroyed."""

    class Kind(models.TextChoices):
        DICE = "dice", "dés"
        PACK = "pack", "jeu"
        SIXAIN = "sixain", "sixain"
        HUITAIN = "huitain", "huitain"

    class State(models.TextChoices):
        NEW = "new", "neuf"
        IN_SERVICE = "in_service", "en service"
        USED = "used", "usagé"
        WITHDRAWN = "withdrawn", "retiré"
        DESTROYED = "destroyed", "détruit"

    register = models.ForeignKey(EquipmentRegister, models.PROTECT, related_name="sets")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    serial = models.CharField(max_length=32, unique=True)
    """The maker's number (MC-EQ-03, MC-EQ-43)."""
    purchase_order = models.CharField(max_length=32)
    """The number of the order by which it was bought."""
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
        RECEIVED = "received", "reçu"
        MOVED = "moved", "déplacé"
        ALLOTTED = "allotted", "mis en service"
        RETURNED = "returned", "rendu"
        WITHDRAWN = "withdrawn", "retiré"
        ANNOUNCED = "announced", "destruction annoncée"
        DESTROYED = "destroyed", "détruit"

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
        return f"{self.register_id} {self.number} {self.movement}"


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
        return f"{self.table_id} {self.signal}"


class Silence(models.Model):
    """The word was taken from a player, at every table, for ever on record."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="silences")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """The player reads it."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} silenced"


class SilenceLifted(models.Model):
    """The word was given back, once."""

    silence = models.OneToOneField(Silence, models.PROTECT, primary_key=True, related_name="lifted")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "silences lifted"

    def __str__(self) -> str:
        return f"{self.silence_id} lifted"


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
        MACHINE = "machine", "pris par un appareil"
        CAGE = "cage", "payé à la caisse"
        ORPHAN = "orphan", "orphelin"

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
        return f"{self.ticket_id} {self.how}"
