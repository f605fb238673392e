"""The house: people, money, chance, configuration. Knows no game."""

import gc
import sys
from typing import Any, cast

# By Python's own thresholds, collections are a tenth of what the start of a process costs.
gc.set_threshold(20_000, 20, 20)


def _import_structlog() -> None:
    """Import structlog without rich and Twisted, which it imports where they are installed.

    Nothing here uses what it does with them, and they are a tenth of what a process imports.
    """
    modules = cast("dict[str, Any]", sys.modules)
    # To import what is `None` there is an ImportError.
    absent = dict.fromkeys({"rich", "twisted"} - modules.keys())
    modules.update(absent)
    import structlog  # noqa: F401

    for name in absent:
        del modules[name]


_import_structlog()
