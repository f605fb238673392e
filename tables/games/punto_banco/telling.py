"""Punto banco's events in sentences, French and English."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.baccara import telling
from tables.games.core.money import Party
from tables.games.core.protocol import OpenCards
from tables.games.core.words import stakes_variant
from tables.games.punto_banco.state import State

NAME: Final = ("Punto banco", "Punto banco")
SENTENCES: Final = telling.sentences(
    "punto_banco",
    {
        **telling.STAKES,
        "seats_changed": (
            "Assis maintenant : {seats}. Le banquier est {banker}.",
            "Seated now: {seats}. The banker is {banker}.",
        ),
        "seats_changed nobody": (
            "Assis maintenant : {seats}. Le croupier tient les cartes de banco.",
            "Seated now: {seats}. The dealer has banco’s cards.",
        ),
        "card_turned_up": (
            "La première carte est {card} : {burns} cartes sont brûlées.",
            "The first card is {card}: {burns} cards are burnt.",
        ),
        "cards_burnt": ("Cartes brûlées : {count}.", "Cards burnt: {count}."),
        "bank_refused": (
            "{party} refuse d’être banquier ; le banquier est {banker}.",
            "{party} refuses to be the banker; the banker is {banker}.",
        ),
        "bank_refused nobody": (
            "{party} refuse d’être banquier ; le croupier tient les cartes de banco.",
            "{party} refuses to be the banker; the dealer has banco’s cards.",
        ),
        "bets_closed": ("Rien ne va plus.", "No more bets."),
        "cards_dealt": (
            "Coup {coup} : punto {punto}, banco {banco}.",
            "Coup {coup}: punto {punto}, banco {banco}.",
        ),
        "cards_dealt stop": (
            "Coup {coup} : punto {punto}, banco {banco}. Dernier coup de la taille.",
            "Coup {coup}: punto {punto}, banco {banco}. Last coup of the shoe.",
        ),
        "cards_dealt covered": (
            "Coup {coup} : deux cartes à punto, deux à banco.",
            "Coup {coup}: two cards to punto, two to banco.",
        ),
        "cards_dealt covered_stop": (
            "Coup {coup} : deux cartes à punto, deux à banco. Dernier coup de la taille.",
            "Coup {coup}: two cards to punto, two to banco. Last coup of the shoe.",
        ),
        "cards_refused": (
            "{party} ne prend pas les cartes de {hand} : le croupier les retourne.",
            "{party} does not take {hand}’s cards: the dealer turns them.",
        ),
        "hand_turned": ("{hand} {point} : {cards}.", "{hand} {point}: {cards}."),
        "hand_turned natural": (
            "{hand} abat {point} : {cards}.",
            "{hand} shows a natural {point}: {cards}.",
        ),
        "pairs_announced": ("Pas de paire.", "No pair."),
        "pairs_announced punto": ("Paire-Ponte.", "Punto pair."),
        "pairs_announced banco": ("Paire-Banque.", "Banco pair."),
        "pairs_announced both": ("Paire-Ponte et Paire-Banque.", "Punto pair and banco pair."),
        "third_card": ("{hand} tire {card} : {point}.", "{hand} draws {card}: {point}."),
        "third_card stop": (
            "{hand} tire {card} : {point}. Dernier coup de la taille.",
            "{hand} draws {card}: {point}. Last coup of the shoe.",
        ),
        "coup_announced": (
            "Banco {banco}, punto {punto} : gagnent {wins}.",
            "Banco {banco}, punto {punto}: the winners are {wins}.",
        ),
        "stakes_settled": ("Réglé, {batch} : {settled}.", "Settled, {batch}: {settled}."),
        "stakes_settled counted": (
            "Réglé, {batch} : {total} aux joueurs.",
            "Settled, {batch}: {total} to the players.",
        ),
        "bank_passed": ("Le banquier est {banker}.", "The banker is {banker}."),
        "bank_passed nobody": (
            "Le croupier tient les cartes de banco.",
            "The dealer has banco’s cards.",
        ),
    },
    telling.STAKES_LISTED,
)
"""By kind, and a word where one kind says different things; what a list holds, by its type."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "punto": ("punto", "punto"),
    "banco": ("banco", "banco"),
    "tie": ("égalité", "tie"),
    "dragon_punto": ("Dragon Bonus punto", "Dragon Bonus punto"),
    "dragon_banco": ("Dragon Bonus banco", "Dragon Bonus banco"),
    "pair_punto": ("Paire-Ponte", "punto pair"),
    "pair_banco": ("Paire-Banque", "banco pair"),
    "pair_cheval": ("paires à cheval", "either pair"),
    "main": ("punto, banco, égalité", "punto, banco, tie"),
    "dragon": ("Dragon Bonus", "Dragon Bonus"),
    "pair": ("Paire Baccara", "Paire Baccara"),
}
"""Bets and what is settled together, as sentences say them."""

WINNERS: Final[Mapping[str, tuple[str, str]]] = {
    "P": ("Punto gagne, {} à {}", "Punto wins, {} to {}"),
    "B": ("Banco gagne, {1} à {0}", "Banco wins, {1} to {0}"),
    "T": ("Égalité, {} à {}", "Tie, {} to {}"),
}
"""By the sign of a result; the points are punto's and banco's."""


def result(coup: str) -> tuple[str, str]:
    """Return in words who won a coup, from `P98n`."""
    pair = WINNERS.get(coup[:1])
    if pair is None or len(coup) < 3:
        return coup, coup
    return pair[0].format(coup[1], coup[2]), pair[1].format(coup[1], coup[2])


def open_cards(state: State, party: Party) -> tuple[OpenCards, ...]:
    """Return the hands that were turned up, for the history; the same for every party."""
    names = (("Punto", state.punto), ("Banco", state.banco))
    return tuple([OpenCards((name, name), hand.cards) for name, hand in names if hand.shown])


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind.removeprefix("punto_banco."):
        case "opened" if event.rounds_left == 1:
            return "last"
        case "seats_changed" | "bank_refused" | "bank_passed" if not event.seat:
            return "nobody"
        case "staked":
            return stakes_variant(event)
        case "cards_dealt" if not event.punto:
            return "covered_stop" if event.stop_card else "covered"
        case "cards_dealt" | "third_card" if event.stop_card:
            return "stop"
        case "hand_turned" if event.point >= 8:
            return "natural"
        case "pairs_announced" if event.punto or event.banco:
            return "both" if event.punto and event.banco else "punto" if event.punto else "banco"
        case "hand_spoke" if event.draws:
            return "draws"
        case "stakes_settled" if not event.settled:
            return "counted"
        case _:
            return ""
