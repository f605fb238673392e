"""Finds rounds by what somebody has in hand: a table and a number, a day, a name, chips, a card.

Each word narrows the search. Rounds and transfers are numbered as they come, so the days that are
asked for are a span of numbers, found by halving; only within it are amounts and cards looked for.
Reads only.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from casino.database.ids_by_time import ids_between
from casino.players.days import start_of_day
from casino.players.models import Player, Wallet
from tables.history import own_rounds
from tables.models import Table

USUAL: Final = timedelta(days=7)
"""How far back amounts are looked for, where no day is named."""
SPANNED: Final = 200_000
"""Transfers that are looked through for an amount, the newest."""
DEALT: Final = 3_000
"""Rounds that are looked through for a card, the newest."""
FOUND: Final = 500
"""Rounds of a player, or with an amount or a card, that are found at the most."""

SUITS: Final = {
    **dict.fromkeys("c♣", "c"),
    **dict.fromkeys("d♦", "d"),
    **dict.fromkeys("h♥", "h"),
    **dict.fromkeys("s♠", "s"),
}
_CARD: Final = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠])", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"\d+[.,]\d\d")
_THOUSANDS: Final = re.compile(
    r"(?<=\d)[ \u00a0\u202f.,](?=\d{3}(?:[ \u00a0\u202f.,]\d{3})*[.,]\d\d(?!\d))"
)
"""What stands between the thousands of an amount: `1 234,50`, `1,234.50`."""
_DAYS: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?")
_TIME: Final = re.compile(r"(\d\d?):(\d\d)")
_OF_TABLE: Final = re.compile(r"(\d{1,9})#(\d{1,18})")
_NUMBER: Final = re.compile(r"#?(\d{1,18})")


@dataclass(frozen=True, slots=True)
class RoundQuery:
    """What rounds are looked for."""

    name: str = ""
    """Of a table, or a part of it; or of a player, whole."""
    number: int | None = None
    table: int | None = None
    days: tuple[date, date] | None = None
    at: time | None = None
    """The minute in which they opened."""
    amount: int | None = None
    """Staked, paid or given back as one transfer, minor units."""
    card: str = ""
    words: tuple[str, ...] = field(default=(), repr=False)


def parse_query(term: str) -> RoundQuery | None:
    """Return what a search asks for; None where it says nothing, or a day that there is not."""
    text = _THOUSANDS.sub("", term.strip())
    query = RoundQuery()
    try:
        for word in text.split():
            query = _with(query, word)
    except ValueError:
        return None
    if query == RoundQuery():
        return None
    return replace(query, name=" ".join(query.words))


def _with(query: RoundQuery, word: str) -> RoundQuery:
    if found := _DAYS.fullmatch(word):
        first = date.fromisoformat(found[1])
        return replace(query, days=(first, date.fromisoformat(found[2]) if found[2] else first))
    if found := _TIME.fullmatch(word):
        return replace(query, at=time(int(found[1]), int(found[2])))
    if _AMOUNT.fullmatch(word):
        return replace(query, amount=int(re.sub("[.,]", "", word)))
    if found := _CARD.fullmatch(word):
        rank = "T" if found[1] == "10" else found[1].upper()
        return replace(query, card=rank + SUITS[found[2].lower()])
    if found := _OF_TABLE.fullmatch(word):
        return replace(query, table=int(found[1]), number=int(found[2]))
    if found := _NUMBER.fullmatch(word):
        return replace(query, number=int(found[1]))
    return replace(query, words=(*query.words, word))


def query_condition(query: RoundQuery) -> Q:
    """Return the condition that the rounds meet which are asked for."""
    span = _span(query)
    found = Q()
    if span is not None:
        low, high = ids_between("tables_round", "opened_at", *span)
        found &= Q(pk__gt=low, pk__lte=high, opened_at__gte=span[0], opened_at__lt=span[1])
    tables = list(Table.objects.filter(name__icontains=query.name).values_list("pk", flat=True))
    if query.number is not None:
        found &= _numbered(query, tables)
    elif query.name:
        found &= Q(table__in=tables) | Q(pk__in=_of_player(query.name, span))
    if query.amount is not None and span is not None:
        found &= Q(pk__in=_with_amount(query.amount, span))
    if query.card and span is not None:
        # What lies face down in a round in play is nobody's to look for.
        found &= ~Q(status="running") & Q(pk__in=_with_card(query.card, span))
    return found


def _numbered(query: RoundQuery, tables: Sequence[int]) -> Q:
    if query.table is not None:
        return Q(table=query.table, number=query.number)
    numbered = Q(table__in=tables, number=query.number)
    return numbered if query.name else numbered | Q(pk=query.number)


def _span(query: RoundQuery) -> tuple[datetime, datetime] | None:
    """Return from when until when rounds opened that are looked for; None for ever."""
    days = query.days
    if days is None:
        if query.at is None and query.amount is None and not query.card:
            return None
        today = timezone.localdate()
        days = (today, today) if query.at is not None else (today - USUAL, today)
    if query.at is not None:
        began = datetime.combine(days[0], query.at, timezone.get_current_timezone())
        return began, began + timedelta(minutes=1)
    return start_of_day(days[0]), start_of_day(days[1] + timedelta(days=1))


def _of_player(name: str, span: tuple[datetime, datetime] | None) -> list[int]:
    """Return the last rounds of the player of this name, or of this shown name."""
    players = Player.objects.filter(Q(username__iexact=name) | Q(display_name=name))
    wallets = Wallet.objects.filter(player__in=players.values("pk")[:10])
    wanted = own_rounds.RoundFilter(since=span[0], until=span[1]) if span else own_rounds.ALL
    return [
        each.id
        for account in wallets.values_list("account_id", flat=True)
        for each in own_rounds.own_rounds(account, FOUND, None, wanted)[0]
    ]


_ENTERED: Final = (
    "(SELECT entry.at FROM ledger_journalentry AS entry WHERE entry.id = ledger_transfer.entry_id)"
)


_AMOUNTS: Final = """
SELECT DISTINCT substr(entry.reference, 7)::bigint
  FROM (SELECT entry_id, amount FROM ledger_transfer
         WHERE id > %(low)s AND id <= %(high)s ORDER BY id DESC LIMIT %(spanned)s) AS moved
  JOIN ledger_journalentry AS entry ON entry.id = moved.entry_id
 WHERE moved.amount = %(amount)s AND entry.reference LIKE 'round:%%'
 ORDER BY 1 DESC LIMIT %(found)s"""


def _with_amount(amount: int, span: tuple[datetime, datetime]) -> list[int]:
    low, high = ids_between("ledger_transfer", _ENTERED, *span)
    parameters = {"low": low, "high": high, "amount": amount, "spanned": SPANNED, "found": FOUND}
    return _ids(_AMOUNTS, parameters)


_CARDS: Final = """
SELECT DISTINCT event.round_id
  FROM (SELECT id FROM tables_round WHERE id > %(low)s AND id <= %(high)s
         ORDER BY id DESC LIMIT %(dealt)s) AS round
  JOIN tables_roundevent AS event ON event.round_id = round.id
 WHERE event.body ->> 'card' = %(card)s OR event.body -> 'cards' ? %(card)s
 ORDER BY 1 DESC LIMIT %(found)s"""


def _with_card(card: str, span: tuple[datetime, datetime]) -> list[int]:
    low, high = ids_between("tables_round", "opened_at", *span)
    return _ids(_CARDS, {"low": low, "high": high, "card": card, "dealt": DEALT, "found": FOUND})


def _ids(statement: str, parameters: Mapping[str, int | str]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return [int(found) for (found,) in cursor.fetchall()]
