"""The documents are true in their names: one meaning of a term, every path there, one version."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from django.core.management import get_commands

from scripts import docs_site, draw_architecture, pythons
from tests.browser import gallery

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "GLOSSARY.md")
DOCUMENTS: Final = [*(ROOT / name for name in PAGES), *sorted(ROOT.glob("docs/**/*.md"))]
FOLDERS: Final = ("casino", "tables", "tests", "scripts", "docs", "conformity", "frontend/src")
CODE: Final = (".py", ".ts", ".svelte", ".sql")
ENDINGS: Final = (*CODE, ".md", ".yml", ".toml", ".json", ".jsonl", ".html", ".svg")

BUILT: Final = ("frontend/dist/",)
"""Made by `make build`, so no part of a fresh clone."""
TAUGHT: Final = {
    "tables/games/coin_toss": "tests/toys/coin_toss/game",
    "frontend/src/games/coin_toss": "tests/toys/coin_toss/page",
}
"""Where the files lie that the tutorial has its reader write."""
FOREIGN: Final = {"MONITOR"}
"""Names in backticks of the documents that are of other programs."""


def terms(glossary: str) -> list[str]:
    """Return the words that a glossary defines, a qualifier in brackets included."""
    rows = re.findall(r"^\| (.+?) \|.*\|$", glossary, re.MULTILINE)
    return [term.strip() for row in rows for term in re.split(r", (?![^(]*\))", row)]


def defined_twice(glossary: str) -> list[str]:
    """Name the words with more than one meaning that a reader cannot tell by their qualifiers."""
    qualified: defaultdict[str, list[str]] = defaultdict(list)
    for term in terms(glossary):
        qualified[re.sub(r" \(.*\)", "", term)].append(term)
    return [
        word
        for word, found in qualified.items()
        if len(found) > 1 and (word in found or len(set(found)) < len(found))
    ]


def quoted(document: str) -> list[str]:
    """Return what stands in backticks, blocks of code left out."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", document, flags=re.DOTALL))


def drawn(picture: str) -> set[str]:
    """Return the modules and packages that a picture names, as `rounds/step` of `tables`."""
    return set(re.findall(r"\b[a-z]+/[a-z_/]+", " ".join(re.findall(r">([^<]+)</text>", picture))))


@cache
def files() -> list[str]:
    """Return the files below FOLDERS, and the folders that hold them."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return [path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts]


@cache
def endings() -> set[str]:
    """Return every last part of the path of a file or folder, the whole path included."""
    parts = [path.split("/") for path in files()]
    return {"/".join(each[at:]) for each in parts for at in range(len(each))}


@cache
def words() -> set[str]:
    """Return every word of the sources, and those of other programs."""
    sources = (ROOT / path for path in files() if path.endswith(CODE) and "test_docs" not in path)
    found = re.findall(r"\w+", " ".join(path.read_text(encoding="utf-8") for path in sources))
    return FOREIGN.union(found)


def is_there(path: str) -> bool:
    """Tell whether a path, whole or its last part, is one of the repository's."""
    for lesson, place in TAUGHT.items():
        path = path.replace(lesson, place)
    path = re.sub(r"<\w+>|\*+", "*", path.rstrip("/"))
    if path.startswith(BUILT) or path in endings() or (ROOT / path).exists():
        return True
    return "*" in path and any(PurePosixPath(each).match(path) for each in files())


def missing(document: str) -> Iterator[str]:
    """Name the paths and names of code in a document's backticks that are not there."""
    tops = {folder.partition("/")[0] for folder in FOLDERS}
    for text in quoted(document):
        if re.fullmatch(r"[\w.<>*-]+(/[\w.<>*-]+)*/?", text) and not text.startswith("var/"):
            of_house = "/" in text and text.partition("/")[0] in tops
            if (of_house or Path(text).suffix in ENDINGS) and not is_there(text):
                yield text
        name = re.fullmatch(r"(?:\w+\.)*([A-Za-z]\w*)(?:\([\w, ]*\))?", text)
        if name and not text.endswith(ENDINGS) and name[1] not in words():
            yield text


def test_no_term_of_the_glossary_has_two_meanings() -> None:
    glossary = (ROOT / "GLOSSARY.md").read_text(encoding="utf-8")
    assert len(terms(glossary)) > 100
    assert defined_twice(glossary) == []


def test_a_planted_second_meaning_is_named() -> None:
    row = "| {} | – | a meaning |\n"
    twice = row.format("seat, holder") + row.format("holder, bettor")
    assert defined_twice(twice) == ["holder"]
    assert defined_twice(row.format("claim") + row.format("claim (of the banco)")) == ["claim"]
    assert defined_twice(row.format("seal (a, b)") + row.format("seal (at rest)")) == []


