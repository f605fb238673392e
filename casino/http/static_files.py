"""Static files, answered on the event loop before Django.

A first visit to a table asks for thirty of them. Django took 3 ms of CPU and a thread for each;
what it would answer is answered here, its security headers included.
"""

from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.middleware.security import SecurityMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from casino.http.request_limits import Application, Receive, Scope, Send

log = structlog.get_logger(__name__)


class StaticFilesMiddleware:
    """Answers GET and HEAD for static files, and passes everything else on.

    The files are listed as it is made. Where they were not collected, the log says so.
    """

    def __init__(self, application: Application) -> None:
        if not Path(settings.STATIC_ROOT).is_dir():
            remedy = "Run `manage.py collectstatic --no-input`, then start this process again."
            log.error("static_files_missing", folder=str(settings.STATIC_ROOT), remedy=remedy)
        self._application = application
        self._files: Any = WhiteNoiseMiddleware(lambda _: None)
        self._security: Any = SecurityMiddleware(lambda _: None)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        prefix = self._files.static_prefix
        if not (scope["path"].startswith(prefix) and scope["method"] in ("GET", "HEAD")):
            await self._application(scope, receive, send)
            return
        request = HttpRequest()
        request.method, request.path_info = scope["method"], scope["path"]
        for name, value in scope["headers"]:
            key = "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
            request.META[key] = value.decode("latin-1")
        response = self._files(request)
        if response is None:
            await self._application(scope, receive, send)
            return
        self._security.process_response(request, response)
        # A file is read in far less time than a thread takes to be asked for it.
        body = b"".join(response)
        response.close()
        headers = [
            (name.lower().encode(), value.encode("latin-1")) for name, value in response.items()
        ]
        await send(
            {"type": "http.response.start", "status": response.status_code, "headers": headers}
        )
        await send({"type": "http.response.body", "body": body})
