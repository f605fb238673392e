"""`make RELEASE` plays a house and keeps it, `rehearse` keeps none; `freeze` keeps migrations.

In the house of the environment, which was kept: `audit RELEASE` tells what is wrong with it,
`go_on RELEASE` plays on where it was left, and tells then.
"""

import argparse
import sys

from tests.archive import frozen, kept


def main() -> int:
    """Run a subcommand; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.archive", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("freeze", help="keep new migrations from being rewritten")
    commands.add_parser("rehearse", help="play a house as for an archive, and drop it")
    for name, what in (
        ("make", "play a house and keep it"),
        ("audit", "tell what is wrong with a house that was kept"),
        ("go_on", "play on where it was left, then tell"),
    ):
        commands.add_parser(name, help=what).add_argument("release")
    given = parser.parse_args()
    match given.what:
        case "freeze":
            print("\n".join(frozen.freeze()) or "Nothing new.")  # noqa: T201
            return 0
        case "rehearse":
            return rehearse()
        case "make":
            return make_archive(given.release)
        case "audit":
            return audit(given.release)
        case _:
            return go_on(given.release)


def rehearse() -> int:
    """Play a new house as for an archive, but for rare wins; return as `audit`."""
    with kept.fresh_house():
        from tests.archive.audit import faults
        from tests.archive.playing import Play

        Play("rehearsal").everything()
        found = faults(kept.ARCHIVE / "none")
    print("\n".join(found))  # noqa: T201
    return 1 if found else 0


def make_archive(release: str) -> int:
    """Play a house and keep it; print what was written."""
    with kept.fresh_house() as (url, keys):
        from tests.archive.playing import LUCK, Play

        Play(release, LUCK).everything()
        folder = kept.keep(release, url, keys)
    for path in sorted(folder.rglob("*.*")):
        print(f"{path.stat().st_size:9,} {path.relative_to(kept.ARCHIVE)}")  # noqa: T201
    return 0


def audit(release: str) -> int:
    """Print what is wrong with the house; return 1 when anything is."""
    kept.set_up()
    from tests.archive.audit import faults

    found = faults(kept.ARCHIVE / release / "bundles.jsonl")
    print("\n".join(found))  # noqa: T201
    return 1 if found else 0


def go_on(release: str) -> int:
    """Play on; return as `audit`."""
    kept.set_up()
    from tests.archive.playing import Play

    Play("on").go_on()
    return audit(release)


if __name__ == "__main__":
    sys.exit(main())
