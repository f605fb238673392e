"""Computes the edges that need no computing at a table, and writes them where they are looked for.

Run `python scripts/computed_edges.py` after a change to the theory of blackjack; a test recomputes
some of them and fails when the file is stale.
"""

import sys
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tables.games.blackjack import BLACKJACK  # noqa: E402
from tables.games.blackjack.theory.main_game import main_game  # noqa: E402
from tables.games.blackjack.theory.strategy import MainReturn, written_worth  # noqa: E402
from tables.games.blackjack.theory.terms import MainTerms  # noqa: E402

TARGET = ROOT / "tables" / "games" / "blackjack" / "theory" / "computed.toml"
SETS = [(book, {}) for book in BLACKJACK.books]
SETS += [("FR-2024", {"surrender": True}), ("FR-2007", {"surrender": True})]
SETS += [("HOUSE", {"max_splits": 3}), ("HOUSE", {"double_after_split": False})]

HEAD = "# Edges computed in advance by `scripts/computed_edges.py`; not edited by hand.\n"


def entry(name: str, terms: MainTerms, found: MainReturn) -> str:
    """Return a stored result as TOML; a term that is `None` is left out."""
    lines = ["[[computed]]", f'rules = "{name}"', f"edge = {found.edge!r}"]
    lines += [f"error = {found.error:.1e}", "strategy = '''", found.strategy.written() + "'''"]
    lines += ["worth = '''", written_worth(found.worth) + "'''", "[computed.terms]"]
    lines += [
        f"{key} = {_toml(value)}" for key, value in asdict(terms).items() if value is not None
    ]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return (
        str(list(value))
        if isinstance(value, tuple)
        else repr(value if isinstance(value, int) else str(value)).replace("'", '"')
    )


def main() -> None:
    """Write the file."""
    entries = {}
    for book, options in SETS:
        terms = MainTerms.of(BLACKJACK.amend(book, options))
        name = " ".join([book, *[f"{key}={value}" for key, value in options.items()]])
        if terms not in entries:
            print(name, flush=True)
            entries[terms] = entry(name, terms, main_game(terms))
    TARGET.write_text("\n".join([HEAD, *entries.values()]), encoding="utf-8")


if __name__ == "__main__":
    main()
