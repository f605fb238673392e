"""Reads of what the floor records: the lobby's list, rule sets, and rounds with their money.

For those who ask over REST or in the office. Never selects a shoe's sealed columns.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from datetime import datetime
from functools import cache, reduce
from typing import Any, Final, get_args, get_type_hints
from uuid import UUID

from django.db import connection
from django.db.models import Count, F, Q, QuerySet

from casino.ledger.models import Transfer
from tables.games import GAMES
from tables.games.core.money import Amount, Party
from tables.games.core.options import Choice
from tables.games.core.protocol import AnyGame, Book
from tables.games.core.texts import Clause
from tables.live import wire
from tables.models import Receipt, Round, RoundEvent, RuleSet, Table
from tables.reading.telling import Teller, told_result
from tables.records import parties, rounds, rulesets
from tables.rules import options, returns
from tables.rules.books import book_of


@dataclass(frozen=True, slots=True)
class Title:
    fr: str
    en: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as the lobby lists it."""

    id: int
    name: str
    game: str
    rules: str
    rules_title: Title
    status: str
    currency: str
    boxes: int
    seated: int
    """Boxes that somebody holds."""
    minimum: int | None
    """Minor units; None where the house sets no bound."""
    maximum: int | None
    round: int
    """The number of the current or last round; 0 before the first."""
    practice: bool
    """Basic strategy's advice is shown at it."""
    pots: Mapping[str, Title]
    """What the pots of its game's jackpots are called."""


def tables() -> list[TableShown]:
    """Return every table in one query, by name."""
    return [_shown(table) for table in _tables().order_by("name")]


def table(table_id: int) -> TableShown | None:
    """Return one table; None when there is none with this id."""
    found = _tables().filter(pk=table_id).first()
    return None if found is None else _shown(found)


def _tables() -> QuerySet[Table]:
    return (
        Table.objects.select_related("rules")
        .annotate(
            box_count=Count("boxes"),
            seated=Count("boxes", filter=Q(boxes__player__isnull=False)),
            round_number=F("round__number"),
        )
        .only("name", "status", "currency", "rules", "practice")
    )


def _shown(table: Any) -> TableShown:
    minimum, maximum = bounds(table.rules)
    return TableShown(
        id=table.pk,
        name=table.name,
        game=table.rules.game,
        rules=table.rules.key,
        rules_title=title(book_of(table.rules)),
        status=table.status,
        currency=table.currency,
        boxes=table.box_count,
        seated=table.seated,
        minimum=minimum,
        maximum=maximum,
        round=table.round_number or 0,
        practice=table.practice,
        pots={pot: Title(*said) for pot, said in GAMES[table.rules.game].wording.pots.items()},
    )


@dataclass(frozen=True, slots=True)
class OptionShown:
    """A house option of a rule set."""

    name: str
    title: Title
    hint: Title
    value: Any
    shown: Title
    """The value in words."""
    default: Any
    allowed: Any
    """JSON Schema of the values that may be chosen."""
    clause: str
    kind: str


@dataclass(frozen=True, slots=True)
class RuleSetShown:
    key: str
    game: str
    book: str
    title: Title
    amends: str | None
    options: tuple[OptionShown, ...]
    clauses: tuple[Clause, ...]
    house_edge: Any
    """What the bets cost, as `returns.shown` tells it; None where nothing was computed."""


def title(book: Book[Any]) -> Title:
    """Return the book's title in both languages."""
    return Title(book.title_fr, book.title_en)


def bounds(rule_set: RuleSet) -> tuple[int | None, int | None]:
    """Return the least and the most main stake, in minor units; None where there is no bound."""
    return GAMES[rule_set.game].bounds(rule_set.rules())


def with_edges() -> QuerySet[RuleSet]:
    """Return the rule sets, each with what `returns` keeps of it."""
    return RuleSet.objects.select_related("theoretical_return")


