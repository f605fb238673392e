"""Rounds: the only writer of rounds, their events and the receipts of commands.

`act` is what a player does, `expire` what the clock does, `settle_side_bets` what a worker does,
`void` what an operator does.
Each is one durable transaction under the table's row lock: fold the events, ask the engine, take
cards from the committed shoe, post the moves, write events and receipt; publish when committed.
"""

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid5

import structlog
from django.db import transaction

from casino.aftermath import once_committed
from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Wallet
from tables import (
    accounts,
    equipment,
    jackpots,
    proofs,
    records,
    showing,
    shuffling,
    staff,
    wire,
    writings,
)
from tables.games.core.money import Amount, BoxNo, Move, Party, Place, reversal
from tables.games.core.protocol import (
    Annuls,
    Approved,
    Asked,
    Awaiting,
    Cards,
    Draw,
    Drawn,
    Expired,
    Fact,
    Given,
    Nobody,
    Players,
    Refused,
    Ruled,
    Seated,
    SessionEnded,
    SettleSideBets,
    Shoe,
    Shuffle,
    SideBets,
    Stopped,
    Voided,
)
from tables.records import AnyGame, Step, Surroundings, TableRow
from tables.showing import Live

log = structlog.get_logger(__name__)


HOUSE_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d01")
"""Namespace of the entry ids of the house's own steps: uuid5 of `table:seq`."""


PLAYER_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d02")
"""Namespace of the entry ids of players' commands: uuid5 of `player:command`."""

SERVED: Final = frozenset({"pots", "seats", staff.WRITINGS, *staff.DUTIES, *accounts.HELD})
"""What of `Game.wants` the floor can give a table."""


SIDE_BETS_RETRY: Final = timedelta(seconds=2)
"""After this the croupier asks the settlement worker again: the broker may have forgotten."""


RAN_OUT: Final = "Les cartes ne suffisent plus. / The cards do not suffice any more."
"""Why a round is annulled whose shoe ran out with nothing to refill it."""


def act(
    *, player_id: int, table_id: int, command_id: UUID, command: Any
) -> wire.ReceiptShown | None:
    """Carry out a player's game command once; return its receipt unless a frame will show it.

    The frame that follows names the command as its cause. A refusal, or a command that was answered
    before, comes back as a receipt. Where the wallet of somebody else cannot pay his part of it,
    the command is carried out without him. Raises `records.NoSuchTable`.
    """
    unable: frozenset[Party] = frozenset()

    def attempt(table: TableRow, around: Surroundings) -> None:
        round_ = showing.live(table, around)
        asked = _asked(table, around, round_, player_id, command, unable)
        try:
            take(table, around, round_, asked, cause=command_id, player_id=player_id)
        except ledger.Overdrawn as short:
            if around.purse and short.account_id == around.purse.account:
                raise
            raise _SomebodyElseShort(short) from None

    while True:
        try:
            return answer(
                player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt
            )
        except _SomebodyElseShort as somebody:
            # Rolled back: the same cards come again. Only the ledger knows, under the wallet's
            # lock, who cannot pay; a look before it could be overtaken from another table.
            party = owner(somebody.short.account_id)
            if party is None or party in unable:
                raise somebody.short from None
            unable |= {party}


class _SomebodyElseShort(Exception):
    """The wallet of another than the asking player cannot pay what the command would cost it."""

    def __init__(self, short: ledger.Overdrawn) -> None:
        super().__init__(str(short))
        self.short = short


def holder(table_id: int) -> str:
    """Return under which name a table reserves what its seated players must be able to stake."""
    return f"table:{table_id}"


def owner(account_id: int) -> Party | None:
    """Return whose wallet an account is; `None` for an account of the house."""
    player_id = (
        Wallet.objects.filter(account_id=account_id).values_list("player_id", flat=True).first()
    )
    return None if player_id is None else records.party(player_id)


