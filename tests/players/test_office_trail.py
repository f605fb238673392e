"""The trail of the office: every act of the staff, before it is carried out, chained by hashes."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client, RequestFactory
from structlog.testing import capture_logs

from casino.players.models import OfficeAct, Player
from casino.players.services import sign_up
from casino.rng import tasks
from casino.rng.log import office
from casino.rng.log.models import LogEntry
from casino.rng.verify import log as verify_log
from casino.staff import audit_log
from tests.races.test_floor_races import at_once

PASSWORD = "correct horse battery staple"
PAGE = "/admin/players/player/{}/change/"


@pytest.fixture
def clerk(db: None) -> Player:
    person = sign_up(username="clara", password=PASSWORD, language="en")
    person.is_staff = person.is_superuser = True
    person.save()
    return person


def signed_in() -> Client:
    visitor = Client(headers={"accept-language": "en"}, REMOTE_ADDR="10.1.2.3")
    visitor.post("/admin/login/", {"username": "clara", "password": PASSWORD})
    return visitor


def acts() -> list[tuple[str, int | None]]:
    """Return what was done and how it was answered, oldest first."""
    rows = OfficeAct.objects.select_related("answer").order_by("pk")
    return [(each.what, each.answer.status if hasattr(each, "answer") else None) for each in rows]


def test_whoever_acts_is_on_record_with_what_he_sent_and_what_is_secret_is_not(
    clerk: Player,
) -> None:
    ann = before = sign_up(username="ann", password=PASSWORD, language="en")
    visitor = signed_in()
    page, word = PAGE.format(ann.pk), f"/admin/players/player/{ann.pk}/password/"
    assert visitor.get(page).status_code == 200
    form = {"username": "ann", "display_name": "Ann the First", "language": "en"}
    assert visitor.post(page, form | {"is_active": "on"}).status_code == 302
    visitor.post(word, {"password1": "hunter2 hunter2 hunter2", "password2": "another one of it"})
    visitor.post(page, {"username": "x" * 900, "odd\0name": "nul\0l"})
    visitor.post("/sign-out/")
    assert acts() == [
        ("staff_signed_in", None),
        (f"POST {page}", 302),
        (f"POST {word}", 302),
        (f"POST {page}", 200),
        ("staff_signed_out", None),
    ]
    kept = list(OfficeAct.objects.order_by("pk"))
    assert {(each.person, each.address) for each in kept} == {(clerk, "10.1.2.3")}
    was = {"before.display_name": before.display_name}
    assert kept[1].said == form | {"is_active": "on"} | was
    assert kept[2].said == {"password1": "…", "password2": "…"}
    refused = {"username": "x" * audit_log.LONGEST, "oddname": "null"}
    assert refused.items() < kept[3].said.items()
    assert kept[3].said["before.display_name"] == "Ann the First"
    assert audit_log.verify_chain() == audit_log.AuditResult(5, kept[-1].digest, ())
    player = Client()
    player.post("/sign-in/", {"username": "ann", "password": PASSWORD})
    player.post(page, form)
    assert len(acts()) == 5, "he does not serve the house"


def test_an_act_is_written_before_it_is_carried_out(
    clerk: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = signed_in()
    found: list[Any] = []

    def carried_out(*_: Any, **__: Any) -> None:
        found.extend(acts())
        raise RuntimeError("in the middle")

    monkeypatch.setattr("casino.backoffice.players.PlayerAdmin.save_model", carried_out)
    visitor.raise_request_exception = False
    form = {"username": "clara", "display_name": "C.", "language": "en", "is_staff": "on"}
    page = PAGE.format(clerk.pk)
    assert visitor.post(page, form).status_code == 500
    assert found[-1] == (f"POST {page}", None)
    assert acts()[-1] == (f"POST {page}", 500)


def test_a_chain_that_somebody_mended_is_found(clerk: Player) -> None:
    for _ in range(3):
        signed_in()
    assert call_command("audit_office", stdout=io.StringIO()) is None
    _, second, third = OfficeAct.objects.order_by("pk")
    for change in (
        lambda: OfficeAct.objects.filter(pk=second.pk).update(what="nothing"),
        lambda: OfficeAct.objects.filter(pk=second.pk).delete(),
    ):
        with pytest.raises(DatabaseError, match="is refused"), transaction.atomic():
            change()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE players_officeact DISABLE TRIGGER USER")
        cursor.execute("UPDATE players_officeact SET what = 'nothing' WHERE id = %s", [second.pk])
        assert audit_log.verify_chain().broken == (second.pk,)
        cursor.execute("DELETE FROM players_officeact WHERE id = %s", [second.pk])
        cursor.execute("ALTER TABLE players_officeact ENABLE TRIGGER USER")
    assert audit_log.verify_chain() == audit_log.AuditResult(2, third.digest, (third.pk,))
    with pytest.raises(CommandError, match=f"1 acts do not fit: {third.pk}"):
        call_command("audit_office")
    with capture_logs() as lines:
        tasks.audit_office()
    events = [line["event"] for line in lines]
    assert events == ["office_trail", "office_trail_broken", "office_trail_cut"]


def cut_off(after: int) -> None:
    """Take the acts after one away, as somebody does who may write to the database itself."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in ("players_officeanswer", "players_officeact"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM players_officeanswer WHERE act_id > %s", [after])
        cursor.execute("DELETE FROM players_officeact WHERE id > %s", [after])
        for table in ("players_officeanswer", "players_officeact"):
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence('players_officeact', 'id'), %s)", [after]
        )


