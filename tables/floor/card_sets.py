"""The cards of a session: signed out of the stock before it, given back and put in order after it.

Services of operators, under the table's lock, for games whose sessions want a sixain of the stock
(`Checked.CARDS`). A card keeper checks a new one and signs for it (MC-BTV-07, MC-EQ-18); after the
session an inspector sees it back into the main depot (MC-EQ-33), and the card keeper counts it and
puts it in order (MC-EQ-34). Each is a `FloorEvent` of the table, and what moves the cards an entry
of their register.
"""

from collections import Counter
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from casino.players.models import Player
from casino.rng.models import Shoe
from tables.floor import stock
from tables.floor.devices import closed
from tables.floor.duties import MAY_SERVE
from tables.games.core.protocol import Checked, Duty, Refused
from tables.models import FloorEvent, Round
from tables.records import floor_events, rulesets
from tables.records.rows import TableRow

_TAKEN, _RETURNED, _COUNTED = "take_cards", "return_cards", "count_cards"
_OPENED: Final = "open"
FACES: Final = 52


def take(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign a new sixain out for the session that is to begin, as card keeper.

    Refuses `not_qualified`, `already_open`, `no_device` where the rules want no cards of the stock,
    `cards_unchecked` while those of the last session are not given back and counted,
    `cards_taken` where some lie there already, and as `stock.allot` does.
    """
    with transaction.atomic(durable=True):
        table, _ = closed(table_id, operator, stock.KEEP, Checked.CARDS)
        last = _last(table_id)
        if last == _TAKEN and not _played(table_id):
            raise Refused("cards_taken")
        if last in (_TAKEN, _RETURNED):
            raise Refused("cards_unchecked")
        _take(table, operator, reason)


def give_back(table_id: int, *, operator: Player, reason: str) -> None:
    """See the cards of a session that is over back into the main depot, as inspector.

    Refuses as `take` does of another table, and `no_cards` where none lie there.
    """
    with transaction.atomic(durable=True):
        table, _ = closed(table_id, operator, MAY_SERVE[Duty.INSPECTOR], Checked.CARDS)
        if _last(table_id) != _TAKEN:
            raise Refused("no_cards")
        _give_back(table, operator, reason)


def count(table_id: int, *, operator: Player, reason: str) -> None:
    """Count the cards that were given back and put them in order, as card keeper.

    What was dealt from them, the session's shoes, must be whole packs: otherwise they are
    withdrawn, to be examined (MC-EQ-39), and what differs is on record. Refuses as `take` does of
    another table, `not_given_back`, and `shoe_hidden` while one of the shoes is not revealed.
    """
    with transaction.atomic(durable=True):
        table, _ = closed(table_id, operator, stock.KEEP, Checked.CARDS)
        if _last(table_id) != _RETURNED:
            raise Refused("not_given_back")
        _count(table, operator, reason)


def to_open(table: TableRow, *, operator: Player, reason: str) -> None:
    """Refuse a session without its cards: `cards_unchecked`, `no_cards`, and as `stock.allot` does.

    Whoever opens a table signs for what is wanting, if he is qualified: as inspector for the cards
    that are given back, as card keeper for the count and for those that are taken. Assumes the
    lock.
    """
    game, rules = rulesets.game_and_rules(table.rules_key)
    if game.needs(rules).checked is not Checked.CARDS:
        return
    last = _last(table.id)
    keeps = operator.has_perm(stock.KEEP)
    if last == _TAKEN and not _played(table.id):
        return
    if last == _TAKEN:
        if not operator.has_perm(MAY_SERVE[Duty.INSPECTOR]):
            raise Refused("cards_unchecked")
        _give_back(table, operator, reason)
        last = _RETURNED
    if last == _RETURNED:
        if not keeps:
            raise Refused("cards_unchecked")
        _count(table, operator, reason)
    if not keeps:
        raise Refused("no_cards")
    _take(table, operator, reason)


def _last(table_id: int) -> str:
    """Return what was done last with a table's cards; empty where nothing was."""
    found = _acts(table_id).first()
    return found.kind if found is not None else ""


def _acts(table_id: int, *kinds: str) -> QuerySet[FloorEvent]:
    wanted = kinds or (_TAKEN, _RETURNED, _COUNTED)
    return FloorEvent.objects.filter(table_id=table_id, kind__in=wanted).order_by("-pk")


def _played(table_id: int) -> bool:
    """Tell whether a session began since the cards were taken."""
    found = _acts(table_id, _TAKEN, _OPENED).first()
    return found is not None and found.kind == _OPENED


def _take(table: TableRow, operator: Player, reason: str) -> None:
    cards = stock.allot(stock.SIXAIN, table, operator=operator, reason=reason)
    _write(table, _TAKEN, operator, cards.serial, reason)


def _give_back(table: TableRow, operator: Player, reason: str) -> None:
    cards = stock.in_service(stock.SIXAIN, table.id)
    stock.lock_up(cards, operator=operator, reason=reason)
    _write(table, _RETURNED, operator, cards.serial, reason)


def _count(table: TableRow, operator: Player, reason: str) -> None:
    taken = _acts(table.id, _TAKEN).first()
    assert taken is not None
    dealt = Round.objects.filter(table_id=table.id, opened_at__gte=taken.at)
    shoes = Shoe.objects.filter(pk__in=dealt.values("shoe_id")).order_by("sequence")
    differing = []
    for shoe in shoes:
        if shoe.order is None:
            raise Refused("shoe_hidden", shoe=shoe.sequence)
        if Counter(bytes(shoe.order)) != Counter(dict.fromkeys(range(FACES), shoe.packs)):
            differing.append(str(shoe.sequence))
    if differing:
        stock.set_aside(stock.SIXAIN, table.id, operator=operator, reason=reason)
    told = f"≠ {', '.join(differing)}" if differing else f"{len(shoes)} ="
    _write(table, _COUNTED, operator, told, reason)


def _write(table: TableRow, kind: str, operator: Player, found: str, reason: str) -> None:
    floor_events.write(table, kind, by=operator.pk, reason=f"{found}: {reason}"[:200])
