"""Chemin de fer's events in sentences, French and English."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.baccara import telling
from tables.games.chemin_de_fer.state import State
from tables.games.core.money import Party
from tables.games.core.protocol import OpenCards

SENTENCES: Final = telling.sentences(
    "chemin_de_fer",
    {
        "opened": (
            "Un coup commence ; la banque est de {bank}.",
            "A coup begins; the bank is {bank}.",
        ),
        "opened last": (
            "Le dernier coup de la séance commence ; la banque est de {bank}.",
            "The last coup of the session begins; the bank is {bank}.",
        ),
        "seats_changed": ("Assis maintenant : {seats}.", "Seated now: {seats}."),
        "seats_changed begins": (
            "Assis maintenant : {seats}. La main est à la place {begins}.",
            "Seated now: {seats}. Seat {begins} has the hand.",
        ),
        "bank_staked": ("Banco de {amount}.", "The bank is {amount}."),
        "bank_staked silent": (
            "Banco de {amount}, misé d’office.",
            "The bank is {amount}, staked for a silent banker.",
        ),
        "hand_kept": ("Le banquier garde la main.", "The banker keeps the hand."),
        "hand_kept silent": (
            "Le banquier ne dit rien et garde la main.",
            "The banker is silent and keeps the hand.",
        ),
        "hand_passed": (
            "La main passe ({why}) à {banker}.",
            "The hand passes ({why}) to {banker}.",
        ),
        "hand_passed nobody": ("La partie s’arrête ({why}).", "The game stops ({why})."),
        "garage_filled": (
            "{amount} au garage, au-dessus du maximum.",
            "{amount} to the garage, above the maximum.",
        ),
        "garage_filled wanted": (
            "Le banquier met {amount} au garage.",
            "The banker puts {amount} into the garage.",
        ),
        "claim_made": (
            "{party} demande, sous le n° {claim} : {bet}, {amount}.",
            "{party} claims, as no. {claim}: {bet}, {amount}.",
        ),
        "claim_made late": (
            "{party} propose {amount} après la clôture, sous le n° {claim}.",
            "{party} offers {amount} after the close, as no. {claim}.",
        ),
        "claim_withdrawn": (
            "La demande n° {claim} est retirée.",
            "Claim no. {claim} is withdrawn.",
        ),
        "no_more_said": ("{party} n’ajoute rien.", "{party} adds nothing."),
        "claims_compared": (
            "Demandes acceptées : {taken}[ ; refusées : {turned_down}].",
            "Claims accepted: {taken}[; turned down: {turned_down}].",
        ),
        "claims_compared none": (
            "Aucune demande n’est acceptée[ ; refusées : {turned_down}].",
            "No claim is accepted[; turned down: {turned_down}].",
        ),
        "nothing_more_goes": (
            "Rien ne va plus, partie pour les jeux marqués : {covered}.",
            "Nothing more goes, the marked stakes play: {covered}.",
        ),
        "nobody_staked": ("Personne ne mise : pas de coup.", "Nobody stakes: no coup."),
        "deal_began": (
            "Coup {coup} : les cartes du ponte à {ponte} ; rendu au banquier {uncovered}.",
            "Coup {coup}: the ponte’s cards to {ponte}; given back to the banker {uncovered}.",
        ),
        "card_passed": ("Une carte, {hand} : {card}.", "A card, {hand}: {card}."),
        "card_passed stop": (
            "Une carte, {hand} : {card}. Dernier coup de la taille.",
            "A card, {hand}: {card}. Last coup of the shoe.",
        ),
        "card_passed covered": (
            "Une carte couverte, {hand}.",
            "A card face down, {hand}.",
        ),
        "card_passed covered_stop": (
            "Une carte couverte, {hand}. Dernier coup de la taille.",
            "A card face down, {hand}. Last coup of the shoe.",
        ),
        "hand_spoke": ("Non, {hand}.", "No card, {hand}."),
        "hand_spoke draws": ("Carte, {hand}.", "Card, {hand}."),
        "hands_shown": (
            "Ponte : {ponte}, {ponte_point} ; banquier : {banker}, {banker_point}.",
            "Ponte: {ponte}, {ponte_point}; banker: {banker}, {banker_point}.",
        ),
        "coup_decided": (
            "Gagné, {winner} : {outcomes}.",
            "Won, {winner}: {outcomes}.",
        ),
        "coup_decided tie": (
            "Égalité, les mises sont rendues : {outcomes}.",
            "A tie, the stakes go back: {outcomes}.",
        ),
        "levy_taken": ("Cagnotte : {ticket}.", "Levy: {ticket}."),
    },
    {
        "Right": ("{party} {bet} {amount}", "{party} {bet} {amount}"),
        "Ticket": (
            "{amount}, coup {coup}, carnet {book}, ticket {serial}",
            "{amount}, coup {coup}, book {book}, ticket {serial}",
        ),
        "Taken": ("n° {claim} pour {amount}", "no. {claim} for {amount}"),
        "TurnedDown": ("n° {claim} ({code})", "no. {claim} ({code})"),
        "Outcome": (
            "{party} a misé {staked}, reçoit {returned}",
            "{party} staked {staked}, receives {returned}",
        ),
    },
)
"""By kind, and a word where one kind says different things; what a list holds, by its type."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "ponte": ("ponte", "ponte"),
    "banker": ("banquier", "banker"),
    "passed": ("il la passe", "he passes it"),
    "lost": ("il a perdu", "he has lost"),
    "left": ("il est parti", "he has left"),
    "away": ("il ne répond plus", "he does not answer"),
    "no_stakes": ("personne ne mise", "nobody stakes"),
    "too_few": ("trop peu de joueurs", "too few players"),
    "session": ("fin de la séance", "end of the session"),
    "priority": ("un autre a la priorité", "somebody else has priority"),
    "bank_covered": ("le banco est couvert", "the bank is covered"),
    "betting_closed": ("le banquier n’a pas consenti", "the banker has not agreed"),
    "above_bank": ("plus que le banco", "more than the bank"),
    "below_bank": ("moins que le banco", "less than the bank"),
    "below_half_bank": ("moins de la moitié", "less than half"),
    "below_min": ("sous le minimum", "below the minimum"),
}
"""Sides and reasons, as sentences say them."""


