"""What tests arrange behind the scenes of a running house, by its own management commands."""

from typing import Any
from uuid import uuid4

from playwright.sync_api import BrowserContext

from tables.games import GAMES
from tests.house import House

_OPEN = """
from casino.players.models import Player
from tables.operation import opening
from tables.operation import sessions
from tables.models import RuleSet
operator = Player.objects.get(username="operator")
demo = RuleSet.objects.get(key="FR-2024/demo")
from tests.published import publish
rules = publish("FR-2024/{name}", **demo.options | {options!r})
table = opening.create_table(name="Table {name}", rules_key=rules.key, operator=operator,
                           practice={practice!r})
from tests.opening_checks import pass_opening_check
pass_opening_check(table.pk)
sessions.open_session(table.pk, operator=operator, reason="test")
print(table.pk)
"""


_OPEN_GAME = """
from casino.players.models import Player
from tables.operation import opening
from tables.operation import sessions
from tests.published import publish
operator = Player.objects.get(username="operator")
rules = publish("{book}/{name}", "{book}", "{game}", operator=operator, **{options!r})
table = opening.create_table(name="Table {name}", rules_key=rules.key, operator=operator)
from tests.opening_checks import pass_opening_check
pass_opening_check(table.pk)
sessions.open_session(table.pk, operator=operator, reason="test")
print(table.pk)
"""


def run_in_house(house: House, code: str) -> str:
    """Run Python in the house's own environment; return what it printed."""
    return house.manage("shell", "-v0", "-c", code)


_STAKED = """
from uuid import uuid4
from casino.players.services import ensure_demo_player
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.rounds import commands
from tables.seating import services as seating
common = {{"player_id": ensure_demo_player("ann", "unused").pk, "table_id": {table_id}}}
seating.sit_down(**common, command_id=uuid4(), box=BoxNo(1))
stake = bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),))
commands.carry_out(**common, command_id=uuid4(), command=stake)
"""


def stake_in_house(house: House, table_id: int) -> None:
    """Have a player sit down at an open table of `open_table` and stake ten chips."""
    run_in_house(house, _STAKED.format(table_id=table_id))


_SIGN_IN = """
from django.conf import settings
from django.test import Client, override_settings
from casino.players.models import Player
from casino.players.services import ensure_demo_player
player = Player.objects.filter(username={name!r}).first()
if player is None:
    # Nobody signs in by this password: a hash that costs as much as a page guards nothing.
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        player = ensure_demo_player({name!r}, "unused")
    if called := {called!r}:
        player.display_name = called
        player.save()
client = Client()
client.force_login(player)
print(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


_SHOWN_ROUND = "".join(f"localStorage.setItem('sabot.tour.{game}', '1');" for game in GAMES)


def skip_tour(visitor: BrowserContext) -> None:
    """Have a browser remember that it was shown round, where it may remember."""
    visitor.add_init_script(f"try {{ {_SHOWN_ROUND} }} catch {{}}")


def sign_in(
    house: House, visitor: BrowserContext, name: str, called: str = "", *, toured: bool = True
) -> None:
    """Sign a browser in without a form, as a player who is enrolled when there is none.

    `called` is the name that a new player has at the tables. Unless he was `toured` before, a table
    of each game shows him round.
    """
    if toured:
        skip_tour(visitor)
    code = _SIGN_IN.format(name=name, called=called)
    cookie, session = run_in_house(house, code).split()[-2:]
    visitor.add_cookies(
        [
            {
                "name": cookie,
                "value": session,
                "url": house.base_url,
                "httpOnly": True,
                "sameSite": "Strict",
            }
        ]
    )


def open_table(house: House, *, practice: bool = False, **options: Any) -> int:
    """Open a table under the demo house's rules with these options, and wait for its shoe."""
    name = uuid4().hex[:8]
    return _opened(house, _OPEN.format(name=name, options=options, practice=practice))


def open_waiting_table(house: House, **options: Any) -> int:
    """Open such a table where the shoe waits for somebody to sit down; return at once."""
    code = _OPEN.format(name=uuid4().hex[:8], options=options, practice=False)
    return int(run_in_house(house, code).split()[-1])


def open_game(house: House, game: str, book: str, **options: Any) -> int:
    """Open a table of another game by a book of its own, and wait for its shoe."""
    name = uuid4().hex[:8]
    return _opened(house, _OPEN_GAME.format(name=name, game=game, book=book, options=options))


