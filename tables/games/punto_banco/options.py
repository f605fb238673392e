"""Punto banco's house options: what each is called in both languages, and what may be chosen."""

from typing import Final

from tables.games.core.options import EXACT, MOST_MONEY, Flag, Maybe, OneOf, PerBet, Topic, Whole
from tables.games.punto_banco.words import BETS

_AMOUNT: Final = Whole(1, MOST_MONEY, "amount", published_maximum=EXACT)
_FLAG: Final = Flag()

VARIANT: Final = Topic(
    "variant",
    ("Variante", "Variant"),
    ("Ce que paie banco.", "What banco pays."),
    OneOf(
        {
            "classic": ("Punto banco : 19 pour 20", "Punto banco: 19 to 20"),
            "punto_2000": (
                "Punto 2000 : à égalité, la moitié avec 6",
                "Punto 2000: even money, half with 6",
            ),
        }
    ),
)
DRAGON_BONUS: Final = Topic(
    "dragon_bonus",
    ("Dragon Bonus", "Dragon Bonus"),
    ("Si ce pari est proposé.", "Whether the bet is offered."),
    _FLAG,
)
PAIRE_BACCARA: Final = Topic(
    "paire_baccara",
    ("Paire Baccara", "Paire Baccara"),
    ("Si ce pari est proposé.", "Whether the bet is offered."),
    _FLAG,
)
DECKS: Final = Topic(
    "decks",
    ("Jeux de cartes", "Packs"),
    (
        "Sans choix : huit, ou six dans un mélangeur distributeur.",
        "Without a choice: eight, or six in a continuous shuffler.",
    ),
    Maybe(Whole(1, 8), nothing=("selon l’appareil", "by the device")),
)
CARD_DEVICE: Final = Topic(
    "card_device",
    ("Cartes", "Cards"),
    ("D’où les cartes sont tirées.", "From what the cards are drawn."),
    OneOf(
        {
            "shoe": ("sabot", "shoe"),
            "shuffler": ("sabot mélangé à la machine", "shoe shuffled by machine"),
            "continuous": ("mélangeur distributeur", "continuous shuffler"),
        }
    ),
)
STOP_CARD: Final = Topic(
    "stop_card_before_last",
    ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
    (
        "Combien de cartes restent quand elle sort ; au plus la moitié du sabot.",
        "How many cards are left when it comes out; at most half of the shoe.",
    ),
    Whole(14, 208),
)
SEATS: Final = Topic(
    "seats",
    ("Places", "Seats"),
    ("Combien de joueurs peuvent s’asseoir.", "How many players may sit."),
    OneOf({7: ("sept", "seven"), 9: ("neuf", "nine"), 14: ("quatorze", "fourteen")}),
)
PASS_CARDS: Final = Topic(
    "pass_cards",
    ("Passage des cartes", "Passing the cards"),
    (
        "Si un joueur retourne les cartes de punto, le banquier celles de banco.",
        "Whether a player turns punto’s cards, and the banker those of banco.",
    ),
    _FLAG,
)
TWO_CARDS: Final = Topic(
    "dragon_two_card_non_natural",
    ("Dragon Bonus, 6 ou 7 en deux cartes", "Dragon Bonus, 6 or 7 with two cards"),
    (
        "Ce que vaut une main de deux cartes qui gagne sans abattage.",
        "What a hand of two cards is worth that wins without a natural.",
    ),
    OneOf({"pays": ("payé selon l’écart", "paid by the margin"), "loses": ("perdu", "lost")}),
)
TABLE_MAX: Final = Topic(
    "table_max_cents",
    ("Mise maximale", "Most stake"),
    (
        "Le plus qu’un joueur mise sur une chance, pour toutes ou pour chacune.",
        "The most that one player stakes on a bet, for all or for each.",
    ),
    PerBet({bet: (words.fr, words.en) for bet, words in BETS.items()}, _AMOUNT),
)
EXACT_MULTIPLES: Final = Topic(
    "require_exact_multiples",
    ("Mises dont le gain tombe juste", "Stakes whose winnings are exact"),
    (
        "Si une mise sur banco dont le gain serait arrondi est refusée.",
        "Whether a stake on banco is refused whose winnings would be rounded.",
    ),
    _FLAG,
)
DECISION_SECONDS: Final = Topic(
    "decision_seconds",
    ("Temps pour retourner les cartes", "Time to turn the cards"),
    (
        "Ensuite le croupier les retourne.",
        "After it the dealer turns them.",
    ),
    Whole(3, 120, "seconds"),
)
LAST_ROUNDS: Final = Topic(
    "last_rounds_notice",
    ("Dernières donnes annoncées", "Last coups announced"),
    (
        "Combien de coups avant la fin de la séance elle est annoncée.",
        "How many coups before the end of the session it is announced.",
    ),
    Whole(3, 100),
)
LAST_MINUTES: Final = Topic(
    "last_minutes",
    ("Minutes annoncées avant les dernières donnes", "Minutes announced before the last coups"),
    ("Combien de temps on joue encore.", "For how long play still goes on."),
    Whole(0, 30, "minutes"),
)
TABLES_PER_CHIEF: Final = Topic(
    "max_tables_per_chief",
    ("Tables par chef de table", "Tables per chief"),
    (
        "De combien de tables ouvertes un chef peut répondre.",
        "For how many open tables one chief may answer.",
    ),
    Maybe(Whole(1, 100)),
)
