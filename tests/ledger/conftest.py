from tests.ledger_flush import django_db_modify_db_settings  # noqa: F401
