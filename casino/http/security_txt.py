"""`/.well-known/security.txt`: the contact for reports of vulnerabilities (RFC 9116)."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALIDITY: Final = timedelta(days=90)
"""How long an answer may be relied on."""


@require_safe
def security_contact(request: HttpRequest) -> HttpResponse:
    """Return `SECURITY_CONTACT` as RFC 9116 writes it; 404 where it is not set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + VALIDITY).replace(microsecond=0).isoformat()
    fields = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": until,
        "Preferred-Languages": "fr, en",
    }
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")