def open_waiting_game(house: House, game: str, book: str, **options: Any) -> int:
    """Open such a table where the shoe waits for somebody to sit down; return at once."""
    code = _OPEN_GAME.format(name=uuid4().hex[:8], game=game, book=book, options=options)
    return int(run_in_house(house, code).split()[-1])


def _opened(house: House, code: str) -> int:
    table_id = int(run_in_house(house, code).split()[-1])
    with house.connect() as database:
        for _ in range(6000):
            row = database.execute(
                "SELECT shoe_id IS NOT NULL FROM tables_table WHERE id = %s", [table_id]
            ).fetchone()
            if row == (True,):
                return table_id
            database.execute("SELECT pg_sleep(0.05)")
    raise AssertionError("no shoe was put on the table")


_OF_DRAWS = """
from casino.players.models import Player
from tables.operation import opening
from tables.operation import sessions
from tests.published import publish
operator = Player.objects.get(username="operator")
rules = publish("MC/{name}", "MC", "{game}", **{options!r})
table = opening.create_table(name="Table {name}", rules_key=rules.key, operator=operator)
from tests.opening_checks import pass_opening_check
pass_opening_check(table.pk)
sessions.open_session(table.pk, operator=operator, reason="test")
print(table.pk)
"""


def open_roulette(house: House, **options: Any) -> int:
    """Open a table of European roulette with these options, and wait for its promised draw."""
    return open_for_draws(house, "european_roulette", **options)


def open_for_draws(house: House, game: str, **options: Any) -> int:
    """Open a table of a game of draws by its book of Monaco, and wait for its promised draw."""
    code = _OF_DRAWS.format(name=uuid4().hex[:8], game=game, options=options)
    table_id = int(run_in_house(house, code).split()[-1])
    wait_for_promised_draw(house, table_id)
    return table_id


def wait_for_promised_draw(house: House, table_id: int) -> None:
    """Wait until a draw is promised at a table."""
    with house.connect() as database:
        for _ in range(6000):
            row = database.execute(
                "SELECT draw_id IS NOT NULL FROM tables_table WHERE id = %s", [table_id]
            ).fetchone()
            if row == (True,):
                return
            database.execute("SELECT pg_sleep(0.05)")
    raise AssertionError("no draw was promised")


def set_next_draw(house: House, table_id: int, *values: int) -> None:
    """Let these values be the next that fall at a table of draws, one for each die or ball."""
    wait_for_promised_draw(house, table_id)
    run_in_house(
        house, f"from tests import stacked_shoes as s; s.promise_draw({table_id}, *{values})"
    )


_VOID_SPIN = """
from importlib import import_module
from unittest.mock import patch
from uuid import uuid4
from casino.players.models import Player
from tables.incidents import services as incidents
from tables.rounds import commands
ready = import_module("tables.games.{game}").messages.Ready()
player = Player.objects.get(username={name!r})
# The draw is not asked for, so that nothing can have fallen before the spin is stopped.
with patch("tables.queue.make_draw"):
    commands.carry_out(
        player_id=player.pk, table_id={table_id}, command_id=uuid4(), command=ready
    )
operator = Player.objects.get(username="operator")
incidents.stop_draw({table_id}, operator=operator, reason="test")
"""


def stop_next_spin(house: House, table_id: int, game: str, name: str) -> None:
    """Have the last player who is awaited be ready, and the spin stopped before it can fall."""
    run_in_house(house, _VOID_SPIN.format(game=game, name=name, table_id=table_id))


_END_CLOCK = """
from django.db import transaction
from tables.models import Shuffling, Table
from tables.rows import table_rows as rows
from tables.projections import floor_acts as acts
with transaction.atomic(durable=True):
    table = rows.lock({table_id})
    {before}
    Table.objects.filter(pk=table.id).update(due_at=table.now, window_ms=1)
    acts.record_and_publish(rows.lock(table.id), "shuffle")
"""


def expire_shoe_clock(house: House, table_id: int, before: str = "pass") -> None:
    """Have the clock of a shoe that is being made end now, for the players and the croupier.

    What is to be done `before` in the same transaction is a statement about `table`.
    """
    run_in_house(house, _END_CLOCK.format(table_id=table_id, before=before))


def stack_cards(house: House, table_id: int, cards: str, **options: Any) -> None:
    """Let the table's shoe deal these cards next."""
    run_in_house(
        house,
        f"from tests import stacked_shoes as s; s.stack_shoe({table_id}, {cards!r}, **{options})",
    )
