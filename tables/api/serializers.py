"""The shapes of the tables' REST API; each becomes a component of the OpenAPI schema."""

from collections.abc import Mapping
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.http.rest import MessageSerializer
from casino.ledger.models import Kind
from casino.rng.log.serializers import WithdrawnSerializer
from casino.rng.models import Draw, Shoe
from tables.games import GAMES
from tables.games.core.options import Ground
from tables.games.core.price import UNITS
from tables.models import Round, Table
from tables.rules import options

AMOUNT = "Minor units (hundredths) of the table's currency."


@extend_schema_field(options.any_value_schema())
class OptionValueField(serializers.JSONField):
    """A house option's value: a truth, a number, a word, words, numbers by name, or nothing."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class AllowedField(serializers.JSONField):
    """JSON Schema (2020-12) of the values that may be chosen."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class BodyField(serializers.JSONField):
    """An event as the frames of `/ws/tables/<id>/` carry it; its shape depends on its kind."""


@extend_schema_field(
    {"type": "object", "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}
)
class HeaderField(serializers.JSONField):
    """What a commitment covers beside the seed."""


class TableSerializer(serializers.Serializer[Any]):
    """A table as the lobby lists it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.ChoiceField(choices=sorted(GAMES))
    rules = serializers.CharField(help_text="The key of the rule set, see `/api/rule-sets/{key}/`.")
    rules_title = MessageSerializer()
    status = serializers.ChoiceField(choices=Table.Status.choices)
    currency = serializers.CharField()
    boxes = serializers.IntegerField()
    seated = serializers.IntegerField(help_text="Boxes that somebody holds.")
    players = serializers.IntegerField(
        help_text="Who holds a box; without boxes, who staked in this round or the one before."
    )
    least = serializers.IntegerField(
        help_text="How many must hold a box before a round begins; 0 where it begins with anybody."
    )
    mine = serializers.BooleanField(help_text="Whether you are one of them.")
    minimum = serializers.IntegerField(allow_null=True, help_text=f"Least stake. {AMOUNT}")
    maximum = serializers.IntegerField(allow_null=True, help_text=f"Most stake. {AMOUNT}")
    round = serializers.IntegerField(help_text="Number of the current or last round; 0 before.")
    practice = serializers.BooleanField(
        help_text="Whether it is played for practice chips, and tells what basic strategy does."
    )
    pots = serializers.DictField(
        child=MessageSerializer(), help_text="What the pots of its game's jackpots are called."
    )


class OwnRoundSerializer(serializers.Serializer[Any]):
    """A round that you took part in."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    table_name = serializers.CharField()
    number = serializers.IntegerField(help_text="Counts the rounds of the table from 1.")
    rules = serializers.CharField()
    status = serializers.ChoiceField(choices=Round.Status.choices)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    result = serializers.CharField()
    currency = serializers.CharField()
    net = serializers.IntegerField(help_text=f"What you gained; negative when you lost. {AMOUNT}")


class MistakeSerializer(serializers.Serializer[Any]):
    """One kind of error at a practice table."""

    hand = serializers.CharField(
        help_text="What was held: `h16`, `s18`, `8,8`, `BJ`; `insurance` where that was answered."
    )
    up = serializers.CharField(help_text="The dealer's card: `A`, `2` to `9`, `T`.")
    chosen = serializers.CharField(help_text="What you did, as commands say it: `stand`.")
    advised = serializers.CharField(help_text="What basic strategy does.")
    times = serializers.IntegerField()
    cost = serializers.FloatField(help_text=f"All of them together, on average. {AMOUNT}")


class PracticeSerializer(serializers.Serializer[Any]):
    """How you have decided at a practice table today."""

    since = serializers.DateTimeField()
    rounds = serializers.IntegerField(help_text="The latest 500 at most.")
    hands = serializers.IntegerField(help_text="Those you were dealt; a split makes none.")
    decisions = serializers.IntegerField()
    right = serializers.IntegerField(help_text="Those that were basic strategy's.")
    cost = serializers.FloatField(help_text=f"What the others lose on average. {AMOUNT}")
    mistakes = MistakeSerializer(many=True, help_text="The dearest first.")


class TicketSerializer(serializers.Serializer[Any]):
    """A ticket of yours that nobody was paid for. Whoever has its code may be paid."""

    number = serializers.IntegerField()
    code = serializers.CharField(
        help_text="What a machine or the cage asks for; empty where the house cannot tell it."
    )
    amount = serializers.IntegerField(help_text=AMOUNT)
    machine = serializers.CharField(help_text="The machine that has issued it.")
    issued_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    orphan = serializers.BooleanField(
        help_text="No machine takes it any more: the cage pays it to you."
    )


class EventSerializer(serializers.Serializer[Any]):
    """A fact of a round."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    cause = serializers.UUIDField(
        allow_null=True,
        help_text="Your command behind it; null for other people's and the house's.",
    )
    body = BodyField()


class EndSerializer(serializers.Serializer[Any]):
    """One end of a posting."""

    place = serializers.ChoiceField(choices=Kind.values)
    party = serializers.CharField(allow_null=True, help_text="Whose wallet, as events name them.")
    name = serializers.CharField(allow_null=True)


class RoundPostingSerializer(serializers.Serializer[Any]):
    """Money that the round moved."""

    at = serializers.DateTimeField()
    cause = serializers.CharField()
    why = serializers.CharField()
    amount = serializers.IntegerField(help_text=AMOUNT)
    debit = EndSerializer(help_text="Where it came from.")
    credit = EndSerializer(help_text="Where it went.")


class RoundSerializer(serializers.Serializer[Any]):
    """A round's record."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    table_name = serializers.CharField()
    number = serializers.IntegerField()
    game = serializers.ChoiceField(choices=sorted(GAMES))
    rules = serializers.CharField()
    shoe = serializers.UUIDField(allow_null=True, help_text="Null where a draw decides the round.")
    shoe_commitment = serializers.CharField(
        allow_null=True, help_text="SHA-256, published before the first bet."
    )
    draw = serializers.UUIDField(
        allow_null=True, help_text="What fell: see `/api/draws/{id}/`. Null where a shoe stands."
    )
    draw_commitment = serializers.CharField(
        allow_null=True, help_text="SHA-256, published before the first bet."
    )
    currency = serializers.CharField()
    status = serializers.ChoiceField(choices=Round.Status.choices)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    result = serializers.CharField()
    events = EventSerializer(
        many=True,
        help_text="In order. Who took no part reads what was dealt and fell: events that tell who"
        " staked, or what, are left out, and no event has `moves`.",
    )
    postings = RoundPostingSerializer(
        many=True, help_text="Empty for who took no part in the round."
    )


class OptionSerializer(serializers.Serializer[Any]):
    """A house option of a rule set."""

    name = serializers.CharField()
    title = MessageSerializer(help_text="What it is called.")
    hint = MessageSerializer(help_text="What it is about, in one sentence.")
    value = OptionValueField()
    shown = MessageSerializer(help_text="The value in words.")
    default = OptionValueField()
    allowed = AllowedField()
    clause = serializers.CharField(help_text="The clause that grants it.")
    kind = serializers.ChoiceField(
        choices=get_args(Ground),
        help_text="The house's choice, a reading of an ambiguity, or stated by the text.",
    )
    used = serializers.BooleanField(
        help_text="False where it is about bets that the table does not offer."
    )


class ClauseSerializer(serializers.Serializer[Any]):
    """A clause of the published text."""

    id = serializers.CharField()
    fr = serializers.CharField(help_text="The key phrase of the text.")
    en = serializers.CharField(help_text="The rule in one sentence.")


class PriceSerializer(serializers.Serializer[Any]):
    """The house's edge on a bet, per unit; below zero it favours the player."""

    bet = serializers.CharField(help_text="Its name in stakes; `main` is a game's main bet.")
    name = MessageSerializer()
    edge = serializers.FloatField(help_text="In the long run.")
    fraction = serializers.CharField(
        allow_null=True, help_text="The edge exactly, `a/b`; null where it is not a fraction."
    )
    least = serializers.FloatField(help_text="The edge in the worst case for the house.")
    least_fraction = serializers.CharField(allow_null=True, help_text="The same, exactly.")
    error = serializers.FloatField(help_text="The edge is at most this far from the exact one.")
    offered = serializers.BooleanField(help_text="Whether tables under these rules offer it.")
    of = serializers.ChoiceField(
        choices=tuple(UNITS),
        help_text="What a unit is a unit of: `first_stake` for what is staked before the first"
        " card, `winnings` for a levy on what is won.",
    )
    long_run = serializers.BooleanField(help_text="A jackpot's: its pots are counted as paid out.")
    clause = serializers.CharField(help_text="The clause that grants the bet, or empty.")
    group = MessageSerializer(allow_null=True, help_text="The heading under which it stands.")
    note = MessageSerializer(allow_null=True, help_text="What is said beside it.")
    pays = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="What is won for what was staked, `[35, 1]`; null where it pays by lines.",
    )
    decided = serializers.FloatField(
        required=False,
        help_text="The edge where bets that a tie gives back are not counted; missing where none"
        " is.",
    )
    decided_fraction = serializers.CharField(required=False, help_text="The same, exactly.")
    with_commission = serializers.FloatField(
        required=False,
        help_text="The edge per unit of stake and commission together; missing without one.",
    )
    with_commission_fraction = serializers.CharField(required=False, help_text="The same, exactly.")


