"""The opening page of the office, and the reports: their figures, and what waits for whom."""

import csv
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from casino.cashier import services as cash
from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Player
from casino.staff import rights
from tables.cage import vouchers
from tables.disputes import services as disputes
from tables.equipment import stock
from tables.funds import accounts, postings
from tables.games.automatic_games.messages import Load
from tables.games.core.money import Amount, Place
from tables.incidents import pauses
from tables.machines import interventions, keys, reliefs
from tables.machines import services as machines
from tables.machines.keys import Key
from tables.models import (
    BetWatch,
    KeyLoan,
    LevyCount,
    Notice,
    Relief,
    Table,
    Voucher,
)
from tables.operation import opening, sessions
from tables.revenue import earnings, takings
from tables.rows import duties, notices
from tables.rows.table_rows import lock
from tables.rules import returns
from tables.staff import services as staff
from tests.admin.office import queries, sign_in, staffed
from tests.api.asking import lose, win
from tests.clock import StandingClock, clock
from tests.floor import House, open_house
from tests.machines import (
    accountant,
    attendant,
    cashier,
    equip,
    lend_device,
    lend_for_relief,
    mechanic,
    supervisor,
    take_key,
    watcher,
)
from tests.players.cage import asked
from tests.published import publish
from tests.tables.test_disputes import disputed, ruled
from tests.tables.test_disputes import staff as employed

__all__ = ["clock"]

REPORT = "/admin/tables/takings/report/"


def person(name: str, *codes: str) -> Client:
    """Return a browser of somebody of the staff who may just this."""
    who = Player.objects.create_user(name, password="pass", is_staff=True)
    who.user_permissions.set(Permission.objects.filter(codename__in=codes))
    client = Client(headers={"accept-language": "en"})
    client.force_login(who)
    return client


def waiting(client: Client) -> list[str]:
    """Return what waits for whoever's browser it is."""
    return [item.text for item in client.get(reverse("admin:index")).context["waiting"]]


def wrong(client: Client) -> list[str]:
    return [item.text for item in client.get(reverse("admin:index")).context["wrong"]]


def figures(client: Client) -> dict[str, str]:
    """Return the figures of the opening page, by name."""
    blocks = {name: shown for name, _, shown in client.get("/admin/").context["blocks"]}
    return {each.name: each.value for each in blocks["takings"].figures}


def lines(client: Client, **asked: str) -> list[dict[str, str]]:
    """Return the lines of a report as a file for programs."""
    answer = client.get(REPORT, {**asked, "format": "data"})
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(StringIO(answer.content.decode())))


def played(house: House) -> None:
    """Leave three rounds: two won by the house, one by a player."""
    win(house, "ann")
    lose(house, "ann")
    lose(house, "bob", 2, 2000)
    takings.count_takings()
    earnings.count_ended_rounds()


def test_pages_of_the_site_lead_the_staff_back_to_the_office(house: House) -> None:
    player = Client()
    player.force_login(house.player("ann"))
    assert 'href="/admin/"' in person("dora").get("/account/access/").text
    assert 'href="/admin/"' not in player.get("/account/access/").text


def test_the_figures_of_the_opening_page_are_the_ledgers(house: House) -> None:
    before = house.table.float_account.balance
    played(house)
    told = figures(person("adele", "view_takings"))
    assert told["Gross gaming revenue, today"] == "20.00"
    assert house.table.float_account.balance == before + 20_00
    assert (told["Staked"], told["Hold"], told["Rounds"]) == ("40.00", "50.00%", "3")


@pytest.mark.parametrize("by", ["day", "hour", "table", "game", "croupier", "player"])
def test_every_report_comes_to_what_the_float_has_won(house: House, by: str) -> None:
    before = house.table.float_account.balance
    played(house)
    client = person("adele", "view_takings", "view_played", "view_assignment")
    found = lines(client, by=by)
    assert sum(int(line["won"]) for line in found) == 20_00
    assert house.table.float_account.balance == before + 20_00
    assert sum(int(line["staked"]) for line in found) == 40_00
    if by == "player":
        assert {line["player"]: int(line["won"]) for line in found} == {"ann": 0, "bob": 20_00}


def test_a_report_tells_of_the_days_and_tables_that_are_asked_for(house: House) -> None:
    played(house)
    client = person("adele", "view_takings")
    before = str(timezone.localdate() - timedelta(days=2))
    assert lines(client, since=before, until=before) == []
    assert lines(client, table=str(house.table_id))[0]["rounds"] == "3"
    assert lines(client, game="boule") == []
    for bad in ({"since": "2026-02-01", "until": "2026-01-01"}, {"since": "2020-01-01"}):
        assert not client.get(REPORT, bad).context["form"].is_valid()


