"""A table of chemin de fer as a test writes it down: who speaks, what the clock does, the cards."""

from typing import Any, Self

from tables.games.chemin_de_fer import CHEMIN_DE_FER as GAME
from tables.games.chemin_de_fer import settle
from tables.games.chemin_de_fer.messages import (
    Banco,
    Command,
    Complement,
    DealCards,
    Event,
    KeepHand,
    StakeBank,
    WithTable,
)
from tables.games.chemin_de_fer.state import State
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import OpeningContext, Seated, Voided
from tests.games.baccara.playing import Playing, seats_of

BANKER_WINS = "Kh 9c 7d Ts"
"""9 for the banker against 7."""
PONTE_WINS = "9h Kc Td 7s"
TIE = "9h 9c Td Ks"


class Coups(Playing[State, Command, Event]):
    """One table; `ann` has seat 1 and so the first hand."""

    game = GAME

    def __init__(self, people: str = "ann bob cat dan", **options: Any) -> None:
        super().__init__(OpeningContext(seats_of(people)), **options)

    def cards(self, text: str, *, stop_at: int | None = None) -> Self:
        for no, card in enumerate(text.split()):
            self.draw(card, stop_card=stop_at is not None and no >= stop_at)
        return self

    def sit(self, people: str) -> Self:
        """Let these sit, by name in their old seats or `name@seat`."""
        old = {party: seat for seat, party in self.seats}
        seats = []
        for each in people.split():
            name, _, seat = each.partition("@")
            seats.append((BoxNo(int(seat)) if seat else old[Party(name)], Party(name)))
        self.seats = tuple(sorted(seats))
        return self.give(Seated(self.seats)) if not GAME.is_over(self.state) else self

    def reopen(
        self, *, fresh: bool = False, resumes: bool = False, left: int | None = None
    ) -> Self:
        assert not self.rests(fresh=fresh, left=left)
        return super().reopen(fresh=fresh, resumes=resumes, left=left)

    def rests(self, *, fresh: bool = False, left: int | None = None) -> bool:
        return not GAME.opens_by_itself(
            self.rules, self.state, OpeningContext(self.seats, fresh, left)
        )

    def void(self) -> Self:
        self.follow(settle.voiding_event(self.state, "wrong draw"))
        return self

    # what everybody does again and again

    def bank(self, amount: int, name: str = "ann") -> Self:
        return self.say(name, StakeBank(Amount(amount)))

    def banco(self, name: str) -> Self:
        return self.say(name, Banco(self.state.bank))

    def part(self, name: str, amount: int) -> Self:
        return self.say(name, WithTable(Amount(amount)))

    def complete(self, name: str, amount: int) -> Self:
        return self.say(name, Complement(Amount(amount)))

    def close(self) -> Self:
        """Let the windows run out."""
        while self.state.stage in ("banco", "complete"):
            self.clock()
        return self

    def deal(self, text: str) -> Self:
        self.close()
        return self.say(self.state.banker, DealCards()).cards(text)

    def again(self) -> Self:
        """Open the next coup; its banker keeps the hand."""
        self.reopen()
        return self.say(self.state.banker, KeepHand())

    # what is asked of it

    def last(self, kind: str) -> Any:
        """Return the last event of this kind."""
        return self.told(kind)[-1]

    def in_play(self) -> dict[str, int]:
        """Return the accepted stakes by name."""
        piles: dict[str, int] = {}
        for claim in self.state.claims:
            if claim.state == "accepted":
                piles[claim.party] = piles.get(claim.party, 0) + claim.amount
        return piles

    def refusals(self) -> list[str]:
        """Return the codes with which the last comparison turned claims down."""
        return [each.code for each in self.last("claims_compared").turned_down]


__all__ = ["BANKER_WINS", "PONTE_WINS", "TIE", "Coups", "Voided"]
