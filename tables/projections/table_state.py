"""What a service checks before it acts at a table: each fact is read once.

A service makes one under the table's lock, and changes nothing before its check has passed. The
office makes one without a lock, and asks the checks of all services what may be done now.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from tables.games.core.protocol import AnyGame, EngineInput, Needs, Refused, Shoe
from tables.projections import live_round
from tables.projections.live_round import LiveRound
from tables.rows import duties, rule_sets, table_rows
from tables.rows.duties import OnDuty
from tables.rows.table_rows import Surroundings, TableRow

T = TypeVar("T")


class TableState:
    """A table, and what checks read of it. Its facts are those of their first reading."""

    def __init__(self, table: TableRow, around: Surroundings | None = None) -> None:
        self.table = table
        self._around = around
        self._read: dict[Callable[[int], Any], Any] = {}

    @property
    def game(self) -> AnyGame:
        """The game that the table deals by its rules now."""
        return rule_sets.game_and_rules(self.table.rules_key)[0]

    @property
    def rules(self) -> Any:
        """The rules as the engine reads them."""
        return rule_sets.game_and_rules(self.table.rules_key)[1]

    @property
    def needs(self) -> Needs:
        """What these rules want beside the game."""
        return self.game.needs(self.rules)

    @cached_property
    def around(self) -> Surroundings:
        """Who sits there, the shoe or draw, and the last round."""
        return self._around or table_rows.read_surroundings(self.table)

    @cached_property
    def round(self) -> LiveRound:
        """The round in play, or the last one."""
        return live_round.load(self.table, self.around)

    @cached_property
    def on_duty(self) -> Mapping[str, OnDuty]:
        """Who serves the table, by duty."""
        return duties.on_duty(self.table.id)

    def once(self, read: Callable[[int], T]) -> T:
        """Return what a function of the table's id reads; called again, it is not read again."""
        if read not in self._read:
            self._read[read] = read(self.table.id)
        found: T = self._read[read]
        return found

    def check_not_closed(self) -> None:
        """Refuse `table_closed`."""
        if self.table.status == "closed":
            raise Refused("table_closed")

    def check_has_cards(self) -> None:
        """Refuse `no_device` at a table whose game deals no cards."""
        if not isinstance(self.game.equipment(self.rules), Shoe):
            raise Refused("no_device")

    def check_no_round(self) -> None:
        """Refuse `round_in_play`."""
        if self.round.running:
            raise Refused("round_in_play")

    def check_engine_takes(self, given: EngineInput[Any]) -> None:
        """Refuse an input that the engine refuses in the round in play."""
        self.round.game.step(self.round.rules, self.round.state, given)
