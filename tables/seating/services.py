"""Who sits where: players take boxes, give them up and wait for them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from casino.ledger import services as ledger
from casino.players.models import Wallet
from casino.responsible_gaming import limits
from casino.responsible_gaming.limits import Barred
from tables.funds import postings
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import (
    Refused,
    Seated,
)
from tables.models import Box, MachineBan, Waiting
from tables.projections import floor_acts, live_round
from tables.rounds import step, transitions
from tables.rows import answers, boxes, due_work, floor_events, parties, rule_sets, table_rows
from tables.rows.table_rows import Holder, Surroundings, TableRow
from tables.seating import practice
from tables.shoes import requests, shuffling
from tables.wire import floor_commands, outgoing
from tables.wire.handlers import Handlers


def notify_seats_changed(table_id: int) -> None:
    """Pass changed seats on to the shuffle in progress, or else to a game that `needs` seats.

    Call it after the frame of the change. A round that opens by itself is scheduled once enough
    players are seated. Takes the lock.
    """
    _changed(*table_rows.lock_and_read(table_id))


def _changed(table: TableRow, around: Surroundings) -> None:
    """Do as `notify_seats_changed`, where the caller knows how the table and its seats are now."""
    if around.shuffling:
        shuffling.continue_after_seats_changed(table, around)
        return
    round_ = live_round.load(table, around)
    if not round_.game.needs(round_.rules).seats:
        return
    if round_.running:
        step.run_step(table, around, round_, Seated(live_round.seated_parties(around)))
    elif table.due_at is None and transitions.opens_next_by_itself(table, around, round_):
        table_rows.schedule(table, table.now)


AWAY_AFTER: Final = timedelta(seconds=15)
"""A holder without a socket for this long is shown as away, and keeps the seat."""
HELD_FOR: Final = timedelta(minutes=3)
"""A holder without a socket for this long loses the seat, unless they have chips on the layout."""


def sit_down(
    *, player_id: int, table_id: int, command_id: UUID, box: BoxNo
) -> outgoing.ReceiptShown | None:
    """Give a free box to a player (FR-2024-014, FR-2024-016); see `answers.answer_once`.

    A held box is given too where its holder has it beside his own and must yield it (HOUSE-22), see
    `boxes`; refused as `box_in_play` while a stake lies on it.

    Where the rules want it (`Needs.required_balance`), what they must be able to stake is reserved
    on their balance while they sit; refused as `not_enough_chips` where it is not there.
    """
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin()
        if table.status not in live_round.PLAYING:
            raise Refused(live_round.NOT_PLAYING[table.status])
        game, rules = rule_sets.game_and_rules(table.rules_key)
        if not 1 <= box <= game.box_count(rules):
            raise Refused("box_out_of_range", box=box)
        if game.technical_sheet(rules) and MachineBan.objects.filter(pk=player_id).exists():
            raise Refused("banned_from_machines", clause="MC-AUTO-48")
        if box in around.holders:
            _give_up(table, around, box, player_id)
        if amount := game.needs(rules).required_balance:
            if around.purse is None:
                raise Refused("no_wallet")
            ledger.reserve(around.purse.account, postings.reserve_holder(table.id), amount)
        if table.practice:
            practice.grant_practice_chips(player_id, table.rules_key)
        ready = table if around.holders else requests.request_shoe_for_resumption(table, around)
        # The shoe may be another one now, and who has no wallet has not been named.
        seated = _seated(table, around, box, player_id) if ready is table else None
        _done(ready, seated, "sit", box=box, player_id=player_id, command_id=command_id, sits=True)
    return answer.receipt


def _seated(
    table: TableRow, around: Surroundings, box: BoxNo, player_id: int
) -> Surroundings | None:
    """Return what lies around the table once the player has sat down; `None` of an unknown name."""
    if around.purse is None:
        return None
    account, name = around.purse.account, around.purse.name
    holder = Holder(
        player_id, name, away=False, welcomes=False, wallet=account, sat_at=table.now.timestamp()
    )
    return replace(
        around,
        holders=dict(sorted({**around.holders, box: holder}.items())),
        waiting=around.waiting - {player_id},
    )


def _give_up(table: TableRow, around: Surroundings, box: BoxNo, player_id: int) -> None:
    """Take a box from its holder for another player, or refuse where it does not yield."""
    if around.holders[box].player_id == player_id:
        raise Refused("already_seated", box=box)
    game, rules = rule_sets.game_and_rules(table.rules_key)
    due = boxes.boxes_due_to_waiting(table.id, around, game, rules)
    seated = boxes.seat_of(around, player_id) is not None
    to_another = due.get(box, parties.party_of(player_id)) != parties.party_of(player_id)
    if seated or to_another or box not in boxes.yielding_boxes(around, game, rules):
        raise Refused("box_taken", box=box)
    round_ = live_round.load(table, around)
    if round_.running and box in round_.game.boxes_with_stakes(round_.state):
        raise Refused("box_in_play", box=box)
    free_boxes(table, Box.objects.filter(table_id=table.id, number=box))
    floor_events.record(table, "leave", by=None, box=box, reason="yields")


def leave_box(
    *, player_id: int, table_id: int, command_id: UUID, box: BoxNo
) -> outgoing.ReceiptShown | None:
    """Take a box from its holder at their command; refused while their chips lie on it."""
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin(foreseen=partial(_check_holder, table_id, player_id, box))
        holder = around.holders.get(box)
        if holder is None or holder.player_id != player_id:
            raise Refused("not_your_box", box=box)
        if parties.party_of(player_id) in live_round.parties_that_must_stay(table, around):
            raise Refused("box_in_play", box=box)
        free_boxes(table, Box.objects.filter(table_id=table.id, number=box))
        held = {each: by for each, by in around.holders.items() if each != box}
        around = replace(around, holders=held)
        _done(table, around, "leave", box=box, player_id=player_id, command_id=command_id)
    return answer.receipt


def _check_holder(table_id: int, player_id: int, box: BoxNo) -> Refused | None:
    """Optimistic lookup: refuse who does not hold a box; only his own command can make it his."""
    held = Box.objects.filter(table_id=table_id, number=box, player_id=player_id).exists()
    return None if held else Refused("not_your_box", box=box)


def free_boxes(table: TableRow, boxes: QuerySet[Box]) -> None:
    """Take boxes back; consent was their holders' and goes with them, and so do reserves."""
    boxes.update(player=None, seen_at=None, sat_at=None, away=False, welcomes=False)
    seated = Box.objects.filter(table_id=table.id, player__isnull=False).values("player_id")
    wallets = Wallet.objects.filter(player_id__in=seated, currency=table.currency)
    ledger.release(
        postings.reserve_holder(table.id), but=set(wallets.values_list("account_id", flat=True))
    )