def test_a_trail_that_was_cut_and_chained_anew_is_found_by_the_public_log(clerk: Player) -> None:
    assert office.log_head() is None, "there is no act yet"
    signed_in()
    first = OfficeAct.objects.latest("pk")
    for _ in range(2):
        signed_in()
    last = OfficeAct.objects.latest("pk")
    said = io.StringIO()
    call_command("audit_office", stdout=said)
    entry = LogEntry.objects.get(kind="office")
    assert said.getvalue().strip().endswith(f"entry {entry.index} of the public log")
    facts = json.loads(entry.body)["facts"]
    assert facts == {"act": last.pk, "acts": 3, "head": last.digest}
    call_command("audit_office", stdout=io.StringIO())
    tasks.audit_office()
    assert LogEntry.objects.filter(kind="office").count() == 1, "the same head is one entry"
    cut_off(first.pk)
    head = office.Head(entry.index, last.pk, last.digest, 3)
    assert office.missing_heads() == [head]
    for _ in range(2):
        signed_in()
    # Anew, the trail is as long as before and right in itself.
    assert audit_log.verify_chain().broken == ()
    assert OfficeAct.objects.latest("pk").pk == last.pk
    assert office.missing_heads() == [head]
    with pytest.raises(CommandError, match=f"act {last.pk} of entry {entry.index}, 3 acts then"):
        call_command("audit_office")
    with capture_logs() as lines:
        tasks.audit_office()
    assert [line["event"] for line in lines] == ["office_trail", "office_trail_cut"]
    assert LogEntry.objects.filter(kind="office").count() == 1
    rows = io.StringIO()
    call_command("dump_log", stdout=rows)
    assert verify_log.verify(json.loads(rows.getvalue())["results"]).entries == entry.index + 1


@pytest.mark.django_db(transaction=True)
def test_acts_at_the_same_moment_stand_in_one_chain() -> None:
    person = Player.objects.create_user("clara", is_staff=True)

    def act() -> None:
        request = RequestFactory().post("/admin/", {"reason": "race"})
        with transaction.atomic():
            audit_log.record_action(request, person)

    at_once(*[act] * 8)
    assert audit_log.verify_chain().acts == 8
    assert audit_log.verify_chain().broken == ()
