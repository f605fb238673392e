"""The ASGI application: HTTP to Django, the tables' sockets to their consumer."""

import os
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

from casino.process.startup import check_house

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
try:
    # What WhiteNoise says of missing files in a line that is no JSON, StaticFilesMiddleware logs.
    warnings.filterwarnings("ignore", message="No directory at: ")
    django_application = get_asgi_application()
except ImproperlyConfigured as error:
    sys.exit(str(error))
# A server may import this in its event loop, where Django asks no database. On one that is not
# migrated pages answer 503.
with ThreadPoolExecutor(1) as apart:
    apart.submit(check_house, migrated=False).result()

from channels.routing import ProtocolTypeRouter, URLRouter

from casino.asgi_servers.draining import DrainMiddleware
from casino.http.origins import OwnOrigin
from casino.http.request_limits import RequestLimitMiddleware
from casino.http.static_files import StaticFilesMiddleware
from casino.process.healthz import HealthMiddleware
from casino.process.request_threads import ThreadReuseMiddleware
from tables.sockets.routing import websocket_urlpatterns
from tables.wire import codec

# Seconds for which a thread that computes keeps the event loop waiting. With Python's own 0.005 the
# loop may wait as long at each of its system calls while commands are carried out.
sys.setswitchinterval(0.001)

codec.build()

application = RequestLimitMiddleware(
    ProtocolTypeRouter(
        {
            "http": DrainMiddleware(
                HealthMiddleware(
                    StaticFilesMiddleware(
                        ThreadReuseMiddleware(
                            django_application,  # type: ignore[arg-type]
                            settings.HTTP_THREADS,
                        )
                    )
                )
            ),
            "websocket": OwnOrigin(URLRouter(websocket_urlpatterns)),
        }
    )
)
