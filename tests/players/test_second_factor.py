"""The office's door: a code beside the password, and no sign-in that is left lying."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from structlog.testing import capture_logs

from casino.players.models import Player, Visit
from casino.players.services import sign_up
from casino.staff import second_factor, sign_ins
from tests.clock import StandingClock, clock

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery staple"
DOOR, OFFICE = "/account/second-factor/", "/admin/players/player/"
SENT_ON = f"{DOOR}?next=%2Fadmin%2F"


@pytest.fixture
def clerk() -> Player:
    person = sign_up(username="clara", password=PASSWORD, language="en")
    person.is_staff = person.is_superuser = True
    person.save()
    return person


@pytest.fixture
def lines() -> Iterator[list[Any]]:
    """What is logged meanwhile."""
    with capture_logs() as said:
        yield said


def signed_in() -> Client:
    """Return a browser in which Clara has given her password."""
    visitor = Client(headers={"accept-language": "en"})
    answer = visitor.post("/admin/login/", {"username": "clara", "password": PASSWORD})
    assert answer.status_code == 302
    return visitor


def code(phone: TOTPDevice, step: int = 0) -> str:
    """Return what a phone shows, now or so many half minutes later."""
    return f"{totp(phone.bin_key, t0=-30 * step):06}"


def enrol(visitor: Client, person: Player) -> list[str]:
    """Enrol a phone on the page; return the recovery codes that it shows."""
    shown = visitor.get(DOOR).content.decode()
    assert "<svg" in shown
    phone = begun_in(visitor)
    answer = visitor.post(DOOR, {"do": "enrol", "code": code(phone, -1), "next": OFFICE})
    assert answer.status_code == 200, answer.content.decode()
    return re.findall(r"<code>((?:[a-z2-9]{4}-?){3})</code>", answer.content.decode())


def begun_in(visitor: Client) -> TOTPDevice:
    """Return the phone of which a visit has been shown the key."""
    return TOTPDevice.objects.get(pk=visitor.session["phone_begun"], confirmed=False)


def phone_of(person: Player) -> TOTPDevice:
    phone = second_factor.enrolled_phone(person)
    assert phone is not None
    return phone


def test_whoever_has_enrolled_a_phone_is_let_in_with_its_code_alone(
    clerk: Player, lines: list[Any]
) -> None:
    first = signed_in()
    assert first.get(OFFICE).status_code == 200, "no house of play money asks for a phone"
    codes = enrol(first, clerk)
    assert len(set(codes)) == second_factor.CODES
    assert first.get(OFFICE).status_code == 200

    second = signed_in()
    for path in (OFFICE, "/admin/", "/admin/players/player/add/"):
        answer = second.get(path)
        assert answer.status_code == 302, path
        assert answer["Location"].startswith(SENT_ON)
    sent = second.post(f"{OFFICE}{clerk.pk}/change/", {"display_name": "Mallory"})
    assert sent["Location"].startswith(DOOR)
    assert second.post(DOOR, {"code": "000000"}).status_code == 422
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    answer = second.post(DOOR, {"code": code(phone_of(clerk)), "next": OFFICE})
    assert (answer.status_code, answer["Location"]) == (302, OFFICE)
    assert second.get(OFFICE).status_code == 200

    third = signed_in()
    assert third.post(DOOR, {"code": code(phone_of(clerk))}).status_code == 422, "it was used"
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    assert third.post(DOOR, {"code": codes[3].upper().replace("-", " ")}).status_code == 302
    assert third.get(OFFICE).status_code == 200
    assert signed_in().post(DOOR, {"code": codes[3]}).status_code == 422, "it was used"

    told = [line["event"] for line in lines if line.get("username") == "clara"]
    assert told.count("staff_code_refused") == 3
    kept = LogEntry.objects.filter(object_id=str(clerk.pk)).values_list("change_message", flat=True)
    assert {"Second factor enrolled", "Code refused from 127.0.0.1"} <= set(kept)
    given = [
        each.said["factor"]
        for each in sign_ins.sign_in_history().filter(person=clerk, what="staff_code_given")
    ]
    assert given == ["paper", "phone"]
    secrets = [*codes, phone_of(clerk).key, code(phone_of(clerk))]
    assert not [each for each in secrets if each in str(lines) or each in str(list(kept))]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_house_that_wants_it_of_everybody_shows_its_office_to_nobody_without_a_phone(
    clerk: Player, settings: Any, wanted: bool
) -> None:
    settings.SECOND_FACTOR = wanted
    visitor = signed_in()
    assert visitor.get(OFFICE).status_code == (302 if wanted else 200)
    if wanted:
        assert visitor.get("/admin/")["Location"] == SENT_ON
        assert visitor.get("/").status_code == 200, "the lobby is everybody's"
        enrol(visitor, clerk)
        assert visitor.get(OFFICE).status_code == 200


@pytest.mark.parametrize(("failed", "wait"), [(1, "1 s"), (6, "32 s"), (9, "5 min")])
def test_after_wrong_codes_the_page_says_how_long_no_code_is_read(
    clerk: Player, clock: StandingClock, failed: int, wait: str
) -> None:
    visitor = signed_in()
    codes = enrol(visitor, clerk)
    late = signed_in()
    devices = (TOTPDevice.objects.all(), StaticDevice.objects.all())
    for each in devices:
        each.update(throttling_failure_count=failed, throttling_failure_timestamp=clock())
    answer = late.post(DOOR, {"code": codes[0]})
    assert answer.status_code == 422
    assert f"none is read for another {wait}. This one was not used." in answer.content.decode()
    clock.forward(2**failed)
    assert late.post(DOOR, {"code": codes[0]}).status_code == 302, "the right code was not used up"


def test_codes_are_kept_as_hashes_and_a_new_sheet_ends_the_old_one(clerk: Player) -> None:
    visitor = signed_in()
    old = enrol(visitor, clerk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(token, ' ') FROM otp_static_statictoken")
        (kept,) = cursor.fetchone()
    assert not any(each.replace("-", "") in kept for each in old)
    shown = visitor.post(DOOR, {"do": "renew"}).content.decode()
    assert StaticToken.objects.count() == second_factor.CODES
    assert old[0] not in shown
    assert second_factor.verify_code(clerk, old[0]) is None


def test_another_phone_takes_the_place_of_the_first_once_it_has_shown_its_code(
    clerk: Player,
) -> None:
    visitor = signed_in()
    enrol(visitor, clerk)
    first = phone_of(clerk)
    assert visitor.post(DOOR, {"do": "replace"}).status_code == 200
    assert phone_of(clerk) == first, "it has shown nothing yet"
    begun = begun_in(visitor)
    assert visitor.post(DOOR, {"do": "enrol", "code": "nonsense"}).status_code == 422
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    assert visitor.post(DOOR, {"do": "enrol", "code": code(begun)}).status_code == 200
    assert (phone_of(clerk), TOTPDevice.objects.count()) == (begun, 1)
    assert visitor.get(OFFICE).status_code == 200
    # A visit that has given a code of the first phone owes one of the second.
    stranger = signed_in()
    assert stranger.post(DOOR, {"do": "replace"}).status_code == 422, "no code was given"
    assert stranger.post(DOOR, {"do": "renew"}).status_code == 422


def test_a_key_that_a_thief_of_the_password_has_read_is_not_the_one_that_is_enrolled(
    clerk: Player,
) -> None:
    thief, owner = signed_in(), signed_in()
    thief.get(DOOR)
    known = begun_in(thief)
    codes = enrol(owner, clerk)
    assert phone_of(clerk).key != known.key
    assert len(codes) == second_factor.CODES
    assert thief.post(DOOR, {"do": "enrol", "code": code(known)}).status_code == 422
    assert not TOTPDevice.objects.filter(pk=known.pk).exists(), "what others began is gone"
    assert thief.get(OFFICE).status_code == 302


def test_guesses_of_a_code_are_counted_as_those_of_a_password_are(
    clerk: Player, clock: StandingClock
) -> None:
    enrol(signed_in(), clerk)
    visitor = signed_in()
    answers = [visitor.post(DOOR, {"code": f"{n:06}"}).status_code for n in range(12)]
    assert (answers[0], answers[-1]) == (422, 429)
    phone = phone_of(clerk)
    assert phone.throttling_failure_count == 1, "while it waits no code is looked at"


def test_a_sign_in_that_is_left_lying_opens_no_office(clerk: Player, settings: Any) -> None:
    visitor = signed_in()
    session = visitor.session
    session["office_seen"] -= settings.OFFICE_IDLE_MINUTES * 60 - 30
    session.save()
    assert visitor.get(OFFICE).status_code == 200, "work begins to count anew"
    session = visitor.session
    session["office_seen"] -= settings.OFFICE_IDLE_MINUTES * 60 + 1
    session.save()
    answer = visitor.get(OFFICE)
    assert answer["Location"] == f"/admin/login/?next={OFFICE}"
    assert "_auth_user_id" not in visitor.session
    # However busy he is, a day's work ends.
    busy = signed_in()
    session = busy.session
    session["office_began"] -= settings.OFFICE_HOURS * 3600 + 1
    session.save()
    assert busy.get(OFFICE)["Location"] == f"/admin/login/?next={OFFICE}"
    # One from before there was an office's door has no time at all.
    old = signed_in()
    session = old.session
    del session["office_seen"]
    session.save()
    assert old.get(OFFICE).status_code == 302


def test_whoever_has_lost_both_enrols_again_and_it_is_on_record(clerk: Player) -> None:
    visitor = signed_in()
    with pytest.raises(CommandError, match="has enrolled no phone"):
        call_command("forget_second_factor", "clara", reason="lost")
    enrol(visitor, clerk)
    call_command("forget_second_factor", "CLARA", reason="lost on a train", stdout=io.StringIO())
    assert second_factor.enrolled_phone(clerk) is None
    assert not Visit.objects.filter(player=clerk).exists()
    kept = LogEntry.objects.filter(object_id=str(clerk.pk)).order_by("-pk")
    assert "lost on a train" in kept[0].change_message
    with pytest.raises(CommandError, match="Nobody of the staff"):
        call_command("forget_second_factor", "ann", reason="lost")


def test_players_have_no_second_factor_and_no_page_shows_a_key(clerk: Player) -> None:
    sign_up(username="ann", password=PASSWORD, language="en")
    player = Client()
    player.post("/sign-in/", {"username": "ann", "password": PASSWORD})
    assert player.get(DOOR).status_code == 404
    assert Client().get(DOOR).status_code == 302
    visitor = signed_in()
    enrol(visitor, clerk)
    page = visitor.get("/admin/").content.decode()
    # A form's token is drawn: now and then these three letters follow each other in it.
    assert "otp" not in re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page).lower()
    assert visitor.get("/admin/otp_totp/totpdevice/").status_code == 404
    assert phone_of(clerk).key not in visitor.get(DOOR).content.decode()
