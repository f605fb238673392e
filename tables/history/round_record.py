"""A round's record as an audience may know it: events, and the money that it moved.

What lies face down stays covered, and who staked what is for those who took part. Never selects a
shoe's sealed columns.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, get_args, get_type_hints
from uuid import UUID

from casino.ledger.models import Transfer
from tables.games import GAMES
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import (
    EVERYBODY,
    OFFICE,
    OFFICE_AFTERWARDS,
    AnyGame,
    Audience,
    Fact,
)
from tables.models import Receipt, Round, RoundEvent
from tables.rows import parties
from tables.wire import codec


@dataclass(frozen=True, slots=True)
class EventShown:
    seq: int
    kind: str
    at: datetime
    cause: UUID | None
    """The command behind it, for whoever sent it; None for everybody else."""
    body: Any


@dataclass(frozen=True, slots=True)
class End:
    """One end of a posting: a place and, for a wallet, whose."""

    place: str
    party: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class RoundPosting:
    """Money that a round moved from one place to another."""

    at: datetime
    cause: str
    why: str
    amount: int
    """Minor units."""
    debit: End
    credit: End


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round's whole record."""

    id: int
    table: int
    table_name: str
    number: int
    game: str
    rules: str
    shoe: UUID | None
    """None where the round is decided by a draw."""
    shoe_commitment: str | None
    draw: UUID | None
    """None where the round is dealt from a shoe."""
    draw_commitment: str | None
    currency: str
    status: str
    opened_at: datetime
    closed_at: datetime | None
    result: str
    events: tuple[EventShown, ...]
    postings: tuple[RoundPosting, ...]


def round_shown(round_id: int, asked_by: int | None) -> RoundShown | None:
    """Return a round as a player may see it; None when there is none with this id.

    What an engine keeps face down stays so, even after the round. Who took part, with chips or by a
    command, reads the postings and his own stakes; what was dealt and fell, everybody.
    """
    values = (
        Round.objects.filter(pk=round_id)
        .values_list(
            "pk",
            "table_id",
            "table__name",
            "number",
            "rules__game",
            "rules_id",
            "shoe_id",
            "shoe__commitment",
            "draw_id",
            "draw__commitment",
            "table__currency",
            "status",
            "opened_at",
            "closed_at",
            "result",
        )
        .first()
    )
    if values is None:
        return None
    game = GAMES[values[4]]
    rows = list(RoundEvent.objects.filter(round=round_id).order_by("seq"))
    own = _own_commands(rows, asked_by)
    moved = round_postings(round_id)
    audience = EVERYBODY
    if asked_by is not None and (own or has_moves_of(asked_by, moved)):
        audience = Audience(parties.party_of(asked_by))
    else:
        rows = [row for row in rows if not _tells_of_people(game, row.kind)]
        for row in rows:
            row.body = {**row.body, "moves": []}
        moved = ()
    events = tuple(
        EventShown(
            row.seq,
            row.kind,
            row.at,
            row.cause if row.cause in own else None,
            body_for(audience, game, row.body),
        )
        for row in rows
    )
    return RoundShown(*values, events=events, postings=moved)


def took_part(rows: Sequence[RoundEvent], moved: tuple[RoundPosting, ...], player_id: int) -> bool:
    """Tell whether a player's chips or commands took part in a round."""
    return has_moves_of(player_id, moved) or bool(_own_commands(rows, player_id))


def has_moves_of(player_id: int | None, moved: tuple[RoundPosting, ...]) -> bool:
    """Tell whether any of these postings moved a player's chips."""
    if player_id is None:
        return False
    party = parties.party_of(player_id)
    return any(party in (each.debit.party, each.credit.party) for each in moved)


def _tells_of_people(game: AnyGame, kind: str) -> bool:
    """Tell whether events of a kind say who took part, or what was staked or paid."""
    return kind in _about_people(game.wire.events)


@cache
def _about_people(events: Any) -> frozenset[str]:
    found = set()
    for event in get_args(events):
        hints = get_type_hints(event)
        (kind,) = get_args(hints.pop("kind"))
        # Left out of every event.
        hints.pop("moves")
        if any(map(_names_people, hints.values())):
            found.add(kind)
    return frozenset(found)


def _names_people(hint: Any) -> bool:
    if hint in (Party, Amount):
        return True
    if is_dataclass(hint):
        return any(map(_names_people, get_type_hints(hint).values()))
    return any(map(_names_people, get_args(hint)))


def office_audience(status: str) -> Audience:
    """Return the office's audience for a round: no face-down cards while it is running."""
    return OFFICE if status == Round.Status.RUNNING else OFFICE_AFTERWARDS


def event_for(game: AnyGame, event: Fact, audience: Audience) -> Fact:
    """Return an event with what its audience may not know removed."""
    return (
        game.redact(event, audience) if game.has_private_views and not audience.face_down else event
    )


def body_for(audience: Audience, game: AnyGame, body: Any) -> Any:
    """Return a recorded event's JSON as an audience may know it."""
    if not game.has_private_views or audience.face_down:
        return body
    event = event_for(game, codec.decode_event(json.dumps(body)), audience)
    return json.loads(codec.encode_event(event))


def _own_commands(rows: Sequence[RoundEvent], player_id: int | None) -> set[UUID]:
    causes = {row.cause for row in rows if row.cause}
    if player_id is None or not causes:
        return set()
    return set(
        Receipt.objects.filter(player=player_id, command_id__in=causes).values_list(
            "command_id", flat=True
        )
    )


def round_postings(round_id: int) -> tuple[RoundPosting, ...]:
    """Return what the round moved, in order, with the names under which its players play."""
    ends = [
        f"{side}__{path}"
        for side in ("debit", "credit")
        for path in (
            "kind",
            "wallet__player_id",
            "wallet__player__display_name",
            "colour_chips__player_id",
            "colour_chips__player__display_name",
        )
    ]
    rows = (
        Transfer.objects.filter(entry__reference=f"round:{round_id}")
        .exclude(entry__reference="")  # lets the planner use the partial index
        .order_by("id")
        .values_list("entry__at", "entry__cause", "why", "amount", *ends)
    )
    return tuple(
        RoundPosting(at, cause, why, amount, _end(*given[:5]), _end(*given[5:]))
        for at, cause, why, amount, *given in rows
    )


def _end(
    place: str, player: int | None, name: str | None, coloured: int | None, called: str | None
) -> End:
    player_id = player or coloured
    return End(place, None if player_id is None else parties.party_of(player_id), name or called)
