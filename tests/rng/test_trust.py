"""Whose reports count in a house: keys of the configuration, and two persons (R25, R28)."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from casino.players.models import Player
from casino.rng import keys
from casino.rng.conformity import gate, trust
from casino.rng.conformity import report as conformity
from casino.rng.core.canonical import canonical_json
from casino.rng.draws import prepare_draw
from casino.rng.log.models import LogEntry
from casino.rng.models import ConformityReport, SelfCheck
from casino.rng.stats import report
from casino.rng.verify import log as verify_log
from tests.rng.test_log import rows

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "trust" * 8


@pytest.fixture(autouse=True)
def new_gate() -> Iterator[None]:
    """Let this process begin anew: it knows nothing of itself yet."""
    known = dict(vars(gate._process))
    gate._process.forget()
    yield
    vars(gate._process).update(known)


@pytest.fixture
def kept(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the repository's report, and keys of the test's own."""
    speaking = conformity.find()
    folder = tmp_path / "conformity"
    folder.mkdir()
    for path in Path(settings.CONFORMITY).glob("*.json"):
        made, _, _ = conformity.unchecked(path)
        if canonical_json(made).decode() == speaking.body:
            shutil.copy(path, folder)
    settings.CONFORMITY = folder
    settings.SIGNING_KEYS = tmp_path / "keys"
    monkeypatch.setenv("CONFORMITY_KEY", SECRET)
    return folder


def another(kept: Path, **changed: Any) -> str:
    """Write another report of this code, signed by the test's key; return its hash."""
    made = json.loads(conformity.find().body) | changed
    conformity.write(kept / "another.json", made)
    return hashlib.sha256(conformity.signed_bytes(made)).hexdigest()


def persons() -> tuple[Player, Player]:
    ann = Player.objects.create_superuser("the.first", password="pass")
    return ann, Player.objects.create_superuser("the.second", password="pass")


def named() -> list[dict[str, Any]]:
    """What the log says of reports."""
    found = LogEntry.objects.filter(kind="report").order_by("index")
    return [json.loads(each.body)["facts"] for each in found]