def test_a_report_tells_the_theoretical_win_of_blackjack_by_its_first_stakes(house: House) -> None:
    played(house)
    client = person("adele", "view_takings")
    edge = next(
        float(price.edge)
        for price in returns.prices_by_key(house.table.rules_id)
        if price.bet == "main"
    )
    theory = str(round(40_00 * edge))
    for by in ("game", "table", "day"):
        found = lines(client, by=by)[0]
        assert (found["expected_least"], found["expected_most"]) == (theory, theory)
    (found,) = lines(client, by="bet")
    wanted = {"bet": "blackjack:main", "currency": "PLAY", "base": "4000", "won": "2000"}
    wanted |= {"hold": "0.5", "expected": theory}
    assert wanted.items() <= found.items()
    shown = client.get(REPORT, {"by": "bet"}).context["shown"]
    assert shown.rows[0][:3] == ["Blackjack: Main game", "40.00", "20.00"]
    assert shown.rows[0][5] == "50.00%"
    assert "it is the levy due" in shown.note


def test_a_bet_that_pays_more_than_its_price_is_an_alarm(house: House) -> None:
    played(house)
    adele = person("adele", "view_takings", "view_betwatch")
    assert wrong(adele) == []
    BetWatch.objects.update(fortunes=[20.0] * len(earnings.SIZES))
    assert wrong(adele) == [f"{house.table.name}: pays more than its price, Main game"]
    assert wrong(person("anne", "view_takings")) == []


def test_what_a_player_has_staked_is_read_by_whoever_may_read_it(house: House) -> None:
    played(house)
    page = person("adele", "view_takings").get(REPORT, {"by": "player"})
    assert not page.context["form"].is_valid()
    assert "shown" not in page.context
    assert person("cleo").get(REPORT).status_code == 403


def test_a_request_at_the_cage_waits_for_the_cashier_unless_it_is_his_own(house: House) -> None:
    cashier = person("carl", "decide_cashrequest", "view_cashrequest")
    asked(house.player("ann"), cash.DEPOSIT, 10_00)
    assert waiting(cashier) == ["Requests at the cage"]
    assert waiting(person("clerk", "view_cashrequest")) == []
    own = Client(headers={"accept-language": "en"})
    ann = house.player("ann")
    ann.is_staff = True
    ann.save()
    ann.user_permissions.set(Permission.objects.filter(codename="decide_cashrequest"))
    own.force_login(ann)
    assert waiting(own) == []


def test_a_levy_waits_for_the_inspector_of_its_table_who_has_not_counted_it(house: House) -> None:
    inspector, other = (
        person(name, "serve_as_inspector", "operate_table") for name in ("ines", "igor")
    )
    ines = Player.objects.get(username="ines")
    duties.assign(lock(house.table_id), "inspector", ines.pk, by=ines.pk, reason="test")

    def count(by: Player) -> None:
        LevyCount.objects.create(
            id=uuid4(),
            table_id=house.table_id,
            amount=100,
            tickets=1,
            by=by,
            reason="compté",
            at=timezone.now(),
        )

    count(house.operator)
    assert waiting(inspector) == [f"{house.table.name}: levy to be signed for"]
    assert waiting(other) == []
    count(ines)
    assert waiting(inspector) == []


@pytest.mark.django_db
@pytest.mark.clause("MC-CDF-38")
def test_a_levy_waits_for_its_count_once_the_table_is_closed() -> None:
    chemin = open_house("Chemin", "MC", game="chemin_de_fer")
    table = chemin.table
    account = accounts.place_account(table.pk, Place.LEVY)
    assert account is not None
    leg = ledger.Leg(postings.capital_account(table.currency), account.pk, 5_00, "levy")
    ledger.post(uuid4(), [leg], cause="levy", reference=f"table:{table.pk}")
    chief = person("carl", "operate_table")
    line = "Chemin: levy to be counted"
    assert line not in waiting(chief)
    Table.objects.filter(pk=table.pk).update(status="closed")
    assert line in waiting(chief)
    LevyCount.objects.create(
        id=uuid4(),
        table=table,
        amount=5_00,
        tickets=1,
        by=chemin.operator,
        reason="",
        at=timezone.now(),
    )
    assert line not in waiting(chief)


