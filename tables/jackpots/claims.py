"""The approval of what a round won of a jackpot and a supervisor must identify (FR-2024-138)."""

from dataclasses import replace
from typing import Any, Final

from django.db import transaction

from casino.players.models import Player
from casino.responsible_gaming import limits
from tables.funds import jackpots, postings, stakes
from tables.games.core.protocol import (
    AnyGame,
    Approved,
    Fact,
    Refused,
)
from tables.models import FloorEvent
from tables.projections import frames, live_round, round_rows
from tables.projections.live_round import LiveRound
from tables.rows import floor_events, rule_sets, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.wire import codec


def payment_events(claim: jackpots.ClaimRow) -> tuple[Fact, ...]:
    """Return the events that pay a claim; always the same ones for a claim."""
    game, rules, state = _at_end(claim)
    return game.decide(rules, state, Approved(claim.pots))


def _at_end(claim: jackpots.ClaimRow) -> tuple[AnyGame, Any, Any]:
    """Return the game, rules and state of a claim's round as it ended."""
    game, rules = rule_sets.game_and_rules(claim.rules_key)
    state = None
    for event in round_rows.round_events(claim.round_id, 0, claim.seq):
        state = game.evolve(state, event)
    return game, rules, state


def _pay(
    table: TableRow, around: Surroundings, claim: jackpots.ClaimRow, *, by: int, reason: str
) -> None:
    """Pay what a finished round won of its jackpot, whatever the table plays by now (ENG-20 g).

    The payment's events join that round; the frame shows them beside the round in play. Assumes the
    locks of the table and of its jackpot, and a claim that is not paid.
    """
    assert not claim.paid
    game, rules, state = _at_end(claim)
    events = game.decide(rules, state, Approved(claim.pots))
    if current := table.round_id == claim.round_id:
        for event in events:
            state = game.evolve(state, event)
    round_ = (
        LiveRound(game, rules, state, running=False) if current else live_round.load(table, around)
    )
    floor_events.record(table, "approve", by=by, reason=reason)
    jackpots.record_payment(table, claim, by=by, reason=reason)
    moved = postings.post_moves(
        table,
        around,
        claim.entry,
        [move for event in events for move in event.moves],
        cause=events[-1].kind,
        reference=f"round:{claim.round_id}",
        operator=str(by),
    )
    if counts := stakes.counted_stakes(game, events, judged=False):
        limits.count_stakes(counts)
    bodies = [codec.encode_event(event) for event in events]
    last = round_rows.append_events(table, claim.round_id, bodies)
    table = replace(table, seq=last, round_seq=last if current else table.round_seq)
    frames.publish_on_commit(table, around, live_round=round_, bodies=bodies, moved=moved)


SUPERVISE: Final = "tables.approve_claim"
"""The permission to approve the payment of a jackpot."""


OPERATED: Final = (
    *("open", "drain", "close", "fill", "credit", "void", "stop", "rule"),
    "end_session",
    *("rules", "follow", "keep_rules", "reshuffle"),
)
"""The floor events by which an operator runs a table."""


def approve_claim(claim_id: int, *, supervisor: Player, footage_seen: bool, reason: str) -> None:
    """Pay a jackpot that a round won, once its supervisor has identified the win (FR-2024-138).

    `footage_seen` states that they have seen the camera's recording; it is kept with the
    payment (FR-2024-139). Refuses `not_supervisor` without the permission, `footage_not_seen`
    without the statement, and `four_eyes` to a person who opened the table,
    ran it when the claim arose, runs it now, or would be paid. Idempotent: approving
    a paid claim gives the first answer. Nobody can reject one, because the
    text knows no such decision.
    """
    if not supervisor.has_perm(SUPERVISE):
        raise Refused("not_supervisor")
    if not footage_seen:
        raise Refused("footage_not_seen")
    with transaction.atomic(durable=True):
        found = jackpots.find_claim(claim_id)
        if found is None:
            raise Refused("no_claim")
        table, around = table_rows.lock_and_read(found.table_id)
        jackpots.lock_pots(table.id)
        claim = jackpots.find_claim(claim_id)
        assert claim is not None
        if claim.paid:
            return
        if supervisor.pk in _interested(claim):
            raise Refused("four_eyes")
        _pay(table, around, claim, by=supervisor.pk, reason=reason)


def may_approve(claim_id: int, person: Player) -> bool:
    """Tell whether a person may approve an unpaid claim, else `approve_claim` refuses."""
    claim = jackpots.find_claim(claim_id)
    return claim is not None and not claim.paid and person.pk not in _interested(claim)


def _interested(claim: jackpots.ClaimRow) -> set[int]:
    """Return who may not approve a claim: its dealing operators, and whom it would pay."""
    acts = FloorEvent.objects.filter(
        table_id=claim.table_id, kind__in=OPERATED, by__isnull=False
    ).order_by("-id")
    before = acts.filter(seq__lte=claim.seq)
    dealing = [acts.first(), before.first(), before.filter(kind="open").first()]
    paid = payment_events(claim)
    return {act.by_id for act in dealing if act and act.by_id} | {
        int(move.party) for event in paid for move in event.moves if move.party.isdigit()
    }
