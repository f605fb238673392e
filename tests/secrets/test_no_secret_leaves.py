"""Nothing that a whole house says, at debug level and in debug mode, tells what is not yet dealt.

One house of real processes with servers of its own: three games are played by real sockets, credits
leave a machine by tickets, one round is annulled, a command, a task and a page crash among secrets.
Then everything it said is searched for what only the database and SHOE_KEY together tell, and for
the tickets' codes; in the campaign a leak is then planted in each channel, and found there.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import psycopg
import pytest

from tables.funds.tickets import hash_of
from tables.games.automatic_games import messages as machine
from tables.games.blackjack import messages as bj
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.money import Amount
from tables.games.european_roulette import messages as roulette
from tables.games.wheel.stakes import Wager
from tests import campaign
from tests.bench.table import SevenBoxes
from tests.collector import as_text, collector
from tests.house import FORKS, House, open_folder, own_port
from tests.house_console import run_in_house
from tests.houses import copy_prepared_folder
from tests.load.door import Door
from tests.rng import ceremony
from tests.secrets.listening import Ears, Monitor, Tapped, get, sign_in
from tests.secrets.saboteur import ASKED, CRASHES, PLANTS, TRIGGER
from tests.secrets.secret import Secrets, secrets_of

PLAYERS = ("demo1", "demo2", "demo3", "demo4")

STATEMENTS = ("process logs", "postgresql log", "dump")
"""Where a row of the database shows as it is."""

_OPEN = """
from casino.players.models import Player
from tables.operation import opening
from tables.operation import sessions
from tests.opening_checks import pass_opening_check
from tests.published import publish
operator = Player.objects.get(username="operator")
for game, book, options in {games!r}:
    rules = publish(f"{{book}}/{{game}}", book, game, operator=operator, **options)
    table = opening.create_table(name=game, rules_key=rules.key, operator=operator)
    pass_opening_check(table.pk)
    sessions.open_session(table.pk, operator=operator, reason="test")
    print(table.pk)
"""
GAMES = (
    ("blackjack", "FR-2024", {"betting_seconds": 300, "decision_seconds": 120}),
    (
        "chemin_de_fer",
        "MC",
        {"table_min_cents": 5_00, "betting_window_seconds": 60, "decision_seconds": 60},
    ),
    ("european_roulette", "MC", {"betting_window_seconds": 10}),
    ("automatic_games", "MC", {"table_min_cents": 1_00}),
)
_CONTRIBUTE = """
from tests.rng import ceremony
from casino.rng import contributions, shoes
shoe = shoes.promise_shoe("table:1000000", 1, ceremony.terms())
for seat in (1, 2):
    ceremony.seal(shoe.id, seat)
