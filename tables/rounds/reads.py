"""All that a step reads beside the table's locked row, in one place."""

import math
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import structlog

from tables.funds import jackpots
from tables.games.core.money import Move
from tables.games.core.protocol import (
    Drawn,
    EngineInput,
    Fact,
    PlayerCommand,
    Refused,
    SessionEnded,
    Shoe,
    Voided,
)
from tables.projections import live_round, round_rows
from tables.projections.live_round import LiveRound
from tables.rounds import annulment
from tables.rows import rule_sets
from tables.rows.table_rows import Surroundings, TableRow
from tables.shoes import requests
from tables.wire import outgoing

log = structlog.get_logger(__name__)


class StepReads:
    """A table as a step finds it, and what the step reads; implements `progress.StepInputs`."""

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

    def take_cards(self, count: int) -> Drawn | None:
        """Take the next cards out of the shoe; `None` when they do not suffice."""
        shoe = self.around.shoe
        if shoe is None or shoe.size - shoe.position < count:
            return None
        drawn, self.around, proofs = requests.open_next_cards(self.table, self.around, count)
        self.proved.extend(proofs)
        return drawn

    def can_refill(self, round_: LiveRound, count: int) -> bool:
        """Tell whether a refill with what was dealt before the round would suffice."""
        return requests.can_refill(round_.game.equipment(round_.rules), self.around, count)

    def annulment(self, round_: LiveRound, events: Sequence[Fact]) -> Voided:
        """Return the event that annuls a round whose cards do not suffice."""
        log.error("shoe_ran_out", table=self.table.id, shoe=str(self.table.shoe_id))
        so_far = events if self._opens else [*annulment.events_of_round(self.table), *events]
        return annulment.annulment_event(self.table, round_, annulment.RAN_OUT, so_far)

    def jackpot_wins(
        self, round_: LiveRound, moves: Sequence[Move]
    ) -> tuple[jackpots.JackpotWin, ...]:
        """Return what a finished round claims of its jackpot; takes the jackpot's lock."""
        return jackpots.wins_of_round(self.table, round_.game, round_.rules, round_.state, moves)


def round_to_open(
    table: TableRow, around: Surroundings, found: LiveRound, given: EngineInput[Any] | None
) -> tuple[LiveRound, Fact] | None:
    """Return the round that an input opens, with its first event; `None` where one is in play.

    Refuses `not_licensed`, `table_closed`, `table_paused`, `table_draining`, `rules_changing` while
    the table's rules have ended, what `_check_equipped` refuses, and `round_too_soon` before the
    pace that the licence wants lets another round open.
    """
    if found.running:
        return None
    # What stays over is given back for an incident also while no chance is made.
    if not isinstance(given, SessionEnded):
        _must_accept(table)
        if rule_sets.newer_version(table.id):
            # The croupier changes the rules between two rounds; none opens by those that ended.
            raise Refused("rules_changing")
    game, rules = rule_sets.game_and_rules(table.rules_key)
    # A table whose rules were changed starts its next round without the old game's state.
    carried = found.state if game is found.game and around.round else None
    first = game.opening_event(rules, carried, live_round.initial_table_state(table, around))
    opened = LiveRound(game, rules, game.evolve(None, first), running=True)
    if not isinstance(given, SessionEnded):
        _check_equipped(table, around, opened, given)
        _check_pace(table)
    return opened, first


def _must_accept(table: TableRow) -> None:
    if not rule_sets.is_table_licensed(table.rules_key, table.currency):
        raise Refused("not_licensed")
    if not live_round.may_open_round(table):
        raise Refused(live_round.NOT_PLAYING[table.status])


def _check_equipped(
    table: TableRow, around: Surroundings, opened: LiveRound, given: EngineInput[Any] | None
) -> None:
    """Refuse a round without its shoe or draw: `shoe_not_ready`, `draw_not_ready`.

    `shoe_begun` to a player whose command the game would take, where the shoe waits only for
    somebody who plays: `commands` then has it made.
    """
    if table.equipped:
        return
    if not isinstance(opened.game.equipment(opened.rules), Shoe):
        raise Refused("draw_not_ready")
    if isinstance(given, PlayerCommand) and around.shoe_awaits_players:
        # What the game refuses is said first, and makes no shoe.
        opened.game.decide(opened.rules, opened.state, given)
        raise Refused("shoe_begun")
    raise Refused("shoe_not_ready")


def _check_pace(table: TableRow) -> None:
    if (wait := round_rows.earliest_next_opening(table) - table.now) > timedelta(0):
        raise Refused("round_too_soon", seconds=math.ceil(wait.total_seconds()))
