"""Legal texts as data: one TOML file per text, in the form that docs/texts.md describes.

A file is read when its text is first asked for, and kept.
"""

import pkgutil
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

Language = Literal["fr", "en"]


class BadText(Exception):
    """The file of a text is not in form; says which file, which clause and why."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a regulation, in the catalogue's numbering."""

    id: str
    """Stable id, e.g. `FR-2024-048`."""
    article: str
    """Where it stands in the text, e.g. `art. 55-4, 1° al. 8`."""
    fr: str
    """In French: the key phrase, word for word, of a text that is authentic in French."""
    en: str
    """The rule in English."""
    authentic: Language
    """The language whose words bind; the other says what they mean."""


C = TypeVar("C", bound=Clause)


@dataclass(frozen=True, slots=True)
class Text(Generic[C]):
    """A legal text, clause by clause."""

    key: str
    """What the ids of its clauses begin with."""
    title_fr: str
    title_en: str
    authentic: Language
    """Of every clause that does not say otherwise."""
    clauses: tuple[C, ...]
    short_fr: str = ""
    """What lists call it beside its game's name; empty: by its title."""
    short_en: str = ""


_Form = Mapping[str, tuple[bool, tuple[str, ...]]]
"""By name: whether the text is needed, and the words of one that is not free."""


@cache
def read(package: str, name: str, kind: type[C]) -> Text[C]:
    """Return the text of a file in a package, its clauses of a kind.

    Refuses, as `BadText`, what is not TOML, a key that is unknown or missing, a value that is
    blank or no text, an id that stands twice or does not begin with the text's key.
    """
    file = f"{package.replace('.', '/')}/{name}"
    written = pkgutil.get_data(package, name)
    if written is None:
        raise BadText(f"{file}: cannot be read")
    try:
        whole = tomllib.loads(written.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadText(f"{file}: {error}") from error
    entries = whole.pop("clauses", None)
    if not (isinstance(entries, list) and all(isinstance(each, dict) for each in entries)):
        raise BadText(f"{file}: has no [[clauses]]")
    _check(file, whole, _form(Text))
    found: dict[str, C] = {}
    form = _form(kind)
    for number, entry in enumerate(entries, 1):
        values = {"authentic": whole["authentic"], **entry}
        where = f"{file}, {entry.get('id', f'clause no. {number}')}"
        _check(where, values, form)
        clause = kind(**values)
        if clause.id in found:
            raise BadText(f"{where}: stands there twice")
        if not clause.id.startswith(f"{whole['key']}-"):
            raise BadText(f"{where}: the ids of this text begin with {whole['key']}-")
        found[clause.id] = clause
    return Text(clauses=tuple(found.values()), **whole)


def _form(kind: type[Any]) -> _Form:
    """Return the form of a dataclass: which texts it holds."""
    hints = get_type_hints(kind)
    return {
        each.name: (each.default is MISSING, get_args(hints[each.name]))
        for each in fields(kind)
        if hints[each.name] is str or get_origin(hints[each.name]) is Literal
    }


def _check(where: str, values: Mapping[str, Any], form: _Form) -> None:
    """Refuse values that have not the form."""
    for name, (needed, _) in form.items():
        if needed and name not in values:
            raise BadText(f"{where}: has no {name}")
    for name, value in values.items():
        if name not in form:
            raise BadText(f"{where}: knows no {name}")
        if not isinstance(value, str) or not value.strip():
            raise BadText(f"{where}: {name} is no text")
        _, words = form[name]
        if words and value not in words:
            raise BadText(f"{where}: {name} is none of {', '.join(filter(None, words))}")
