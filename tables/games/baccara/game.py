"""What the three games of baccara have in common as the rest of the house sees them."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Protocol

from tables.games.baccara.options import HALF_A_PACK
from tables.games.core.cards import BLUE, RED
from tables.games.core.modules import F, Modules, R_contra, S_contra, V_co
from tables.games.core.monaco import MonacoGame, R, S, ShownToParties
from tables.games.core.money import Party
from tables.games.core.protocol import C, E, Shoe, V


class ShownHands(
    ShownToParties[R_contra, S_contra, F, V_co], Protocol[R_contra, S_contra, F, V_co]
):
    """A game's `view`, of hands that lie face down. Each does what `Game` says of the same name."""

    def parties_with_private_view(self, state: S_contra, /) -> frozenset[Party]: ...

    def face_up_cards(self, state: S_contra, /) -> frozenset[int]: ...

    def face_down_cards_of(self, state: S_contra, party: Party, /) -> frozenset[int]: ...

    def card_destinations(self, events: Iterable[F], /) -> Iterable[str]: ...

    def result(self, state: S_contra, /) -> str: ...


class BaccaraGame(MonacoGame[R, S, C, E, V]):
    """A game of baccara: hands lie face down until they are shown."""

    @property
    @abstractmethod
    def modules(self) -> Modules[R, S, C, E, ShownHands[R, S, E, V]]:
        """What it is made of."""

    def parties_with_private_view(self, state: S) -> frozenset[Party]:
        return self.modules.view.parties_with_private_view(state)

    def face_up_cards(self, state: S) -> frozenset[int]:
        return self.modules.view.face_up_cards(state)

    def face_down_cards_of(self, state: S, party: Party) -> frozenset[int]:
        return self.modules.view.face_down_cards_of(state, party)

    def card_destinations(self, events: Iterable[E]) -> tuple[str, ...]:
        return tuple(self.modules.view.card_destinations(events))

    def result(self, state: S) -> str:
        return self.modules.view.result(state)


def two_backed_shoe(packs: int, stop_card_before_last: int) -> Shoe:
    """Return a shoe of which half the packs have one back, half another; players cut it."""
    cut = HALF_A_PACK, packs * 2 * HALF_A_PACK - HALF_A_PACK
    backs = (RED,) * (packs // 2) + (BLUE,) * (packs // 2)
    return Shoe(packs, stop_card_before_last, 0, cut=cut, backs=backs)