def set_welcome(
    *, player_id: int, table_id: int, command_id: UUID, box: BoxNo, welcomes: bool
) -> outgoing.ReceiptShown | None:
    """Record whether a holder lets others stake behind them (FR-2024-017); see `answer_once`.

    Chips that lie behind him already stay until the round is over. Refused to all but the holder.
    """
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin(foreseen=partial(_check_holder, table_id, player_id, box))
        holder = around.holders.get(box)
        if holder is None or holder.player_id != player_id:
            raise Refused("not_your_box", box=box)
        Box.objects.filter(table_id=table.id, number=box).update(welcomes=welcomes)
        kind = "welcome" if welcomes else "unwelcome"
        held = {**around.holders, box: replace(holder, welcomes=welcomes)}
        around = replace(around, holders=held)
        _done(table, around, kind, box=box, player_id=player_id, command_id=command_id)
    return answer.receipt


def set_wish(
    *, player_id: int, table_id: int, command_id: UUID, wishes: bool
) -> outgoing.ReceiptShown | None:
    """Record whether a visitor wishes to take part (FR-2024-029, HOUSE-22); see `answer_once`.

    While somebody wishes, texts that say so limit the boxes of the others. Refused to a holder.
    """
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin()
        if any(each.player_id == player_id for each in around.holders.values()):
            raise Refused("already_seated")
        if wishes:
            Waiting.objects.update_or_create(
                table_id=table.id, player_id=player_id, defaults={"seen_at": table.now}
            )
        else:
            Waiting.objects.filter(table_id=table.id, player_id=player_id).delete()
        kind = "wish" if wishes else "unwish"
        others = around.waiting - {player_id}
        around = replace(around, waiting=others | {player_id} if wishes else others)
        _done(table, around, kind, player_id=player_id, command_id=command_id)
    return answer.receipt


def unseat_player(table_id: int, short: ledger.Overdrawn | Barred) -> bool:
    """Take the boxes of a player who cannot pay, or may not stake, what the clock demands.

    The hand goes on to the next player (MC-CDF-15). Returns whether he lost a seat:
    not when he has paid meanwhile. Called by the croupier after `timer.expire`.
    """
    if isinstance(short, Barred):
        party: Party | None = parties.party_of(short.player_id)
    else:
        party = postings.owner_of(short.account_id)
    if party is None:
        return False
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        seats = [box for box, each in around.holders.items() if each.player_id == int(party)]
        late = table.due_at is not None and table.due_at <= table.now
        if not seats or not late or party in live_round.parties_that_must_stay(table, around):
            return False
        free_boxes(table, Box.objects.filter(table_id=table.id, number__in=seats))
        for box in seats:
            floor_events.record(table, "leave", by=None, box=box, reason="cannot stake")
        floor_acts.record_and_publish(table, "unseat", reason="cannot stake")
        notify_seats_changed(table.id)
        return True


