"""Where a rule comes from: the clause beside the value."""

from dataclasses import MISSING, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a regulation, in the catalogue's numbering."""

    id: str
    """Stable id, e.g. `FR-2024-048`."""
    fr: str
    """The key phrase of the text, in French."""
    en: str
    """The rule in one English sentence."""


def clauses_of(key: str, text: str) -> tuple[Clause, ...]:
    """Return the clauses of a written text: paragraphs of a number, « French » and English."""
    return tuple(_clause(key, paragraph) for paragraph in text.strip().split("\n\n"))


def _clause(key: str, paragraph: str) -> Clause:
    number, text = paragraph.split(maxsplit=1)
    french, english = " ".join(text.split()).removeprefix("« ").rsplit(" » ", 1)
    return Clause(f"{key}-{number}", french, english)


@dataclass(frozen=True, slots=True)
class Choice:
    """A house option: the values its text allows and the clause that grants it."""

    allowed: tuple[Any, ...] | str
    """The allowed values, or `int>=N`, `int>=N|null`, `int A..B`, `some of a b c`, or
    `object|null` for a configuration that the game itself reads and validates."""
    default: Any
    clause: str
    kind: str = "operator"
    """`operator`: the house may choose; `interpretation`: a reading of an ambiguity (AMB);
    `fixed`: stated by the text."""

    def permits(self, value: Any) -> bool:
        """Tell whether the text allows the value, as read from JSON (ENG-25)."""
        if not isinstance(self.allowed, str):
            return any(type(value) is type(each) and value == each for each in self.allowed)
        if self.allowed.startswith("some of "):
            return (
                isinstance(value, list | tuple)
                and len(set(value)) == len(value)
                and set(value) <= set(self.allowed.split()[2:])
            )
        if self.allowed.endswith("|map") and isinstance(value, dict):
            least = int(self.allowed.removeprefix("int>=").removesuffix("|map"))
            return all(type(each) is int and each >= least for each in value.values())
        if value is None:
            return self.allowed.endswith("|null")
        if self.allowed == "object|null":
            return isinstance(value, dict)
        if type(value) is not int:
            return False
        if self.allowed.startswith("int>="):
            return value >= int(self.allowed.removeprefix("int>=").partition("|")[0])
        low, high = self.allowed.removeprefix("int ").split("..")
        return int(low) <= value <= int(high)


def enacted_by(*clauses: str, default: Any = MISSING) -> Any:
    """Return dataclass field metadata that names the clauses behind a rule's value.

    `default` is what holds in a book that does not know the rule.
    """
    return field(metadata={"clauses": clauses}, default=default)
