"""The making of a shoe: who contributes, who is asked to cut, and when it goes on.

A row beside the table's says how far it has come; the table's lock guards both, and the table's
`due_at` is the clock. The generator promises, closes, opens and shuffles (`casino.rng`); it is
asked for each by a task, and asked again until it has answered.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, assert_never
from uuid import UUID

from django.conf import settings
from django.db import transaction

from casino.aftermath import once_committed
from casino.rng import contributions
from tables import equipment, models, records, showing, wire
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import Refused
from tables.records import Shuffling, Surroundings, TableRow

LATER_CUT: Final = 5.0
"""Seconds that each offer of the cut lasts after the first."""
RETRY: Final = 5.0
"""Seconds after which the croupier asks the generator again for what it has not answered."""


@dataclass(frozen=True, slots=True)
class By:
    """Who led to a step: a player by a command, or (as it stands) the house."""

    kind: str = "shuffle"
    """The kind of its floor event."""
    player_id: int | None = None
    cause: UUID | None = None
    box: BoxNo | None = None
    told: Mapping[Party, str] = field(default_factory=dict)
    """What is sent to one party alone."""


HOUSE: Final = By()


def promised(table_id: int, sequence: int, shoe_id: UUID) -> bool:
    """Begin to make the shoe that has been promised to a table; twice is as once.

    Returns whether this began it: not at a table that wants another by now, or is closed.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        wanted = not table.equipped and table.shoe_sequence == sequence
        if not wanted or around.shuffling or table.status == "closed":
            return False
        models.Shuffling.objects.create(table_id=table_id, shoe_id=shoe_id)
        table = equipment.chance_again(table)
        around = records.surroundings(table)
        row = around.shuffling
        assert row is not None
        if row.contributions == "none":
            _close(table, row)
        elif _present(around):
            _begin(table, around, row)
        else:
            _wait(table, row)
        return True


def people_changed(table: TableRow, around: Surroundings) -> None:
    """Go on when somebody sat down, left, came back or went away; assumes the lock.

    An offer to a box that is no longer held by somebody present goes on to the next; what was
    sealed stays sealed.
    """
    row = around.shuffling
    if row is None or row.stage not in ("waiting", "sealing"):
        return
    present = _present(around)
    if row.stage == "waiting":
        if present:
            _begin(table, around, row)
    elif not present and not row.sealed:
        _wait(table, row)
    elif row.offered and row.offered not in present:
        _offer(table, around, row)
    elif _complete(around, row):
        _close(table, row)


def contribute(
    table: TableRow, around: Surroundings, player_id: int, given: wire.Contribution, cause: UUID
) -> None:
    """Take a player's part in the making of a shoe; assumes the lock.

    Refuses `no_shuffle` for another shoe than the one being made, `not_your_box`, what the
    generator refuses, and by command: `seal_closed`, `already_sealed`; `cut_not_offered`;
    `opening_closed`, `not_sealed`, `opening_differs`, `cut_out_of_limits`.
    """
    row = around.shuffling
    if row is None or str(row.shoe) != given.shoe:
        raise Refused("no_shuffle")
    by = By(given.kind.removeprefix("table."), player_id, cause, given.box)
    if isinstance(given, wire.Open):
        _open(table, row, given, by)
        return
    holder = around.holders.get(given.box)
    if holder is None or holder.player_id != player_id:
        raise Refused("not_your_box", box=given.box)
    match given:
        case wire.Seal():
            if row.contributions != "full":
                raise Refused("seal_closed")
            _seal(table, around, row, given, by)
        case wire.Cut():
            if given.box != row.offered and (given.box, player_id) not in row.sealed:
                raise Refused("cut_not_offered")
            _seal(table, around, row, given, by)
        case wire.DeclineCut():
            if row.stage != "sealing" or given.box != row.offered:
                raise Refused("cut_not_offered")
            _offer(table, around, _declined(row), by)
        case _:
            assert_never(given)


def due(table: TableRow, around: Surroundings) -> None:
    """Do what the clock of a shuffle demands; assumes the lock. Called by the croupier."""
    row = around.shuffling
    assert row is not None
    match row.stage:
        case "waiting":
            records.set_due(table, None)
            people_changed(table, around)
        case "sealing" if row.offered:
            _offer(table, around, _declined(row))
        case "sealing":
            _close(table, row)
        case "closing":
            _ask(table, row)
            records.set_due(table, table.now + timedelta(seconds=RETRY))
        case "opening":
            _shuffle(table, row)
        case _:
            _ask(table, row)
            records.set_due(table, table.now + timedelta(seconds=RETRY))


