"""The current round of a table, folded from its events, and what it opens with. Reads only."""

from dataclasses import dataclass
from typing import Any, Final

from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import (
    AnyGame,
    Awaiting,
    Nobody,
    OpeningContext,
    Players,
    Shoe,
)
from tables.models import Table
from tables.projections import round_rows
from tables.rows import parties, rule_sets
from tables.rows.table_rows import Surroundings, TableRow


@dataclass(frozen=True, slots=True)
class LiveRound:
    """A table's current or last round: engine, rules, and the state folded from its events."""

    game: AnyGame
    rules: Any
    state: Any
    running: bool

    @property
    def awaiting(self) -> Awaiting:
        """What the round in play waits for; `Nobody()` where none is in play."""
        return self.game.awaiting(self.rules, self.state) if self.running else Nobody()

    @property
    def is_settling(self) -> bool:
        """Whether the house has the word: it brings out what falls, clears the layout and pays.

        Nothing is exchanged meanwhile (MC-CHIPS-13).
        """
        return self.running and not isinstance(self.awaiting, Players)


class StateCache(dict[int, tuple[int, int, Any]]):
    """The last state that this process folded of each table: its round, its number, the state.

    A cache that needs no invalidation: a state is a fold of events that never change, so it is
    right as long as its round and sequence number are those of the locked row.
    """

    KEPT: Final = 4096
    """At this many tables the cache is emptied."""

    def remember(self, table_id: int, round_id: int, seq: int, state: Any) -> None:
        """Keep the state after a round's event `seq`, once it is committed."""
        if len(self) >= self.KEPT and table_id not in self:
            self.clear()
        self[table_id] = (round_id, seq, state)


states: Final = StateCache()


def load(table: TableRow, around: Surroundings) -> LiveRound:
    """Return the table's round, or the resting state of a table that has had none."""
    if around.round is None or table.round_id is None:
        game, rules = rule_sets.game_and_rules(table.rules_key)
        return LiveRound(
            game,
            rules,
            game.evolve(None, game.opening_event(rules, None, OpeningContext())),
            running=False,
        )
    game, rules = rule_sets.game_and_rules(around.round.rules_key)
    known = states.get(table.id)
    state, seq = None, 0
    if known and known[0] == table.round_id and known[1] <= table.round_seq:
        seq, state = known[1:]
    if seq < table.round_seq:
        for event in round_rows.round_events(table.round_id, seq, table.round_seq):
            state = game.evolve(state, event)
        states.remember(table.id, table.round_id, table.round_seq, state)
    return LiveRound(game, rules, state, around.round.status == "running")


def initial_table_state(table: TableRow, around: Surroundings) -> OpeningContext:
    """Return what the engine is given when a round opens: seats, shoe, rounds left."""
    before = around.round and around.round.shoe_id
    fresh = table.shoe_id is not None and str(table.shoe_id) != before
    return OpeningContext(
        seats=seated_parties(around),
        fresh_shoe=fresh,
        resumes=fresh and is_resuming_play(table),
        rounds_left=table.rounds_left if table.status == "draining" else None,
        boxes_by_arrival=tuple(sorted(around.holders, key=lambda box: around.holders[box].sat_at)),
    )


def is_resuming_play(table: TableRow) -> bool:
    """Tell whether play begins or is resumed with the table's shoe, where that matters."""
    game, rules = rule_sets.game_and_rules(table.rules_key)
    wanted = game.equipment(rules)
    if not (isinstance(wanted, Shoe) and wanted.turned_up):
        return False
    return Table.objects.values_list("shoe_resumes", flat=True).get(pk=table.id)


def seated_parties(around: Surroundings) -> tuple[tuple[BoxNo, Party], ...]:
    """Return who sits where, in the order of the boxes."""
    return tuple((box, parties.party_of(each.player_id)) for box, each in around.holders.items())


def parties_that_must_stay(table: TableRow, around: Surroundings) -> frozenset[Party]:
    """Return the parties that keep their boxes while the round goes on; empty when none does."""
    round_ = load(table, around)
    return round_.game.parties_who_must_stay(round_.state) if round_.running else frozenset()


PLAYING: Final = frozenset({"open", "ending"})
"""The states of a table at which anybody may sit down, and rounds follow each other."""


NOT_PLAYING: Final = {
    "draining": "table_draining",
    "paused": "table_paused",
    "closed": "table_closed",
}
"""Why nobody sits down at a table, or no round opens there, by its state."""


def may_open_round(table: TableRow) -> bool:
    """Tell whether the table opens another round; never where the licence forbids it."""
    goes_on = table.status in PLAYING or (table.status == "draining" and table.rounds_left > 0)
    return goes_on and rule_sets.is_table_licensed(table.rules_key, table.currency)
