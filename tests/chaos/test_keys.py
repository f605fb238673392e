"""Every key of the house is changed under play, as docs/rotating-keys.md says, and nobody notices.

In the environment of systemd's units; test_rolling.py does so for files below `var/keys`.
"""

import asyncio
import json
import shutil
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any, Final
from uuid import uuid4

import pytest

from casino.rng import contributions, keys
from casino.rng.core.canonical import canonical_json
from tables.games.automatic_games.messages import CashOut, InsertTicket, Load
from tables.games.core.money import Amount, BoxNo
from tables.wire import outgoing
from tables.wire.floor_commands import Leave, Sit
from tests import campaign
from tests.chaos.crowd import EAGER, Recorded
from tests.chaos.rolling import PLAYS, Moved, play_through, until
from tests.chaos.units import HouseOfUnits, house_of_units, read_environment, write_environment
from tests.house import ROOT, fresh_database, open_folder, seeded_database
from tests.house_console import open_for_draws, open_waiting_table
from tests.load.door import Credentials, Door
from tests.load.play import player_of
from tests.load.run import place_at
from tests.operating_page import KEYS, blocks
from tests.players.provider import ACME, KEY, Provider, call_over_the_line, provider

SEALING: Final = ("SHOE_KEY", "SECRET_KEY", "PAYMENT_SECRETS")
"""Those that three restarts change."""
SIGNING: Final = ("LOG_KEY", "RECEIPTS_KEY")
RESTART: Final = blocks("Behind a proxy, and restarts", "sh")[1]
VARIABLES, RESEAL = (
    blocks("Three restarts", "sh", KEYS)[0],
    blocks("Three restarts", "sh", KEYS)[-1],
)
ROTATE, REPORT = blocks("Keys that sign", "sh", KEYS)
DEALT: Final = """
    SELECT shoe.id, shoe.position FROM rng_shoe shoe
      JOIN tables_table gaming ON gaming.shoe_id = shoe.id
     WHERE gaming.id = %s AND shoe.state = 'live'
       AND EXISTS (SELECT FROM tables_round WHERE table_id = gaming.id AND status = 'closed')"""
"""The shoe that a table is dealt from, and how far."""
SPEAKING: Final = """
    SELECT report.key FROM rng_draw draw
      JOIN rng_conformityreport report ON report.digest = draw.header ->> 'report'
     ORDER BY draw.created_at DESC LIMIT 1"""
"""The key of the report under which the last draw was promised."""
PAID: Final = """
from uuid import uuid4
from casino.cashier import services as cash
from casino.cashier.services import DEPOSIT
from casino.players.models import Player
from casino.players.services import ensure_demo_player
operator = Player.objects.get(username="operator")
payer = ensure_demo_player("payer", "cinq-dames-de-coeur")
asked = cash.request_cash(payer, DEPOSIT, 1_00, order=uuid4(), means="acme")
print(cash.approve_request(asked.pk, cashier=operator, reason="seen", receipt="").payment)
"""


class Keeping(Recorded):
    """A client that keeps the house's receipts for the secrets that it gave."""

    receipts: list[outgoing.SealedShown] = []  # noqa: RUF012
    """Of all clients."""

    def _take(self, message: Any) -> None:
        if isinstance(message, outgoing.SealedShown):
            self.receipts.append(message)
        super()._take(message)


class Sealing(Keeping, Moved):
    """One of the crowd that does so."""


def is_genuine(receipt: outgoing.SealedShown) -> bool:
    """Tell whether a receipt is signed by the key that it names."""
    said = {"at": receipt.at, "hash": receipt.hash, "seat": receipt.seat}
    message = contributions.SIGNED + canonical_json({**said, "subject": receipt.subject})
    return keys.is_signed(receipt.key, bytes.fromhex(receipt.signature), message)


def test_the_page_has_the_commands_that_the_campaign_runs() -> None:
    # HAProxy would have nobody to lead to, if the next one were told to end at once.
    steps = [RESTART.index(each) for each in ("systemctl restart", "/readyz", "sleep 5")]
    assert steps == sorted(steps)
    assert ". /etc/sabot/environment" in VARIABLES
    assert "deploy/run reseal --check" in RESEAL
    assert ROTATE.count("rotate_log_key") == 2
    assert "rng_report --out" in REPORT


