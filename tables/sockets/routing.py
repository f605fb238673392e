"""Where sockets are."""

from http import HTTPStatus
from typing import Any

from django.urls import re_path

from casino.http import request_limits
from tables.sockets.consumer import TableConsumer
from tables.sockets.office_consumer import OfficeConsumer


async def nowhere(
    scope: request_limits.Scope, receive: request_limits.Receive, send: request_limits.Send
) -> None:
    """Refuse a handshake at any other address."""
    await receive()
    await request_limits.refuse_handshake(
        scope, send, request_limits.refusal(scope["path"], HTTPStatus.NOT_FOUND, "not_found")
    )


# Django's stubs know views only; Channels routes ASGI applications by the same function.
websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/tables/(?P<table_id>[0-9]{1,9})/$", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"^ws/office/(?P<page>[a-z]{1,20})/$", OfficeConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", nowhere),  # type: ignore[arg-type]
]
