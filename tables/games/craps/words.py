"""What the game says: its bets, why its engine refuses and moves chips, its events."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.core.words import Words, stakes_variant

NAME: Final = ("Craps", "Craps")

REFUSALS: Final[Mapping[str, Words]] = {
    "always_plays": Words(
        "Cette mise joue à chaque lancer : il n’y a rien à choisir.",
        "This bet plays with every throw: there is nothing to choose.",
    ),
    "contract_bet": Words(
        "Cette mise est engagée : elle ne peut être ni retirée ni diminuée.",
        "This is a contract bet: it can be neither taken down nor reduced.",
    ),
    "increase_forbidden": Words(
        "Cette mise ne peut pas être augmentée.", "This bet cannot be increased."
    ),
    "announced_over": Words(
        "Les derniers lancers annoncés sont joués : rien de nouveau ne se mise.",
        "The announced last throws are over: nothing new is staked.",
    ),
    "no_flat_bet": Words(
        "Une chance associée se joue derrière votre propre mise.",
        "Odds are laid behind a bet of your own.",
    ),
    "no_such_dice": Words(
        "Choisissez deux des cinq dés de la séance.",
        "Choose two of the five dice of the session.",
    ),
    "number_not_allowed": Words(
        "Cette chance ne se joue pas sur ce numéro.", "This bet is not taken on this number."
    ),
    "point_known": Words(
        "Le point est connu : cette chance ne se mise plus.",
        "The point is known: this bet is not taken any more.",
    ),
    "point_not_known": Words(
        "Cette chance se mise quand le point est connu.",
        "This bet is taken once the point is known.",
    ),
    "shooter_has_no_line_bet": Words(
        "Le tireur doit avoir une mise sur « pass » ou « don’t pass ».",
        "The shooter must have a stake on pass or don’t pass.",
    ),
    "shooter_minimum": Words(
        "Le tireur laisse au moins {minimum:chips} sur « don’t pass ».",
        "The shooter leaves at least {minimum:chips} on don’t pass.",
    ),
}
"""By code, beside those that all games share."""

REASONS: Final[Mapping[str, Words]] = {
    "fee": Words("Commission", "Commission"),
    "fee_back": Words("Commission rendue", "Commission returned"),
}
"""What moves are for, by code, beside what they are for in every game."""

KINDS: Final[Mapping[str, Words]] = {
    "pass_line": Words("Pass line", "Pass line"),
    "dont_pass": Words("Don’t pass", "Don’t pass"),
    "come": Words("Come", "Come"),
    "dont_come": Words("Don’t come", "Don’t come"),
    "pass_odds": Words("Chance associée du pass", "Pass odds"),
    "dont_pass_odds": Words("Chance associée du don’t pass", "Don’t pass odds"),
    "come_odds": Words("Chance associée du come", "Come odds"),
    "dont_come_odds": Words("Chance associée du don’t come", "Don’t come odds"),
    "place": Words("Place {chosen}", "Place {chosen}"),
    "buy": Words("Buy {chosen}", "Buy {chosen}"),
    "lay": Words("Lay {chosen}", "Lay {chosen}"),
    "big6": Words("Big 6", "Big 6"),
    "big8": Words("Big 8", "Big 8"),
    "hard4": Words("Double 2", "Hard 4"),
    "hard6": Words("Double 3", "Hard 6"),
    "hard8": Words("Double 4", "Hard 8"),
    "hard10": Words("Double 5", "Hard 10"),
    "field": Words("Field", "Field"),
    "any_seven": Words("Jeu du 7", "Any seven"),
    "eleven": Words("Jeu du 11", "Eleven"),
    "any_craps": Words("Craps 2, 3 ou 12", "Any of 2, 3, 12"),
    "craps2": Words("As, double 1", "Aces, 2"),
    "craps3": Words("As et deux, 3", "Ace-deuce, 3"),
    "craps12": Words("Double 6, 12", "Twelve"),
    "horn": Words("Horn bet", "Horn bet"),
    "seven_eleven": Words("7 et 11", "Seven and eleven"),
    "craps_eleven": Words("C et E", "C and E"),
    "three_way_craps": Words("Three way : 2, 3, 12", "Three-way: 2, 3, 12"),
    "high_low": Words("High low", "High low"),
    "horn_high_11": Words("Horn high eleven", "Horn high eleven"),
    "horn_high_3": Words("Horn high ace duce", "Horn high ace-deuce"),
    "horn_high_12": Words("Horn high twelve", "Horn high twelve"),
    "horn_high_2": Words("Horn high aces", "Horn high aces"),
    "world": Words("World bet", "World bet"),
    "hop": Words("Composant {chosen}", "Hop {chosen}"),
}
"""What bets are called, by kind; `{chosen}` is the number, or the two faces, of one of them."""
BETS: Final[Mapping[str, Words]] = {
    **KINDS,
    "put": Words("Pass misé sur le point {chosen}", "Pass staked on the point {chosen}"),
}
"""The same, and what has a price of its own."""

GROUPS: Final[Mapping[str, Words]] = {
    "line": Words("Chances simples", "Line and come"),
    "put": Words("Pass misé une fois le point connu", "Pass staked once the point is known"),
    "odds": Words("Chances associées", "Odds"),
    "numbers": Words("Numéros et doubles, par coup décidé", "Numbers and doubles, when decided"),
    "one_roll": Words("Sur un seul jet", "On one throw"),
}
"""Headings of prices."""

ORDERS: Final[Mapping[str, Words]] = {
    "withdraw_turn": Words("Retirer le tour du tireur", "Take the shooter’s turn away"),
    "change_dice": Words("Changer les dés", "Change the dice"),
}
"""What whoever is in charge may order."""

_OPENED: Final = {
    "": ("Faites vos jeux : premier jet.", "Place your bets: come-out."),
    " point": ("Faites vos jeux : le point est {point}.", "Place your bets: the point is {point}."),
    " counted": (
        "Faites vos jeux ; lancers restants avec celui-ci : {rounds_left}.",
        "Place your bets; throws left with this one: {rounds_left}.",
    ),
    " last": (
        "Faites vos jeux : c’est le dernier lancer annoncé de la séance.",
        "Place your bets: this is the last announced throw of the session.",
    ),
    " overtime": (
        "La séance est finie : on lance encore pour ce qui reste engagé.",
        "The session is over: the dice are thrown for what is still at stake.",
    ),
}
_PASSED: Final = {
    "": ("Les dés sont proposés : {shooter}.", "The dice are offered: {shooter}."),
    " nobody": ("Personne ne veut les dés.", "Nobody wants the dice."),
    " declined": (
        "Tour refusé, les dés vont à : {shooter}.",
        "Declined, the dice go to {shooter}.",
    ),
    " silent": (
        "Pas de réponse, les dés vont à : {shooter}.",
        "No answer, the dice go to {shooter}.",
    ),
    " no_line_bet": (
        "Sans mise sur la ligne, les dés vont à : {shooter}.",
        "No line bet, the dice go to {shooter}.",
    ),
    " left": ("Le tireur est parti, les dés vont à : {shooter}.",
              "The shooter has left, the dice go to {shooter}."),
    " withdrawn": ("Le tour est retiré, les dés vont à : {shooter}.",
                   "The turn is taken away, the dice go to {shooter}."),
    " taken": ("Nouveau tireur : {shooter}.", "New shooter: {shooter}."),
}  # fmt: skip

SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    **{f"craps.opened{which}": said for which, said in _OPENED.items()},
    **{f"craps.shooter_changed{which}": said for which, said in _PASSED.items()},
    "craps.seats_changed": ("Autour de la table : {seats}.", "At the rail: {seats}."),
    "craps.seats_changed empty": ("Personne n’est à la table.", "Nobody is at the rail."),
    "craps.dice_changed": ("Les dés sont changés ({by}).", "The dice are changed ({by})."),
    "craps.staked": ("{party} mise : {laid}.", "{party} stakes: {laid}."),
    "craps.staked less": (
        "{party} reprend des jetons : {laid}.",
        "{party} takes chips back: {laid}.",
    ),
    "craps.staked counted": ("{party} a {total} en jeu.", "{party} has {total} at stake."),
    "craps.staked nothing": ("{party} reprend ses mises.", "{party} takes the stakes back."),
    "craps.switched working": (
        "{party} fait jouer au premier jet[ : {laid}].",
        "{party} lets play at the come-out[: {laid}].",
    ),
    "craps.switched off": (
        "{party} ne fait pas jouer au premier jet[ : {laid}].",
        "{party} does not let play at the come-out[: {laid}].",
    ),
    "craps.switched no_action": (
        "{party}, « no action »[ : {laid}].",
        "{party}, no action[: {laid}].",
    ),
    "craps.switched": (
        "{party} fait rejouer[ : {laid}].",
        "{party} lets play again[: {laid}].",
    ),
    "craps.readied": ("{party} a fini de miser.", "{party} has finished staking."),
    "craps.bets_closed": (
        "Rien ne va plus, les dés sont passés.",
        "No more bets, the dice are passed.",
    ),
    "craps.thrown": ("{by} lance les dés.", "{by} throws the dice."),
    "craps.thrown silent": (
        "Le serveur lance les dés à la place de {by}.",
        "The server throws the dice for {by}.",
    ),
    "craps.thrown house": ("Le stickman lance les dés.", "The stickman throws the dice."),
    "craps.no_dice": (
        "« No dice », coup nul ({by}) : les mises restent, on relance.",
        "No dice, the throw is void ({by}): the stakes stay, throw again.",
    ),
    "craps.dice_fell": ("Les dés montrent {dice} : {total}.", "The dice show {dice}: {total}."),
    "craps.dice_fell hard": (
        "Les dés montrent {dice} : {total}, par un double.",
        "The dice show {dice}: {total}, the hard way.",
    ),
    "craps.collected": (
        "Ramassé {total} en tout[ : {settled}].",
        "Collected {total} in all[: {settled}].",
    ),
    "craps.paid": ("Payé {total} en tout[ : {settled}].", "Paid {total} in all[: {settled}]."),
    "craps.moved": (
        "Déplacé sur le numéro sorti[ : {held}].",
        "Moved to the number[: {held}].",
    ),
    "craps.point_changed": ("Le point est {point}.", "The point is {point}."),
    "craps.point_changed made": ("Le point est gagné.", "The point is made."),
    "craps.point_changed seven_out": (
        "Sept : la série est perdue, les dés changent de mains.",
        "Seven out: the dice change hands.",
    ),
    "craps.restaked": (
        "Misé de nouveau {total} en tout[ : {held}].",
        "Staked again {total} in all[: {held}].",
    ),
    "craps.taken_down": (
        "La séance est finie, rendu {total} en tout[ : {settled}].",
        "The session is over, given back {total} in all[: {settled}].",
    ),
    "craps.session_broken": (
        "La séance est interrompue ({by})[ : {settled}].",
        "The session is broken off ({by})[: {settled}].",
    ),
    "craps.round_closed": ("Le lancer est terminé.", "The throw is over."),
    "AtRail": ("{party} à la place {seat}", "{party} at place {seat}"),
    "Laid": ("{amount} {on}", "{amount} {on}"),
    "Laid nothing": ("{on} retiré", "{on} taken down"),
    "Held": ("{party} {laid}", "{party} {laid}"),
    "Settled": (
        "{party} {on}, {fate}, misé {staked}, rendu {returned}",
        "{party} {on}, {fate}, staked {staked}, returned {returned}",
    ),
}
"""By kind, and a word where one kind says different things; what a list holds, by its type."""

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "won": ("gagné", "won"),
    "lost": ("perdu", "lost"),
    "push": ("rendu", "given back"),
    "cut": ("perdu en partie", "lost in part"),
    "removed": ("repris", "taken down"),
    "cancelled": ("rendu", "given back"),
    "hard": ("par un double", "the hard way"),
}
"""What became of stakes, as sentences say it."""


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind.partition(".")[2]:
        case "opened":
            return _of_opened(event)
        case "shooter_changed":
            if event.shooter is None:
                return "nobody"
            return "" if event.why == "offered" else str(event.why)
        case "seats_changed" if not event.seats:
            return "empty"
        case "staked":
            return stakes_variant(event)
        case "switched" if event.what == "working":
            return "working" if event.value else "off"
        case "switched":
            return "no_action" if event.value else ""
        case "thrown":
            return "silent" if event.timed_out else "" if event.by else "house"
        case "dice_fell" if event.hard:
            return "hard"
        case "point_changed" if event.why != "set":
            return str(event.why)
        case _:
            return ""


def _of_opened(event: Any) -> str:
    if event.overtime:
        return "overtime"
    if event.rounds_left:
        return "last" if event.rounds_left == 1 else "counted"
    return "point" if event.point else ""


def result(result: str) -> tuple[str, str]:
    """Return what fell, as its two faces and their total say it."""
    dice, _, turn = result.partition(" ")
    if not dice[:1].isdigit():
        return result, result
    first, second = dice.split("-")
    total = int(first) + int(second)
    french, english = {
        "set": ("le point", "the point"),
        "made": ("point gagné", "point made"),
        "out": ("série perdue", "seven out"),
    }.get(turn, ("", ""))
    shown = f"{total} ({first} + {second})"
    return f"{shown}{french and ', ' + french}", f"{shown}{english and ', ' + english}"
