"""Acts on tables: each needs a reason, goes through the floor, and is on record."""

import re
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from casino.ledger import services as ledger
from casino.ledger.models import JournalEntry
from casino.players.models import Player
from tables import tasks
from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.games.blackjack import messages as bj
from tables.models import FloorEvent, Round, RuleSet, Table
from tables.operation import opening, sessions
from tables.staff import services as staff
from tables.staff.authority import OPERATE
from tests.admin.office import sign_in
from tests.campaign import combinations, sample
from tests.floor import House, open_house
from tests.opening_checks import sign_out_cards


@pytest.fixture
def operator(house: House) -> Client:
    """The browser of an operator who is no superuser."""
    return sign_in("operator")


def order(client: Client, name: str, *tables: int, language: str = "fr", **given: str) -> list[str]:
    """Post an act's form; return what the operator is told, nothing when asked again."""
    ids = ",".join(str(each) for each in tables)
    page = f"{reverse('admin:tables_table_order', args=[name])}?tables={ids}"
    sent = {"order": str(uuid4())} | given
    answer = client.post(page, sent, headers={"accept-language": language})
    assert answer.status_code in (200, 302)
    if answer.status_code == 200:
        return []
    told = [str(each) for each in get_messages(answer.wsgi_request)]
    client.get(reverse("admin:index"))  # where they are read, so that they are not told again
    return told


def last_event(house: House) -> tuple[str, str, str]:
    event = FloorEvent.objects.filter(table=house.table_id).latest("id")
    assert event.by is not None
    return event.kind, event.by.username, event.reason


def table_chief(house: House) -> Client:
    """Return the browser of a superuser who is given the table as its chief."""
    client = sign_in("superuser")
    person = Player.objects.get(username="the.superuser")
    staff.hand_over_table(house.table_id, person=person, operator=house.operator, reason="shift")
    return client


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("name", "reason"), sample(3, combinations(list(TABLE_ACTIONS), ["", "   ", "x" * 201]))
)
def test_nothing_is_done_without_a_reason(
    house: House, operator: Client, name: str, reason: str
) -> None:
    if OPERATE not in TABLE_ACTIONS[name].by.permissions:
        operator = table_chief(house)
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    before = house.table.seq
    assert order(operator, name, house.table_id, reason=reason, amount="5") == []
    assert house.table.seq == before


def test_closing_opening_and_draining_are_on_record(house: House, operator: Client) -> None:
    table = house.table_id
    assert order(operator, "close_table", table, reason="night") == [
        "Fermer la table, Table d'essai : fait."
    ]
    assert (house.table.status, last_event(house)) == ("closed", ("close", "the.operator", "night"))
    sign_out_cards(table)
    assert order(operator, "open_table", table, reason="day", language="en") == [
        "Open the table, Table d'essai: done."
    ]
    assert (house.table.status, last_event(house)) == ("open", ("open", "the.operator", "day"))
    house.deal("")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    order(operator, "drain_table", table, reason="last one")
    assert (house.table.status, last_event(house)) == (
        "draining",
        ("drain", "the.operator", "last one"),
    )


def test_voiding_gives_every_stake_back(house: House, operator: Client) -> None:
    house.sit("ann", 1)
    before = house.balance("ann")
    house.stake("ann", 1, 1000)
    order(operator, "void_round", house.table_id, reason="misdeal")
    assert Round.objects.get().status == "voided"
    assert house.balance("ann") == before
    assert last_event(house) == ("void", "the.operator", "misdeal")


@pytest.mark.parametrize(
    ("typed", "language", "minor"),
    [("12,50", "fr", 1250), ("12.50", "en", 1250), ("0,01", "fr", 1), ("100000", "fr", 10_000_000)],
)
def test_a_fill_and_a_credit_move_exactly_the_amount(
    house: House, operator: Client, typed: str, language: str, minor: int
) -> None:
    account = house.table.float_account_id
    start = ledger.balance(account)
    given = {"amount": typed, "language": language}
    order(operator, "fill", house.table_id, reason="low float", **given)
    assert ledger.balance(account) == start + minor
    assert last_event(house) == ("fill", "the.operator", "low float")
    order(operator, "credit", house.table_id, reason="too much", **given)
    assert ledger.balance(account) == start
    assert last_event(house) == ("credit", "the.operator", "too much")
    who = Player.objects.get(username="the.operator").pk
    entries = JournalEntry.objects.filter(cause__in=("fill", "credit"), operator=str(who))
    assert entries.count() == 2


def test_the_same_form_sent_twice_moves_the_chips_once(house: House, operator: Client) -> None:
    start = ledger.balance(house.table.float_account_id)
    page = f"{reverse('admin:tables_table_order', args=['fill'])}?tables={house.table_id}"
    form = operator.get(page).content.decode()
    hidden = re.search(r'name="order" value="([0-9a-f-]{36})"', form)
    assert hidden
    for _ in range(2):
        order(operator, "fill", house.table_id, reason="low", amount="5", order=hidden[1])
    assert ledger.balance(house.table.float_account_id) == start + 500


@pytest.mark.parametrize("amount", ["", "0", "-5", "0,001", "nan", "inf", "1e3x", "99999999999"])
def test_an_amount_that_cannot_be_is_asked_again(
    house: House, operator: Client, amount: str
) -> None:
    before = house.table.seq
    assert order(operator, "fill", house.table_id, reason="low", amount=amount) == []
    assert house.table.seq == before


