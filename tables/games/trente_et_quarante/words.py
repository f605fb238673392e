"""What the game says: its bets, why its engine refuses and moves chips, its events."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.core.cards import Card
from tables.games.core.money import Party
from tables.games.core.protocol import OpenCards
from tables.games.core.words import Words
from tables.games.trente_et_quarante.state import State
from tables.games.wheel import prison, telling

NAME: Final = ("Trente et quarante", "Trente et quarante")

REFUSALS: Final[Mapping[str, Words]] = {
    **prison.REFUSALS,
    "insurance_below_threshold": Words(
        "On assure une mise dès {minimum:chips}.",
        "A stake is insured from {minimum:chips} on.",
    ),
}
"""By code, beside those that all games share."""

REASONS: Final[Mapping[str, Words]] = {
    **prison.REASONS,
    "premium": Words("Assurance contre le refait", "Insurance against the refait"),
    "premium_back": Words("Assurance rendue", "Insurance returned"),
    "premium_taken_back": Words("Assurance reprise", "Insurance taken back"),
}
"""What moves are for, by code, beside what they are for in every game."""

PRISON: Final = "chance:prison"
INSURED: Final = "chance:insured"
BETS: Final[Mapping[str, Words]] = {
    "black": Words("Noir", "Black"),
    "red": Words("Rouge", "Red"),
    "colour": Words("Couleur", "Colour"),
    "inverse": Words("Inverse", "Inverse"),
    "black:insured": Words("Noir assuré", "Black, insured"),
    "red:insured": Words("Rouge assuré", "Red, insured"),
    "colour:insured": Words("Couleur assurée", "Colour, insured"),
    "inverse:insured": Words("Inverse assuré", "Inverse, insured"),
    PRISON: Words("Une des quatre chances, prison au refait", "A chance, prison at the refait"),
    INSURED: Words("Une des quatre chances, assurée", "A chance, insured"),
}
"""What bets are called; a chance has a price too for prison at the refait, and insured."""

NOTES: Final[Mapping[str, Words]] = {
    "half": Words(
        "Au refait la moitié est reprise ; pour le premier coup d’un sixain entier.",
        "At the refait half is taken back; for the first coup of a full shoe of six packs.",
    ),
    PRISON: Words(
        "Les coups suivants comptés comme d’un sabot sans fin.",
        "Later coups counted as of an endless shoe.",
    ),
    INSURED: Words(
        "La prime, qui reste à la table ; au refait la mise est rendue entière.",
        "The premium, which the table keeps; at the refait the stake goes back whole.",
    ),
}
"""What is said beside prices."""

_KIND: Final = "trente_et_quarante"

SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    **{
        key: said for key, said in telling.sentences(_KIND).items() if key != f"{_KIND}.number_fell"
    },
    f"{_KIND}.opened counted": (
        "Faites vos jeux ; coups restants avec celui-ci : {rounds_left}.",
        "Place your bets; coups left with this one: {rounds_left}.",
    ),
    f"{_KIND}.opened last": (
        "Faites vos jeux : c’est le dernier coup de la séance.",
        "Place your bets: this is the last coup of the session.",
    ),
    f"{_KIND}.seat_taken": ("{party} joue de la place {seat}.", "{party} plays from seat {seat}."),
    f"{_KIND}.seat_taken somebody": ("Un joueur prend place.", "A player takes a seat."),
    f"{_KIND}.half_taken": ("Partage[ : {settled}].", "Half is taken back[: {settled}]."),
    f"{_KIND}.half_taken silent": (
        "Partage d’office, faute de choix[ : {settled}].",
        "Half goes back, no choice was made[: {settled}].",
    ),
    f"{_KIND}.half_taken last": (
        "Partage obligé au dernier coup de la séance[ : {settled}].",
        "Half goes back at the last coup of the session[: {settled}].",
    ),
    f"{_KIND}.imprisoned": ("En prison[ : {held}].", "In prison[: {held}]."),
    f"{_KIND}.imprisoned silent": (
        "En prison d’office, faute de choix[ : {held}].",
        "In prison, no choice was made[: {held}].",
    ),
    f"{_KIND}.card_turned": (
        "Rangée de noir : {card}, {total}.",
        "Black’s row: {card}, {total}.",
    ),
    f"{_KIND}.card_turned red": (
        "Rangée de rouge : {card}, {total}.",
        "Red’s row: {card}, {total}.",
    ),
    f"{_KIND}.talon_counted": (
        "La carte d’arrêt est sortie. Talon : {cards} cartes, faces cachées.",
        "The stop card is out. Talon: {cards} cards, face down.",
    ),
    f"{_KIND}.coup_announced red colour": (
        "{black}, {red} : rouge gagne, et la couleur.",
        "{black}, {red}: red wins, and the colour.",
    ),
    f"{_KIND}.coup_announced red inverse": (
        "{black}, {red} : rouge gagne, couleur perd.",
        "{black}, {red}: red wins, colour loses.",
    ),
    f"{_KIND}.coup_announced black colour": (
        "{black}, {red} : rouge perd, couleur gagne.",
        "{black}, {red}: red loses, colour wins.",
    ),
    f"{_KIND}.coup_announced black inverse": (
        "{black}, {red} : rouge perd, et la couleur.",
        "{black}, {red}: red loses, and the colour.",
    ),
    f"{_KIND}.coup_announced": (
        "{black} après : le coup est nul.",
        "{black} again: the coup is null.",
    ),
    f"{_KIND}.coup_announced refait": (
        "Un, après : refait de {black}.",
        "One, again: a refait of {black}.",
    ),
    f"{_KIND}.coup_annulled": (
        "La carte d’arrêt annule le coup, le point n’est pas connu. "
        "Rendu {total} en tout[ : {settled}].",
        "The stop card annuls the coup, its point is not known. "
        "Given back {total} in all[: {settled}].",
    ),
    f"{_KIND}.coup_annulled stopped": (
        "Le coup est annulé ({by}). Rendu {total} en tout[ : {settled}].",
        "The coup is annulled ({by}). Given back {total} in all[: {settled}].",
    ),
    f"{_KIND}.given_back": (
        "Coup nul, rendu {total} en tout[ : {settled}].",
        "Null coup, given back {total} in all[: {settled}].",
    ),
    f"{_KIND}.given_back refait": (
        "Assurées contre le refait, rendu {total} en tout[ : {settled}].",
        "Insured against the refait, given back {total} in all[: {settled}].",
    ),
    f"{_KIND}.choice_offered": ("Partage ou prison[ : {held}].", "Half or prison[: {held}]."),
    f"{_KIND}.round_closed": ("Le coup est terminé.", "The coup is over."),
    "Seat": ("{party} à la place {seat}", "{party} at seat {seat}"),
}
"""By kind, and a word where one kind says different things; what a list holds, by its type."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    **{bet: (words.fr.lower(), words.en.lower()) for bet, words in BETS.items()},
    "won": ("gagné", "won"),
    "lost": ("perdu", "lost"),
    "push": ("rendu", "given back"),
    "cancelled": ("annulé", "cancelled"),
    "half": ("partagé", "halved"),
    "released": ("libéré", "freed"),
}
"""Chances and results, as sentences say them."""


