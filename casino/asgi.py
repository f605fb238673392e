"""The ASGI application: HTTP to Django, the tables' sockets to their own function."""

import os
import sys

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from casino.door import Door  # noqa: E402
from casino.healthz import Health  # noqa: E402
from casino.kept_threads import KeptThreads  # noqa: E402
from casino.origins import OwnOrigin  # noqa: E402
from casino.statics import Statics  # noqa: E402
from tables.doors.routing import sockets  # noqa: E402
from tables.live import wire  # noqa: E402

# Seconds for which a thread that computes keeps the event loop waiting. With Python's own 0.005 the
# loop may wait as long at each of its system calls while commands are carried out.
sys.setswitchinterval(0.001)

wire.build()

application = Door(
    ProtocolTypeRouter(
        {
            "http": Health(
                Statics(KeptThreads(django_application, settings.HTTP_THREADS))  # type: ignore[arg-type]
            ),
            "websocket": OwnOrigin(URLRouter(sockets)),
        }
    )
)
