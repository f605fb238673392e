"""Where a rule comes from: the clause beside the value."""

from dataclasses import MISSING, field
from typing import Any


def enacted_by(*clauses: str, default: Any = MISSING) -> Any:
    """Return dataclass field metadata that names the clauses behind a rule's value.

    `default` is what holds in a book that does not know the rule.
    """
    return field(metadata={"clauses": clauses}, default=default)