def test_what_waits_at_the_tables_waits_for_whose_duty_it_is(house: House) -> None:
    staffed(house)
    name = house.table.name
    Table.objects.filter(pk=house.table_id).update(
        due_at=timezone.now() - timedelta(minutes=5), no_chance=True
    )
    chief = person("cleo", "operate_table", "view_table")
    (late,) = waiting(chief)
    assert late.startswith(f"{name}: clock run out since ")
    assert wrong(chief) == [f"{name}: waits for the generator"]
    Table.objects.filter(pk=house.table_id).update(due_at=None)
    assert pauses.pause_table(house.table_id, "croupier.expire", "SealBroken")
    assert waiting(chief) == [f"{name}: to be resumed or voided"]
    assert any(each.startswith(f"{name}: paused since ") for each in wrong(chief))
    sessions.open_session(house.table_id, operator=house.operator, reason="mended")
    assert waiting(chief) == []
    assert waiting(person("dora", "answer_announcement")) == [
        "Roulette: written announcement of ann"
    ]
    lose(house, "ann")
    win(house, "ann")
    house.deal("Th 9s 8d Tc")
    assert house.stake("ann", 1, 1000) == ""
    table = house.table
    assert table.round is not None
    notices.write(
        "test",
        Notice.Kind.SUBMITTED,
        addressee=Notice.Addressee.STATE_CONTROL,
        clause="MC-116",
        table_id=table.pk,
        detail={"round": table.round.number, "what": "x", "outcome": ""},
        by=None,
        at=timezone.now(),
    )
    assert f"{name}: incident to be ruled" in waiting(chief)


def test_closed_tables_want_what_their_next_session_wants(house: House) -> None:
    wheel = staffed(house)
    Table.objects.filter(pk=wheel.table_id).update(status="closed")
    assert waiting(person("mona", "check_device")) == ["Roulette: to be checked"]
    assert waiting(person("inga", "serve_as_inspector")) == []


def test_whoever_decides_rights_is_told_that_nobody_may_do_what_waits(
    house: House, settings: Settings
) -> None:
    wheel = staffed(house)
    Table.objects.filter(pk=wheel.table_id).update(status="closed")
    decider = person("rita", "decide_rights")
    Player.objects.create_superuser("sue")
    assert wrong(decider) == []
    # The superuser of a licensed house does nobody's duty.
    settings.LICENSED = True
    assert wrong(decider) == ["Table chief: nobody may do what waits"]
    chief = person("cleo", "operate_table")
    assert wrong(decider) == wrong(chief) == []


def test_a_drop_waits_for_accounting_once_its_table_is_closed(house: House) -> None:
    accountant = person("adele", "count_drop")
    drop = ledger.open_account(f"drop:{house.table_id}", Kind.DROP, "PLAY")
    leg = ledger.Leg(postings.capital_account("PLAY"), drop.pk, 40_00, "change")
    ledger.post(uuid4(), [leg], cause="change", reference=f"table:{house.table_id}")
    assert waiting(accountant) == []
    Table.objects.filter(pk=house.table_id).update(status="closed")
    assert waiting(accountant) == [f"{house.table.name}: drop to be counted"]
    assert waiting(person("clerk", "view_dropcount")) == []


def test_the_opening_page_costs_the_same_however_many_rounds_there_were(house: House) -> None:
    client = sign_in("superuser")
    played(house)
    queries(client, "/admin/")
    before = queries(client, "/admin/"), queries(client, REPORT)
    played(house)
    assert (queries(client, "/admin/"), queries(client, REPORT)) == before


def test_the_lists_are_named_and_by_what_they_tell(house: House) -> None:
    client = sign_in("superuser")
    for language, section, name in (
        ("fr", "Recettes et comptées", "Comptées du change"),
        ("en", "Takings and counts", "Counts of drops"),
    ):
        page = client.get("/admin/", headers={"accept-language": language})
        sections = {each["name"]: each["models"] for each in page.context["app_list"]}
        assert name in {model["name"] for model in sections[section]}


