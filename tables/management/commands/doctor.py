"""`manage.py doctor`: what is wrong with the house, and what to do about each of it.

Exit status 0 when nothing is. Looks only; what it looks at goes on.
"""

import asyncio
import shutil
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.models import Count, F
from django.utils import timezone
from redis.exceptions import RedisError

from casino.cashier import services as cashier
from casino.cashier import transfers
from casino.connections import server_checks
from casino.connections.session_names import SCHEMA_VERSION
from casino.database import identity as database_identity
from casino.ledger import services as ledger
from casino.ledger.models import Account, Kind
from casino.process import heartbeat, upgrade
from casino.process.environment import unknown_variables
from casino.rng import contributions
from casino.rng.conformity import gate, gate_status, report, trust
from casino.rng.log import office
from casino.rng.rotation import resealing
from casino.staff import audit_log
from tables.cage import drops, vouchers
from tables.incidents import pauses
from tables.machines import machine_files, meters, observed_return, reliefs
from tables.management.commands.close_demo import with_printed_password
from tables.models import Notice, Table
from tables.revenue import earnings, takings
from tables.rows import rule_sets

LATE: Final = timedelta(seconds=30)
"""After so long the croupier has forgotten a table."""
UNSENT: Final = timedelta(hours=1)
ROOM: Final = 2**30
"""Bytes that the disk of the house should have left."""
AHEAD: Final = 2.0
"""Seconds by which the clocks of this machine and of the database may differ."""

Complaint = tuple[str, str]
"""What is wrong, and what to do."""
_MIGRATE: Final = "run `manage.py migrate` as the owner of the tables"
_START: Final = "start it, or correct DATABASE_URL"
_OWN_SERVERS: Final = "see docs/servers.md, *Servers of your own*"


def database() -> Iterator[Complaint]:
    """The database answers, is no copy, its schema is that of this code, its clock is right."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        (database_clock,) = cursor.fetchone()
    off = database_clock - timezone.now().timestamp()
    if abs(off) > AHEAD:
        yield f"the database's clock is off by {off:.1f} s", "have both machines keep time (NTP)"
    if problem := server_checks.pooler_error(settings.DATABASES["default"]):
        yield problem, _OWN_SERVERS
    if upgrade.schema_version() > SCHEMA_VERSION:
        yield "the database was migrated by a later release", "start that release's processes"
    elif pending := upgrade.pending_migrations():
        yield (
            f"{len(pending)} migrations are not applied ({', '.join(pending[:5])})",
            _MIGRATE,
        )
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT last_failed_wal FROM pg_stat_archiver"
            " WHERE last_failed_time > coalesce(last_archived_time, '-infinity')"
        )
        for (segment,) in cursor.fetchall():
            yield (
                f"WAL is not archived since {segment}",
                "let PostgreSQL's account write to the folder of WAL_ARCHIVE; see its log",
            )
    if database_identity.is_copy():
        yield "the database was restored from a backup", "close the house, run `after_restore`"


def processes() -> Iterator[Complaint]:
    """Redis answers, and every process but the web's is heard."""
    try:
        if problem := server_checks.redis_error(settings.REDIS_URL):
            yield problem, _OWN_SERVERS
        alive = asyncio.run(heartbeat.live_processes())
    except (RedisError, OSError) as error:
        yield f"Redis does not answer ({error})", "start it, or correct REDIS_URL"
        return
    for name, lives in alive.items():
        if not lives:
            yield (
                f"`{name}` is not heard",
                f"start the line `{name}` of the Procfile, or `make run`",
            )


def generator() -> Iterator[Complaint]:
    """The generator is the reported one, in no state of error, and its gate is open."""
    here = ""
    try:
        trust.chosen(report.speaking())
    except report.NotConform as error:
        here = str(error)
        yield f"the generator makes nothing: {here}", "see docs/fairness.md, *the gate*"
    for state in gate.in_force():
        yield (
            f"the generator is in error since {state.raised_at:%Y-%m-%d %H:%M} (error_state):"
            f" {state.cause}",
            "find out why; two operators end it in the office, then restart the processes",
        )
    shut = gate_status.closed_reason()
    if shut is not None and shut.code != "error_state" and shut.why != here:
        since = f" since {shut.since:%Y-%m-%d %H:%M}" if shut.since else ""
        yield f"the gate is closed{since} ({shut.code}): {shut.why}", _OPENS[shut.code]
    if broken := resealing.count_sealed().broken:
        yield (
            f"{len(broken)} shoes and draws open by no key ({', '.join(broken[:5])})",
            ("add the key that sealed them to SHOE_KEY_FALLBACKS, and restart the processes"),
        )
    for each in contributions.overdue():
        yield (
            f"{each} waits for the beacon",
            "see that a relay of BEACON_URLS answers; else close the table, or stop the spin",
        )


