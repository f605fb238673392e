"""Banque à tout va's house options: in both languages, with what may be chosen."""

from typing import Final

from tables.games.banque_a_tout_va.words import ON_TABLEAUX
from tables.games.core.options import EXACT, MOST_MONEY, Flag, Maybe, OneOf, PerBet, Topic, Whole

_AMOUNT: Final = Whole(1, MOST_MONEY, "amount", published_maximum=EXACT)
_FLAG: Final = Flag()

BANKER_ACCOUNT: Final = Topic(
    "banker_account",
    ("Banquier agréé", "Approved banker"),
    (
        "Le numéro du joueur qui peut tenir la banque de son argent ; sinon la maison la tient.",
        "The number of the player who may hold the bank with his money; else the house has it.",
    ),
    Maybe(Whole(1, 2**31 - 1, "player"), nothing=("la maison seule", "the house alone")),
)
NATURAL_AT_ONCE: Final = Topic(
    "natural_settles_at_once",
    ("Abattage décidé aussitôt", "Naturals decided at once"),
    (
        "Si un 8 ou un 9 gagne contre un banquier qui n’en a pas, quoi qu’il tire.",
        "Whether an 8 or 9 wins against a banker who has none, whatever he draws.",
    ),
    _FLAG,
)
BANK_LIMIT: Final = Topic(
    "bank_limit_cents",
    ("Limite de la banque", "Limit of the bank"),
    (
        "Le plus que toutes les mises d’un coup font ensemble ; sans choix, à tout va.",
        "The most that all stakes of a coup come to; without a choice there is no limit.",
    ),
    Maybe(_AMOUNT),
)
STOP_CARD: Final = Topic(
    "stop_card_before_last",
    ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
    ("Combien de cartes restent quand elle sort.", "How many cards are left when it comes out."),
    OneOf({9: ("neuf", "nine"), 10: ("dix", "ten")}),
)
SESSIONS: Final = Topic(
    "sessions_per_day",
    ("Séances par jour", "Sessions a day"),
    (
        "Combien commencent en un jour : une l’après-midi, une le soir, et ce que la Direction y "
        "ajoute.",
        "How many begin in a day: one in the afternoon, one in the evening, and what the "
        "management adds.",
    ),
    Whole(1, 24),
)
AFTERNOON: Final = Topic(
    "afternoon_from_hour",
    ("Début de l’après-midi", "Begin of the afternoon"),
    (
        "À partir de quelle heure commence la séance de l’après-midi, et avec elle la journée des "
        "jeux.",
        "From which hour the session of the afternoon may begin, and with it the gaming day.",
    ),
    Whole(0, 22),
)
EVENING: Final = Topic(
    "evening_from_hour",
    ("Début de la soirée", "Begin of the evening"),
    (
        "À partir de quelle heure commence la séance du soir, jusqu’à l’après-midi suivante.",
        "From which hour the session of the evening may begin, until the next afternoon.",
    ),
    Whole(1, 23),
)
SHOES: Final = Topic(
    "shoes_per_session",
    ("Tailles par séance", "Shoes a session"),
    ("Après la dernière, la table ferme.", "After the last one the table closes."),
    Whole(1, 2),
)
LAST_COUP: Final = Topic(
    "last_coup_chemin_de_fer",
    ("Dernier coup « du chemin de fer »", "Last coup “of the chemin de fer”"),
    (
        "S’il est proposé quand six à huit cartes restent.",
        "Whether it is offered when six to eight cards are left.",
    ),
    _FLAG,
)
SEATS: Final = Topic(
    "seats",
    ("Places par tableau", "Seats at each tableau"),
    ("Combien de joueurs y sont assis.", "How many players sit there."),
    Whole(1, 10),
)
TABLE_MAX: Final = Topic(
    "table_max_cents",
    ("Mise maximale", "Most stake"),
    (
        "Le plus qu’un joueur mise sur une place, pour toutes ou pour chacune.",
        "The most that one player stakes on a position, for all or for each.",
    ),
    PerBet({bet: words.with_choice() for bet, words in ON_TABLEAUX.items()}, _AMOUNT),
)