def rule_set_shown(rule_set: RuleSet) -> RuleSetShown:
    """Return a rule set with every option's value in force and every clause of its book.

    Its edges cost no query when the rule set was read `with_edges`.
    """
    book = book_of(rule_set)
    return RuleSetShown(
        key=rule_set.key,
        game=rule_set.game,
        book=rule_set.book,
        title=title(book),
        amends=rule_set.amends_id,
        options=tuple(
            _option(name, choice, rule_set.options) for name, choice in book.choices.items()
        ),
        clauses=book.clauses,
        house_edge=_house_edge(rule_set),
    )


def _house_edge(rule_set: RuleSet) -> Any:
    try:
        kept = rule_set.theoretical_return.found
    except RuleSet.theoretical_return.RelatedObjectDoesNotExist:
        kept = None
    return returns.shown(rule_set, kept)


def _option(name: str, choice: Choice, chosen: Mapping[str, Any]) -> OptionShown:
    value = chosen.get(name, choice.default)
    return OptionShown(
        name=name,
        title=Title(*choice.topic.label),
        hint=Title(*choice.topic.hint),
        value=value,
        shown=Title(*options.shown(choice.form, value)),
        default=choice.default,
        allowed=options.schema(choice),
        clause=choice.clause,
        kind=choice.kind,
    )


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

    What an engine keeps face down stays so, even after the round. Who staked what is shown only
    to those who took part, with chips or by a command; what was dealt and fell, to everybody.
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
    moved = postings(round_id)
    if not own and (asked_by is None or not _is_among(parties.of(asked_by), moved)):
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
            face_up(game, row.body),
        )
        for row in rows
    )
    return RoundShown(*values, events=events, postings=moved)


def _is_among(party: Party, moved: tuple[RoundPosting, ...]) -> bool:
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


def face_up(game: AnyGame, body: Any) -> Any:
    """Return a recorded event as everybody may see it: what lies face down is covered."""
    if not game.private:
        return body
    seen = game.seen(wire.decode_event(json.dumps(body)))
    return json.loads(wire.encode_event(seen))


def _own_commands(rows: Sequence[RoundEvent], player_id: int | None) -> set[UUID]:
    causes = {row.cause for row in rows if row.cause}
    if player_id is None or not causes:
        return set()
    return set(
        Receipt.objects.filter(player=player_id, command_id__in=causes).values_list(
            "command_id", flat=True
        )
    )


def postings(round_id: int) -> tuple[RoundPosting, ...]:
    """Return what the round moved, in order, with the names under which its players play."""
    ends = [
        f"{side}__{path}"
        for side in ("debit", "credit")
        for path in (
            "kind",
            "wallet__player_id",
            "wallet__player__display_name",
        )
    ]
    rows = (
        Transfer.objects.filter(entry__reference=f"round:{round_id}")
        .exclude(entry__reference="")  # lets the planner use the partial index
        .order_by("id")
        .values_list("entry__at", "entry__cause", "why", "amount", *ends)
    )
    return tuple(
        RoundPosting(at, cause, why, amount, _end(*given[:3]), _end(*given[3:]))
        for at, cause, why, amount, *given in rows
    )


def _end(place: str, player_id: int | None, name: str | None) -> End:
    return End(place, None if player_id is None else parties.of(player_id), name)


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round that a wallet took part in."""

    id: int
    table: int
    table_name: str
    number: int
    rules: str
    status: str
    opened_at: datetime
    closed_at: datetime | None
    result: str
    currency: str
    net: int
    """Minor units that the wallet gained; negative when it lost."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """Cards of a round, with whose they were."""

    who: str
    cards: tuple[str, ...]
    """As a person reads them: `R♥`, or `K♥` in English."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished round in words."""

    game: str
    result: str
    hands: tuple[PlayedHand, ...]


def played(own: Sequence[OwnRound], player_id: int, *, french: bool) -> dict[int, Played]:
    """Tell each of a player's rounds in one language, a running one without result and cards."""
    over = [each for each in own if each.status != "running"]
    recorded = rounds.events_of([each.id for each in over])
    party, teller = parties.of(player_id), Teller(french, {})
    found = {}
    for each in own:
        game, _ = rulesets.game_and_rules(each.rules)
        result, hands = "", tuple[PlayedHand, ...]()
        if events := recorded.get(each.id):
            result = teller.choose(told_result(game.key, each.result))
            state = reduce(game.evolve, events, None)
            hands = tuple(
                PlayedHand(teller.choose(laid.who), tuple(map(teller.card, laid.cards)))
                for laid in game.wording.laid(state, party)
            )
        found[each.id] = Played(teller.choose(game.wording.name), result, hands)
    return found