def _asked(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    player_id: int,
    command: Any,
    unable: frozenset[Party],
) -> Asked[Any]:
    """Return the command with what the floor knows of the people around it."""
    game, rules = (
        (round_.game, round_.rules) if round_.running else records.game_and_rules(table.rules_key)
    )
    seated = {each.player_id for each in around.holders.values()}
    writes = staff.WRITINGS in game.wants(rules)
    return Asked(
        records.party(player_id),
        frozenset(box for box, each in around.holders.items() if each.player_id == player_id),
        command,
        alone=seated <= {player_id},
        behind=frozenset(
            box
            for box, each in around.holders.items()
            if each.welcomes and each.player_id != player_id
        ),
        seats_vacant=len(seated) < game.box_count(rules),
        others_wish=bool(around.waiting - {player_id}),
        endorsed=writings.endorsed(table.id, player_id) if writes else frozenset(),
        inspected=writes and staff.inspected(table.id),
        purse=Amount(around.purse.balance) if around.purse else None,
        unable=unable,
    )


def answer(
    *,
    player_id: int,
    table_id: int,
    command_id: UUID,
    attempt: Callable[[TableRow, Surroundings], None],
) -> wire.ReceiptShown | None:
    """Run `attempt` under the table's lock unless the command has a receipt; record a refusal.

    A refusal leaves nothing but its receipt, so a retry never changes its answer.
    """
    try:
        with transaction.atomic(durable=True):
            begun = records.begin(table_id, player_id, command_id)
            assert begun is not None
            table, around = begun
            if around.receipt:
                return around.receipt
            attempt(table, around)
            return None
    except Refused as refused:
        code, detail = refused.code, dict(refused.detail)
    except ledger.Overdrawn as overdrawn:
        code, detail = "not_enough_chips", {"balance": overdrawn.balance}
        if kept := ledger.reserved(overdrawn.account_id):
            code, detail = "chips_reserved", {"balance": max(0, overdrawn.balance), "kept": kept}
    return _refuse(player_id, table_id, command_id, code, detail)


def _refuse(
    player_id: int, table_id: int, command_id: UUID, code: str, detail: dict[str, int | str]
) -> wire.ReceiptShown:
    with transaction.atomic(durable=True):
        begun = records.begin(table_id, player_id, command_id)
        assert begun is not None
        table, around = begun
        # Between the rolled-back attempt and this lock a second copy of the command may have run.
        if around.receipt:
            return around.receipt
        records.write_receipt(table, player_id, command_id, code=code, detail=json.dumps(detail))
    return wire.ReceiptShown(str(command_id), None, wire.Refusal(code, detail))


