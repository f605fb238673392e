"""Rule book MC: chemin de fer in Monaco, article 11 of ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.baccara import options as baccara
from tables.games.chemin_de_fer.rules import Rules
from tables.games.core import options
from tables.games.core.protocol import Book

_MOST_COUPS: Final = 78
"""A shoe of six packs has no more: each coup takes four of its 312 cards at least."""
_COUPS: Final = options.Whole(1, _MOST_COUPS, published_maximum=options.EXACT)
_SEATS: Final = options.Whole(4, 14)
_AMOUNT: Final = options.Whole(1, options.MOST_MONEY, "amount", published_maximum=options.EXACT)
_FLAG: Final = options.Flag()

_CHOICES: Final = options.choices_of(
    Rules(),
    options.Topic(
        "stop_card_before_last",
        ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
        (
            "Combien de cartes restent dans le sabot quand la carte d’arrêt sort.",
            "How many cards are left in the shoe when the stop card comes out.",
        ),
        options.Whole(6, 7),
    ),
    options.Topic(
        "seats",
        ("Places", "Seats"),
        ("Combien de joueurs peuvent s’asseoir.", "How many players may sit."),
        _SEATS,
    ),
    options.Topic(
        "min_seated_players",
        ("Joueurs assis pour commencer", "Players seated to begin"),
        (
            "Avec moins de joueurs assis, aucune partie ne commence.",
            "With fewer players seated no game begins.",
        ),
        _SEATS,
    ),
    options.Topic(
        "table_min_cents",
        ("Mise minimale", "Least stake"),
        ("Le moins que l’on mise.", "The least that is staked."),
        _AMOUNT,
    ),
    options.Topic(
        "table_max_cents",
        ("Première banque, au plus", "First bank, at most"),
        (
            "Le plus qu’un nouveau banquier mise ; la banque borne les autres mises.",
            "The most that a new banker stakes; the bank bounds the other stakes.",
        ),
        options.PerBet(
            {
                "bank": ("banque", "bank"),
                "banco": ("banco", "banco"),
                "with_table": ("avec la table", "with the table"),
                "complement": ("complément", "complement"),
            },
            _AMOUNT,
        ),
    ),
    options.Topic(
        "stake_increment_cents",
        ("Pas des mises", "Step of stakes"),
        (
            "La mise d’un nouveau banquier en est un multiple.",
            "A new banker stakes a multiple of it.",
        ),
        _AMOUNT,
    ),
    options.Topic(
        "require_exact_multiples",
        ("Banque divisible par le prélèvement", "Bank divisible by the levy"),
        (
            "Si un nouveau banquier ne mise que ce que le prélèvement divise sans reste.",
            "Whether a new banker stakes only what the levy divides without a rest.",
        ),
        _FLAG,
    ),
    options.Topic(
        "bank_max_cents",
        ("Banque, au plus", "Bank, at most"),
        ("Le maximum que la banque atteint.", "The maximum that the bank grows to."),
        _AMOUNT,
    ),
    options.Topic(
        "garage_from_cents",
        ("Garage permis dès", "Garage allowed from"),
        (
            "Le montant au-dessus duquel le banquier peut garder la banque de croître.",
            "The amount above which the banker may keep the bank from growing.",
        ),
        options.Maybe(_AMOUNT, nothing=("non", "no")),
    ),
    options.Topic(
        "levy_rate",
        ("Prélèvement de la cagnotte", "Levy"),
        (
            "La part des gains du banquier que la maison prend.",
            "The house’s share of the bank’s wins.",
        ),
        options.OneOf({"1/20": ("5 %", "5%")}),
    ).fixed("1/20", "MC-CDF-33"),
    options.Topic(
        "ponte_draw_rule",
        ("Le ponte tire", "The ponte draws"),
        (
            "Ce qui lie le ponte quand il tire ou reste.",
            "What binds the ponte as he draws or stands.",
        ),
        options.OneOf(
            {"table": ("selon le tableau", "by the table"), "free": ("librement", "freely")}
        ),
    ).interpretation("table", "MC-CDF-28"),
    baccara.BANKER_DRAWS.interpretation("free", "MC-CDF-28"),
    options.Topic(
        "late_stakes_with_banker_consent",
        ("Mises tardives avec l’accord du banquier", "Late stakes with the banker’s consent"),
        (
            "Si le banquier peut admettre une mise après la clôture.",
            "Whether the banker may admit a stake after betting has closed.",
        ),
        _FLAG,
    ),
    # The house lends nothing: an advance would be a lending act of its own, beside the game.
    options.Topic(
        "advances_enabled",
        ("Avances", "Advances"),
        ("Si la maison prête aux joueurs.", "Whether the house lends to players."),
        _FLAG,
    ).fixed(False, "MC-CDF-12"),
    # A bank that changes with each coup leaves no stake that could be placed again as it was.
    baccara.AUTO_REBET.fixed(False, "MC-CDF-39"),
    options.Topic(
        "max_auto_coups",
        ("Coups muets avant que la main passe", "Silent coups before the hand passes"),
        (
            "Après tant de coups où le banquier se tait et ne perd pas, la main passe.",
            "After so many silent coups that the banker does not lose, the hand passes.",
        ),
        _COUPS,
    ),
    options.Topic(
        "betting_window_seconds",
        ("Temps des annonces", "Time for claims"),
        (
            "Combien de temps on peut tenir le banco ou miser.",
            "How long one may go banco or stake.",
        ),
        options.Whole(5, 300, "seconds"),
    ),
    baccara.DECISION_SECONDS.choice(15, "MC-CDF-27"),
    options.Topic(
        "last_rounds_notice",
        ("Coups annoncés avant la fin", "Coups announced before the end"),
        (
            "Combien de coups avant la fin de la séance elle est annoncée.",
            "How many coups before the end of the session it is announced.",
        ),
        _COUPS,
    ),
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
