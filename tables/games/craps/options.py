"""The house options that this game alone has."""

from typing import Final

from tables.games.core.options import EXACT, MOST_MONEY, Flag, Maybe, OneOf, Topic, Whole
from tables.games.craps.words import KINDS
from tables.games.wheel.options import table_max

_FLAG: Final = Flag()

TABLE_MAX: Final = table_max(KINDS)
LAST_THROWS: Final = Topic(
    "last_rounds_notice",
    ("Derniers lancers annoncés", "Last throws announced"),
    (
        "Combien de lancers avant la fin de la séance elle est annoncée.",
        "How many throws before the end of the session it is announced.",
    ),
    Whole(3, 100, published_maximum=EXACT),
)
DECISION_SECONDS: Final = Topic(
    "decision_seconds",
    ("Temps pour prendre les dés", "Time to take the dice"),
    (
        "Combien de temps les dés sont proposés à un joueur.",
        "How long the dice are offered to one player.",
    ),
    Whole(3, 120, "seconds"),
)
THROW_SECONDS: Final = Topic(
    "throw_seconds",
    ("Temps pour lancer", "Time to throw"),
    (
        "Après ce temps, le serveur lance pour le tireur.",
        "After this the server throws for the shooter.",
    ),
    Whole(3, 30, "seconds"),
)
TIMEOUTS: Final = Topic(
    "turn_withdrawn_after_timeouts",
    ("Retards avant retrait du tour", "Time-outs before the turn is taken away"),
    (
        "Combien de lancers manqués dans une série font passer les dés.",
        "How many throws missed in a series pass the dice on.",
    ),
    Whole(1, 20),
)
HIGH_LOW: Final = Topic(
    "high_low_odds",
    ("Rapport du high low", "Odds of high low"),
    (
        "Le texte imprime 15 contre 1 ; deux mises égales donneraient 14.",
        "The text prints 15 to 1; two equal bets would give 14.",
    ),
    OneOf({15: ("15 contre 1", "15 to 1"), 14: ("14 contre 1", "14 to 1")}),
)
WORLD: Final = Topic(
    "world_bet_seven",
    ("World bet sur le 7", "World bet on 7"),
    (
        "Ce qui reste en place de la mise quand le 7 sort.",
        "What of the stake stays when the 7 comes.",
    ),
    OneOf(
        {
            "stays": ("toute la mise", "the whole stake"),
            "keep_seven_unit_only": ("le cinquième misé sur le 7", "the fifth that is on the 7"),
        }
    ),
)
COME_CONTRACT: Final = Topic(
    "come_is_contract",
    ("Le come reste engagé", "Come is a contract bet"),
    (
        "Si une mise de come ne peut plus être reprise après « rien ne va plus ».",
        "Whether a come stake cannot be taken back after “no more bets”.",
    ),
    _FLAG,
)
DONT_COME: Final = Topic(
    "dont_come_removable",
    ("Reprise du don’t come", "Don’t come may be taken down"),
    (
        "Si une mise de don’t come peut être diminuée ou retirée.",
        "Whether a don’t come stake may be reduced or taken down.",
    ),
    _FLAG,
)
PLACE_WORKING: Final = Topic(
    "place_working_on_come_out",
    ("Place bets au premier jet", "Place bets at the come-out"),
    (
        "Si elles jouent au premier jet sans que le joueur le demande.",
        "Whether they play at the come-out without the player asking.",
    ),
    _FLAG,
)
BUY_LAY_WORKING: Final = Topic(
    "buy_lay_working_on_come_out",
    ("Buy et lay bets au premier jet", "Buy and lay bets at the come-out"),
    ("Si elles jouent au premier jet.", "Whether they play at the come-out."),
    _FLAG,
)
REFUND: Final = Topic(
    "refund_commission_on_removal",
    ("Commission rendue avec la mise", "Commission given back with the stake"),
    (
        "Si la commission d’une mise retirée avant d’être décidée est rendue.",
        "Whether the commission of a stake that is taken down undecided is given back.",
    ),
    _FLAG,
)
COMMISSION: Final = Topic(
    "buy_lay_commission",
    ("Commission des buy et lay bets", "Commission of buy and lay bets"),
    (
        "Part de la mise, ou du gain escompté, payée en sus.",
        "Part of the stake, or of the expected win, that is paid on top.",
    ),
    OneOf({"1/20": ("5 %", "5 %"), "1/25": ("4 %", "4 %"), "1/50": ("2 %", "2 %")}),
)
MAX_ODDS: Final = Topic(
    "max_odds_multiple",
    ("Chance associée, en mises", "Odds, in flat bets"),
    (
        "Le plus que valent toutes les chances associées à une mise, en fois cette mise.",
        "The most that all odds on one flat bet are worth, in times that bet.",
    ),
    Maybe(Whole(1, 1000)),
)
HORN_STEP: Final = Topic(
    "horn_stake_multiple",
    ("Pas des horn bets", "Step of horn bets"),
    (
        "Un horn bet en est un multiple, pour que 2,75 tombe juste.",
        "A horn bet is a multiple of this, so that 2.75 is exact.",
    ),
    Maybe(Whole(1, MOST_MONEY, "amount"), ("sans autre pas", "no other step")),
)