def expire(table_id: int) -> bool:
    """Do what is due at a table; return whether anything was.

    Skips a table that somebody is acting at: the next look finds it. Called by the croupier.
    Raises `ledger.Overdrawn`, with nothing done, where the clock stakes for a player who cannot
    pay: see `floor.unseat`.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id, skip_locked=True)
        if begun is None:
            return False
        table, around = begun
        if table.due_at is None or table.due_at > table.now:
            return False
        if not table.equipped:
            if around.shuffling:
                shuffling.due(table, around)
                return True
            equipment.ask_for_equipment(table)
            records.set_due(table, table.now + equipment.EQUIPMENT_RETRY)
            return True
        round_ = showing.live(table, around)
        if not round_.running:
            table = follow(table)
            if not table.equipped:
                return True
        awaiting = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
        if isinstance(awaiting, SideBets):
            _ask_for_side_bets(table)
            records.set_due(table, table.now + SIDE_BETS_RETRY)
        elif isinstance(awaiting, Draw):
            equipment.ask_for_draw(table)
            records.set_due(table, table.now + equipment.DRAW_RETRY)
        elif isinstance(awaiting, Cards):
            equipment.ask_for_refill(table)
            records.set_due(table, table.now + equipment.EQUIPMENT_RETRY)
        elif round_.running:
            take(table, around, round_, Expired())
        elif _goes_on(table, around, round_):
            take(table, around, round_, None)
        else:
            records.set_due(table, None)
            rest(table, around, round_)
        return True


def rest(table: TableRow, around: Surroundings, round_: Live) -> TableRow:
    """Let a table without a round in play go on by itself, or close once it is drained."""
    if _goes_on(table, around, round_):
        # Without a shoe it waits for one, whose making has a clock of its own.
        if table.equipped:
            table = replace(table, due_at=table.now)
            records.set_due(table, table.due_at)
    elif table.status == "draining":
        table = equipment.close(table)
    return table


def _goes_on(table: TableRow, around: Surroundings, round_: Live) -> bool:
    """Tell whether a table without a round in play opens the next one before anybody stakes."""
    if not showing.may_open(table):
        return False
    # Rounds that were announced are played, whoever comes; a card game needs its players.
    if table.status == "draining" and isinstance(round_.game.equipment(round_.rules), Draw):
        return True
    state = round_.state if around.round else None
    return round_.game.goes_on(round_.rules, state, showing.setting(table, around))


def drain(table: TableRow) -> TableRow:
    """Return the table draining, or closed where nobody plays. Assumes the lock."""
    around = records.surroundings(table)
    round_ = showing.live(table, around)
    left = round_.game.notice(round_.rules)
    table = replace(table, status="draining", rounds_left=left)
    records.keep_clock(table, status="draining", rounds_left=left)
    return table if round_.running else rest(table, around, round_)


def must_serve(game: AnyGame, rules: Any) -> None:
    """Refuse `not_served` when the rules want what the floor does not have, see `Game.wants`."""
    if wanted := game.wants(rules) - SERVED:
        raise Refused("not_served", wanted=", ".join(sorted(wanted)))


def follow(table: TableRow) -> TableRow:
    """Let a table between two rounds take the version of its rules that has come into force.

    Assumes the lock. A table that does not follow its series keeps its version; so does one whose
    jackpot is not that of the new version, until an operator gives it rules that fit.
    """
    key = records.rules_due(table.id)
    if key is None or not jackpots.fits(table.id, *records.game_and_rules(key)):
        return table
    return change_rules(table, key, by=None, reason=f"{table.rules_key} -> {key}")


def change_rules(table: TableRow, key: str, *, by: int | None, reason: str) -> TableRow:
    """Deal by another published set from the next round on. Assumes the lock and no round in play.

    Boxes that the new layout lacks are given up by their holders; another shoe is made where the
    new rules want one. Refuses `another_game`, whose seats and chips are others, `not_served`, and
    `pot_mismatch` where the rules play for pots, or seeds, that the table's jackpot has not.
    """
    from tables.models import Box

    before, old = records.game_and_rules(table.rules_key)
    game, rules = records.game_and_rules(key)
    if game is not before:
        raise Refused("another_game", rules=key)
    must_serve(game, rules)
    accounts.open_held(table.id, table.currency, game.wants(rules))
    if not jackpots.fits(table.id, game, rules):
        raise Refused("pot_mismatch", rules=key)
    count = game.box_count(rules)
    if count != before.box_count(old):
        Box.objects.filter(table_id=table.id, number__gt=count).delete()
        Box.objects.bulk_create(
            (Box(table_id=table.id, number=number) for number in range(1, count + 1)),
            ignore_conflicts=True,
        )
    table = replace(table, rules_key=key)
    records.keep_clock(table, rules_id=key)
    other = game.equipment(rules) != before.equipment(old)
    # A promise names the rules that it is made for, so one that is not kept yet is made again.
    if other if table.equipped else table.status != "closed":
        table = equipment.order_equipment(table, resumes=True)
    table = replace(table, seq=records.write_floor_event(table, "rules", by=by, reason=reason))
    showing.announce(table, records.surroundings(table))
    return table


def seated(table_id: int) -> None:
    """Tell who sits where now to the game, where it wants to know, or to the making of a shoe.

    Assumes the lock, follows a frame. A table at rest may begin by itself once enough are seated.
    """
    begun = records.begin(table_id)
    assert begun is not None
    table, around = begun
    if around.shuffling:
        shuffling.people_changed(table, around)
        return
    round_ = showing.live(table, around)
    if "seats" not in round_.game.wants(round_.rules):
        return
    if round_.running:
        take(table, around, round_, Seated(showing.seats(around)))
    elif table.due_at is None and _goes_on(table, around, round_):
        records.set_due(table, table.now)


def settle_side_bets(table_id: int, round_id: int) -> bool:
    """Settle the side bets that a round awaits; twice is the same as once. Called by a worker."""
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        if table.round_id != round_id:
            return False
        round_ = showing.live(table, around)
        if not round_.running:
            return False
        if not isinstance(round_.game.awaiting(round_.rules, round_.state), SideBets):
            return False
        take(table, around, round_, SettleSideBets())
        return True


def rule(table_id: int, *, by: int, reason: str) -> None:
    """Let the procedure stand that an incident was submitted with (MC-116, AMB-51).

    The other decision is `void`. Raises `Refused("no_incident")` when none awaits a decision.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = showing.live(table, around)
        if not round_.running:
            raise Refused("no_incident")
        records.write_floor_event(table, "rule", by=by, reason=reason, shown=False)
        try:
            take(table, around, round_, Ruled(records.party(by)))
        except Refused:
            raise Refused("no_incident") from None


