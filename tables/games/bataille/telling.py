"""The game in sentences, French and English."""

from typing import Any, Final

from tables.games.bataille.state import State
from tables.games.core.money import Party
from tables.games.core.protocol import OpenCards
from tables.games.core.words import Words, is_layout_reduced

BETS: Final = {"main": Words("Mise", "Stake"), "tie": Words("Égalité", "Tie")}
NOTES: Final = {"battle": Words("En livrant toujours bataille.", "By always going to battle.")}
REASONS: Final = {
    "battle": Words("Mise ajoutée pour la bataille", "Stake added for a battle"),
    "battle_return": Words("Mise ajoutée rendue", "Added stake returned"),
    "battle_collect": Words("Mise ajoutée ramassée", "Added stake collected"),
}
REFUSALS: Final = {"tie_without_stake": Words("L’égalité veut une mise.", "A tie wants a stake.")}
WORDS: Final = {
    "win": ("gagne", "wins"),
    "lose": ("perd", "loses"),
    "gave_up": ("abandonne", "gives up"),
    "battle_win": ("gagne la bataille", "wins the battle"),
    "battle_tie": ("bataille à égalité", "ties the battle"),
    "battle_lose": ("perd la bataille", "loses the battle"),
}
_STAKED: Final = ("Case {box} : {party} a misé {amount}", "Box {box}: {party} has staked {amount}")
_LEFT: Final = ("Case {box} : {party} laisse {amount}", "Box {box}: {party} leaves {amount}")
_TIE: Final = (" et {tie} sur l’égalité.", " and {tie} on a tie.")
_DEALT = ("Cases {boxes} : {cards} ; banque {dealer}.", "Boxes {boxes}: {cards}; bank {dealer}.")
SENTENCES: Final = {
    "bataille.opened": ("Faites vos jeux.", "Place your bets."),
    "bataille.staked": (_STAKED[0] + ".", _STAKED[1] + "."),
    "bataille.staked both": (_STAKED[0] + _TIE[0], _STAKED[1] + _TIE[1]),
    "bataille.staked less": (_LEFT[0] + ".", _LEFT[1] + "."),
    "bataille.staked less both": (_LEFT[0] + _TIE[0], _LEFT[1] + _TIE[1]),
    "bataille.readied": ("{party} ne mise plus.", "{party} wants no more."),
    "bataille.bets_closed": ("Rien ne va plus.", "No more bets."),
    "bataille.dealt": _DEALT,
    "bataille.dealt battle": ("Brûlées : {burnt}. " + _DEALT[0], "Burnt: {burnt}. " + _DEALT[1]),
    "bataille.stakes_settled": ("Réglé : {settled}.", "Settled: {settled}."),
    "bataille.stakes_settled nothing": ("Cartes égales.", "Equal cards."),
    "bataille.fought": ("Case {box} : bataille, +{amount}.", "Box {box}: battle, +{amount}."),
    "Settled": (
        "case {box} ({party}), {bet} : {result}, reçoit {returned}",
        "box {box} ({party}), {bet}: {result}, receives {returned}",
    ),
}


def variant(event: Any) -> str:
    """Return the word that chooses among an event's sentences; empty for the ordinary one."""
    if getattr(event, "settled", None) == ():
        return "nothing"
    less = event.kind == "bataille.staked" and is_layout_reduced(event.moves)
    words = {"less": less, "both": getattr(event, "tie", 0), "battle": getattr(event, "burnt", 0)}
    return " ".join(word for word, holds in words.items() if holds)


def result(result: str) -> tuple[str, str]:
    """Return the ranks of the bank's cards, the first and that of a battle, in words."""
    names = {"T": ("10", "10"), "J": ("V", "J"), "Q": ("D", "Q"), "K": ("R", "K")}
    french, english = zip(*(names.get(rank, (rank, rank)) for rank in result), strict=True)
    return ", bataille ".join(french), ", battle ".join(english)


def open_cards(state: State, party: Party) -> tuple[OpenCards, ...]:
    """Return the cards of each of the party's boxes, and the bank's."""
    held = [(f" {each.box}", each.cards) for each in state.boxes if each.party == party]
    boxes = tuple(OpenCards((f"Case{no}", f"Box{no}"), cards) for no, cards in held)
    return (*boxes, OpenCards(("Banque", "Bank"), state.dealer)) if state.dealer else ()


NAME: Final = ("La bataille", "Casino war")
