"""Draws figures with a scale as SVG, on the server: no script, so it prints and needs no policy.

Along the scale of names everything is in parts of the width (a part of a phone's too), across it in
pixels, so that words keep their size on every screen. Colours are classes of `charts.css`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

HEIGHT: Final = 180
"""Pixels of a chart in which time goes from left to right."""
ROW: Final = 42
"""Pixels of a line of a chart whose names stand above each other."""
LABELS: Final = 12
"""The most names that stand under a chart."""
BARS: Final = 400
"""The most names of a chart in time, a little more than a year of days."""
LINES: Final = 20
"""The most names of one in which they stand above each other."""


@dataclass(frozen=True, slots=True)
class Band:
    """What lies between two figures."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Point:
    """What is drawn of a name: its figure, and what it is compared with."""

    name: str
    value: float | None
    before: float | None = None
    """The figure of the period before."""
    expected: Band | None = None
    """What was expected."""
    chance: Band | None = None
    """Between which figures chance leaves it, as a rule."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Figures of one kind, drawn on one scale."""

    id: str
    """Of its element on the page."""
    title: str
    description: str
    """What it shows, for who does not see it."""
    points: Sequence[Point]
    written: Callable[[float], str]
    """How a figure is written."""
    in_time: bool
    """Whether the names are moments, from left to right; else they stand above each other."""
    shape: Literal["bar", "dot"] = "bar"
    unit: float = 1.0
    """What of a figure is one of its unit: 100 of minor units. The steps of the scale are round."""
    written_step: Callable[[float], str] | None = None
    """How a step of the scale is written; as the figures are where that is None."""
    height: int = HEIGHT
    """Pixels of a chart in time."""

    @property
    def svg(self) -> SafeString:
        """The drawing; empty where there is nothing to draw."""
        return _draw(self) if any(each.value for each in self.points) else SafeString("")


def scale_steps(least: float, most: float, count: int = 4) -> list[float]:
    """Return round figures at even distances, the first at most `least`, the last at least `most`.

    Of 1, 2 or 5 times a power of ten, some `count` of them; 0 is one.
    """
    least, most = min(least, 0.0), max(most, 0.0)
    if least == most:
        most = 1.0
    rough = (most - least) / count
    power = 10.0 ** floor(log10(rough))
    step = next(each for each in (1, 2, 5, 10) if each * power >= rough * 0.999) * power
    first, last = floor(least / step + 1e-9), ceil(most / step - 1e-9)
    return [round(each * step, 10) for each in range(first, last + 1)]


def _draw(chart: Chart) -> SafeString:
    points = chart.points[: BARS if chart.in_time else LINES]
    values = [
        figure / chart.unit
        for each in points
        for figure in (
            *(each.value, each.before),
            *((each.expected.least, each.expected.most) if each.expected else ()),
            *((each.chance.least, each.chance.most) if each.chance else ()),
        )
        if figure is not None
    ]
    steps = scale_steps(min(values), max(values))
    plan = _Plan(
        chart.in_time, len(points), steps[0] * chart.unit, steps[-1] * chart.unit, chart.height
    )
    written = chart.written_step or chart.written
    parts = [plan.grid(each * chart.unit, written(each * chart.unit)) for each in steps]
    marks = [_marks(chart, plan, place, each) for place, each in enumerate(points)]
    names = plan.names(points, chart.written)
    return format_html(
        '<svg class="chart-{}" width="100%" height="{}" role="img"'
        ' aria-labelledby="{}-title {}-desc"><title id="{}-title">{}</title>'
        '<desc id="{}-desc">{}</desc>{}{}{}{}</svg>',
        *("time" if chart.in_time else "names", plan.height, chart.id, chart.id),
        *(chart.id, chart.title, chart.id, chart.description),
        *(mark_safe("".join(each)) for each in (parts, marks, names)),  # noqa: S308
        plan.zero(),
    )


