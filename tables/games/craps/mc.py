"""Rule book MC: article 6 of Monaco's ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.core import options
from tables.games.core.protocol import Book
from tables.games.craps.rules import Rules
from tables.games.craps.words import KINDS
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST
from tables.games.wheel.options import table_max

_FLAG: Final = options.Flag()

_CHOICES: Final = options.choices_of(
    Rules(),
    wheel.TABLE_MIN.choice(100, "MC-CRAPS-31"),
    table_max(KINDS).choice(MOST, "MC-CRAPS-17"),
    wheel.STAKE_INCREMENT.choice(1, "MC-CRAPS-17"),
    wheel.EXACT_MULTIPLES.choice(False, "MC-CRAPS-49"),
    options.Topic(
        "horn_stake_multiple",
        ("Pas des horn bets", "Step of horn bets"),
        (
            "Un horn bet en est un multiple, pour que 2,75 tombe juste.",
            "A horn bet is a multiple of this, so that 2.75 is exact.",
        ),
        options.Maybe(
            options.Whole(1, options.MOST_MONEY, "amount"), ("sans autre pas", "no other step")
        ),
    ),
    wheel.BETTING_SECONDS.choice(30, "MC-CRAPS-08"),
    options.Topic(
        "decision_seconds",
        ("Temps pour prendre les dés", "Time to take the dice"),
        (
            "Combien de temps les dés sont proposés à un joueur.",
            "How long the dice are offered to one player.",
        ),
        options.Whole(3, 120, "seconds"),
    ),
    options.Topic(
        "throw_seconds",
        ("Temps pour lancer", "Time to throw"),
        (
            "Après ce temps, le serveur lance pour le tireur.",
            "After this the server throws for the shooter.",
        ),
        options.Whole(3, 30, "seconds"),
    ).choice(10, "MC-CRAPS-10"),
    options.Topic(
        "turn_withdrawn_after_timeouts",
        ("Retards avant retrait du tour", "Time-outs before the turn is taken away"),
        (
            "Combien de lancers manqués dans une série font passer les dés.",
            "How many throws missed in a series pass the dice on.",
        ),
        options.Whole(1, 20),
    ),
    wheel.AUTO_REBET.choice(False, "MC-CRAPS-18"),
    options.Topic(
        "last_rounds_notice",
        ("Derniers lancers annoncés", "Last throws announced"),
        (
            "Combien de lancers avant la fin de la séance elle est annoncée.",
            "How many throws before the end of the session it is announced.",
        ),
        options.Whole(3, 100, published_maximum=options.EXACT),
    ).choice(3, "MC-CRAPS-05"),
    options.Topic(
        "high_low_odds",
        ("Rapport du high low", "Odds of high low"),
        (
            "Le texte imprime 15 contre 1 ; deux mises égales donneraient 14.",
            "The text prints 15 to 1; two equal bets would give 14.",
        ),
        options.OneOf({15: ("15 contre 1", "15 to 1"), 14: ("14 contre 1", "14 to 1")}),
    ).interpretation(15, "MC-CRAPS-65"),
    options.Topic(
        "world_bet_seven",
        ("World bet sur le 7", "World bet on 7"),
        (
            "Ce qui reste en place de la mise quand le 7 sort.",
            "What of the stake stays when the 7 comes.",
        ),
        options.OneOf(
            {
                "stays": ("toute la mise", "the whole stake"),
                "keep_seven_unit_only": (
                    "le cinquième misé sur le 7",
                    "the fifth that is on the 7",
                ),
            }
        ),
    ).interpretation("stays", "MC-CRAPS-71"),
    options.Topic(
        "come_is_contract",
        ("Le come reste engagé", "Come is a contract bet"),
        (
            "Si une mise de come ne peut plus être reprise après « rien ne va plus ».",
            "Whether a come stake cannot be taken back after “no more bets”.",
        ),
        _FLAG,
    ).interpretation(True, "MC-CRAPS-34"),
    options.Topic(
        "dont_come_removable",
        ("Reprise du don’t come", "Don’t come may be taken down"),
        (
            "Si une mise de don’t come peut être diminuée ou retirée.",
            "Whether a don’t come stake may be reduced or taken down.",
        ),
        _FLAG,
    ).interpretation(True, "MC-CRAPS-37"),
    options.Topic(
        "place_working_on_come_out",
        ("Place bets au premier jet", "Place bets at the come-out"),
        (
            "Si elles jouent au premier jet sans que le joueur le demande.",
            "Whether they play at the come-out without the player asking.",
        ),
        _FLAG,
    ),
    options.Topic(
        "buy_lay_working_on_come_out",
        ("Buy et lay bets au premier jet", "Buy and lay bets at the come-out"),
        ("Si elles jouent au premier jet.", "Whether they play at the come-out."),
        _FLAG,
    ).interpretation(True, "MC-CRAPS-91"),
    options.Topic(
        "refund_commission_on_removal",
        ("Commission rendue avec la mise", "Commission given back with the stake"),
        (
            "Si la commission d’une mise retirée avant d’être décidée est rendue.",
            "Whether the commission of a stake that is taken down undecided is given back.",
        ),
        _FLAG,
    ).interpretation(True, "MC-CRAPS-91"),
    options.Topic(
        "buy_lay_commission",
        ("Commission des buy et lay bets", "Commission of buy and lay bets"),
        (
            "Part de la mise, ou du gain escompté, payée en sus.",
            "Part of the stake, or of the expected win, that is paid on top.",
        ),
        options.OneOf({"1/20": ("5 %", "5 %"), "1/25": ("4 %", "4 %"), "1/50": ("2 %", "2 %")}),
    ),
    options.Topic(
        "max_odds_multiple",
        ("Chance associée, en mises", "Odds, in flat bets"),
        (
            "Le plus que valent toutes les chances associées à une mise, en fois cette mise.",
            "The most that all odds on one flat bet are worth, in times that bet.",
        ),
        options.Maybe(options.Whole(1, 1000)),
    ),
)

BOOK: Final = Book(key="MC", package=__package__, rules=Rules(), choices=_CHOICES)
