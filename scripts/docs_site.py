"""Hook of mkdocs: the repository's own pages and sources are pages of the site too.

README and its siblings stand beside `docs/` there. A link of any page to another file of the
repository leads to a page with that file's text (`source/…`), so that nothing is linked which
is not in the site; a path that is not in the repository is a dead link, and ends a strict build.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
BESIDE = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "GLOSSARY.md", "CHANGELOG.md")
LINK = re.compile(r"(?<=\]\()(?!\w+:|[#/])([^)\s#]+)(#[^)\s]*)?(?=\))")
"""The target of a relative link or picture, and its anchor."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name every decision in the navigation, in place of their folder."""
    decisions = sorted(path.name for path in (ROOT / "docs/adr").glob("[0-9]*.md"))
    for section in config.nav or []:
        for title, entries in section.items():
            if "adr/" in entries:
                at = entries.index("adr/")
                section[title] = [*entries[:at], *(f"adr/{name}" for name in decisions)]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages beside `docs/`, and a page for each source that a page links to."""
    for name in BESIDE:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    for page in files.documentation_pages():
        for link in LINK.finditer(page.content_string):
            path = in_repository(page.src_uri, link[1])
            uri = in_site(path)
            if uri.startswith("source/") and (ROOT / path).exists() and uri not in files.src_uris:
                files.append(File.generated(config, uri, content=as_page(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Have links lead to where the files of the repository are in the site."""
    if page.file.src_uri.startswith("source/"):
        return markdown
    here = posixpath.dirname(page.file.src_uri)

    def moved(link: re.Match[str]) -> str:
        target = in_site(in_repository(page.file.src_uri, link[1]))
        return posixpath.relpath(target, here or ".") + (link[2] or "")

    return LINK.sub(moved, markdown)


def in_repository(page: str, link: str) -> str:
    """Return the path in the repository to which a page of the site links."""
    written = page if page in BESIDE else f"docs/{page}"
    return posixpath.normpath(posixpath.join(posixpath.dirname(written), link))


def in_site(path: str) -> str:
    """Return where in the site a file or folder of the repository is."""
    if (ROOT / path / "README.md").exists():
        path = f"{path}/README.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return path if path in BESIDE else f"source/{path}.md"


def as_page(path: str) -> str:
    """Return a page with a file's text, or with the names of what a folder holds."""
    source = ROOT / path
    if source.is_dir():
        return f"# {path}\n\n" + "\n".join(f"* `{each.name}`" for each in sorted(source.iterdir()))
    text = source.read_text(encoding="utf-8")
    return f"# {path}\n\n~~~~~{source.suffix.lstrip('.')}\n{text}\n~~~~~\n"
