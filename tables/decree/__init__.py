"""The clauses of the order that no game keeps by itself: what is common to all, equipment, chips
and exchange, incidents. Each list is a text of its own, in a file beside this module.

A clause has one of three: `code` that keeps it, why it has none here and what does it `otherwise`,
or what is `missing` because it is not built yet.
"""

from dataclasses import dataclass
from typing import Final, Literal

from tables.games.core.texts import Clause, Text, read

FILES: Final = ("common", "equipment", "chips", "incidents")
Tag = Literal["ENGINE", "FLOW", "STAFF", "RECORD", "PHYSICAL", ""]
"""What sort of rule it is, as the catalogue has it; empty for what is common to all games."""


@dataclass(frozen=True, slots=True)
class HouseClause(Clause):
    """One clause, and where it stands.

    What the order does not say in words of its own is authentic in the catalogue's English: a rule
    of play online, a consequence, a reference to a game's clause.
    """

    tag: Tag = ""
    code: str = ""
    """The code that keeps it, as a dotted path."""
    otherwise: str = ""
    """Why no code keeps it here, and what does it instead."""
    missing: str = ""
    """What has still to be built."""

    @property
    def where(self) -> str:
        """Where it is kept, in a few words."""
        if self.missing:
            return f"not built yet: {self.missing}"
        return self.code or f"no code: {self.otherwise}"


def catalogue_texts() -> tuple[Text[HouseClause], ...]:
    """Return all lists, in the order of the order."""
    return tuple(read(__package__, f"{name}.toml", HouseClause) for name in FILES)