def end_session(table_id: int, *, by: int, reason: str) -> None:
    """Give what lies at a table back at its value: its session ends by an incident (MC-INC-01).

    Whether in a round or between two, where stakes stay over. Assumes a transaction. Raises
    `Refused("nothing_staked")` when nothing lies there, `Refused("already_fallen")` when the ball
    fell, and `Refused("not_awaited")` in games that end otherwise.
    """
    begun = records.begin(table_id)
    assert begun is not None
    table, around = begun
    round_ = showing.live(table, around)
    if not round_.game.on_layout(round_.state):
        raise Refused("nothing_staked")
    if equipment.awaits_draw(round_) and table.draw_id is not None:
        equipment.withdraw(table.draw_id)
    records.write_floor_event(table, "end_session", by=by, reason=reason, shown=False)
    take(table, around, round_, SessionEnded(records.party(by)))


def _ask_for_side_bets(table: TableRow) -> None:
    once_committed(equipment.tasks().settle_side_bets.delay, table.id, table.round_id)


def void(table_id: int, *, by: int, reason: str) -> None:
    """Annul the round in play: every stake goes back as it stood before it (COMMON-7).

    Raises `Refused("no_round")` when none is in play, and `ledger.Overdrawn` when a player has
    meanwhile spent what the round had paid him.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = showing.live(table, around)
        if not round_.running or table.round_id is None:
            raise Refused("no_round")
        voided = _annulled(table, round_, reason, _events(table))
        state = round_.game.evolve(round_.state, voided)
        records.write_floor_event(table, "void", by=by, reason=reason, shown=False)
        awaiting = round_.game.awaiting(round_.rules, state)
        _record(
            table,
            around,
            replace(round_, state=state),
            [voided],
            awaiting,
            before=round_,
            due_at=None,
            window_ms=None,
        )


def _events(table: TableRow) -> list[Fact]:
    return [] if table.round_id is None else records.events(table.round_id, 0, table.round_seq)


def _annulled(table: TableRow, round_: Live, reason: str, events: Sequence[Fact]) -> Voided:
    """Return the event that undoes all that a round's events moved (COMMON-7).

    What a pot gives back and no longer holds, because it was paid meanwhile, the float adds to it.
    """
    if isinstance(round_.game, Annuls):
        return round_.game.annulled(round_.state, reason)
    back = reversal(tuple([move for event in events for move in event.moves]))
    restored = [
        Move(amount, Place.FLOAT, Place.JACKPOT, Party(""), BoxNo(0), "seed", pot)
        for pot, amount in jackpots.restored(table, back)
    ]
    return Voided(reason, (*back, *restored))


def payment(claim: jackpots.ClaimRow) -> tuple[Fact, ...]:
    """Return the events that pay a claim: the same ones whenever one asks."""
    game, rules, state = _at_end(claim)
    return game.decide(rules, state, Approved(claim.pots))


def _at_end(claim: jackpots.ClaimRow) -> tuple[AnyGame, Any, Any]:
    """Return the game, rules and state of a claim's round as it ended."""
    game, rules = records.game_and_rules(claim.rules_key)
    state = None
    for event in records.events(claim.round_id, 0, claim.seq):
        state = game.evolve(state, event)
    return game, rules, state


