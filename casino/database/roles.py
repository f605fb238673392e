"""Privileges of the database roles: owner, application and generator.

The owner migrates. The application reads and writes rows, makes no table, switches no trigger off,
empties nothing, and reads no sealed column. The generator's functions read those; nobody signs in
as the generator. With one role that owns everything the house works the same, and nothing is
divided.
"""

from typing import Final

from django.db import connection, transaction
from psycopg.sql import SQL, Composed, Identifier

SEALED: Final = {"rng_shoe": ("sealed_seed", "sealed_order"), "rng_draw": ("sealed_seed",)}
"""Columns that only the generator's functions read."""
SEALED_FUNCTIONS: Final = (
    "rng_sealed(uuid, integer)",
    "rng_sealed_from(uuid, integer, integer)",
    "rng_open(uuid, integer)",
    "rng_sealed_shown(uuid, integer, integer)",
    "rng_sealed_order(uuid)",
    "rng_shoe_seed(uuid)",
    "rng_draw_seed(uuid)",
    "rng_reseal_shoe(uuid, bytea, bytea)",
    "rng_reseal_draw(uuid, bytea)",
)
"""Those functions, and the two that seal a column again."""


def grant_role_privileges(application: str, generator: str) -> None:
    """Grant each role its privileges in the current schema. Idempotent.

    `application` and `generator` are role names. Run it after each migration, as the owner of the
    tables, who must be a member of the generator.
    """
    app, gen = Identifier(application), Identifier(generator)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        (found,) = cursor.fetchone()
        schema = Identifier(found)

        def run(statement: str, *names: Identifier | Composed | SQL) -> None:
            cursor.execute(SQL(statement).format(*names))

        run("GRANT USAGE ON SCHEMA {} TO {}, {}", schema, app, gen)
        run("REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM {}, {}", schema, app, gen)
        run("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {} TO {}", schema, app)
        run("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {} TO {}", schema, app)
        run("REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {}", app)
        for table, sealed in SEALED.items():
            cursor.execute(
                "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass"
                " AND attnum > 0 AND NOT attisdropped",
                [table],
            )
            columns = {name for (name,) in cursor.fetchall()}
            shown = SQL(", ").join(map(Identifier, sorted(columns - {*sealed})))
            run("REVOKE SELECT ON {} FROM {}", Identifier(table), app)
            run("GRANT SELECT ({}) ON {} TO {}", shown, Identifier(table), app)
            run("GRANT SELECT ON {} TO {}", Identifier(table), gen)
        run(
            "GRANT UPDATE (position, first_card_at, sealed_seed, sealed_order) ON rng_shoe TO {}",
            gen,
        )
        run("GRANT UPDATE (sealed_seed) ON rng_draw TO {}", gen)
        # A function's new owner must be able to create one there.
        run("GRANT CREATE ON SCHEMA {} TO {}", schema, gen)
        for function in SEALED_FUNCTIONS:
            run(f"ALTER FUNCTION {function} OWNER TO {{}}", gen)
            run(f"REVOKE ALL ON FUNCTION {function} FROM PUBLIC")
            run(f"GRANT EXECUTE ON FUNCTION {function} TO {{}}", app)
        run("REVOKE CREATE ON SCHEMA {} FROM {}", schema, gen)
