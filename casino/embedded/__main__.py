"""The command line: `serve` opens the house, `backup` and `restore` copy its database.

`run -- COMMAND` lends a command the two servers.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from casino.embedded import backup, restore
from casino.embedded.errors import Trouble
from casino.embedded.launch import launch
from casino.embedded.serve import serve
from casino.process import logs
from casino.process.environment import var_folder


def main() -> int:
    """Run a subcommand; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m casino.embedded", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    house = commands.add_parser("serve", help="open the house until Ctrl-C")
    house.add_argument(
        "--demo", action="store_true", help="set up the demo house first: its passwords are printed"
    )
    run = commands.add_parser("run", help="run a command with DATABASE_URL and REDIS_URL set")
    run.add_argument("--fragile", action="store_true", help="faster: a power cut loses the data")
    run.add_argument("command", nargs="+")
    _add_backups(commands)
    given = parser.parse_args()
    if given.what == "restore" and (given.base is None) != (given.wal is None):
        parser.error("--base and --wal name the base backup and the WAL after it: give both")
    logs.configure({})
    if given.what == "run" and given.fragile and not os.environ.get("SABOT_VAR"):
        parser.error("--fragile wants a folder of its own in SABOT_VAR: money lies in var/")
    var = var_folder().resolve()
    try:
        if given.what == "run":
            return asyncio.run(launch(var, given.command, fragile=given.fragile))
        asyncio.run(_work(given, var))
    except (ImproperlyConfigured, Trouble) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except PermissionError as error:
        print(f"{error.filename} belongs to another user: run as that user.", file=sys.stderr)
        return 1
    return 0


def _add_backups(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backs_up = commands.add_parser("backup", help="write a backup; the house may be open")
    kind = backs_up.add_mutually_exclusive_group(required=True)
    kind.add_argument("file", nargs="?", type=Path, help="a new file, for `restore`")
    kind.add_argument("--base", type=Path, metavar="FOLDER", help="a base backup, for archived WAL")
    restores = commands.add_parser(
        "restore",
        help="restore a backup into an empty database, and make it safe to open",
    )
    source = restores.add_mutually_exclusive_group(required=True)
    source.add_argument("file", nargs="?", type=Path)
    source.add_argument("--base", type=Path, metavar="FOLDER")
    restores.add_argument("--by", required=True, metavar="NAME", help="a member of the staff")
    restores.add_argument(
        "--checkpoint",
        metavar="FILE_OR_ADDRESS",
        help="the newest checkpoint of the original's public log, or the original's address",
    )
    restores.add_argument("--wal", type=Path, metavar="FOLDER", help="what WAL_ARCHIVE named")
    restores.add_argument("--until", metavar="MOMENT", help="2026-11-28T20:00:00+01:00")


async def _work(given: argparse.Namespace, var: Path) -> None:
    """Carry out a subcommand that has no exit code of its own."""
    known = {name: getattr(given, name, None) for name in ("by", "checkpoint")}
    options = [f"--{name}={value}" for name, value in known.items() if value]
    match given.what:
        case "serve":
            await serve(var, demo=given.demo)
        case "backup" if given.base is None:
            await backup.dump(var, given.file)
        case "backup":
            await backup.base(var, given.base)
        case "restore" if given.base is None:
            await restore.restore_dump(var, given.file, options)
        case _:
            await restore.restore_base(var, given.base, given.wal, given.until, options)


if __name__ == "__main__":
    sys.exit(main())
