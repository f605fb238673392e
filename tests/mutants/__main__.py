"""Runs the mutants of a part, or those whose name has a word, and says which survive."""

import argparse
import sys

from tests.mutants import campaign, listed


def main() -> int:
    """Return 1 where one survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--part", choices=[each.stem for each in listed.PARTS])
    parser.add_argument("--one-in", type=int, default=1, metavar="N", help="not all: one in N")
    parser.add_argument("words", nargs="*", metavar="WORD", help="of a mutant's file or text")
    chosen = parser.parse_args()
    mutants = [
        each
        for each in listed.mutants()
        if chosen.part in (None, each.part) and all(word in each.name for word in chosen.words)
    ]
    found = campaign.run(mutants[:: chosen.one_in]).values()
    return int("survived" in found or "broken" in found)


if __name__ == "__main__":
    sys.exit(main())
