"""Rule book MC: articles 18 to 23 of Monaco's ministerial order no. 88-384 of 1988."""

from typing import Final

from tables.games.automatic_games.machines import MACHINES
from tables.games.automatic_games.rules import Rules
from tables.games.automatic_games.words import BETS
from tables.games.core.options import (
    EXACT,
    MOST_MONEY,
    Flag,
    OneOf,
    Several,
    Topic,
    Whole,
    choices_by_key,
)
from tables.games.core.protocol import Book
from tables.games.wheel import options as wheel
from tables.games.wheel.device import MOST

_AMOUNT: Final = Whole(1, MOST_MONEY, "amount", published_maximum=EXACT)
_MACHINE: Final = Topic(
    "machine",
    ("Machine", "Machine"),
    (
        "La fiche technique : rouleaux ou cartes, tableau des gains et rendement.",
        "The technical sheet: reels or cards, pay table and return.",
    ),
    OneOf({key: machine.name for key, machine in MACHINES.items()}),
)
_DENOMINATION: Final = Topic(
    "denomination_cents",
    ("Valeur d’un crédit", "Value of a credit"),
    ("Les compteurs comptent des crédits.", "Meters count credits."),
    _AMOUNT,
)
_HAND_PAY: Final = Topic(
    "hand_pay_threshold_cents",
    ("Paiement à la main au-dessus de", "Paid by hand above"),
    (
        "Un gain supérieur est payé par le superviseur, non par la machine.",
        "A win above it is paid by the supervisor, not by the machine.",
    ),
    _AMOUNT,
)
_IDENTITY: Final = Topic(
    "id_threshold_cents",
    ("Pièce d’identité au-dessus de", "Identity document above"),
    (
        "Un gain supérieur n’est payé que sur présentation d’une pièce d’identité.",
        "A win above it is paid only on presentation of an identity document.",
    ),
    _AMOUNT,
)
_HOPPER: Final = Topic(
    "hopper_level",
    ("Pièces de la réserve", "Coins of the hopper"),
    (
        "Au-delà, les pièces tombent dans le seau.",
        "Beyond this number coins fall into the cash box.",
    ),
    Whole(0, 10_000, published_maximum=EXACT),
)
_ACCEPTS: Final = Topic(
    "accepts",
    ("Moyens acceptés", "What it accepts"),
    (
        "De quoi la machine charge des crédits, et comment elle les rend.",
        "What the machine loads credits with, and how it pays them out.",
    ),
    Several(
        {
            "note": ("billets", "notes"),
            "ticket": ("tickets", "tickets"),
            "card": ("cartes", "cards"),
            "coin": ("pièces", "coins"),
        }
    ),
)
_ORPHAN: Final = Topic(
    "orphan_after_minutes",
    ("Crédits rendus après", "Credits go back after"),
    (
        "Le temps sans joueur après lequel ses crédits reviennent à son compte.",
        "The time without its player after which credits go back to his account.",
    ),
    Whole(1, 240, "minutes"),
)
_VALIDITY: Final = Topic(
    "ticket_validity_days",
    ("Validité d’un ticket, en jours", "Days for which a ticket is good"),
    (
        "Un ticket plus ancien est orphelin : la caisse seule le rend à son propriétaire.",
        "An older ticket is an orphan: the cage alone gives it back to its owner.",
    ),
    Whole(1, 3650),
)
_BOUND: Final = Topic(
    "ticket_bound_to_player",
    ("Ticket lié à son joueur", "Ticket bound to its player"),
    (
        "Si seul son propriétaire peut le présenter.",
        "Whether nobody but its owner may present it.",
    ),
    Flag(),
)
_PACE: Final = Topic(
    "pace_floor_ms",
    ("Millisecondes d’une partie, au moins", "Milliseconds of a game, at the least"),
    (
        "Un joueur ne commence pas de partie plus tôt après la précédente, à aucun appareil.",
        "A player begins no game sooner after the one before it, at any machine.",
    ),
    Whole(0, 10_000, published_maximum=EXACT),
)
_MEANS: Final = Topic(
    "payment_means",
    ("Paiement à la main en", "Paid by hand by"),
    ("Au choix de la direction.", "At the management’s choice."),
    OneOf(
        {
            "cash": ("espèces", "cash"),
            "cheque": ("chèque", "cheque"),
            "transfer": ("virement", "transfer"),
        }
    ),
)
_RETURN: Final = Topic(
    "theoretical_return_min",
    ("Rendement théorique minimal", "Least theoretical return"),
    (
        "Une machine qui rend moins n’est pas publiée.",
        "A machine that returns less is not published.",
    ),
    OneOf({f"{percent}/100": (f"{percent} %", f"{percent}%") for percent in range(75, 95, 5)}),
)

BOOK: Final = Book(
    key="MC",
    package=__package__,
    rules=Rules(),
    choices=choices_by_key(
        (
            _MACHINE.choice("three_crowns", "MC-AUTO-21"),
            wheel.TABLE_MIN.choice(100, "MC-AUTO-21"),
            wheel.table_max(BETS).choice(MOST, "MC-AUTO-21"),
            wheel.STAKE_INCREMENT.choice(1, "MC-AUTO-21"),
            _DENOMINATION.choice(10, "MC-AUTO-15"),
            _ACCEPTS.choice(["note", "ticket", "card"], "MC-AUTO-02"),
            _HOPPER.choice(0, "MC-AUTO-26"),
            _HAND_PAY.interpretation(100_000, "MC-AUTO-18"),
            _IDENTITY.choice(200_000, "MC-AUTO-42"),
            _PACE.choice(2_500, "MC-AUTO-21"),
            _MEANS.choice("cash", "MC-AUTO-44"),
            _ORPHAN.choice(15, "MC-AUTO-46"),
            _VALIDITY.choice(30, "MC-AUTO-46"),
            _BOUND.choice(True, "MC-AUTO-47"),
            _RETURN.choice("85/100", "MC-AUTO-14"),
        )
    ),
)
