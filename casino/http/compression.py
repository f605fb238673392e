"""Gzip compression of answers."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Gzip(GZipMiddleware):
    """Compresses whole answers; streams stay as they are.

    Django would compress each part of a stream by itself, and a browser reads the first alone.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        """Return the answer, compressed unless it is streamed."""
        return response if response.streaming else super().process_response(request, response)
