"""Written announcements on the floor: handed in, endorsed or declined, staked under inspection."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from pytest_django import Settings

from casino.players.models import Player
from tables import tasks
from tables.announcements import services as announcements
from tables.games.core.money import Amount
from tables.games.core.protocol import Refused
from tables.games.european_roulette import messages
from tables.games.wheel.stakes import Announced
from tables.incidents import services as incidents
from tables.models import AnnouncementAnswer, FloorEvent, Notice, WrittenAnnouncement
from tables.operation import opening, sessions
from tables.rows import notices, parties
from tables.seating import snapshots
from tables.staff import services as staff
from tables.wire import codec, floor_commands
from tests.floor import House, reuse_beside
from tests.opening_checks import pass_opening_check
from tests.published import publish
from tests.tables.test_roulette import equip, spin, stake
from tests.tables.test_staff import chief, employee, inspector

pytestmark = pytest.mark.django_db(transaction=True)

COMPLETE = "complete_n:17"
CUSTOM = "custom:red=5,split:0-3=1"


@pytest.fixture
def wheel(house: House) -> House:
    """A table that takes written announcements, with a chief and no inspector."""

    def opened() -> House:
        operator = house.operator
        rules = publish(
            "MC/test", "MC", "european_roulette", operator=operator, complex_announced_bets=True
        )
        table = opening.create_table(name="Roulette", rules_key=rules.key, operator=operator)
        wheel = House(table.pk, operator)
        pass_opening_check(table.pk)
        sessions.open_session(table.pk, operator=chief("anne"), reason="day")
        equip(wheel)
        return wheel

    return reuse_beside(house, "announced", opened)


@pytest.fixture
def management(wheel: House) -> Player:
    """Who answers for the games management, and may nothing else."""
    return employee("diana", "answer_announcement")


def write(wheel: House, name: str, text: str, command_id: UUID | None = None) -> str:
    """Hand a text in; return the refusal's code, or an empty text."""
    receipt = announcements.submit_announcement(
        player_id=wheel.player(name).pk,
        table_id=wheel.table_id,
        command_id=command_id or uuid4(),
        text=text,
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def give(wheel: House, name: str, *bets: str, unit: int = 100) -> str:
    """Stake announcements, one chip of `unit` each."""
    announced = tuple(Announced(f"a{n}", bet, Amount(unit)) for n, bet in enumerate(bets))
    return wheel.do(name, messages.Stake((), announced))


def told(wheel: House, name: str) -> list[dict[str, Any]]:
    """Return what a player who comes now is shown of his writings."""
    party = parties.party_of(wheel.player(name).pk)
    texts = snapshots.snapshot(wheel.table_id, {party}).own[party]
    shown: list[dict[str, Any]] = json.loads(texts[-1])["writings"]
    return shown


def the_writing() -> UUID:
    return WrittenAnnouncement.objects.latest("at").pk


@pytest.mark.clause("MC-EROU-03")
def test_mc_erou_39_40_41_written_endorsed_inspected_and_only_then_staked(
    wheel: House, management: Player
) -> None:
    start = wheel.balance("ann")
    assert give(wheel, "ann", COMPLETE) == "not_endorsed"
    assert write(wheel, "ann", COMPLETE) == ""
    (waiting,) = told(wheel, "ann")
    assert (waiting["text"], waiting["state"], waiting["reason"]) == (COMPLETE, "pending", "")
    assert {"on": "straight:17", "chips": 1} in waiting["chips"]
    assert give(wheel, "ann", COMPLETE) == "not_endorsed"
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    assert [(each["state"], each["reason"]) for each in told(wheel, "ann")] == [
        ("endorsed", "lisible")
    ]
    assert give(wheel, "ann", COMPLETE) == "inspector_absent"
    staff.sign_in_inspector(wheel.table_id, operator=inspector("clara"), reason="annonces")
    assert give(wheel, "ann", COMPLETE) == ""
    chips = sum(each["chips"] for each in waiting["chips"])
    assert wheel.balance("ann") == start - chips * 100
    # What is endorsed for one player is no licence of another.
    assert give(wheel, "bob", COMPLETE) == "not_endorsed"


def test_mc_erou_40_a_declined_writing_is_not_staked_and_may_be_written_again(
    wheel: House, management: Player
) -> None:
    staff.sign_in_inspector(wheel.table_id, operator=inspector("clara"), reason="annonces")
    assert write(wheel, "ann", CUSTOM) == ""
    assert write(wheel, "ann", CUSTOM) == "already_written"
    announcements.answer_announcement(
        the_writing(), endorsed=False, operator=management, reason="illisible"
    )
    assert [(each["state"], each["reason"]) for each in told(wheel, "ann")] == [
        ("declined", "illisible")
    ]
    assert give(wheel, "ann", CUSTOM) == "not_endorsed"
    assert not Notice.objects.exists()
    assert write(wheel, "ann", CUSTOM) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    assert give(wheel, "ann", CUSTOM) == ""


def test_mc_erou_39_a_command_that_is_sent_twice_writes_once(wheel: House) -> None:
    command = uuid4()
    assert write(wheel, "ann", COMPLETE, command) == ""
    receipt = announcements.submit_announcement(
        player_id=wheel.player("ann").pk,
        table_id=wheel.table_id,
        command_id=command,
        text=COMPLETE,
    )
    assert receipt is not None
    assert receipt.refused is None
    assert WrittenAnnouncement.objects.count() == 1
    event = FloorEvent.objects.latest("id")
    assert (event.kind, event.by, event.reason) == ("write", wheel.player("ann"), COMPLETE)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("voisins_du_zero", "need_not_be_written"),
        ("finales_n:7", "need_not_be_written"),
        ("complete_n:37", "not_a_combination"),
        ("custom:red=0", "not_a_combination"),
        ("dix-sept et chevaux", "not_a_combination"),
    ],
)
def test_mc_erou_39_what_cannot_be_written_is_refused(wheel: House, text: str, code: str) -> None:
    assert write(wheel, "ann", text) == code
    assert not WrittenAnnouncement.objects.exists()