def pay_claim(
    table: TableRow, around: Surroundings, claim: jackpots.ClaimRow, *, by: int, reason: str
) -> None:
    """Pay what a finished round won of its jackpot, whatever the table plays by now (ENG-20 g).

    The payment's events join that round; the frame shows them beside the round in play. Assumes the
    locks of the table and of its jackpot, and a claim that is not paid.
    """
    assert not claim.paid
    game, rules, state = _at_end(claim)
    events = game.decide(rules, state, Approved(claim.pots))
    if current := table.round_id == claim.round_id:
        for event in events:
            state = game.evolve(state, event)
    round_ = Live(game, rules, state, running=False) if current else showing.live(table, around)
    records.write_floor_event(table, "approve", by=by, reason=reason, shown=False)
    jackpots.write_payment(table, claim, by=by, reason=reason)
    wallets = _post(table, around, claim.entry, events, f"round:{claim.round_id}", operator=str(by))
    bodies = [wire.encode_event(event) for event in events]
    last = records.append(table, claim.round_id, bodies)
    table = replace(table, seq=last, round_seq=last if current else table.round_seq)
    showing.announce(table, around, live_round=round_, bodies=bodies, wallets=wallets)


def take(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    given: Given[Any] | None,
    *,
    cause: UUID | None = None,
    player_id: int | None = None,
    proved: Sequence[wire.CardOpened] = (),
) -> None:
    """Give the engine one input, and all the cards it then asks for; record what follows.

    `proved` are the proofs of the cards that the input brings.

    Opens a round first when none is running; without an input that is all. A shoe that runs out is
    refilled, and the round awaits that; where nothing is left to refill it with, the round is
    annulled.
    """
    earlier = round_
    before = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
    refill_ordered = isinstance(before, Cards) and not isinstance(given, Drawn)
    events: list[Fact] = []
    fresh = not round_.running
    if fresh:
        _must_accept(table, around)
        if records.rules_due(table.id):
            # The croupier changes the rules between two rounds; none opens by those that ended.
            raise Refused("rules_changing")
        game, rules = records.game_and_rules(table.rules_key)
        # A table whose rules were changed starts its next round without the old game's state.
        carried = round_.state if game is round_.game and around.round else None
        opened = game.opening(rules, carried, showing.setting(table, around))
        events.append(opened)
        round_ = Live(game, rules, game.evolve(None, opened), running=True)
    game, rules, state = round_.game, round_.rules, round_.state
    carried_in = game.on_layout(state)
    first_card = around.shoe.position if around.shoe else 0

    def follow(new: Sequence[Fact]) -> Any:
        events.extend(new)
        folded = state
        for event in new:
            folded = game.evolve(folded, event)
        return folded

    if given is not None:
        state = follow(game.decide(rules, state, given))
    # What the player puts down himself; everything after it is what the cards made of it.
    own = sum(len(event.moves) for event in events) if cause else 0
    awaiting = game.awaiting(rules, state)
    while isinstance(awaiting, Cards):
        if around.shoe is None or around.shoe.size - around.shoe.position < awaiting.count:
            if not refill_ordered and not equipment.refillable(
                game.equipment(rules), around, awaiting.count
            ):
                log.error("shoe_ran_out", table=table.id, shoe=str(table.shoe_id))
                so_far = events if fresh else [*_events(table), *events]
                state = follow([_annulled(table, replace(round_, state=state), RAN_OUT, so_far)])
                awaiting = game.awaiting(rules, state)
            break
        drawn, around, more = equipment.take_cards(table, around, awaiting.count)
        proved = (*proved, *more)
        state = follow(game.decide(rules, state, drawn))
        awaiting = game.awaiting(rules, state)

    if isinstance(awaiting, Cards) and not refill_ordered:
        table = equipment.order_refill(table)
    won: tuple[jackpots.Won, ...] = ()
    if game.over(state):
        moved = [move for event in events for move in event.moves]
        won = jackpots.won(table, game, rules, state, moved)
        for each in won:
            if not each.supervised:
                state = follow(each.payment)
    due_at, window_ms = _clock(table, before, awaiting, game.over(state))
    _record(
        table,
        around,
        replace(round_, state=state),
        events,
        awaiting,
        carried_in=carried_in,
        before=earlier,
        # While the same is awaited, a command changes nothing that is another's own.
        giver=given.party if isinstance(given, Asked) and before == awaiting else None,
        given=given,
        due_at=due_at,
        window_ms=window_ms,
        cause=cause,
        player_id=player_id,
        own=own,
        first_card=first_card,
        won=won,
        proved=proved,
    )


