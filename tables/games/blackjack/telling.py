"""Blackjack's events in sentences, French and English."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.blackjack.state import State
from tables.games.core.money import Party
from tables.games.core.protocol import OpenCards
from tables.games.core.words import is_layout_reduced

SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "blackjack.opened": ("Faites vos jeux.", "Place your bets."),
    "blackjack.opened counted": (
        "Faites vos jeux ; donnes restantes avec celle-ci : {rounds_left}.",
        "Place your bets; deals left with this one: {rounds_left}.",
    ),
    "blackjack.opened last": ("Faites vos jeux : dernière donne.", "Place your bets: last deal."),
    "blackjack.staked": (
        "Case {box} ({party}) mise {main}.",
        "Box {box} ({party}) stakes {main}.",
    ),
    "blackjack.staked less": (
        "Case {box} ({party}) reprend des jetons, il reste {main}[, et {sides}].",
        "Box {box} ({party}) takes chips back, {main} stays[, and {sides}].",
    ),
    "blackjack.staked less both": (
        "Case {box} ({party}) reprend des jetons, il reste {main}, "
        "{queen_of_hearts} sur les dames de cœur[, et {sides}].",
        "Box {box} ({party}) takes chips back, {main} stays, "
        "{queen_of_hearts} on the queens of hearts[, and {sides}].",
    ),
    "blackjack.staked nothing": (
        "Case {box} ({party}) reprend sa mise.",
        "Box {box} ({party}) takes its stake back.",
    ),
    "blackjack.staked both": (
        "Case {box} ({party}) mise {main}, et {queen_of_hearts} sur les dames de cœur.",
        "Box {box} ({party}) stakes {main}, and {queen_of_hearts} on the queens of hearts.",
    ),
    "blackjack.readied": ("{party} a fini de miser.", "{party} has finished staking."),
    "blackjack.bets_closed": ("Rien ne va plus.", "No more bets."),
    "blackjack.card_dealt": (
        "Case {box}, main {hand} : {card}.",
        "Box {box}, hand {hand}: {card}.",
    ),
    "blackjack.card_dealt dealer": ("La banque tire {card}.", "The dealer draws {card}."),
    "blackjack.stop_card_out": (
        "La carte d’arrêt sort : c’est le dernier coup du sabot.",
        "The stop card comes out: this is the shoe’s last round.",
    ),
    "blackjack.staked sides": (
        "Case {box} ({party}) mise {main}, et {sides}.",
        "Box {box} ({party}) stakes {main}, and {sides}.",
    ),
    "blackjack.staked all": (
        "Case {box} ({party}) mise {main}, {queen_of_hearts} sur les dames de cœur, et {sides}.",
        "Box {box} ({party}) stakes {main}, {queen_of_hearts} on the queens of hearts, "
        "and {sides}.",
    ),
    "blackjack.side_bet_settled": (
        "Case {box} ({party}), {bet} : gagné (ligne {line}), misé {staked}, rendu {returned}.",
        "Box {box} ({party}), {bet}: won (line {line}), staked {staked}, returned {returned}.",
    ),
    "blackjack.side_bet_settled lost": (
        "Case {box} ({party}), {bet} : perdu, misé {staked}.",
        "Box {box} ({party}), {bet}: lost, staked {staked}.",
    ),
    "blackjack.side_bet_settled void": (
        "Case {box} ({party}), {bet} : annulé, rendu {returned}.",
        "Box {box} ({party}), {bet}: void, returned {returned}.",
    ),
    "blackjack.side_bet_held": (
        "Case {box} : deux dames de cœur, on attend la seconde carte de la banque.",
        "Box {box}: two queens of hearts, waiting for the dealer’s second card.",
    ),
    "blackjack.insurance_offered": (
        "La banque montre un as : assurance offerte aux cases {boxes}"
        "[ et aux joueurs debout {behind}].",
        "The dealer shows an ace: insurance offered to boxes {boxes}"
        "[ and to the standing bettors {behind}].",
    ),
    "blackjack.insurance_offered behind": (
        "La banque montre un as : assurance offerte aux joueurs debout {behind}.",
        "The dealer shows an ace: insurance offered to the standing bettors {behind}.",
    ),
    "blackjack.even_money_offered": (
        "Mise à égalité offerte aux black-jacks des cases {boxes}"
        "[ et aux joueurs debout {behind}].",
        "Even money offered to the black-jacks of boxes {boxes}"
        "[ and to the standing bettors {behind}].",
    ),
    "blackjack.even_money_offered behind": (
        "Mise à égalité offerte aux joueurs debout {behind}.",
        "Even money offered to the standing bettors {behind}.",
    ),
    "Bettors": ("{parties} (case {box})", "{parties} (box {box})"),
    "blackjack.bonuses_announced": (
        "Bonus en jeu : {count}.",
        "Bonuses at stake: {count}.",
    ),
    "blackjack.matched": (
        "Case {box}, main {hand} : {party}, debout, suit la prochaine mise.",
        "Box {box}, hand {hand}: {party}, standing, matches the next stake.",
    ),
    "blackjack.matched not": (
        "Case {box}, main {hand} : {party}, debout, ne suit plus.",
        "Box {box}, hand {hand}: {party}, standing, matches no longer.",
    ),
    "blackjack.misdealing": (
        "Maldonne : sans carte, cases {no_card} ; avec une seule, cases {one_card}.",
        "Misdeal: no card at boxes {no_card}; one card at boxes {one_card}.",
    ),
    "blackjack.misdealing none": (
        "Maldonne : sans carte, cases {no_card}.",
        "Misdeal: no card at boxes {no_card}.",
    ),
    "blackjack.misdealing one": (
        "Maldonne : avec une seule carte, cases {one_card}.",
        "Misdeal: one card at boxes {one_card}.",
    ),
    "blackjack.card_discarded": (
        "Une carte est écartée ({why}).",
        "A card is discarded ({why}).",
    ),
    "blackjack.shoe_refilled": (
        "Le sabot est épuisé : les cartes écartées sont mêlées et coupées.",
        "The shoe ran out: the discards are shuffled and cut.",
    ),
    "blackjack.card_exposed": (
        "Une carte est découverte par erreur : {card}.",
        "A card is exposed by mistake: {card}.",
    ),
    "blackjack.card_refused": (
        "{party} refuse la carte découverte.",
        "{party} refuses the exposed card.",
    ),
    "blackjack.incident_submitted": (
        "Incident soumis à la direction des jeux ({what}).",
        "Incident submitted to the games management ({what}).",
    ),
    "blackjack.incident_ruled": (
        "La direction des jeux laisse la procédure suivre son cours ({by}).",
        "The games management lets the procedure stand ({by}).",
    ),
    "blackjack.incident_ruled late": (
        "Personne n’a tranché à temps : la procédure suit son cours.",
        "Nobody ruled in time: the procedure stands.",
    ),
    "blackjack.jackpot_fed": (
        "Case {box} ({party}), {bet} : {staked}, versés à la cagnotte.",
        "Box {box} ({party}), {bet}: {staked} go to the pot.",
    ),
    "blackjack.jackpot_claimed": (
        "Case {box} ({party}) gagne {percent} % du jackpot ({pot}), à approuver.",
        "Box {box} ({party}) wins {percent} % of the jackpot ({pot}), to be approved.",
    ),
    "blackjack.consolation_due": (
        "Case {box} ({party}) : lot de consolation de {amount}, à approuver.",
        "Box {box} ({party}): consolation prize of {amount}, to be approved.",
    ),
    "blackjack.jackpot_paid": (
        "Case {box} ({party}) reçoit {returned} du jackpot ({pot}).",
        "Box {box} ({party}) is paid {returned} from the jackpot ({pot}).",
    ),
    "blackjack.consolation_paid": (
        "Case {box} ({party}) reçoit {returned} de consolation.",
        "Box {box} ({party}) is paid {returned} as consolation.",
    ),
    "blackjack.pot_restarted": (
        "Le jackpot ({pot}) repart de {amount}.",
        "The jackpot ({pot}) restarts from {amount}.",
    ),
    "blackjack.insured": (
        "Case {box} ({party}) s’assure pour {amount}.",
        "Box {box} ({party}) insures for {amount}.",
    ),
    "blackjack.declined": ("Case {box} décline l’assurance.", "Box {box} declines insurance."),
    "blackjack.play_began": ("Le jeu commence.", "Play begins."),
    "blackjack.card_called": (
        "Case {box}, main {hand} : demande une carte.",
        "Box {box}, hand {hand}: asks for a card.",
    ),
    "blackjack.stood": ("Case {box}, main {hand} : reste.", "Box {box}, hand {hand}: stands."),
    "blackjack.stood late": (
        "Case {box}, main {hand} : reste, le temps est écoulé.",
        "Box {box}, hand {hand}: stands, time ran out.",
    ),
    "blackjack.doubled": (
        "Case {box}, main {hand} : double, ajoute {added}.",
        "Box {box}, hand {hand}: doubles, adds {added}.",
    ),
    "blackjack.hand_split": (
        "Case {box}, main {hand} : sépare, ajoute {added}.",
        "Box {box}, hand {hand}: splits, adds {added}.",
    ),
    "blackjack.dealer_done": ("La banque annonce {result}.", "The dealer announces {result}."),
    "blackjack.hand_settled": (
        "Case {box} ({party}), main {hand} : {result}, misé {staked}, rendu {returned}.",
        "Box {box} ({party}), hand {hand}: {result}, staked {staked}, returned {returned}.",
    ),
    "blackjack.insurance_settled": (
        "Case {box} ({party}), assurance : misé {staked}, rendu {returned}.",
        "Box {box} ({party}), insurance: staked {staked}, returned {returned}.",
    ),
    "SideAmount": ("{amount} ({bet})", "{amount} ({bet})"),
    "blackjack.round_closed": (
        "Le coup est terminé, le tapis est vide.",
        "The round is over, the layout is empty.",
    ),
}
"""By kind, and a word where one kind says different things: the French and the English sentence."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "blackjack": ("black-jack", "blackjack"),
    "win": ("gagne", "wins"),
    "push": ("égalité", "push"),
    "lose": ("perd", "loses"),
    "bust": ("crève", "bust"),
    "surrender": ("abandonne", "surrenders"),
    "even_money": ("mise à égalité", "even money"),
    "void": ("main nulle", "void hand"),
    "face_up_in_shoe": ("retournée dans le sabot", "face up in the shoe"),
    "dealer_overdraw": ("tirée en trop par la banque", "overdrawn by the dealer"),
    "burn_after_refill": ("brûlée", "burnt"),
    "BJ": ("black-jack", "blackjack"),
    "BUST": ("qu’elle crève", "a bust"),
    "NOT_DRAWN": ("qu’elle ne tire pas", "that it does not draw"),
}
"""Results, as sentences say them."""


