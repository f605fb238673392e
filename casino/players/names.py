"""What a name looks like, so that nobody bears another's, nor one of those who serve the house.

Two names are alike when a reader at a table could take one for the other: case, accents, spaces and
signs aside, letters of other alphabets that look like ours (Unicode's table of confusables), and
figures that look like letters.
"""

import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import Final

from casino.i18n import Words

_SEEN_AS: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "!": "l"})
_MEANT_AS: Final = str.maketrans(
    {"3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "€": "e"}
)
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs, as Unicode has them, that nobody sees."""
MARKS: Final = 2
"""The most marks that a letter bears, once those are counted that Unicode has no letter for."""

_SERVES: Final = (
    "admin administrateur administrator croupier croupière dealer inspecteur inspector inspectrice "
    "moderateur moderator operateur operator operatrice root sabot superuser superviseur supervisor"
)
"""Words that are reserved, alone and beside others."""
_HOUSE: Final = (
    "account accounts bank banque cage caisse caissier cashier casino chef chief contrôle control "
    "direction employé floor gérant help house maison manager management owner personnel pit boss "
    "police rng security sécurité service staff state support surveillance system système table "
    "tables team équipe"
)
"""Words that are reserved alone, and free beside a name."""
_FILLING: Final = "a au aux de des du en l la le les my of official officiel real the un une vrai"


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike; empty for an empty name."""
    folded = unicodedata.normalize("NFKC", name).casefold().strip()
    seen = "".join(each for each in _letters(folded).translate(_SEEN_AS) if each.isalnum())
    return seen.replace("rn", "m").replace("vv", "w") or folded


def plain_letters(name: str) -> str:
    """Return the letters and digits of a name, in lower case and without accents."""
    return "".join(each for each in _letters(name.casefold()) if each.isalnum())


_NEUTRAL: Final = Words("Joueur", "Player")
"""What a player is called who chose no name to be shown."""
_NEUTRAL_STAFF: Final = Words("Maison", "House")
"""The same of one who serves the house."""


def neutral_name(number: int, language: str, *, staff: bool) -> str:
    """Return the display name of the player of this id who chose none: unique.

    It tells nothing of the name typed at sign-in.
    """
    # An odd factor is a permutation of 16 bits, so no two ids have one name.
    low, high = (number * 0x9E37 + 0x3779) & 0xFFFF, number >> 16
    suffix = f"{high:x}{low:04x}" if high else f"{low:04x}"
    words = _NEUTRAL_STAFF if staff else _NEUTRAL
    return f"{words.en if language == 'en' else words.fr} {suffix}"


def translated_neutral_name(name: str, *, french: bool) -> str:
    """Return a neutral name in the reader's language; any other name as it is."""
    for words in (_NEUTRAL, _NEUTRAL_STAFF):
        for each in words:
            suffix = name.removeprefix(f"{each} ")
            if suffix != name and re.fullmatch("[0-9a-f]{4,}", suffix):
                return f"{words.fr if french else words.en} {suffix}"
    return name


def is_neutral(name: str) -> bool:
    """Tell whether a name looks like one that the house gives."""
    given = "|".join((*_NEUTRAL, *_NEUTRAL_STAFF))
    plain = unicodedata.normalize("NFKC", name)
    return bool(re.fullmatch(rf"\s*(?:{given})\W*[0-9a-f]{{4,}}\s*", plain, re.IGNORECASE))


def is_reserved(name: str) -> bool:
    """Tell whether a name claims to belong to the staff."""
    bare = _letters(unicodedata.normalize("NFKC", name).casefold())
    for read in (bare.translate(_MEANT_AS), re.sub(r"\d+", " ", bare)):
        words = [name_key(word) for word in re.split(r"[\W_]+", read) if word]
        if any(word in _reserved() for word in words):
            return True
        whole = "".join(words)
        if any(len(word) > 6 and word in whole for word in _reserved()):
            return True
        if _is_house_words(whole):
            return True
    return False


def is_legible(name: str) -> bool:
    """Tell whether every character of a name is visible, without piles of marks."""
    if not name.isprintable() or any(each in _BLANKS for each in name):
        return False
    text = unicodedata.normalize("NFC", name)
    piled = 0
    for before, each in pairwise(f" {text}"):
        if unicodedata.category(each) not in ("Mn", "Me"):
            piled = 0
            continue
        piled += 1
        place = unicodedata.combining(each)
        stacked = place and place == unicodedata.combining(before)
        if unicodedata.category(each) == "Me" or stacked or piled > MARKS:
            return False
    return True


def _letters(text: str) -> str:
    """Return letters without their marks, those of other alphabets as ours that they look like."""
    bare = (
        each
        for each in unicodedata.normalize("NFD", text)
        if unicodedata.category(each) not in ("Mn", "Me", "Cf")
    )
    return "".join(each if each.isascii() else _confusable().get(each, each) for each in bare)


@cache
def _confusable() -> dict[str, str]:
    """Return characters that look like Latin letters, each with the letter in lower case."""
    from confusable_homoglyphs.confusables import confusables_data

    found: dict[str, str] = {}
    for each, looks in confusables_data.items():
        if len(each) == 1 and not each.isascii():
            like = next((look["c"] for look in looks if re.fullmatch("[A-Za-z]", look["c"])), "")
            if like:
                found[each] = like.casefold()
    return found


@cache
def _reserved() -> frozenset[str]:
    return frozenset(name_key(word) for word in _SERVES.split())


@cache
def _sayings() -> frozenset[str]:
    return _reserved() | {name_key(word) for word in _HOUSE.split()}


@cache
def _filling() -> frozenset[str]:
    return frozenset(name_key(word) for word in _FILLING.split())


def _is_house_words(whole: str) -> bool:
    """Tell whether letters are words of the house one after the other, and filling words."""
    # For each place: whether it can be reached without, and with, a word of the house.
    reached: list[set[bool]] = [{False}, *(set() for _ in whole)]
    for start, ways in enumerate(reached):
        for words, of_the_house in ((_sayings(), True), (_filling(), False)):
            for word in words if ways else ():
                if whole.startswith(word, start):
                    reached[start + len(word)] |= {way or of_the_house for way in ways}
    return bool(whole) and True in reached[-1]
