"""The verifier of bundles as a command-line program."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .bundle import verify, verify_draw
from .found import NOTHING, Known
from .texts import LARGEST_FILE, LARGEST_LOG, read
from .told import draw_verdict, sentence, shoe_verdict
from .words import Lang, Wrong


def report(
    path: Path, lang: Lang, *, cards: bool = False, hands: bool = False, known: Known = NOTHING
) -> tuple[bool, str]:
    """Return whether the bundle of a shoe in a file is right, and the sentences that say so."""

    def say(bundle: object) -> str:
        return shoe_verdict(verify(bundle, known), lang, cards=cards, hands=hands)

    return _report(path, lang, say)


def report_draw(path: Path, lang: Lang, *, known: Known = NOTHING) -> tuple[bool, str]:
    """Return whether the bundle of a draw in a file is right, and the sentence that says so."""
    return _report(path, lang, lambda bundle: draw_verdict(verify_draw(bundle, known), lang))


def report_either(
    path: Path, lang: Lang, *, cards: bool = False, hands: bool = False, known: Known = NOTHING
) -> tuple[bool, str]:
    """Return what `report_draw` or `report` does, as the file says what it is."""

    def say(bundle: object) -> str:
        header = bundle.get("header") if type(bundle) is dict else None
        if type(header) is dict and str(header.get("protocol")).startswith("sabot-draw/"):
            return draw_verdict(verify_draw(bundle, known), lang)
        return shoe_verdict(verify(bundle, known), lang, cards=cards, hands=hands)

    return _report(path, lang, say)


def known_from_arguments(asked: Mapping[str, Any]) -> Known:
    """Return what the user knows, from parsed arguments; raise `Wrong` for an unreadable file."""
    return Known(
        keys=tuple(asked["key"]),
        origin=asked["origin"],
        report=_file(asked["report"]),
        log=_file(asked["log"], LARGEST_LOG),
        receipt=_file(asked["receipt"]),
    )


def _file(path: Path | None, largest: int = LARGEST_FILE) -> object:
    """Return what a file says, None where none was given; raise `Wrong` where it says `null`."""
    if path is None:
        return None
    found = read(path, largest)
    if found is None:
        raise Wrong("not_a_bundle", field="JSON")
    return found


def report_with_arguments(
    asked: Mapping[str, Any], say: Callable[[Known], tuple[bool, str]]
) -> tuple[bool, str]:
    """Call `say` with what the user knows; return its result, or why that cannot be read."""
    try:
        known = known_from_arguments(asked)
    except Wrong as wrong:
        return False, sentence(wrong.code, asked["lang"], **wrong.detail)
    return say(known)


def _report(path: Path, lang: Lang, say: Callable[[object], str]) -> tuple[bool, str]:
    try:
        return True, say(read(path))
    except Wrong as wrong:
        return False, sentence(wrong.code, lang, **wrong.detail)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify_shoe` to a parser."""
    draw_arguments(parser)
    parser.add_argument(
        "--cards", action="store_true", help="print the cards: burnt, dealt, left; a line each"
    )
    parser.add_argument(
        "--hands", action="store_true", help="print which hand got which card; a line for a round"
    )


def draw_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify_draw` to a parser."""
    parser.add_argument("bundle", type=Path, metavar="BUNDLE.json")
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="NAME+ID+BASE64",
        help="a key that you know to be the log's; repeatable",
    )
    parser.add_argument("--origin", help="the name by which you know the log")
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="the conformity report, as the house serves it"
    )
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="the whole log, as `dump_log` writes it"
    )
    parser.add_argument(
        "--receipt",
        type=Path,
        metavar="FILE",
        help="a secret of yours with its receipts, or the proof of an alarm, as your page saved it",
    )


def main() -> int:
    """Run as a program: 0 when the bundle is right, 1 when it is not, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description="Verify a finished shoe or draw from its bundle.")
    arguments(parser)
    asked = parser.parse_args()
    right, said = report_with_arguments(
        vars(asked),
        lambda known: report_either(
            asked.bundle, asked.lang, cards=asked.cards, hands=asked.hands, known=known
        ),
    )
    (sys.stdout if right else sys.stderr).write(said + "\n")
    return 0 if right else 1
