"""Whoever is alone at a table waits for nobody: one stake, seated or standing, is settled."""

import json
from collections.abc import Sequence
from itertools import cycle
from typing import Any, Final
from uuid import UUID

import pytest

from tables.games import GAMES
from tables.games.core.cards import PACK
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Draw,
    Drawn,
    DrawResult,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    SettleSideBets,
    SideBets,
)
from tables.wire import codec

ANN: Final = Party("ann")
PATIENCE: Final = 60
"""Seconds of clocks that somebody waits at most who says nothing after his stake."""


def _on(kind: str, spot: str, amount: int) -> dict[str, Any]:
    """Return the stake of one spot, and no announcement where the game knows any."""
    return {"kind": f"{kind}.stake", "wagers": [{"id": "a", "on": spot, "amount": amount}]}


STANDING: Final[dict[str, list[dict[str, Any]]]] = {
    "american_roulette": [_on("american_roulette", "red", 50_00)],
    "banque_a_tout_va": [_on("banque_a_tout_va", "tableau_right", 50_00)],
    "big_wheel": [_on("big_wheel", "one", 50_00)],
    "boule": [_on("boule", "red", 50_00)],
    "craps": [_on("craps", "pass_line", 50_00)],
    "european_roulette": [_on("european_roulette", "red", 50_00)],
    "punto_banco": [_on("punto_banco", "punto", 50_00)],
    "trente_et_quarante": [_on("trente_et_quarante", "red", 50_00)],
}
"""What somebody stakes who has no seat, by the game."""
SEATED: Final = STANDING | {
    "bataille": [{"kind": "bataille.stake", "bets": [{"box": 1, "amount": 50_00}]}],
    "blackjack": [{"kind": "blackjack.stake", "bets": [{"box": 1, "main": 50_00}]}],
}


class Lone:
    """A table with one player, whose cards and dice come in a fixed order."""

    def __init__(self, key: str, *, seated: bool) -> None:
        self.game = GAMES[key]
        book = "MC" if "MC" in self.game.books else next(iter(self.game.books))
        self.rules = self.game.amend(book, {})
        self.seats = ((BoxNo(1), ANN),) if seated else ()
        self.cards = cycle(PACK)
        self.dice = cycle((2, 0, 1, 4, 3))
        self.waited = 0
        self._open(None)

    def _open(self, carried: Any) -> None:
        context = OpeningContext(self.seats, fresh_shoe=carried is None)
        opened = self.game.opening_event(self.rules, carried, context)
        self.state = self.game.evolve(None, opened)

    def give(self, given: Any) -> None:
        for event in self.game.decide(self.rules, self.state, given):
            self.state = self.game.evolve(self.state, event)

    def ask(self, command: dict[str, Any]) -> None:
        sent = codec.decode(json.dumps({"id": str(UUID(int=1)), "command": command}))
        assert isinstance(sent, codec.Sent)
        boxes = frozenset(box for box, _ in self.seats)
        self.give(PlayerCommand(ANN, boxes, sent.command))

    def play(self) -> None:
        """Let everybody be silent until nothing lies on the layout any more."""
        for _ in range(500):
            match self.game.awaiting(self.rules, self.state):
                case Players(seconds=seconds):
                    self.waited += seconds
                    self.give(ClockExpired())
                case Cards(count=count):
                    self.give(Drawn(tuple(next(self.cards) for _ in range(count))))
                case Draw(sides=sides):
                    self.give(DrawResult(tuple(next(self.dice) % each for each in sides)))
                case SideBets():
                    self.give(SettleSideBets())
                case _ if self.game.on_layout(self.state):
                    assert self.game.opens_by_itself(
                        self.rules, self.state, OpeningContext(self.seats)
                    )
                    self._open(self.state)
                case _:
                    return
        pytest.fail(f"still {self.game.awaiting(self.rules, self.state)}")


def settle(key: str, commands: Sequence[dict[str, Any]], *, seated: bool) -> Lone:
    """Stake, say that one is done, be silent, and return the table once all is settled."""
    table = Lone(key, seated=seated)
    for each in commands:
        table.ask(each)
    assert table.game.on_layout(table.state)
    try:
        table.ask({"kind": f"{key}.ready"})
    except Refused as refused:
        pytest.fail(f"{key} does not take the word of who is alone: {refused.code}")
    table.play()
    return table


@pytest.mark.parametrize("key", STANDING)
def test_who_stands_alone_waits_for_nobody(key: str) -> None:
    assert settle(key, STANDING[key], seated=False).waited <= PATIENCE


@pytest.mark.parametrize("key", SEATED)
def test_who_sits_alone_waits_for_nobody(key: str) -> None:
    assert settle(key, SEATED[key], seated=True).waited <= PATIENCE


def test_every_game_is_played_alone_but_where_its_text_wants_more_or_a_machine_does_it() -> None:
    assert GAMES.keys() - SEATED.keys() == {"automatic_games", "chemin_de_fer"}
    machine = Lone("automatic_games", seated=True)
    machine.ask({"kind": "automatic_games.load", "amount": 20_00, "medium": "card"})
    assert machine.game.on_layout(machine.state)