def test_a_backdoored_source_with_a_freshly_made_report_opens_no_gate(
    kept: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: seeds that somebody can compute. No figure of the quick report changes by it."""
    copy = tmp_path / "house"
    for name in conformity.manifest():
        copy.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(conformity.ROOT / name, copy / name)
    source = copy / "casino" / "rng" / "core" / "entropy.py"
    honest = "os.getrandom(count - len(sample))"
    assert honest in source.read_text()
    source.write_text(source.read_text().replace(honest, "known_to_me(count - len(sample))"))
    manifest = conformity.manifest(copy)
    made = json.loads(conformity.find().body) | {"files": manifest}
    monkeypatch.setattr(conformity, "manifest", lambda: manifest)
    monkeypatch.setattr(report, "make", lambda _mode, _tell: made)
    call_command("rng_report", "--quick", out=kept)
    with pytest.raises(gate.Closed, match="not trusted"):
        prepare_draw("table:1", 1, (37,))
    assert not SelfCheck.objects.get().passed
    # The control: nothing but the configuration stood in its way.
    settings.CONFORMITY_TRUST = [keys.newest("conformity").public]
    gate._process.forget()
    assert prepare_draw("table:1", 1, (37,)).header["report"] == conformity.find().digest


def test_a_house_that_wants_two_persons_takes_its_first_report_and_no_other(
    kept: Path, settings: Settings
) -> None:
    settings.REPORT_BY_TWO = True
    settings.CONFORMITY_TRUST = [*settings.CONFORMITY_TRUST, keys.newest("conformity").public]
    first = prepare_draw("table:1", 1, (37,)).header["report"]
    digest = another(kept, made_at="2030-01-01T00:00:00+00:00")
    # The one that the log names speaks for the same code: it goes on.
    assert conformity.find().digest == digest
    gate._process.forget()
    assert prepare_draw("table:1", 2, (37,)).header["report"] == first
    for path in kept.glob("2*.json"):
        path.unlink()
    gate._process.forget()
    with pytest.raises(gate.Closed, match="two persons"):
        prepare_draw("table:1", 3, (37,))
    assert [each["sha256"] for each in named()] == [first]


def test_two_persons_with_reasons_trust_a_report_and_the_log_tells(
    kept: Path, settings: Settings
) -> None:
    first = prepare_draw("table:1", 1, (37,)).header["report"]
    settings.REPORT_BY_TWO = True
    settings.CONFORMITY_TRUST = [keys.newest("conformity").public]
    digest = another_alone(kept)
    assert not gate.check(gate.Why.DEMAND).passed
    ann, bob = persons()
    with pytest.raises(trust.NoReason):
        trust.agree(digest, acting_operator=ann, reason=" ")
    with pytest.raises(trust.NoReason):
        trust.agree(digest, acting_operator=ann, reason="a\nb")
    trust.agree(digest, acting_operator=ann, reason="Python 3.14, full report read")
    with pytest.raises(trust.SamePerson):
        trust.agree(digest, acting_operator=ann, reason="Again")
    assert not gate.check(gate.Why.DEMAND).passed
    trust.agree(digest, acting_operator=bob, reason="Figures compared")
    assert gate.check(gate.Why.DEMAND).passed
    assert prepare_draw("table:1", 2, (37,)).header["report"] == digest
    assert [each["sha256"] for each in named()] == [first, digest]
    assert named()[1]["trusted"] == [
        {"by": ann.pk, "reason": "Python 3.14, full report read"},
        {"by": bob.pk, "reason": "Figures compared"},
    ]
    assert verify_log.verify(rows()).reports[digest]["trusted"] == named()[1]["trusted"]
    # What is done is done.
    assert trust.agree(digest, acting_operator=ann, reason="Once more").first_reason.startswith("P")


def another_alone(kept: Path) -> str:
    """Another report of this code in the place of the one that is there."""
    made = json.loads(ConformityReport.objects.get().body)
    for path in kept.glob("*.json"):
        path.unlink()
    made["made_at"] = "2030-01-01T00:00:00+00:00"
    conformity.write(kept / "another.json", made)
    return hashlib.sha256(conformity.signed_bytes(made)).hexdigest()


def test_where_one_is_enough_the_newest_report_of_a_trusted_key_counts(
    kept: Path, settings: Settings
) -> None:
    first = prepare_draw("table:1", 1, (37,)).header["report"]
    settings.CONFORMITY_TRUST = [keys.newest("conformity").public]
    digest = another_alone(kept)
    gate._process.forget()
    assert prepare_draw("table:1", 2, (37,)).header["report"] == digest
    assert [each["sha256"] for each in named()] == [first, digest]
    assert "trusted" not in named()[1]


def test_the_key_of_reports_is_changed_while_the_house_deals(
    kept: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    """What the former key signed is read and checked for ever, and counts for nothing new."""
    former = keys.newest("conformity").public
    settings.CONFORMITY_TRUST = [*settings.CONFORMITY_TRUST, former]
    first = another(kept)
    for path in kept.glob("2*.json"):
        path.unlink()
    settings.CONFORMITY_TRUST = [former]
    assert prepare_draw("table:1", 1, (37,)).header["report"] == first
    monkeypatch.setenv("CONFORMITY_KEY", f"{SECRET},{SECRET[::-1]}")
    call_command("rotate_log_key", use="conformity", stdout=StringIO())
    present = keys.newest("conformity").public
    settings.CONFORMITY_TRUST = [former, present]
    second = another(kept, made_at="2030-01-01T00:00:00+00:00")
    # Before its restart a process goes on under the report that it knows.
    assert prepare_draw("table:1", 2, (37,)).header["report"] == first
    gate._process.forget()
    assert prepare_draw("table:1", 3, (37,)).header["report"] == second
    settings.CONFORMITY_TRUST = [present]
    gate._process.forget()
    assert prepare_draw("table:1", 4, (37,)).header["report"] == second
    whole = client.get(reverse("api_log_report", args=[first])).json()
    signed = conformity.signed_bytes(whole["report"])
    assert whole["key"] == former
    assert keys.is_signed(former, bytes.fromhex(whole["signature"]), signed)
    found = verify_log.verify(rows()).keys["conformity"]
    assert found == [former, present]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rng_conformityreport SET body = '{}'",
        "UPDATE rng_conformityreport SET second_id = %s, second_at = now(), second_reason = 'x'",
        "UPDATE rng_conformityreport SET first_id = %s, first_at = now(), first_reason = ''",
        "UPDATE rng_conformityreport SET first_id = %s, first_at = now(), first_reason = 'x',"
        " second_id = %s, second_at = now(), second_reason = 'x'",
        "DELETE FROM rng_conformityreport",
        "SET sabot.flush = off; TRUNCATE rng_conformityreport",
    ],
)
def test_the_database_keeps_reports_and_who_trusted_them(change: str) -> None:
    prepare_draw("table:1", 1, (37,))
    ann, _ = persons()
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute(change.replace("%s", str(ann.pk)))


def test_the_report_of_a_header_is_served_to_anybody_and_has_its_hash(client: Client) -> None:
    digest = prepare_draw("table:1", 1, (37,)).header["report"]
    answer = client.get(f"/api/log/report/{digest}/")
    served = answer.json()
    signed = b"sabot-conformity/1\n" + canonical_json(served["report"])
    assert hashlib.sha256(signed).hexdigest() == digest
    assert keys.is_signed(served["key"], bytes.fromhex(served["signature"]), signed)
    assert "immutable" in answer["Cache-Control"]
    assert client.get(f"/api/log/report/{'1' * 64}/").status_code == 404


# --- the office


def test_two_operators_trust_a_report_in_the_office(
    kept: Path, settings: Settings, client: Client
) -> None:
    prepare_draw("table:1", 1, (37,))
    settings.REPORT_BY_TWO = True
    settings.CONFORMITY_TRUST = [keys.newest("conformity").public]
    digest = another_alone(kept)
    gate.check(gate.Why.DEMAND)
    assert client.get(f"/api/log/report/{digest}/").status_code == 404
    page = reverse("admin:rng_conformityreport_change", args=[digest])
    act = reverse("admin:rng_conformityreport_trust", args=[digest])
    said = []
    for person in persons():
        client.force_login(person)
        assert act in client.get(page).content.decode()
        # The button of the page asks for the reason.
        assert "reason" in client.post(act).content.decode()
        answer = client.post(act, {"reason": "Lu et comparé"}, follow=True)
        said.append(answer.content.decode())
        assert (act in client.get(page).content.decode()) is (len(said) == 1)
    assert "attend une deuxième personne" in said[0]
    assert "dans le journal public" in said[1]
    assert SelfCheck.objects.latest("pk").passed
    assert client.get(f"/api/log/report/{digest}/").status_code == 200


def test_only_those_with_the_permission_trust_a_report(client: Client) -> None:
    digest = prepare_draw("table:1", 1, (37,)).header["report"]
    clerk = Player.objects.create_user("the.clerk", password="pass", is_staff=True)
    client.force_login(clerk)
    act = reverse("admin:rng_conformityreport_trust", args=[digest])
    assert client.post(act, {"reason": "x"}).status_code == 403
    assert ConformityReport.objects.get(digest=digest).first is None
