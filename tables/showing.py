"""What is shown of a table: its frame to everybody, and to each party what is its own.

It knows a round as it stands, folded from the events, and changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from casino.aftermath import once_committed
from tables import jackpots, proofs, publish, records, returns, staff, wire, writings
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import (
    Progressive,
    Setting,
    Shown,
)
from tables.records import AnyGame, Surroundings, TableRow


def milliseconds(moment: datetime) -> int:
    """Return milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class Live:
    """A round as it stands: the engine, its rules and the state folded from the events."""

    game: AnyGame
    rules: Any
    state: Any
    running: bool


# States are folds of events that never change, so a state is right for as long as its round and
# sequence number are those of the locked row; whoever else wrote events meanwhile moved the number.
_states: dict[int, tuple[int, int, Any]] = {}
_STATES_KEPT: Final = 4096


def remember(table_id: int, round_id: int, seq: int, state: Any) -> None:
    """Keep the state after a round's event `seq`, once it is committed."""
    if len(_states) >= _STATES_KEPT and table_id not in _states:
        _states.clear()
    _states[table_id] = (round_id, seq, state)


def live(table: TableRow, around: Surroundings) -> Live:
    """Return the table's round, or the resting state of a table that has had none."""
    if around.round is None or table.round_id is None:
        game, rules = records.game_and_rules(table.rules_key)
        return Live(
            game, rules, game.evolve(None, game.opening(rules, None, Setting())), running=False
        )
    game, rules = records.game_and_rules(around.round.rules_key)
    known = _states.get(table.id)
    state, seq = None, 0
    if known and known[0] == table.round_id and known[1] <= table.round_seq:
        seq, state = known[1:]
    if seq < table.round_seq:
        for event in records.events(table.round_id, seq, table.round_seq):
            state = game.evolve(state, event)
        remember(table.id, table.round_id, table.round_seq, state)
    return Live(game, rules, state, around.round.status == "running")


def setting(table: TableRow, around: Surroundings) -> Setting:
    """Return how the table is found when a round opens."""
    before = around.round and around.round.shoe_id
    return Setting(
        seats=seats(around),
        fresh_shoe=table.shoe_id is not None and str(table.shoe_id) != before,
        rounds_left=table.rounds_left if table.status == "draining" else None,
        arrivals=tuple(sorted(around.holders, key=lambda box: around.holders[box].sat_at)),
    )


def seats(around: Surroundings) -> tuple[tuple[BoxNo, Party], ...]:
    """Return who sits where, in the order of the boxes."""
    return tuple((box, records.party(each.player_id)) for box, each in around.holders.items())


def staked(table: TableRow, around: Surroundings) -> frozenset[Party]:
    """Return the parties that have chips in the round in play; empty when none is in play."""
    round_ = live(table, around)
    return round_.game.staked(round_.state) if round_.running else frozenset()


def may_open(table: TableRow) -> bool:
    """Tell whether the table opens another round."""
    return table.status == "open" or (table.status == "draining" and table.rounds_left > 0)


def own_shown(round_: Live, around: Surroundings, party: Party, seq: int) -> str | None:
    """Return the message with what is a party's own; `None` in a game without secrets."""
    game, state = round_.game, round_.state
    if game.wire.own is None:
        return None
    opened = proofs.in_hand(game, state, around, party)
    return wire.encode(wire.OwnShown(game.own(round_.rules, state, party), seq, opened))


def shown_alone(
    table: TableRow, round_: Live, around: Surroundings, party: Party
) -> tuple[str, ...]:
    """Return the messages that show a party what it alone may know of the table now."""
    texts = [own_shown(round_, around, party, table.seq)]
    game, rules = records.game_and_rules(table.rules_key)
    if staff.WRITINGS in game.wants(rules):
        texts.append(writings.shown(table.id, int(party), table.seq))
    return tuple(text for text in texts if text is not None)


def owns(
    before: Live,
    after: Live,
    around: Surroundings,
    seq: int,
    giver: Party | None,
    drawn: Sequence[wire.CardOpened],
) -> dict[Party, str]:
    """Return the messages to the parties whose own is another than before, in `seq`.

    `drawn` are the cards that left the shoe meanwhile.
    """
    if after.game.wire.own is None and before.game.wire.own is None:
        return {}
    parties = before.game.privy(before.state) | after.game.privy(after.state)
    if giver is not None:
        parties &= {giver}
    texts: dict[Party, str] = {}
    for party in parties:
        was = before.game.own(before.rules, before.state, party)
        is_ = after.game.own(after.rules, after.state, party)
        if was != is_:
            opened = proofs.in_hand(after.game, after.state, around, party, drawn)
            texts[party] = wire.encode(wire.OwnShown(is_, seq, opened))
    return texts