def result(coup: str) -> tuple[str, str]:
    """Return in words a coup's result, from `31:40 inverse`."""
    points, _, first = coup.partition(" ")
    black, _, red = points.partition(":")
    if not red.isdecimal():
        return coup, coup
    if black == red:
        return ("refait de 31", "refait of 31") if red == "31" else (f"nul, {red}", f"null, {red}")
    french, english = WORDS["black" if black < red else "red"]
    other_french, other_english = WORDS[first]
    return (
        f"{black} à {red}, {french} et {other_french}",
        f"{black} to {red}, {english} and {other_english}",
    )


def open_cards(state: State, party: Party) -> tuple[OpenCards, ...]:
    """Return both rows as they lay there."""
    rows: tuple[tuple[tuple[str, str], tuple[Card, ...]], ...] = (
        (("Noir", "Black"), state.black),
        (("Rouge", "Red"), state.red),
    )
    return tuple(OpenCards(who, cards) for who, cards in rows if cards)


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind.partition(".")[2]:
        case "seat_taken" if not event.party:
            return "somebody"
        case "half_taken" if event.why != "chosen":
            return "last" if event.why == "last_of_session" else "silent"
        case "imprisoned" if event.why != "chosen":
            return "silent"
        case "card_turned" if event.row == "red":
            return "red"
        case "coup_announced" if event.chances:
            return " ".join(event.chances)
        case "coup_announced":
            return "refait" if event.black == 31 else ""
        case "coup_annulled" if event.by:
            return "stopped"
        case "given_back" if event.why == "refait":
            return "refait"
        case _:
            return telling.variant(event)
