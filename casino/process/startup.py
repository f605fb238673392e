"""What a process looks at before it begins to serve the house."""

import sys

from django.core.exceptions import ImproperlyConfigured

from casino.connections.server_checks import refuse_pooler
from casino.process import logs, upgrade


def check_house(*, migrated: bool = True) -> None:
    """End this process with one sentence where it must not serve the house of DATABASE_URL.

    That is behind a pooler that moves transactions, on a restored database that was not made safe,
    with keys that are not the house's, on one that is too new for this release, and, where it must
    be `migrated`, on one that lacks migrations. A database that does not answer is left to who
    needs it. Django must be set up, and no event loop run.
    """
    from casino.database import identity
    from casino.rng.rotation import key_checks

    logs.warn_of_unknown_variables()
    refuse_pooler()
    try:
        identity.refuse_copy()
        key_checks.refuse_wrong_keys()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    upgrade.refuse_other_schema(migrated=migrated)
