"""Prints the JSON Schema of everything on the wire, or the words that the page takes from it."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand

from tables.games import GAMES
from tables.games.core.words import REFUSALS, Words
from tables.wire import codec
from tables.wire.chat_signals import KEPT_DAYS, SIGNALS
from tables.wire.refusals import TABLE


class Command(BaseCommand):
    help = "Print the JSON Schema of the WebSocket messages; --words: words, bets and layouts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--words", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["words"]:
            self.stdout.write(json.dumps(page_words(), ensure_ascii=False, indent=1))
        else:
            self.stdout.write(json.dumps(codec.json_schema(), indent=1, sort_keys=True))


def page_words() -> dict[str, Any]:
    """Return what refusals and signals say, what bets are called, and what tables show."""
    return {
        "common": {"refusals": _both({**REFUSALS, **TABLE})},
        "games": {
            key: {
                "refusals": _both(game.wording.refusals),
                "bets": _both(game.wording.bets),
            }
            for key, game in GAMES.items()
        },
        "chat": {"kept_days": KEPT_DAYS, "signals": _in_order(SIGNALS)},
        "printed": {key: game.printed_layout for key, game in GAMES.items() if game.printed_layout},
    }


def _both(words: Mapping[str, Words]) -> dict[str, dict[str, str]]:
    return _in_order(dict(sorted(words.items())))


def _in_order(words: Mapping[str, Words]) -> dict[str, dict[str, str]]:
    return {
        "fr": {code: each.fr for code, each in words.items()},
        "en": {code: each.en for code, each in words.items()},
    }
