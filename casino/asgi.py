"""The ASGI application: HTTP to Django, the tables' sockets to their own function."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from casino.door import Door  # noqa: E402
from casino.healthz import Health  # noqa: E402
from casino.kept_threads import KeptThreads  # noqa: E402
from casino.origins import OwnOrigin  # noqa: E402
from tables.doors.routing import sockets  # noqa: E402

application = Door(
    ProtocolTypeRouter(
        {
            "http": Health(KeptThreads(django_application, settings.HTTP_THREADS)),  # type: ignore[arg-type]
            "websocket": OwnOrigin(URLRouter(sockets)),
        }
    )
)
