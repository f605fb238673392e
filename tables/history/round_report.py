"""One round as its reader sees it: timed sentences, ledger lines, and the clauses applied.

Those who took part read it whole. Anybody with its shared address (`round_by_shared_address`, ADR
0030) reads what a visitor at the table could see then: cards, stakes and results, the players by
numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.core.signing import BadSignature, Signer

from casino.players.models import Player
from casino.players.names import translated_neutral_name
from tables.games.core.money import Party
from tables.games.core.protocol import EVERYBODY, AnyGame, Audience, Fact
from tables.games.core.texts import Clause
from tables.games.core.words import Words
from tables.history import carried_stakes, round_record, timeline
from tables.history.carried_stakes import CarriedReturn
from tables.history.narration import Narrator, move_reason, result_text
from tables.models import Round, RoundEvent
from tables.rows import parties, rule_sets
from tables.rules.queries import Title

_SHARED: Final = Signer(salt="tables.round")
SHOWN_AT_THE_TABLE: Final = 20
"""How many of its last rounds a table shows to everybody who comes (`FloorShown.recent`)."""
_PLAYER: Final = Words("Joueur {chosen}", "Player {chosen}")


@dataclass(frozen=True, slots=True)
class RoundForReader:
    """A round as one audience may read it: a player, the office, or the public."""

    round: Round
    game: AnyGame
    rules: Any
    rows: tuple[RoundEvent, ...]
    postings: tuple[round_record.RoundPosting, ...]
    """All that it moved; nothing for a stranger."""
    party: Party | None
    """Who reads, where he took part; else None."""
    disguised: Mapping[Party, Party]
    """For a stranger: the number that stands for each player."""
    audience: Audience
    """The audience for which its events are redacted."""

    def steps(self) -> Iterator[timeline.Step]:
        """Yield the round's steps; `seen` hides from this reader what lies face down."""
        clocked = not self.round.table.practice
        return timeline.steps(self.game, self.rules, self.rows, self.disguised, clocked=clocked)

    def seen(self, event: Fact) -> Fact:
        """Return an event as this reader may know it."""
        return round_record.event_for(self.game, event, self.audience)

    def names(self, *, french: bool) -> dict[Party, str]:
        """Return the names under which the players of the round play."""
        if self.disguised:
            of = self.disguised.values()
            return {each: _PLAYER.with_choice(each)[0 if french else 1] for each in of}
        ids = [int(each) for each in timeline.parties_of(self.rows)]
        named = Player.objects.filter(pk__in=ids).only("username", "display_name")
        return {
            parties.party_of(each.pk): translated_neutral_name(each.shown_name, french=french)
            for each in named
        }


def shared_address(round_id: int) -> str:
    """Return the signed text of a round's shared address; it cannot be forged."""
    return _SHARED.sign(str(round_id))


def round_by_shared_address(text: str) -> int | None:
    """Return the round of a shared address's signed text; None when the signature is wrong."""
    try:
        return int(_SHARED.unsign(text))
    except (BadSignature, ValueError):
        return None


def reading_for_player(round_id: int, player_id: int) -> RoundForReader | None:
    """Return a round for a player who took part in it; None for anybody else."""
    round_ = _found(round_id)
    if round_ is None:
        return None
    rows, moved = timeline.recorded_events(round_id), round_record.round_postings(round_id)
    if not round_record.took_part(rows, moved, player_id):
        return None
    game, rules = rule_sets.game_and_rules(round_.rules_id)
    party = parties.party_of(player_id)
    return RoundForReader(round_, game, rules, tuple(rows), moved, party, {}, Audience(party))


def reading_for_office(round_id: int) -> RoundForReader | None:
    """Return a round as the office reads it; None where there is none with this id."""
    round_ = _found(round_id)
    if round_ is None:
        return None
    game, rules = rule_sets.game_and_rules(round_.rules_id)
    rows, moved = timeline.recorded_events(round_id), round_record.round_postings(round_id)
    audience = round_record.office_audience(round_.status)
    return RoundForReader(round_, game, rules, tuple(rows), moved, None, {}, audience)


def reading_for_public(round_id: int) -> RoundForReader | None:
    """Return a finished round as visitors see it, players as numbers; None while it is in play.

    And where there is none with this id.
    """
    round_ = _found(round_id)
    if round_ is None or round_.status == Round.Status.RUNNING:
        return None
    rows = timeline.recorded_events(round_id)
    numbers = enumerate(timeline.parties_of(rows), 1)
    disguised = {party: Party(str(number)) for number, party in numbers}
    game, rules = rule_sets.game_and_rules(round_.rules_id)
    return RoundForReader(round_, game, rules, tuple(rows), (), None, disguised, EVERYBODY)


def _found(round_id: int) -> Round | None:
    """Return the round with its table and what its chance came from, but nothing sealed."""
    wanted = Round.objects.select_related("table", "rules", "shoe", "draw")
    return (
        wanted.only(
            "table__name",
            "table__currency",
            "table__practice",
            "table__round",
            "number",
            "rules__game",
            "rules__book",
            "shoe__sequence",
            "shoe__commitment",
            "shoe__size",
            "shoe__position",
            "shoe__stop_at",
            "shoe__root",
            "shoe__cut",
            "shoe__cut_by",
            "draw__sequence",
            "draw__commitment",
            "first_card",
            "status",
            "opened_at",
            "closed_at",
            "result",
        )
        .filter(pk=round_id)
        .first()
    )