def frame(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    *,
    cause: UUID | None = None,
    bodies: Sequence[str] = (),
    openings: tuple[wire.CardOpened, ...] = (),
    view: Shown | None = None,
) -> str:
    """Return the frame that shows the table as it is, with the events that led there.

    `openings` are the proofs of the cards that these turned up.
    """
    game, rules = round_.game, round_.rules
    view = view or game.view(rules, round_.state)
    plays_for_pots = isinstance(game, Progressive) and bool(game.pots(rules))
    betting = not round_.running or view.phase == "betting"
    rules_key = around.round.rules_key if around.round and round_.running else table.rules_key
    return wire.encode_frame(
        table=table.id,
        seq=table.seq,
        cause=str(cause) if cause else None,
        now=milliseconds(table.now),
        due_at=milliseconds(table.due_at) if table.due_at and table.window_ms else None,
        window=table.window_ms,
        events=list(bodies),
        view=view,
        floor=wire.FloorShown(
            status=table.status,  # type: ignore[arg-type]
            accepting=betting and table.equipped and (round_.running or may_open(table)),
            round=around.round.number if around.round else 0,
            rules=rules_key,
            seats=tuple(
                wire.Seat(box, records.party(each.player_id), each.name, each.away, each.welcomes)
                for box, each in around.holders.items()
            ),
            shoe=around.shoe if table.shoe_id else None,
            draw=around.draw if table.draw_id else None,
            recent=around.recent,
            waiting=len(around.waiting),
            pots=jackpots.shown(table.id) if plays_for_pots else (),
            practice=table.practice,
            advice=_advice(round_, rules_key, view) if table.practice else (),
            staff=staff.shown(table.id, game, rules),
            shuffling=_shuffling(around),
            openings=openings,
            chance="closed" if table.no_chance or around.stopped else "open",
        ),
    )


def _shuffling(around: Surroundings) -> wire.ShufflingShown | None:
    """Return how far the making of the next shoe has come, as everybody may know."""
    row = around.shuffling
    if row is None:
        return None
    return wire.ShufflingShown(
        shoe=str(row.shoe),
        commitment=row.commitment,
        sequence=row.sequence,
        # To those who seal it is all the same whether the list is closed already.
        stage="sealing" if row.stage == "closing" else row.stage,  # type: ignore[arg-type]
        size=row.size,
        cut_from=row.cut_from,
        cut_to=row.cut_to,
        offered=row.offered,
        cutter=row.cutter,
        declined=row.declined,
        sealed=tuple([box for box, _ in row.sealed]),
        opened=row.opened,
    )


def _advice(round_: Live, rules_key: str, view: Shown) -> tuple[wire.Advised, ...]:
    """Return what basic strategy would do for each box that is asked, where it is known."""
    asked = sorted({option.box for option in view.options})
    told = ((box, returns.advice(rules_key, round_.rules, round_.state, box)) for box in asked)
    return tuple(wire.Advised(box, command) for box, command in told if command)


def announce(
    table: TableRow,
    around: Surroundings,
    *,
    live_round: Live | None = None,
    cause: UUID | None = None,
    bodies: Sequence[str] = (),
    wallets: Mapping[Party, int] | None = None,
    owns: Mapping[Party, str] | None = None,
    openings: tuple[wire.CardOpened, ...] = (),
) -> None:
    """Publish the table's frame, and to each party what is its own, when the transaction commits.

    `wallets` are new balances, `owns` messages as `own_shown` makes them.
    """
    round_ = live_round or live(table, around)
    view = round_.game.view(round_.rules, round_.state)
    text = frame(table, around, round_, cause=cause, bodies=bodies, openings=openings, view=view)
    own = {
        party: [wire.encode(wire.WalletShown(balance, table.seq))]
        for party, balance in (wallets or {}).items()
    }
    for party, secret in (owns or {}).items():
        own.setdefault(party, []).append(secret)
    follows = table.seq - max(1, len(bodies))
    start = text.index('"events":[') + len('"events":[')
    betting = bool(cause and own and bodies) and view.phase == "betting"
    once_committed(
        publish.frame,
        table.id,
        text,
        own,
        seq=table.seq,
        follows=follows,
        events=(start, start + len(",".join(bodies))),
        # Chips that somebody lays while bets are open: he is told at once, the others soon.
        waits=betting and not openings,
    )