class HouseEdgeSerializer(serializers.Serializer[Any]):
    """What every bet of a rule set costs, computed for these very rules.

    Every game has `bets`; the rest are pages of single games, told beside them.
    """

    bets = PriceSerializer(many=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the bets, and a field for each page of each game."""
        pages = {
            name: _page(shape)
            for game in GAMES.values()
            if game.pricing
            for name, shape in game.pricing.pages.items()
        }
        return {**super().get_fields(), **pages}


def _page(shape: Mapping[str, Any]) -> serializers.Field[Any, Any, Any, Any]:
    """Return a field for a page of this shape."""
    described = extend_schema_field(dict(shape))(type("PageField", (serializers.JSONField,), {}))
    page: serializers.Field[Any, Any, Any, Any] = described(required=False)
    return page


class RuleSetSerializer(serializers.Serializer[Any]):
    """A rule book with its house options in force. Never changed once it has dealt."""

    key = serializers.CharField()
    game = serializers.ChoiceField(choices=sorted(GAMES))
    book = serializers.CharField()
    title = MessageSerializer()
    amends = serializers.CharField(allow_null=True)
    options = OptionSerializer(many=True)
    clauses = ClauseSerializer(many=True)
    house_edge = HouseEdgeSerializer(
        allow_null=True, help_text="Null for a game whose edges are not computed."
    )


class SealedSerializer(serializers.Serializer[Any]):
    """What a box sealed before the order was made."""

    seat = serializers.IntegerField()
    hash = serializers.CharField()


class OpenedSecretSerializer(serializers.Serializer[Any]):
    """The secret that a box opened."""

    seat = serializers.IntegerField()
    secret = serializers.CharField()


class ContributionsSerializer(serializers.Serializer[Any]):
    """What players brought to a shoe or a draw, as far as it is public."""

    beacon_round = serializers.IntegerField(
        allow_null=True, help_text="0 for none; null until the list is closed."
    )
    cutter = serializers.IntegerField(
        allow_null=True, help_text="The box that sealed a cut, or 0; null until the list is closed."
    )
    hashes = SealedSerializer(many=True)
    locked_at = serializers.IntegerField(
        allow_null=True,
        help_text="When what was locked to the beacon's round was logged, milliseconds since 1970;"
        " null until then, and where secrets are opened by hand.",
    )
    opened = OpenedSecretSerializer(many=True)
    withheld = serializers.ListField(child=serializers.IntegerField())


class BeaconSerializer(serializers.Serializer[Any]):
    """A round of the public beacon."""

    round = serializers.IntegerField()
    randomness = serializers.CharField()
    signature = serializers.CharField()


class ShoeSerializer(serializers.Serializer[Any]):
    """The public face of a shoe."""

    id = serializers.UUIDField()
    table = serializers.CharField(help_text="Whose shoe it is, e.g. `table:3`.")
    sequence = serializers.IntegerField(help_text="Counts the shoes of the table from 1.")
    state = serializers.ChoiceField(choices=Shoe.State.choices)
    header = HeaderField()
    commitment = serializers.CharField()
    size = serializers.IntegerField()
    burn = serializers.IntegerField()
    stop_at = serializers.IntegerField(help_text="The stop card lies before this card, from 0.")
    position = serializers.IntegerField(help_text="Cards that have left it, burnt ones included.")
    created_at = serializers.DateTimeField()
    first_card_at = serializers.DateTimeField(allow_null=True)
    retired_at = serializers.DateTimeField(allow_null=True)
    root = serializers.CharField(  # type: ignore[assignment]
        allow_null=True, help_text="What is promised of the order; null until it is shuffled."
    )
    cut = serializers.IntegerField(
        allow_null=True, help_text="Cards that went behind the others; null until it is shuffled."
    )
    cut_by = serializers.IntegerField(
        allow_null=True, help_text="The box that cut; 0 is the dealer, or that nobody did."
    )
    contributions = ContributionsSerializer()
    seed = serializers.CharField(allow_null=True, help_text="Hex; null until the shoe is retired.")
    withdrawn = WithdrawnSerializer(
        allow_null=True, help_text="Null of one that was dealt, or not told why it was given up."
    )


class RoundDealtSerializer(serializers.Serializer[Any]):
    """The cards of a shoe that one round took."""

    hands = serializers.ListField(
        child=serializers.CharField(),
        help_text="Where each went, in the order in which they left the shoe, e.g. `box 3`.",
    )
    round = serializers.IntegerField(help_text="Its number at the table.")


class RevealSerializer(serializers.Serializer[Any]):
    """What proves a retired shoe."""

    seed = serializers.CharField()
    order = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=51),
        allow_null=True,
        help_text="The order in which they were dealt; null when the shoe was void.",
    )
    rejected_words = serializers.IntegerField(allow_null=True)
    burnt = serializers.IntegerField()
    dealt = serializers.IntegerField()
    left = serializers.IntegerField()
    stop_card = serializers.BooleanField()
    deal = RoundDealtSerializer(
        many=True, required=False, help_text="Which hand got which card; from version 4 on."
    )


class LoggedSerializer(serializers.Serializer[Any]):
    """An entry of the public log, and the proof that it is in it."""

    index = serializers.IntegerField()
    entry = serializers.CharField()
    proof = serializers.ListField(child=serializers.CharField())


class HeldSerializer(serializers.Serializer[Any]):
    """The checkpoint that ends with the locked secrets, and the proof that they are in it."""

    key = serializers.CharField(help_text="Who signed the checkpoint: `name+id+base64`.")
    checkpoint = serializers.CharField(help_text="A C2SP signed note.")
    proof = serializers.ListField(child=serializers.CharField())


class EvidenceSerializer(serializers.Serializer[Any]):
    """What the public log says of a shoe or a draw."""

    key = serializers.CharField(help_text="Who signed the checkpoint: `name+id+base64`.")
    checkpoint = serializers.CharField(help_text="A C2SP signed note.")
    entries = LoggedSerializer(many=True)
    locked = HeldSerializer(required=False, help_text="There only where secrets were locked.")


class BundleSerializer(serializers.Serializer[Any]):
    """The file with which anybody can verify a shoe."""

    version = serializers.IntegerField()
    header = HeaderField()
    commitment = serializers.CharField()
    reveal = RevealSerializer(allow_null=True, help_text="Null until the shoe is retired.")
    log = EvidenceSerializer(help_text="Every entry about the shoe.")


class DrawSerializer(serializers.Serializer[Any]):
    """The public face of a draw: a ball or dice that fall once."""

    id = serializers.UUIDField()
    table = serializers.CharField(help_text="Whose draw it is, e.g. `table:3`.")
    sequence = serializers.IntegerField(help_text="Counts the draws of the table from 1.")
    state = serializers.ChoiceField(choices=Draw.State.choices)
    sides = serializers.ListField(
        child=serializers.IntegerField(), help_text="How many ways the ball, or each die, may fall."
    )
    header = HeaderField()
    commitment = serializers.CharField(help_text="SHA-256, published before the first bet.")
    request = serializers.CharField(allow_null=True, help_text="What it fell for; null before.")
    values = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="What fell, from 0; null before, and when the draw was withdrawn.",
    )
    contributions = ContributionsSerializer()
    beacon = BeaconSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    drawn_at = serializers.DateTimeField(allow_null=True)
    revealed_at = serializers.DateTimeField(allow_null=True)
    seed = serializers.CharField(allow_null=True, help_text="Hex; null until it is revealed.")
    withdrawn = WithdrawnSerializer(
        allow_null=True, help_text="Null of one that was not withdrawn, or not told why."
    )
    would_have_fallen = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Of a withdrawn draw, from 0, by its seed; null where that was not decided yet.",
    )


class DrawRevealSerializer(serializers.Serializer[Any]):
    """What proves a revealed draw."""

    seed = serializers.CharField()
    values = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Null when the draw was withdrawn before anything fell.",
    )
    rejected_words = serializers.IntegerField(allow_null=True)


class DrawBundleSerializer(serializers.Serializer[Any]):
    """The file with which anybody can verify a draw."""

    version = serializers.IntegerField()
    header = HeaderField()
    commitment = serializers.CharField()
    reveal = DrawRevealSerializer(allow_null=True, help_text="Null until the seed is revealed.")
    log = EvidenceSerializer(help_text="Every entry about the draw.")
