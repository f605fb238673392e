"""Where a rule comes from: the clause beside the value."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, field
from typing import Any

from tables.games.core.protocol import Refused


def enacted_by(*clauses: str, default: Any = MISSING) -> Any:
    """Return dataclass field metadata that names the clauses behind a rule's value.

    `default` is what holds in a book that does not know the rule.
    """
    return field(metadata={"clauses": clauses}, default=default)


def cite_clauses(cited: Mapping[str, str]) -> Callable[..., Refused]:
    """Return what makes the refusal to raise, with the clause behind it.

    `cited` names the clause behind each code that has one.
    """

    def refusal(code: str, **detail: int | str) -> Refused:
        if clause := cited.get(code):
            detail["clause"] = clause
        return Refused(code, **detail)

    return refusal