@dataclass(frozen=True, slots=True)
class RoundName:
    """What a player calls a round."""

    id: int
    table_name: str
    number: int


def round_names(references: Iterable[str]) -> dict[str, RoundName]:
    """Return the rounds that journal entries refer to (`round:12`), by reference."""
    ids = {int(each.removeprefix("round:")) for each in references if each.startswith("round:")}
    rows = Round.objects.filter(pk__in=ids).values_list("pk", "table__name", "number")
    return {f"round:{row[0]}": RoundName(*row) for row in rows}


SCANNED_PER_ROUND: Final = 12
"""Transfers looked at for each round of a page: an ordinary round has fewer for one player."""

# A round stands where its newest transfer of the wallet stands, so it is on one page only: older
# transfers of a round that an earlier page showed are skipped. The scan has a fixed length, so a
# page costs the same for every player, and may be short.
_OWN_ROUNDS: Final = """
WITH scanned AS (
    (SELECT id, entry_id FROM ledger_transfer
      WHERE debit_id = %(account)s AND (%(before)s::bigint IS NULL OR id < %(before)s)
      ORDER BY id DESC LIMIT %(scan)s)
    UNION ALL
    (SELECT id, entry_id FROM ledger_transfer
      WHERE credit_id = %(account)s AND (%(before)s::bigint IS NULL OR id < %(before)s)
      ORDER BY id DESC LIMIT %(scan)s)
    ORDER BY id DESC LIMIT %(scan)s
), newest AS (
    SELECT entry.reference, max(scanned.id) AS id
      FROM scanned JOIN ledger_journalentry AS entry ON entry.id = scanned.entry_id
     WHERE entry.reference LIKE 'round:%%'
     GROUP BY entry.reference
), page AS (
    SELECT newest.reference, newest.id,
           sum(CASE side.credit_id WHEN %(account)s THEN side.amount ELSE -side.amount END) AS net
      FROM newest
      JOIN ledger_journalentry AS entry
        ON entry.reference = newest.reference AND entry.reference <> ''
      JOIN ledger_transfer AS side
        ON side.entry_id = entry.id AND %(account)s IN (side.debit_id, side.credit_id)
     GROUP BY newest.reference, newest.id
    HAVING max(side.id) = newest.id
     ORDER BY newest.id DESC LIMIT %(limit)s
)
SELECT page.id, (SELECT min(id) FROM scanned), (SELECT count(*) FROM scanned),
       round.id, gaming.id, gaming.name, round.number, round.rules_id, round.status,
       round.opened_at, round.closed_at, round.result, gaming.currency, page.net::bigint
  FROM (SELECT 1) AS always
  LEFT JOIN page ON true
  LEFT JOIN tables_round AS round ON round.id = substr(page.reference, 7)::bigint
  LEFT JOIN tables_table AS gaming ON gaming.id = round.table_id
 ORDER BY page.id DESC"""


def own_rounds(
    account_id: int, limit: int, before: int | None
) -> tuple[list[OwnRound], int | None]:
    """Return rounds that moved this wallet's money, newest first, and the cursor of the next page.

    The cursor is None at the end. One statement, whatever the wallet's past.
    """
    scan = SCANNED_PER_ROUND * limit
    with connection.cursor() as cursor:
        cursor.execute(
            _OWN_ROUNDS, {"account": account_id, "before": before, "scan": scan, "limit": limit}
        )
        rows = cursor.fetchall()
    shown = [(row[0], OwnRound(*row[3:])) for row in rows if row[3] is not None]
    _, oldest, scanned, *_ = rows[0]
    if len(shown) == limit:
        return [each for _, each in shown], shown[-1][0]
    return [each for _, each in shown], oldest if scanned == scan else None
