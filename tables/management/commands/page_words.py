"""Prints what the page takes from the code: words in both languages, and what tables show."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand

from tables.games import GAMES
from tables.games.core.words import REFUSALS, Words
from tables.wire.chat_signals import KEPT_DAYS, SIGNALS
from tables.wire.refusals import TABLE


class Command(BaseCommand):
    help = "Print what the page takes from the code: words, common and each game's, and layouts."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(page_words(), ensure_ascii=False, indent=1))


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
