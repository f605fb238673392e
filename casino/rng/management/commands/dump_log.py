"""`manage.py dump_log > log.json`: the whole public log in the form that `verify_log` reads."""

import json
from typing import Any, Final

from django.core.management.base import BaseCommand

from casino.rng.log import serializers
from casino.rng.log.models import LogEntry

AT_ONCE: Final = 500


class Command(BaseCommand):
    """Write every entry of the log, oldest first, as a page of the API that has no next."""

    help = "Write the whole public log as JSON."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write('{"next":null,"results":[', ending="")
        first = 0
        while entries := list(
            LogEntry.objects.filter(index__gte=first).order_by("index")[:AT_ONCE]
        ):
            for row in serializers.rows(entries):
                comma = "," if row["index"] else ""
                self.stdout.write(comma + json.dumps(row, ensure_ascii=False), ending="\n")
            first = entries[-1].index + 1
        self.stdout.write("]}")
