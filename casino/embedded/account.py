"""Which account runs the database server when we are root, and where it finds its files.

PostgreSQL refuses root. It is given the account `nobody`: none is made for it, and no folder is
opened. What lies where that account may not pass has its place below `/var/lib/sabot`.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from casino.embedded.errors import Trouble

Account = tuple[int, int]
"""The ids of a user and of its group."""

OUTSIDE: Final = Path("/var/lib/sabot")


def server_account(home: Path) -> Account | None:
    """Return the account to run a cluster's server as: our own, unless we are root."""
    if os.geteuid() != 0:
        return None
    if home.exists() and (owner := home.stat()).st_uid != 0:
        return owner.st_uid, owner.st_gid
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        raise Trouble("PostgreSQL does not run as root: run as another user.") from None
    return entry.pw_uid, entry.pw_gid


def can_reach(account: Account | None, path: Path) -> bool:
    """Tell whether an account can enter a folder or run a program."""
    if account is None:
        return True
    user, group = account
    test = ("/bin/sh", "-c", 'test -x "$0"', str(path))
    return not subprocess.call(test, user=user, group=group, extra_groups=(), cwd="/")


def refuse_closed(account: Account | None, home: Path) -> None:
    """Refuse a cluster that its owner cannot reach, and name the folder that is closed."""
    for folder in (*reversed(home.resolve().parents), home.resolve()):
        if not can_reach(account, folder):
            raise Trouble(
                f"PostgreSQL runs as the owner of {home}, who may not pass {folder}: "
                f"allow it with `chmod o+x {folder}`."
            )


def folder_outside() -> Path:
    """Make an empty folder below OUTSIDE, which every account can reach; return it.

    Only this process's account may enter it: the caller changes its owner or mode.
    """
    OUTSIDE.mkdir(parents=True, exist_ok=True)
    # Whatever our umask says.
    OUTSIDE.chmod(0o755)
    return Path(tempfile.mkdtemp(prefix="house-", dir=OUTSIDE))


def copy_outside(name: str, source: Path, folders: Iterable[Path | str]) -> Path:
    """Copy `folders` of `source` to OUTSIDE/`name`, readable by all; return that folder.

    A folder of this name is returned as it is.
    """
    copy = OUTSIDE / name
    if not copy.exists():
        fresh = folder_outside()
        for folder in folders:
            shutil.copytree(source / folder, fresh / folder)
        fresh.chmod(0o755)
        try:
            fresh.rename(copy)
        except OSError:
            # Another house has made it meanwhile.
            shutil.rmtree(fresh)
    return copy