_OPENS: Final[Mapping[gate_status.Code, str]] = {
    "restart": "restart the processes",
    "not_verified": "start the line `rng` of the Procfile, or `make run`",
    "check_failed": "see docs/fairness.md, *the gate*; then verify again in the office",
}
"""What to do about a closed gate, by why it is."""


def tables() -> Iterator[Complaint]:
    """No table waits for croupier or chance, or is paused, and the licence allows its game."""
    late = Table.objects.exclude(status="closed").filter(due_at__lt=timezone.now() - LATE)
    for table in late.order_by("due_at"):
        yield (
            f"table {table.pk} ({table.name}) has been due since {table.due_at:%H:%M:%S}",
            "restart `croupier`; its log names the table where a step fails",
        )
    for table in Table.objects.filter(status=Table.Status.PAUSED).order_by("pk"):
        found = pauses.last_pause(table.pk)
        why = f" since {found.at:%Y-%m-%d %H:%M} ({found.reason})" if found else ""
        yield (
            f"table {table.pk} ({table.name}) is paused{why}",
            "mend what fails, then open it again in the office; or void its round",
        )
    for table in Table.objects.exclude(status="closed").order_by("pk"):
        if table.currency not in (settings.HOUSE_CURRENCY, settings.PRACTICE_CURRENCY):
            yield (
                f"table {table.pk} ({table.name}) plays for {table.currency}, the house for"
                f" {settings.HOUSE_CURRENCY}",
                "close it, and set one up anew; another JURISDICTION wants another database",
            )
        if not rule_sets.is_game_licensed(table.rules_id):
            yield (
                f"the licence allows no game of table {table.pk} ({table.name})",
                "close it, or give it rules by a text that the licence names",
            )
    for table in Table.objects.filter(no_chance=True).order_by("pk"):
        yield f"table {table.pk} ({table.name}) was made no cards or draw", "see the generator"


def books() -> Iterator[Complaint]:
    """Ledger, cage, drops, takings, meters and the trail of the office are right."""
    remedy = "let nobody play; compare with a backup, the transfers are what happened"
    for fault in ledger.audit():
        yield (
            f"ledger, {fault.law} of {fault.subject}: {fault.recorded}, transfers say"
            f" {fault.recomputed}",
            remedy,
        )
    for paid in cashier.audit_cage():
        yield f"cage, {paid.account}: {paid.decided} decided, {paid.ledger} in the ledger", remedy
    for cash_request in transfers.overdue_requests():
        yield (
            f"payment {cash_request.payment} of {cash_request.means} has been asked for since"
            f" {cash_request.decided_at:%Y-%m-%d %H:%M}, and nothing is told of it",
            "ask the means; see the log for `payment_not_asked`",
        )
    for differs in transfers.open_alarms():
        yield (
            f"payment {differs.payment} of {differs.means}, {differs.of}: here"
            f" {differs.ours or 'nothing'}, there {differs.theirs or 'nothing'}",
            "clear it up with the means, then close it in the office with a reason",
        )
    for account, counted, left in drops.audit_drops():
        yield f"{account}: {counted} counted, {left} have left it", remedy
    for account, expected, booked in reliefs.audit_note_boxes():
        yield f"{account}: {expected} by reliefs and counts, {booked} in the ledger", remedy
    if (entry := machine_files.first_broken_entry()) is not None:
        yield f"the file of machines is broken at entry {entry}", remedy
    for sum_ in takings.audit_takings()[1]:
        yield (
            f"takings of table {sum_.table_id}, {sum_.what}: {sum_.kept},"
            f" the ledger {sum_.recounted}",
            "trust the ledger; see `manage.py audit_takings`",
        )
    for sums in earnings.audit_earnings():
        yield (
            f"bets of table {sums.table_id}, {sums.rules}: {sums.bets} won, its takings"
            f" {sums.takings}",
            "trust the ledger; see `manage.py audit_takings`",
        )
    for voucher in vouchers.audit_vouchers():
        yield f"voucher {voucher}: its chips have not moved as it was signed", remedy
    for meter in meters.audit_meters()[1]:
        where = f"table {meter.table_id}" if meter.table_id else "the house"
        yield f"{where}, {meter.meter}: {meter.told}, the ledger moved {meter.moved}", remedy
    for device in observed_return.unexpected_returns():
        yield (
            f"table {device.table_id} returned {device.realised:.4f}, its sheet says"
            f" {device.theoretical:.4f}",
            "close it, and examine its sheet and draws",
        )
    for bet in earnings.differing_bets():
        yield (
            f"{bet.game} {bet.bet} at table {bet.table_id} pays more than its price in {bet.rounds}"
            " rounds",
            "close it; look at its report by bet, its rules and its last rounds",
        )
    if broken := audit_log.verify_chain().broken:
        yield (
            f"the trail of the office is broken at {', '.join(map(str, broken[:5]))}",
            "compare with a backup: somebody has written to the database past the house",
        )
    if cut := office.missing_heads():
        yield (
            f"the trail of the office lacks what entry {cut[0].index} of the public log knows",
            "compare with a backup: somebody has written to the database past the house",
        )


