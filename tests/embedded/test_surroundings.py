"""A machine that is not as ours: its locale, its paths, what it lets nobody write."""

import errno
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Final

import pytest
from django.conf import LazySettings

from casino.embedded import prepare
from tests import campaign
from tests.embedded.conftest import ASCII, ROOT, clean_environment, eventually, processes_of
from tests.house import own_port


def test_static_files_that_are_collected_need_no_folder_to_write_in(
    settings: LazySettings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.FRONTEND_DIST, settings.STATICFILES_FINDERS = tmp_path / "dist", []
    settings.STATIC_ROOT = str(tmp_path / "static")
    prepare.collect_static()
    assert (tmp_path / "static" / ".collected").is_file()
    # Nobody, root neither, opens a folder to write in it.
    (tmp_path / "static.lock").unlink()
    (tmp_path / "static.lock").mkdir()
    prepare.collect_static()
    (tmp_path / "static" / ".collected").write_text("older")
    with pytest.raises(SystemExit):
        prepare.collect_static()
    said = f"Static files cannot be collected into {tmp_path / 'static'} ("
    assert capsys.readouterr().out.startswith(
        f"{said}{os.strerror(errno.EISDIR)}): make the folder"
    )


POOR: Final = """
mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"
umount -l /dev/shm; mount -t tmpfs -o ro,size=4k tmpfs /dev/shm
! touch "$0/written" 2>/dev/null && ! touch /dev/shm/written 2>/dev/null
ulimit -n 256
cd "$0"
exec "$@" -m casino.embedded serve
"""
"""Opens a house from a checkout that nobody may write to, without shared memory and with few files.
"""


@campaign.soak_only
@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("unshare"), reason="only root may hide folders"
)
@pytest.mark.parametrize("charset", ["ASCII", "ISO-8859-1"])
def test_a_house_opens_in_poor_surroundings(tmp_path: Path, charset: str) -> None:
    prepare.collect_static()
    locale = ASCII
    if charset != "ASCII":
        made = ["localedef", "-i", "de_DE", "-f", charset, str(tmp_path / f"de_DE.{charset}")]
        subprocess.run(made, check=True)
        locale = ASCII | {"LOCPATH": str(tmp_path), "LC_ALL": f"de_DE.{charset}"}
    var, port, log = tmp_path / "a house à part", own_port(), tmp_path / "log"
    with log.open("wb") as written:
        house = subprocess.Popen(
            ["unshare", "-m", "bash", "-euc", POOR, str(ROOT), sys.executable],
            env=clean_environment(SABOT_VAR=str(var), PORT=str(port), WEB_PROCESSES="1", **locale),
            stdout=written,
            stderr=written,
        )
    try:
        eventually(lambda: b"Sabot is open" in log.read_bytes() or house.poll() is not None)
        assert house.poll() is None, log.read_text(encoding="utf-8")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/verify/", timeout=60) as page:
            assert page.read() == (ROOT / "frontend" / "dist" / "verify.html").read_bytes()
    finally:
        house.terminate()
        house.wait(300)
    assert processes_of(var) == []
