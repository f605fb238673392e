"""Publishes real frames from a process of its own, as a worker or croupier does, when told to.

Reads `<table> <first> <count>` from standard input; answers each line with the monotonic
nanoseconds of the moment before. Started with the file of the frame, `%d` where its number belongs.
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

    from tables.live import publish

    head, _, tail = text.partition("%d")
    for line in sys.stdin:
        table, first, count = (int(word) for word in line.split())
        at = time.monotonic_ns()
        for seq in range(first, first + count):
            publish.frame(table, f"{head}{seq}{tail}", {}, seq=seq, follows=seq - 1)
        print(at, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_text())
