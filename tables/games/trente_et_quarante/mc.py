"""Rule book MC: trente et quarante in Monaco, article 9 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.core.options import EXACT, MOST_MONEY, Flag, OneOf, Topic, Whole, choices_of
from tables.games.core.protocol import Book
from tables.games.trente_et_quarante.rules import CHANCES, Rules
from tables.games.trente_et_quarante.words import BETS
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST
from tables.games.wheel.options import table_max

_CHOICES: Final = choices_of(
    Rules(),
    wheel.TABLE_MIN.choice(100, "MC-TQ-22"),
    table_max({bet: BETS[bet] for bet in CHANCES}).choice(MOST, "MC-TQ-22"),
    wheel.STAKE_INCREMENT.choice(1, "MC-TQ-22"),
    wheel.EXACT_MULTIPLES.choice(False, "MC-TQ-39"),
    wheel.BETTING_SECONDS.choice(30, "MC-TQ-31"),
    wheel.DECISION_SECONDS,
    wheel.AUTO_REBET.choice(False, "MC-TQ-23"),
    wheel.LAST_ROUNDS,
    Topic(
        "insurance_min_stake_cents",
        ("Assurance dès", "Insurance from"),
        ("La moindre mise que l’on assure.", "The least stake that is insured."),
        Whole(1, MOST_MONEY, "amount", published_maximum=EXACT),
    ),
    Topic(
        "insurance_rate",
        ("Prime d’assurance", "Premium"),
        ("La part de la mise que coûte l’assurance.", "What insuring a stake costs, a part of it."),
        OneOf({"1/100": ("1 %", "1%")}),
    ).fixed("1/100", "MC-TQ-39"),
    wheel.ZERO_CHOICE.interpretation("half", "MC-TQ-37"),
    wheel.RELEASE.interpretation("halved", "MC-TQ-37"),
    Topic(
        "card_device",
        ("Appareil à cartes", "Card device"),
        (
            "D’où viennent les cartes ; en continu, ni coupe ni carte d’arrêt.",
            "Where the cards come from; a continuous one has neither cut nor stop card.",
        ),
        OneOf(
            {
                "shoe": ("sabot", "shoe"),
                "shuffler": ("mélangeur", "shuffler"),
                "continuous": ("mélangeur en continu", "continuous shuffler"),
            }
        ),
    ),
    Topic(
        "stop_card_before_last",
        ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
        (
            "Combien de cartes restent au talon quand la carte d’arrêt sort.",
            "How many cards are left in the talon when the stop card comes out.",
        ),
        Whole(5, 5),
    ).fixed(5, "MC-TQ-13"),
    Topic(
        "mini_table",
        ("Mini-table", "Mini-table"),
        (
            "Si un seul croupier est tailleur et contrôleur ; le jeu n’en change pas.",
            "Whether one croupier is both dealer and controller; play does not change.",
        ),
        Flag(),
    ),
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