class Administrator:
    """Who changes the keys of a house, and looks whether what was there before is still good."""

    def __init__(self, house: HouseOfUnits, address: str, means: Provider) -> None:
        self.house = house
        self.ended: dict[str, float] = {}
        """The longest that each process took to end."""
        self.address = address
        self._door = Door(address)
        self._means = means

    def written(self, name: str) -> str:
        """Return what the environment says."""
        return read_environment(self.house.units.environment).get(name, "")

    def change(self, **changed: str) -> None:
        """Change the environment, and restart one unit after the other."""
        write_environment(self.house.units.environment, **changed)
        time.sleep(PLAYS)
        self.house.units.run(RESTART, self.house.source)
        for name, took in self.house.units.ended_in.items():
            self.ended[name] = max(took, self.ended.get(name, 0.0))

    def run(self, block: str, **variables: str) -> str:
        """Run a block of the page; return what it says."""
        told = "".join(f"export {name}={value}\n" for name, value in variables.items())
        return self.house.units.run(f"{VARIABLES}{told}{block}", self.house.source)

    def read(self, path: str, cookie: str = "") -> Any:
        """Return what the house answers to a request for JSON."""
        asked = urllib.request.Request(f"{self.address}{path}", headers={"Cookie": cookie})  # noqa: S310
        with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310
            return json.load(answer)

    def public_keys(self, use: str) -> list[str]:
        """Return the public keys of a use, the first one first."""
        return [each["public"] for each in self.read("/api/log/keys/") if each["use"] == use]

    def rows(self, statement: Any, *given: Any) -> list[tuple[Any, ...]]:
        """Return what the database says."""
        with self.house.connect() as database:
            return database.execute(statement, given).fetchall()

    def sign_up(self) -> str:
        """Return the cookie of a new player."""
        who = Credentials(f"p{uuid4().hex[:10]}", token_urlsafe(18))
        cookie = asyncio.run(self._door.sign_up(who))
        assert cookie
        return cookie

    def knows(self, cookie: str) -> bool:
        """Tell whether a session is still good; this uses it."""
        return asyncio.run(self._door.knows(cookie))

    def is_paid(self, secret: str) -> bool:
        """Have a deposit approved, and the provider sign by this secret that it was paid."""
        (named,) = self.house.manage("shell", "-v0", "-c", PAID).split()[-1:]
        until(lambda: named in self._means.asked)
        told, _ = call_over_the_line(self.address, named, "paid", key=secret.encode())
        assert told in (200, 403)
        return told == 200

    def at_machine(self, table: int, cookie: str, *commands: Any) -> None:
        """Sit down at a machine, have commands carried out, and leave."""
        asyncio.run(self._at_machine(table, cookie, commands))

    async def _at_machine(self, table: int, cookie: str, commands: Any) -> None:
        async with Keeping(self._door, table, cookie) as client:
            client.answers = {}
            await client.ready()
            for command in (Sit(BoxNo(1)), *commands, Leave(BoxNo(1))):
                while (refused := await self._refusal(client, command)) == "draw_not_ready":
                    await client.changed(1.0)
                assert refused == "", command

    async def _refusal(self, client: Keeping, command: Any) -> str:
        answer = await client.ask(command)
        assert answer is not None, command
        refused = getattr(answer, "refused", None)
        return refused.code if refused else ""

    def play_at(self, table: int, cookie: str, done: Callable[[], bool]) -> None:
        """Play at a table until something is done."""
        asyncio.run(self._play_at(table, cookie, done))

    async def _play_at(self, table: int, cookie: str, done: Callable[[], bool]) -> None:
        (listed,) = (each for each in await self._door.tables() if each["id"] == table)
        place = place_at(listed, 0)
        async with Keeping(self._door, table, cookie) as client:
            client.answers = {}
            player = player_of(place.game)(client, Random(campaign.seed(7)), EAGER, place)
            playing = asyncio.create_task(player.play())
            while not await asyncio.to_thread(done):
                assert not playing.done(), playing.exception()
                await client.changed(1.0)
            playing.cancel()


