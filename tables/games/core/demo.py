"""The tables of the demo house."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table of the demo house, and the rules that it is played by."""

    name: str
    series: str
    """What its rule set is called."""
    book: str
    options: Mapping[str, Any]
    practice: bool = False
