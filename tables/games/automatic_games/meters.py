"""The meters of one position (art. 19.4): they only ever count up.

Money is in minor units, which the page and the catalogue's examples tell in credits.
"""

from dataclasses import dataclass, fields, replace

from tables.games.core.money import Amount, Place
from tables.games.core.protocol import MeterTotal

COUNTS = ("games", "won", "free")
"""The meters that count games, not credits."""


@dataclass(frozen=True, slots=True)
class Meters:
    """All meters of a position. Nothing sets one back."""

    played: int = 0
    """*in*: staked."""
    out: int = 0
    """Wins paid by the machine itself (A1)."""
    jackpot: int = 0
    """Wins paid by hand."""
    cash_box: int = 0
    """Coins that fell straight into the box (A4)."""
    note_in: int = 0
    note_box: int = 0
    """Of *note_in*, what fell into the note box: all, since it has an account (MC-AUTO-29)."""
    ticket_in: int = 0
    card_in: int = 0
    coin_in: int = 0
    ticket_out: int = 0
    card_out: int = 0
    coin_out: int = 0
    orphan: int = 0
    annulled_in: int = 0
    """Credits that came back because a game was annulled."""
    annulled_out: int = 0
    """Credits that an annulled game had brought, and were taken back."""
    annulled_played: int = 0
    """Of *in*, stakes of games that were annulled before they ended."""
    games: int = 0
    won: int = 0
    free: int = 0
    """Those of the games that cost nothing."""

    @property
    def credit(self) -> Amount:
        """The credit balance that follows: what the balance identity wants the credits to be."""
        came = self.note_in + self.ticket_in + self.card_in + self.coin_in
        left = self.ticket_out + self.card_out + self.coin_out + self.orphan
        corrected = self.annulled_in - self.annulled_out
        return Amount(came - self.played + self.out - left + corrected)

    @property
    def hold(self) -> int:
        """What the machine has kept: in - out - jackpot."""
        return self.played - self.out - self.jackpot

    def meter_totals(self, staked: int) -> tuple[MeterTotal, ...]:
        """Return what must stand in the ledger too, while so much is staked on a game."""
        wallet, layout, float_ = Place.WALLET, Place.LAYOUT, Place.FLOAT
        tickets, box, payments = Place.TICKETS, Place.NOTE_BOX, Place.PAYMENTS
        # A note falls into its box, and the house gives credits for it.
        came = ((wallet, layout, "load"), (float_, layout, "load"))
        went = ((layout, wallet, "cash_out"), (layout, wallet, "return"))
        by_hand = ((float_, wallet, "pay"), (float_, payments, "pay"))
        loaded = self.note_in + self.card_in + self.coin_in
        left = self.card_out + self.coin_out
        ended = self.played - self.annulled_played - staked
        return (
            MeterTotal("note, card, coin in", came, loaded),
            MeterTotal("note box", ((wallet, box, "load"),), self.note_box),
            MeterTotal("ticket in", ((tickets, layout, "load"),), self.ticket_in),
            MeterTotal("in", ((layout, float_, "collect"),), ended),
            MeterTotal("out", ((float_, layout, "pay"),), self.out),
            MeterTotal("jackpot", by_hand, self.jackpot),
            MeterTotal("card, coin out", went, left),
            MeterTotal("ticket out", ((layout, tickets, "cash_out"),), self.ticket_out),
        )

    def more(self, **counted: int) -> "Meters":
        """Return the meters after they have counted these."""
        assert all(amount >= 0 for amount in counted.values()), "a meter counts up"
        return replace(
            self, **{name: getattr(self, name) + amount for name, amount in counted.items()}
        )

    def in_credits(self, denomination: int) -> dict[str, int]:
        """Return every meter as it stands on the device, by the name that the text gives it."""
        told = {
            each.name: getattr(self, each.name) // (1 if each.name in COUNTS else denomination)
            for each in fields(self)
        }
        return {"in": told.pop("played"), **told}