def test_a_dispute_waits_for_whoever_may_decide_it_and_a_ruling_for_a_second_person(
    house: House,
) -> None:
    may = ("decide_dispute", "view_dispute")
    gail, gus, reader = person("gail", *may), person("gus", *may), person("rita", "view_dispute")
    own = employed("olga", *may)
    found = disputed(house, "ann", lose(house, "ann"))
    reported = disputes.report_incident(
        house.table_id,
        operator=employed("olga", "file_dispute"),
        kind="technical",
        reason="Il s’arrête.",
        order=uuid4(),
    )
    name = house.table.name
    to_decide = [f"{name}, no. {each.pk}: dispute to be decided" for each in (found, reported)]
    assert waiting(gail) == waiting(gus) == to_decide
    assert waiting(reader) == []
    assert wrong(reader) == [f"{name}: closed until it is decided"]
    olga = Client(headers={"accept-language": "en"})
    olga.force_login(own)
    assert waiting(olga) == to_decide[:1], "what he has filed himself is another's"
    ruled(found, Player.objects.get(username="gail"), settings.CORRECTION_BY_ONE + 1)
    assert waiting(gail) == to_decide[1:], "nobody seconds himself"
    assert waiting(gus)[0] == f"{name}, no. {found.pk}: ruling to be seconded"


