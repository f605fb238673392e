"""A measured figure beside what was wanted of it, and how a run of them is printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One quantity of a run."""

    goal_id: str
    """The number in docs/performance.md, e.g. `G2`."""
    what: str
    value: float
    unit: str = ""
    floor: float | None = None
    """At least this, or at most when less is better; `None` where nothing is asked."""
    goal: float | None = None
    better: Literal["more", "less"] = "more"
    note: str = ""

    @property
    def verdict(self) -> str:
        """Return `GOAL`, `PASS` or `BELOW`; empty where nothing is asked."""
        if self.floor is None:
            return ""
        if self.goal is not None and self._reaches(self.goal):
            return "GOAL"
        return "PASS" if self._reaches(self.floor) else "BELOW"

    def _reaches(self, bound: float) -> bool:
        return self.value >= bound if self.better == "more" else self.value <= bound

    def row(self, before: float | None) -> tuple[str, ...]:
        """Return the cells of its line in the table; `before` is what the last release measured."""
        sign = "≥" if self.better == "more" else "≤"
        return (
            self.goal_id,
            self.what,
            f"{_short(self.value)} {self.unit}".strip(),
            _short(before) if before is not None else "",
            f"{sign} {_short(self.floor)}" if self.floor is not None else "",
            f"{sign} {_short(self.goal)}" if self.goal is not None else "",
            self.verdict,
            self.note,
        )


def _short(value: float) -> str:
    if value == int(value) and abs(value) < 1e6:
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


HEADINGS = ("#", "quantity", "measured", "before", "floor", "goal", "verdict", "note")


def _rows(figures: list[Figure], release: str, before: Mapping[str, float]) -> list[Row]:
    headings = tuple(release or each if each == "before" else each for each in HEADINGS)
    return [headings, *(figure.row(before.get(figure.what)) for figure in figures)]


def plain(figures: list[Figure], release: str, before: Mapping[str, float]) -> str:
    """Return the figures as an aligned table for a terminal, beside those of a release."""
    rows = _rows(figures, release, before)
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    )


def markdown(figures: list[Figure], release: str, before: Mapping[str, float]) -> str:
    """Return the figures as a Markdown table, beside those of a release."""
    headings, *rows = _rows(figures, release, before)
    lines = ["| " + " | ".join(headings) + " |", "|" + " --- |" * len(HEADINGS)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)
