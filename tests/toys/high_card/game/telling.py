"""High card in sentences, French and English."""

from typing import Final

from tables.games.high_card.state import State

from tables.games.core.money import Party
from tables.games.core.protocol import OpenCards
from tables.games.core.words import Words

BETS: Final = {"main": Words("Carte haute", "High card")}
NAME: Final = ("Carte haute", "High card")
SENTENCES: Final = {
    "high_card.opened": ("Faites vos jeux.", "Place your bets."),
    "high_card.staked": (
        "{party} mise {amount} sur la case {box}.",
        "{party} stakes {amount} on box {box}.",
    ),
    "high_card.readied": ("{party} ne mise plus.", "{party} wants no more."),
    "high_card.bets_closed": ("Rien ne va plus.", "No more bets."),
    "high_card.dealt": ("Cartes : {cards} ; maison : {house}.", "Cards: {cards}; house: {house}."),
    "high_card.settled": ("Réglé[, cases gagnantes : {won}].", "Settled[, boxes that win: {won}]."),
}


def result(result: str) -> tuple[str, str]:
    """Return the rank of the house's card, in words."""
    french = {"T": "10", "J": "V", "Q": "D", "K": "R"}.get(result, result)
    return french, "10" if result == "T" else result


def open_cards(state: State, party: Party) -> tuple[OpenCards, ...]:
    """Return the party's cards and the house's."""
    mine = tuple(each.card for each in state.boxes if each.party == party and each.card)
    found = ((("Vous", "You"), mine), (("Maison", "House"), (state.house,) if state.house else ()))
    return tuple(OpenCards(who, cards) for who, cards in found if cards)
