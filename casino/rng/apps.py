"""The Django application `rng`."""

from django.apps import AppConfig


class RngConfig(AppConfig):
    """Shoes live in the tables `rng_*`."""

    name = "casino.rng"
    label = "rng"
    verbose_name = "Chance"
