"""Banque à tout va's events in sentences, French and English."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.baccara import telling
from tables.games.banque_a_tout_va.state import State
from tables.games.chemin_de_fer import telling as chemin
from tables.games.core.money import Party
from tables.games.core.protocol import OpenCards
from tables.games.core.words import stakes_variant

NAME: Final = ("Banque à tout va", "Two-tableau baccarat")
_KIND: Final = "banque_a_tout_va"
SENTENCES: Final = telling.sentences(
    _KIND,
    {
        **telling.STAKES,
        "opened last_coup": (
            "Faites vos jeux : dernier coup de la taille.",
            "Place your bets: the last coup of the shoe.",
        ),
        "opened chemin_de_fer": (
            "Le banquier joue-t-il le dernier coup, « du chemin de fer » ?",
            "Does the banker play the last coup, “of the chemin de fer”?",
        ),
        "seats_changed": ("Assis maintenant : {seats}.", "Seated now: {seats}."),
        "bank_put_up": (
            "{banker} met {amount} en banque : elle est de {bank}.",
            "{banker} puts {amount} into the bank: it is {bank}.",
        ),
        "bank_leaves": (
            "{banker} rendra la banque après ce coup.",
            "{banker} gives the bank up after this coup.",
        ),
        "bank_left": (
            "{banker} quitte la banque avec {amount} ; la maison la tient.",
            "{banker} leaves the bank with {amount}; the house has it.",
        ),
        "bank_left silent": (
            "{banker} ne répond plus : {amount} lui sont rendus, la maison tient la banque.",
            "{banker} no longer answers: {amount} go back, the house has the bank.",
        ),
        "bank_left spent": (
            "La banque de {banker} est épuisée : il reçoit {amount}, la maison la tient.",
            "The bank of {banker} is spent: {amount} go back, the house has it.",
        ),
        "bets_closed": (
            "Rien ne va plus. À droite, la main est à {right} ; à gauche, à {left}.",
            "No more bets. On the right {right} has the hand; on the left, {left}.",
        ),
        "bets_closed right": (
            "Rien ne va plus. À droite, la main est à {right} ; à gauche, au croupier.",
            "No more bets. On the right {right} has the hand; on the left, the croupier.",
        ),
        "bets_closed left": (
            "Rien ne va plus. À droite, la main est au croupier ; à gauche, à {left}.",
            "No more bets. On the right the croupier has the hand; on the left, {left}.",
        ),
        "bets_closed nobody": (
            "Rien ne va plus. Le croupier tient les deux mains.",
            "No more bets. The croupier has both hands.",
        ),
        "deal_began": ("Le banquier donne.", "The banker deals."),
        "deal_began clock": ("On donne pour le banquier.", "The cards are dealt for the banker."),
        "cards_dealt": (
            "Coup {coup} : droite {right}, gauche {left}, banquier {banker}.",
            "Coup {coup}: right {right}, left {left}, banker {banker}.",
        ),
        "cards_dealt stop": (
            "Coup {coup} : droite {right}, gauche {left}, banquier {banker}. Carte d’arrêt.",
            "Coup {coup}: right {right}, left {left}, banker {banker}. Stop card.",
        ),
        "cards_dealt covered": (
            "Coup {coup} : deux cartes à droite, à gauche et au banquier.",
            "Coup {coup}: two cards to the right, the left and the banker.",
        ),
        "cards_dealt covered_stop": (
            "Coup {coup} : deux cartes à droite, à gauche et au banquier. Carte d’arrêt.",
            "Coup {coup}: two cards to the right, the left and the banker. Stop card.",
        ),
        "hand_shown": ("{hand} {point} : {cards}.", "{hand} {point}: {cards}."),
        "hand_shown natural": ("{hand} abat {point} : {cards}.", "{hand} shows {point}: {cards}."),
        "third_card": ("{hand} tire {card}.", "{hand} draws {card}."),
        "third_card stop": (
            "{hand} tire {card}. Carte d’arrêt.",
            "{hand} draws {card}. Stop card.",
        ),
        "coup_announced": (
            "Banquier {banker}. Droite {right} {on_right}, gauche {left} {on_left}.",
            "Banker {banker}. Right {right} {on_right}, left {left} {on_left}.",
        ),
        "stakes_settled": ("Réglé : {settled}.", "Settled: {settled}."),
        "stakes_settled counted": (
            "Réglé : {returned} aux pontes, sur {staked} de mises.",
            "Settled: {returned} to the pontes, of {staked} at stake.",
        ),
        "shoe_ends": (
            "La taille est finie : il reste {rest} cartes.",
            "The shoe is over: {rest} cards are left.",
        ),
        "shoe_ends announced": (
            "Il reste {rest} cartes : le banquier annonce le dernier coup.",
            "{rest} cards are left: the banker announces the last coup.",
        ),
        "shoe_ends played": (
            "Le dernier coup de la taille est joué.",
            "The last coup of the shoe is played.",
        ),
        "shoe_ends chemin_de_fer_offered": (
            "Il reste {rest} cartes : un banquier qui joue son argent peut jouer encore un coup, "
            "« du chemin de fer ».",
            "{rest} cards are left: a banker who plays his own money may play one more coup, "
            "“of the chemin de fer”.",
        ),
        "chemin_de_fer_began": (
            "Le banquier joue le dernier coup, « du chemin de fer » : banco de {bank}.",
            "The banker plays the last coup, “of the chemin de fer”: the bank is {bank}.",
        ),
    },
    telling.STAKES_LISTED,
)
"""By kind, and a word where one kind says different things; what a list holds, by its type."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "right": ("droite", "right"),
    "left": ("gauche", "left"),
    "banker": ("banquier", "banker"),
    "tableau_right": ("tableau de droite", "right tableau"),
    "tableau_left": ("tableau de gauche", "left tableau"),
    "a_cheval": ("à cheval", "à cheval"),
    "wins": ("gagne", "wins"),
    "equal": ("égalise", "ties"),
    "loses": ("perd", "loses"),
}
"""Hands, bets and outcomes, as sentences say them."""

