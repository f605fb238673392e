"""The register of games: one line each. Pure code only below this package."""

from collections.abc import Mapping
from typing import Final

from tables.games.american_roulette import AMERICAN_ROULETTE as AMERICAN_ROULETTE
from tables.games.big_wheel import BIG_WHEEL as BIG_WHEEL
from tables.games.blackjack import BLACKJACK as BLACKJACK
from tables.games.boule import BOULE as BOULE
from tables.games.chemin_de_fer import CHEMIN_DE_FER as CHEMIN_DE_FER
from tables.games.core.protocol import AnyGame, Game
from tables.games.craps import CRAPS as CRAPS
from tables.games.european_roulette import EUROPEAN_ROULETTE as EUROPEAN_ROULETTE

GAMES: Final[Mapping[str, AnyGame]] = {
    game.key: game for game in tuple(globals().values()) if isinstance(game, Game)
}
"""Whatever is imported here, by key."""
UNNAMED: Final = BLACKJACK.key
"""The game that is meant where a command or a file names none."""
