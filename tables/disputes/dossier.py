"""The dossier of a round: what the house knows of it, as one JSON text that can be signed.

Frozen when a round is disputed: later rows, and what is swept away, change nothing of it. All that
is in it is a record or follows from one, and never a card that was not dealt. Players stand in it
by their parties, so that a name that is erased later is in no dossier.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.conf import settings

from casino.rng import keys
from casino.rng.core.canonical import canonical_json
from casino.rng.log import tree
from tables.history import round_record, round_report, timeline
from tables.history.round_report import RoundForReader
from tables.models import (
    ChatMessage,
    Dispute,
    FloorEvent,
    Receipt,
    Round,
    Table,
    Ticket,
    TicketEnd,
)
from tables.rows import parties

FORMAT: Final = "sabot-dossier/1"
SIGNED: Final = b"sabot-dossier/1\n"
"""What is signed begins with this, so that it reads as nothing else."""
AROUND: Final = timedelta(minutes=10)
"""How long before a round began and after it ended the floor belongs to its dossier."""
MOST: Final = 500
"""Messages, floor events and receipts of each dossier, the latest of them."""


def build_dossier(
    table_id: int, round_id: int | None, ticket_id: int | None, *, about: int | None, at: datetime
) -> str:
    """Return the dossier of a round, a ticket or a table for the office: canonical JSON, unsigned.

    With neither id it is the table's. It ends at `at`, or ten minutes after the round. `about` is
    the player who disputes the round: their refused commands are in it too.
    """
    table = Table.objects.select_related("rules").get(pk=table_id)
    held: dict[str, Any] = {
        "format": FORMAT,
        "house": settings.LOG_ORIGIN,
        "frozen_at": at.isoformat(),
        "table": {"id": table.pk, "name": table.name, "rules": table.rules_id},
        "round": None,
        "ticket": None if ticket_id is None else _ticket(ticket_id),
    }
    since, until = at - AROUND, at
    reading = None if round_id is None else round_report.reading_for_office(round_id)
    if reading is not None:
        over = reading.round.closed_at or at
        since, until = reading.round.opened_at - AROUND, min(at, over + AROUND)
        held["round"] = _round(reading)
        among = {*timeline.parties_of(reading.rows), *_moved_by(reading)}
        among |= {parties.party_of(about)} if about is not None else set()
        held["receipts"] = _receipts(table_id, sorted(among, key=int), since, until)
    held["floor"] = _floor(table_id, since, until)
    held["chat"] = _chat(table_id, since, until)
    return canonical_json(held).decode()


def hash_of(text: str) -> str:
    """Return the SHA-256 of a dossier, in hex."""
    return sha256(text.encode()).hexdigest()


def dossier_for_player(reading: RoundForReader) -> dict[str, Any]:
    """Return the dossier of a finished round as a player who took part in it may read it."""
    assert reading.party is not None
    shown = _round(reading)
    mine = [
        each
        for each in shown["ledger"]
        if reading.party in (each["debit"]["party"], each["credit"]["party"])
    ]
    round_, over = reading.round, reading.round.closed_at
    assert over is not None
    return {
        "format": FORMAT,
        "house": settings.LOG_ORIGIN,
        "reader": reading.party,
        "table": {"id": round_.table_id, "name": round_.table.name, "rules": round_.rules_id},
        "round": {**shown, "ledger": mine},
        "receipts": _receipts(round_.table_id, [reading.party], round_.opened_at - AROUND, over),
    }


def full_dossier(found: Dispute) -> dict[str, Any]:
    """Return the whole dossier of a dispute: what was frozen, and all that was ruled since."""
    return {
        "format": FORMAT,
        "house": settings.LOG_ORIGIN,
        "reader": "office",
        "frozen": parse_dossier(found.dossier),
        "hash": found.dossier_hash,
        "dispute": {
            "id": found.pk,
            "kind": found.kind,
            "words": found.words,
            "player": None if found.player_id is None else str(found.player_id),
            "filed_by": str(found.filed_by_id),
            "filed_at": found.filed_at.isoformat(),
            "follows": found.follows_id,
            "state": found.state,
            "taken_by": None if found.taken_by_id is None else str(found.taken_by_id),
            "taken_at": found.taken_at.isoformat() if found.taken_at else None,
            "decided_at": found.decided_at.isoformat() if found.decided_at else None,
            "ruling": found.ruling_id,
            "seconded_by": None if found.seconded_by_id is None else str(found.seconded_by_id),
        },
        "rulings": [
            {
                "id": each.pk,
                "upheld": each.upheld,
                "reason": each.reason,
                "by": str(each.by_id),
                "at": each.at.isoformat(),
                "corrections": [
                    {"party": str(one.player_id), "amount": one.amount}
                    for one in each.corrections.order_by("pk")
                ],
            }
            for each in found.rulings.order_by("pk")
        ],
    }


def is_unchanged(found: Dispute) -> bool:
    """Tell whether a dossier has its recorded hash, and agrees with the round's rows of today."""
    if hash_of(found.dossier) != found.dossier_hash:
        return False
    then = parse_dossier(found.dossier)["round"]
    if then is None:
        return True
    reading = round_report.reading_for_office(then["id"])
    assert reading is not None
    # What a round in play goes on to do, and a jackpot that is paid later, come after.
    rows = [(each.seq, each.at.isoformat()) for each in reading.rows]
    moved = [_posting(each) for each in reading.postings]
    recorded = [(each["seq"], each["at"]) for each in then["events"]]
    if rows[: len(recorded)] != recorded or moved[: len(then["ledger"])] != then["ledger"]:
        return False
    if then["status"] == Round.Status.RUNNING:
        return True
    events: list[Any] = then["events"]
    return events == [_event(reading, row) for row in reading.rows[: len(recorded)]]


