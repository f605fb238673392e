"""The ASGI application: HTTP to Django, the tables' sockets to their own function."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from tables.routing import sockets  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": django_application,
        # The session cookie opens a socket, so the origin check is the defence against forgery.
        "websocket": AllowedHostsOriginValidator(
            URLRouter(sockets)  # type: ignore[arg-type]
        ),
    }
)
