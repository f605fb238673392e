"""Prints the JSON Schema of everything on the wire."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from tables.wire import codec


class Command(BaseCommand):
    help = "Print the JSON Schema of the WebSocket messages."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(codec.json_schema(), indent=1, sort_keys=True))
