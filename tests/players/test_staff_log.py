"""Sign-ins of the staff: in the log and in the office's history, without a word that is secret."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.db.models import Q
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from structlog.testing import capture_logs

from casino.players import tasks
from casino.players.models import OfficeAct, Player, Visit
from casino.players.services import sign_up
from casino.staff import audit_log, sign_ins
from tables.operation.croupier import CLEAR, Croupier

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery staple"
WRONG = "hunter2 is not the password"
OFFICE = "/admin/login/"
EVENTS = ("staff_signed_in", "staff_signed_out", "staff_sign_in_failed")


@pytest.fixture
def clerk() -> Player:
    person = sign_up(username="clara", password=PASSWORD, language="en")
    person.is_staff = True
    person.save()
    return person


@pytest.fixture
def said() -> Iterator[list[Any]]:
    """What is logged meanwhile."""
    with capture_logs() as lines:
        yield lines


def told(said: list[Any]) -> list[tuple[str, str | None]]:
    """Return what was logged of the staff: the event, and who."""
    assert not any(PASSWORD in str(line) or WRONG in str(line) for line in said)
    return [(line["event"], line.get("username")) for line in said if line["event"] in EVENTS]


def kept(person: Player) -> list[str]:
    """Return the person's history as the office shows it, oldest first."""
    rows = LogEntry.objects.filter(object_id=str(person.pk)).order_by("pk")
    assert all(row.user_id == person.pk for row in rows)
    return [row.change_message for row in rows]


@pytest.mark.parametrize("door", [OFFICE, "/sign-in/"])
def test_one_of_the_staff_signs_in_and_out(clerk: Player, said: list[Any], door: str) -> None:
    visitor = Client(headers={"accept-language": "en"})
    visitor.post(door, {"username": "clara", "password": PASSWORD})
    visitor.post("/sign-out/")
    assert told(said) == [("staff_signed_in", "clara"), ("staff_signed_out", "clara")]
    assert kept(clerk) == ["Signed in from 127.0.0.1", "Signed out from 127.0.0.1"]
    history = Client()
    clerk.is_superuser = True
    clerk.save()
    history.force_login(clerk)
    page = history.get(f"/admin/players/player/{clerk.pk}/history/").content.decode()
    assert "Signed out from 127.0.0.1" in page


@pytest.mark.parametrize("door", [OFFICE, "/sign-in/"])
def test_a_wrong_password_of_the_staff_is_noted(clerk: Player, said: list[Any], door: str) -> None:
    visitor = Client(headers={"accept-language": "fr"})
    visitor.post(door, {"username": "clara", "password": WRONG})
    assert told(said) == [("staff_sign_in_failed", "clara")]
    assert kept(clerk) == ["Connexion refusée depuis 127.0.0.1"]


def test_a_name_that_nobody_of_the_staff_has_is_written_nowhere(said: list[Any]) -> None:
    player = sign_up(username="paula", password=PASSWORD)
    visitor = Client()
    for name in (WRONG, "paula"):
        visitor.post(OFFICE, {"username": name, "password": WRONG})
        visitor.post("/sign-in/", {"username": name, "password": WRONG})
    # At the office's door somebody tried; at the players' it is none of the staff's affairs.
    assert told(said) == [("staff_sign_in_failed", None)] * 2
    assert not any("paula" in str(line) for line in said)
    assert kept(player) == []


def test_a_player_is_not_noted(said: list[Any]) -> None:
    player = sign_up(username="paula", password=PASSWORD)
    visitor = Client()
    visitor.post("/sign-in/", {"username": "paula", "password": PASSWORD})
    visitor.post("/sign-out/")
    assert told(said) == []
    assert kept(player) == []


def test_expired_sessions_are_deleted_with_their_visits_and_no_others() -> None:
    player = sign_up(username="paula", password=PASSWORD)
    gone, stays = Client(), Client()
    for visitor in (gone, stays):
        visitor.force_login(player)
    key = gone.session.session_key
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    tasks.clear_sessions()
    assert [each.pk for each in Session.objects.all()] == [stays.session.session_key]
    assert [each.session_id for each in Visit.objects.all()] == [stays.session.session_key]


def test_the_croupier_has_them_cleared_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[None] = []
    monkeypatch.setattr(tasks.clear_sessions, "delay", lambda: sent.append(None))
    croupier = Croupier()
    for now in (1000.0, 1002.0, 1000.0 + CLEAR, 1002.0 + CLEAR, 1004.0 + CLEAR):
        croupier._once_a_day(now)
    assert len(sent) == 2


def test_the_index_of_sign_ins_is_of_what_their_history_tells() -> None:
    (index,) = OfficeAct._meta.indexes
    assert index.condition == Q(what__in=list(sign_ins.ACTS))


def reader(name: str) -> Client:
    """Return a browser of one who may read everybody's sign-ins."""
    person = Player.objects.create_user(name, password=PASSWORD, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="view_staffsignin"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def test_a_person_reads_his_own_sign_ins_and_security_everybodys_by_person_and_day(
    clerk: Player,
) -> None:
    bob = Player.objects.create_user("bob", password=PASSWORD, is_staff=True)
    clara = Client(headers={"accept-language": "en"})
    clara.post(OFFICE, {"username": "clara", "password": WRONG}, REMOTE_ADDR="203.0.113.7")
    clara.post(OFFICE, {"username": "clara", "password": PASSWORD})
    sign_ins.record_code_accepted(
        RequestFactory().get("/", REMOTE_ADDR="203.0.113.9"), bob, "paper"
    )
    own = clara.get("/account/access/").content.decode()
    assert "Sign-in refused (password)" in own
    assert "203.0.113.7" in own
    assert "Signed in (password)" in own
    assert "203.0.113.9" not in own, "another's"
    page = reverse("admin:players_staffsignin_changelist")
    assert clara.get(page).status_code == 403

    sal = reader("sal")
    today = timezone.localdate()

    def told(query: str) -> tuple[bool, bool]:
        """Whether Clara's refusal and Bob's recovery code are listed."""
        shown = sal.get(page, {"q": query}).content.decode()
        return "203.0.113.7" in shown, "203.0.113.9" in shown

    assert "recovery code" in sal.get(page).content.decode()
    assert told("") == (True, True)
    assert told("clara") == (True, False)
    assert told(f"{today}") == (True, True)
    assert told(f"{today} bob") == (False, True)
    assert told(f"bob {today - timedelta(days=1)}") == (False, False)
    for strange in ("2026-02-31", "\0", "x" * 2000, "a b c d"):
        assert sal.get(page, {"q": strange}).status_code == 200
    audit_log.record_event(None, bob, "something_else")
    act = sign_ins.sign_in_history().filter(person=bob).latest("pk")
    assert sal.get(reverse("admin:players_staffsignin_change", args=[act.pk])).status_code == 200
    other = OfficeAct.objects.get(what="something_else")
    assert (
        sal.get(reverse("admin:players_staffsignin_change", args=[other.pk])).status_code == 302
    ), "an act behind the door is no sign-in"
