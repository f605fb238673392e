"""Where the house's own files are, in a checkout or installed, and where it may write."""

import os
from pathlib import Path
from typing import Final

CODE: Final = Path(__file__).resolve().parent.parent.parent
"""The folder of the packages `casino` and `tables`: the checkout, or `site-packages`."""
CHECKED_OUT: Final = (CODE / "manage.py").is_file()
ROOT: Final = CODE if CHECKED_OUT else CODE / "casino" / "house"
"""The folder of the Procfile, the built page, templates and signed reports."""


def var_folder() -> Path:
    """Return SABOT_VAR, else `var` of the checkout, else the user's data folder (XDG)."""
    if named := os.environ.get("SABOT_VAR"):
        return Path(named)
    if CHECKED_OUT:
        return ROOT / "var"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sabot"
