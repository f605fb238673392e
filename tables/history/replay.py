"""A finished round as frames again: what the table showed after each step, for the felt to replay.

The frames are made by the code that made them live, from the recorded events: an undealt card is in
none, and what lay face down is in nobody's but its owner's.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import connection

from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import EVERYBODY, Fact, Shoe
from tables.history import round_record
from tables.history.round_report import RoundForReader, sentences_by_step
from tables.history.timeline import Step, parties_of
from tables.models import Round
from tables.projections import card_backs
from tables.projections.frames import to_milliseconds
from tables.rows import parties
from tables.wire import codec, outgoing

RECENT: Final = 20


def replay_page_data(reading: RoundForReader, *, french: bool) -> dict[str, Any]:
    """Return what the page of a replay is given: who watches, and the steps as messages.

    Each step has its frame, the message with what is the reader's own, and its sentences. A
    handful of queries, however long the round was.
    """
    steps = list(reading.steps())
    shoes = _shoes(reading, steps)
    seats = _seats(reading, french=french)
    before = _recent(reading.round)
    by_step = sentences_by_step(reading, steps, french=french)
    shown = []
    for nth, (step, shoe, sentences) in enumerate(zip(steps, shoes, by_step, strict=True)):
        over = reading.game.is_over(step.state)
        result = reading.game.result(step.state) if over else ""
        past = outgoing.PastRound(reading.round.number, result)
        recent = (past, *before)[:RECENT] if result else before
        floor = _floor(reading, seats, shoe, recent)
        shown.append(
            {
                "frame": json.loads(_frame(reading, step, nth, floor)),
                "own": _own(reading, step, nth),
                "told": sentences,
            }
        )
    return {"you": reading.party, "steps": shown}


def _frame(reading: RoundForReader, step: Step, nth: int, floor: outgoing.FloorShown) -> str:
    """Return the frame after a step; a frame of the past answers no command."""
    return codec.encode_frame(
        table=reading.round.table_id,
        seq=nth,
        cause=None,
        now=to_milliseconds(step.at),
        due_at=to_milliseconds(step.due_at) if step.due_at else None,
        window=step.window // timedelta(milliseconds=1) if step.window else None,
        events=[codec.encode_event(each) for each in _for_everybody(reading, step)],
        view=reading.game.view(reading.rules, step.state),
        floor=floor,
    ).text


def _for_everybody(reading: RoundForReader, step: Step) -> list[Fact]:
    """Return the events as the table's frame had them; what is a party's own is in `own`."""
    return [round_record.event_for(reading.game, each, EVERYBODY) for each in step.events]


def _own(reading: RoundForReader, step: Step, nth: int) -> Any:
    """Return the message with what is the reader's own; None for strangers, and without secrets."""
    game = reading.game
    if reading.party is None or game.wire.own is None:
        return None
    mine = game.private_view(reading.rules, step.state, reading.party)
    return json.loads(codec.encode(outgoing.OwnShown(mine, nth)))


def _floor(
    reading: RoundForReader,
    seats: tuple[outgoing.Seat, ...],
    shoe: outgoing.ShoeShown | None,
    recent: tuple[outgoing.PastRound, ...],
) -> outgoing.FloorShown:
    round_ = reading.round
    draw = round_.draw
    return outgoing.FloorShown(
        status="open",
        accepting=False,
        round=round_.number,
        rules=round_.rules_id,
        seats=seats,
        shoe=shoe,
        draw=outgoing.DrawShown(str(draw.pk), draw.sequence, draw.commitment) if draw else None,
        recent=recent,
        waiting=0,
    )


def _shoes(reading: RoundForReader, steps: Sequence[Step]) -> list[outgoing.ShoeShown | None]:
    """Return the shoe as it lay there after each step, with as many cards out as had left it."""
    round_, shoe = reading.round, reading.round.shoe
    if shoe is None:
        return [None] * len(steps)
    wanted = reading.game.equipment(reading.rules)
    packs = wanted.backs if isinstance(wanted, Shoe) else ()
    following = Round.objects.filter(table=round_.table_id, number=round_.number + 1, shoe=shoe.pk)
    end = following.values_list("first_card", flat=True).first() or shoe.position
    found: list[outgoing.ShoeShown | None] = []
    out = round_.first_card
    for step in steps:
        out = end if reading.game.is_over(step.state) else min(end, out + step.cards)
        until = min(out + 1, shoe.size)
        lying = (
            card_backs.backs_of_places(packs, shoe.commitment, round_.first_card, until)
            if packs
            else ""
        )
        found.append(
            outgoing.ShoeShown(
                id=str(shoe.pk),
                sequence=shoe.sequence,
                commitment=shoe.commitment,
                size=shoe.size,
                position=out,
                stop_at=shoe.stop_at,
                root=shoe.root or "",
                cut=shoe.cut or 0,
                cut_by=shoe.cut_by or 0,
                backs=lying,
            )
        )
    return found


# Who had sat down at a box last, before the first event of the round that names the number.
_SEATS: Final = """
SELECT DISTINCT ON (floor.box) floor.box, floor.kind, floor.by_id
  FROM tables_floorevent AS floor
 WHERE floor.table_id = %s AND floor.seq <= %s AND floor.box IS NOT NULL
   AND floor.kind IN ('sit', 'leave')
 ORDER BY floor.box, floor.id DESC"""


def _seats(reading: RoundForReader, *, french: bool) -> tuple[outgoing.Seat, ...]:
    """Return who sat where when the round was played, under the names that the reader may read.

    Of those who sat there without a chip in it a stranger is told nothing.
    """
    with connection.cursor() as cursor:
        last = reading.rows[-1].seq if reading.rows else 0
        cursor.execute(_SEATS, [reading.round.table_id, last])
        last_of = cursor.fetchall()
    sat = [(box, parties.party_of(player)) for box, kind, player in last_of if kind == "sit"]
    named = set(parties_of(reading.rows))
    names: Mapping[Party, str] = reading.names(french=french)
    found = []
    for box, party in sat:
        if party not in named:
            continue
        shown = reading.disguised.get(party, party)
        found.append(outgoing.Seat(BoxNo(box), shown, names.get(shown, ""), False, False))
    return tuple(found)


def _recent(round_: Round) -> tuple[outgoing.PastRound, ...]:
    """Return the last results before a round, newest first."""
    past = Round.objects.filter(table=round_.table_id, number__lt=round_.number)
    rows = past.exclude(result="").order_by("-number").values_list("number", "result")[:RECENT]
    return tuple(outgoing.PastRound(number, result) for number, result in rows)
