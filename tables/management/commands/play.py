"""Plays worked examples on the engine that the tables use. Needs no database."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.games import GAMES
from tables.games.core.protocol import Refused


class Command(BaseCommand):
    help = "Play a file of worked examples and write what the engine makes of each."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            help="examples in the format blackjack-examples/1 or mc-rules-examples/1",
        )
        parser.add_argument("--out", type=Path, help="write the results here, not to the screen")

    def handle(self, *args: Any, file: Path, out: Path | None, **options: Any) -> None:
        try:
            whole = json.loads(file.read_text(encoding="utf-8"))
            written = whole["examples"]
            game = GAMES[_game_of(whole)]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{file} holds no examples: {error}") from error
        results: dict[str, Any] = {}
        for example in written:
            try:
                results[example["id"]] = game.play_example(
                    example, whole.get("default_options", {})
                )
            except (AssertionError, KeyError, Refused, TypeError, ValueError) as error:
                # One unreadable example must not keep the others from being played.
                self.stderr.write(f"{example.get('id')}: {error!r}")
        text = json.dumps({"results": results}, ensure_ascii=False, indent=1)
        if out is None:
            self.stdout.write(text)
        else:
            out.write_text(text + "\n", encoding="utf-8")
            self.stdout.write(f"{len(results)} of {len(written)} played")


def _game_of(whole: Mapping[str, Any]) -> str:
    """Return the key of the file's game: it says so, or its format is called after the game."""
    named = whole.get("game") or str(whole.get("format", "")).partition("-examples/")[0]
    # A file that names neither is of the game that was here first.
    return str(named or next(iter(GAMES)))
