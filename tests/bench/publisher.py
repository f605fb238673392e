"""Publishes real frames from a process of its own, as a worker or croupier does, when told to.

Reads `<table> <first> <count>` from standard input; answers each line with the monotonic
nanoseconds of the moment before. Started with the file of frames that are published in turn, one a
line, `%d` where the number belongs. A table's first follows whatever a hub has shown; each other
follows the one before it.
"""

import os
import sys
from pathlib import Path


def main(text: str) -> None:
    """Publish until standard input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    import django

    django.setup()
    import time

    from tables.realtime import publish

    turns = [frame.split("%d") for frame in text.splitlines()]
    shown = dict[int, int]()
    for line in sys.stdin:
        table, first, count = (int(word) for word in line.split())
        at = time.monotonic_ns()
        for seq in range(first, first + count):
            told = str(seq).join(turns[seq % len(turns)])
            # No event of these frames holds what ends the list of them.
            events = told.index('"events":[') + len('"events":['), told.index('],"view":')
            publish.frame(table, told, {}, seq=seq, follows=shown.get(table, 0), events=events)
            shown[table] = seq
        print(at, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_text())
