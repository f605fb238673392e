"""The ledger as a Django app."""

from django.apps import AppConfig
from django.core.checks import Tags, register

from casino.i18n import both_lazy


class LedgerConfig(AppConfig):
    name = "casino.ledger"
    label = "ledger"
    verbose_name = both_lazy("Registre comptable", "Ledger")

    def ready(self) -> None:
        from casino.connections import server_checks
        from casino.process import upgrade

        register(upgrade.check_upgradable, Tags.database)
        register(server_checks.check_pooler, Tags.database)