def at_work(who: Player) -> Client:
    """Return the browser of whoever serves the machines."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(who)
    return client


@pytest.fixture
def machine(db: None) -> House:
    """A machine at which ann sits."""
    house = open_house("device", "MC", game="automatic_games")
    house.sit("ann", 1)
    return house


def test_what_waits_at_a_machine_waits_for_whose_duty_it_is(
    machine: House, clock: StandingClock
) -> None:
    """An intervention, its sheet, and the key that is out after its time."""
    name, slots, fixer = machine.table.name, at_work(supervisor()), at_work(mechanic())
    other = at_work(mechanic("otto"))
    lend_device(machine, mechanic())
    equip(machine)
    assert waiting(fixer) == [f"{name}: key received, to be opened"]
    interventions.open_machine(machine.table_id, operator=mechanic(), reason="reel 2 stuck")
    assert waiting(fixer) == [f"{name}: sheet of an intervention to be signed"]
    assert (waiting(slots), waiting(other)) == ([], [])
    reader = person("rita", "view_intervention", "view_keyloan")
    assert wrong(reader) == [f"{name}: out of service, opened by a mechanic"]
    interventions.sign_sheet(machine.table_id, operator=mechanic(), reason="loose")
    assert waiting(slots) == ["Sheets to be sealed"], "the key is out"
    assert waiting(fixer) == [f"Key, machine {machine.table_id}: to be given back"]
    # The key was lent for an hour by the database's clock, which runs on.
    clock.forward(2 * 3600)
    # The office has signed them out meanwhile.
    slots, fixer, other = (at_work(who) for who in (supervisor(), mechanic(), mechanic("otto")))
    reader.force_login(Player.objects.get(username="rita"))
    assert waiting(fixer)[0].startswith(f"Key, machine {machine.table_id}: max, expired ")
    assert waiting(slots)[-1] == waiting(fixer)[0], "who lends it takes it back"
    assert waiting(other) == []
    assert "Keys that have not come back" in wrong(reader)
    keys.return_key(KeyLoan.objects.get().pk, operator=mechanic(), reason="seen")
    assert waiting(slots) == [f"{name}: to be put back in service", "Sheets to be sealed"]
    equip(machine)
    interventions.put_back_in_service(machine.table_id, operator=supervisor(), reason="seen")
    bundle = interventions.seal_sheets(operator=supervisor(), reason="evening")
    keeper = person("mona", "keep_machines")
    assert (waiting(slots), waiting(keeper)) == ([], [f"{bundle.day}: sheets to be received"])
    assert wrong(reader) == []


def test_a_relief_waits_for_each_in_his_turn(machine: House) -> None:
    name, number = machine.table.name, machine.table_id
    slots, eye, cage = (at_work(who) for who in (supervisor(), watcher(), cashier()))
    hand, books = at_work(attendant()), at_work(accountant())
    assert machine.do("ann", Load(Amount(50_00), "note")) == ""
    reliefs.begin_relief(number, operator=supervisor(), reason="evening")
    assert waiting(eye) == [f"{name}: relief to be attended"]
    assert waiting(cage) == [f"{name}: key to be lent for the relief"]
    assert (waiting(hand), waiting(slots), waiting(books)) == ([], [], [])
    reliefs.attend_relief(number, operator=watcher(), reason="seen")
    lend_for_relief(machine, Key.LATCH, "evening")
    assert (waiting(eye), waiting(cage)) == ([], [])
    assert waiting(hand) == [f"{name}: note box to be taken out"]
    reliefs.exchange_note_box(number, operator=attendant(), reason="box 3")
    assert waiting(hand)[0].startswith(f"Key, latch of the note box {number}: aldo, expired ")
    assert (waiting(cage), waiting(slots)) == (waiting(hand), [])
    keys.return_key(KeyLoan.objects.get().pk, operator=attendant(), reason="seen")
    assert waiting(slots) == [f"{name}: relief to be closed"]
    assert waiting(books) == [f"{name}: note box to be counted, key to be taken"]
    reliefs.close_relief(number, operator=supervisor(), reason="seen")
    take_key(machine)
    assert waiting(books) == [f"{name}: note box to be counted"]
    reader = person("rita", "view_noteboxcount")
    reliefs.count_note_box(
        Relief.objects.get().pk, 45_00, 0, operator=accountant(), reason="evening"
    )
    assert (waiting(slots), waiting(hand)) == ([], [])
    assert waiting(books) == [f"Key, note box {number}: to be given back"]
    keys.return_key(KeyLoan.objects.get(key=Key.NOTE_BOX).pk, operator=accountant(), reason="done")
    assert waiting(books) == []
    assert wrong(reader) == ["Note boxes that differed in the last 24 hours"]


def test_the_lock_of_a_base_out_of_use_waits_for_the_main_cashier(house: House) -> None:
    machines.number_base(2, "salon", operator=house.operator, reason="neuf")
    cage = person("carl", "lend_cage_key")
    assert waiting(cage) == []
    machines.withdraw_base(2, operator=house.operator, reason="abîmé")
    assert waiting(cage) == ["Base 2: lock and key to be received"]
    keys.receive_lock(2, operator=house.operator, reason="reçues")
    assert waiting(cage) == []


def test_a_change_of_rights_waits_for_another_who_decides(house: House) -> None:
    deputy, other = person("dan", "decide_rights"), person("dora", "decide_rights")
    ann = house.player("ann")
    asker = Player.objects.get(username="dan")
    wanted = rights.rights_of_person(ann) | {"is_staff": True}
    rights.request_rights(uuid4(), ann, wanted, asker=asker, reason="hired")
    assert waiting(deputy) == []
    assert waiting(other) == ["somebody’s rights (ann)"]


@pytest.mark.django_db
def test_a_voucher_waits_for_each_signatory_in_turn_and_for_nobody_twice() -> None:
    table = open_house("Bons", "MC", table_min_cents=500)
    chief, inspector, cashier = (
        person(name, *may)
        for name, may in (
            ("anne", ("operate_table", "serve_as_table_chief", "serve_as_inspector")),
            ("clara", ("serve_as_inspector",)),
            ("cora", ("decide_cashrequest",)),
        )
    )
    anne, clara, cora = (Player.objects.get(username=name) for name in ("anne", "clara", "cora"))
    staff.hand_over_table(table.table_id, person=anne, operator=table.operator, reason="rota")
    order = uuid4()
    vouchers.write_voucher(
        table.table_id, "fill", {100: 5}, {}, operator=anne, reason="short", order=order
    )
    line = f"Bons: voucher to be signed ({Voucher.objects.get()})"

    def reads() -> list[bool]:
        return [line in waiting(each) for each in (chief, inspector, cashier)]

    assert reads() == [False, True, False], "who wrote it signs nothing"
    vouchers.sign_voucher(order, "inspector", operator=clara, reason="seen")
    assert reads() == [False, False, True]
    vouchers.sign_voucher(order, "cashier", operator=cora, reason="handed over")
    assert reads() == [False, True, False], "whoever inspected may count"
    vouchers.sign_voucher(order, "receipt", operator=clara, reason="counted")
    assert reads() == [False, False, False]


def test_a_register_that_a_table_needs_waits_for_the_commissioner(house: House) -> None:
    commissioner = person("cyril", "open_register")
    assert waiting(commissioner) == [], "the register of cards is open"
    rules = publish("MC/dice", "MC", "craps", operator=house.operator)
    opening.create_table(name="Craps", rules_key=rules.key, operator=house.operator)
    assert waiting(commissioner) == ["Register to be opened (dice)"]
    stock.open_register(
        "dice", operator=Player.objects.get(username="cyril"), reason="numbered and initialled"
    )
    assert waiting(commissioner) == []


@pytest.mark.django_db
def test_a_table_without_its_changer_waits_for_one() -> None:
    table = open_house("Punto", "MC", game="punto_banco")
    changer = person("carl", "serve_as_changer")
    assert waiting(changer) == ["Punto: without a changer"]
    staff.sign_in_changer(
        table.table_id, operator=Player.objects.get(username="carl"), reason="evening"
    )
    assert waiting(changer) == []
