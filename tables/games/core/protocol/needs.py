"""What a table needs before it opens: staff, checks, exchange of cash."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tables.games.core.money import Amount, Place
from tables.games.core.protocol.given import ColoursSold


class Duty(StrEnum):
    """A duty in which a person serves a table."""

    TABLE_CHIEF = "table_chief"
    INSPECTOR = "inspector"
    CHANGER = "changer"
    """The *changeur* of the jeux de cercle, who does nothing else there (MC-CHIPS-23)."""
    MACHINE_CHANGER = "machine_changer"
    """The roaming changer of the machines (MC-CHIPS-27, MC-AUTO-58)."""


class Exchange(StrEnum):
    """Who changes a player's cash into chips at a table."""

    CROUPIER = "croupier"
    """Out of the float (MC-CHIPS-18)."""
    CHANGER = "changer"
    """While one is signed in; nothing of it touches the float (MC-CHIPS-23)."""
    ROAMING = "roaming"
    """At machines: while one who is assigned to them is signed in there (MC-CHIPS-27)."""


class SessionCheck(StrEnum):
    """What is checked before a session, and by whom."""

    DEVICE = "device"
    """A wheel or bowl, by maintenance and an inspector (MC-EQ-60)."""
    DICE = "dice"
    """Five new dice, allotted by the deputy director; who checks them afterwards (MC-EQ-48)."""
    CARDS = "cards"
    """Cards of the stock, signed out by a card keeper, who counts them afterwards (MC-EQ-18)."""
    NEW_CARDS = "new_cards"
    """The same, which have served in no session before (MC-BTV-03)."""


CARDS_OF_STOCK: Final = frozenset({SessionCheck.CARDS, SessionCheck.NEW_CARDS})
"""Each session has cards of its own."""


@dataclass(frozen=True, slots=True)
class Sessions:
    """One session in the afternoon, one in the evening, and those that the management adds.

    A gaming day lasts from one afternoon to the next: what begins after midnight is of the evening
    before. Hours are those of the house's clock, 0 to 23.
    """

    per_day: int
    """How many begin in a gaming day, 1 or more."""
    afternoon_from: int
    evening_from: int

    @property
    def per_day_part(self) -> int:
        """Return how many may begin in an afternoon or an evening: one is left for the other."""
        return max(1, self.per_day - 1)


@dataclass(frozen=True, slots=True)
class Needs:
    """What the floor must have, beside shoe or draw, float and layout, to deal by some rules."""

    duties: frozenset[Duty] = frozenset()
    """Somebody serves as such while the table is open."""
    seats: bool = False
    """The engine receives `Seated` whenever somebody sits down or leaves."""
    players: int = 0
    """How many must hold a box before a round begins."""
    pots: Mapping[str, Amount] = field(default_factory=dict)
    """The progressive jackpots that are played for, each with the seed from which it starts and
    restarts."""
    takes_written_announcements: bool = False
    """Announced bets are taken in writing, once endorsed (`Game.expand_written_announcement`)."""
    extra_places: frozenset[Place] = frozenset()
    """The places, beside layout and float, where chips lie at such a table."""
    colours: ColoursSold | None = None
    """The chips without face value that the table sells (`PlayerCommand.chips`)."""
    tables_per_chief: int | None = None
    """How many open tables of the game one chief may answer for; `None` for any number."""
    required_balance: Amount = Amount(0)
    """What everybody who sits must be able to stake when their turn comes, in minor units."""
    session_check: SessionCheck | None = None
    """Without this check no session begins."""
    sessions: Sessions | None = None
    """When sessions of a table may begin; `None` for whenever the house likes."""
    exchange: Exchange = Exchange.CROUPIER
    """Who changes cash at the table."""
