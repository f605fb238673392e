"""Draws the packages as layers with their imports, from the code, for `make docs`.

Rows are the layers of import-linter in pyproject.toml; a root without any has rows by its imports.
An arrow is an import that no others imply; a box names what it uses of the other root.
"""

import ast
import re
import tomllib
from html import escape
from itertools import product
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "layers.svg"
WIDTH, MARGIN, TITLE, HIGH, GAP, BETWEEN, MOST = 1200, 28, 44, 78, 40, 20, 5
HEAD = """<title>The packages and their imports, drawn from the code</title>
<style>
  text { font-family: system-ui, "Segoe UI", Roboto, sans-serif; fill: #16302b }
  .page { fill: #f6f4ee } .panel { fill: #e7eee9; stroke: #bccfc6 }
  .box { fill: #fff; stroke: #2f6b5b; stroke-width: 1.4 } .uses { fill: #8a5a12; font-size: 11px }
  .title { font-size: 19px; font-weight: 600 } .name { font-size: 16px; font-weight: 600 }
  .says { font-size: 11.5px; fill: #46605a }
  .arrow { fill: none; stroke: #2f6b5b; stroke-opacity: .7; marker-end: url(#tip) }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
 orient="auto"><path d="M0 0 8 4 0 8z" fill="#2f6b5b"/></marker></defs>
<rect class="page" width="100%" height="100%"/>"""


def panels(graph: grimp.ImportGraph, linter: dict[str, list]) -> dict[str, list[list[str]]]:
    """Return the rows of full package names of each container of layers, and of other roots."""
    found: dict[str, list[list[str]]] = {}
    for contract in linter["contracts"]:
        for container in contract.get("containers", []) if contract["type"] == "layers" else ():
            rows = [re.findall(r"[\w.]+", layer) for layer in contract["layers"]]
            rows = [[f"{container}.{each}" for each in row] for row in rows]
            found[container] = [[each for each in row if each in graph.modules] for row in rows]
    for root in linter["root_packages"]:
        if not any(container.split(".")[0] == root for container in found):
            parts = sorted(each for each in graph.find_children(root) if graph.find_children(each))
            found[root] = by_imports(parts, uses(graph, parts))
    return {
        container: [row[at : at + MOST] for row in rows for at in range(0, len(row), MOST)]
        for container, rows in found.items()
    }


def by_imports(boxes: list[str], arrows: dict[str, set[str]]) -> list[list[str]]:
    """Return packages in rows, each above those that it imports; a circle is one row."""
    rows: list[list[str]] = []
    while left := [box for box in boxes if all(box not in row for row in rows)]:
        rows.append([box for box in left if not arrows[box] & {*left}] or left)
    return rows[::-1]


def uses(graph: grimp.ImportGraph, boxes: list[str]) -> dict[str, set[str]]:
    """Return which of some packages each of them imports."""
    inside = {box: {box, *graph.find_descendants(box)} for box in boxes}
    owner = {module: box for box in sorted(inside, key=len) for module in inside[box]}
    imports = graph.find_modules_directly_imported_by
    found = {box: set().union(*map(imports, inside[box])) & owner.keys() for box in boxes}
    return {box: {owner[each] for each in found[box]} - {box} for box in boxes}


def reached(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return all that each package imports, itself or by others."""
    found = {box: {*targets} for box, targets in arrows.items()}
    for middle, box in product(arrows, repeat=2):
        found[box] |= found[middle] if middle in found[box] else set()
    return found


def says(box: str) -> str:
    """Return the first sentence of a package's docstring."""
    place = (ROOT / box.replace(".", "/")).with_suffix(".py")
    source = place if place.exists() else place.with_suffix("") / "__init__.py"
    text = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=[.;]) ", " ".join(text.split()))[0].rstrip(".;")


