"""Rule book MC: banque à tout va in Monaco, article 12 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.baccara import options as baccara
from tables.games.banque_a_tout_va.rules import Rules
from tables.games.banque_a_tout_va.words import ON_TABLEAUX
from tables.games.core import options
from tables.games.core.protocol import Book
from tables.games.wheel import options as wheel

_AMOUNT: Final = options.Whole(1, options.MOST_MONEY, "amount", published_maximum=options.EXACT)
_FLAG: Final = options.Flag()

_CHOICES: Final = options.choices_of(
    Rules(),
    options.Topic(
        "banker_account",
        ("Banquier agréé", "Approved banker"),
        (
            "Le numéro du joueur qui peut tenir la banque de son argent ; sinon la maison "
            "la tient.",
            "The number of the player who may hold the bank with his money; else the house has it.",
        ),
        options.Maybe(
            options.Whole(1, 2**31 - 1, "player"), nothing=("la maison seule", "the house alone")
        ),
    ),
    baccara.BANKER_DRAWS.interpretation("free", "MC-BTV-30"),
    options.Topic(
        "natural_settles_at_once",
        ("Abattage décidé aussitôt", "Naturals decided at once"),
        (
            "Si un 8 ou un 9 gagne contre un banquier qui n’en a pas, quoi qu’il tire.",
            "Whether an 8 or 9 wins against a banker who has none, whatever he draws.",
        ),
        _FLAG,
    ).interpretation(True, "MC-BTV-24"),
    options.Topic(
        "bank_limit_cents",
        ("Limite de la banque", "Limit of the bank"),
        (
            "Le plus que toutes les mises d’un coup font ensemble ; sans choix, à tout va.",
            "The most that all stakes of a coup come to; without a choice there is no limit.",
        ),
        options.Maybe(_AMOUNT),
    ),
    options.Topic(
        "stop_card_before_last",
        ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
        (
            "Combien de cartes restent quand elle sort.",
            "How many cards are left when it comes out.",
        ),
        options.OneOf({9: ("neuf", "nine"), 10: ("dix", "ten")}),
    ),
    options.Topic(
        "sessions_per_day",
        ("Séances par jour", "Sessions a day"),
        (
            "Combien commencent en un jour : une l’après-midi, une le soir, et ce que la Direction "
            "y ajoute.",
            "How many begin in a day: one in the afternoon, one in the evening, and what the "
            "management adds.",
        ),
        options.Whole(1, 24),
    ),
    options.Topic(
        "afternoon_from_hour",
        ("Début de l’après-midi", "Begin of the afternoon"),
        (
            "À partir de quelle heure commence la séance de l’après-midi, et avec elle la journée "
            "des jeux.",
            "From which hour the session of the afternoon may begin, and with it the gaming day.",
        ),
        options.Whole(0, 22),
    ),
    options.Topic(
        "evening_from_hour",
        ("Début de la soirée", "Begin of the evening"),
        (
            "À partir de quelle heure commence la séance du soir, jusqu’à l’après-midi suivante.",
            "From which hour the session of the evening may begin, until the next afternoon.",
        ),
        options.Whole(1, 23),
    ),
    options.Topic(
        "shoes_per_session",
        ("Tailles par séance", "Shoes a session"),
        ("Après la dernière, la table ferme.", "After the last one the table closes."),
        options.Whole(1, 2),
    ),
    options.Topic(
        "last_coup_chemin_de_fer",
        ("Dernier coup « du chemin de fer »", "Last coup “of the chemin de fer”"),
        (
            "S’il est proposé quand six à huit cartes restent.",
            "Whether it is offered when six to eight cards are left.",
        ),
        _FLAG,
    ),
    options.Topic(
        "seats",
        ("Places par tableau", "Seats at each tableau"),
        ("Combien de joueurs y sont assis.", "How many players sit there."),
        options.Whole(1, 10),
    ),
    wheel.TABLE_MIN,
    options.Topic(
        "table_max_cents",
        ("Mise maximale", "Most stake"),
        (
            "Le plus qu’un joueur mise sur une place, pour toutes ou pour chacune.",
            "The most that one player stakes on a position, for all or for each.",
        ),
        options.PerBet({bet: words.with_choice() for bet, words in ON_TABLEAUX.items()}, _AMOUNT),
    ),
    wheel.STAKE_INCREMENT,
    wheel.EXACT_MULTIPLES,
    # Stakes are laid again by a button of the page: each is a new bet.
    wheel.AUTO_REBET.fixed(False, "MC-BTV-32"),
    wheel.BETTING_SECONDS,
    baccara.DECISION_SECONDS,
    wheel.LAST_ROUNDS,
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
