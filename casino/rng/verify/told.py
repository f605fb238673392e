"""Sentences of a verdict, in French or English."""

import re
from collections.abc import Iterator
from typing import Final

from .crypto.generator import card
from .found import Against, Gathered, Verified, VerifiedDraw, Withdrawn
from .sentences import HANDS, SENTENCES, WHY
from .words import Lang

FIRST: Final = 12
"""Cards that are told of a shoe of which none was dealt."""


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return the sentence of a code in French or English."""
    return SENTENCES[code][0 if lang == "fr" else 1].format(**detail)


def _say_against(found: Against | None, lang: Lang) -> str:
    """Return whose word the bundle is, a sentence a line; nothing before there was a log."""
    if found is None:
        return ""
    code = "key_known" if found.key_known else "origin_known" if found.origin_known else ""
    said = [sentence(code or "nothing_known", lang, origin=found.origin, key=found.key)]
    if found.report is not None:
        codes = {"nothing": "report_unknown", "file": "report_known", "log": "report_named"}
        detail = {"report": found.report, "signer": found.signer}
        said.append(sentence(codes[found.report_by], lang, **detail))
    if found.receipt:
        kept = "receipt_kept" if found.receipt_by == "nothing" else "receipt_named"
        said.append(sentence(kept, lang, key=found.receipt))
    return "".join(f"\n{each}" for each in said)


def shoe_verdict(found: Verified, lang: Lang, *, cards: bool = False, hands: bool = False) -> str:
    """Return a shoe's verdict; with its cards, three lines, or its hands, a line for each round."""
    said = sentence(
        "valid" if found.void is None else "valid_void",
        lang,
        table=found.table,
        sequence=found.sequence,
        commitment=found.commitment,
        burnt=len(found.burnt),
        dealt=len(found.dealt),
        left=len(found.left),
        reason=found.void,
    )
    if found.void is None:
        said += _say_gathered(found.gathered, lang)
        if found.cut:
            code = "cut_by_box" if found.by else "cut_by_dealer"
            said += " " + sentence(code, lang, cut=found.cut, by=found.by)
        code = "hands_untold" if found.deal is None else "hands_told"
        said += " " + sentence(code, lang, rounds=len(found.deal or ()))
    else:
        said += _say_withdrawn(found.withdrawn, found.gathered, lang)
    said += _say_against(found.against, lang)
    if found.void is None and cards:
        said = "\n".join([said, *map(" ".join, (found.burnt, found.dealt, found.left))])
    return "\n".join([said, *_say_hands(found, lang)]) if hands else said


def _say_hands(found: Verified, lang: Lang) -> Iterator[str]:
    """Yield each round's hands with their cards, in the order in which they came first."""
    cards = iter(found.dealt)
    for number, hands in found.deal or ():
        got: dict[str, list[str]] = {}
        for hand in hands:
            got.setdefault(hand, []).append(next(cards))
        told = "; ".join(f"{_hand(name, lang)} {' '.join(each)}" for name, each in got.items())
        yield sentence("hands_of", lang, round=number, hands=told)


def _hand(name: str, lang: Lang) -> str:
    """Return a hand's name in a language; one that is not known stays as the bundle has it."""
    found = re.match(r"[a-z ]*[a-z]", name)
    if lang == "en" or found is None:
        return name
    return HANDS.get(found[0], found[0]) + name[found.end() :]


def draw_verdict(found: VerifiedDraw, lang: Lang) -> str:
    said = sentence(
        "withdrawn" if found.values is None else "valid_draw",
        lang,
        table=found.table,
        sequence=found.sequence,
        commitment=found.commitment,
        values=" ".join(map(str, found.values or ())),
    )
    if found.values is not None:
        said += _say_gathered(found.gathered, lang)
    else:
        said += _say_withdrawn(found.withdrawn, found.gathered, lang, values=True)
    return said + _say_against(found.against, lang)


def _say_withdrawn(
    found: Withdrawn | None, gathered: Gathered, lang: Lang, *, values: bool = False
) -> str:
    """Return why and by whom a promise was withdrawn, and what would have come of it."""
    if found is None:
        return ""
    french = lang == "fr"
    if found.code:
        house = "la maison" if french else "the house's processes"
        number = f"l'agent n° {found.by}" if french else f"staff no. {found.by}"
        why = WHY.get(found.code, (found.code, found.code))[0 if french else 1]
        said = [sentence("stopped", lang, who=number if found.by else house, why=why)]
    else:
        said = [sentence("unexplained", lang)]
    if found.awaits == "secrets":
        said.append(sentence("would_open", lang))
    elif found.awaits == "beacon":
        said.append(sentence("would_hear", lang, round=gathered.round))
    elif found.would is not None and values:
        said.append(sentence("would_fall", lang, values=" ".join(map(str, found.would))))
    elif found.would is not None:
        first = " ".join(map(card, found.would[:FIRST]))
        said.append(sentence("would_deal", lang, cards=first))
    return "".join(f" {each}" for each in said)


def _say_gathered(found: Gathered, lang: Lang) -> str:
    """Return what is to be added to a sentence: nothing where nothing was asked for."""
    said = ""
    if found.mixed or found.withheld:
        counts = {"mixed": len(found.mixed), "withheld": len(found.withheld)}
        said += " " + sentence("mixed", lang, **counts)
    if found.beacon != "none":
        said += " " + sentence(f"beacon_{found.beacon}", lang, round=found.round)
    if found.locks != "none":
        said += " " + sentence(f"locks_{found.locks}", lang)
    return said