def unknown(document: str) -> Iterator[str]:
    """Name the commands of `manage.py` and `make` in a document that there are not."""
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    yield from set(re.findall(r"manage\.py ([a-z]\w+)", document)) - get_commands().keys()
    yield from set(re.findall(r"`(?:[A-Z_]+=\S+ )*make ([\w-]+)", document)) - targets


def test_commands_in_the_documents_exist() -> None:
    found = {path.name: [*unknown(path.read_text(encoding="utf-8"))] for path in DOCUMENTS}
    assert {name: commands for name, commands in found.items() if commands} == {}
    planted = "`manage.py verify_shoe F`, `manage.py verify_sho`, `PORT=1 make run`, `make runn`"
    assert [*unknown(planted)] == ["verify_sho", "runn"]


def test_paths_and_names_in_the_documents_exist() -> None:
    # Decisions (docs/adr) may name what an alternative would have used: their paths alone count.
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in DOCUMENTS
        if (
            names := [
                each
                for each in missing(path.read_text(encoding="utf-8"))
                if path.parent.name != "adr" or "/" in each
            ]
        )
    }
    assert found == {}


def test_a_planted_path_and_a_planted_name_are_named() -> None:
    text = "`tables/realtime/hub.py`, `tables/hub.py`, `Hub`, `Hubb`, `seating.sitt` ```\n`x`\n```"
    assert [*missing(text)] == ["tables/hub.py", "Hubb", "seating.sitt"]


def misdrawn(picture: str) -> list[str]:
    """Name the modules of a picture that are not there."""
    return [each for each in sorted(drawn(picture)) if not {each, f"{each}.py"} & endings()]


def test_the_drawn_processes_name_modules_that_exist() -> None:
    picture = (ROOT / "docs/processes.svg").read_text(encoding="utf-8")
    assert len(drawn(picture)) > 5
    assert misdrawn(picture) == []
    assert misdrawn("<text>rounds/step</text><text>rounds/stepp: x</text>") == ["rounds/stepp"]


def test_the_drawn_packages_are_those_of_the_code() -> None:
    picture = draw_architecture.PICTURE.read_text(encoding="utf-8")
    assert picture == draw_architecture.drawn(), "`make docs` draws it anew"


def test_packages_without_a_contract_are_drawn_above_what_they_import() -> None:
    arrows: dict[str, set[str]] = {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": {"e"}, "e": {"d"}}
    assert draw_architecture.by_imports([*"abc"], arrows) == [["a"], ["b"], ["c"]]
    assert draw_architecture.by_imports([*"de"], arrows) == [["d", "e"]]
    assert draw_architecture.reached(arrows)["a"] == {"b", "c"}


def built(root: Path, site: Path) -> str:
    """Build the documentation of a repository, strictly; return what is wrong with it."""
    command = (sys.executable, "-m", "mkdocs", "build", "--config-file", root / "mkdocs.yml")
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [*command, "--site-dir", site], env=env, check=False, capture_output=True, text=True
    )
    return "" if done.returncode == 0 else done.stderr


def test_the_site_has_every_page_and_no_dead_link_and_asks_no_stranger(tmp_path: Path) -> None:
    assert built(ROOT, tmp_path) == ""
    pages = [*tmp_path.rglob("*.html")]
    assert len(pages) > 70
    loaded = r"""<(?:script|img|iframe)[^>]+src="?https?:|<link[^>]+href="?https?:"""
    found = [path.name for path in pages if re.search(loaded, path.read_text(encoding="utf-8"))]
    assert found == []


def test_a_planted_page_and_planted_links_are_named(tmp_path: Path) -> None:
    for name in ("mkdocs.yml", *docs_site.BESIDE):
        shutil.copy(ROOT / name, tmp_path / name)
    for folder in ("docs", "scripts"):
        left_out = shutil.ignore_patterns("*.jpg", "*.png", "__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    (tmp_path / "docs/planted.md").write_text(
        "[a](../tables/hub.py) [b](operating.md#nowhere) [c](../README.md#nope) [d](adr/0000-x.md)"
    )
    told = built(tmp_path, tmp_path / "site")
    assert "  - planted.md\n" in told
    for link in ("source/tables/hub.py.md", "operating.md#nowhere", "README.md#nope"):
        assert f"'planted.md' contains a link '{link}'" in told
    assert "'planted.md' contains a link 'adr/0000-x.md'" in told


