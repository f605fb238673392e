"""What a database that was restored from a backup needs before the house opens it.

Since the backup the original has dealt cards, let players sign out and asked providers for
payments, of which the copy knows nothing. Each step is idempotent, and the last one allows the
house to open: one that was interrupted is begun again.
"""

from typing import Final

from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models.functions import Greatest
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from psycopg.sql import SQL, Identifier, Literal

from casino.players.models import Player
from casino.rng import draws, shoes
from casino.rng import models as rng
from casino.rng.withdrawal import Withdrawal
from tables.games.core.protocol import Refused
from tables.history import card_assignments
from tables.incidents import services as incidents
from tables.models import Table
from tables.rounds import delivery
from tables.rows import table_rows
from tables.shoes import requests

GAP: Final = 1_000_000
"""Numbers of rows that are left out: the original has given them to others since the backup."""
REASON: Final = (
    "Base de données rétablie d'une sauvegarde. / The database was restored from a backup."
)


def make_safe(operator: Player) -> list[str]:
    """Take each of these steps; return a line on each."""
    return [
        f"tables: {close_tables(operator)} closed",
        f"chance: {withdraw_promises(operator)} shoes and draws withdrawn or revealed",
        f"sign-ins: {end_sessions()} ended, no recovery code left",
        f"numbers: {skip_numbers()} sequences advanced",
    ]


def close_tables(operator: Player) -> int:
    """Break off the session of every table; return how many were open.

    Stakes of the round in play go back, as in `incidents.break_off_session`. Where the ball or the
    dice fell before the backup the round is settled by it first: the original did the same.
    """
    opened = list(
        Table.objects.exclude(status="closed").order_by("pk").values_list("pk", flat=True)
    )
    for table_id in opened:
        try:
            _break_off(table_id, operator)
        except Refused as refused:
            if refused.code != "already_fallen":
                raise
            _settle_fallen(table_id)
            _break_off(table_id, operator)
    return len(opened)


def _break_off(table_id: int, operator: Player) -> None:
    with transaction.atomic(durable=True):
        incidents.end_session(table_id, operator=operator, reason=REASON, code="restored")


def _settle_fallen(table_id: int) -> None:
    table = Table.objects.get(pk=table_id)
    assert table.draw_id is not None
    assert table.round_id is not None
    draw = rng.Draw.objects.get(pk=table.draw_id)
    assert draw.values is not None
    delivery.deliver_draw_result(table_id, table.round_id, draw.pk, tuple(draw.values))


def withdraw_promises(operator: Player) -> int:
    """Take every shoe and draw off its table and reveal it; return how many were not revealed yet.

    Players may have seen its cards since. What nothing has come of is withdrawn as `restored`.
    Raises `SealBroken` where SHOE_KEY is not the one that sealed them.
    """
    why = Withdrawal("restored", operator.pk)
    for table_id in Table.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic(durable=True):
            requests.give_up_equipment(table_rows.lock(table_id), why)
    live = rng.Shoe.objects.exclude(state=rng.Shoe.State.RETIRED).order_by("created_at")
    found = list(live.values_list("pk", flat=True))
    for shoe_id in found:
        shoes.retire_shoe(shoe_id, why, card_assignments.cards_by_hand)
    hidden = rng.Draw.objects.exclude(state=rng.Draw.State.REVEALED).order_by("created_at")
    fallen = list(hidden.values_list("pk", "request"))
    for draw_id, request in fallen:
        if request is None:
            draws.withdraw_draw(draw_id, why)
        else:
            draws.reveal_draw(draw_id)
    return len(found) + len(fallen)


def end_sessions() -> int:
    """End every login session and what was good once at a sign-in; return how many sessions.

    A session or a recovery code of the copy may have ended or been used since. A phone's codes are
    good again from the next minute on.
    """
    with transaction.atomic():
        ended = Session.objects.count()
        # Its visits go with a session.
        Session.objects.all().delete()
        StaticToken.objects.all().delete()
        for phone in TOTPDevice.objects.all():
            step = (int(timezone.now().timestamp()) - phone.t0) // phone.step + phone.tolerance
            TOTPDevice.objects.filter(pk=phone.pk).update(last_t=Greatest("last_t", step))
    return ended


def skip_numbers() -> int:
    """Advance every sequence that was used by GAP; return how many.

    The original has given the next numbers to rows that are lost, and others know those: a provider
    pays for a cash request's number once, receipts and the public log name rounds and staff.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sequencename, last_value FROM pg_sequences"
            " WHERE schemaname = current_schema() AND last_value IS NOT NULL"
            "   AND sequencename NOT LIKE 'django\\_%%' AND sequencename NOT LIKE 'auth\\_%%'"
        )
        used = cursor.fetchall()
        for name, last in used:
            further = SQL("SELECT setval({}, {})").format(
                Literal(Identifier(name).as_string(None)), Literal(last + GAP)
            )
            cursor.execute(further)
    return len(used)
