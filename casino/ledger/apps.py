"""The ledger as a Django app."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "casino.ledger"
    label = "ledger"
