"""The cause of each alert of deploy/prometheus, begun and ended at a house that plays.

Whoever leaves a cause has done what the runbook says.
"""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, LiteralString

import psutil
import psycopg
from aiosmtpd.controller import Controller

from tests.certificates import write_certificates
from tests.chaos.faults import DISK, End, suspended
from tests.embedded.conftest import ROOT, eventually
from tests.house import House, own_port
from tests.house_console import open_table, run_in_house, stake_in_house


class MailServer:
    """A mail server that takes every mail, at a port of its own."""

    def __init__(self) -> None:
        self.port = own_port()

    def start(self) -> None:
        """Take mails from now on."""
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def stop(self) -> None:
        """Take no more."""
        self._controller.stop()

    async def handle_DATA(self, *_: Any) -> str:  # noqa: N802
        """Take a mail."""
        return "250 kept"


LEFT: Final = DISK // 20
"""Bytes that are left on a disk that is almost full."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the causes are done to."""

    house: House
    """Its folder is a small disk."""
    mail: MailServer
    """The server by which its notices go."""
    certificates: Path
    """The folder of the certificate of its proxy, which is named `proxy`."""
    reload: Callable[[], None]
    """Has the proxy read its certificate again."""


Cause = Callable[[Scene], AbstractContextManager[None]]


def process(scene: Scene, name: str) -> psutil.Process:
    """Return a process of the house."""
    return psutil.Process(scene.house.pid(name))


def restart(scene: Scene, *names: str) -> None:
    """End processes, whose supervisor starts them again, and wait until all is well."""
    for name in names:
        old = scene.house.pid(name)
        process(scene, name).terminate()
        eventually(lambda name=name, old=old: scene.house.pid(name) != old)  # type: ignore[misc]
    scene.house.recover()


def in_new_process(scene: Scene, code: str) -> None:
    """Run Python in a process of the house that ends with it."""
    environment = {**scene.house.environment(), **scene.house.running_urls()}
    words = ("manage.py", "shell", "-v0", "-c", code)
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, check=True)


def standing(name: str) -> Cause:
    """Return what makes a process of this name stand still."""

    @contextlib.contextmanager
    def cause(scene: Scene) -> Iterator[None]:
        with _until_left(suspended([process(scene, name)])):
            yield

    return cause


@contextlib.contextmanager
def _until_left(end: End) -> Iterator[None]:
    try:
        yield
    finally:
        end()


@contextlib.contextmanager
def _again_and_again(begin: Callable[[], End], lasts: float, pause: float) -> Iterator[None]:
    """Begin and end something in turns, so many seconds each."""
    over = threading.Event()

    def repeat() -> None:
        while not over.is_set():
            with _until_left(begin()):
                over.wait(lasts)
            over.wait(pause)

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def stumbling(name: str, lasts: float, pause: float) -> Cause:
    """Return what makes a process stand still again and again."""

    def cause(scene: Scene) -> AbstractContextManager[None]:
        return _again_and_again(lambda: suspended([process(scene, name)]), lasts, pause)

    return cause


@contextlib.contextmanager
def forgotten_player(scene: Scene) -> Iterator[None]:
    """Let somebody stake at a table of their own, and the croupier stand still meanwhile."""
    table_id = open_table(scene.house, betting_seconds=20)
    stake_in_house(scene.house, table_id)
    with standing("croupier")(scene):
        yield


@contextlib.contextmanager
def late_croupier(scene: Scene) -> Iterator[None]:
    """Have the croupier stand still again and again while clocks run that only it ends."""
    table_id = open_table(scene.house, betting_seconds=5, decision_seconds=3)

    def begin() -> End:
        stake_in_house(scene.house, table_id)
        return suspended([process(scene, "croupier")])

    with _again_and_again(begin, lasts=10, pause=8):
        yield


def dying_redis(scene: Scene) -> AbstractContextManager[None]:
    """Kill Redis again and again; standing still it would lose nothing."""

    def begin() -> End:
        with contextlib.suppress(ProcessLookupError):
            scene.house.kill("redis")
        return lambda: None

    return _again_and_again(begin, lasts=6, pause=0)


