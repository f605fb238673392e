"""Holds the meters that games keep of their tables against the ledger. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import connection, transaction

from casino.ledger.models import Account
from tables.funds import accounts, hand_pays, tickets
from tables.games import GAMES
from tables.games.core.money import Place
from tables.games.core.protocol import AnyGame, Game
from tables.models import Table
from tables.projections import live_round
from tables.rows import table_rows


@dataclass(frozen=True, slots=True)
class MeterDifference:
    """A meter that differs from the ledger. Amounts are minor units."""

    table_id: int | None
    """`None` for the registers of the whole house."""
    meter: str
    told: int
    """By the meter."""
    moved: int
    """By the ledger."""


_MOVED: Final = """
SELECT debit_id, credit_id, why, sum(amount)
  FROM (SELECT id, debit_id, credit_id, why, amount FROM ledger_transfer
         WHERE debit_id = ANY(%(own)s)
         UNION
        SELECT id, debit_id, credit_id, why, amount FROM ledger_transfer
         WHERE credit_id = ANY(%(own)s)) AS moved
 GROUP BY debit_id, credit_id, why"""


_AT_ONE_MOMENT: Final = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"


def audit_meters() -> tuple[int, list[MeterDifference]]:
    """Return how many tables have meters, and what differs at them and in the house."""
    metered = [key for key, game in GAMES.items() if _keeps_meters(game)]
    tables = Table.objects.filter(rules__game__in=metered).order_by("pk")
    ids = list(tables.values_list("pk", flat=True))
    found = [each for table_id in ids for each in meter_differences(table_id)]
    return len(ids), [*found, *_of_registers(set(tables.values_list("currency", flat=True)))]


def _of_registers(currencies: Iterable[str]) -> list[MeterDifference]:
    """Return where the registers of tickets and hand-pays differ from the ledger's debt."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_AT_ONE_MOMENT)
        found = []
        for currency in sorted(currencies):
            good, orphans = tickets.unpaid_sum(currency)
            for code, owed in (
                (accounts.tickets_account_code(currency), good),
                (accounts.orphans_account_code(currency), orphans),
                (accounts.payments_account_code(currency), hand_pays.unissued_sum(currency)),
            ):
                account = Account.objects.filter(code=code).first()
                found.append(MeterDifference(None, code, owed, account.balance if account else 0))
    return [each for each in found if each.told != each.moved]


def _keeps_meters(game: AnyGame) -> bool:
    return type(game).meter_totals is not Game.meter_totals


def meter_differences(table_id: int) -> list[MeterDifference]:
    """Return the meters of a table that differ from the ledger; read in one snapshot, no lock."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_AT_ONE_MOMENT)
        table, around = table_rows.read_snapshot(table_id)
        round_ = live_round.load(table, around)
        layout, float_ = table.layout_account, table.float_account
        places = {layout: Place.LAYOUT, float_: Place.FLOAT}
        if box := accounts.place_account(table_id, Place.NOTE_BOX):
            places[box.pk] = Place.NOTE_BOX
        cursor.execute(_MOVED, {"own": [*places]})
        currency = table.currency
        for code, place in (
            (accounts.tickets_account_code(currency), Place.TICKETS),
            (accounts.payments_account_code(currency), Place.PAYMENTS),
        ):
            if outstanding := Account.objects.filter(code=code).first():
                places[outstanding.pk] = place
        moved: dict[tuple[Place, Place, str], int] = {}
        lies = 0
        for debit, credit, why, amount in cursor.fetchall():
            # Whatever is neither is a wallet, or the house's own; a reason tells them apart.
            way = places.get(debit, Place.WALLET), places.get(credit, Place.WALLET), why
            moved[way] = moved.get(way, 0) + int(amount)
            lies += int(amount) * ((credit == layout) - (debit == layout))
    found = [MeterDifference(table_id, "credit", round_.game.on_layout(round_.state), lies)]
    for each in round_.game.meter_totals(round_.state):
        counted = sum(moved.get(way, 0) for way in each.move_kinds)
        found.append(MeterDifference(table_id, each.name, each.amount, counted))
    return [each for each in found if each.told != each.moved]