def _must_accept(table: TableRow, around: Surroundings) -> None:
    if not showing.may_open(table):
        raise Refused("table_closed" if table.status == "closed" else "table_draining")
    if not table.equipped:
        game, rules = records.game_and_rules(table.rules_key)
        shoe = isinstance(game.equipment(rules), Shoe)
        raise Refused("shoe_not_ready" if shoe else "draw_not_ready")


def _clock(
    table: TableRow, before: Any, awaiting: Any, over: bool
) -> tuple[datetime | None, int | None]:
    """Return when the croupier must act next, and the length of the players' clock."""
    if isinstance(awaiting, Players):
        if isinstance(before, Players) and before.turn == awaiting.turn and table.due_at:
            return table.due_at, table.window_ms
        return table.now + timedelta(seconds=awaiting.seconds), awaiting.seconds * 1000
    if isinstance(awaiting, SideBets):
        return table.now + SIDE_BETS_RETRY, None
    if isinstance(awaiting, Draw):
        return table.now + equipment.DRAW_RETRY, None
    if isinstance(awaiting, Cards):
        return table.now + equipment.EQUIPMENT_RETRY, None
    # Every stake was taken back: the croupier ends the round at once, and the table rests.
    return (None, None) if over else (table.now, None)


def _record(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    events: Sequence[Fact],
    awaiting: Awaiting,
    *,
    before: Live,
    carried_in: int = 0,
    giver: Party | None = None,
    given: Given[Any] | None = None,
    due_at: datetime | None,
    window_ms: int | None,
    cause: UUID | None = None,
    player_id: int | None = None,
    own: int = 0,
    first_card: int = 0,
    won: Sequence[jackpots.Won] = (),
    proved: Sequence[wire.CardOpened] = (),
) -> None:
    """Post the events' moves, write them, and publish the frame when the transaction commits.

    `before` is the round without the events, `carried_in` what lay at the table when a round that
    these events open was opened. `giver` is the only party whose own may have changed;
    `None` where that may be anybody's. `proved` are the proofs of all cards that were drawn.
    """
    game, state = round_.game, round_.state
    fresh = around.round is None or around.round.status != "running"
    if fresh:
        number = around.round.number + 1 if around.round else 1
        round_id = records.open_round(table, number, carried=carried_in, first_card=first_card)
        shoe = str(table.shoe_id) if table.shoe_id else None
        row = records.RoundRow(number, "running", table.rules_key, shoe, first_card)
        around = replace(around, round=row)
        if table.status == "draining":
            table = replace(table, rounds_left=table.rounds_left - 1)
            records.change_table(table, rounds_left=table.rounds_left)
    else:
        assert table.round_id is not None
        round_id = table.round_id
    assert around.round is not None

    over = game.over(state)
    status = "running"
    result = ""
    if over:
        status = "voided" if isinstance(events[-1], Voided) else "closed"
        result = game.result(state)
        around = replace(
            around,
            round=replace(around.round, status=status),
            recent=(wire.PastRound(around.round.number, result), *around.recent[:19])
            if result
            else around.recent,
        )

    shown = proofs.turned_up(None if fresh else before.state, game, state, around, proved)
    owns = showing.owns(before, round_, around, table.seq + len(events), giver, proved)
    last = table.seq + len(events)
    entry = (
        uuid5(PLAYER_STEPS, f"{player_id}:{cause}")
        if cause
        else uuid5(HOUSE_STEPS, f"{table.id}:{last}")
    )
    wallets = _post(table, around, entry, events, f"round:{round_id}", own)
    bodies = [wire.encode_event(event) for event in events]
    faces = bodies
    if game.private:
        faces = [wire.encode_event(game.seen(event)) for event in events]
    records.write(
        table,
        Step(
            round_id=round_id,
            bodies=bodies,
            cause=cause,
            due_at=due_at,
            window_ms=window_ms,
            status=status,
            result=result,
            carried_out=game.on_layout(state),
            player_id=player_id,
        ),
    )
    for each in won:
        jackpots.write(table, round_id, each, seq=last)
    table = replace(
        table, seq=last, round_id=round_id, round_seq=last, due_at=due_at, window_ms=window_ms
    )
    if isinstance(awaiting, SideBets):
        _ask_for_side_bets(table)
    stopped = isinstance(awaiting, Draw) and isinstance(given, Stopped)
    if isinstance(awaiting, Draw) and not stopped:
        equipment.ask_for_draw(table)
    if isinstance(awaiting, Shuffle) and not showing.may_open(table):
        # Nobody contributes to a shoe that the table would close on.
        table = rest(equipment.take_away(table), around, round_)
        around = replace(around, shoe=None)
    elif isinstance(awaiting, Shuffle) or stopped or (over and table.draw_id is not None):
        table = equipment.order_equipment(table, resumes=False)
        around = replace(around, shoe=None, draw=None)
    elif over:
        table = rest(table, around, round_)

    once_committed(showing.remember, table.id, round_id, last, state)
    if over:
        closed = partial(log.info, "round_over", table=table.id, round=round_id, seq=last)
        once_committed(closed, status=status, result=result)
    showing.announce(
        table,
        around,
        live_round=replace(round_, running=not over),
        cause=cause,
        bodies=faces,
        wallets=wallets,
        owns=owns,
        openings=shown,
    )


