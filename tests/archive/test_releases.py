"""A house of every release that is kept is upgraded to this one, and nothing in it is lost."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from tests import campaign
from tests.archive import frozen, kept
from tests.rng.browser_verifier import verdicts

RELEASES = kept.releases()
BUNDLES = [kept.ARCHIVE / release / "bundles.jsonl" for release in RELEASES]


def run(house: Mapping[str, str], *command: str) -> list[str]:
    """Run a command in a house; return the faults that it tells."""
    program = command if command[0] == "manage.py" else ("-m", "tests.archive", *command)
    done = subprocess.run(
        [sys.executable, *program],
        cwd=frozen.ROOT,
        env={**os.environ, **house},
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    # What is logged is JSON. An audit that finds something ends with 1.
    found = [line for line in done.stdout.splitlines() if line and not line.startswith("{")]
    assert done.returncode == bool(found), done.stderr
    return found


@pytest.fixture(params=campaign.sample(len(RELEASES), reversed(RELEASES)))
def release(request: pytest.FixtureRequest, servers_at_hand: None) -> str:
    """A release of which a house is kept: in the short form the last."""
    return str(request.param)


def schema_of_today() -> str:
    """Return the schema of a fresh house."""
    name = f"/{connection.settings_dict['NAME']}"
    return schema(urlsplit(os.environ["DATABASE_URL"])._replace(path=name).geturl())


def schema(url: str) -> str:
    """Return a house's schema as PostgreSQL reads it back: with fewer brackets than Django wrote.

    What a migration has added to an archive is written by Django as well.
    """
    with kept.loaded(kept.dumped(url, "--schema-only")) as again:
        return kept.dumped(again, "--schema-only")


@pytest.mark.campaign
@pytest.mark.django_db
def test_a_house_of_an_earlier_release_is_upgraded_plays_on_and_a_change_of_it_is_found(
    release: str,
) -> None:
    with kept.restored(release) as house:
        run(house, "manage.py", "migrate", "--no-input", "--verbosity=0")
        assert schema(house["DATABASE_URL"]) == schema_of_today()
        with psycopg.connect(house["DATABASE_URL"], autocommit=True) as rows:
            played = rows.execute(
                "SELECT game || ' ' || rules_id, count(*) FROM tables_round"
                " JOIN tables_ruleset ON key = rules_id WHERE status <> 'running' GROUP BY 1"
            )
            assert dict(played.fetchall()) == kept.about(release)["rounds"]
            # The round that was in play goes on with the cards that were sealed then.
            assert run(house, "go_on", release) == []
            # As somebody who goes round the laws that the database keeps.
            rows.execute("SET session_replication_role = replica")
            for change in CHANGES.values():
                assert rows.execute(change).rowcount == 1
        found = run(house, "audit", release)
    for sign in CHANGES:
        assert any(fault.startswith(sign) for fault in found), found


if campaign.SOAK:

    @pytest.mark.campaign
    @pytest.mark.usefixtures("servers_at_hand")
    def test_the_house_of_the_next_release_is_played_without_a_fault() -> None:
        assert run({}, "rehearse") == []


CHANGES = {
    "ledger: ": "UPDATE ledger_account SET credits = credits + 1 WHERE kind = 'capital'",
    "recount: round": "UPDATE tables_roundevent SET body = jsonb_set(body, '{moves,0,amount}', '7')"
    " WHERE id = (SELECT max(id) FROM tables_roundevent"
    " WHERE body #>> '{moves,0,source}' = 'wallet')",
    "review: round": "UPDATE ledger_transfer SET amount = amount + 1"
    " WHERE id = (SELECT min(id) FROM ledger_transfer WHERE why = 'stake')",
    "bundles: ": "UPDATE rng_shoe SET seed = reverse(seed)"
    ' WHERE id = (SELECT id FROM rng_shoe WHERE "order" IS NOT NULL ORDER BY created_at LIMIT 1)',
    "log: ": "UPDATE rng_logentry SET body = replace(body, 'e', 'f') WHERE index = 2",
}
"""What is said of a house, and what was changed in it."""


@pytest.mark.parametrize("bundles", BUNDLES, ids=RELEASES)
def test_bundles_of_earlier_releases_verify_in_the_browser_and_here(bundles: Path) -> None:
    from tests.archive import audit

    lines = bundles.read_text().splitlines()
    revealed = [line for line in lines if json.loads(line)["reveal"]]
    assert len(revealed) > 10
    assert not [fault for line in revealed if (fault := audit.unverified(json.loads(line)))]
    assert all(verdict["ok"] for verdict in verdicts(revealed))
