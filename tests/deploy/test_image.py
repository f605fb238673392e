"""The steps of the image make a house in a bare Debian, on a read-only root and without rights."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from casino.embedded import redis
from tests import campaign
from tests.house import fresh_database, open_folder, own_port
from tests.poolers import pooled

ROOT = Path(__file__).resolve().parents[2]
CONTAINER = ROOT / "deploy" / "container"
WITHIN = 300
KEYS = ("SECRET_KEY", "SHOE_KEY", "LOG_KEY", "RECEIPTS_KEY", "CONFORMITY_KEY")
SERVERS = ("settlement", "rng", "croupier", "web")
READ_ONLY = """
mount --bind {root} {root}
mount --rbind /proc {root}/proc
mount --rbind /dev {root}/dev
mount -t tmpfs tmpfs {root}/tmp
mount -t tmpfs -o mode=700,uid=10001,gid=10001 tmpfs {root}/var/lib/sabot
mount -o remount,bind,ro {root}
exec chroot --userspec=10001:10001 {root} /opt/sabot/deploy/run {words}
"""
STEP = """
mount --rbind /proc {root}/proc
mount --rbind /dev {root}/dev
cp /etc/resolv.conf {root}/etc/resolv.conf
exec chroot {root} {words}
"""


def test_the_scripts_of_the_image_are_shell() -> None:
    for script in (CONTAINER / "build", CONTAINER / "prepare", CONTAINER / "keys"):
        subprocess.run(["sh", "-n", script], check=True)


def test_the_keys_are_lines_of_an_environment_and_never_twice_the_same() -> None:
    first, second = (subprocess.check_output([CONTAINER / "keys"], text=True) for _ in range(2))
    found = [dict(line.split("=", 1) for line in each.splitlines()) for each in (first, second)]
    assert [*found[0]] == ["POSTGRES_PASSWORD", *KEYS]
    assert all(len(each) >= 64 for each in found[0].values())
    assert not {*found[0].values()} & {*found[1].values()}


@campaign.soak_only
def test_a_house_opens_from_the_steps_of_the_image(tmp_path: Path) -> None:
    """As root, with `debootstrap`: minutes, most of them to fetch packages."""
    build, final = tmp_path / "build", tmp_path / "final"
    bare = ("debootstrap", "--variant=minbase", "bookworm", final)
    subprocess.run(bare, check=True, stdout=subprocess.DEVNULL)
    # Devices stay devices: what /dev/full gives has no end.
    subprocess.run(["cp", "-a", final, build], check=True)
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT)
    for name in listed.decode().strip("\0").split("\0"):
        if not name.startswith("tests/"):
            (build / "opt/sabot" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, build / "opt/sabot" / name, follow_symlinks=False)
    step(build, "/opt/sabot/deploy/container/build")
    shutil.copy2(CONTAINER / "prepare", final / "prepare")
    step(final, "/prepare")
    shutil.copytree(build / "opt/sabot", final / "opt/sabot", symlinks=True)
    with fresh_database() as url, open_folder() as folder, pooled(url, folder, "session") as at:
        opens(final, at)


def step(root: Path, command: str) -> None:
    """Run a step in a root, with what this machine says of registries and their certificates."""
    env = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_"))}
    if bundle := os.environ.get("SSL_CERT_FILE"):
        shutil.copy(bundle, root / "certificates.pem")
        named = ("SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
        env |= dict.fromkeys(named, "/certificates.pem")
    script = STEP.format(root=shlex.quote(str(root)), words=command)
    env |= {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    subprocess.run(["unshare", "--mount", "sh", "-euc", script], env=env, check=True)


def opens(root: Path, database: str) -> None:
    """Migrate, start every process, and see all of them well."""
    server, port = own_port(), own_port()
    env = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "DATABASE_URL": database,
        "REDIS_URL": f"redis://127.0.0.1:{server}/0",
        "SABOT_VAR": "/var/lib/sabot",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "ALLOWED_HOSTS": "127.0.0.1",
        **dict.fromkeys(KEYS, "0123456789" * 6),
    }
    quiet = ("--save", "", "--bind", "127.0.0.1", "--port", str(server))
    begun = [subprocess.Popen([redis.find_server(), *quiet], stdout=subprocess.DEVNULL)]
    try:
        assert within(root, env, "migrate", "--no-input").wait(WITHIN) == 0
        begun += [within(root, env, each) for each in SERVERS]
        assert well(f"http://127.0.0.1:{port}/healthz?all")
    finally:
        for each in reversed(begun):
            each.send_signal(signal.SIGTERM)
        for each in begun:
            each.wait(WITHIN)


def within(root: Path, env: dict[str, str], *words: str) -> "subprocess.Popen[bytes]":
    """Start a command of the house in a read-only root, as a user without rights."""
    script = READ_ONLY.format(root=shlex.quote(str(root)), words=shlex.join(words))
    return subprocess.Popen(["unshare", "--mount", "sh", "-euc", script], env=env)


def well(address: str) -> bool:
    """Wait until every part of the house is well."""
    deadline = time.monotonic() + WITHIN
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310
                return json.load(answer)["status"] == "ok"
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    return False
