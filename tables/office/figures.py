"""How the office writes numbers, what lies between two, and what is said of something."""

from collections.abc import Callable

from casino.i18n import both, is_french


def format_number(value: int) -> str:
    """Return a number with separated thousands: `1 234`, or `1,234` in English."""
    text = f"{value:,}"
    return text.replace(",", "\N{NO-BREAK SPACE}") if is_french() else text


def format_share(part: float | None) -> str:
    """Return a share in per cent: `2,70 %`, or `2.70%` in English; a dash for None."""
    if part is None:
        return "-"
    text = f"{100 * part:.2f}"
    return f"{text.replace('.', ',')}\N{NO-BREAK SPACE}%" if is_french() else f"{text}%"


def format_span(written: Callable[[float], str], least: float, most: float) -> str:
    """Return what lies between two figures, one where they read alike."""
    bounds = written(least), written(most)
    return bounds[0] if bounds[0] == bounds[1] else f"{bounds[0]} – {bounds[1]}"


def format_labelled(what: str, value: str) -> str:
    """Return what is said of something, as the language of the request writes it."""
    return f"{what}{both(' : ', ': ')}{value}"
