"""The verdict on a bundle as sentences, in French or English."""

import re
from collections.abc import Iterator
from typing import Final

from .crypto.generator import card
from .findings import ContributionFindings, LogComparison, VerifiedDraw, VerifiedShoe, Withdrawal
from .sentences import HANDS, SENTENCES, WHY
from .words import Lang

FIRST: Final = 12
"""Cards that are named of a shoe of which none was dealt."""


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return the sentence of a code in French or English."""
    return SENTENCES[code][0 if lang == "fr" else 1].format(**detail)


def _comparison_sentences(found: LogComparison | None, lang: Lang) -> str:
    """Return whose log it is and what was compared, a sentence a line; nothing without a log."""
    if found is None:
        return ""
    code = "key_known" if found.key_known else "origin_known" if found.origin_known else ""
    lines = [sentence(code or "nothing_known", lang, origin=found.origin, key=found.key)]
    if found.report is not None:
        codes = {"nothing": "report_unknown", "file": "report_known", "log": "report_named"}
        detail = {"report": found.report, "signer": found.signer}
        lines.append(sentence(codes[found.report_by], lang, **detail))
    if found.receipt:
        kept = "receipt_kept" if found.receipt_by == "nothing" else "receipt_named"
        lines.append(sentence(kept, lang, key=found.receipt))
    return "".join(f"\n{each}" for each in lines)


def shoe_verdict(
    found: VerifiedShoe, lang: Lang, *, cards: bool = False, hands: bool = False
) -> str:
    """Return a shoe's verdict; with its cards, three lines, or its hands, a line for each round."""
    text = sentence(
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
        text += _contribution_sentences(found.contributions, lang)
        if found.cut:
            code = "cut_by_box" if found.by else "cut_by_dealer"
            text += " " + sentence(code, lang, cut=found.cut, by=found.by)
        code = "hands_untold" if found.deal is None else "hands_told"
        text += " " + sentence(code, lang, rounds=len(found.deal or ()))
    else:
        text += _withdrawal_sentences(found.withdrawn, found.contributions, lang)
    text += _comparison_sentences(found.comparison, lang)
    if found.void is None and cards:
        text = "\n".join([text, *map(" ".join, (found.burnt, found.dealt, found.left))])
    return "\n".join([text, *_hand_lines(found, lang)]) if hands else text


def _hand_lines(found: VerifiedShoe, lang: Lang) -> Iterator[str]:
    """Yield each round's hands with their cards, in the order in which they came first."""
    cards = iter(found.dealt)
    for number, hands in found.deal or ():
        got: dict[str, list[str]] = {}
        for hand in hands:
            got.setdefault(hand, []).append(next(cards))
        dealt = "; ".join(f"{_hand(name, lang)} {' '.join(each)}" for name, each in got.items())
        yield sentence("hands_of", lang, round=number, hands=dealt)


def _hand(name: str, lang: Lang) -> str:
    """Return a hand's name in a language; one that is not known stays as the bundle has it."""
    found = re.match(r"[a-z ]*[a-z]", name)
    if lang == "en" or found is None:
        return name
    return HANDS.get(found[0], found[0]) + name[found.end() :]


def draw_verdict(found: VerifiedDraw, lang: Lang) -> str:
    """Return a draw's verdict: what fell or why it was withdrawn, and what was compared."""
    text = sentence(
        "withdrawn" if found.values is None else "valid_draw",
        lang,
        table=found.table,
        sequence=found.sequence,
        commitment=found.commitment,
        values=" ".join(map(str, found.values or ())),
    )
    if found.values is not None:
        text += _contribution_sentences(found.contributions, lang)
    else:
        text += _withdrawal_sentences(found.withdrawn, found.contributions, lang, values=True)
    return text + _comparison_sentences(found.comparison, lang)


def _withdrawal_sentences(
    found: Withdrawal | None,
    contributions: ContributionFindings,
    lang: Lang,
    *,
    values: bool = False,
) -> str:
    """Return why and by whom a promise was withdrawn, and what would have come of it."""
    if found is None:
        return ""
    french = lang == "fr"
    if found.code:
        house = "la maison" if french else "the house's processes"
        number = f"l'agent n° {found.by}" if french else f"staff no. {found.by}"
        why = WHY.get(found.code, (found.code, found.code))[0 if french else 1]
        sentences = [sentence("stopped", lang, who=number if found.by else house, why=why)]
    else:
        sentences = [sentence("unexplained", lang)]
    if found.awaits == "secrets":
        sentences.append(sentence("would_open", lang))
    elif found.awaits == "beacon":
        sentences.append(sentence("would_hear", lang, round=contributions.round))
    elif found.would is not None and values:
        sentences.append(sentence("would_fall", lang, values=" ".join(map(str, found.would))))
    elif found.would is not None:
        first = " ".join(map(card, found.would[:FIRST]))
        sentences.append(sentence("would_deal", lang, cards=first))
    return "".join(f" {each}" for each in sentences)


def _contribution_sentences(found: ContributionFindings, lang: Lang) -> str:
    """Return what the verdict says of contributions; nothing where there were none."""
    text = ""
    if found.mixed or found.withheld:
        counts = {"mixed": len(found.mixed), "withheld": len(found.withheld)}
        text += " " + sentence("mixed", lang, **counts)
    if found.beacon != "none":
        text += " " + sentence(f"beacon_{found.beacon}", lang, round=found.round)
    if found.locks != "none":
        text += " " + sentence(f"locks_{found.locks}", lang)
    return text
