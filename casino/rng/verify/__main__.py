"""`python verify BUNDLE.json` or `python verify log FILE_OR_ADDRESS`, also of this folder alone."""

import sys
from pathlib import Path

if __name__ == "__main__":
    if not __package__:
        # A folder that is run has no package: its own is found beside it.
        sys.path[0] = str(Path(__file__).resolve().parent.parent)
        __package__ = "verify"
        __import__(__package__)
    if sys.argv[1:2] == ["log"]:
        del sys.argv[1]
        from .log import main
    else:
        from . import main
    sys.exit(main())
