"""All that a step reads beside the table's locked row, in one place."""

import math
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import structlog

from tables.funds import jackpots
from tables.games.core.money import Move
from tables.games.core.protocol import Drawn, EngineInput, Fact, Refused, SessionEnded, Shoe, Voided
from tables.projections import live_round, round_rows
from tables.projections.live_round import Live
from tables.rounds import annulment
from tables.rows import rule_sets
from tables.rows.table_rows import Surroundings, TableRow
from tables.shoes import requests
from tables.wire import outgoing

log = structlog.get_logger(__name__)


class Reads:
    """A table as a step finds it, and what the step reads; implements `progress.House`."""

    def __init__(
        self,
        table: TableRow,
        around: Surroundings,
        *,
        opens: bool = False,
        proved: Sequence[outgoing.CardOpened] = (),
    ) -> None:
        self.table = table
        self.around = around
        """Its shoe is kept as it is after the cards that the step took."""
        self.first_card = around.shoe.position if around.shoe else 0
        """Cards that had left the shoe before."""
        self.proved = list(proved)
        """The proofs of the cards of the step."""
        self._opens = opens

    def cards(self, count: int) -> Drawn | None:
        """Take the next cards out of the shoe; `None` when they do not suffice."""
        shoe = self.around.shoe
        if shoe is None or shoe.size - shoe.position < count:
            return None
        drawn, self.around, proofs = requests.open_next(self.table, self.around, count)
        self.proved.extend(proofs)
        return drawn

    def refills(self, round_: Live, count: int) -> bool:
        """Tell whether a refill with what was dealt before the round would suffice."""
        return requests.refillable(round_.game.equipment(round_.rules), self.around, count)

    def ran_out(self, round_: Live, events: Sequence[Fact]) -> Voided:
        """Return the event that annuls a round whose cards do not suffice."""
        log.error("shoe_ran_out", table=self.table.id, shoe=str(self.table.shoe_id))
        so_far = events if self._opens else [*annulment.events(self.table), *events]
        return annulment.annulled(self.table, round_, annulment.RAN_OUT, so_far)

    def won(self, round_: Live, moves: Sequence[Move]) -> tuple[jackpots.Won, ...]:
        """Return what a finished round claims of its jackpot; takes the jackpot's lock."""
        return jackpots.won(self.table, round_.game, round_.rules, round_.state, moves)


def opening(
    table: TableRow, around: Surroundings, found: Live, given: EngineInput[Any] | None
) -> tuple[Live, Fact] | None:
    """Return the round that an input opens, with its first event; `None` where one is in play.

    Refuses `not_licensed`, `table_closed`, `table_paused`, `table_draining`, `shoe_not_ready`,
    `draw_not_ready`, `rules_changing` while the table's rules have ended, and `round_too_soon`
    before the pace that the licence wants lets another round open.
    """
    if found.running:
        return None
    # What stays over is given back for an incident also while no chance is made.
    if not isinstance(given, SessionEnded):
        _must_accept(table)
        if rule_sets.due(table.id):
            # The croupier changes the rules between two rounds; none opens by those that ended.
            raise Refused("rules_changing")
    game, rules = rule_sets.game_and_rules(table.rules_key)
    # A table whose rules were changed starts its next round without the old game's state.
    carried = found.state if game is found.game and around.round else None
    first = game.opening(rules, carried, live_round.setting(table, around))
    return Live(game, rules, game.evolve(None, first), running=True), first


def _must_accept(table: TableRow) -> None:
    if not rule_sets.offered(table.rules_key, table.currency):
        raise Refused("not_licensed")
    if not live_round.may_open(table):
        raise Refused(live_round.NOT_PLAYING[table.status])
    if not table.equipped:
        game, rules = rule_sets.game_and_rules(table.rules_key)
        shoe = isinstance(game.equipment(rules), Shoe)
        raise Refused("shoe_not_ready" if shoe else "draw_not_ready")
    if (wait := round_rows.next_at(table) - table.now) > timedelta(0):
        raise Refused("round_too_soon", seconds=math.ceil(wait.total_seconds()))
