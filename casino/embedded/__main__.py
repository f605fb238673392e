"""The command line: `serve` opens the house, `run -- COMMAND` lends a command the two servers."""

import argparse
import asyncio
import os
import sys

from django.core.exceptions import ImproperlyConfigured

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
    given = parser.parse_args()
    logs.configure({})
    if given.what == "run" and given.fragile and not os.environ.get("SABOT_VAR"):
        parser.error("--fragile wants a folder of its own in SABOT_VAR: money lies in var/")
    var = var_folder().resolve()
    try:
        if given.what == "run":
            return asyncio.run(launch(var, given.command, fragile=given.fragile))
        asyncio.run(serve(var, demo=given.demo))
    except (ImproperlyConfigured, Trouble) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except PermissionError as error:
        print(f"{error.filename} belongs to another user: run as that user.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