MOST_MODULES: Final = 15
"""In one package outside the games; `__init__` and `__main__` are not counted."""
NO_ROWS: Final = {
    "casino/embedded", "casino/rng", "tables/decree", "tables/games", "tables/management",
}  # fmt: skip
"""Packages with no row of modules in the architecture."""


def packages() -> dict[str, tuple[str, set[str]]]:
    """Return what the packages of the code hold: their docstring's first line, and their modules.

    Of packages inside these, a slash behind their name.
    """
    found = {}
    for path in sorted(ROOT.glob("casino/*/__init__.py")) + sorted(
        ROOT.glob("tables/*/__init__.py")
    ):
        inside = {each.stem for each in path.parent.glob("*.py")} - {"__init__"}
        inside |= {f"{each.parent.name}/" for each in path.parent.glob("*/__init__.py")}
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if text:
            first = text.partition("\n")[0].rstrip(".")
            found[path.parent.relative_to(ROOT).as_posix()] = (
                first,
                inside - {"migrations/", "management/"},
            )
    return {name: each for name, each in found.items() if name not in NO_ROWS}


def test_the_architecture_has_a_row_for_each_package_with_its_modules() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `((?:casino|tables)/\w+)` \| (.*) \| (.*) \|$", text, re.MULTILINE)
    named = {name: (holds, set(re.findall(r"`([\w/]+)`", inside))) for name, holds, inside in rows}
    assert named == packages()


def test_no_package_outside_the_games_is_a_drawer() -> None:
    folders = {path.parent for top in ("casino", "tables") for path in (ROOT / top).rglob("*.py")}
    counts = {
        folder.relative_to(ROOT).as_posix(): sum(
            path.stem not in ("__init__", "__main__") for path in folder.glob("*.py")
        )
        for folder in folders
    }
    full = {
        name
        for name, count in counts.items()
        if count > MOST_MODULES and not name.startswith("tables/games") and "migrations" not in name
    }
    assert full == set()
    assert len([*(ROOT / "casino").glob("*.py")]) <= 6
    drawers = {"manager", "helper", "helpers", "utils", "util", "misc", "common"}
    assert {name for name in counts if drawers & {*name.split("/")}} == set()


def decisions() -> list[tuple[str, str, str]]:
    """Return file, title and status of each decision."""
    heads = [
        (path.name, path.read_text(encoding="utf-8").split("\n", 3))
        for path in sorted((ROOT / "docs/adr").glob("[0-9]*.md"))
    ]
    return [
        (name, title.removeprefix("# "), status.removeprefix("**Status.** ").removesuffix("."))
        for name, (title, _, status, _) in heads
    ]


def test_each_decision_has_a_status_and_a_line_of_the_index() -> None:
    index = (ROOT / "docs/adr/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d{4})\]\((\S+)\) \| (.+) \| (.+) \|$", index, re.MULTILINE)
    assert [(file, title, status) for _, file, title, status in rows] == decisions()
    for number, (file, _, status) in zip((row[0] for row in rows), decisions(), strict=True):
        assert file.startswith(number)
        assert re.match(
            r"(Accepted|Superseded) \d{4}-\d\d-\d\d(; (amended|extended|superseded) by \[|$)",
            status,
        ), file
        for later, link in re.findall(r"\[(\d{4})\]\((\S+)\)", status):
            assert link.startswith(later)
            assert (ROOT / "docs/adr" / link).exists()


def test_the_readme_says_when_each_python_was_last_tested() -> None:
    seen = json.loads((ROOT / "docs/pythons.json").read_text(encoding="utf-8"))
    assert seen.keys() <= {*pythons.VERSIONS}
    said = ", ".join(f"{version} on {row['date']}" for version, row in seen.items())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Last tested, on x86-64: {said} (" in readme


def test_one_version_stands_wherever_one_is_written() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (released, *_) = re.findall(r"^## (\d\S*) – \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    page = json.loads((ROOT / "frontend/package.json").read_text())
    locked = json.loads((ROOT / "frontend/package-lock.json").read_text())
    found = {each["version"] for each in (project, page, locked, locked["packages"][""])}
    for path in ("deploy/README.md", "deploy/kubernetes/sabot.yaml"):
        found |= {*re.findall(r"\bsabot[:-](\d+\.\d+\.\d+)", (ROOT / path).read_text())}
    assert found == {released}
    assert (ROOT / "tests/archive" / released / "house.sql.xz").exists(), "`make archive` keeps one"


def test_the_gallery_shows_every_state_and_nothing_else() -> None:
    folder = ROOT / "docs" / "gallery"
    assert (folder / "README.md").read_text(encoding="utf-8") == gallery.told()
    assert {each.name for each in folder.glob("*.jpg")} == gallery.pictures()
