"""The projections of a table: the frame for everybody, and each party's own message."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from casino.database.on_commit import run_on_commit
from casino.rng import draws
from tables.funds import colour_chips, jackpots
from tables.funds.postings import StepPosting
from tables.games.core.money import Party
from tables.games.core.price import JudgedDecision
from tables.games.core.protocol import (
    AnyGame,
    Draw,
    PublicView,
    Shoe,
)
from tables.games.core.values import changed
from tables.projections import card_backs, idle_boxes, proofs
from tables.projections import live_round as standing
from tables.projections.live_round import LiveRound
from tables.realtime import publish
from tables.rows import boxes, duties, floor_events, parties, rule_sets, written_announcements
from tables.rows.table_rows import Surroundings, TableRow
from tables.rules import returns
from tables.wire import codec, outgoing


def to_milliseconds(moment: datetime) -> int:
    """Return milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


def deadline_ms(table: TableRow) -> tuple[int, int]:
    """Return when the players' clock runs out, and its whole length; zeros while none runs."""
    if table.due_at is None or not table.window_ms:
        return 0, 0
    return to_milliseconds(table.due_at), table.window_ms


def own_message(round_: LiveRound, around: Surroundings, party: Party, seq: int) -> str | None:
    """Return the message with what is a party's own; `None` in a game without secrets."""
    game, state = round_.game, round_.state
    if game.wire.own is None:
        return None
    opened = proofs.proofs_of_own_cards(game, state, around, party)
    return codec.encode(
        outgoing.OwnShown(game.private_view(round_.rules, state, party), seq, opened)
    )


def private_messages(
    table: TableRow, round_: LiveRound, around: Surroundings, party: Party
) -> tuple[str, ...]:
    """Return the messages with what a party alone may know of the table now."""
    texts = [own_message(round_, around, party, table.seq)]
    game, rules = rule_sets.game_and_rules(table.rules_key)
    if game.needs(rules).takes_written_announcements:
        texts.append(written_announcements.announcements_message(table.id, int(party), table.seq))
    if game.needs(rules).colours and (held := colour_chips.of_player(table.id, int(party))):
        texts.append(colour_chips.colour_chips_message(held, table.seq))
    return tuple(text for text in texts if text is not None)


def own_messages(
    before: LiveRound,
    after: LiveRound,
    around: Surroundings,
    seq: int,
    giver: Party | None,
    drawn: Sequence[outgoing.CardOpened],
) -> dict[Party, str]:
    """Return the messages to the parties whose own has changed, with the number `seq`.

    `drawn` are the cards that left the shoe meanwhile.
    """
    if after.game.wire.own is None and before.game.wire.own is None:
        return {}
    parties = before.game.parties_with_private_view(
        before.state
    ) | after.game.parties_with_private_view(after.state)
    if giver is not None:
        parties &= {giver}
    texts: dict[Party, str] = {}
    for party in parties:
        was = before.game.private_view(before.rules, before.state, party)
        is_ = after.game.private_view(after.rules, after.state, party)
        if was != is_:
            opened = proofs.proofs_of_own_cards(after.game, after.state, around, party, drawn)
            texts[party] = codec.encode(outgoing.OwnShown(is_, seq, opened))
    return texts