def _marks(chart: Chart, plan: "_Plan", place: int, point: Point) -> SafeString:
    """Return what is drawn of a point, from the back to the front."""
    title = f"{point.name}: {chart.written(point.value)}" if point.value is not None else point.name
    found = []
    if chart.shape == "bar":
        if point.value is not None:
            name = "lost" if point.value < 0 else "bar"
            found.append(plan.bar(place, (0.14, 0.86), (0.0, point.value), name, title))
        if point.before is not None:
            found.append(plan.line(place, (0.06, 0.94), point.before, "before"))
    else:
        if point.chance is not None:
            span = (point.chance.least, point.chance.most)
            found.append(plan.bar(place, (0.2, 0.8), span, "chance", title))
        if point.expected is not None:
            span = (point.expected.least, point.expected.most)
            found.append(plan.bar(place, (0.2, 0.8), span, "expected", title))
        if point.value is not None:
            found.append(plan.dot(place, point.value, title))
    return format_html_join("", "{}", ((each,) for each in found))


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things are: names along one edge, figures along the other."""

    in_time: bool
    count: int
    least: float
    most: float
    time_height: int

    @property
    def height(self) -> int:
        return self.time_height if self.in_time else self.count * ROW

    def _figure(self, value: float) -> str:
        part = (value - self.least) / (self.most - self.least)
        return f"{self.height * (1 - part):.1f}" if self.in_time else f"{100 * part:.2f}%"

    def _place(self, place: int, part: float) -> str:
        if self.in_time:
            return f"{100 * (place + part) / self.count:.2f}%"
        # The name stands above its bar.
        return f"{ROW * place + 18 + part * 18:.1f}"

    def bar(
        self,
        place: int,
        part: tuple[float, float],
        span: tuple[float, float],
        name: str,
        title: str,
    ) -> SafeString:
        """Return a rectangle between two figures; one that is too low to see is a pixel high."""
        low, high = sorted(span)
        whole = self.most - self.least
        wide = part[1] - part[0]
        if self.in_time:
            size = (
                f"{100 * wide / self.count:.2f}%",
                f"{max(self.height * (high - low) / whole, 1):.1f}",
            )
            corner = (self._place(place, part[0]), self._figure(high))
        else:
            size = (f"{max(100 * (high - low) / whole, 0.2):.2f}%", f"{18 * wide:.1f}")
            corner = (self._figure(low), self._place(place, part[0]))
        return format_html(
            '<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
            *(name, *corner, *size, title),
        )

    def line(self, place: int, part: tuple[float, float], value: float, name: str) -> SafeString:
        """Return a line at a figure, across the place of a name."""
        one, other = (self._place(place, each) for each in part)
        at = self._figure(value)
        ends = (one, at, other, at) if self.in_time else (at, one, at, other)
        return format_html('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"></line>', name, *ends)

    def dot(self, place: int, value: float, title: str) -> SafeString:
        """Return a dot at a figure."""
        along, across = self._place(place, 0.5), self._figure(value)
        centre = (along, across) if self.in_time else (across, along)
        radius = 4 if self.count <= 60 else 2
        return format_html(
            '<circle cx="{}" cy="{}" r="{}"><title>{}</title></circle>', *centre, radius, title
        )

    def grid(self, value: float, text: str) -> SafeString:
        """Return a line of the scale, with its figure."""
        at = self._figure(value)
        if self.in_time:
            return format_html(
                '<line class="grid" x1="0" y1="{}" x2="100%" y2="{}"></line>'
                '<text class="step" x="-8" y="{}" dy="4">{}</text>',
                *(at, at, at, text),
            )
        return format_html(
            '<line class="grid" x1="{}" y1="0" x2="{}" y2="{}"></line>'
            '<text class="step" x="{}" y="{}">{}</text>',
            *(at, at, self.height, at, self.height + 16, text),
        )

    def zero(self) -> SafeString:
        """Return the line of nothing."""
        at = self._figure(0.0)
        ends = ("0", at, "100%", at) if self.in_time else (at, "0", at, str(self.height))
        return format_html('<line class="zero" x1="{}" y1="{}" x2="{}" y2="{}"></line>', *ends)

    def names(self, points: Sequence[Point], written: Callable[[float], str]) -> list[SafeString]:
        """Return the names: of moments every so many, every other of these not on a phone."""
        if not self.in_time:
            return [
                format_html(
                    '<text class="name" x="0" y="{}">{}</text>'
                    '<text class="value" x="100%" y="{}">{}</text>',
                    *(ROW * place + 13, each.name, ROW * place + 13),
                    written(each.value) if each.value is not None else "-",
                )
                for place, each in enumerate(points)
            ]
        every = ceil(self.count / LABELS)
        return [
            format_html(
                '<text class="moment{}" x="{}" y="{}">{}</text>',
                *(" second" if place // every % 2 else "", self._place(place, 0.5)),
                *(self.height + 18, each.name),
            )
            for place, each in enumerate(points)
            if place % every == 0
        ]
