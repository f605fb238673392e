"""The roles of the bundled PostgreSQL: the role of the house is no superuser and owns nothing.

The cluster's own superuser makes the others and hands them what it had made itself; no process of
the house signs in as it. All sign in through one socket of one account of this machine, without a
password: that keeps mistakes and injected statements apart, not who has taken that account.
"""

from typing import Final

import psycopg
from psycopg.sql import SQL, Identifier

SUPERUSER: Final = "sabot"
"""What the cluster was made by, in every release."""
OWNER: Final = "sabot_owner"
"""Owns database and tables, and migrates."""
HOUSE: Final = "sabot_house"
"""Every process of the house: reads and writes rows, but for what is sealed."""
GENERATOR: Final = "sabot_generator"
"""Nobody signs in as it: it owns the functions that read what is sealed."""

_HANDED_OVER: Final = """
DO $$
DECLARE
    made record;
    superuser constant oid := 'sabot'::regrole;
BEGIN
    FOR made IN
        SELECT c.oid::regclass AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relowner = superuser
          AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
          -- A sequence of a column goes with its table.
          AND NOT EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                            AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
    LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO sabot_owner', made.name);
    END LOOP;
    FOR made IN
        SELECT p.oid::regprocedure AS name FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.proowner = superuser
    LOOP
        EXECUTE format('ALTER ROUTINE %s OWNER TO sabot_owner', made.name);
    END LOOP;
END $$
"""


def create_roles(server: psycopg.Connection[tuple[object, ...]]) -> None:
    """Create missing database roles without cluster rights. For the server's superuser."""
    for role, signs_in in ((OWNER, True), (HOUSE, True), (GENERATOR, False)):
        if server.execute("SELECT FROM pg_roles WHERE rolname = %s", [role]).fetchone() is None:
            login = SQL("LOGIN" if signs_in else "NOLOGIN")
            server.execute(SQL("CREATE ROLE {} {}").format(Identifier(role), login))
    # So that it may give functions to it.
    server.execute(SQL("GRANT {} TO {}").format(Identifier(GENERATOR), Identifier(OWNER)))


def transfer_ownership(database: psycopg.Connection[tuple[object, ...]]) -> None:
    """Make the owner role own a database and its objects. Idempotent.

    Older releases had everything made by the superuser, and so have commands of `run`.
    """
    name = Identifier(database.info.dbname)
    database.execute(SQL("ALTER DATABASE {} OWNER TO {}").format(name, Identifier(OWNER)))
    database.execute(_HANDED_OVER)
