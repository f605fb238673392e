"""Serves the offline verifiers: an HTML file and a Python program.

Knows nothing of chance: who does not trust this house keeps the file, or takes it from elsewhere.
"""

import hashlib
import html
import io
import re
import zipfile
from base64 import b64encode
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from casino.http.downloads import attachment_header
from casino.i18n import is_french
from casino.throttling import rate_limit
from casino.throttling.decorators import rate_limited

FILE: Final = "verify.html"
PROGRAM: Final = "sabot-verify.pyz"
"""The Python verifiers in one file: `python sabot-verify.pyz BUNDLE.json`, or `… log ADDRESS`."""
_SOURCES: Final = Path(__file__).parents[1] / "rng" / "verify"
_BEGINS: Final = """\
\"\"\"Begins the verifier that lies beside this file.\"\"\"

import runpy

runpy.run_module("verify", run_name="__main__", alter_sys=True)
"""
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The date of each file: the same source has the same hash on every machine."""
_POLICY: Final = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')


@require_safe
@rate_limited(lambda request: (rate_limit.VERIFIER, rate_limit.client_address(request)))
@vary_on_cookie
def verifier_page(_request: HttpRequest) -> HttpResponse:
    """Return the verifier's page in the visitor's language, with its own security policy.

    The policy names the hashes of its one script and one style sheet and no source else. Raises
    `ImproperlyConfigured` when the client was not built.
    """
    path = settings.FRONTEND_DIST / FILE
    try:
        page, policy = _built(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        raise ImproperlyConfigured(
            f"{path} is missing: build the browser client (npm ci && npm run build in frontend)."
        ) from None
    if not is_french():
        page = page.replace('<html lang="fr">', '<html lang="en">', 1)
    # A frame's ancestors cannot be named in the page itself.
    return HttpResponse(
        page, headers={"Content-Security-Policy": f"{policy}; frame-ancestors 'none'"}
    )


@require_safe
@rate_limited(lambda request: (rate_limit.VERIFIER, rate_limit.client_address(request)))
def verifier_program(_request: HttpRequest) -> HttpResponse:
    """Return the Python verifiers as one file, with its SHA-256 in `Repr-Digest` (RFC 9530)."""
    file = packed_verifier()
    digest = b64encode(hashlib.sha256(file).digest()).decode()
    return HttpResponse(
        file,
        content_type="application/zip",
        headers={
            **attachment_header(PROGRAM),
            "Repr-Digest": f"sha-256=:{digest}:",
        },
    )


@cache
def packed_verifier() -> bytes:
    """Return the Python verifiers as a zip application; the same bytes for the same source."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr(zipfile.ZipInfo("__main__.py", _LONG_AGO), _BEGINS)
        for path in sorted(_SOURCES.rglob("*.py")):
            name = f"verify/{path.relative_to(_SOURCES).as_posix()}"
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), path.read_bytes())
    return written.getvalue()


@lru_cache(maxsize=1)
def _built(path: Path, _built_at: int) -> tuple[str, str]:
    """Return the built page and its policy."""
    page = path.read_text(encoding="utf-8")
    found = _POLICY.search(page)
    if found is None:
        raise ImproperlyConfigured(f"{path} has no content security policy.")
    return page, html.unescape(found[1])
