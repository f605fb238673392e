"""The list of mutants: files of this folder, one for each part of the house."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = tuple(sorted(Path(__file__).parent.glob("*.toml")))


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong change of one file."""

    part: str
    file: str
    """Below the checkout."""
    text: str
    """What is replaced: it occurs exactly once in the file."""
    instead: str
    tests: tuple[str, ...]
    """What pytest is given: the nearest test files, one of which must fail."""
    equivalent: str = ""
    """Why no test can fail, where none can."""

    @property
    def name(self) -> str:
        """Where and what it changes, in one line."""
        return f"{self.file}: {_line(self.text)} -> {_line(self.instead) or 'nothing'}"

    @property
    def mutated(self) -> str:
        """The file with the change in it; raises `ValueError` where the text is not in it once."""
        source = (ROOT / self.file).read_text(encoding="utf-8")
        if source.count(self.text) != 1:
            raise ValueError(f"{self.name}: the text occurs {source.count(self.text)} times.")
        return source.replace(self.text, self.instead)


def mutants() -> Iterator[Mutant]:
    """Yield all mutants, those together that have the same tests.

    A file has tables `[[of]]` with `file`, `tests` and `mutants`: pairs of a text and what stands
    there instead, or, where no test can find it, triples with the reason.
    """
    for path in PARTS:
        for group in tomllib.loads(path.read_text(encoding="utf-8"))["of"]:
            for text, instead, *why in group["mutants"]:
                yield Mutant(
                    path.stem, group["file"], text, instead, tuple(group["tests"]), "".join(why)
                )


def _line(text: str) -> str:
    return " ".join(text.split())
