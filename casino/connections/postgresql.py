"""How psycopg connects to the database, where Django's connections cannot be used."""

from typing import Any


def connect_parameters(database: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `psycopg.connect` for Django's settings of a database."""
    options = {**database["OPTIONS"]}
    del options["server_side_binding"]
    return {
        "dbname": database["NAME"],
        "user": database["USER"] or None,
        "password": database["PASSWORD"] or None,
        "host": database["HOST"] or None,
        "port": database["PORT"] or None,
        "connect_timeout": 5,
        **options,
    }
