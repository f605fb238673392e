"""`manage.py file_machines`: files the machines of an upgraded house; safe to repeat."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.machines import services as machines


class Command(BaseCommand):
    help = "File every machine that has no file: it stands on the floor where its table is open."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print how many were filed."""
        self.stdout.write(f"machines: {machines.file_all_machines()} filed")
