"""Plays worked examples on the engine that the tables use. Needs no database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.games.blackjack import examples
from tables.games.core.protocol import Refused


class Command(BaseCommand):
    help = "Play a file of blackjack examples and write what the engine makes of each."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="examples in the format blackjack-examples/1")
        parser.add_argument("--out", type=Path, help="write the results here, not to the screen")

    def handle(self, *args: Any, file: Path, out: Path | None, **options: Any) -> None:
        try:
            written = json.loads(file.read_text(encoding="utf-8"))["examples"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{file} holds no examples: {error}") from error
        results: dict[str, Any] = {}
        for example in written:
            try:
                results[example["id"]] = examples.play(example)
            except (AssertionError, KeyError, Refused, TypeError, ValueError) as error:
                # One unreadable example must not keep the others from being played.
                self.stderr.write(f"{example.get('id')}: {error!r}")
        text = json.dumps({"results": results}, ensure_ascii=False, indent=1)
        if out is None:
            self.stdout.write(text)
        else:
            out.write_text(text + "\n", encoding="utf-8")
            self.stdout.write(f"{len(results)} of {len(written)} played")