_DOES: Final[Mapping[str, tuple[str, str]]] = {
    "+": ("gagne", "wins"),
    "=": ("égalise", "ties"),
    "-": ("perd", "loses"),
}


def result(coup: str) -> tuple[str, str]:
    """Return in words what both tableaux did, from `+7=6/6`, or one hand, from `P 7:5`."""
    if " " in coup:
        return chemin.result(coup)
    if len(coup) != 6 or coup[0] not in _DOES or coup[2] not in _DOES:
        return coup, coup
    right, left = _DOES[coup[0]], _DOES[coup[2]]
    return (
        f"Banquier {coup[5]} : droite {right[0]} avec {coup[1]}, gauche {left[0]} avec {coup[3]}",
        f"Banker {coup[5]}: right {right[1]} with {coup[1]}, left {left[1]} with {coup[3]}",
    )


def open_cards(state: State, party: Party) -> tuple[OpenCards, ...]:
    """Return the hands that were shown; what never was stays covered."""
    if state.chemin is not None:
        return chemin.open_cards(state.chemin, party)
    names = (
        (("Droite", "Right"), state.right),
        (("Gauche", "Left"), state.left),
        (("Banquier", "Banker"), state.bankers),
    )
    return tuple([OpenCards(name, hand.cards) for name, hand in names if hand.shown])


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind.removeprefix(f"{_KIND}."):
        case "opened" if event.chemin_de_fer:
            return "chemin_de_fer"
        case "opened" if event.rounds_left == 1:
            return "last"
        case "opened" if event.last == "announced":
            return "last_coup"
        case "bank_left" if event.why in ("silent", "spent"):
            return str(event.why)
        case "staked":
            return stakes_variant(event)
        case "bets_closed":
            both = event.right and event.left
            one = "right" if event.right else "left" if event.left else "nobody"
            return "" if both else one
        case "deal_began" if event.by == "clock":
            return "clock"
        case "cards_dealt" if not event.right:
            return "covered" if event.rest is None else "covered_stop"
        case "cards_dealt" | "third_card" if event.rest is not None:
            return "stop"
        case "hand_shown" if event.point >= 8 and len(event.cards) == 2:
            return "natural"
        case "hand_spoke" if event.draws:
            return "draws"
        case "stakes_settled" if not event.settled:
            return "counted"
        case "shoe_ends" if event.last != "none":
            return str(event.last)
        case _:
            return ""