def duties() -> Iterator[Complaint]:
    """What the house owes is sent, and its settings fit what it is."""
    waiting = Notice.objects.filter(mailed_at=None, at__lt=timezone.now() - UNSENT).count()
    if waiting and settings.STATE_CONTROL_MAIL:
        yield f"{waiting} notices have not been mailed for an hour", "see EMAIL_HOST and the log"
    yield from _other_money()
    for sentence in unknown_variables():
        yield sentence, "take it out of the environment, or correct it: see docs/settings.md"
    if settings.DEBUG:
        yield "DEBUG is on: error pages show the code", "take DEBUG out of the environment"
    if settings.LICENSED and not settings.STATE_CONTROL_MAIL:
        yield "a licensed house mails the state's control nothing", "set STATE_CONTROL_MAIL"
    if settings.LICENSED and not settings.BEHIND_TLS:
        yield "a licensed house is not said to be behind TLS", "set BEHIND_TLS=1 behind a proxy"
    if settings.LICENSED or settings.BEHIND_TLS:
        for person in with_printed_password():
            yield f"{person.username} has the password that the README prints", "run close_demo"
    free = free_bytes(settings.VAR)
    if free < ROOM:
        yield f"{free // 2**20} MB are left on the disk of {settings.VAR}", "make room"


def free_bytes(folder: Path) -> int:
    """Return what is free on the disk of a folder, or of where it would be made.

    A house whose secrets all come from the environment has none.
    """
    folder = folder.absolute()
    return shutil.disk_usage(next(each for each in (folder, *folder.parents) if each.exists())).free


def _other_money() -> Iterator[Complaint]:
    """What players have in a currency that is not the house's."""
    ours = (settings.HOUSE_CURRENCY, settings.PRACTICE_CURRENCY)
    held = Account.objects.filter(kind__in=(Kind.WALLET, Kind.CASH), credits__gt=F("debits"))
    found = held.exclude(currency__in=ours).values("currency").annotate(number=Count("pk"))
    for each in found.order_by("currency"):
        yield (
            f"{each['number']} players' accounts hold {each['currency']}, the house plays for"
            f" {settings.HOUSE_CURRENCY}",
            "nobody stakes them: go back to the JURISDICTION that they were opened in, or begin"
            " with a database of its own",
        )


PARTS: Final[Mapping[str, Callable[[], Iterator[Complaint]]]] = {
    "database": database,
    "processes": processes,
    "generator": generator,
    "tables": tables,
    "duties": duties,
    "books": books,
}


class Command(BaseCommand):
    help = "Says what is wrong with the house and what to do; --quick leaves the books out."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How long it may take: the books are read whole."""
        parser.add_argument("--quick", action="store_true")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line for each part, and what to do about each complaint; fail where one is.

        Without a database that answers and is migrated, what is in it is not looked at.
        """
        found, usable = 0, True
        for name, look in PARTS.items():
            if options["quick"] and name == "books":
                continue
            # Whose processes they are stands in the database; whether Redis answers does not.
            complaints = _complaints(look) if usable or name == "processes" else []
            if not usable:
                complaints = [each for each in complaints if each[1] != _START]
            found += len(complaints)
            self.stdout.write(f"{name}: {len(complaints) or ('ok' if usable else 'not looked at')}")
            usable = usable and not {_MIGRATE, _START} & {remedy for _, remedy in complaints}
            for wrong, remedy in complaints:
                self.stdout.write(f"  - {wrong}\n    -> {remedy}")
        if found:
            raise CommandError(f"{found} found", returncode=1)


def _complaints(look: Callable[[], Iterator[Complaint]]) -> list[Complaint]:
    try:
        return list(look())
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        return [(f"the database does not answer ({reason})", _START)]
