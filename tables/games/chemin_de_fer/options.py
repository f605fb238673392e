"""Chemin de fer's house options: what each is called in both languages, and what may be chosen."""

from typing import Final

from tables.games.core.options import EXACT, MOST_MONEY, Flag, Maybe, OneOf, PerBet, Topic, Whole

_MOST_COUPS: Final = 78
"""A shoe of six packs has no more: each coup takes four of its 312 cards at least."""
_COUPS: Final = Whole(1, _MOST_COUPS, published_maximum=EXACT)
_SEATS: Final = Whole(4, 14)
_AMOUNT: Final = Whole(1, MOST_MONEY, "amount", published_maximum=EXACT)
_FLAG: Final = Flag()

STOP_CARD: Final = Topic(
    "stop_card_before_last",
    ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
    (
        "Combien de cartes restent dans le sabot quand la carte d’arrêt sort.",
        "How many cards are left in the shoe when the stop card comes out.",
    ),
    Whole(6, 7),
)
SEATS: Final = Topic(
    "seats",
    ("Places", "Seats"),
    ("Combien de joueurs peuvent s’asseoir.", "How many players may sit."),
    _SEATS,
)
MIN_SEATED: Final = Topic(
    "min_seated_players",
    ("Joueurs assis pour commencer", "Players seated to begin"),
    (
        "Avec moins de joueurs assis, aucune partie ne commence.",
        "With fewer players seated no game begins.",
    ),
    _SEATS,
)
TABLE_MIN: Final = Topic(
    "table_min_cents",
    ("Mise minimale", "Least stake"),
    ("Le moins que l’on mise.", "The least that is staked."),
    _AMOUNT,
)
TABLE_MAX: Final = Topic(
    "table_max_cents",
    ("Première banque, au plus", "First bank, at most"),
    (
        "Le plus qu’un nouveau banquier mise ; la banque borne les autres mises.",
        "The most that a new banker stakes; the bank bounds the other stakes.",
    ),
    PerBet(
        {
            "bank": ("banque", "bank"),
            "banco": ("banco", "banco"),
            "with_table": ("avec la table", "with the table"),
            "complement": ("complément", "complement"),
        },
        _AMOUNT,
    ),
)
STAKE_INCREMENT: Final = Topic(
    "stake_increment_cents",
    ("Pas des mises", "Step of stakes"),
    ("La mise d’un nouveau banquier en est un multiple.", "A new banker stakes a multiple of it."),
    _AMOUNT,
)
EXACT_MULTIPLES: Final = Topic(
    "require_exact_multiples",
    ("Banque divisible par le prélèvement", "Bank divisible by the levy"),
    (
        "Si un nouveau banquier ne mise que ce que le prélèvement divise sans reste.",
        "Whether a new banker stakes only what the levy divides without a rest.",
    ),
    _FLAG,
)
BANK_MAX: Final = Topic(
    "bank_max_cents",
    ("Banque, au plus", "Bank, at most"),
    ("Le maximum que la banque atteint.", "The maximum that the bank grows to."),
    _AMOUNT,
)
GARAGE_FROM: Final = Topic(
    "garage_from_cents",
    ("Garage permis dès", "Garage allowed from"),
    (
        "Le montant au-dessus duquel le banquier peut garder la banque de croître.",
        "The amount above which the banker may keep the bank from growing.",
    ),
    Maybe(_AMOUNT, nothing=("non", "no")),
)
LEVY_RATE: Final = Topic(
    "levy_rate",
    ("Prélèvement de la cagnotte", "Levy"),
    ("La part des gains du banquier que la maison prend.", "The house’s share of the bank’s wins."),
    OneOf({"1/20": ("5 %", "5%")}),
)
PONTE_DRAWS: Final = Topic(
    "ponte_draw_rule",
    ("Le ponte tire", "The ponte draws"),
    ("Ce qui lie le ponte quand il tire ou reste.", "What binds the ponte as he draws or stands."),
    OneOf({"table": ("selon le tableau", "by the table"), "free": ("librement", "freely")}),
)
LATE_STAKES: Final = Topic(
    "late_stakes_with_banker_consent",
    ("Mises tardives avec l’accord du banquier", "Late stakes with the banker’s consent"),
    (
        "Si le banquier peut admettre une mise après la clôture.",
        "Whether the banker may admit a stake after betting has closed.",
    ),
    _FLAG,
)
ADVANCES: Final = Topic(
    "advances_enabled",
    ("Avances", "Advances"),
    ("Si la maison prête aux joueurs.", "Whether the house lends to players."),
    _FLAG,
)
AUTO_COUPS: Final = Topic(
    "max_auto_coups",
    ("Coups muets avant que la main passe", "Silent coups before the hand passes"),
    (
        "Après tant de coups où le banquier se tait et ne perd pas, la main passe.",
        "After so many silent coups that the banker does not lose, the hand passes.",
    ),
    _COUPS,
)
BETTING_SECONDS: Final = Topic(
    "betting_window_seconds",
    ("Temps des annonces", "Time for claims"),
    ("Combien de temps on peut tenir le banco ou miser.", "How long one may go banco or stake."),
    Whole(5, 300, "seconds"),
)
LAST_ROUNDS: Final = Topic(
    "last_rounds_notice",
    ("Coups annoncés avant la fin", "Coups announced before the end"),
    (
        "Combien de coups avant la fin de la séance elle est annoncée.",
        "How many coups before the end of the session it is announced.",
    ),
    _COUPS,
)