def test_a_refusal_is_told_and_changes_nothing(house: House, operator: Client) -> None:
    before = house.table.seq
    table = house.table_id
    assert order(operator, "open_table", table, reason="x") == [
        "Ouvrir la table, Table d'essai : refusé. La table est déjà ouverte."
    ]
    assert order(operator, "void_round", table, reason="x", language="en") == [
        "Void the round, Table d'essai: refused. No round is in play."
    ]
    (told,) = order(operator, "credit", table, reason="x", amount="999999999")
    assert told.startswith("Reprendre des jetons, Table d'essai : refusé. Encaisse, ")
    assert "100\N{NO-BREAK SPACE}000,00" in told
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    seq = house.table.seq
    assert order(operator, "close_table", table, reason="x") == [
        "Fermer la table, Table d'essai : refusé. Un coup est en cours."
    ]
    assert house.table.seq == seq > before


def test_one_act_on_several_tables_tells_of_each(house: House, operator: Client) -> None:
    other = open_house("Autre table")
    sessions.close_session(other.table_id, operator=other.operator, reason="x")
    told = order(operator, "close_table", house.table_id, other.table_id, reason="fire alarm")
    assert told == [
        "Fermer la table, Table d'essai : fait.",
        "Fermer la table, Autre table : refusé. La table est fermée.",
    ]
    assert set(Table.objects.values_list("status", flat=True)) == {"closed"}


@pytest.mark.parametrize("tables", ["", "0", "x", "-1", "99999999999999999999999"])
def test_an_act_on_no_table_is_not_found(house: House, operator: Client, tables: str) -> None:
    page = reverse("admin:tables_table_order", args=["fill"])
    assert operator.get(f"{page}?tables={tables}").status_code == 404


def test_an_act_that_is_none_is_not_found(house: House, operator: Client) -> None:
    page = reverse("admin:tables_table_order", args=["capital"])
    assert operator.get(f"{page}?tables={house.table_id}").status_code == 404


def test_asking_changes_nothing(house: House) -> None:
    operator = table_chief(house)
    before = house.table.seq
    for name in TABLE_ACTIONS:
        page = f"{reverse('admin:tables_table_order', args=[name])}?tables={house.table_id}"
        assert operator.get(page, {"reason": "x", "amount": "1"}).status_code in (200, 404)
        assert operator.get(f"{page}&reason=x&amount=1").status_code == 200
    assert house.table.seq == before


def test_an_act_without_the_token_of_its_form_is_refused(house: House) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(Player.objects.create_superuser("the.superuser", password="pass"))
    page = f"{reverse('admin:tables_table_order', args=['close_table'])}?tables={house.table_id}"
    assert client.post(page, {"reason": "x"}).status_code == 403
    assert house.table.status == "open"


def test_a_table_is_set_up_closed_with_boxes_float_and_record(
    house: House, operator: Client
) -> None:
    rules = RuleSet.objects.get()
    answer = operator.post(reverse("admin:tables_table_add"), {"name": "Neuve", "rules": rules.pk})
    table = Table.objects.get(name="Neuve")
    assert answer["Location"] == reverse("admin:tables_table_change", args=[table.pk])
    assert (table.status, table.boxes.count()) == ("closed", house.table.boxes.count())
    assert ledger.balance(table.float_account_id) == opening.FLOAT
    event = table.floor_events.get()
    assert event.by is not None
    assert (event.kind, event.by.username) == ("fill", "the.operator")


def test_a_table_for_practice_is_set_up_as_one(operator: Client) -> None:
    rules = RuleSet.objects.get().pk
    add = reverse("admin:tables_table_add")
    assert "entraînement" in operator.get(add).content.decode()
    operator.post(add, {"name": "École", "rules": rules, "practice": "on"})
    operator.post(add, {"name": "Sérieuse", "rules": rules})
    assert Table.objects.get(name="École").practice
    assert not Table.objects.get(name="Sérieuse").practice


def test_a_table_of_a_name_that_is_taken_is_asked_again(house: House, operator: Client) -> None:
    given = {"name": house.table.name, "rules": RuleSet.objects.get().pk}
    answer = operator.post(reverse("admin:tables_table_add"), given)
    assert answer.status_code == 200
    assert "Une table porte déjà ce nom." in answer.content.decode()
    assert Table.objects.count() == 1


def test_the_reason_of_a_void_is_what_the_round_says(house: House, operator: Client) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    order(operator, "void_round", house.table_id, reason="<b>misdeal</b>")
    round_ = Round.objects.get()
    page = operator.get(reverse("admin:tables_round_change", args=[round_.pk])).content.decode()
    assert "Coup annulé : &lt;b&gt;misdeal&lt;/b&gt;." in page
    assert "<b>misdeal" not in page


def test_ruling_an_incident_lets_the_round_go_on_and_is_on_record(
    house: House, operator: Client
) -> None:
    monaco = open_house("Monaco", book="MC")
    assert order(operator, "rule_incident", monaco.table_id, reason="x") == [
        "Trancher l’incident, Monaco : refusé. Aucun incident n’attend de décision."
    ]
    monaco.sit("ann", 1)
    monaco.deal("5h 9s", only=True)
    monaco.stake("ann", 1, 1000)
    monaco.do("ann", bj.Ready())
    table = monaco.table
    assert table.round_id is not None
    tasks.make_refill(table.pk, table.round_id, table.shoe_sequence)
    assert monaco.frame()["view"]["incident"] == "burn_after_refill"
    assert order(operator, "rule_incident", table.pk, reason="as ON-83", language="en") == [
        "Rule the incident, Monaco: done."
    ]
    assert monaco.frame()["view"]["incident"] is None
    assert last_event(monaco) == ("rule", "the.operator", "as ON-83")
