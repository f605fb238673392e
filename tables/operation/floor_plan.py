"""The first tables of a house: a TOML file that lists them is read, checked and set up."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.utils import translation
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from casino.players.models import Player
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.models import RuleSet, Table
from tables.office.actions import refusal_text
from tables.operation import opening
from tables.rules import services as rules

SAMPLES: Final = Path(__file__).resolve().parent / "floor_plans"
"""A plan for each place whose profile comes with the house, by the profile's name."""


class PlanRefused(Exception):
    """A plan that cannot be carried out; its text has a sentence for each thing that is wrong."""


class _Part(BaseModel):
    """A TOML table of a plan: each key is read, and no other is there."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PlannedRules(_Part):
    """A rule set: a game, the text that it is played by, and what the house chooses of it."""

    game: str
    book: str
    options: dict[str, Any] = Field(default={})


class PlannedTable(_Part):
    """A table, by the name of its rule set."""

    name: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^\S.*$")]
    rules: str
    float_cents: Annotated[int, Field(ge=0)] = opening.FLOAT
    practice: bool = False


class FloorPlan(_Part):
    """The rule sets and tables of a file."""

    rules: dict[str, PlannedRules]
    tables: Annotated[list[PlannedTable], Field(min_length=1)]


def read_plan(name: str) -> FloorPlan:
    """Return the plan of a file whose path ends in `.toml`, or the sample of a place.

    Raises `PlanRefused` for what cannot be read, what the house does not have, and what its licence
    or the text of a game does not allow.
    """
    path = Path(name) if name.endswith(".toml") else SAMPLES / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(each.stem for each in SAMPLES.glob("*.toml")))
        raise PlanRefused(f"--tables must be the path of a file .toml, or one of {known}.")
    try:
        plan = FloorPlan.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as invalid:
        wrong = [f"{_place(each['loc'])}: {each['msg']}." for each in invalid.errors()]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as unreadable:
        wrong = [f"{unreadable}."]
    else:
        wrong = [*_faults(plan)]
        if not wrong:
            return plan
    raise PlanRefused("\n".join(f"{path}: {each}" for each in wrong))


def _place(keys: tuple[int | str, ...]) -> str:
    return ".".join(str(each) for each in keys)


def _faults(plan: FloorPlan) -> Iterator[str]:
    """Yield what house, licence or text do not allow, a sentence each."""
    for series, wanted in plan.rules.items():
        if fault := _fault_of_rules(series, wanted):
            yield f"rules.{series}: {fault}"
    names: set[str] = set()
    for number, table in enumerate(plan.tables):
        if table.rules not in plan.rules:
            yield f"tables.{number}.rules: there are no rules {table.rules!r} in this file."
        if table.float_cents > settings.FLOAT_CEILING:
            yield f"tables.{number}.float_cents: FLOAT_CEILING is {settings.FLOAT_CEILING}."
        if table.name in names:
            yield f"tables.{number}.name: {table.name!r} is there twice."
        names.add(table.name)


def _fault_of_rules(series: str, wanted: PlannedRules) -> str:
    if not re.match(rules.SERIES, series):
        return "a name has letters, digits, blanks and . _ - ’ ' / only."
    if wanted.game not in GAMES:
        return f"there is no game {wanted.game!r}; there are {', '.join(GAMES)}."
    books = GAMES[wanted.game].books
    if wanted.book not in books:
        return f"{wanted.game} has no text {wanted.book!r}; it has {', '.join(books)}."
    if not settings.PROFILE.allows(wanted.game, wanted.book):
        return f"the licence ({settings.PROFILE.key}) does not allow {wanted.game} by this text."
    if unknown := wanted.options.keys() - books[wanted.book].choices.keys():
        return f"the text has no option {', '.join(sorted(unknown))}."
    try:
        rules.check_options(wanted.game, wanted.book, wanted.options)
    except Refused as refused:
        option = refused.detail.get("option", "options")
        return f"{option}: {reason_of(refused)}"
    return ""


def reason_of(refused: Refused) -> str:
    """Return in English why something was refused, as the office says it."""
    with translation.override("en"):
        return refusal_text(refused)


def publish_rules(
    series: str,
    wanted: PlannedRules,
    *,
    operator: Player,
    reason: str,
    agreed_by: Player | None = None,
) -> None:
    """Publish the first version of a series, unless it exists.

    Where the state's control must agree, `agreed_by` does. Refuses as `rules.publish_draft` does.
    """
    if RuleSet.objects.filter(series=series).exists():
        return
    draft = rules.begin_draft(
        draft_id=uuid4(),
        series=series,
        game=wanted.game,
        book=wanted.book,
        options=wanted.options,
        operator=operator,
    )
    if agreed_by is not None and rules.options_to_agree(draft):
        rules.agree_to_draft(draft.pk, revision=draft.revision, operator=agreed_by)
    rules.publish_draft(draft.pk, revision=draft.revision, operator=operator, reason=reason)


def set_up_tables(plan: FloorPlan, *, operator: Player, reason: str) -> list[Table]:
    """Set up the tables of a plan that do not exist, closed, with their rules; return them.

    All or none. What exists stays as it is. Raises `PlanRefused` for rules that the state's control
    must agree to, that favour the player, or whose name another game or text has.
    """
    made = []
    with transaction.atomic():
        for table in plan.tables:
            if Table.objects.filter(name=table.name).exists():
                continue
            wanted = plan.rules[table.rules]
            others = RuleSet.objects.filter(series=table.rules)
            if others.exclude(game=wanted.game, book=wanted.book).exists():
                raise PlanRefused(f"rules.{table.rules}: the house has others of this name.")
            try:
                publish_rules(table.rules, wanted, operator=operator, reason=reason)
                made.append(
                    opening.create_table(
                        name=table.name,
                        rules_key=table.rules,
                        operator=operator,
                        float_amount=table.float_cents,
                        practice=table.practice,
                    )
                )
            except Refused as refused:
                raise PlanRefused(f"table {table.name}: {reason_of(refused)}") from None
    return made