def closed(table_id: int, shoe_id: UUID) -> bool:
    """Go on after the generator has logged the list of hashes; twice is as once.

    Whoever sealed may now open, for OPENING_SECONDS at most.
    """
    with transaction.atomic(durable=True):
        found = _found(table_id, shoe_id, "closing")
        if found is None:
            return False
        table, row = found
        if row.sealed:
            _step(table, replace(row, stage="opening"), settings.OPENING_SECONDS)
        else:
            _shuffle(table, row)
        return True


def wait(table_id: int, shoe_id: UUID, until: datetime) -> None:
    """Have the croupier ask for the order again when the beacon's round is there."""
    with transaction.atomic(durable=True):
        found = _found(table_id, shoe_id, "shuffling")
        if found is not None:
            records.set_due(found[0], until)


# --- the stages -----------------------------------------------------------------------------------


def _found(table_id: int, shoe_id: UUID, stage: str) -> tuple[TableRow, Shuffling] | None:
    """Lock the table; return its row and its shuffle while that is at a stage."""
    begun = records.begin(table_id)
    assert begun is not None
    table, around = begun
    row = around.shuffling
    return (table, row) if row and (row.shoe, row.stage) == (shoe_id, stage) else None


def _present(around: Surroundings) -> Mapping[BoxNo, int]:
    """Return the players at the boxes whose holders have a socket here."""
    return {box: each.player_id for box, each in around.holders.items() if not each.away}


def _complete(around: Surroundings, row: Shuffling) -> bool:
    """Tell whether the cut is decided and everybody present has sealed."""
    if row.offered or row.offers:
        return False
    sealed = {player for _, player in row.sealed}
    return row.contributions == "cut_only" or sealed >= set(_present(around).values())


def _declined(row: Shuffling) -> Shuffling:
    return replace(row, declined=(*row.declined, row.offered))


def _begin(table: TableRow, around: Surroundings, row: Shuffling) -> None:
    """Take hashes, and offer the cut where the game knows one."""
    round_ = showing.live(table, around)
    game, rules = records.game_and_rules(table.rules_key)
    state = round_.state if around.round and game is round_.game else None
    boxes = game.cutters(rules, state, showing.setting(table, around)) if row.cut_to else ()
    row = replace(row, stage="sealing", offers=boxes, declined=())
    _offer(table, around, row, seconds=settings.CUT_SECONDS)


def _offer(
    table: TableRow,
    around: Surroundings,
    row: Shuffling,
    by: By = HOUSE,
    *,
    seconds: float = LATER_CUT,
) -> None:
    """Offer the cut, for so long, to the next box that is held by somebody present.

    Whoever has sealed without cutting is not asked any more; at last the dealer cuts.
    """
    present, sealed = _present(around), {player for _, player in row.sealed}
    left = [box for box in row.offers if box in present and present[box] not in sealed]
    if left:
        _step(table, replace(row, offered=left[0], offers=tuple(left[1:])), seconds, by)
    else:
        _decided(table, around, replace(row, offered=BoxNo(0), offers=()), by)


def _decided(table: TableRow, around: Surroundings, row: Shuffling, by: By) -> None:
    """Close the list when all have sealed: whoever waited for the cut has OPENING_SECONDS to."""
    if _complete(around, row):
        _close(table, row, by)
    else:
        _step(table, row, settings.OPENING_SECONDS, by)


def _seal(
    table: TableRow,
    around: Surroundings,
    row: Shuffling,
    given: wire.Seal | wire.Cut,
    by: By,
) -> None:
    """Take a hash; the same once more gives the same receipt.

    Whoever seals without cutting declines what is offered to him, now or later.
    """
    assert by.player_id is not None
    mine = given.box, by.player_id
    again = mine in row.sealed
    if row.stage != "sealing" and not again:
        raise Refused("seal_closed")
    party, cuts = records.party(by.player_id), isinstance(given, wire.Cut)
    try:
        receipt = contributions.seal(
            row.shoe, seat=given.box, party=party, hash=given.hash, cuts=cuts
        )
    except contributions.ContributionRefused as refused:
        raise _refusal(refused, row) from None
    by = replace(by, told={party: wire.encode(wire.SealedShown(**asdict(receipt)))})
    if again:
        _step(table, row, None, by)
        return
    row = replace(row, sealed=(*row.sealed, mine))
    asked = around.holders.get(row.offered)
    if cuts:
        row = replace(row, cutter=given.box, offered=BoxNo(0), offers=())
        _decided(table, around, row, by)
    elif asked is not None and asked.player_id == by.player_id:
        _offer(table, around, _declined(row), by)
    elif _complete(around, row):
        _close(table, row, by)
    else:
        _step(table, row, None, by)


