"""What people and operators did at a table beside the game, in words."""

from typing import Final

from django.utils.html import format_html

from casino.i18n import Words

FLOOR_EVENT_WORDS: Final[dict[str, Words]] = {
    "approve": Words("jackpot approuvé", "jackpot approved"),
    "away": Words("s’absente", "goes away"),
    "back": Words("revient", "comes back"),
    "change": Words("espèces changées", "cash changed"),
    "chat": Words("conversation réglée", "chat set"),
    "close": Words("table fermée", "table closed"),
    "credit": Words("jetons repris", "chips taken back"),
    "drain": Words("fin annoncée", "end announced"),
    "end_session": Words("séance interrompue", "session broken off"),
    "ending": Words("dernière demi-heure", "last half hour"),
    "fill": Words("table approvisionnée", "table filled"),
    "follow": Words("suit la série", "follows the series"),
    "idle": Words("inactif, averti", "idle, told so"),
    "idlers": Words("place libérée, inactif", "box freed, idle"),
    "interrupted": Words("interrompu", "interrupted"),
    "keep_rules": Words("garde son règlement", "keeps its rules"),
    "last_rounds": Words("derniers coups", "last rounds"),
    "leave": Words("se lève", "gets up"),
    "note_box": Words("boîte à billets enlevée", "note box taken out"),
    "no_chance": Words("attend le générateur", "waits for the generator"),
    "open": Words("table ouverte", "table opened"),
    "order": Words("ordre du jeu", "order of the game"),
    "pause": Words("table suspendue", "table paused"),
    "refill": Words("sabot rempli", "shoe refilled"),
    "relief": Words("relève commencée", "relief begun"),
    "relief_attended": Words("relève surveillée", "relief attended"),
    "relief_closed": Words("relève close", "relief closed"),
    "resume": Words("table reprise", "table resumed"),
    "rule": Words("incident tranché", "incident ruled"),
    "rules": Words("règlement changé", "rules changed"),
    "session": Words("début de séance", "session begun"),
    "sheet_signed": Words("fiche d’intervention signée", "sheet of an intervention signed"),
    "shoe": Words("nouveau sabot", "new shoe"),
    "sit": Words("s’assied", "sits down"),
    "stop": Words("coup arrêté", "spin stopped"),
    "unseat": Words("place retirée", "unseated"),
    "unwelcome": Words("n’accepte plus de mises derrière lui", "lets nobody stake behind any more"),
    "unwish": Words("ne désire plus de place", "wishes for no box any more"),
    "void": Words("coup annulé", "round voided"),
    "welcome": Words("accepte des mises derrière lui", "lets others stake behind"),
    "wish": Words("désire une place", "wishes for a box"),
}
"""By the kind of the event. `tables.dashboard.table_actions` adds those that its actions record."""


def floor_event_text(kind: str) -> str:
    """Return what happened, in words; its code where there are none."""
    if kind in FLOOR_EVENT_WORDS:
        return FLOOR_EVENT_WORDS[kind].text()
    return format_html("<code>{}</code>", kind)
