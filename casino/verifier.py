"""Serves the offline verifier: one HTML file that checks bundles and reaches no network.

Knows nothing of chance: who does not trust this house keeps the file, or takes it from elsewhere.
"""

import html
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from casino import turnstile
from casino.counted import counted
from casino.words import in_french

FILE: Final = "verify.html"
_POLICY: Final = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')


@require_safe
@counted(lambda request: (turnstile.VERIFIER, turnstile.address_of(request)))
@vary_on_cookie
def verify(_request: HttpRequest) -> HttpResponse:
    """Return the page in the visitor's language, under the policy that is written in it.

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
    if not in_french():
        page = page.replace('<html lang="fr">', '<html lang="en">', 1)
    # A frame's ancestors cannot be named in the page itself.
    return HttpResponse(
        page, headers={"Content-Security-Policy": f"{policy}; frame-ancestors 'none'"}
    )


@lru_cache(maxsize=1)
def _built(path: Path, _built_at: int) -> tuple[str, str]:
    """Return the built page and its policy."""
    page = path.read_text()
    found = _POLICY.search(page)
    if found is None:
        raise ImproperlyConfigured(f"{path} has no content security policy.")
    return page, html.unescape(found[1])
