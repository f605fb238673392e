"""Computes the edges that the program knows by heart, and writes them where it looks for them.

Run `python scripts/computed_edges.py` after a change to the theory of blackjack; a test recomputes
some of them and fails when the file is stale.
"""

import sys
from dataclasses import fields
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tables.games.blackjack import BLACKJACK  # noqa: E402
from tables.games.blackjack.theory.main_game import main_game  # noqa: E402
from tables.games.blackjack.theory.strategy import written_worth  # noqa: E402
from tables.games.blackjack.theory.terms import MainTerms  # noqa: E402

TARGET = ROOT / "tables" / "games" / "blackjack" / "theory" / "computed.py"
SETS = [(book, {}) for book in BLACKJACK.books]
SETS += [("FR-2024", {"surrender": True}), ("FR-2007", {"surrender": True})]
SETS += [("HOUSE", {"max_splits": 3}), ("HOUSE", {"double_after_split": False})]

HEAD = '''"""Edges computed in advance by `scripts/computed_edges.py`; not edited by hand."""

from typing import Final

from tables.games.blackjack.terms import BlackjackTie, EvenMoneyTerms, Push21
from tables.games.blackjack.theory.terms import MainTerms

__all__ = ["COMPUTED", "BlackjackTie", "EvenMoneyTerms", "Push21"]

COMPUTED: Final[tuple[tuple[MainTerms, float, float, str, str], ...]] = (
'''


def entry(name: str, terms: MainTerms) -> str:
    """Return the source of one stored result."""
    found = main_game(terms)
    lines = [f"    # {name}", "    (", "        MainTerms("]
    for field in fields(terms):
        value = getattr(terms, field.name)
        kind = type(value).__name__
        enum = kind in ("BlackjackTie", "EvenMoneyTerms", "Push21")
        shown = f"{kind}.{value.name}" if enum else repr(value).replace("'", '"')
        lines.append(f"            {field.name}={shown},")
    lines += ["        ),", f"        {found.edge!r},", f"        {found.error:.1e},"]
    lines += ['        """', found.strategy.written(), '""",']
    lines += ['        """', written_worth(found.worth), '""",', "    ),"]
    return "\n".join(lines)


def main() -> None:
    """Write the file."""
    entries = {}
    for book, options in SETS:
        terms = MainTerms.of(BLACKJACK.amend(book, options))
        name = " ".join([book, *[f"{key}={value}" for key, value in options.items()]])
        if terms not in entries:
            print(name, flush=True)
            entries[terms] = entry(name, terms)
    TARGET.write_text(HEAD + "\n".join(entries.values()) + "\n)\n", encoding="utf-8")


if __name__ == "__main__":
    main()