def test_mc_erou_39_a_player_has_three_writings_waiting_at_most(
    wheel: House, management: Player
) -> None:
    for number in (1, 2, 3):
        assert write(wheel, "ann", f"complete_n:{number}") == ""
    assert write(wheel, "ann", "complete_n:4") == "too_many_writings"
    assert write(wheel, "bob", "complete_n:4") == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="oui"
    )
    assert write(wheel, "ann", "complete_n:4") == "too_many_writings"


def test_mc_erou_39_a_house_that_takes_no_writings_refuses_them(house: House) -> None:
    assert write(house, "ann", COMPLETE) == "writings_not_taken"
    rules = publish("MC/plain", "MC", "european_roulette", operator=house.operator)
    table = opening.create_table(name="Roulette", rules_key=rules.key, operator=house.operator)
    plain = House(table.pk, house.operator, house.people)
    assert write(plain, "ann", COMPLETE) == "table_closed"
    pass_opening_check(table.pk)
    sessions.open_session(table.pk, operator=house.operator, reason="day")
    assert write(plain, "ann", COMPLETE) == "variant_disabled"


def test_mc_erou_40_only_the_management_answers_once_and_never_for_itself(
    wheel: House, management: Player
) -> None:
    assert write(wheel, "ann", COMPLETE) == ""
    writing = the_writing()
    for nobody in (employee("nobody", "operate_table"), inspector("clara")):
        with pytest.raises(Refused, match="not_management"):
            announcements.answer_announcement(writing, endorsed=True, operator=nobody, reason="x")
    with pytest.raises(Refused, match="no_writing"):
        announcements.answer_announcement(uuid4(), endorsed=True, operator=management, reason="x")
    for _ in range(2):
        announcements.answer_announcement(
            writing, endorsed=True, operator=management, reason="lisible"
        )
    with pytest.raises(Refused, match="already_answered"):
        announcements.answer_announcement(writing, endorsed=False, operator=management, reason="x")
    answer = AnnouncementAnswer.objects.get()
    assert (answer.endorsed, answer.by, answer.reason) == (True, management, "lisible")
    boss = wheel.operator
    wheel.people["boss"] = boss
    assert write(wheel, "boss", COMPLETE) == ""
    with pytest.raises(Refused, match="four_eyes"):
        announcements.answer_announcement(the_writing(), endorsed=True, operator=boss, reason="x")


def test_mc_erou_40_the_chief_and_the_control_are_informed_with_the_endorsement(
    wheel: House, management: Player, settings: Settings
) -> None:
    settings.STATE_CONTROL_MAIL = "controle@example.mc"
    Player.objects.filter(username="anne").update(email="anne@example.mc")
    assert write(wheel, "ann", COMPLETE) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    owed = {(each.addressee, each.person and each.person.username): each.detail
            for each in Notice.objects.all()}  # fmt: skip
    detail = {"player": "ann", "text": COMPLETE, "reason": "lisible"}
    assert owed == {("state_control", None): detail, ("table_chief", "anne"): detail}
    assert notices.mail_all() == 2
    assert notices.mail_all() == 0
    tasks.mail_notices()
    assert sorted(each.to[0] for each in mail.outbox) == ["anne@example.mc", "controle@example.mc"]
    assert "la direction des jeux (diana) vise l’annonce écrite de ann : Complète du 17" in (
        mail.outbox[0].body
    )
    assert "endorses the written announcement" in mail.outbox[0].body
    assert len({each.extra_headers["Message-ID"] for each in mail.outbox}) == 2


def test_mc_erou_40_a_mail_that_fails_stays_owed(
    wheel: House, management: Player, settings: Settings
) -> None:
    settings.STATE_CONTROL_MAIL = "controle@example.mc"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 1
    assert write(wheel, "ann", COMPLETE) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    assert notices.mail_all() == 0
    assert notices.unmailed().count() == 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert notices.mail_all() == 1
    assert not notices.unmailed().exists()


