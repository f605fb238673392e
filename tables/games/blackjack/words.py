"""Blackjack's words: why its engine refuses and moves chips, what its bets and pots are called."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.words import Words

REFUSALS: Final[Mapping[str, Words]] = {
    "box_not_vacant": Words(
        "Cette case est réservée à un autre joueur.",
        "This box is kept for another player.",
    ),
    "double_after_split": Words(
        "On ne double pas après avoir séparé.",
        "No doubling after a split.",
    ),
    "double_not_first_two": Words(
        "On double seulement sur les deux premières cartes.",
        "Doubling is for the first two cards only.",
    ),
    "even_money_not_available": Words(
        "Le paiement à égalité n’est pas offert.",
        "Even money is not offered.",
    ),
    "fixed_stake": Words("Cette mise a un montant fixe.", "This bet has a fixed stake."),
    "hand_closed": Words("Cette main ne se joue plus.", "This hand is finished."),
    "incident_pending": Words(
        "Un incident est à l’examen : un instant.",
        "An incident is being looked at: one moment.",
    ),
    "insurance_amount": Words(
        "L’assurance est de la moitié de la mise.",
        "Insurance is half the stake.",
    ),
    "insurance_closed": Words("L’assurance est close.", "Insurance is closed."),
    "insurance_not_offered": Words(
        "La banque ne montre pas d’as : pas d’assurance.",
        "The dealer shows no ace: no insurance.",
    ),
    "no_seated_holder": Words(
        "Le joueur assis à cette case doit d’abord miser.",
        "The player seated at this box must stake first.",
    ),
    "no_such_hand": Words("Cette main n’existe pas.", "There is no such hand."),
    "nothing_to_refuse": Words("Il n’y a pas de carte à refuser.", "There is no card to refuse."),
    "one_card_per_split_ace": Words(
        "Une seule carte par as séparé.",
        "One card only on each split ace.",
    ),
    "out_of_turn": Words("Ce n’est pas à cette main de jouer.", "It is not this hand’s turn."),
    "side_bet_above_max": Words(
        "Mise additionnelle : le maximum est de {maximum:chips}.",
        "Side bet: the maximum is {maximum:chips}.",
    ),
    "side_bet_below_min": Words(
        "Mise additionnelle : le minimum est de {minimum:chips}.",
        "Side bet: the minimum is {minimum:chips}.",
    ),
    "side_bet_not_available": Words(
        "Cette table n’offre pas cette mise additionnelle.",
        "This table does not offer this side bet.",
    ),
    "side_bet_seated_only": Words(
        "Cette mise est réservée aux joueurs assis.",
        "This bet is for seated players.",
    ),
    "side_bet_without_main": Words(
        "Une mise additionnelle va avec une mise sur la case.",
        "A side bet goes with a stake on the box.",
    ),
    "sole_player_min_boxes": Words(
        "Seul à la table, il faut jouer au moins {minimum} cases.",
        "Alone at the table one plays at least {minimum} boxes.",
    ),
    "split_after_queen_win": Words(
        "On ne sépare pas après un gain aux dames de cœur.",
        "No split after the queens of hearts won.",
    ),
    "split_limit": Words(
        "Cette main ne peut plus être séparée.",
        "This hand cannot be split again.",
    ),
    "split_not_identical": Words(
        "On sépare seulement deux cartes identiques.",
        "Only two identical cards are split.",
    ),
    "split_not_pair": Words("On sépare seulement une paire.", "Only a pair is split."),
    "standing_not_allowed": Words(
        "On ne mise pas debout à cette table.",
        "No standing bets at this table.",
    ),
    "standing_without_consent": Words(
        "Le titulaire de la case n’a pas donné son accord.",
        "The holder of the box has not agreed.",
    ),
    "surrender_dealer_ace": Words(
        "On n’abandonne pas contre un as.",
        "No surrender against an ace.",
    ),
    "surrender_not_available": Words(
        "Cette table n’offre pas l’abandon.",
        "This table does not offer surrender.",
    ),
    "surrender_too_late": Words("Trop tard pour abandonner.", "Too late to surrender."),
    "too_many_boxes": Words(
        "Au plus {maximum} cases par joueur.",
        "At most {maximum} boxes for one player.",
    ),
    "vacant_box_refused": Words(
        "Une seule case par joueur : les autres restent libres.",
        "One box for each player: the others stay free.",
    ),
}
"""By code, beside those that all games share."""

REASONS: Final[Mapping[str, Words]] = {
    "consolation": Words("Lot de consolation", "Consolation prize"),
    "contribution": Words("Part versée au jackpot", "Share for the jackpot"),
    "double": Words("Double", "Double"),
    "insurance": Words("Assurance", "Insurance"),
    "jackpot": Words("Jackpot", "Jackpot"),
    "side_stake": Words("Mise annexe", "Side stake"),
    "split": Words("Séparation", "Split"),
}
"""What moves are for, by code, beside what they are for in every game."""

BETS: Final[Mapping[str, Words]] = {
    "main": Words("Jeu principal", "Main game"),
    "insurance": Words("Assurance", "Insurance"),
    "queen_of_hearts": Words("Dames de cœur", "Queens of hearts"),
    "lucky_ladies": Words("Lucky ladies", "Lucky ladies"),
    "two_plus_one": Words("2+1 cartes", "2+1 cards"),
    "hyper": Words("Hyper black jack", "Hyper black jack"),
    **{
        f"hyper:{point}": Words(f"Hyper black jack {point}", f"Hyper black jack {point}")
        for point in range(17, 22)
    },
    "hyper:BJ": Words(
        "Hyper black jack, black jack de la banque", "Hyper black jack, dealer’s black jack"
    ),
    "hyper:BUST": Words("Hyper black jack, la banque crève", "Hyper black jack, dealer busts"),
    "jp1": Words("Jackpot JP1", "JP1 jackpot"),
    "perfect_pairs": Words("Paires parfaites", "Perfect pairs"),
    "twenty_one_plus_three": Words("21+3", "21+3"),
    "split_aces": Words("Split Aces", "Split Aces"),
}
"""What bets are called; `hyper` is the strip of its fields."""

GROUPS: Final[Mapping[str, Words]] = {
    "side": Words("Mises additionnelles", "Side bets"),
}
"""Headings of prices."""

NOTES: Final[Mapping[str, Words]] = {
    "main": Words(
        "Par unité de la première mise, joué selon la stratégie de base.",
        "Per unit of the first stake, played by basic strategy.",
    ),
}
"""What is said beside prices."""

POTS: Final[Mapping[str, Words]] = {
    "jp1_main": Words("Principal", "Main"),
    "jp1_secondary": Words("Secondaire", "Secondary"),
    "split_aces": BETS["split_aces"],
}
"""What the pots of its jackpots are called."""
