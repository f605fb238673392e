"""What the licence of a place lets the house do: one profile, read when a process starts.

A profile is a file of `casino/jurisdictions`, or one of the operator's own, named by JURISDICTION.
What is wrong in it is told at once, with the file and the key, and the process does not start.
Knows no game: that its games and texts exist is checked by `tables.apps`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from django.core.exceptions import ImproperlyConfigured

from casino.words import Words

FOLDER: Final = Path(__file__).resolve().parent / "jurisdictions"
LANGUAGES: Final = ("fr", "en")
"""What the house speaks at all."""
LIMIT_KINDS: Final = ("stake", "loss", "time", "deposit")
LIMIT_PERIODS: Final = ("day", "week", "month")
CHAT: Final = ("off", "signals", "free")
"""What players may say, the least first."""
IDENTITY: Final = ("never", "before_withdrawal", "before_play")
"""When a player's identity must be verified, the latest first."""
PLAY_MONEY: Final = "PLAY"
"""The currency that is worth nothing outside the house: none of ISO 4217 has four letters."""
LARGEST: Final = 10**12
"""Above any number of a profile."""

Identity = Literal["never", "before_withdrawal", "before_play"]
Chat = Literal["off", "signals", "free"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a player must be shown on every page: a text, and where help is found."""

    text: Words
    url: str
    phone: str


@dataclass(frozen=True, slots=True)
class Profile:
    """What the licence allows and wants."""

    key: str
    """How its file is called."""
    name: Words
    licensed: bool
    """Chips are worth money: nothing is given away, and players are asked their age."""
    currency: str
    """Of all wallets, cash and tables: PLAY_MONEY, or the money of the place (ISO 4217)."""
    games: Mapping[str, frozenset[str]] | None
    """The texts that may be played by, of each game that may be; None allows all."""
    paces: Mapping[str, int]
    """Least seconds between the openings of two rounds of a table, by game."""
    limits: Mapping[str, Mapping[str, int]]
    """The kinds of limits without which nobody plays, or deposits, with what a new player is given
    by period: minor units, of time seconds. He may choose others."""
    cooling_off_hours: float
    """The least that a higher limit waits."""
    reality_check_minutes: float
    """The longest between two reality checks; 0 leaves that to the house."""
    languages: tuple[str, ...]
    chat: Chat
    """The most that may be said at a table."""
    autoplay: bool
    minimum_age: int
    """Years; 0 asks nobody."""
    identity: Identity
    shown: tuple[Shown, ...]

    def allows(self, game: str, book: str) -> bool:
        """Tell whether a game may be played by one of its texts."""
        return self.games is None or book in self.games.get(game, ())

    def pace(self, game: str) -> int:
        """Return the least seconds between the openings of two rounds of a game; 0 for none."""
        return self.paces.get(game, 0)

    @property
    def asks(self) -> bool:
        """Whether anything is asked of a player before he stakes or withdraws."""
        return bool(self.minimum_age or self.identity != "never" or self.limits)


def load(name: str) -> Profile:
    """Return the profile of a place, or of a file whose path ends in `.toml`.

    Raises `ImproperlyConfigured` with one sentence that names the file and the key.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not path.is_file() or (path.parent == FOLDER and path.stem not in known()):
        raise ImproperlyConfigured(
            f"JURISDICTION must be one of {', '.join(known())}, or the path of a file .toml."
        )
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise ImproperlyConfigured(f"{path}: {wrong}") from None
    return _Reader(path, said).profile()


def known() -> list[str]:
    """Return the places that the house brings profiles of."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


class _Reader:
    """Reads a profile's file, each key once; whatever is left over is refused."""

    def __init__(self, path: Path, said: Mapping[str, Any], where: str = "") -> None:
        self.path, self.where, self.left = path, where, dict(said)

    def profile(self) -> Profile:
        found = Profile(
            key=self.path.stem,
            name=Words(self.text("name_fr"), self.text("name_en")),
            licensed=self.truth("licensed"),
            currency=self.text("currency"),
            games=self.games(),
            paces={
                game: self.number_of("pace", game, seconds)
                for game, seconds in self.table("pace").items()
            },
            limits=self.limits(),
            cooling_off_hours=self.number("cooling_off_hours"),
            reality_check_minutes=self.number("reality_check_minutes"),
            languages=self.languages(),
            chat=self.one_of("chat", CHAT),
            autoplay=self.truth("autoplay"),
            minimum_age=int(self.number("minimum_age")),
            identity=self.one_of("identity", IDENTITY),
            shown=self.shown(),
        )
        self.done()
        if found.licensed and not found.minimum_age:
            raise self.wrong("minimum_age", "at least 1 where the house is licensed")
        if not found.licensed and found.asks:
            raise self.wrong("licensed", "true where age, identity or limits are asked")
        if found.licensed and not re.fullmatch("[A-Z]{3}", found.currency):
            raise self.wrong("currency", "three letters of ISO 4217 where the house is licensed")
        if not found.licensed and found.currency != PLAY_MONEY:
            raise self.wrong("currency", f"{PLAY_MONEY} where the house is not licensed")
        return found

    def games(self) -> Mapping[str, frozenset[str]] | None:
        if self.left.get("games") == "all":
            del self.left["games"]
            return None
        return {
            game: frozenset(self.words_of(f"games.{game}", books))
            for game, books in self.table("games").items()
        }

    def limits(self) -> Mapping[str, Mapping[str, int]]:
        found: dict[str, Mapping[str, int]] = {}
        for kind, periods in self.table("limits").items():
            if kind not in LIMIT_KINDS or not isinstance(periods, dict) or not periods:
                raise self.wrong(
                    f"limits.{kind}", f"a table by period of one of {', '.join(LIMIT_KINDS)}"
                )
            if not periods.keys() <= set(LIMIT_PERIODS):
                raise self.wrong(f"limits.{kind}", f"of {', '.join(LIMIT_PERIODS)}")
            found[kind] = {
                period: self.number_of(f"limits.{kind}", period, amount)
                for period, amount in periods.items()
            }
        return found

    def languages(self) -> tuple[str, ...]:
        found = self.words_of("languages", self.take("languages"))
        if not found or not set(found) <= set(LANGUAGES):
            raise self.wrong("languages", f"a list of {', '.join(LANGUAGES)}")
        return found

    def shown(self) -> tuple[Shown, ...]:
        each_said = self.left.pop("shown", [])
        if not isinstance(each_said, list):
            raise self.wrong("shown", "a list of tables")
        found = []
        for number, each in enumerate(each_said, start=1):
            if not isinstance(each, dict):
                raise self.wrong("shown", "a list of tables")
            one = _Reader(self.path, {"url": "", "phone": "", **each}, f"shown {number}: ")
            text, url = Words(one.text("fr"), one.text("en")), one.text("url", empty=True)
            phone = one.text("phone", empty=True)
            one.done()
            if url and not url.startswith("https://"):
                raise one.wrong("url", "an address of https://")
            if not set(phone) <= set("+0123456789 -"):
                raise one.wrong("phone", "of digits")
            found.append(Shown(text, url, phone))
        return tuple(found)

    def take(self, key: str) -> Any:
        if key not in self.left:
            raise ImproperlyConfigured(f"{self.path}: {self.where}{key} is missing.")
        return self.left.pop(key)

    def text(self, key: str, *, empty: bool = False) -> str:
        found = self.take(key)
        if not isinstance(found, str) or len(found) > 1000 or not (found.strip() or empty):
            raise self.wrong(key, "a text of up to 1000 characters")
        return found

    def truth(self, key: str) -> bool:
        found = self.take(key)
        if not isinstance(found, bool):
            raise self.wrong(key, "true or false")
        return found

    def number(self, key: str) -> float:
        found = self.take(key)
        if type(found) not in (int, float) or not 0 <= found <= LARGEST:
            raise self.wrong(key, "a number, not below 0")
        return float(found)

    def number_of(self, table: str, key: str, found: Any) -> int:
        if type(found) is not int or not 0 < found <= LARGEST:
            raise self.wrong(f"{table}.{key}", "a whole number above 0")
        return found

    def one_of(self, key: str, words: tuple[str, ...]) -> Any:
        found = self.take(key)
        if found not in words:
            raise self.wrong(key, f"one of {', '.join(words)}")
        return found

    def table(self, key: str) -> Mapping[str, Any]:
        found = self.left.pop(key, {})
        if not isinstance(found, dict):
            raise self.wrong(key, "a table")
        return found

    def words_of(self, key: str, found: Any) -> tuple[str, ...]:
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise self.wrong(key, "a list of texts")
        return tuple(found)

    def done(self) -> None:
        for key in self.left:
            raise ImproperlyConfigured(f"{self.path}: {self.where}{key} is no key of a profile.")

    def wrong(self, key: str, wanted: str) -> ImproperlyConfigured:
        return ImproperlyConfigured(f"{self.path}: {self.where}{key} must be {wanted}.")
