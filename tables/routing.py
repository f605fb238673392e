"""Where sockets are."""

from django.urls import re_path

from tables.consumers import table_socket

# Django's stubs know views only; Channels routes ASGI applications by the same function.
sockets = [re_path(r"^ws/tables/(?P<table_id>[0-9]{1,9})/$", table_socket)]  # type: ignore[arg-type]
