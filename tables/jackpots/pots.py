"""The pots of jackpots that several tables play for, shown to all of them."""

from tables.funds import jackpots
from tables.realtime import publish
from tables.wire import codec, outgoing


class SharedPots:
    """What was last published to the tables of shared jackpots."""

    def __init__(self) -> None:
        self._published: dict[int, tuple[outgoing.PotShown, ...]] = {}
        """By the jackpot's id."""

    def publish_changes(self) -> int:
        """Publish the pots of shared jackpots that changed to their tables; return how many tables.

        Called by the croupier each few seconds, so that a stake at one table costs the others
        nothing.
        """
        published = 0
        for jackpot, tables in jackpots.tables_by_shared_jackpot().items():
            pots = jackpots.pots_shown(tables[0])
            if self._published.get(jackpot) == pots:
                continue
            self._published[jackpot] = pots
            for table_id in tables:
                publish.aside(table_id, codec.encode(outgoing.PotsShown(table_id, pots)))
                published += 1
        return published
