"""The verifier of bundles as a command-line program."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .bundle import verify, verify_draw
from .findings import NOTHING_KNOWN, KnownFacts
from .texts import LARGEST_FILE, LARGEST_LOG, read
from .verdicts import draw_verdict, sentence, shoe_verdict
from .words import Lang, Wrong


def report(
    path: Path,
    lang: Lang,
    *,
    cards: bool = False,
    hands: bool = False,
    known: KnownFacts = NOTHING_KNOWN,
) -> tuple[bool, str]:
    """Return whether the bundle of a shoe in a file is right, and the sentences that say so."""

    def verdict(bundle: object) -> str:
        return shoe_verdict(verify(bundle, known), lang, cards=cards, hands=hands)

    return _report(path, lang, verdict)


def report_draw(path: Path, lang: Lang, *, known: KnownFacts = NOTHING_KNOWN) -> tuple[bool, str]:
    """Return whether the bundle of a draw in a file is right, and the sentence that says so."""
    return _report(path, lang, lambda bundle: draw_verdict(verify_draw(bundle, known), lang))


def report_either(
    path: Path,
    lang: Lang,
    *,
    cards: bool = False,
    hands: bool = False,
    known: KnownFacts = NOTHING_KNOWN,
) -> tuple[bool, str]:
    """Return the result of `report_draw` or `report`, by the protocol that the file names."""

    def verdict(bundle: object) -> str:
        header = bundle.get("header") if type(bundle) is dict else None
        if type(header) is dict and str(header.get("protocol")).startswith("sabot-draw/"):
            return draw_verdict(verify_draw(bundle, known), lang)
        return shoe_verdict(verify(bundle, known), lang, cards=cards, hands=hands)

    return _report(path, lang, verdict)


def known_from_options(options: Mapping[str, Any]) -> KnownFacts:
    """Return what the user knows, from parsed options; raise `Wrong` for an unreadable file."""
    return KnownFacts(
        keys=tuple(options["key"]),
        origin=options["origin"],
        report=_file(options["report"]),
        log=_file(options["log"], LARGEST_LOG),
        receipt=_file(options["receipt"]),
    )


def _file(path: Path | None, largest: int = LARGEST_FILE) -> object:
    """Return what a file says, None where none was given; raise `Wrong` where it says `null`."""
    if path is None:
        return None
    found = read(path, largest)
    if found is None:
        raise Wrong("not_a_bundle", field="JSON")
    return found


def report_with_options(
    options: Mapping[str, Any], verify: Callable[[KnownFacts], tuple[bool, str]]
) -> tuple[bool, str]:
    """Call `verify` with what the user knows; return its result, or why that cannot be read."""
    try:
        known = known_from_options(options)
    except Wrong as wrong:
        return False, sentence(wrong.code, options["lang"], **wrong.detail)
    return verify(known)


def _report(path: Path, lang: Lang, verdict: Callable[[object], str]) -> tuple[bool, str]:
    try:
        return True, verdict(read(path))
    except Wrong as wrong:
        return False, sentence(wrong.code, lang, **wrong.detail)


def add_shoe_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify_shoe` to a parser."""
    add_draw_arguments(parser)
    parser.add_argument(
        "--cards", action="store_true", help="print the cards: burnt, dealt, left; a line each"
    )
    parser.add_argument(
        "--hands", action="store_true", help="print which hand got which card; a line for a round"
    )


def add_draw_arguments(parser: argparse.ArgumentParser) -> None:
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
    add_shoe_arguments(parser)
    options = parser.parse_args()
    right, answer = report_with_options(
        vars(options),
        lambda known: report_either(
            options.bundle, options.lang, cards=options.cards, hands=options.hands, known=known
        ),
    )
    (sys.stdout if right else sys.stderr).write(answer + "\n")
    return 0 if right else 1
