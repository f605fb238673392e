"""Template tags of the browser client: its built files with their hashes, and amounts in words.

The build's manifest says which files an entry needs; every script and style sheet is named with its
SHA-384, so that a browser refuses a file with one changed byte.
"""

import base64
import functools
import hashlib
import json
from pathlib import Path
from typing import Any, Final

from django import template
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from casino.i18n import is_french
from casino.players.models import Player
from casino.players.names import translated_neutral_name
from tables.games import GAMES

register = template.Library()

MANIFEST: Final = Path(".vite/manifest.json")
ICON: Final = "assets/icon.svg"
FONTS: Final = "src/styles/fonts.css"


def _manifest(dist: Path) -> tuple[Path, int]:
    path = dist / MANIFEST
    try:
        return path, path.stat().st_mtime_ns
    except FileNotFoundError:
        raise ImproperlyConfigured(
            f"{path} is missing: build the browser client (npm ci && npm run build in frontend)."
        ) from None


@functools.lru_cache(maxsize=4)
def _chunks(path: Path, built_at: int) -> dict[str, dict[str, Any]]:
    chunks: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return chunks


@functools.lru_cache(maxsize=128)
def _integrity(file: Path, built_at: int) -> str:
    digest = hashlib.sha384(file.read_bytes()).digest()
    return f"sha384-{base64.b64encode(digest).decode()}"


def _needed(chunks: dict[str, dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    """Return the imports of chunks, the deepest first, and the chunks themselves; each once."""
    found: dict[str, dict[str, Any]] = {}

    def visit(key: str) -> None:
        if key not in found:
            for each in chunks[key].get("imports", ()):
                visit(each)
            found[key] = chunks[key]

    for name in names:
        visit(name)
    return list(found.values())


@register.simple_tag
def client(entry: str, game: str | None = None) -> SafeString:
    """Return the tags that load an entry of the browser client, e.g. `{% client "table" game %}`.

    The part of a game is loaded by a script, which names no hash: its tags here do, and what was
    preloaded with a hash is what the script gets. Raises `ImproperlyConfigured` when the client was
    not built, has no such entry or does not know the game.
    """
    dist: Path = settings.FRONTEND_DIST
    path, built_at = _manifest(dist)
    chunks = _chunks(path, built_at)
    name = f"src/entries/{entry}.ts"
    wanted = [name, *([f"src/games/{game}/index.ts"] if game else ())]
    for each in wanted:
        if each not in chunks:
            raise ImproperlyConfigured(f"The browser client has no {each}.")

    def row(file: str) -> tuple[str, str]:
        return static(file), _integrity(dist / file, built_at)

    needed = _needed(chunks, wanted)
    styles = dict.fromkeys(css for chunk in needed for css in chunk.get("css", ()))
    fonts = dict.fromkeys(
        asset for chunk in needed for asset in chunk.get("assets", ()) if asset.endswith(".woff2")
    )
    return mark_safe(  # noqa: S308 - every part was escaped by format_html
        "\n".join(
            [
                icon(),
                format_html_join(
                    "\n",
                    '<link rel="preload" as="font" type="font/woff2" href="{}" crossorigin>',
                    ((static(font),) for font in fonts),
                ),
                format_html_join(
                    "\n",
                    '<link rel="stylesheet" href="{}" integrity="{}" crossorigin>',
                    (row(css) for css in styles),
                ),
                format_html_join(
                    "\n",
                    '<link rel="modulepreload" href="{}" integrity="{}" crossorigin>',
                    (row(chunk["file"]) for chunk in needed if chunk is not chunks[name]),
                ),
                format_html(
                    '<script type="module" src="{}" integrity="{}" crossorigin></script>',
                    *row(chunks[name]["file"]),
                ),
            ]
        )
    )


@register.simple_tag
def script(entry: str) -> str:
    """Return the tag of an entry that needs no style sheet; nothing where it was not built."""
    try:
        path, built_at = _manifest(settings.FRONTEND_DIST)
        chunk = _chunks(path, built_at)[f"src/entries/{entry}.ts"]
    except (ImproperlyConfigured, KeyError):
        return ""
    assert not chunk.get("imports"), "an entry of several files is loaded by `client`"
    return format_html(
        '<script type="module" src="{}" integrity="{}" crossorigin></script>',
        static(chunk["file"]),
        _integrity(settings.FRONTEND_DIST / chunk["file"], built_at),
    )


@register.simple_tag
def icon() -> str:
    """Return the tag of the house's icon; nothing where the client was not built or has none."""
    try:
        built = _chunks(*_manifest(settings.FRONTEND_DIST)).get(ICON)
    except ImproperlyConfigured:
        return ""
    return format_html('<link rel="icon" href="{}">', static(built["file"])) if built else ""


@register.simple_tag
def fonts() -> str:
    """Return the tag of the client's fonts; nothing where it was not built."""
    try:
        path, built_at = _manifest(settings.FRONTEND_DIST)
        file = _chunks(path, built_at)[FONTS]["file"]
    except (ImproperlyConfigured, KeyError):
        return ""
    return format_html(
        '<link rel="stylesheet" href="{}" integrity="{}" crossorigin>',
        static(file),
        _integrity(settings.FRONTEND_DIST / file, built_at),
    )


@register.simple_tag
def emblem(game: str, seated: int) -> SafeString:
    """Return a game's table seen from above, with so many of its boxes held."""
    return mark_safe(_emblem(game).replace('class="spot"', 'class="spot taken"', seated))  # noqa: S308 - the game's own file


@functools.cache
def _emblem(game: str) -> str:
    return GAMES[game].emblem


@register.filter
def chips(minor: int) -> str:
    """Return minor units as chips in the page's language: `1 250`, `12,50`; `1,250`, `12.50`."""
    french = is_french()
    whole, hundredths = divmod(abs(minor), 100)
    text = f"{whole:,}".replace(",", "\u202f" if french else ",")
    if hundredths:
        text += f"{',' if french else '.'}{hundredths:02}"
    return f"\u2212{text}" if minor < 0 else text


@register.filter
def signed(minor: int) -> str:
    """Return a gain or loss with its sign: `+75`, `−50`, `0`."""
    return f"+{chips(minor)}" if minor > 0 else chips(minor)


@register.filter
def shown(player: Player) -> str:
    """Return a player's name at the tables, in the reader's language where the house gave it."""
    return translated_neutral_name(player.shown_name, french=is_french())