@contextlib.contextmanager
def hanging_database(scene: Scene) -> Iterator[None]:
    """Make PostgreSQL with all of its sessions stand still, as on a disk that hangs."""
    server = process(scene, "postgresql")
    with _until_left(suspended([server, *server.children(recursive=True)])):
        yield


def locked_tables(lasts: float, pause: float) -> Cause:
    """Return what holds the locks of all tables again and again, as a report by hand may."""

    def begin(database: "psycopg.Connection[Any]") -> End:
        database.execute("SELECT FROM tables_table FOR UPDATE")
        return database.rollback

    @contextlib.contextmanager
    def cause(scene: Scene) -> Iterator[None]:
        with (
            psycopg.connect(scene.house.signed_in("sabot")) as database,
            _again_and_again(lambda: begin(database), lasts, pause),
        ):
            yield

    return cause


@contextlib.contextmanager
def failing_step(scene: Scene, when: LiteralString = "true") -> Iterator[None]:
    """Have the database refuse such events of a round; then open the tables that were paused."""
    with scene.house.connect() as database:
        database.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'by a test'; END $$;"
            "CREATE TRIGGER refuse BEFORE INSERT ON tables_roundevent FOR EACH ROW"
            f" WHEN ({when}) EXECUTE FUNCTION refuse()"
        )
        try:
            yield
        finally:
            database.execute("DROP FUNCTION refuse CASCADE")
            run_in_house(scene.house, REOPENED)


def failing_commands(scene: Scene) -> AbstractContextManager[None]:
    """Have players' commands fail, and no step of the croupier: nobody commands a paused table."""
    return failing_step(scene, "NEW.cause IS NOT NULL")


@contextlib.contextmanager
def paused_table(scene: Scene) -> Iterator[None]:
    """Have the step fail that the clock of somebody's stake asks for, until the table is paused."""
    table_id = open_table(scene.house, betting_seconds=20)
    stake_in_house(scene.house, table_id)
    with failing_step(scene):
        yield


REOPENED: Final = """
from casino.players.models import Player
from tables.models import Table
from tables.operation import sessions
operator = Player.objects.get(username="operator")
for table in Table.objects.filter(status="paused"):
    sessions.open_session(table.pk, operator=operator, reason="mended")
"""


def queued(count: int) -> Cause:
    """Return what makes the worker `settlement` stand still while tasks are queued for it."""

    @contextlib.contextmanager
    def cause(scene: Scene) -> Iterator[None]:
        with standing("settlement")(scene):
            code = f"from tables import queue\nfor _ in range({count}): queue.count_takings()"
            run_in_house(scene.house, code)
            yield

    return cause


BROKEN: Final = """
import os
from casino.rng import shoes
from casino.rng.core.health import Broken
os.getrandom = lambda count: bytes(count)
try:
    shoes.make_shoe("table:0", 1, packs=6, cards_behind=60, burn=5)
except Broken:
    pass
"""
"""The kernel's source of entropy is stuck in one process."""
AGREED: Final = """
from casino.players.models import Player
from casino.rng.conformity import gate
for error in gate.in_force():
    for name in ("operator", "chief"):
        gate.agree(error.pk, acting_operator=Player.objects.get(username=name))
"""


@contextlib.contextmanager
def stuck_entropy(scene: Scene) -> Iterator[None]:
    """Have a process meet a source of entropy that is stuck; then two persons end the error."""
    in_new_process(scene, BROKEN)
    try:
        yield
    finally:
        run_in_house(scene.house, AGREED)
        restart(scene, "rng", "croupier")


@contextlib.contextmanager
def error_without_restart(scene: Scene) -> Iterator[None]:
    """End an error of the generator, and let the processes run on; then restart them."""
    in_new_process(scene, BROKEN)
    run_in_house(scene.house, AGREED)
    try:
        yield
    finally:
        restart(scene, "rng", "croupier")


@contextlib.contextmanager
def standing_generator(scene: Scene) -> Iterator[None]:
    """Let nobody verify the generator; then restart the worker, which does."""
    with _until_left(lambda: restart(scene, "rng")), standing("rng")(scene):
        yield