def sign_dossier(dossier: Mapping[str, Any]) -> dict[str, Any]:
    """Return a dossier with the signature of the house's receipts key that is in force."""
    key = tree.public_key("receipts")
    signature = keys.key("receipts", key).sign(SIGNED + canonical_json(dossier))
    return {"dossier": dossier, "key": key, "signature": signature.hex()}


def _round(reading: RoundForReader) -> dict[str, Any]:
    round_ = reading.round
    return {
        "id": round_.pk,
        "number": round_.number,
        "game": reading.game.key,
        "book": round_.rules.book,
        "options": dict(round_.rules.options),
        "status": round_.status,
        "opened_at": round_.opened_at.isoformat(),
        "closed_at": round_.closed_at.isoformat() if round_.closed_at else None,
        "result": round_.result if round_.status != Round.Status.RUNNING else "",
        "currency": round_.table.currency,
        "events": [_event(reading, row) for row in reading.rows],
        "ledger": [_posting(each) for each in reading.postings],
        "clauses": [
            {"id": each.id, "article": each.article, "fr": each.fr, "en": each.en}
            for each in round_report.applied_clauses(reading, list(reading.steps()))
        ],
        "commitments": _commitments(round_),
    }


def _event(reading: RoundForReader, row: Any) -> dict[str, Any]:
    body = round_record.body_for(reading.audience, reading.game, row.body)
    return {
        "seq": row.seq,
        "at": row.at.isoformat(),
        "cause": str(row.cause) if row.cause else None,
        "body": body,
    }


def _posting(each: round_record.RoundPosting) -> dict[str, Any]:
    return {
        "at": each.at.isoformat(),
        "cause": each.cause,
        "why": each.why,
        "amount": each.amount,
        "debit": {"place": each.debit.place, "party": each.debit.party},
        "credit": {"place": each.credit.place, "party": each.credit.party},
    }


def _commitments(round_: Round) -> dict[str, Any]:
    """Return what the house had promised before the stakes; the seeds are in bundles, later."""
    shoe, draw = round_.shoe, round_.draw
    return {
        "shoe": None
        if shoe is None
        else {
            "id": str(shoe.pk),
            "sequence": shoe.sequence,
            "commitment": shoe.commitment,
            "root": shoe.root,
            "first_card": round_.first_card,
        },
        "draw": None
        if draw is None
        else {"id": str(draw.pk), "sequence": draw.sequence, "commitment": draw.commitment},
    }


def _moved_by(reading: RoundForReader) -> set[str]:
    ends = [end for each in reading.postings for end in (each.debit, each.credit)]
    return {end.party for end in ends if end.party is not None}


def _receipts(
    table_id: int, among: Sequence[str], since: datetime, until: datetime
) -> list[dict[str, Any]]:
    """Return what some players were answered at a table, refusals too, oldest first."""
    found = Receipt.objects.filter(
        player_id__in=[int(each) for each in among],
        table_id=table_id,
        at__gte=since,
        at__lte=until,
    ).order_by("-pk")[:MOST]
    return [
        {
            "party": str(each.player_id),
            "command": str(each.command_id),
            "seq": each.seq,
            "code": each.code,
            "detail": each.detail,
            "at": each.at.isoformat(),
        }
        for each in reversed(found)
    ]


def _floor(table_id: int, since: datetime, until: datetime) -> list[dict[str, Any]]:
    """Return what people and operators did beside the game, oldest first."""
    found = FloorEvent.objects.filter(table_id=table_id, at__gte=since, at__lte=until)
    return [
        {
            "seq": each.seq,
            "kind": each.kind,
            "box": each.box,
            "by": None if each.by_id is None else str(each.by_id),
            "reason": each.reason,
            "at": each.at.isoformat(),
        }
        for each in reversed(found.order_by("-pk")[:MOST])
    ]


def _chat(table_id: int, since: datetime, until: datetime) -> list[dict[str, Any]]:
    found = ChatMessage.objects.filter(table_id=table_id, at__gte=since, at__lte=until)
    return [
        {
            "party": str(each.player_id),
            "signal": each.signal,
            "text": each.text,
            "at": each.at.isoformat(),
        }
        for each in reversed(found.order_by("-at")[:MOST])
    ]


def _ticket(ticket_id: int) -> dict[str, Any]:
    """Return what the register holds of a ticket, without its code, which is in no row."""
    ticket = Ticket.objects.get(pk=ticket_id)
    ends = TicketEnd.objects.filter(ticket=ticket).order_by("pk")
    return {
        "id": ticket.pk,
        "party": str(ticket.player_id),
        "amount": ticket.amount,
        "bound": ticket.bound,
        "issued_at": ticket.issued_at.isoformat(),
        "expires_at": ticket.expires_at.isoformat(),
        "ends": [
            {
                "how": each.how,
                "party": None if each.player_id is None else str(each.player_id),
                "at": each.at.isoformat(),
            }
            for each in ends
        ],
    }


def parse_dossier(text: str) -> dict[str, Any]:
    """Return a frozen dossier as the values that it was made of."""
    found: dict[str, Any] = json.loads(text)
    return found