def build_frame(
    table: TableRow,
    around: Surroundings,
    round_: LiveRound,
    *,
    cause: UUID | None = None,
    bodies: Sequence[str] = (),
    openings: tuple[outgoing.CardOpened, ...] = (),
    view: PublicView | None = None,
    judged: Sequence[JudgedDecision] = (),
) -> codec.FrameText:
    """Return the frame of a table: its view, and the events since the frame before.

    `openings` are the proofs of the cards that the events turned up, `judged` the decisions among
    them at a practice table.
    """
    game, rules = round_.game, round_.rules
    view = view or game.view(rules, round_.state)
    plays_for_pots = bool(game.needs(rules).pots)
    betting = table.status != "paused" and (not round_.running or view.phase == "betting")
    rules_key = around.round.rules_key if around.round and round_.running else table.rules_key
    return codec.encode_frame(
        table=table.id,
        seq=table.seq,
        cause=cause,
        now=to_milliseconds(table.now),
        due_at=deadline_ms(table)[0] or None,
        window=table.window_ms,
        events=list(bodies),
        view=view,
        floor=outgoing.FloorShown(
            status=table.status,  # type: ignore[arg-type]
            accepting=betting
            and (table.equipped or around.shoe_awaits_players)
            and (round_.running or standing.may_open_round(table)),
            round=around.round.number if around.round else 0,
            rules=rules_key,
            seats=tuple(
                outgoing.Seat(
                    box, parties.party_of(each.player_id), each.name, each.away, each.welcomes
                )
                for box, each in around.holders.items()
            ),
            shoe=_shoe(table, around),
            draw=around.draw if table.draw_id else None,
            recent=around.recent,
            waiting=len(around.waiting),
            yielding=_yielding(table, around),
            idle=_idle(
                table, around, game.box_count(rules), together=game.needs(rules).players > 0
            ),
            pots=jackpots.pots_shown(table.id) if plays_for_pots else (),
            practice=table.practice,
            advice=_advice(round_, rules_key, view) if table.practice else (),
            judged=tuple([_judged(each) for each in judged]),
            staff=duties.staff_shown(table.id, game, rules),
            shuffling=_shuffling(around),
            openings=openings,
            chance="closed" if table.no_chance or around.stopped else "open",
            reshuffled=_reshuffled(table, game, rules),
            end=_end(table, running=round_.running),
            colours=colour_chips.colours_shown(table.id, around, game, rules, round_.state),
            stopped=_stopped(table, around, round_),
        ),
    )


def _end(table: TableRow, *, running: bool) -> outgoing.EndShown | None:
    """Return how the session ends, or has ended; `None` while no end is announced."""
    if table.status in ("open", "paused"):
        return None
    reason, ends_at = floor_events.session_end(table.id)
    left = table.rounds_left + running if table.status == "draining" else None
    return outgoing.EndShown(reason, left, to_milliseconds(ends_at) if ends_at else None)


def _reshuffled(table: TableRow, game: AnyGame, rules: Any) -> outgoing.Reshuffled | None:
    """Return why the shoe before was not dealt to its end, while another is being made."""
    if table.equipped or table.status == "closed" or not isinstance(game.equipment(rules), Shoe):
        return None
    why = floor_events.reshuffle_reason(table.id)
    return why and outgoing.Reshuffled(*why)


def _stopped(
    table: TableRow, around: Surroundings, round_: LiveRound
) -> outgoing.StoppedShown | None:
    """Return the draw of this round that an operator stopped, until the next one is promised."""
    game, rules = round_.game, round_.rules
    if table.draw_id is not None or not isinstance(game.equipment(rules), Draw):
        return None
    voided = around.round is not None and around.round.status == "voided"
    if not (round_.running or voided or table.status == "closed"):
        return None
    draw = draws.last_withdrawn(f"table:{table.id}", table.shoe_sequence)
    if draw is None:
        return None
    values = draws.would_have_fallen(draw)
    return outgoing.StoppedShown(
        sequence=draw.sequence,
        code=cast("outgoing.Stopped", draw.withdrawn_for),
        by=draw.withdrawn_by or 0,
        would=None if values is None else game.draw_result_name(rules, values),
    )


def _shoe(table: TableRow, around: Surroundings) -> outgoing.ShoeShown | None:
    """Return the shoe on the table, with the backs of the round's cards and of the next one."""
    shoe = around.shoe
    if shoe is None or not table.shoe_id:
        return None
    game, rules = rule_sets.game_and_rules(table.rules_key)
    wanted = game.equipment(rules)
    if not isinstance(wanted, Shoe) or not wanted.backs:
        return shoe
    round_ = around.round
    same = round_ is not None and round_.shoe_id == shoe.id
    first = round_.first_card if round_ is not None and same else shoe.position
    until = min(shoe.position + 1, shoe.size)
    return changed(
        shoe, backs=card_backs.backs_of_places(wanted.backs, shoe.commitment, first, until)
    )


def _yielding(table: TableRow, around: Surroundings) -> tuple[outgoing.Yielding, ...]:
    """Return the held boxes that yield to a visitor who wishes to play."""
    game, rules = rule_sets.game_and_rules(table.rules_key)
    due = boxes.boxes_due_to_waiting(table.id, around, game, rules)
    return tuple(
        outgoing.Yielding(box, due.get(box))
        for box in sorted(boxes.yielding_boxes(around, game, rules))
    )