def new_secret() -> str:
    """Return a secret, as the page has it made."""
    return token_urlsafe(48)


def change_every_key(admin: Administrator, folder: Path) -> dict[str, float]:
    """Change all keys, and look meanwhile; return the seconds that each process took to end."""
    house, means = admin.house, "acme={}".format
    idle, used = admin.sign_up(), admin.sign_up()
    machine = open_for_draws(house, "automatic_games", stake_increment_cents=100)
    admin.at_machine(machine, used, Load(Amount(10_00)), CashOut(medium="ticket"))
    (ticket,) = admin.read("/api/tickets/", used)
    assert ticket["code"]
    assert admin.is_paid(KEY.decode())
    # Where all play a shoe lasts for minutes.
    quiet, guest = open_waiting_table(house), admin.sign_up()
    admin.play_at(quiet, guest, lambda: bool(admin.rows(DEALT, quiet)))
    ((shoe, _),) = admin.rows(DEALT, quiet)
    receipts = [*Keeping.receipts]
    assert receipts
    (pinned,) = (each for each in admin.read("/api/log/keys/") if each["use"] == "log")
    former = {name: admin.written(name) for name in SEALING}
    coming = {name: new_secret() for name in ("SHOE_KEY", "SECRET_KEY")}
    secret = new_secret()
    coming["PAYMENT_SECRETS"] = means(secret)

    # Three restarts.
    admin.change(**{f"{name}_FALLBACKS": coming[name] for name in SEALING})
    assert admin.is_paid(KEY.decode())
    admin.change(**coming, **{f"{name}_FALLBACKS": former[name] for name in SEALING})
    said = admin.run(RESEAL)
    assert "sealed by a former key" in said
    assert "take SHOE_KEY_FALLBACKS away" in said
    assert admin.is_paid(KEY.decode())
    assert admin.is_paid(secret)
    assert admin.knows(used)
    assert admin.knows(guest)
    assert admin.read("/api/tickets/", used) == [ticket]
    signing = {name: f"{admin.written(name)},{new_secret()}" for name in SIGNING}
    admin.change(**dict.fromkeys((f"{name}_FALLBACKS" for name in SEALING), ""), **signing)
    assert (admin.knows(used), admin.knows(idle)) == (True, False)
    assert (admin.is_paid(KEY.decode()), admin.is_paid(secret)) == (False, True)
    (hidden,) = admin.read("/api/tickets/", used)
    assert (hidden["number"], hidden["code"]) == (ticket["number"], "")
    ((same, position),) = admin.rows(DEALT, quiet)
    admin.play_at(quiet, guest, lambda: admin.rows(DEALT, quiet)[0][1] > position)
    assert {same, admin.rows(DEALT, quiet)[0][0]} == {shoe}, "another shoe is dealt from"

    # Keys that sign.
    admin.run(ROTATE)
    trusted, reports = admin.written("CONFORMITY_TRUST"), Path(admin.written("CONFORMITY"))
    made = folder / "new-report"
    both = f"{(folder / 'CONFORMITY_KEY').read_text()},{new_secret()}"
    admin.run(REPORT.replace("new-report", str(made)), CONFORMITY_KEY=both)
    (report,) = made.glob("*.json")
    public = json.loads(report.read_text())["key"]
    assert public != trusted
    admin.change(
        CONFORMITY_TRUST=f"{trusted},{public}",
        **{name: each.partition(",")[2] for name, each in signing.items()},
    )
    admin.run("deploy/run rotate_log_key --use conformity", CONFORMITY_KEY=both)
    for each in made.iterdir():
        shutil.copy(each, reports)
    admin.change(CONFORMITY_TRUST=public)

    look_back(admin, machine, used, ticket, pinned, receipts)
    until(lambda: (public,) in admin.rows(SPEAKING))
    assert not admin.rows("SELECT FROM rng_shoe WHERE state = 'void'"), "a shoe was given up"
    assert admin.rows("SELECT name FROM tables_table WHERE status = 'paused'") == []
    return admin.ended


