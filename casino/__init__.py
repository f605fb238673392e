"""The house: people, money, chance, configuration. Knows no game."""

import gc
import importlib
import sys
from typing import Any, cast

# By Python's own thresholds, collections are a tenth of what the start of a process costs.
gc.set_threshold(20_000, 20, 20)


def import_without(package: str, *unwanted: str) -> None:
    """Import a package without what it imports only where that is installed.

    Nothing here uses what it does with them, and they are a tenth of what a process imports.
    """
    modules = cast("dict[str, Any]", sys.modules)
    # To import what is `None` there is an ImportError.
    absent = dict.fromkeys(set(unwanted) - modules.keys())
    modules.update(absent)
    importlib.import_module(package)
    for name in absent:
        del modules[name]


import_without("structlog", "rich", "twisted")