def _idle(table: TableRow, around: Surroundings, boxes: int, *, together: bool) -> tuple[int, ...]:
    """Return the boxes of idlers who were warned; one query where others wait for a box.

    Or where nobody plays without the others.
    """
    if together and around.holders:
        found = idle_boxes.silent_players(table.id)
    elif around.waiting and len(around.holders) >= boxes:
        found = idle_boxes.idlers(table.id)
    else:
        return ()
    warned = (each.boxes for each in found if each.warned)
    return tuple(sorted(box for boxes in warned for box in boxes))


def _shuffling(around: Surroundings) -> outgoing.ShufflingShown | None:
    """Return how far the making of the next shoe has come, as everybody may know."""
    row = around.shuffling
    if row is None:
        return None
    return outgoing.ShufflingShown(
        shoe=str(row.shoe),
        commitment=row.commitment,
        sequence=row.sequence,
        stage=row.stage,  # type: ignore[arg-type]
        size=row.size,
        cut_from=row.cut_from,
        cut_to=row.cut_to,
        offered=row.offered_boxes,
        cutter=row.cutter,
        declined=row.declined,
        sealed=tuple([box for box, _ in row.sealed]),
        opened=row.opened,
        lock_round=row.lock_round,
    )


def _advice(round_: LiveRound, rules_key: str, view: PublicView) -> tuple[outgoing.Advised, ...]:
    """Return what basic strategy would do for each box that is asked, where it is known."""
    boxes = sorted({option.box for option in view.options})
    advice = (
        (box, returns.basic_strategy_command(rules_key, round_.rules, round_.state, box))
        for box in boxes
    )
    return tuple(outgoing.Advised(box, command) for box, command in advice if command)


def _judged(found: JudgedDecision) -> outgoing.Judged:
    return outgoing.Judged(
        party=found.party,
        box=found.box,
        hand=found.hand,
        up=found.up,
        chosen=found.chosen,
        advised=found.advised,
        cost=round(found.cost, 2),
    )


def publish_on_commit(
    table: TableRow,
    around: Surroundings,
    *,
    live_round: LiveRound | None = None,
    cause: UUID | None = None,
    bodies: Sequence[str] = (),
    moved: StepPosting | None = None,
    owns: Mapping[Party, str] | None = None,
    openings: tuple[outgoing.CardOpened, ...] = (),
    judged: Sequence[JudgedDecision] = (),
) -> None:
    """Publish the table's frame, and each party's own message, when the transaction commits.

    `moved` has the new balances by then; `owns` is what `own_messages` returns.
    """
    round_ = live_round or standing.load(table, around)
    view = round_.game.view(round_.rules, round_.state)
    text, messages = build_frame(
        table,
        around,
        round_,
        cause=cause,
        bodies=bodies,
        openings=openings,
        view=view,
        judged=judged,
    )
    paid = moved is not None and bool(moved.wallets)
    follows = table.seq - max(1, len(bodies))
    betting = bool(cause and (paid or owns) and bodies) and view.phase == "betting"
    run_on_commit(
        _publish,
        table.id,
        text,
        moved,
        owns or {},
        seq=table.seq,
        follows=follows,
        cause=str(cause) if cause else None,
        events=messages,
        # Stakes while bets are open: their party sees them at once, for the others they coalesce.
        waits=betting and not openings,
        clock=deadline_ms(table),
    )


def _publish(
    table_id: int,
    text: str,
    moved: StepPosting | None,
    owns: Mapping[Party, str],
    *,
    seq: int,
    follows: int,
    cause: str | None,
    events: tuple[int, int],
    waits: bool,
    clock: tuple[int, int],
) -> None:
    """Publish a frame, with the messages to those whose wallet or own has changed."""
    balances = moved.balances if moved else {}
    coloured = moved.coloured if moved else ()
    purse: Literal["practice", "wallet"] = "practice" if moved and moved.practice else "wallet"
    own = {
        party: [
            codec.encode(
                outgoing.WalletShown(balance, seq, "colours" if party in coloured else purse)
            )
        ]
        for party, balance in balances.items()
    }
    for party, secret in owns.items():
        own.setdefault(party, []).append(secret)
    publish.frame(
        table_id,
        text,
        own,
        seq=seq,
        follows=follows,
        cause=cause,
        events=events,
        waits=waits,
        clock=clock,
    )