def look_back(
    admin: Administrator,
    machine: int,
    cookie: str,
    ticket: dict[str, Any],
    pinned: dict[str, Any],
    receipts: list[outgoing.SealedShown],
) -> None:
    """Look whether what former keys made is good where no process knows them any more."""
    admin.at_machine(machine, cookie, InsertTicket(ticket["code"]), CashOut())
    assert admin.read("/api/tickets/", cookie) == []
    log = admin.read("/api/log/keys/")
    for use in ("log", "receipts", "conformity"):
        assert len(admin.public_keys(use)) == 2, log
    first, present = admin.public_keys("receipts")
    assert {each.key for each in receipts} == {first}
    assert all(map(is_genuine, receipts))
    another, guest = open_waiting_table(admin.house), admin.sign_up()
    admin.play_at(another, guest, lambda: present in {each.key for each in Keeping.receipts})
    assert all(map(is_genuine, Keeping.receipts))
    said = admin.house.manage("reseal", "--check")
    assert "0 sealed by a former key" in said, said
    assert "take SHOE_KEY_FALLBACKS away" in said
    said = admin.house.manage("doctor")
    assert said.count(": ok\n") > 5, said
    written = admin.house.units.log.read_text()
    for wrong in ("sealed_by_another_key", "SealBroken", "rng_closed", "Traceback"):
        assert wrong not in written, written[written.index(wrong) - 2000 :][:4000]
    verified = admin.house.units.run(
        f"deploy/run verify_log {admin.address} --lang en --key {pinned['verifier_key']}",
        admin.house.source,
    )
    assert "key" in verified


if campaign.SOAK:

    @pytest.fixture
    def means() -> Iterator[Provider]:
        """A provider of payments, which the house asks."""
        with provider() as here:
            yield here

    @pytest.mark.campaign
    @pytest.mark.parametrize(("server", "proxy"), [("daphne", "nginx"), ("uvicorn", "haproxy")])
    def test_nobody_notices_that_every_key_is_changed_in_the_environment(
        server: str,
        proxy: str,
        means: Provider,
        servers_at_hand: None,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        Keeping.receipts.clear()
        with ExitStack() as stack:
            root = stack.enter_context(open_folder())
            template, kept = seeded_database()
            database = stack.enter_context(fresh_database(template))
            given = {name: (kept / name).read_text().strip() for name in (*SEALING[:2], *SIGNING)}
            (root / "CONFORMITY_KEY").write_text((kept / "CONFORMITY_KEY").read_text().strip())
            house, front = stack.enter_context(
                house_of_units(
                    root,
                    proxy,
                    ROOT,
                    database,
                    **given,
                    **({"PROCFILE": server} if server == "uvicorn" else {}),
                    SHOE_CONTRIBUTIONS="full",
                    CONFORMITY=str(root / "conformity"),
                    PAYMENT_MEANS=f"{ACME}=tests.players.provider.FromEnvironment",
                    PAYMENT_SECRETS=f"{ACME}={KEY.decode()}",
                    ACME_URL=means.url,
                )
            )
            monkeypatch.setenv("SSL_CERT_FILE", str(front.authority))
            admin = Administrator(house, front.url, means)
            first = root / "conformity"
            secret = (root / "CONFORMITY_KEY").read_text()
            admin.run(f"deploy/run rng_report --out {first}", CONFORMITY_KEY=secret)
            (report,) = first.glob("*.json")
            trusted = json.loads(report.read_text())["key"]
            write_environment(house.units.environment, CONFORMITY_TRUST=trusted)
            # The printed passwords of the demonstration are nobody's.
            house.manage("close_demo")
            house.units.systemctl("start")
            stack.enter_context(front.running())
            told = asyncio.run(
                play_through(
                    house,
                    front,
                    f"{server}, every key changed,",
                    lambda: change_every_key(admin, root),
                    client=Sealing,
                )
            )
            print(told)  # noqa: T201
