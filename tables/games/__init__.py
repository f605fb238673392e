"""The register of games: one line each. Pure code only below this package."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.blackjack import BLACKJACK
from tables.games.chemin_de_fer import CHEMIN_DE_FER
from tables.games.core.protocol import Game
from tables.games.european_roulette import EUROPEAN_ROULETTE

GAMES: Final[Mapping[str, Game[Any, Any, Any, Any, Any]]] = {
    "blackjack": BLACKJACK,
    "european_roulette": EUROPEAN_ROULETTE,
    "chemin_de_fer": CHEMIN_DE_FER,
}
