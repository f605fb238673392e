"""The Celery application. Queue `rng` makes chance, `settlement` settles side bets and the rest."""

import os
import warnings

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

from casino.process import heartbeat, logs

# Celery warns of root because a pickled task runs code; ours are JSON (CELERY_ACCEPT_CONTENT).
warnings.filterwarnings("ignore", message="You're running the worker with superuser")

app = Celery("sabot", fixups=["casino.process.celery_connections:install_fixup"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
heartbeat.add_heartbeat_step(app)


@signals.setup_logging.connect
def keep_our_logs(**_: object) -> None:
    """Keep Celery from installing log handlers of its own."""
    logs.configure({})
