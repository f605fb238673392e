"""Rule book MC: punto banco in Monaco, article 13 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.baccara import options as baccara
from tables.games.core import options
from tables.games.core.protocol import Book
from tables.games.punto_banco.rules import Rules
from tables.games.punto_banco.words import BETS
from tables.games.wheel import options as wheel

_CHOICES: Final = options.choices_of(
    Rules(),
    options.Topic(
        "variant",
        ("Variante", "Variant"),
        ("Ce que paie banco.", "What banco pays."),
        options.OneOf(
            {
                "classic": ("Punto banco : 19 pour 20", "Punto banco: 19 to 20"),
                "punto_2000": (
                    "Punto 2000 : à égalité, la moitié avec 6",
                    "Punto 2000: even money, half with 6",
                ),
            }
        ),
    ),
    options.Topic(
        "dragon_bonus",
        ("Dragon Bonus", "Dragon Bonus"),
        ("Si ce pari est proposé.", "Whether the bet is offered."),
        options.Flag(),
    ),
    options.Topic(
        "paire_baccara",
        ("Paire Baccara", "Paire Baccara"),
        ("Si ce pari est proposé.", "Whether the bet is offered."),
        options.Flag(),
    ),
    options.Topic(
        "decks",
        ("Jeux de cartes", "Packs"),
        (
            "Sans choix : huit, ou six dans un mélangeur distributeur.",
            "Without a choice: eight, or six in a continuous shuffler.",
        ),
        options.Maybe(options.Whole(1, 8), nothing=("selon l’appareil", "by the device")),
    ),
    options.Topic(
        "card_device",
        ("Cartes", "Cards"),
        ("D’où les cartes sont tirées.", "From what the cards are drawn."),
        options.OneOf(
            {
                "shoe": ("sabot", "shoe"),
                "shuffler": ("sabot mélangé à la machine", "shoe shuffled by machine"),
                "continuous": ("mélangeur distributeur", "continuous shuffler"),
            }
        ),
    ),
    options.Topic(
        "stop_card_before_last",
        ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
        (
            "Combien de cartes restent quand elle sort ; au plus la moitié du sabot.",
            "How many cards are left when it comes out; at most half of the shoe.",
        ),
        options.Whole(14, 208),
    ),
    options.Topic(
        "seats",
        ("Places", "Seats"),
        ("Combien de joueurs peuvent s’asseoir.", "How many players may sit."),
        options.OneOf({7: ("sept", "seven"), 9: ("neuf", "nine"), 14: ("quatorze", "fourteen")}),
    ),
    options.Topic(
        "pass_cards",
        ("Passage des cartes", "Passing the cards"),
        (
            "Si un joueur retourne les cartes de punto, le banquier celles de banco.",
            "Whether a player turns punto’s cards, and the banker those of banco.",
        ),
        options.Flag(),
    ),
    options.Topic(
        "dragon_two_card_non_natural",
        ("Dragon Bonus, 6 ou 7 en deux cartes", "Dragon Bonus, 6 or 7 with two cards"),
        (
            "Ce que vaut une main de deux cartes qui gagne sans abattage.",
            "What a hand of two cards is worth that wins without a natural.",
        ),
        options.OneOf(
            {"pays": ("payé selon l’écart", "paid by the margin"), "loses": ("perdu", "lost")}
        ),
    ).interpretation("pays", "MC-PB-67"),
    wheel.TABLE_MIN,
    options.Topic(
        "table_max_cents",
        ("Mise maximale", "Most stake"),
        (
            "Le plus qu’un joueur mise sur une chance, pour toutes ou pour chacune.",
            "The most that one player stakes on a bet, for all or for each.",
        ),
        options.PerBet(
            {bet: (words.fr, words.en) for bet, words in BETS.items()},
            options.Whole(1, options.MOST_MONEY, "amount", published_maximum=options.EXACT),
        ),
    ),
    wheel.STAKE_INCREMENT,
    options.Topic(
        "require_exact_multiples",
        ("Mises dont le gain tombe juste", "Stakes whose winnings are exact"),
        (
            "Si une mise sur banco dont le gain serait arrondi est refusée.",
            "Whether a stake on banco is refused whose winnings would be rounded.",
        ),
        options.Flag(),
    ),
    # Stakes are laid again by a button of the page: each is a new bet.
    baccara.AUTO_REBET.fixed(False, "MC-PB-50"),
    wheel.BETTING_SECONDS,
    options.Topic(
        "decision_seconds",
        ("Temps pour retourner les cartes", "Time to turn the cards"),
        ("Ensuite le croupier les retourne.", "After it the dealer turns them."),
        options.Whole(3, 120, "seconds"),
    ),
    options.Topic(
        "last_rounds_notice",
        ("Dernières donnes annoncées", "Last coups announced"),
        (
            "Combien de coups avant la fin de la séance elle est annoncée.",
            "How many coups before the end of the session it is announced.",
        ),
        options.Whole(3, 100),
    ),
    options.Topic(
        "last_minutes",
        ("Minutes annoncées avant les dernières donnes", "Minutes announced before the last coups"),
        ("Combien de temps on joue encore.", "For how long play still goes on."),
        options.Whole(0, 30, "minutes"),
    ),
    options.Topic(
        "max_tables_per_chief",
        ("Tables par chef de table", "Tables per chief"),
        (
            "De combien de tables ouvertes un chef peut répondre.",
            "For how many open tables one chief may answer.",
        ),
        options.Maybe(options.Whole(1, 100)),
    ),
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