def lines(text: str, width: float, most: int = 2) -> list[str]:
    """Break a text into lines of about so many pixels, the last one cut short."""
    found = [""]
    for word in text.split():
        if len(f"{found[-1]} {word}") * 5.9 > width:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found if len(found) <= most else [*found[: most - 1], f"{found[most - 1]} …"]


def drawn() -> str:
    """Return the picture of the packages as they are."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    linter = project["tool"]["importlinter"]
    graph = grimp.build_graph(*linter["root_packages"])
    shown = panels(graph, linter)
    arrows = uses(graph, [box for rows in shown.values() for row in rows for box in row])
    beside = {
        box: {each for each in targets if each.split(".")[0] == box.split(".")[0]}
        for box, targets in arrows.items()
    }
    implied = reached(beside)
    at: dict[str, tuple[float, float, float]] = {}
    under, boxes, y = [], [], float(MARGIN)
    for container, rows in shown.items():
        high = TITLE + sum(map(bool, rows)) * (HIGH + GAP) - GAP + BETWEEN
        size = f'width="{WIDTH - 2 * MARGIN}" height="{high}"'
        under.append(f'<rect class="panel" x="{MARGIN}" y="{y:g}" {size} rx="12"/>')
        under.append(f'<text class="title" x="{MARGIN + 20}" y="{y + 29:g}">{container}</text>')
        for index, row in enumerate(filter(None, rows)):
            wide = min(420.0, (WIDTH - 4 * MARGIN - BETWEEN * (len(row) - 1)) / len(row))
            left = (WIDTH - len(row) * (wide + BETWEEN) + BETWEEN) / 2
            for place, box in enumerate(row):
                at[box] = (left + place * (wide + BETWEEN), y + TITLE + index * (HIGH + GAP), wide)
                boxes += boxed(box, container, at[box], arrows[box])
        y += high + BETWEEN
    ways = [
        f'<path class="arrow" d="{way(at[box], at[target])}"/>'
        for rows in shown.values()
        for box, target in product([box for row in rows for box in row], repeat=2)
        if target in beside[box]
        and not any(target in implied[other] for other in beside[box] - {target})
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:g}" role="img">'
    return "\n".join([head, HEAD, *under, *ways, *boxes, "</svg>\n"])


def boxed(box: str, container: str, at: tuple[float, float, float], uses: set[str]) -> list[str]:
    """Return a package's box: its name, what it says of itself, what it uses elsewhere."""
    x, y, wide = at
    others = sorted(each for each in uses if not each.startswith(f"{container}."))
    elsewhere = lines(" · ".join(each.partition(".")[2] for each in others), wide - 30, 1)[0]
    texts = [("name", 22, box.removeprefix(f"{container}."))]
    texts += [("says", 39 + 14 * at, line) for at, line in enumerate(lines(says(box), wide - 20))]
    texts += [("uses", HIGH - 8, f"→ {elsewhere}")] if elsewhere else []
    text = '<text class="{}" x="{:g}" y="{:g}">{}</text>'
    found = [text.format(name, x + 12, y + down, escape(line)) for name, down, line in texts]
    return [
        f'<rect class="box" x="{x:g}" y="{y:g}" width="{wide:g}" height="{HIGH}" rx="8"/>',
        *found,
    ]


def way(start: tuple[float, float, float], end: tuple[float, float, float]) -> str:
    """Return a curve from the foot of one box to the head of another, or between neighbours."""
    (x, y, wide), (to_x, to_y, to_wide) = start, end
    if y == to_y:
        near, far = (x + wide, to_x) if x < to_x else (x, to_x + to_wide)
        return f"M{near:g} {y + HIGH / 2:g}L{far:g} {to_y + HIGH / 2:g}"
    x, y, to_x = x + wide / 2, y + HIGH, to_x + to_wide / 2
    return f"M{x:g} {y:g}C{x:g} {y + GAP:g} {to_x:g} {to_y - GAP:g} {to_x:g} {to_y:g}"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