NAME: Final = ("Chemin de fer", "Chemin de fer")

WINNERS: Final[Mapping[str, tuple[str, str]]] = {
    "P": ("Le ponte gagne, {} à {}", "The ponte wins, {} to {}"),
    "B": ("Le banquier gagne, {1} à {0}", "The banker wins, {1} to {0}"),
    "=": ("Égalité, {} à {}", "Tie, {} to {}"),
}
"""By the sign of a result; the points are the ponte's and the banker's."""


def result(coup: str) -> tuple[str, str]:
    """Return who won a coup, in French and English, from a result such as `P 7:5`."""
    sign, _, points = coup.partition(" ")
    pair = WINNERS.get(sign)
    if pair is None:
        return coup, coup
    french, english = [words.format(*points.split(":")) for words in pair]
    return french, english


def open_cards(state: State, party: Party) -> tuple[OpenCards, ...]:
    """Return both hands once they were shown to everybody; what was never shown stays covered."""
    if not state.shown:
        return ()
    return (
        OpenCards(("Ponte", "Ponte"), state.ponte_cards),
        OpenCards(("Banquier", "Banker"), state.banker_cards),
    )


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind.removeprefix("chemin_de_fer."):
        case "opened" if event.last:
            return "last"
        case "seats_changed" if event.begins:
            return "begins"
        case "bank_staked" | "hand_kept" if event.timed_out:
            return "silent"
        case "hand_passed" if not event.seat:
            return "nobody"
        case "garage_filled" if event.wanted:
            return "wanted"
        case "claim_made" if event.late:
            return "late"
        case "claims_compared" if not event.taken:
            return "none"
        case "card_passed" if event.card is None:
            return "covered_stop" if event.stop_card else "covered"
        case "card_passed" if event.stop_card:
            return "stop"
        case "hand_spoke" if event.draws:
            return "draws"
        case "coup_decided" if event.winner == "tie":
            return "tie"
        case _:
            return ""