def _done(
    table: TableRow,
    around: Surroundings | None,
    kind: str,
    *,
    player_id: int,
    command_id: UUID,
    box: BoxNo | None = None,
    sits: bool = False,
) -> None:
    """Show what a player did; `around` is what lies around the table then, if it is known."""
    table = floor_acts.record_and_publish(
        table, kind, by=player_id, box=box, cause=command_id, around=around, sits=sits
    )
    if around is None:
        notify_seats_changed(table.id)
    else:
        _changed(table, around)


def record_arrival(table_id: int, player_id: int) -> None:
    """Record that a player has a socket open at the table, and show them present at once."""
    boxes = Box.objects.filter(table_id=table_id, player_id=player_id)
    if not boxes.exists():
        return
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        back = boxes.filter(away=True).exists()
        boxes.update(seen_at=table.now, away=False)
        if back:
            floor_acts.record_and_publish(table, "back", by=player_id)
            notify_seats_changed(table_id)


def record_presence(present: Mapping[int, set[Party]]) -> None:
    """Record who has a socket open at which table; every web process calls it each few seconds."""
    pairs = [(table_id, int(party)) for table_id, parties in present.items() for party in parties]
    if not pairs:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_box SET seen_at = clock_timestamp()"
            " FROM unnest(%s::bigint[], %s::bigint[]) AS present (at_table, who)"
            " WHERE table_id = at_table AND player_id = who",
            [[table for table, _ in pairs], [player for _, player in pairs]],
        )
        cursor.execute(
            "UPDATE tables_waiting SET seen_at = clock_timestamp()"
            " FROM unnest(%s::bigint[], %s::bigint[]) AS present (at_table, who)"
            " WHERE table_id = at_table AND player_id = who",
            [[table for table, _ in pairs], [player for _, player in pairs]],
        )


def mark_away_and_free(at_each: due_work.Sweep = due_work.run_at_each) -> int:
    """Mark holders without a socket as away, later free their boxes; return how many tables.

    Players without a socket leave the waiting list. Excluded players leave it too and lose their
    boxes at once, those with chips of theirs once the round is over.

    Called by the croupier, with its own `at_each` (`due_work.Sweep`). A table whose lock is taken
    is left for the next sweep.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT table_id FROM tables_box WHERE player_id IS NOT NULL"
            " AND ((NOT away AND seen_at < clock_timestamp() - %s::interval)"
            "   OR seen_at < clock_timestamp() - %s::interval)"
            " UNION SELECT table_id FROM tables_waiting"
            " WHERE seen_at < clock_timestamp() - %s::interval"
            " UNION SELECT at.table_id FROM players_player AS shut"
            "  CROSS JOIN LATERAL (SELECT table_id FROM tables_box WHERE player_id = shut.id"
            "   UNION ALL SELECT table_id FROM tables_waiting WHERE player_id = shut.id) AS at"
            " WHERE shut.shut_until > clock_timestamp()",
            [str(AWAY_AFTER), str(HELD_FOR), str(AWAY_AFTER)],
        )
        tables = [table_id for (table_id,) in cursor.fetchall()]
    return at_each(_sweep_table, tables)


def _sweep_table(table_id: int) -> bool:
    with transaction.atomic(durable=True):
        begun = table_rows.lock_and_read_unless_locked(table_id)
        if begun is None:
            return False
        table, around = begun
        staked = live_round.parties_that_must_stay(table, around)
        held = Box.objects.filter(table_id=table_id, player__isnull=False)
        freed = 0
        shut = Q(player__shut_until__gt=table.now)
        for box in held.filter(shut | Q(seen_at__lt=table.now - HELD_FOR)).select_related("player"):
            assert box.player is not None
            if parties.party_of(box.player.pk) not in staked:
                free_boxes(table, Box.objects.filter(pk=box.pk))
                why = "excluded" if limits.is_excluded(box.player) else "held too long"
                floor_events.record(table, "leave", by=None, box=box.number, reason=why)
                freed += 1
        gone_away = held.filter(shut | Q(seen_at__lt=table.now - AWAY_AFTER), away=False)
        away = Box.objects.filter(pk__in=[box.pk for box in gone_away]).update(away=True)
        gone_waiting = Waiting.objects.filter(
            shut | Q(seen_at__lt=table.now - AWAY_AFTER), table_id=table_id
        )
        gone, _ = Waiting.objects.filter(pk__in=[each.pk for each in gone_waiting]).delete()
        if freed or away or gone:
            floor_acts.record_and_publish(table, "away")
        if freed or away:
            notify_seats_changed(table_id)
        return bool(freed or away or gone)


COMMANDS: Final[Handlers] = {
    floor_commands.Sit: lambda command, **asked: sit_down(**asked, box=command.box),
    floor_commands.Leave: lambda command, **asked: leave_box(**asked, box=command.box),
    floor_commands.Consent: lambda command, **asked: set_welcome(
        **asked, box=command.box, welcomes=command.welcomes
    ),
    floor_commands.Wish: lambda command, **asked: set_wish(**asked, wishes=command.wishes),
}
"""Who carries out a command of this subject."""
