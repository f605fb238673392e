"""What players do while a shoe is being made: they seal, accept or decline the cut, and open."""

from dataclasses import asdict, replace
from functools import partial
from typing import Final, assert_never, get_args
from uuid import UUID

from casino.rng import contributions
from tables import models
from tables.games.core.money import BoxNo
from tables.games.core.protocol import Refused
from tables.rows import answers, parties
from tables.rows.table_rows import ShuffleRow, Surroundings, TableRow
from tables.shoes import stages
from tables.shoes.stages import StageOrigin
from tables.wire import codec, floor_commands, outgoing
from tables.wire.handlers import Handlers


def refuse_unless_being_made(table_id: int, shoe: str) -> Refused | None:
    """Optimistic lookup: refuse a shoe that is not being made here. It is never made again."""
    making = models.Shuffling.objects.filter(pk=table_id).values_list("shoe_id", flat=True).first()
    return None if str(making) == shoe else Refused("no_shuffle")


def record_contribution(
    table: TableRow,
    around: Surroundings,
    player_id: int,
    given: floor_commands.Contribution,
    cause: UUID,
) -> None:
    """Take a player's part in the making of a shoe; assumes the lock.

    Refuses `no_shuffle` for another shoe than the one being made, `not_your_box`, what the
    generator refuses, and by command: `seal_closed`, `already_sealed`; `cut_not_offered`;
    `consent_not_asked`;
    `opening_closed`, `not_sealed`, `opening_differs`, `cut_out_of_limits`.
    """
    row = around.shuffling
    if row is None or str(row.shoe) != given.shoe:
        raise Refused("no_shuffle")
    said = given.kind.removeprefix("table.")
    # Else it would be read as the opening of the table.
    by = StageOrigin("open_seal" if said == "open" else said, player_id, cause, given.box)
    if isinstance(given, floor_commands.Open | floor_commands.Lock):
        _open(table, row, given, by)
        return
    holder = around.holders.get(given.box)
    if holder is None or holder.player_id != player_id:
        raise Refused("not_your_box", box=given.box)
    match given:
        case floor_commands.Seal():
            if row.contributions != "full":
                raise Refused("seal_closed")
            _seal(table, around, row, given, by)
        case floor_commands.Cut():
            if given.box not in row.offered_boxes and (given.box, player_id) not in row.sealed:
                raise Refused("cut_not_offered")
            _seal(table, around, row, given, by)
        case floor_commands.DeclineCut():
            if row.stage != "sealing" or given.box not in row.offered_boxes:
                raise Refused("cut_not_offered")
            stages.record_decline(table, around, row, by, given.box)
        case floor_commands.AllowCut():
            if row.stage != "consent" or given.box not in row.offered_boxes:
                raise Refused("consent_not_asked")
            stages.record_consent(table, around, row, by, allows=given.allows)
        case _:
            assert_never(given)


def _seal(
    table: TableRow,
    around: Surroundings,
    row: ShuffleRow,
    given: floor_commands.Seal | floor_commands.Cut,
    by: StageOrigin,
) -> None:
    """Take a hash; idempotent: the same hash gives the same receipt.

    To seal without cutting declines every offer of the cut, now or later.
    """
    assert by.player_id is not None
    mine = given.box, by.player_id
    again = mine in row.sealed
    if row.stage != "sealing" and not again:
        raise Refused("seal_closed")
    party, cuts = parties.party_of(by.player_id), isinstance(given, floor_commands.Cut)
    try:
        receipt = contributions.seal(
            row.shoe, seat=given.box, party=party, hash=given.hash, cuts=cuts
        )
    except contributions.ContributionRefused as refused:
        raise _refusal(refused, row) from None
    by = replace(by, party_messages={party: codec.encode(outgoing.SealedShown(**asdict(receipt)))})
    if again:
        stages.record_stage(table, row, None, by)
        return
    row = replace(row, sealed=(*row.sealed, mine))
    offered = [box for box in row.offered_boxes if box in around.holders]
    his = next((box for box in offered if around.holders[box].player_id == by.player_id), None)
    if cuts:
        row = replace(row, cutter=given.box, offered=BoxNo(0), offers=())
        stages.close_once_sealed(table, around, row, by)
    elif his is not None:
        stages.record_decline(table, around, row, by, his)
    elif stages.is_complete(around, row):
        stages.close_hash_list(table, row, by)
    else:
        stages.record_stage(table, row, None, by)


def _open(
    table: TableRow,
    row: ShuffleRow,
    given: floor_commands.Open | floor_commands.Lock,
    by: StageOrigin,
) -> None:
    """Keep a secret that fits its hash, or a locked one; the last one ends the stage.

    A player who has left his box meanwhile may still open.
    """
    assert by.player_id is not None
    if (given.box, by.player_id) not in row.sealed:
        raise Refused("not_sealed", box=given.box)
    if row.stage != "opening" and given.box not in row.opened:
        raise Refused("opening_closed")
    party = parties.party_of(by.player_id)
    try:
        if isinstance(given, floor_commands.Lock):
            receipt = contributions.lock(row.shoe, seat=given.box, party=party, locked=given.locked)
        else:
            receipt = contributions.open(
                row.shoe, seat=given.box, party=party, secret=given.secret, cut=given.cut
            )
    except contributions.ContributionRefused as refused:
        raise _refusal(refused, row) from None
    by = replace(by, party_messages={party: codec.encode(outgoing.OpenedShown(**asdict(receipt)))})
    if given.box not in row.opened:
        row = replace(row, opened=(*row.opened, given.box))
    if row.stage == "opening" and len(row.opened) == len(row.sealed):
        stages.queue_shuffle(table, row, by)
    else:
        stages.record_stage(table, row, None, by)


def _refusal(refused: contributions.ContributionRefused, row: ShuffleRow) -> Refused:
    match refused.code:
        case "cut_taken":
            return Refused("cut_not_offered")
        case "cut_out_of_limits":
            return Refused(refused.code, cut_from=row.cut_from, cut_to=row.cut_to)
        case code:
            return Refused(code)


def contribute(
    *, player_id: int, table_id: int, command_id: UUID, given: floor_commands.Contribution
) -> outgoing.ReceiptShown | None:
    """Answer a player's contribution to a shoe by `record_contribution`; see `answer_once`."""
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin(
            foreseen=partial(refuse_unless_being_made, table_id, given.shoe)
        )
        record_contribution(table, around, player_id, given, command_id)
    return answer.receipt


COMMANDS: Final[Handlers] = dict.fromkeys(
    get_args(floor_commands.Contribution),
    lambda command, **asked: contribute(**asked, given=command),
)
"""Who carries out a command of this subject."""
