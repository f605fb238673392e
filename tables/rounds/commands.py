"""A player's commands in a round, idempotent by their ids."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from casino.ledger import services as ledger
from casino.responsible_gaming.limits import Barred
from tables.funds import colour_chips, postings, tickets
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import PlayerCommand, Refused, TableChips
from tables.games.core.values import changed
from tables.projections import live_round
from tables.projections.live_round import LiveRound
from tables.rounds import step
from tables.rounds.persistence import Origin
from tables.rows import answers, boxes, duties, parties, rule_sets, written_announcements
from tables.rows.table_rows import HeldColourChips, Surroundings, TableRow
from tables.shoes import shuffling
from tables.wire import outgoing

First = Callable[[TableRow, Surroundings, LiveRound], Surroundings]
"""What the floor does before a command is asked, in its transaction; what lies around then."""


def carry_out(
    *,
    player_id: int,
    table_id: int,
    command_id: UUID,
    command: Any,
    first: First | None = None,
) -> outgoing.ReceiptShown | None:
    """Carry out a player's game command once; return its receipt unless a frame will show it.

    The frame that follows names the command as its cause. A refusal, or a command that was answered
    before, comes back as a receipt. Where the wallet of somebody else cannot pay his part of it, or
    his limits forbid it, the command is carried out without him. Raises `rows.NoSuchTable`.
    """
    unable: frozenset[Party] = frozenset()
    while True:
        try:
            return _attempt(player_id, table_id, command_id, command, unable, first)
        except ledger.Overdrawn as short:
            # Rolled back: the same cards come again. Only the ledger knows, under the wallet's
            # lock, who cannot pay; an optimistic lookup could be overtaken from another table.
            party = postings.owner_of(short.account_id)
            if party is None or party in unable:
                raise
            unable |= {party}
        except Barred as barred:
            party = parties.party_of(barred.player_id)
            if party in unable:
                raise
            unable |= {party}


def _attempt(
    player_id: int,
    table_id: int,
    command_id: UUID,
    command: Any,
    unable: frozenset[Party],
    first: First | None,
) -> outgoing.ReceiptShown | None:
    """Carry a command out, without those who are unable to pay for it.

    Raises `ledger.Overdrawn` of the wallet, and `Barred` by a limit, of another than the asking
    player.
    """
    with answers.answer_once(player_id, table_id, command_id, own_wallet_only=True) as answer:
        table, around = answer.begin()
        if table.status == "paused":
            raise Refused("table_paused")
        round_ = live_round.load(table, around)
        if first is not None:
            around = first(table, around, round_)
        coloured = colour_chips.read_for_step(table.id, around, round_.game, round_.rules)
        around = changed(around, coloured=coloured)
        held = next((each for each in coloured if each.player_id == player_id), None)
        if held is not None:
            answer.purse = held.account
        asked_command = _player_command(table, around, round_, player_id, command, unable, held)
        step.run_step(table, around, round_, asked_command, origin=Origin(player_id, command_id))
    receipt = answer.receipt
    if receipt is not None and receipt.refused and receipt.refused.code == "shoe_begun":
        # The refusal has rolled everything back. Idempotent: a retry of the command may repeat it.
        shuffling.begin_for_visitor(table_id)
    return receipt


def _player_command(
    table: TableRow,
    around: Surroundings,
    round_: LiveRound,
    player_id: int,
    command: Any,
    unable: frozenset[Party],
    held: HeldColourChips | None,
) -> PlayerCommand[Any]:
    """Return the command with what the floor knows of the people around it."""
    game, rules = (
        (round_.game, round_.rules) if round_.running else rule_sets.game_and_rules(table.rules_key)
    )
    seated = {each.player_id for each in around.holders.values()}
    writes = game.needs(rules).takes_written_announcements
    party = parties.party_of(player_id)
    code = game.ticket_code(command)
    due = boxes.boxes_due_to_waiting(table.id, around, game, rules)
    return PlayerCommand(
        party,
        frozenset(box for box, each in around.holders.items() if each.player_id == player_id),
        command,
        seat=boxes.seat_of(around, player_id),
        alone=seated <= {player_id},
        may_stake_behind=frozenset(
            box
            for box, each in around.holders.items()
            if each.welcomes and each.player_id != player_id
        ),
        seats_vacant=len(seated) < game.box_count(rules),
        others_waiting=bool(around.waiting - {player_id}),
        boxes_due_to_others=frozenset(box for box, each in due.items() if each != party),
        endorsed_announcements=written_announcements.endorsed_texts(table.id, player_id)
        if writes
        else frozenset(),
        inspector_present=writes and duties.has_inspector(table.id),
        wallet_balance=Amount(around.purse.balance) if around.purse else None,
        chips=TableChips(table.id, held.unit) if held else None,
        unable_to_pay=unable,
        ticket=tickets.lock_presented(code, table) if code else None,
    )