def reading_by_number(table_id: int, number: int) -> tuple[int, bool] | None:
    """Return a round of a table by its number, and whether the table still shows its result."""
    found = (
        Round.objects.filter(table=table_id, number=number)
        .values_list("pk", "table__round__number", "status")
        .first()
    )
    if found is None:
        return None
    round_id, newest, status = found
    shown = number > newest - SHOWN_AT_THE_TABLE and status != Round.Status.RUNNING
    return round_id, shown


@dataclass(frozen=True, slots=True)
class StepSentences:
    """A step of a round in sentences."""

    at: datetime
    sentences: tuple[str, ...]
    waited: timedelta | None
    """How long its clock had run, where a player was waited for."""
    of: timedelta | None


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line of the reader's own ledger."""

    at: datetime
    why: str
    amount: int
    """Minor units; negative when he gave them."""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """A round as its page shows it."""

    id: int
    table: int
    table_name: str
    number: int
    game: str
    book: Title
    clauses: tuple[tuple[Clause, str], ...]
    """What its events name, each with its words."""
    status: str
    opened_at: datetime
    closed_at: datetime | None
    result: str
    currency: str
    steps: tuple[StepSentences, ...]
    lines: tuple[LedgerLine, ...]
    net: int | None
    """Minor units that the reader gained; None for a stranger."""
    earlier: tuple[CarriedReturn, ...]
    """What of that came back for his stakes of earlier rounds."""
    later: tuple[CarriedReturn, ...]
    """What later rounds gave him back for his stakes of this one."""
    shoe: UUID | None
    draw: UUID | None
    commitment: str
    """Of the shoe or the draw, lower-case hex."""
    practice: bool
    """It was played for practice chips."""


def round_report(reading: RoundForReader, *, french: bool) -> RoundReport:
    """Return the report of a round in one language, as its reader may know it."""
    round_, game = reading.round, reading.game
    teller = Narrator(french, {})
    steps = list(reading.steps())
    by_step = sentences_by_step(reading, steps, french=french)
    book = game.books[round_.rules.book]
    over = round_.status != Round.Status.RUNNING
    lines = tuple(_lines(reading, teller))
    chance = round_.shoe or round_.draw
    mine = reading.party
    return RoundReport(
        id=round_.pk,
        table=round_.table_id,
        table_name=round_.table.name,
        number=round_.number,
        game=teller.choose(game.wording.name),
        book=Title(book.title_fr, book.title_en),
        clauses=tuple(
            (each, each.fr if french else each.en) for each in applied_clauses(reading, steps)
        ),
        status=round_.status,
        opened_at=round_.opened_at,
        closed_at=round_.closed_at,
        result=teller.choose(result_text(game.key, round_.result)) if over else "",
        currency=round_.table.currency,
        steps=tuple(
            StepSentences(step.at, sentences, step.waited if step.cause else None, step.of)
            for step, sentences in zip(steps, by_step, strict=True)
        ),
        lines=lines,
        net=None if mine is None else sum(each.amount for each in lines),
        earlier=()
        if mine is None
        else carried_stakes.returns_of_earlier_stakes([round_.pk], mine).get(round_.pk, ()),
        later=() if mine is None else carried_stakes.returns_in_later_rounds(round_, mine),
        shoe=round_.shoe_id,
        draw=round_.draw_id,
        commitment=chance.commitment if chance else "",
        practice=round_.table.practice,
    )


def applied_clauses(reading: RoundForReader, steps: Sequence[timeline.Step]) -> tuple[Clause, ...]:
    """Return the clauses that the events of a round name, in the order of their text."""
    named = {clause for step in steps for event in step.events for clause in _clauses(event)}
    book = reading.game.books[reading.round.rules.book]
    return tuple(each for each in book.clauses if each.id in named)


def sentences_by_step(
    reading: RoundForReader, steps: Sequence[timeline.Step], *, french: bool
) -> list[tuple[str, ...]]:
    """Return what happened at each step, in sentences as the reader may know it."""
    teller = Narrator(french, reading.names(french=french))
    return [
        tuple(
            sentence
            for event in step.events
            if (sentence := teller.describe(reading.seen(event)).strip())
        )
        for step in steps
    ]


def _lines(reading: RoundForReader, teller: Narrator) -> Iterator[LedgerLine]:
    if reading.party is None:
        return
    for each in reading.postings:
        given = each.debit.party == reading.party
        if given or each.credit.party == reading.party:
            amount = -each.amount if given else each.amount
            yield LedgerLine(each.at, teller.choose(move_reason(each.why)), amount)


def _clauses(value: Any) -> Iterator[str]:
    """Yield the clauses that an event names, itself or in what it holds."""
    for each in fields(value):
        found = getattr(value, each.name)
        if each.name == "clause" and found:
            yield found
        elif each.name == "clauses":
            yield from found
        elif isinstance(found, tuple):
            for item in found:
                if is_dataclass(item) and not isinstance(item, type):
                    yield from _clauses(item)
