"""The real generator against verifiers that share no line with it: bundles of every shape.

`written(directory, count)` writes them for a verifier in any language: `directory/0000.json` and
so on, and `directory/expected.json`, which says by file name what a verifier must find in each.
The short form makes sixty-four, the campaign a thousand.
"""

import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import transaction
from django.test import override_settings

from casino.rng import contributions, draws, shoes, verify
from casino.rng.core.constants import DRAW_TAGS, SHOE_TAGS
from tests import campaign
from tests.relay import AT, ROUND, Relay, relay
from tests.rng import browser_verifier
from tests.rng.bundles import Bundle, DrawShape, Shape, draw_shapes, shapes
from tests.rng.ceremony import open_, seal

pytestmark = [pytest.mark.campaign, pytest.mark.django_db(transaction=True)]

COUNT = campaign.length(64, 1000)
AHEAD = 6000
"""Milliseconds that the recorded round lies ahead when a list is closed, as the house names it."""
LATER: dict[str, int] = {"late": AHEAD + 1}
"""Milliseconds from closing a list to opening the last secret; 2000 where nothing else is said."""


class House:
    """The house's services, its clock set before the recorded round where a beacon is asked."""

    def __init__(self, told: Relay, silent: Relay) -> None:
        self.told, self.silent = told, silent
        self.now = 0
        """Milliseconds since 1970."""

    def clock(self) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(self.now / 1000, datetime.UTC)

    @contextmanager
    def asking(self, shape: Shape | DrawShape) -> Iterator[None]:
        """Set clock and relay as the shape's beacon wants them."""
        if shape.beacon == "none":
            yield
            return
        asked = self.silent if shape.beacon == "missing" else self.told
        self.now = AT - AHEAD
        with (
            override_settings(
                BEACON="quicknet",
                BEACON_URLS=[asked.url],
                BEACON_WAIT=0,
                BEACON_FALLBACK="no_beacon",
            ),
            patch.object(contributions, "now", self.clock),
        ):
            yield

    def contribute(self, subject: UUID, shape: Shape | DrawShape, stage: str) -> None:
        """Bring a promise to this stage: `promised`, `listed` or `opened`."""
        if stage == "promised" or (shape.contributions == "none" and shape.beacon == "none"):
            return
        cutter = shape.cutter if isinstance(shape, Shape) else 0
        tags = SHOE_TAGS if isinstance(shape, Shape) else DRAW_TAGS
        wanted = {seat: shape.cut_from + 3 if seat == cutter else None for seat in shape.seats}
        for seat, cut in wanted.items():
            seal(subject, seat, cut, tags)
        contributions.close(subject)
        if stage == "listed":
            return
        self.now += LATER.get(shape.beacon, 2000)
        for seat, cut in wanted.items():
            if seat not in shape.withheld:
                open_(subject, seat, cut)
        contributions.finish(subject)
        self.now = max(self.now, AT + 1000)

    def shoe(self, shape: Shape, number: int) -> Bundle:
        """The bundle of a shoe of this shape."""
        table = f"table:{number}"
        with self.asking(shape):
            if shape.refill:
                shoe = self.refill(shape, table)
            else:
                cut = (shape.cut_from, shape.cut_to) if shape.cut_to else None
                promise = shoes.Terms(
                    game="blackjack",
                    rules="blackjack.fr-2024",
                    packs=shape.packs,
                    cards_behind=shape.behind,
                    burn=shape.burn,
                    cut=cut,
                    contributions=shape.contributions,
                    beacon=shape.beacon != "none",
                )
                shoe = shoes.promise_shoe(table, 1, promise)
            self.contribute(shoe.id, shape, shape.void or "opened")
            if shape.void:
                shoes.void_shoe(shoe.id, "Panne")
            else:
                shoes.shuffle_shoe(shoe.id)
                with transaction.atomic():
                    if shape.dealt:
                        shoes.open_cards(shoe.id, shape.dealt)
                shoes.retire_shoe(shoe.id)
        return published(shoes.bundle(shoe.id))

    def refill(self, shape: Shape, table: str) -> Any:
        ran_out = shoes.make_shoe(table, 1, packs=shape.packs, cards_behind=0, burn=0)
        with transaction.atomic():
            shoes.open_cards(ran_out.id, shape.refill)
        return shoes.promise_refill(
            table, 2, ran_out=ran_out.id, cards=shape.refill, game="blackjack", rules="any"
        )

    def draw(self, shape: DrawShape, number: int) -> Bundle:
        """The bundle of a draw of this shape."""
        with self.asking(shape):
            draw = draws.prepare_draw(
                f"table:{number}",
                1,
                shape.sides,
                game="wheel",
                rules="wheel.any",
                contributions=shape.contributions,
                beacon=shape.beacon != "none",
            )
            self.contribute(draw.id, shape, shape.withdrawn or "opened")
            if shape.withdrawn:
                draws.withdraw_draw(draw.id)
            else:
                draws.make_draw(draw.id, f"round:{number}")
                draws.reveal_draw(draw.id)
        return published(draws.bundle(draw.id))


