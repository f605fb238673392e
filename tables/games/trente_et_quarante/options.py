"""The house options that trente et quarante alone has, and its chances."""

from typing import Final

from tables.games.core.options import EXACT, MOST_MONEY, Flag, OneOf, Topic, Whole
from tables.games.trente_et_quarante.rules import CHANCES
from tables.games.trente_et_quarante.words import BETS
from tables.games.wheel.options import table_max

TABLE_MAX: Final = table_max({bet: BETS[bet] for bet in CHANCES})
INSURED_FROM: Final = Topic(
    "insurance_min_stake_cents",
    ("Assurance dès", "Insurance from"),
    ("La moindre mise que l’on assure.", "The least stake that is insured."),
    Whole(1, MOST_MONEY, "amount", published_maximum=EXACT),
)
INSURANCE_RATE: Final = Topic(
    "insurance_rate",
    ("Prime d’assurance", "Premium"),
    ("La part de la mise que coûte l’assurance.", "What insuring a stake costs, a part of it."),
    OneOf({"1/100": ("1 %", "1%")}),
)
CARD_DEVICE: Final = Topic(
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
)
STOP_CARD: Final = Topic(
    "stop_card_before_last",
    ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
    (
        "Combien de cartes restent au talon quand la carte d’arrêt sort.",
        "How many cards are left in the talon when the stop card comes out.",
    ),
    Whole(5, 5),
)
MINI_TABLE: Final = Topic(
    "mini_table",
    ("Mini-table", "Mini-table"),
    (
        "Si un seul croupier est tailleur et contrôleur ; le jeu n’en change pas.",
        "Whether one croupier is both dealer and controller; play does not change.",
    ),
    Flag(),
)
