"""The Django application `rng`."""

from django.apps import AppConfig

from casino.i18n import both_lazy


class RngConfig(AppConfig):
    """Shoes live in the tables `rng_*`."""

    name = "casino.rng"
    label = "rng"
    verbose_name = both_lazy("Hasard", "Chance")
