"""The register of games: one line each. Pure code only below this package."""

from collections.abc import Mapping
from typing import Final

from tables.games.american_roulette import AMERICAN_ROULETTE as AMERICAN_ROULETTE
from tables.games.automatic_games import AUTOMATIC_GAMES as AUTOMATIC_GAMES
from tables.games.banque_a_tout_va import BANQUE_A_TOUT_VA as BANQUE_A_TOUT_VA
from tables.games.bataille import BATAILLE as BATAILLE
from tables.games.big_wheel import BIG_WHEEL as BIG_WHEEL
from tables.games.blackjack import BLACKJACK as BLACKJACK
from tables.games.boule import BOULE as BOULE
from tables.games.chemin_de_fer import CHEMIN_DE_FER as CHEMIN_DE_FER
from tables.games.core.protocol import AnyGame, Game
from tables.games.craps import CRAPS as CRAPS
from tables.games.european_roulette import EUROPEAN_ROULETTE as EUROPEAN_ROULETTE
from tables.games.punto_banco import PUNTO_BANCO as PUNTO_BANCO
from tables.games.trente_et_quarante import TRENTE_ET_QUARANTE as TRENTE_ET_QUARANTE

GAMES: Final[Mapping[str, AnyGame]] = {
    game.key: game for game in tuple(globals().values()) if isinstance(game, Game)
}
"""Whatever is imported here, by key."""
UNNAMED: Final = BLACKJACK.key
"""The game that is meant where a command or a file names none."""