def test_mc_erou_41_no_inspector_leaves_while_a_written_announcement_rides(
    wheel: House, management: Player
) -> None:
    clara = inspector("clara")
    staff.sign_in_inspector(wheel.table_id, operator=clara, reason="annonces")
    assert write(wheel, "ann", COMPLETE) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    assert stake(wheel, "bob", red=1000) == ""
    staff.sign_out_inspector(wheel.table_id, operator=clara, reason="pause")
    staff.sign_in_inspector(wheel.table_id, operator=clara, reason="retour")
    assert give(wheel, "ann", COMPLETE) == ""
    with pytest.raises(Refused, match="round_in_play"):
        staff.sign_out_inspector(wheel.table_id, operator=clara, reason="pause")
    staff.sign_in_inspector(wheel.table_id, operator=inspector("denis"), reason="relève")
    spin(wheel, 17)
    staff.sign_out_inspector(wheel.table_id, operator=wheel.operator, reason="fin")
    equip(wheel)
    assert give(wheel, "ann", COMPLETE) == "inspector_absent"


def test_mc_erou_40_an_endorsement_holds_for_its_session_and_no_longer(
    wheel: House, management: Player
) -> None:
    staff.sign_in_inspector(wheel.table_id, operator=inspector("clara"), reason="annonces")
    assert write(wheel, "ann", COMPLETE) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    assert write(wheel, "ann", CUSTOM) == ""
    late = the_writing()
    assert give(wheel, "ann", COMPLETE) == ""
    spin(wheel, 3)
    equip(wheel)
    assert give(wheel, "ann", COMPLETE) == ""
    spin(wheel, 4)
    # A session that is extended is the same one.
    equip(wheel)
    assert stake(wheel, "bob", red=1000) == ""
    sessions.announce_end(wheel.table_id, operator=wheel.operator, reason="night")
    sessions.open_session(wheel.table_id, operator=wheel.operator, reason="longer")
    spin(wheel, 1)
    equip(wheel)
    assert give(wheel, "ann", COMPLETE) == ""
    spin(wheel, 5)
    incidents.break_off_session(wheel.table_id, operator=wheel.operator, reason="night")
    with pytest.raises(Refused, match="writing_lapsed"):
        announcements.answer_announcement(late, endorsed=True, operator=management, reason="late")
    pass_opening_check(wheel.table_id)
    sessions.open_session(wheel.table_id, operator=wheel.operator, reason="day")
    staff.sign_in_inspector(
        wheel.table_id, operator=Player.objects.get(username="clara"), reason="day"
    )
    equip(wheel)
    assert told(wheel, "ann") == []
    assert give(wheel, "ann", COMPLETE) == "not_endorsed"


def test_mc_erou_39_what_is_written_only_its_player_reads(
    wheel: House, management: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, dict[str, list[str]]]] = []
    monkeypatch.setattr(
        "tables.realtime.publish.frame",
        lambda table, text, own, **_: sent.append((text, dict(own))),
    )
    assert write(wheel, "ann", CUSTOM) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    mine = parties.party_of(wheel.player("ann").pk)
    states = []
    for frame, own in sent[-2:]:
        assert "split:0-3" not in frame
        assert "lisible" not in frame
        assert set(own) == {mine}
        states += [each["state"] for each in json.loads(own[mine][0])["writings"]]
    assert states == ["pending", "endorsed"]
    assert told(wheel, "bob") == []


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM tables_writtenannouncement",
        "UPDATE tables_writtenannouncement SET text = 'complete_n:1'",
        "UPDATE tables_announcementanswer SET endorsed = false",
        "DELETE FROM tables_announcementanswer",
        "UPDATE tables_notice SET detail = '{}'",
        "DELETE FROM tables_notice",
    ],
)
def test_mc_erou_39_40_the_database_keeps_what_was_written_and_decided(
    wheel: House, management: Player, statement: str
) -> None:
    assert write(wheel, "ann", COMPLETE) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_mc_erou_39_the_wire_bounds_what_is_written() -> None:
    def sent(text: str) -> str:
        command = {"kind": "table.write", "text": text}
        return json.dumps({"id": str(uuid4()), "command": command})

    decoded = codec.decode(sent(COMPLETE))
    assert isinstance(decoded, codec.Sent)
    assert decoded.command == floor_commands.Write(COMPLETE)
    for text in ("", "x" * 1001):
        with pytest.raises(codec.Malformed):
            codec.decode(sent(text))


def test_without_its_endorsement_the_engine_would_refuse(
    wheel: House, management: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: a floor that tells the engine of no endorsement, or of too many."""
    staff.sign_in_inspector(wheel.table_id, operator=inspector("clara"), reason="annonces")
    assert write(wheel, "ann", COMPLETE) == ""
    announcements.answer_announcement(
        the_writing(), endorsed=True, operator=management, reason="lisible"
    )
    monkeypatch.setattr(
        "tables.rows.written_announcements.endorsed_texts", lambda table, player: frozenset()
    )
    assert give(wheel, "ann", COMPLETE) == "not_endorsed"
    monkeypatch.setattr(
        "tables.rows.written_announcements.endorsed_texts",
        lambda table, player: frozenset({COMPLETE}),
    )
    assert give(wheel, "bob", COMPLETE) == ""
