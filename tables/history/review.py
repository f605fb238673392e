"""A disputed round examined again: its record, played as a worked example, beside the ledger.

Reads only. The cards and decisions come from the round's events, the judgement from the player of
the published examples, and what was paid from the ledger's transfers, not from the events.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables.games import GAMES
from tables.games.core.money import ON_THE_TABLE, TAKEN_BACK, Party
from tables.games.core.protocol import AnyGame, Fact, Refused
from tables.games.core.round_conversion import RoundConversion
from tables.models import Round, RoundEvent
from tables.rows import parties
from tables.wire import codec


class NotExaminable(Exception):
    """The round is still in play, or its game writes no examples."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a party put on the layout in a round and got back, in minor units."""

    staked: int
    returned: int

    @property
    def net(self) -> int:
        """Returned less staked, in minor units; negative for a loss."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True)
class Review:
    """What came of a second look at a round."""

    round_id: int
    game: str
    format: str
    """The format of the example."""
    example: Mapping[str, Any] | None
    """`None` when there is nothing to play: everything goes back."""
    result: Mapping[str, Any] | None
    """What the example player made of the example."""
    trouble: str
    """Why the record could not be played; empty when it could."""
    expected: Mapping[Party, Share]
    """By party, as played again."""
    paid: Mapping[Party, Share]
    """By party, as the ledger moved it."""

    @property
    def differing(self) -> tuple[Party, ...]:
        """Return the parties to whom the ledger moved something else than the rules give."""
        nothing = Share(0, 0)
        return tuple(
            party
            for party in sorted(self.expected.keys() | self.paid.keys())
            if self.expected.get(party, nothing) != self.paid.get(party, nothing)
        )

    @property
    def agrees(self) -> bool:
        """Tell whether the round paid what its cards and decisions give."""
        return not self.trouble and not self.differing

    def as_json(self) -> dict[str, Any]:
        """Return the review as plain JSON values."""
        return {
            "round": self.round_id,
            "agrees": self.agrees,
            "trouble": self.trouble or None,
            "differing": list(self.differing),
            "parties": {
                party: {
                    "played_again": _share_as_json(self.expected.get(party)),
                    "ledger": _share_as_json(self.paid.get(party)),
                }
                for party in sorted(self.expected.keys() | self.paid.keys())
            },
            "example": self.example,
            "result": self.result,
        }


def _share_as_json(share: Share | None) -> dict[str, int]:
    shown = share or Share(0, 0)
    return {"staked": shown.staked, "returned": shown.returned, "net": shown.net}


def review_round(round_id: int) -> Review:
    """Play a finished round's record again and compare with the ledger.

    Raises `Round.DoesNotExist` and `NotExaminable`.
    """
    round_ = Round.objects.select_related("rules").get(pk=round_id)
    if round_.status == Round.Status.RUNNING:
        raise NotExaminable("It is still in play.")
    rules = round_.rules
    conversion = GAMES[rules.game].round_conversion
    if conversion is None:
        raise NotExaminable("Its game writes no examples.")
    example: dict[str, Any] | None = None
    result: Mapping[str, Any] | None = None
    trouble = ""
    totals: Mapping[str, Mapping[str, int]] = {}
    paid = _paid(round_)
    try:
        facts = _facts(round_)
        example = conversion.example(rules.book, rules.options, facts, {})
        if example is not None:
            example = {"id": f"round-{round_id}", "title": str(round_), **example}
            result = GAMES[rules.game].play_example(example, {})
            if "error" in result:
                trouble = f"decision {result['error']['decision']}: {result['error']['code']}"
            else:
                totals = conversion.totals(example, result)
        trouble = trouble or _left_differs(round_, conversion, example, totals, facts)
    except (AssertionError, LookupError, Refused, StopIteration, TypeError, ValueError) as error:
        # A record that cannot be played is a finding, not a failure of the examination.
        trouble = repr(error)
    expected = {
        Party(party): Share(each["staked"], each["returned"])
        for party, each in totals.items()
        if each["staked"] or each["returned"]
    }
    if round_.status == Round.Status.VOIDED:
        expected = _lasting(expected)
    if example is not None:
        # Whoever plays the example elsewhere compares with what was paid here.
        example["expected"] = {
            "totals": {
                party: {"staked": share.staked, "returned": share.returned}
                for party, share in paid.items()
            }
        }
    return Review(round_id, rules.game, conversion.format, example, result, trouble, expected, paid)


def _lasting(shares: Mapping[Party, Share]) -> dict[Party, Share]:
    return {party: share for party, share in shares.items() if share.net}


def _left_differs(
    round_: Round,
    conversion: RoundConversion,
    example: Mapping[str, Any] | None,
    totals: Mapping[str, Mapping[str, int]],
    facts: Sequence[Fact],
) -> str:
    """Say what is wrong with the chips that lay at the table before the round, or stayed after it.

    What the round says it found there must be what the one before it left; what it left must be
    what the rules leave there, by the ledger. Empty when both are so.
    """
    game = GAMES[round_.rules.game]
    before = (
        Round.objects.filter(table_id=round_.table_id, pk__lt=round_.pk).order_by("-pk").first()
    )
    left_before = _left_by(game, _facts(before)) if before else 0
    found = game.on_layout(game.evolve(None, facts[0]))
    if found != left_before:
        return f"{found} was found at the table, {left_before} was left there"
    carried = conversion.carried(example) if example is not None else 0
    by_rules = sum(each.get("left", 0) for each in totals.values()) - carried
    by_ledger = _stayed(round_)
    if by_ledger != by_rules:
        return f"the ledger left {by_ledger} more at the table, the rules {by_rules}"
    return ""


def _facts(round_: Round) -> list[Fact]:
    bodies = RoundEvent.objects.filter(round=round_).order_by("seq").values_list("body", flat=True)
    return [codec.decode_event(json.dumps(body)) for body in bodies]


def _left_by(game: AnyGame, facts: Sequence[Fact]) -> int:
    state: Any = None
    for fact in facts:
        state = game.evolve(state, fact)
    return game.on_layout(state)


# Stakes taken back before the deal were never played.
_PAID = """
SELECT purse.player_id,
       coalesce(sum(amount) FILTER (WHERE transfer.debit_id = purse.account_id
                                      AND why <> 'void'), 0)
     - coalesce(sum(amount) FILTER (WHERE transfer.credit_id = purse.account_id
                                      AND why = ANY(%(taken_back)s)), 0),
       coalesce(sum(amount) FILTER (WHERE transfer.credit_id = purse.account_id
                                      AND why <> ALL(%(taken_back)s) AND why <> 'void'), 0),
       coalesce(sum(CASE WHEN transfer.credit_id = purse.account_id THEN amount ELSE -amount END)
                FILTER (WHERE why = 'void'), 0)
  FROM ledger_journalentry AS entry
  JOIN ledger_transfer AS transfer ON transfer.entry_id = entry.id
  JOIN tables_purses AS purse
    ON purse.account_id IN (transfer.debit_id, transfer.credit_id)
 WHERE entry.reference = %(round)s AND entry.reference <> ''
 GROUP BY purse.player_id"""


_STAYED = """
SELECT coalesce(sum(CASE WHEN account.id = transfer.credit_id THEN amount ELSE -amount END), 0)
  FROM ledger_journalentry AS entry
  JOIN ledger_transfer AS transfer ON transfer.entry_id = entry.id
  JOIN ledger_account AS account ON account.id IN (transfer.debit_id, transfer.credit_id)
 WHERE entry.reference = %s AND entry.reference <> '' AND account.code = ANY(%s)"""


def _stayed(round_: Round) -> int:
    """Return how many chips of players more lie at the table since the round, minor units."""
    codes = [f"{place}:{round_.table_id}" for place in sorted(ON_THE_TABLE)]
    with connection.cursor() as cursor:
        cursor.execute(_STAYED, [round_.reference, codes])
        return int(cursor.fetchone()[0])


def _paid(round_: Round) -> dict[Party, Share]:
    """Return what the ledger moved from and to each player's chips in the round's name."""
    with connection.cursor() as cursor:
        cursor.execute(_PAID, {"round": round_.reference, "taken_back": [*TAKEN_BACK]})
        rows = cursor.fetchall()
    shares = {
        parties.party_of(player_id): Share(int(staked), int(returned + voided))
        for player_id, staked, returned, voided in rows
    }
    if round_.status == Round.Status.VOIDED:
        # What was annulled leaves nothing; whoever did not get all of it back is a difference.
        return _lasting(shares)
    return {party: share for party, share in shares.items() if share.staked or share.returned}
