"""The published worked examples of a game, in the format of Monaco: read, named, played."""

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest

from tables.games.core.protocol import AnyGame

FOLDER: Final = Path(__file__).parent / "examples"
TOLD: Final = frozenset({"expected", "clauses", "title"})
"""What an example says to its readers only: no engine is given it."""


class ExampleFile:
    """The examples of one game's file."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    @cached_property
    def file(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((FOLDER / f"{self._game.key}.json").read_text())
        return found

    @property
    def examples(self) -> list[dict[str, Any]]:
        return list(self.file["examples"])

    def play(self, example: Mapping[str, Any], **options: Any) -> dict[str, Any]:
        """Return what the engine makes of an example; `options` beside those of the file."""
        given = {key: each for key, each in example.items() if key not in TOLD}
        return dict(self._game.play_example(given, {**self.file["default_options"], **options}))

    @property
    def each(self) -> pytest.MarkDecorator:
        """Give a test each example, by the name of its id and of the clauses that it proves."""
        return pytest.mark.parametrize(
            "example",
            [
                pytest.param(
                    each,
                    id="-".join([each["id"], *each["clauses"]]),
                    marks=pytest.mark.clause(*each["clauses"]),
                )
                for each in self.examples
            ],
        )

    def check_ids(self, prefix: str, count: int) -> None:
        """Assert that none of so many is left out."""
        wanted = [f"{prefix}-{no:03}" for no in range(1, count + 1)]
        assert [each["id"] for each in self.examples] == wanted
