"""What the books of the house read off events: transfers, bet results, incidents, claims."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.money import Amount, BoxNo, Party


@dataclass(frozen=True, slots=True)
class PlayerTransfer:
    """What one player has lost to another at a game where players bank."""

    giver: Party
    taker: Party
    amount: Amount


@dataclass(frozen=True, slots=True)
class BetResult:
    """What an event adds to the sums of a bet, in minor units; below zero where it undoes some."""

    bet: str
    """Its name in prices."""
    base: int
    """What its price is a part of (`price.Unit`)."""
    won: int
    """What it brought the house's float and levy."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident of play that is the games management's to decide (art. 24)."""

    clause: str
    """The clause by which the state's control is notified."""
    outcome: Literal["", "stands", "voided", "broken_off"] = ""
    """What was decided; empty while it is only submitted."""
    subject: str = ""
    """What was submitted, a key of `Wording.words`."""


@dataclass(frozen=True, slots=True)
class PotClaim:
    """A share of a pot that a round has won and that is not paid yet."""

    party: Party
    box: BoxNo
    pot: str
    supervised: bool
    """Whether a supervisor must approve it first; otherwise it is paid when the round ends."""
