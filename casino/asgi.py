"""The ASGI application: HTTP to Django, the tables' sockets to their own function."""

import os
import sys

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
try:
    django_application = get_asgi_application()
except ImproperlyConfigured as error:
    sys.exit(str(error))

from channels.routing import ProtocolTypeRouter, URLRouter

from casino.door import Door
from casino.healthz import Health
from casino.kept_threads import KeptThreads
from casino.origins import OwnOrigin
from casino.statics import Statics
from tables.doors.routing import sockets
from tables.live import wire

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
