"""docs/operating.md, word by word, in a bare Debian with its own PostgreSQL, Redis and nginx."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests import campaign
from tests.certificates import write_certificates
from tests.deploy.test_image import step
from tests.house import ROOT

PACKAGES: Final = """#!/bin/sh
# Nothing is started while it is installed.
set -eu
export DEBIAN_FRONTEND=noninteractive
printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d
chmod +x /usr/sbin/policy-rc.d
apt-get -qq update
apt-get -qq install -y --no-install-recommends \\
    ca-certificates curl make nginx-light postgresql prometheus python3-venv redis-server
# Not every sandbox lets root raise it.
sed -i '/ulimit -n/d' /etc/init.d/prometheus
"""
NAMESPACES: Final = (
    "unshare",
    "--mount",
    "--net",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
)


@campaign.soak_only
def test_strangers_play_at_a_house_that_was_founded_by_the_page(tmp_path: Path) -> None:
    """As root, with `debootstrap`: ten minutes.

    Strangers play over TLS behind nginx at a table that an operator with a second factor has
    opened; Prometheus sees it, and a killed croupier raises its alerts; a backup opens as another
    house, and its audits find nothing.
    """
    root = tmp_path / "root"
    bare = ("debootstrap", "--variant=minbase", "bookworm", root)
    subprocess.run(bare, check=True, stdout=subprocess.DEVNULL)
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT)
    for name in listed.decode().strip("\0").split("\0"):
        (root / "opt/sabot" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, root / "opt/sabot" / name, follow_symlinks=False)
    (root / "packages").write_text(PACKAGES)
    step(root, "sh /packages")
    step(root, "make --directory=/opt/sabot setup")
    authority = write_certificates(tmp_path, "casino.example", days=90)
    shutil.copy(authority, root / "etc/ssl/authority.crt")
    shutil.copy(tmp_path / "casino.example.crt", root / "etc/ssl/certs")
    shutil.copy(tmp_path / "casino.example.key", root / "etc/ssl/private")
    day = (sys.executable, "-m", "tests.deploy.bare_debian", str(root))
    env = os.environ | {"SSL_CERT_FILE": str(authority)}
    subprocess.run([*NAMESPACES, *day], cwd=ROOT, env=env, check=True)
