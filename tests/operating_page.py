"""The blocks of code of docs/operating.md and its neighbours, run as an administrator would."""

import re
import textwrap
from pathlib import Path
from typing import Final

from casino import settings

PAGE: Final = settings.ROOT / "docs" / "operating.md"
KEYS: Final = settings.ROOT / "docs" / "rotating-keys.md"


def blocks(section: str, language: str, page: Path = PAGE) -> list[str]:
    """Return the blocks of a section in a language, in order."""
    text = page.read_text(encoding="utf-8").partition(f"## {section}\n")[2]
    text = text.partition("\n## ")[0]
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(each) for each in found]


def adapted(text: str, changes: dict[str, str]) -> str:
    """Return a text for servers of this machine; each change is of something that is there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text