def published(given: object) -> Bundle:
    whole: Bundle = json.loads(json.dumps(given))
    return whole


@contextmanager
def house() -> Iterator[House]:
    with relay() as told, relay(lambda asked: asked.tell(b"{}", status=404)) as silent:
        yield House(told, silent)


def made(count: int) -> Iterator[tuple[Bundle, dict[str, Any]]]:
    """Bundles of the real generator, three shoes to a draw, each with what must be found in it."""
    own, others = shapes(count), draw_shapes(count)
    with house() as at:
        for number in range(count):
            if number % 4 == 3:
                draw = next(others)
                if draw.beacon == "unnamed":
                    draw = replace(draw, beacon="missing")
                found = gathered(draw, draw.withdrawn)
                yield at.draw(draw, number), {"kind": "draw", "fell": not draw.withdrawn, **found}
            else:
                shape = as_the_house_makes_it(next(own))
                found = gathered(shape, shape.void)
                yield at.shoe(shape, number), {"kind": "shoe", **dealt(shape), **found}


def as_the_house_makes_it(shape: Shape) -> Shape:
    """The nearest shape of the house's: it names a round whenever a beacon takes part."""
    if shape.refill:
        return replace(shape, beacon="none", burn=0, behind=0, cut_from=0, cut_to=0, void="")
    return replace(shape, beacon="missing") if shape.beacon == "unnamed" else shape


def gathered(shape: Shape | DrawShape, given_up: str) -> dict[str, Any]:
    opened = given_up in ("", "opened")
    mixed = [seat for seat in shape.seats if seat not in shape.withheld]
    beacon = {"late": "missing", "recorded": "checked"}.get(shape.beacon, shape.beacon)
    if given_up:
        beacon = "none" if shape.beacon == "none" or given_up == "promised" else "missing"
    return {
        "mixed": mixed if opened and shape.contributions == "full" else [],
        "withheld": sorted(shape.withheld) if opened else [],
        "beacon": beacon,
        "round": 0 if beacon == "none" else ROUND,
    }


def dealt(shape: Shape) -> dict[str, Any]:
    if shape.void:
        return {"void": True, "by": 0, "burnt": 0, "dealt": 0, "left": 0}
    left = (shape.refill or shape.packs * 52) - shape.burn - shape.dealt
    by = 0 if shape.cutter in shape.withheld else shape.cutter
    counts = {"burnt": shape.burn, "dealt": shape.dealt, "left": left}
    return {"void": False, "by": by, **counts}


def written(directory: Path, count: int) -> None:
    """Write so many bundles, and `expected.json`: by file name what must be found in each."""
    told = {}
    for number, (whole, found) in enumerate(made(count)):
        name = f"{number:04}.json"
        (directory / name).write_text(json.dumps(whole))
        told[name] = found
    (directory / "expected.json").write_text(json.dumps(told, indent=1))


def found_in(whole: object, kind: str) -> dict[str, Any]:
    """What the verifier in Python finds, under the names of `expected.json`."""
    if kind == "draw":
        draw = verify.verify_draw(whole)
        mine: dict[str, Any] = {"kind": kind, "fell": draw.values is not None}
        brought = draw.contributions
    else:
        shoe = verify.verify(whole)
        mine = {"kind": kind, "void": shoe.void is not None, "by": shoe.by}
        for name in ("burnt", "dealt", "left"):
            mine[name] = len(getattr(shoe, name))
        brought = shoe.contributions
    mine["mixed"], mine["withheld"] = [*brought.mixed], [*brought.withheld]
    return {**mine, "beacon": brought.beacon, "round": brought.round}


def test_every_bundle_of_the_house_is_right_and_says_what_was_done(tmp_path: Path) -> None:
    written(tmp_path, COUNT)
    told = json.loads((tmp_path / "expected.json").read_text())
    assert len(told) == COUNT
    for name, expected in told.items():
        whole = verify.read(tmp_path / name)
        assert found_in(whole, expected["kind"]) == expected, name
    said = browser_verifier.verdicts((tmp_path / name).read_text() for name in told)
    for (name, expected), verdict in zip(told.items(), said, strict=True):
        assert browser_verifier.found_in(verdict) == expected, name
    seen = {
        json.dumps([value.get(key) for key in ("void", "beacon", "fell")])
        for value in told.values()
    }
    assert len(seen) >= 10, seen
