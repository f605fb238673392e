"""No private key is in the database, a log line, a page, an answer or an error report."""

import base64
import json
import logging
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as house
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.views.debug import ExceptionReporter

from casino.players.models import Player
from casino.rng import keys, shoes
from casino.rng.log import tree
from casino.rng.log.models import LogEntry
from tests.rng.test_log import own_keys, played, rows
from tests.rng.test_shoe_secrets import locals_of, statements_logged

__all__ = ["own_keys"]

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = ("rng_logentry", "rng_checkpoint", "rng_cosignature", "rng_shoe", "rng_draw")


def needles() -> set[str]:
    """Every secret and every private half, as something might write it."""
    found: set[str] = set()
    for use in keys.USES:
        for secret in keys._secrets(use):
            private = keys._derived(use, secret)._private.private_bytes_raw()
            found |= {
                secret,
                secret[:20],
                private.hex(),
                private.hex()[:32],
                repr(private)[2:-1],
                base64.b64encode(private).decode(),
                ", ".join(map(str, private)),
            }
    return found


def found_in(text: str) -> set[str]:
    return {each for each in needles() if each in text}


def everywhere() -> str:
    """The database, dumps, every page of the office about chance, every address of the log."""
    played()
    tree.rotate("log")
    said = []
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"SELECT {table}::text, row_to_json({table})::text FROM {table}")  # noqa: S608
            said.append(str(cursor.fetchall()))
    out = StringIO()
    call_command("dumpdata", "rng", stdout=out)
    said += [out.getvalue(), json.dumps(rows())]
    client = Client()
    for path in (
        "checkpoint/",
        "checkpoints/3/",
        "entries/",
        "entries/0/",
        "keys/",
        "proof/inclusion/?index=1&size=4",
        "proof/consistency/?first=1&second=4",
        "nothing/",
    ):
        said.append(client.get(f"/api/log/{path}").content.decode())
    client.force_login(Player.objects.create_superuser("the.chief", password="pass"))
    for page in ("logentry/", "logentry/0/change/", "logentry/8/change/", "checkpoint/9/change/"):
        answer = client.get(f"/admin/rng/{page}")
        assert answer.status_code == 200
        said.append(answer.content.decode())
    return "\n".join(said)


def test_no_private_key_is_stored_dumped_shown_or_answered() -> None:
    said = everywhere()
    assert tree.public_key("log") in said
    assert found_in(said) == set()


def test_a_planted_private_key_is_found() -> None:
    """Negative control: the same search over a log that holds a key."""
    secret = keys._secrets("log")[0] if tree.public_key("log") else ""
    tree.append("leak:1", LogEntry.Kind.REPORT, {"key": secret})
    assert found_in(everywhere()) >= {secret}
    private = keys._derived("log", secret)._private.private_bytes_raw()
    tree.append("leak:2", LogEntry.Kind.REPORT, {"key": private.hex()})
    assert found_in(json.dumps(rows())) >= {secret, private.hex()}


def test_the_lines_logged_while_keys_are_made_and_used(caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.DEBUG),
        caplog.at_level(logging.DEBUG, logger="django.db.backends"),
        statements_logged(),
    ):
        played()
        tree.rotate("log")
    lines = "\n".join(f"{each.getMessage()} {each.__dict__}" for each in caplog.records)
    assert "rng_checkpoint" in lines
    assert found_in(lines) == set()


@pytest.mark.parametrize("guarded", [True, False])
def test_an_error_report_of_a_key_that_cannot_be_used(
    guarded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second case is the negative control: without the guard the frames hold the secret."""
    tree.public_key("log")
    ask = keys.key if guarded else keys.key.__wrapped__  # type: ignore[attr-defined]
    with pytest.raises(keys.KeyMissing) as failure:
        ask("log", "0" * 64)
    assert bool(found_in(locals_of(failure.value))) is not guarded


def test_the_page_of_an_error_shows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECEIPTS_KEY", "r" * 40)
    tree.public_key("log")

    def fails(key: keys.SigningKey, message: bytes) -> bytes:
        raise OSError("no signature")

    monkeypatch.setattr(keys.SigningKey, "sign", fails)
    with pytest.raises(OSError, match="no signature") as failure:
        shoes.make_shoe("table:9", 1, packs=1, cards_behind=9, burn=1)
    page = ExceptionReporter(
        None, type(failure.value), failure.value, failure.value.__traceback__
    ).get_traceback_html()
    assert "no signature" in page
    assert found_in(page) == set()
    assert str(Path(house.SIGNING_KEYS)) not in page or "LOG_KEY" not in page
