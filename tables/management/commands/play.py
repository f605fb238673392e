"""Plays worked examples on the engine that the tables use; only `--round` needs a database."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.games import GAMES, UNNAMED
from tables.games.core.protocol import Refused
from tables.history import review
from tables.models import Round


class Command(BaseCommand):
    help = (
        "Play a file of worked examples and write what the engine makes of each; or examine a "
        "finished round again (exit code 1 when the ledger paid something else)."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="examples, in the format of the game's catalogue",
        )
        which.add_argument("--round", type=int, help="the id of a recorded round")
        parser.add_argument(
            "--out",
            type=Path,
            help="write here, not to the screen: the results, or the round as a file of examples",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["round"] is None:
            self._play(options["file"], options["out"])
        else:
            self._examine(options["round"], options["out"])

    def _play(self, file: Path, out: Path | None) -> None:
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

    def _examine(self, round_id: int, out: Path | None) -> None:
        try:
            found = review.review_round(round_id)
        except Round.DoesNotExist as error:
            raise CommandError(f"There is no round {round_id}.") from error
        except review.NotExaminable as error:
            raise CommandError(f"Round {round_id}: {error}") from error
        report = found.as_json()
        if out is not None:
            example = report.pop("example")
            whole = {
                "format": found.format,
                "game": found.game,
                "examples": [] if example is None else [example],
            }
            text = json.dumps(whole, ensure_ascii=False, indent=1)
            out.write_text(text + "\n", encoding="utf-8")
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
        if not found.agrees:
            raise CommandError(f"Round {round_id}: the ledger and the rules do not agree.")


def _game_of(whole: Mapping[str, Any]) -> str:
    """Return the key of the file's game: it says so, or its format is called after the game."""
    named = whole.get("game") or str(whole.get("format", "")).partition("-examples/")[0]
    return str(named or UNNAMED)