def _post(
    table: TableRow,
    around: Surroundings,
    entry: UUID,
    events: Sequence[Fact],
    reference: str,
    own: int = 0,
    *,
    operator: str = "",
) -> dict[Party, int]:
    """Post the moves of the events as one journal entry; return the new balances of the wallets.

    The first `own` moves are the player's stakes: his wallet must cover them before it is paid.
    """
    moves = [move for event in events for move in event.moves]
    if not moves:
        return {}
    wallets = _wallet_accounts(table, around, moves)
    pots = jackpots.accounts(table.id) if jackpots.feeds(moves) else {}
    ends = accounts.Ends(table, wallets, pots, accounts.held(table.id, moves))
    stakes = accounts.legs(ends, moves[:own])
    legs = [*stakes, *accounts.legs(ends, moves[own:])]
    banks = any((move.source, move.target) == (Place.WALLET, Place.BANK) for move in moves)
    post = partial(
        ledger.post,
        entry,
        cause=events[-1].kind,
        reference=reference,
        operator=operator,
        first=len(stakes),
        # A banker may stake what was reserved for just that (MC-CDF-15); nobody else may.
        lifting=holder(table.id) if banks else "",
    )
    try:
        posted = post(legs)
    except ledger.Overdrawn as short:
        if short.account_id != table.float_account:
            raise
        # The house always pays: what the float lacks comes from the house as an automatic fill.
        missing = short.wanted - short.balance
        legs.append(ledger.Leg(capital(table.currency), table.float_account, missing, "fill"))
        posted = post(legs)
        log.warning("float_filled", table=table.id, amount=missing)
    return {
        party: posted.balances[account_id]
        for party, account_id in wallets.items()
        if account_id in posted.balances
    }


@functools.cache
def capital(currency: str) -> int:
    """Return the id of the house's own account in a currency."""
    code = f"capital:{currency}"
    return ledger.open_account(code, Kind.CAPITAL, currency, unbounded=True).pk


def _wallet_accounts(
    table: TableRow, around: Surroundings, moves: Sequence[Move]
) -> Mapping[Party, int]:
    known = {
        records.party(each.player_id): each.wallet
        for each in around.holders.values()
        if each.wallet is not None
    }
    parties = {move.party for move in moves if Place.WALLET in (move.source, move.target)}
    if missing := parties - known.keys():
        known |= {
            records.party(player): account
            for player, account in Wallet.objects.filter(
                player_id__in=[int(party) for party in missing], currency=table.currency
            ).values_list("player_id", "account_id")
        }
    return {party: known[party] for party in parties}
