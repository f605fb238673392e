"""The profile of a jurisdiction: what its licence allows and demands; read at start.

A profile is a file of `casino/responsible_gaming/jurisdictions`, or one of the operator's own,
named by JURISDICTION.
All that is wrong in it is listed at once, with the file and the keys, and the process does not
start. Knows no game: that its games and texts exist is checked by `tables.apps`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, cast, get_args

from django.core.exceptions import ImproperlyConfigured
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from casino.i18n import Words

FOLDER: Final = Path(__file__).resolve().parent / "jurisdictions"
PLAY_MONEY: Final = "PLAY"
"""The currency that is worth nothing outside the house: none of ISO 4217 has four letters."""

Language = Literal["fr", "en"]
LimitKind = Literal["stake", "loss", "time", "deposit"]
LimitPeriod = Literal["day", "week", "month"]
Identity = Literal["never", "before_withdrawal", "before_play"]
"""When a player's identity must be verified, the latest first."""
Chat = Literal["off", "signals", "free"]
"""What players may say, the least first."""
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""What the house speaks at all."""
IDENTITY: Final[tuple[Identity, ...]] = get_args(Identity)
CHAT: Final[tuple[Chat, ...]] = get_args(Chat)


@dataclass(frozen=True, slots=True)
class LicenceNotice:
    """A notice that every page must show a player: a text, and where to find help."""

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
    by period: minor units, of time seconds. They may choose others."""
    cooling_off_hours: float
    """The least that a higher limit waits."""
    reality_check_minutes: float
    """The longest between two reality checks; 0 leaves that to the house."""
    languages: tuple[str, ...]
    chat: Chat
    """The widest chat that a table may allow."""
    autoplay: bool
    minimum_age: int
    """Years; 0 asks nobody."""
    identity: Identity
    cash_by_one: int | None
    """Minor units that one cashier may approve, where the text says so; None leaves that to the
    house."""
    shown: tuple[LicenceNotice, ...]

    def allows(self, game: str, book: str) -> bool:
        """Tell whether a game may be played by one of its books of rules."""
        return self.games is None or book in self.games.get(game, ())

    def pace(self, game: str) -> int:
        """Return the least seconds between the openings of two rounds of a game; 0 for none."""
        return self.paces.get(game, 0)

    @property
    def requires_declarations(self) -> bool:
        """Whether a player declares age, identity or limits before they stake or withdraw."""
        return bool(self.minimum_age or self.identity != "never" or self.limits)


_Amount = Annotated[float, Field(ge=0, le=10**12)]
_Count = Annotated[int, Field(gt=0, le=10**12)]
_Text = Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]


class _File(BaseModel):
    """A file of a profile, or a table of it: each key is read, and no other is there."""

    model_config = ConfigDict(strict=True, extra="forbid")


class _ShownFile(_File):
    fr: _Text
    en: _Text
    url: Annotated[str, Field(max_length=1000, pattern="^(https://.*)?$")] = ""
    phone: Annotated[str, Field(max_length=1000, pattern="^[+0-9 -]*$")] = ""


class _ProfileFile(_File):
    name_fr: _Text
    name_en: _Text
    licensed: bool
    currency: Annotated[str, Field(pattern="^([A-Z]{3}|PLAY)$")]
    games: Literal["all"] | dict[str, list[str]] = Field(default={})
    pace: dict[str, _Count] = Field(default={})
    limits: dict[LimitKind, Annotated[dict[LimitPeriod, _Count], Field(min_length=1)]] = Field(
        default={}
    )
    cooling_off_hours: _Amount
    reality_check_minutes: _Amount
    languages: Annotated[list[Language], Field(min_length=1)]
    chat: Chat
    autoplay: bool
    minimum_age: Annotated[int, Field(ge=0, le=150)]
    identity: Identity
    cash_by_one: _Count | None = None
    shown: list[_ShownFile] = Field(default=[])

    def profile(self, key: str) -> Profile:
        return Profile(
            key=key,
            name=Words(self.name_fr, self.name_en),
            licensed=self.licensed,
            currency=self.currency,
            games=None
            if self.games == "all"
            else {game: frozenset(books) for game, books in self.games.items()},
            paces=self.pace,
            limits=cast("Mapping[str, Mapping[str, int]]", self.limits),
            cooling_off_hours=self.cooling_off_hours,
            reality_check_minutes=self.reality_check_minutes,
            languages=tuple(self.languages),
            chat=self.chat,
            autoplay=self.autoplay,
            minimum_age=self.minimum_age,
            identity=self.identity,
            cash_by_one=self.cash_by_one,
            shown=tuple(
                LicenceNotice(Words(each.fr, each.en), each.url, each.phone) for each in self.shown
            ),
        )


def load(name: str) -> Profile:
    """Return the profile of a place, or of a file whose path ends in `.toml`.

    Raises `ImproperlyConfigured` with the file, and each key that is wrong and why.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not path.is_file() or (path.parent == FOLDER and path.stem not in bundled_places()):
        raise ImproperlyConfigured(
            f"JURISDICTION must be one of {', '.join(bundled_places())}, or the path of a file"
            " .toml."
        )
    try:
        read = _ProfileFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as invalid:
        wrong = [_sentence(each["loc"], each["msg"]) for each in invalid.errors()]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as unreadable:
        wrong = [str(unreadable)]
    else:
        found = read.profile(path.stem)
        wrong = [*_contradictions(found)]
        if not wrong:
            return found
    raise ImproperlyConfigured(f"{path}: {' '.join(wrong)}")


def _sentence(place: tuple[int | str, ...], wrong: str) -> str:
    return f"{'.'.join(str(each) for each in place)}: {wrong}."


def _contradictions(found: Profile) -> Iterator[str]:
    """Yield contradictions between fields of a profile."""
    if found.licensed and not found.minimum_age:
        yield "minimum_age must be at least 1 where the house is licensed."
    if not found.licensed and found.requires_declarations:
        yield "licensed must be true where age, identity or limits are asked."
    if found.licensed and found.currency == PLAY_MONEY:
        yield "currency must be three letters of ISO 4217 where the house is licensed."
    if not found.licensed and found.currency != PLAY_MONEY:
        yield f"currency must be {PLAY_MONEY} where the house is not licensed."


def bundled_places() -> list[str]:
    """Return the keys of the profiles that come with Sabot."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))