NAME: Final = ("Black-jack", "Blackjack")

RESULTS: Final[Mapping[str, tuple[str, str]]] = {
    "BJ": ("Banque : black-jack", "Dealer: blackjack"),
    "BUST": ("La banque crève", "The dealer busts"),
    "NOT_DRAWN": ("La banque n’a pas tiré", "The dealer did not draw"),
}


def result(point: str) -> tuple[str, str]:
    """Return what a dealer's announced point is called."""
    return RESULTS.get(point, (f"Banque : {point}", f"Dealer: {point}"))


def open_cards(state: State, party: Party) -> tuple[OpenCards, ...]:
    """Return the hands on which a party had chips, and the dealer's."""
    hands = [
        OpenCards((f"Case {box.no}", f"Box {box.no}"), hand.cards)
        for box in state.boxes
        for hand in box.hands
        if hand.cards and any(wager.party == party for wager in hand.wagers)
    ]
    return (*hands, OpenCards(("Banque", "Dealer"), state.dealer)) if state.dealer else tuple(hands)


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind:
        case "blackjack.staked" if not (event.main or event.queen_of_hearts or event.sides):
            return "nothing"
        case "blackjack.staked" if is_layout_reduced(event.moves):
            return "less both" if event.queen_of_hearts else "less"
        case "blackjack.staked" if event.sides:
            return "all" if event.queen_of_hearts else "sides"
        case "blackjack.staked" if event.queen_of_hearts:
            return "both"
        case "blackjack.misdealing" if not event.one_card:
            return "none"
        case "blackjack.misdealing" if not event.no_card:
            return "one"
        case "blackjack.insurance_offered" | "blackjack.even_money_offered" if not event.boxes:
            return "behind"
        case "blackjack.card_dealt" if event.box == 0:
            return "dealer"
        case "blackjack.side_bet_settled" if not event.returned:
            return "lost"
        case "blackjack.side_bet_settled" if not event.line:
            return "void"
        case "blackjack.matched" if not event.matches:
            return "not"
        case "blackjack.stood" if event.timed_out:
            return "late"
        case "blackjack.incident_ruled" if not event.by:
            return "late"
        case "blackjack.opened" if event.rounds_left:
            return "last" if event.rounds_left == 1 else "counted"
        case _:
            return ""
