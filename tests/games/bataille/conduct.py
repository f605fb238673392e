"""How arbitrary players behave at la bataille, for the laws."""

from collections.abc import Mapping, Sequence

from tables.games.bataille import BATAILLE
from tables.games.bataille.state import State
from tables.games.core.cards import Card
from tests.games.plain_conduct import PlainConduct


class BatailleConduct(PlainConduct):
    """Plain conduct; the hands are the boxes and the bank's."""

    def hands(self, state: State) -> Mapping[str, Sequence[Card]]:
        boxes = {f"box {each.box}": each.cards for each in state.boxes if each.cards}
        return boxes | {"dealer": state.dealer}


CONDUCT = BatailleConduct(BATAILLE)
