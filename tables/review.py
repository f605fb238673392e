"""A disputed round examined again: its record, played as a worked example, beside the ledger.

Reads only. The cards and decisions come from the round's events, the judgement from the player of
the published examples, and what was paid from the ledger's transfers, not from the events.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from tables import records, wire
from tables.games import GAMES
from tables.games.core.money import Party
from tables.games.core.protocol import Refused
from tables.games.recorded import RECORDED
from tables.models import Round, RoundEvent


class NotExaminable(Exception):
    """The round is still in play, or its game writes no examples."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a party put on the layout in a round and got back, in minor units."""

    staked: int
    returned: int

    @property
    def net(self) -> int:
        """What the round brought the party; negative when it lost."""
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
                    "played_again": _share_shown(self.expected.get(party)),
                    "ledger": _share_shown(self.paid.get(party)),
                }
                for party in sorted(self.expected.keys() | self.paid.keys())
            },
            "example": self.example,
            "result": self.result,
        }


def _share_shown(share: Share | None) -> dict[str, int]:
    shown = share or Share(0, 0)
    return {"staked": shown.staked, "returned": shown.returned, "net": shown.net}


def review(round_id: int) -> Review:
    """Play a finished round's record again and compare with the ledger.

    Raises `Round.DoesNotExist` and `NotExaminable`.
    """
    round_ = Round.objects.select_related("rules").get(pk=round_id)
    if round_.status == Round.Status.RUNNING:
        raise NotExaminable("It is still in play.")
    rules = round_.rules
    recorded = RECORDED.get(rules.game)
    if recorded is None:
        raise NotExaminable("Its game writes no examples.")
    example: dict[str, Any] | None = None
    result: Mapping[str, Any] | None = None
    trouble = ""
    paid = _paid(round_)
    bodies = RoundEvent.objects.filter(round=round_).order_by("seq").values_list("body", flat=True)
    try:
        facts = [wire.decode_event(json.dumps(body)) for body in bodies]
        example = recorded.example(rules.book, rules.options, facts, {})
        if example is not None:
            example = {"id": f"round-{round_id}", "title": str(round_), **example}
            result = GAMES[rules.game].play_example(example, {})
    except (AssertionError, LookupError, Refused, StopIteration, TypeError, ValueError) as error:
        # A record that cannot be played is a finding, not a failure of the examination.
        trouble = repr(error)
    if result is not None and "error" in result:
        trouble = f"decision {result['error']['decision']}: {result['error']['code']}"
    totals = (result or {}).get("totals", {})
    expected = {
        Party(party): Share(each["staked"], each["returned"])
        for party, each in totals.items()
        if each["staked"] or each["returned"]
    }
    if example is not None:
        # Whoever plays the example elsewhere compares with what was paid here.
        example["expected"] = {
            "totals": {
                party: {"staked": share.staked, "returned": share.returned}
                for party, share in paid.items()
            }
        }
    return Review(round_id, rules.game, recorded.format, example, result, trouble, expected, paid)


# Stakes taken back before the deal were never played.
_PAID = """
SELECT wallet.player_id,
       coalesce(sum(amount) FILTER (WHERE transfer.debit_id = wallet.account_id
                                      AND why <> 'void'), 0)
     - coalesce(sum(amount) FILTER (WHERE transfer.credit_id = wallet.account_id
                                      AND why = 'take_back'), 0),
       coalesce(sum(amount) FILTER (WHERE transfer.credit_id = wallet.account_id
                                      AND why NOT IN ('take_back', 'void')), 0),
       coalesce(sum(CASE WHEN transfer.credit_id = wallet.account_id THEN amount ELSE -amount END)
                FILTER (WHERE why = 'void'), 0)
  FROM ledger_journalentry AS entry
  JOIN ledger_transfer AS transfer ON transfer.entry_id = entry.id
  JOIN players_wallet AS wallet
    ON wallet.account_id IN (transfer.debit_id, transfer.credit_id)
 WHERE entry.reference = %s AND entry.reference <> ''
 GROUP BY wallet.player_id"""


def _paid(round_: Round) -> dict[Party, Share]:
    """Return what the ledger moved from and to each wallet in the round's name."""
    with connection.cursor() as cursor:
        cursor.execute(_PAID, [round_.reference])
        rows = cursor.fetchall()
    shares = {
        records.party(player_id): Share(int(staked), int(returned + voided))
        for player_id, staked, returned, voided in rows
    }
    if round_.status == Round.Status.VOIDED:
        # What was annulled leaves nothing; whoever did not get all of it back is a difference.
        return {party: share for party, share in shares.items() if share.net}
    return {party: share for party, share in shares.items() if share.staked or share.returned}
