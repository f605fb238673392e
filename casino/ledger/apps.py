"""The ledger as a Django app."""

from django.apps import AppConfig
from django.core.checks import Tags, register


class LedgerConfig(AppConfig):
    name = "casino.ledger"
    label = "ledger"

    def ready(self) -> None:
        from casino import upgrade

        register(upgrade.check, Tags.database)