contributions.close(shoe.id)
ceremony.open_(shoe.id, 1)
"""
"""Two seats contribute to a shoe; one has opened its secret, and the list is not finished."""
_VOID = """
from casino.players.models import Player
from tables.incidents import services as incidents
operator = Player.objects.get(username="operator")
incidents.void_round({table}, operator=operator, reason="a glass fell on the layout")
"""


@pytest.fixture
def house() -> Iterator[House]:
    """A house with its own PostgreSQL, which logs every statement and its parameters.

    What it says while everything is prepared is heard in the campaign.
    """
    with open_folder() as folder:
        var = folder / "var"
        (var / ASKED).mkdir(parents=True)
        if not campaign.SOAK:
            copy_prepared_folder(var)
        loud = {"DJANGO_SETTINGS_MODULE": "tests.secrets.loud", **collector().environment}
        house = House(var, own_port(), None, env=loud, forked=FORKS)
        try:
            house.open()
            with house.connect() as database:
                database.execute("ALTER SYSTEM SET log_statement = 'all'")
                database.execute("ALTER SYSTEM SET log_min_error_statement = 'debug5'")
                database.execute("SELECT pg_reload_conf()")
            yield house
        finally:
            if house.process is not None:
                house.stop()


def ask(house: House, what: str) -> None:
    """Ask the saboteur for something."""
    (house.var / ASKED / what).touch()


def done(house: House, what: str, seconds: float = 300) -> None:
    """Wait until the saboteur did it."""
    deadline = time.monotonic() + seconds
    while (house.var / ASKED / what).exists():
        assert time.monotonic() < deadline, f"nobody came to {what}"
        time.sleep(0.05)


@asynccontextmanager
async def seated(
    house: House, ears: Ears, cookies: dict[str, str], table: int
) -> AsyncIterator[list[SevenBoxes]]:
    """Give the players at a table, each in the box of their number."""
    async with AsyncExitStack() as stack:
        people = []
        for name in PLAYERS:
            tap = Tapped(Door(house.base_url), table, cookies[name], ears.frames[name])
            people.append(SevenBoxes(await stack.enter_async_context(tap)))
            await people[-1].client.ready()
            await people[-1].until(lambda frame: frame.floor.accepting is not None)
        yield people


async def blackjack(people: list[SevenBoxes]) -> None:
    """Play one round with two boxes to its end."""
    two = people[:2]
    await asyncio.gather(*(person.stake() for person in two))
    # Not before all have staked: cards are dealt once those are ready who have.
    await asyncio.gather(*(person.do(bj.Ready()) for person in two))
    await asyncio.gather(*(person.finish() for person in two))


async def in_play(people: list[SevenBoxes]) -> None:
    """Go on until a round is in play: where all have a black-jack it is over at once."""
    first = people[0]
    while (await first.until(lambda frame: frame.view.phase != "betting")).view.phase == "closed":
        for person in people:
            await person.stake()
        for person in people:
            await person.do(bj.Ready())


async def chemin_de_fer(people: list[SevenBoxes]) -> None:
    """Play one coup: the first is banker, the second holds the banco."""
    banker, ponte = people[:2]
    await banker.until(lambda frame: frame.view.phase == "bank")
    await banker.do(cdf.StakeBank(Amount(5_00)))
    await ponte.do(cdf.Banco(Amount(5_00)))
    for person in people[1:]:
        if person.frame.view.phase == "banco":
            await person.client.ask(cdf.NoMore())
    await banker.until(lambda frame: frame.view.phase != "banco")
    await banker.client.ask(cdf.DealCards())
    while banker.frame.view.phase in ("dealing", "deal", "cards", "ponte", "banker"):
        side = banker.frame.view.phase
        if side in ("ponte", "banker"):
            person = ponte if side == "ponte" else banker
            await person.client.ask(cdf.NoCard(side))
            await person.client.ask(cdf.TakeCard(side))
        await banker.client.changed(0.2)


async def spin(people: list[SevenBoxes]) -> None:
    """Stake on a colour and wait for the ball."""
    wheel = people[0]
    await wheel.until(lambda frame: bool(frame.floor.accepting))
    # At once: the first stake opens the window for both.
    stake = roulette.Stake((Wager("w", "red", Amount(5_00)),))
    await asyncio.gather(*(person.do(stake) for person in people[:2]))
    await wheel.until(lambda frame: frame.view.phase != "closed")
    await wheel.until(lambda frame: frame.view.phase == "closed")


async def tickets(owner: SevenBoxes, own: Callable[[], list[str]]) -> list[str]:
    """Cash credits out by two tickets, of which the machine takes one again; return their codes."""

    async def give(command: Any) -> None:
        """Give a command, once the draw of the round that it opens is promised."""
        async with asyncio.timeout(300):
            while refused := getattr(await owner.client.ask(command), "refused", None):
                assert refused.code == "draw_not_ready", refused
                await owner.client.changed(0.2)

    await owner.take(1)
    await give(machine.Load(Amount(10_00)))
    await give(machine.CashOut(Amount(4_00), "ticket"))
    (taken,) = await asyncio.to_thread(own)
    await give(machine.InsertTicket(taken))
    await give(machine.CashOut(Amount(7_00), "ticket"))
    (left,) = await asyncio.to_thread(own)
    return [taken, left]


async def play(house: House, ears: Ears, cookies: dict[str, str], tables: list[int]) -> list[str]:
    """Play all three games, annul a round, and let a command crash with cards in its hands.

    Return the codes of the tickets that were issued. Their owner is nobody whom `Ears` let ask.
    """

    def own() -> list[str]:
        status, answer = get(house, "/api/tickets/", cookies[PLAYERS[1]])
        assert status == 200
        return [each["code"] for each in json.loads(answer)]

    async with AsyncExitStack() as stack:
        cards, chemin, wheel, position = [
            await stack.enter_async_context(seated(house, ears, cookies, table)) for table in tables
        ]
        spinning = asyncio.create_task(spin(wheel))
        codes = await tickets(position[1], own)
        for number, person in enumerate(cards[:2], start=1):
            await person.until(lambda frame: frame.floor.shoe is not None)
            await person.take(number)
        for number, person in enumerate(chemin, start=1):
            await person.take(number)
        await blackjack(cards)
        await chemin_de_fer(chemin)
        await cards[0].until(lambda frame: bool(frame.floor.accepting))
        ask(house, "open")
        for person in cards[:2]:
            await person.stake()
        answers = [await person.client.ask(bj.Ready()) for person in cards[:2]]
        refused = [getattr(answer, "refused", None) for answer in answers]
        assert [each.code for each in refused if each] == ["internal"], "no command crashed"
        await asyncio.to_thread(done, house, "open")
        await cards[1].do(bj.Ready())
        await in_play(cards[:2])
        await asyncio.to_thread(run_in_house, house, _VOID.format(table=tables[0]))
        await cards[0].until(lambda frame: frame.view.phase == "closed")
        await spinning
    return codes


def samples(database: "psycopg.Connection[Any]", tables: list[int]) -> dict[str, list[str]]:
    """Return something of each kind that the API can be asked for."""

    def column(query: str) -> list[str]:
        return [str(row[0]) for row in database.execute(query).fetchall()]

    return {
        "table_id": [str(each) for each in tables],
        "table": [str(each) for each in tables],
        "round_id": column("SELECT id FROM tables_round LIMIT 4"),
        "shoe_id": column("SELECT id FROM rng_shoe ORDER BY created_at DESC LIMIT 3"),
        "draw_id": column("SELECT id FROM rng_draw ORDER BY created_at LIMIT 3"),
        "key": column("SELECT key FROM tables_ruleset LIMIT 2"),
        "size": ["3"],
        "first": ["1"],
        "second": ["3"],
        "index": ["0", "2"],
        "sha256": column("SELECT digest FROM rng_conformityreport"),
    }


@pytest.mark.campaign
def test_a_house_tells_nobody_what_is_not_yet_dealt(house: House) -> None:
    monitor = Monitor(house.running_urls()["REDIS_URL"])
    monitor.start()
    ears = Ears(house, monitor, {name: [] for name in PLAYERS})
    cookies = {name: sign_in(house, name) for name in (*PLAYERS, "operator")}
    asking = {name: cookies[name] for name in ("operator", "demo1")}
    ask(house, "seal")
    # The lines between them are the log of a house that writes down everything.
    printed = run_in_house(house, _OPEN.format(games=GAMES)).splitlines()
    tables = [int(line) for line in printed if line.isdigit()]
    with house.connect() as database:
        done(house, "seal")
        wait_for_equipment(database)
        said = ears.by_itself()
        assert leaks(said, secrets(house, database)) == {}
        run_in_house(house, _CONTRIBUTE)
        codes = asyncio.run(play(house, ears, cookies, tables))
        ask(house, "page")
        ears.error_pages.append(crashed(house, samples(database, tables), asking))
        known = secrets(house, database)
        said = ears.by_itself() | ears.asked(
            asking, samples(database, tables), of_a_kind=campaign.length(1, 50)
        )
        # A draw that fell may be revealed while the pages are read.
        known = known.still(secrets(house, database))
        for code in codes:
            known.hide_code("a ticket's code", code)
            assert hash_of(code).encode() in said["dump"]
        assert leaks(said, known) == {}
        # The database holds it until all are opened, and this house writes down every statement.
        told = {name: text for name, text in said.items() if name not in STATEMENTS}
        assert leaks(told, of_a_player()) == {}
        for crash in CRASHES:
            assert not (house.var / ASKED / crash).exists()

        if not campaign.SOAK:
            return
        planted(house, ears, cookies, tables, known)
        asking.pop("demo1")
        # There the leak in the office was planted.
        said = ears.by_itself() | ears.asked(asking, samples(database, tables), 1)
    found = leaks(said, known)
    for channel, what in {
        "process logs": "undealt cards",
        "postgresql log": "a shoe's seed",
        "redis commands": "undealt cards",
        "redis keys": "undealt cards",
        "traces": "undealt cards",
        **{f"frames of {name}": "undealt cards" for name in PLAYERS},
        "office": "undealt cards",
        "api": "a shoe's seed",
        "error pages": "a shoe's seed",
        "dump": "undealt cards",
    }.items():
        assert what in found.get(channel, set()), f"the leak planted in {channel} is not found"
    assert found.keys() == said.keys(), "a channel without its negative control"


def wait_for_equipment(database: "psycopg.Connection[Any]") -> None:
    """Wait until every table has its shoe or draw, also the one whose first sealing crashed."""
    deadline = time.monotonic() + 300
    while database.execute(
        "SELECT 1 FROM tables_table WHERE shoe_id IS NULL AND draw_id IS NULL"
    ).fetchone():
        assert time.monotonic() < deadline, "a table waits for its shoe"
        time.sleep(0.1)


def secrets(house: House, database: "psycopg.Connection[Any]") -> Secrets:
    """Return what is secret now."""
    return secrets_of(database, house.var / "keys")


def of_a_player() -> Secrets:
    """Return what one seat opened before the others did: its secret."""
    found = Secrets()
    found.hide("a player's secret", ceremony.secret(1))
    return found


def leaks(said: dict[str, bytes], known: Secrets) -> dict[str, set[str]]:
    """Return what leaked, by channel."""
    return {name: found for name, text in said.items() if (found := known.found_in(text))}


def crashed(house: House, asked: dict[str, list[str]], cookies: dict[str, str]) -> bytes:
    """Return Django's own page of an error among secrets."""
    status, page = get(house, f"/api/shoes/{asked['shoe_id'][0]}/", cookies["operator"])
    assert status == 500
    assert b"Planted" in page
    return page


def planted(
    house: House, ears: Ears, cookies: dict[str, str], tables: list[int], known: Secrets
) -> None:
    """Plant a leak in every channel."""

    def found() -> bool:
        """Tell whether the leaks have come that take their time."""
        texts = ["\n".join(heard[before[name] :]).encode() for name, heard in ears.frames.items()]
        traces = b"\n".join(map(as_text, collector().bodies[first:]))
        return all(known.found_in(each) for each in (*texts, traces))

    first = len(collector().bodies)
    before: dict[str, int] = {}

    async def listening() -> None:
        async with AsyncExitStack() as stack:
            for table in tables:
                await stack.enter_async_context(seated(house, ears, cookies, table))
            before.update((name, len(heard)) for name, heard in ears.frames.items())
            for plant in PLANTS:
                ask(house, plant)
                _, page = await asyncio.to_thread(get, house, TRIGGER)
                ears.error_pages.append(page)
                assert not (house.var / ASKED / plant).exists()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(300):
                    while not found():  # noqa: ASYNC110
                        await asyncio.sleep(0.5)

    asyncio.run(listening())
    ask(house, "office")
    ask(house, "api")
