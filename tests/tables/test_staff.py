"""Who serves a table: chiefs and inspectors sign for it, hand it over, and are on every round."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, connection, transaction

from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import Assignment, FloorEvent, Round
from tables.operation import opening, series, sessions
from tables.rounds import timer
from tables.seating import snapshots
from tables.staff import services as duties
from tests.floor import House, open_house
from tests.opening_checks import pass_opening_check, sign_out_cards
from tests.published import publish
from tests.tables.test_roulette import equip, spin, stake

CARDS = ("punto_banco", "trente_et_quarante")
pytestmark = pytest.mark.django_db(transaction=True)


def employee(name: str, *codenames: str) -> Player:
    """Enrol somebody of the staff with these permissions and no other."""
    person = Player.objects.create_user(name, password="pass", is_staff=True, display_name=name)
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return person


def chief(name: str) -> Player:
    return employee(name, "operate_table", "serve_as_table_chief")


def inspector(name: str) -> Player:
    return employee(name, "serve_as_inspector")


def closed_wheel(house: House, **options: Any) -> House:
    """A table of European roulette that nobody has opened yet."""
    rules = publish("MC/test", "MC", "european_roulette", operator=house.operator, **options)
    table = opening.create_table(name="Roulette", rules_key=rules.key, operator=house.operator)
    pass_opening_check(table.pk)
    return House(table.pk, house.operator, house.people)


def staff(house: House) -> list[tuple[str, str]]:
    return [(each["duty"], each["name"]) for each in house.frame()["floor"]["staff"]]


@pytest.mark.clause("MC-EQ-56")
def test_mc_erou_01_a_table_opens_only_with_a_chief(house: House) -> None:
    wheel = closed_wheel(house)
    nobody = employee("nobody", "operate_table")
    with pytest.raises(Refused, match="no_table_chief"):
        sessions.open_session(wheel.table_id, operator=nobody, reason="day")
    assert wheel.table.status == "closed"
    duties.hand_over_table(wheel.table_id, person=chief("anne"), operator=nobody, reason="rota")
    sessions.open_session(wheel.table_id, operator=nobody, reason="day")
    assert (wheel.table.status, staff(wheel)) == ("open", [("table_chief", "anne")])


@pytest.mark.clause(
    "MC-PB-08", "MC-TQ-03", "MC-AROU-06", "MC-BOULE-03", "MC-WHEEL-01", "MC-CRAPS-01"
)
def test_no_table_of_a_monegasque_game_with_a_chief_opens_without_him(house: House) -> None:
    nobody = employee("nobody", "operate_table")
    anne = employee("anne", "operate_table", "serve_as_table_chief", "sign_for_dice")
    games = (
        "punto_banco",
        "trente_et_quarante",
        "american_roulette",
        "boule",
        "big_wheel",
        "craps",
    )
    for game in games:
        rules = publish(f"MC/{game}", "MC", game, operator=house.operator)
        table = opening.create_table(name=game, rules_key=rules.key, operator=house.operator)
        (sign_out_cards if game in CARDS else pass_opening_check)(table.pk)
        with pytest.raises(Refused, match="no_table_chief"):
            sessions.open_session(table.pk, operator=nobody, reason="day")
        sessions.open_session(table.pk, operator=anne, reason="day")
        assert Assignment.objects.filter(table_id=table.pk, person=anne, until=None).exists()


def test_mc_erou_01_a_chief_who_opens_a_table_answers_for_it_until_it_closes(house: House) -> None:
    wheel = closed_wheel(house)
    anne = chief("anne")
    sessions.open_session(wheel.table_id, operator=anne, reason="day")
    assert staff(wheel) == [("table_chief", "anne")]
    incidents.break_off_session(wheel.table_id, operator=anne, reason="night")
    assert staff(wheel) == []
    with pytest.raises(Refused, match="no_table_chief"):
        sessions.open_session(
            wheel.table_id, operator=employee("nobody", "operate_table"), reason="day"
        )


def test_mc_erou_01_a_drained_table_lets_its_chief_go_when_it_closes(house: House) -> None:
    wheel = closed_wheel(house, last_rounds_notice=3)
    anne = chief("anne")
    sessions.open_session(wheel.table_id, operator=anne, reason="day")
    equip(wheel)
    sessions.announce_end(wheel.table_id, operator=anne, reason="night")
    for number in (1, 2, 3):
        assert timer.handle_expired_clock(wheel.table_id)
        assert staff(wheel) == [("table_chief", "anne")]
        spin(wheel, number)
        equip(wheel)
    assert (wheel.table.status, staff(wheel)) == ("closed", [])


def test_mc_erou_05_handing_over_records_who_when_and_how_the_table_was_found(
    house: House,
) -> None:
    wheel = closed_wheel(house)
    anne, bert = chief("anne"), chief("bert")
    sessions.open_session(wheel.table_id, operator=anne, reason="day")
    equip(wheel)
    assert stake(wheel, "ann", red=1000) == ""
    duties.hand_over_table(wheel.table_id, person=bert, operator=anne, reason="relève de 22 h")
    before, after = Assignment.objects.order_by("pk")
    assert (before.person, before.until) == (anne, after.since)
    assert (after.person, after.by, after.reason) == (bert, anne, "relève de 22 h")
    assert after.found == {
        "status": "open",
        "seq": wheel.table.seq - 1,
        "rules": "MC/test",
        "round": 1,
        "round_status": "running",
        "float": opening.FLOAT,
        "layout": 1000,
    }
    event = FloorEvent.objects.latest("id")
    assert (event.kind, event.by, event.reason) == (
        "table_chief",
        anne,
        "anne -> bert: relève de 22 h",
    )
    assert staff(wheel) == [("table_chief", "bert")]


def test_mc_erou_05_only_a_chief_takes_a_table_and_only_once(house: House) -> None:
    wheel = closed_wheel(house)
    anne = chief("anne")
    sessions.open_session(wheel.table_id, operator=anne, reason="day")
    for person, code in ((employee("nobody", "operate_table"), "not_qualified"),
                         (anne, "already_serving")):  # fmt: skip
        with pytest.raises(Refused, match=code):
            duties.hand_over_table(wheel.table_id, person=person, operator=anne, reason="rota")
    assert Assignment.objects.count() == 1


def test_mc_erou_09_the_chief_is_stamped_on_every_round(house: House) -> None:
    wheel = closed_wheel(house)
    anne, bert = chief("anne"), chief("bert")
    sessions.open_session(wheel.table_id, operator=anne, reason="day")
    equip(wheel)
    assert stake(wheel, "ann", red=1000) == ""
    duties.hand_over_table(wheel.table_id, person=bert, operator=anne, reason="rota")
    spin(wheel, 1)
    equip(wheel)
    assert stake(wheel, "ann", red=1000) == ""
    assert [each.responsible for each in Round.objects.order_by("pk")] == [anne, bert]
    first, second = Round.objects.order_by("pk")
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.filter(pk=first.pk).update(responsible=bert)
    assert second.status == "running"


def test_a_game_without_a_chief_stamps_nobody_and_shows_no_staff(house: House) -> None:
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert Round.objects.get().responsible is None
    assert staff(house) == []


def test_mc_cdf_09_an_inspector_answers_for_the_table(house: House) -> None:
    table = open_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    assert staff(table) == [("inspector", "operator")]
    clara = inspector("clara")
    duties.sign_in_inspector(table.table_id, operator=clara, reason="relève")
    assert staff(table) == [("inspector", "clara")]
    with pytest.raises(Refused, match="no_inspector"):
        duties.sign_out_inspector(table.table_id, operator=clara, reason="pause")
    sessions.close_session(table.table_id, operator=table.operator, reason="night")
    with pytest.raises(Refused, match="no_inspector"):
        sessions.open_session(
            table.table_id, operator=employee("nobody", "operate_table"), reason="day"
        )
    with pytest.raises(Refused, match="not_qualified"):
        duties.sign_in_inspector(table.table_id, operator=chief("anne"), reason="day")
    duties.sign_in_inspector(table.table_id, operator=clara, reason="day")
    sign_out_cards(table.table_id)
    sessions.open_session(
        table.table_id, operator=Player.objects.get(username="nobody"), reason="day"
    )
    equip(table)
    for seat, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
        table.sit(name, seat)
    assert timer.handle_expired_clock(table.table_id)
    assert Round.objects.get(table_id=table.table_id).responsible == clara


def test_mc_erou_41_nobody_inspects_what_he_answers_for(house: House) -> None:
    wheel = closed_wheel(house)
    both = employee("both", "operate_table", "serve_as_table_chief", "serve_as_inspector")
    sessions.open_session(wheel.table_id, operator=both, reason="day")
    with pytest.raises(Refused, match="two_duties"):
        duties.sign_in_inspector(wheel.table_id, operator=both, reason="alone")
    clara = inspector("clara")
    duties.sign_in_inspector(wheel.table_id, operator=clara, reason="day")
    assert staff(wheel) == [("table_chief", "both"), ("inspector", "clara")]
    duties.sign_out_inspector(wheel.table_id, operator=clara, reason="pause")
    assert staff(wheel) == [("table_chief", "both")]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM tables_assignment",
        "UPDATE tables_assignment SET person_id = by_id, until = now()",
        "UPDATE tables_assignment SET until = now() WHERE until IS NOT NULL",
    ],
)
def test_mc_erou_05_the_database_keeps_the_record_of_duties(house: House, statement: str) -> None:
    wheel = closed_wheel(house)
    anne, bert = chief("anne"), chief("bert")
    sessions.open_session(wheel.table_id, operator=house.operator, reason="day")
    duties.hand_over_table(wheel.table_id, person=anne, operator=house.operator, reason="rota")
    duties.hand_over_table(wheel.table_id, person=bert, operator=house.operator, reason="rota")
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_what_joins_later_sees_the_staff(house: House) -> None:
    wheel = closed_wheel(house)
    sessions.open_session(wheel.table_id, operator=chief("anne"), reason="day")
    assert (
        '"staff":[{"duty":"table_chief","name":"anne"}]' in snapshots.snapshot(wheel.table_id).frame
    )


def closed_blackjack(house: House, book: str) -> House:
    """A table of blackjack that nobody has opened yet."""
    rules = publish(f"{book}/duty", book, operator=house.operator)
    table = opening.create_table(name=f"Duty {book}", rules_key=rules.key, operator=house.operator)
    if book not in ("ON", "HOUSE"):
        sign_out_cards(table.pk)
    return House(table.pk, house.operator, house.people)


def test_mc_026_a_table_of_monaco_opens_only_with_a_chief(house: House) -> None:
    table = closed_blackjack(house, "MC")
    nobody = employee("nobody", "operate_table")
    with pytest.raises(Refused, match="no_table_chief"):
        sessions.open_session(table.table_id, operator=nobody, reason="day")
    assert table.table.status == "closed"
    anne = chief("anne")
    duties.hand_over_table(table.table_id, person=anne, operator=nobody, reason="rota")
    sessions.open_session(table.table_id, operator=nobody, reason="day")
    assert (table.table.status, staff(table)) == ("open", [("table_chief", "anne")])
    equip(table)
    table.sit("ann", 1)
    assert table.stake("ann", 1, 1000) == ""
    assert Round.objects.get().responsible == anne


def test_mc_026_one_chief_supervises_several_tables(house: House) -> None:
    anne = chief("anne")
    tables = [closed_wheel(house), closed_blackjack(house, "MC")]
    for each in tables:
        sessions.open_session(each.table_id, operator=anne, reason="day")
    assert [staff(each) for each in tables] == [[("table_chief", "anne")]] * 2


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "ON", "HOUSE"])
def test_the_other_texts_of_blackjack_want_no_chief(house: House, book: str) -> None:
    table = closed_blackjack(house, book)
    sessions.open_session(
        table.table_id, operator=employee("nobody", "operate_table"), reason="day"
    )
    assert (table.table.status, staff(table)) == ("open", [])


def test_mc_026_an_open_table_takes_rules_that_want_a_chief_only_with_one(house: House) -> None:
    rules = publish("MC/duty", "MC", operator=house.operator)
    nobody = employee("nobody", "operate_table")
    with pytest.raises(Refused, match="no_table_chief"):
        series.change_rules(house.table_id, rules.key, operator=nobody, reason="soir")
    assert house.table.rules_id != rules.key
    series.change_rules(house.table_id, rules.key, operator=chief("anne"), reason="soir")
    assert (house.table.rules_id, staff(house)) == (rules.key, [("table_chief", "anne")])


def test_mc_arou_08_a_chief_answers_for_no_more_tables_than_the_rules_let_him(house: House) -> None:
    rules = publish(
        "MC/covered", "MC", "american_roulette", operator=house.operator, max_tables_per_chief=1
    )
    tables = [
        opening.create_table(name=name, rules_key=rules.key, operator=house.operator)
        for name in ("One", "Two")
    ]
    for table in tables:
        pass_opening_check(table.pk)
    one, two = (House(table.pk, house.operator, house.people) for table in tables)
    anne, bea = chief("anne"), chief("bea")
    sessions.open_session(one.table_id, operator=anne, reason="day")
    with pytest.raises(Refused, match="chief_has_enough"):
        sessions.open_session(two.table_id, operator=anne, reason="day")
    assert two.table.status == "closed"
    sessions.open_session(two.table_id, operator=bea, reason="day")
    with pytest.raises(Refused, match="chief_has_enough"):
        duties.hand_over_table(two.table_id, person=anne, operator=anne, reason="rota")
    incidents.break_off_session(one.table_id, operator=anne, reason="night")
    duties.hand_over_table(two.table_id, person=anne, operator=anne, reason="rota")
    assert staff(two) == [("table_chief", "anne")]
