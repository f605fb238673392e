"""What people and operators did at a table beside the game, in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.html import format_html

from casino.i18n import Words, both, money
from tables.games import GAMES
from tables.games.core import words

FLOOR_EVENT_WORDS: Final[dict[str, Words]] = {
    "advance": Words("changeur doté", "changer’s advance given"),
    "allow_cut": Words("répond pour la coupe", "answers for the cut"),
    "approve": Words("jackpot approuvé", "jackpot approved"),
    "away": Words("s’absente", "goes away"),
    "back": Words("revient", "comes back"),
    "cards_decided": Words("cartes tranchées", "cards decided on"),
    "cards_found": Words("carte en question", "card in question"),
    "change": Words("espèces changées", "cash changed"),
    "changer": Words("changeur en service", "changer signed in"),
    "chat": Words("conversation réglée", "chat set"),
    "clock": Words("délai commencé", "time to decide begun"),
    "close": Words("table fermée", "table closed"),
    "colours": Words("couleurs vendues", "colours sold"),
    "colours_back": Words("couleurs rendues", "colours given back"),
    "credit": Words("jetons repris", "chips taken back"),
    "cut": Words("coupe", "cuts"),
    "decline": Words("annonce écartée", "announcement declined"),
    "decline_cut": Words("ne coupe pas", "declines the cut"),
    "drain": Words("fin annoncée", "end announced"),
    "draw": Words("nouveau tirage promis", "another draw promised"),
    "end_session": Words("séance interrompue", "session broken off"),
    "ending": Words("dernière demi-heure", "last half hour"),
    "endorse": Words("annonce visée", "announcement endorsed"),
    "exchange": Words("échangé à valeur égale", "exchanged at equal worth"),
    "fill": Words("table approvisionnée", "table filled"),
    "follow": Words("suit la série", "follows the series"),
    "hand_in": Words("remis à la caisse", "handed in to the cage"),
    "idle": Words("inactif, averti", "idle, told so"),
    "idlers": Words("place libérée, inactif", "box freed, idle"),
    "inspector": Words("inspecteur en service", "inspector signed in"),
    "interrupted": Words("interrompu", "interrupted"),
    "keep_rules": Words("garde son règlement", "keeps its rules"),
    "last_rounds": Words("derniers coups", "last rounds"),
    "leave": Words("se lève", "gets up"),
    "lock": Words("secret remis à la balise", "secret locked to the beacon"),
    "machine_changer": Words("changeur de l’appareil en service", "machine’s changer signed in"),
    "no_chance": Words("attend le générateur", "waits for the generator"),
    "note_box": Words("boîte à billets enlevée", "note box taken out"),
    "open": Words("table ouverte", "table opened"),
    "open_seal": Words("secret ouvert", "secret opened"),
    "opening": Words("secrets du tirage à ouvrir", "secrets of the draw to be opened"),
    "order": Words("ordre du jeu", "order of the game"),
    "pause": Words("table suspendue", "table paused"),
    "refill": Words("sabot rempli", "shoe refilled"),
    "relief": Words("relève commencée", "relief begun"),
    "relief_attended": Words("relève surveillée", "relief attended"),
    "relief_closed": Words("relève close", "relief closed"),
    "resume": Words("table reprise", "table resumed"),
    "rule": Words("incident tranché", "incident ruled"),
    "rules": Words("règlement changé", "rules changed"),
    "seal": Words("secret scellé", "secret sealed"),
    "session": Words("début de séance", "session begun"),
    "sheet_signed": Words("fiche d’intervention signée", "sheet of an intervention signed"),
    "shoe": Words("nouveau sabot", "new shoe"),
    "shuffle": Words("mélange avancé", "shuffle goes on"),
    "sit": Words("s’assied", "sits down"),
    "stop": Words("coup arrêté", "spin stopped"),
    "supply": Words("changeur fourni", "changer supplied"),
    "table_chief": Words("chef de table en service", "table chief signed in"),
    "unseat": Words("place retirée", "unseated"),
    "unwelcome": Words("n’accepte plus de mises derrière lui", "lets nobody stake behind any more"),
    "unwish": Words("ne désire plus de place", "wishes for no box any more"),
    "verify_cards": Words("cartes vérifiées", "cards verified"),
    "void": Words("coup annulé", "round voided"),
    "voucher": Words("bon rédigé", "voucher written"),
    "welcome": Words("accepte des mises derrière lui", "lets others stake behind"),
    "wish": Words("désire une place", "wishes for a box"),
    "write": Words("annonce remise", "announcement handed in"),
}
"""By the kind of the event. `tables.dashboard.table_actions` adds those that its actions record."""


def floor_event_text(kind: str) -> str:
    """Return what happened, in words; its code where there are none."""
    if kind in FLOOR_EVENT_WORDS:
        return FLOOR_EVENT_WORDS[kind].text()
    return format_html("<code>{}</code>", kind)


_ORDERS: Final[Mapping[str, words.Words]] = {
    key: told for game in GAMES.values() for key, told in game.staff_orders.items()
}


_BY_THE_HOUSE: Final[Mapping[str, Words]] = {
    "cannot stake": Words("n’a plus de quoi miser", "cannot stake any more"),
    "excluded": Words("exclu du jeu", "excluded from play"),
    "held too long": Words("absent trop longtemps", "away for too long"),
    "idle": Words("ne jouait pas", "did not play"),
    "opening float": Words("encaisse d’ouverture", "opening float"),
    "yields": Words("cède sa case", "yields the box"),
}
"""The reasons that the house itself writes on record."""


def floor_event_reason(kind: str, reason: str) -> str:
    """Return the reason of what happened, or what was said, with codes and amounts as people read.

    An order of a game and a written announcement begin with their code: `check_right: heard`,
    `complete_n:17`; a change is its amount.
    """
    colon = both(" : ", ": ")
    if kind == "order":
        code, _, why = reason.partition(": ")
        return f"{both(*_ORDERS[code])}{colon}{why}" if code in _ORDERS else reason
    if kind in ("write", "endorse", "decline"):
        said, _, why = reason.partition(": ")
        told = announcement_text(said)
        return f"{told}{colon}{why}" if why else told
    if reason in _BY_THE_HOUSE:
        return _BY_THE_HOUSE[reason].text()
    return money(int(reason)) if kind == "change" and reason.isdecimal() else reason


def announcement_text(said: str) -> str:
    """Return a written announcement in the reader's words, of whichever game."""
    for game in GAMES.values():
        if (told := game.wording.announced(said)) != (said, said):
            return both(*told)
    return said