def _close(table: TableRow, row: Shuffling, by: By = HOUSE) -> None:
    """Have the generator log the list of hashes: none is taken any more."""
    row = replace(row, stage="closing", offered=BoxNo(0), offers=())
    _step(table, row, RETRY, by, shown=False)
    _ask(table, row)


def _open(table: TableRow, row: Shuffling, given: wire.Open, by: By) -> None:
    """Keep a secret that fits its hash; the last one ends the stage.

    Whoever has left his box meanwhile still may.
    """
    assert by.player_id is not None
    if (given.box, by.player_id) not in row.sealed:
        raise Refused("not_sealed", box=given.box)
    if row.stage != "opening" and given.box not in row.opened:
        raise Refused("opening_closed")
    try:
        contributions.open(
            row.shoe,
            seat=given.box,
            party=records.party(by.player_id),
            secret=given.secret,
            cut=given.cut,
        )
    except contributions.ContributionRefused as refused:
        raise _refusal(refused, row) from None
    if given.box not in row.opened:
        row = replace(row, opened=(*row.opened, given.box))
    if row.stage == "opening" and len(row.opened) == len(row.sealed):
        _shuffle(table, row, by)
    else:
        _step(table, row, None, by)


def _shuffle(table: TableRow, row: Shuffling, by: By = HOUSE) -> None:
    """Have the generator log the secrets, shuffle and commit to the order."""
    row = replace(row, stage="shuffling")
    _step(table, row, RETRY, by, shown=False)
    _ask(table, row)


def _refusal(refused: contributions.ContributionRefused, row: Shuffling) -> Refused:
    match refused.code:
        case "cut_taken":
            return Refused("cut_not_offered")
        case "cut_out_of_limits":
            return Refused(refused.code, cut_from=row.cut_from, cut_to=row.cut_to)
        case code:
            return Refused(code)


def _ask(table: TableRow, row: Shuffling) -> None:
    """Have a worker do what the stage waits for, when the transaction commits."""
    tasks = equipment.tasks()
    task = tasks.close_contributions if row.stage == "closing" else tasks.shuffle_shoe
    once_committed(task.delay, table.id, str(row.shoe))


def _step(
    table: TableRow,
    row: Shuffling,
    seconds: float | None,
    by: By = HOUSE,
    *,
    shown: bool = True,
) -> None:
    """Write how far a shuffle has come, and publish it when the transaction commits.

    The croupier looks again after so many seconds, `None` for as it was; they are the players'
    clock where it is `shown`.
    """
    models.Shuffling.objects.filter(pk=table.id).update(
        stage=row.stage,
        offers=row.offers,
        offered=row.offered,
        cutter=row.cutter,
        declined=row.declined,
        sealed=row.sealed,
        opened=row.opened,
    )
    if seconds is not None:
        table = replace(
            table,
            due_at=table.now + timedelta(seconds=seconds),
            window_ms=int(seconds * 1000) if shown else None,
        )
        records.keep_clock(table, due_at=table.due_at, window_ms=table.window_ms)
    seq = records.write_floor_event(table, by.kind, by=by.player_id, box=by.box)
    if by.cause is not None and by.player_id is not None:
        records.write_receipt(table, by.player_id, by.cause, seq=seq)
    table = replace(table, seq=seq)
    around = records.surroundings(table)
    showing.announce(table, around, cause=by.cause, owns=by.told)


def _wait(table: TableRow, row: Shuffling) -> None:
    """Let the promise lie, for all to see, until somebody sits down."""
    records.set_due(table, None)
    table = replace(table, due_at=None, window_ms=None)
    row = replace(row, stage="waiting", offers=(), offered=BoxNo(0), declined=())
    _step(table, row, None)
