"""A measured figure beside what was wanted of it, and how a run of them is printed."""

from dataclasses import dataclass
from typing import Literal


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

    def row(self) -> tuple[str, ...]:
        """Return the cells of its line in the table."""
        sign = "≥" if self.better == "more" else "≤"
        return (
            self.goal_id,
            self.what,
            f"{_short(self.value)} {self.unit}".strip(),
            f"{sign} {_short(self.floor)}" if self.floor is not None else "",
            f"{sign} {_short(self.goal)}" if self.goal is not None else "",
            self.verdict,
            self.note,
        )


def _short(value: float) -> str:
    if value == int(value) and abs(value) < 1e6:
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


HEADINGS = ("#", "quantity", "measured", "floor", "goal", "verdict", "note")


def plain(figures: list[Figure]) -> str:
    """Return the figures as an aligned table for a terminal."""
    rows = [HEADINGS, *(figure.row() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    )


def markdown(figures: list[Figure]) -> str:
    """Return the figures as a Markdown table."""
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + " --- |" * len(HEADINGS)]
    lines += ["| " + " | ".join(figure.row()) + " |" for figure in figures]
    return "\n".join(lines)
