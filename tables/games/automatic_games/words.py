"""What the machines say: their bet, why they refuse and move chips, their events."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.automatic_games.machines import MACHINES
from tables.games.core.words import Words

NAME: Final = ("Jeux automatiques", "Automatic games")
BETS: Final[Mapping[str, Words]] = {"play": Words("Partie", "Game")}
REFUSALS: Final[Mapping[str, Words]] = {
    "cards_to_hold": Words(
        "Une partie attend : choisissez d’abord les cartes que vous gardez.",
        "A game waits: choose first which cards you hold.",
    ),
    "form_incomplete": Words(
        "La fiche d’intervention est incomplète : il y manque le motif.",
        "The intervention sheet is incomplete: the reason is missing.",
    ),
    "free_games_left": Words(
        "Des parties gratuites restent à jouer ({left}) : elles se jouent d’elles-mêmes.",
        "Free games are left ({left}): they are played by themselves.",
    ),
    "hopper_empty": Words(
        "La réserve n’a pas assez de pièces.", "The hopper does not hold so many coins."
    ),
    "identity_required": Words(
        "Ce gain n’est payé que sur présentation d’une pièce d’identité.",
        "This win is paid only on presentation of an identity document.",
    ),
    "insufficient_credit": Words(
        "Pas assez de crédits : il en reste {credit:chips}.",
        "Not enough credits: {credit:chips} are left.",
    ),
    "no_such_card": Words(
        "Une main a cinq cartes, de 1 à 5 ; chacune se garde une fois.",
        "A hand has five cards, 1 to 5; each is held once.",
    ),
    "no_such_ticket": Words("Aucun ticket n’a ce code.", "No ticket has this code."),
    "position_locked": Words("Ce poste est bloqué.", "This position is locked."),
    "mechanic_not_heard": Words(
        "Le mécanicien doit d’abord être entendu.", "The mechanic must be heard first."
    ),
    "not_identified": Words(
        "Le mécanicien doit d’abord s’identifier.", "The mechanic must first identify himself."
    ),
    "ticket_lapsed": Words(
        "Ce ticket n’est plus valable aux machines : présentez-le à la caisse.",
        "This ticket is no longer good at the machines: present it at the cage.",
    ),
    "ticket_of_another": Words(
        "Ce ticket est lié à un autre joueur : lui seul peut le présenter.",
        "This ticket is bound to another player, who alone may present it.",
    ),
    "ticket_used": Words("Ce ticket a déjà été payé.", "This ticket was paid already."),
}
"""By code, beside those that all games share."""
REASONS: Final[Mapping[str, Words]] = {
    "cash_out": Words("Crédits rendus", "Credits cashed out"),
    "complement": Words("Complément de paiement", "Complement of a payment"),
    "load": Words("Crédits chargés", "Credits loaded"),
    "orphan": Words("Crédits orphelins", "Orphaned credits"),
}
"""What moves are for, by code, beside what they are for in every game."""
ORDERS: Final[Mapping[str, Words]] = {
    "identify": Words("Pièce d’identité vue", "Identity document seen"),
    "check_right": Words("Appareil contrôlé : il fonctionne", "Device checked: it works"),
    "check_fault": Words("Appareil contrôlé : il est en défaut", "Device checked: it is faulty"),
    "hand_pay": Words("Payer le gain à la main", "Pay the win by hand"),
    "open_machine": Words("Ouvrir l’appareil", "Open the device"),
    "close_machine": Words("Refermer l’appareil", "Close the device"),
    "hear_mechanic": Words("Mécanicien entendu", "Mechanic heard"),
    "decide_complaint": Words(
        "Trancher la contestation : payer ce qui manque", "Decide the complaint: pay what is short"
    ),
}
"""The orders of the person in charge of the table, by key."""
SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "automatic_games.opened": ("Le poste attend une partie.", "The position awaits a game."),
    "automatic_games.opened last": (
        "La séance finit : les crédits sont rendus.",
        "The session ends: credits go back.",
    ),
    "automatic_games.loaded": (
        "{party} charge {amount} ({medium}).",
        "{party} loads {amount} ({medium}).",
    ),
    "automatic_games.played": ("{party} joue {amount}.", "{party} plays {amount}."),
    "automatic_games.played free": (
        "{party} joue une partie gratuite.",
        "{party} plays a free game.",
    ),
    "automatic_games.dealt": ("{party} reçoit {cards}.", "{party} is dealt {cards}."),
    "automatic_games.held": (
        "{party} garde les cartes {positions}.",
        "{party} holds the cards {positions}.",
    ),
    "automatic_games.held nothing": ("{party} ne garde rien.", "{party} holds nothing."),
    "automatic_games.held timed_out": (
        "{party} n’a pas choisi : les cinq cartes sont gardées.",
        "{party} has not chosen: all five cards are held.",
    ),
    "automatic_games.spin_stopped": (
        "La partie est arrêtée ({by}) : elle est tirée de nouveau, la mise reste.",
        "The game is stopped ({by}): it is drawn again, the stake stays.",
    ),
    "automatic_games.game_ended": (
        "Les rouleaux s’arrêtent ({stops}) : {party} gagne {paid}.",
        "The reels stop ({stops}): {party} wins {paid}.",
    ),
    "automatic_games.game_ended lost": (
        "Les rouleaux s’arrêtent ({stops}) : rien.",
        "The reels stop ({stops}): nothing.",
    ),
    "automatic_games.game_ended brought": (
        "Les rouleaux s’arrêtent ({stops}) : {party} gagne {paid} et {brought} parties gratuites.",
        "The reels stop ({stops}): {party} wins {paid} and {brought} free games.",
    ),
    "automatic_games.game_ended by_hand": (
        "Les rouleaux s’arrêtent ({stops}) : {party} gagne {paid}, payés à la main.",
        "The reels stop ({stops}): {party} wins {paid}, to be paid by hand.",
    ),
    "automatic_games.game_ended cards": (
        "{party} a {cards} et gagne {paid}.",
        "{party} has {cards} and wins {paid}.",
    ),
    "automatic_games.game_ended cards_lost": (
        "{party} a {cards} : rien.",
        "{party} has {cards}: nothing.",
    ),
    "automatic_games.game_ended cards_by_hand": (
        "{party} a {cards} et gagne {paid}, payés à la main.",
        "{party} has {cards} and wins {paid}, to be paid by hand.",
    ),
    "automatic_games.cashed_out": (
        "{party} reprend {amount} ({medium}).",
        "{party} cashes {amount} out ({medium}).",
    ),
    "automatic_games.cashed_out timed_out": (
        "Personne ne joue plus : {amount} reviennent à {party}.",
        "Nobody plays any more: {amount} go back to {party}.",
    ),
    "automatic_games.orphaned": (
        "{party} laisse {amount} : des crédits orphelins.",
        "{party} leaves {amount}: orphaned credits.",
    ),
    "automatic_games.identified": (
        "La pièce d’identité de {party} a été vue ({by}).",
        "The identity document of {party} was seen ({by}).",
    ),
    "automatic_games.device_checked": (
        "L’appareil est contrôlé ({by}) : il fonctionne.",
        "The device is checked ({by}): it works.",
    ),
    "automatic_games.device_checked fault": (
        "L’appareil est contrôlé ({by}) : il est en défaut, le gain reste dû.",
        "The device is checked ({by}): it is faulty, the win stays owed.",
    ),
    "automatic_games.hand_paid": (
        "{amount} sont payés à la main à {party} ({by}).",
        "{amount} are paid to {party} by hand ({by}).",
    ),
    "automatic_games.hand_paid cheque": (
        "{amount} sont payés par chèque à {party} ({by}).",
        "{amount} are paid to {party} by cheque ({by}).",
    ),
    "automatic_games.hand_paid transfer": (
        "{amount} sont payés par virement à {party} ({by}).",
        "{amount} are paid to {party} by transfer ({by}).",
    ),
    "automatic_games.complained": (
        "{party} conteste le paiement de la partie {game}.",
        "{party} contests what game {game} has paid.",
    ),
    "automatic_games.mechanic_heard": (
        "Le mécanicien est entendu sur la partie {game} ({by}).",
        "The mechanic is heard about game {game} ({by}).",
    ),
    "automatic_games.complaint_decided": (
        "La contestation de la partie {game} est tranchée ({by}) : {granted}.",
        "The complaint about game {game} is decided ({by}): {granted}.",
    ),
    "automatic_games.complemented": (
        "Complément de {amount} à {party} pour la partie {game} ({by}).",
        "Complement of {amount} to {party} for game {game} ({by}).",
    ),
    "automatic_games.machine_opened": (
        "L’appareil est ouvert ({by}) : rien ne se joue.",
        "The device is open ({by}): nothing is played.",
    ),
    "automatic_games.machine_closed": (
        "L’appareil est refermé ({by}) : {reason}.",
        "The device is closed ({by}): {reason}.",
    ),
    "automatic_games.session_broken": (
        "La séance est interrompue ({by})[ : {amount} reviennent à {party}].",
        "The session is broken off ({by})[: {amount} go back to {party}].",
    ),
    "automatic_games.round_closed": ("La partie est terminée.", "The game is over."),
}
"""By kind, and a word where one kind says different things."""
WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "note": ("billet", "note"),
    "ticket": ("ticket", "ticket"),
    "card": ("carte", "card"),
    "coin": ("pièces", "coins"),
    **{key: machine.name for key, machine in MACHINES.items()},
}


def variant(event: Any) -> str:
    """Return the suffix of an event's sentence, such as `late`; empty for the ordinary sentence."""
    match event.kind.partition(".")[2]:
        case "opened" if event.last:
            return "last"
        case "played" if event.free:
            return "free"
        case "held" if event.timed_out:
            return "timed_out"
        case "held" if not event.positions:
            return "nothing"
        case "game_ended" if event.cards and event.by_hand:
            return "cards_by_hand"
        case "game_ended" if event.cards:
            return "cards" if event.paid else "cards_lost"
        case "game_ended" if event.by_hand:
            return "by_hand"
        case "game_ended" if event.brought:
            return "brought"
        case "game_ended" if not event.paid:
            return "lost"
        case "cashed_out" if event.timed_out:
            return "timed_out"
        case "hand_paid" if event.means != "cash":
            return str(event.means)
        case "device_checked" if not event.right:
            return "fault"
        case _:
            return ""


def result(result: str) -> tuple[str, str]:
    """Return what a game paid, in words; `result` is minor units."""
    if result == "dealt":
        return "cartes données", "cards dealt"
    if not result.isdecimal():
        return result, result
    paid = int(result)
    if not paid:
        return "rien", "nothing"
    whole, part = divmod(paid, 100)
    return f"gagne {whole},{part:02}", f"wins {whole}.{part:02}"