def audited(begin: str, end: str) -> Cause:
    """Return what a superuser does past the house, which then audits; the end undoes it."""

    def change(scene: Scene, statements: str) -> None:
        with scene.house.connect() as database:
            database.execute(statements)
        restart(scene, "metrics")

    @contextlib.contextmanager
    def cause(scene: Scene) -> Iterator[None]:
        with _until_left(lambda: change(scene, end)):
            change(scene, begin)
            yield

    return cause


BOOK: Final = """
SET session_replication_role = replica;
UPDATE ledger_account SET credits = credits {} 1 WHERE id = (SELECT min(id) FROM ledger_account);
"""
"""An account is changed without its triggers."""


ASKED: Final = """
from uuid import uuid4
from casino.players.models import Player
from casino.staff import rights
operator = Player.objects.get(username="operator")
person = Player.objects.get(username="changer")
rights.request_password(uuid4(), person, "a long new one", asker=operator, reason="forgotten")
"""
WITHDRAWN: Final = """
from casino.players.models import Player, RightsChange
from casino.staff import rights
operator = Player.objects.get(username="operator")
for each in RightsChange.objects.filter(state="asked"):
    rights.withdraw(each.pk, by=operator, reason="not needed")
"""


@contextlib.contextmanager
def undecided_request(scene: Scene) -> Iterator[None]:
    """Ask for a password that nobody decides on; then take the request back."""
    run_in_house(scene.house, ASKED)
    try:
        yield
    finally:
        run_in_house(scene.house, WITHDRAWN)


@contextlib.contextmanager
def unmailed_notice(scene: Scene) -> Iterator[None]:
    """End the mail server, and let a table be paused; then mend both."""
    scene.mail.stop()
    try:
        with paused_table(scene):
            yield
    finally:
        scene.mail.start()


@contextlib.contextmanager
def full_disk(scene: Scene) -> Iterator[None]:
    """Leave a twentieth of the disk of SABOT_VAR; then make room."""
    ballast = scene.house.var / "ballast"
    with ballast.open("wb") as file:
        room = os.statvfs(scene.house.var)
        os.posix_fallocate(file.fileno(), 0, room.f_bavail * room.f_frsize - LEFT)
    try:
        yield
    finally:
        ballast.unlink()


@contextlib.contextmanager
def old_certificate(scene: Scene) -> Iterator[None]:
    """Give the proxy a certificate that ends tomorrow; then one that lasts."""

    def renew(days: int) -> None:
        write_certificates(scene.certificates, "proxy", days=days)
        scene.reload()

    renew(1)
    with _until_left(lambda: renew(90)):
        yield


CAUSES: Final[dict[str, Cause]] = {
    "SabotProcessDown": standing("settlement"),
    "SabotHouseNotRead": standing("metrics"),
    "SabotSourceDown": hanging_database,
    "SabotProcessNotHeard": standing("croupier"),
    "SabotTablesOverdue": forgotten_player,
    "SabotTablesPaused": paused_table,
    "SabotCroupierLate": late_croupier,
    "SabotCommandsFail": failing_commands,
    "SabotCommandsSlow": locked_tables(1.5, 0.2),
    "SabotNoThreadFree": locked_tables(5, 0.2),
    "SabotFramesLate": stumbling("redis", 0.9, 0.3),
    "SabotFramesLost": dying_redis,
    "SabotQueueLong": queued(25),
    "SabotQueueOld": queued(1),
    "SabotGeneratorError": stuck_entropy,
    "SabotGeneratorGateClosed": error_without_restart,
    "SabotGeneratorNotVerified": standing_generator,
    "SabotBooksDiffer": audited(BOOK.format("+"), BOOK.format("-")),
    "SabotAuditOld": audited(
        "REVOKE SELECT ON players_officeact FROM sabot_house",
        "GRANT SELECT ON players_officeact TO sabot_house",
    ),
    "SabotApprovalWaits": undecided_request,
    "SabotNoticesOverdue": unmailed_notice,
    "SabotDiskAlmostFull": full_disk,
    "SabotCertificateExpires": old_certificate,
}
