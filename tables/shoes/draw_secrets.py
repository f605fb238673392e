"""What players bring to a draw: they seal while it lies there, and open once the stakes are closed.

Where the beacon takes part they lock their secrets to its round instead of opening them. Takes no
table's lock, so nobody's stake waits for another's secret: the draw's row is the lock.
"""

from dataclasses import asdict
from typing import Final, get_args
from uuid import UUID

from django.conf import settings
from django.db import transaction

from casino.rng import contributions
from tables import queue
from tables.games.core.protocol import Refused
from tables.projections import live_round
from tables.rows import answers, parties, table_rows
from tables.wire import floor_commands, outgoing
from tables.wire.handlers import Handlers

FIRST_STANDING: Final = 1001
"""Below lie the numbers of boxes; from here on who holds none draws a number for himself."""


def contribute(
    *, player_id: int, table_id: int, command_id: UUID, given: floor_commands.DrawPart
) -> outgoing.ReceiptShown | None:
    """Take a player's hash or secret, open or time-locked; see `answers.answer_once`.

    The same again gives the same receipt. Refuses `other_draw` unless it is the one that lies
    there, `nothing_at_stake` to whoever neither holds a box nor has chips on the layout,
    `not_your_box` for the number of a box, and what the generator refuses: `seal_closed`,
    `already_sealed`; `not_sealed`, `opening_closed`, `opening_differs`.
    """
    with answers.answer_once(player_id, table_id, command_id) as answer:
        answer.end_if_answered()
        with transaction.atomic():
            try:
                if isinstance(given, floor_commands.SealDraw):
                    sealed = _seal(player_id, table_id, given)
                    signed: outgoing.Signed = outgoing.SealedShown(**asdict(sealed))
                else:
                    opened = _open(player_id, table_id, given)
                    signed = outgoing.OpenedShown(**asdict(opened))
            except contributions.ContributionRefused as refused:
                raise Refused(refused.code) from None
        answer.receipt = outgoing.ReceiptShown(str(command_id), None, None, signed)
    return answer.receipt


def _seal(player_id: int, table_id: int, given: floor_commands.SealDraw) -> contributions.Receipt:
    """Take a hash; whoever comes after the stakes are closed is in time until the list is."""
    table, around = table_rows.read_snapshot(table_id)
    if str(table.draw_id) != given.draw:
        raise Refused("other_draw")
    party = parties.party_of(player_id)
    mine = {box for box, each in around.holders.items() if each.player_id == player_id}
    if given.seat < FIRST_STANDING and given.seat not in mine:
        raise Refused("not_your_box", box=given.seat)
    if not mine:
        round_ = live_round.load(table, around)
        if not round_.running or party not in round_.game.staked_parties(round_.state):
            raise Refused("nothing_at_stake")
    assert table.draw_id is not None
    return contributions.seal(
        table.draw_id, seat=given.seat, party=party, hash=given.hash, cuts=False
    )


def _open(
    player_id: int,
    table_id: int,
    given: floor_commands.OpenDraw | floor_commands.LockDraw,
) -> contributions.OpeningReceipt:
    """Keep a secret that fits its hash, or a locked one; with the last the draw is asked for."""
    table = table_rows.read(table_id)
    if str(table.draw_id) != given.draw:
        raise Refused("other_draw")
    assert table.draw_id is not None
    party = parties.party_of(player_id)
    if isinstance(given, floor_commands.LockDraw):
        opened = contributions.lock(
            table.draw_id, seat=given.seat, party=party, locked=given.locked
        )
    else:
        opened = contributions.open(
            table.draw_id, seat=given.seat, party=party, secret=given.secret, cut=None
        )
    waits = contributions.awaited_until(table.draw_id, settings.OPENING_SECONDS)
    if table.round_id is not None and waits is None:
        queue.make_draw(table_id, table.round_id)
    return opened


COMMANDS: Final[Handlers] = dict.fromkeys(
    get_args(floor_commands.DrawPart),
    lambda command, **asked: contribute(**asked, given=command),
)
"""Who carries out a command of this subject."""
