"""Whoever is excluded bets no more, at any game, from any open socket, seated or standing."""

import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import asdict
from typing import Any, Final

import pytest
from asgiref.sync import sync_to_async

from casino.ledger.models import Transfer
from casino.players import login_sessions
from casino.players.services import wallet_of
from casino.responsible_gaming.limits import exclude
from tables.games import GAMES
from tables.games.american_roulette import messages as american
from tables.games.automatic_games.messages import Load
from tables.games.banque_a_tout_va import messages as banque
from tables.games.bataille import messages as bataille
from tables.games.big_wheel import messages as big_wheel
from tables.games.blackjack import messages as blackjack
from tables.games.boule import messages as boule
from tables.games.chemin_de_fer import messages as chemin
from tables.games.core.money import Amount, BoxNo
from tables.games.craps import messages as craps
from tables.games.european_roulette import messages as european
from tables.games.punto_banco import messages as punto
from tables.games.trente_et_quarante import messages as trente
from tables.games.wheel.stakes import Wager
from tables.realtime import hub
from tests.floor import House, reused_house, text_of
from tests.tables.test_socket import WITHIN, Browser, browse, hub_of_this_test, sign_in

__all__ = ["browse", "hub_of_this_test"]

pytestmark = pytest.mark.asyncio

SITTING: Final = ("gus", "ann", "cat", "hal")
"""Who holds the boxes from 1 on; ann is excluded, cat stakes the same beside her."""
STANDING: Final = ("eve", "dan")
"""Who holds none; eve is excluded, dan stakes the same."""
TEN: Final = Amount(10_00)
STAKES: Final[dict[str, Callable[[int], Any]]] = {
    "american_roulette": lambda box: american.Stake((Wager("a", "red", TEN),)),
    "automatic_games": lambda box: Load(TEN),
    "banque_a_tout_va": lambda box: banque.Stake((banque.Wager("a", "tableau_right", TEN),)),
    "bataille": lambda box: bataille.Stake((bataille.BoxStake(BoxNo(box), TEN),)),
    "big_wheel": lambda box: big_wheel.Stake((Wager("a", "one", TEN),)),
    "blackjack": lambda box: blackjack.Stake(
        (blackjack.BoxStake(BoxNo(box or 1), TEN, standing=not box),)
    ),
    "boule": lambda box: boule.Stake((Wager("a", "red", TEN),)),
    "chemin_de_fer": lambda box: chemin.WithTable(TEN),
    "craps": lambda box: craps.Stake((craps.Wager("a", "pass_line", TEN),)),
    "european_roulette": lambda box: european.Stake((Wager("a", "red", TEN),)),
    "punto_banco": lambda box: punto.Stake((punto.Wager("a", "punto", TEN),)),
    "trente_et_quarante": lambda box: trente.Stake((Wager("a", "red", TEN),)),
}
"""A stake that is taken, by game, for the box that somebody holds; 0 for who stands."""
NOBODY_STANDS: Final = {"automatic_games", "bataille"}
"""Games at which only those stake who hold a box."""


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    """Each game of the house."""
    return str(request.param)


@pytest.fixture
def house(game: str, transactional_db: None) -> House:
    """A table of the game, with people around it."""
    book = "FR-2024" if game == "blackjack" else text_of(game)
    house = reused_house(game, book, game=game)
    for name in (*SITTING, *STANDING):
        house.player(name)
    if game == "automatic_games":
        house.sit("ann", 1)
    elif GAMES[game].box_count(house.table.rules.rules()):
        for box, name in enumerate(SITTING, start=1):
            house.sit(name, box)
    if game == "blackjack":
        house.welcome("gus", 1)
        assert house.stake("gus", 1, 10_00) == ""
    if game == "chemin_de_fer":
        assert house.do("gus", chemin.StakeBank(Amount(20_00))) == ""
    return house


def stake(house: House, name: str) -> Any:
    """Return the stake that somebody is to make."""
    held = house.table.boxes.filter(player=house.player(name)).first()
    return STAKES[house.table.rules.game](held.number if held else 0)


async def asked(browser: Browser, command: Any) -> str:
    """Give a command; return why it is refused, or that the socket closes first."""
    cause = await browser.say(asdict(command))
    while True:
        message = await browser.socket.receive_output(timeout=WITHIN)
        if message["type"] == "websocket.close":
            return f"closed {message['code']}"
        told = json.loads(message["text"])
        if told.get("cause") == cause:
            refused = told.get("refused")
            return refused["code"] if refused else "taken"


@pytest.mark.parametrize("heard", [True, False], ids=["sockets told", "sockets not told"])
async def test_an_excluded_player_bets_no_more_from_any_socket_at_any_game(
    game: str, house: House, browse: Any, heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the sockets are told that the visit is over, and where none has heard of it yet."""
    out = ("ann",) if game in NOBODY_STANDS else ("ann", "eve")
    if not heard:
        monkeypatch.setattr(login_sessions, "end_sessions", lambda player: None)
    async with AsyncExitStack() as stack:
        open_ = []
        for name in out:
            one, other = [await sync_to_async(sign_in)(house, name) for _ in range(2)]
            for key in (one, one, other):
                browser = await stack.enter_async_context(browse(name, key=key))
                await browser.hear("frame")
                open_.append((name, browser))
        before = await sync_to_async(taken_from)(house, out)
        for name in out:
            player = house.player(name)
            await sync_to_async(exclude)(player, "day", by=player)
        for name, browser in open_:
            command = await sync_to_async(stake)(house, name)
            answer = await asked(browser, command)
            assert answer in (
                "excluded",
                *(("not_signed_in", f"closed {hub.SIGNED_OUT}") if heard else ()),
            )
    assert await sync_to_async(taken_from)(house, out) == before
    for name in out:
        # What a socket had let through the door before meets the ledger's own guard.
        assert await sync_to_async(give)(house, name) == "excluded"
    for name in ("cat", "dan") if "eve" in out else ():
        assert await sync_to_async(give)(house, name) == "", "the same stake is taken of others"


async def test_a_machine_takes_the_stake_of_whoever_is_not_excluded(transactional_db: None) -> None:
    """A control of the one game at which nobody else can stake beside her."""

    def play() -> str:
        device = reused_house("automatic_games", "MC", game="automatic_games")
        device.sit("ann", 1)
        return give(device, "ann")

    assert await sync_to_async(play)() == ""


def give(house: House, name: str) -> str:
    return house.do(name, stake(house, name))


def taken_from(house: House, names: tuple[str, ...]) -> int:
    """Return how many transfers have taken chips from these players."""
    wallets = [wallet_of(house.player(name).pk).account_id for name in names]
    return Transfer.objects.filter(debit__in=wallets).count()
