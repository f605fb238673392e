"""Settings of a house that writes down everything it can: for the test of what that tells."""

import logging
from typing import Any

from casino.process import logs
from casino.settings import *  # noqa: F403
from casino.settings import INSTALLED_APPS, MIDDLEWARE

DEBUG = True
INSTALLED_APPS = [*INSTALLED_APPS, "tests.secrets.saboteur.Saboteur"]
MIDDLEWARE = [*MIDDLEWARE, "tests.secrets.saboteur.planting"]
LOGGING_CONFIG = "tests.secrets.loud.configure"

_usual = logs.configure


def configure(_config: dict[str, Any]) -> None:
    """Configure as usual, then let every logger there is, and will be, write from DEBUG on."""
    _usual(_config)
    logging.getLogger().setLevel(logging.DEBUG)
    for logger in list(logging.Logger.manager.loggerDict.values()):
        if isinstance(logger, logging.Logger):
            logger.setLevel(logging.NOTSET)


# Celery's workers call it by this name.
logs.configure = configure
