"""Who comes to the office, and every page there is in it."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from casino.backoffice.player_actions import ACTS
from casino.cashier import services as cashier
from casino.cashier import transfers
from casino.database import identity as database_identity
from casino.identity import services as identity
from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import (
    CashRequest,
    Department,
    Given,
    PaymentAlarm,
    PinnedList,
    Player,
    RightsChange,
)
from casino.players.services import wallet_of
from casino.responsible_gaming import exclusions as house_bans
from casino.responsible_gaming import limits
from casino.rng import contributions, draws
from casino.rng.core.constants import SHOE_TAGS
from casino.rng.core.contribution import contribution_hash
from casino.rng.log import note, tree, witnesses
from casino.rng.models import Draw, ErrorState, Reading, SelfCheck
from casino.rng.shoes import Terms, promise_shoe
from casino.staff import audit_log, rights, rights_admin
from tables import tasks
from tables.announcements import services as announcements
from tables.announcements.admin import ANSWERS
from tables.chat import bulletins
from tables.chat import services as chat
from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.disputes import services as disputes
from tables.disputes.admin import ACTS as DISPUTE_ACTS
from tables.equipment import stock
from tables.equipment.admin.stock import SET_ACTIONS as STOCK_ORDERS
from tables.funds import accounts, hand_pays, postings, tickets
from tables.games.core.money import Amount
from tables.games.core.protocol import (
    ComplementPaid,
    HandPayMade,
    HandPayOwed,
    TicketIssue,
    TicketUse,
)
from tables.games.european_roulette import messages
from tables.games.wheel.stakes import Wager
from tables.incidents import surveillance
from tables.investigations import chip_dumping, multi_accounting
from tables.investigations import services as investigations
from tables.machines import exclusions, identities, interventions, keys, reliefs
from tables.machines import services as machines
from tables.models import (
    Case,
    Claim,
    ColourChips,
    Dispute,
    DropCount,
    EquipmentSet,
    FloatCount,
    FloatSignature,
    KeyLoan,
    LastGame,
    LevyCount,
    LevySignature,
    Machine,
    Round,
    RuleSetDraft,
    Shuffling,
    TableSession,
    Ticket,
    Voucher,
    VoucherSignature,
    WrittenAnnouncement,
)
from tables.office.confirmations import RowActionAdmin
from tables.operation import opening, sessions
from tables.revenue import earnings, takings
from tables.revenue.admin.takings import BY
from tables.rows import parties
from tables.rows.table_rows import read
from tables.rules import services as books
from tables.staff import services as staff
from tests import campaign
from tests.api.asking import win
from tests.clock import align_refusal_times
from tests.floor import House
from tests.jackpots import approve, jp1_house
from tests.jackpots import win as win_jp1
from tests.machines import (
    accountant,
    close_device,
    open_device,
    relieve,
    supervisor,
    take_key,
)
from tests.opening_checks import pass_opening_check, receive_sets
from tests.pictures import png
from tests.players.cage import asked
from tests.players.limits import limit, stayed
from tests.published import publish

CARD = re.compile(r"(?<![0-9A-Za-z])[A2-9TJQK][cdhs](?![0-9A-Za-z*])")
"""What looks like a card on a page."""
FIELD = re.compile(r"<input\b[^>]*>|<(textarea|select)\b.*?</\1>", re.DOTALL)
"""What of a form is sent."""

ROLES = ("anonymous", "player", "clerk", "reader", "operator", "superuser")
"""Nobody; a player; staff who may nothing; staff who may look; one who also runs tables; all."""

# A process without addresses has no pages registered; this one collects them before it has any.
admin.autodiscover()
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


def sign_in(role: str) -> Client:
    """Return a browser of somebody in this role."""
    client = Client()
    if role == "anonymous":
        return client
    if role == "superuser":
        client.force_login(Player.objects.create_superuser("the.superuser", password="pass"))
        return client
    person = Player.objects.create_user(f"the.{role}", password="pass", is_staff=role != "player")
    if role in ("reader", "operator"):
        person.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    if role == "operator":
        person.user_permissions.add(Permission.objects.get(codename="operate_table"))
    client.force_login(person)
    return client


class _Sent(HTMLParser):
    """Reads what a browser would send of the page's form as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._area, self._select = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, on = given.get("name", ""), "disabled" not in given
        if tag == "input" and name and on:
            chosen = given.get("type") in ("checkbox", "radio")
            if not chosen or "checked" in given:
                self._send(name, given.get("value", "on" if chosen else ""))
        elif tag == "textarea" and on:
            self._area = name
            self._send(name, "")
        elif tag == "select":
            self._select = name if on else ""
        elif tag == "option" and (
            "selected" in given or (self._select and self._select not in self.sent)
        ):
            # The first is chosen where none is.
            self.sent[self._select] = [given["value"]]

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.sent[self._area][-1] += data

    def _send(self, name: str, value: str) -> None:
        self.sent.setdefault(name, []).append(value)


def as_fetched(client: Client, page: str) -> dict[str, list[str]]:
    """Return what a browser sends of a page's form when nothing in it is changed."""
    read = _Sent()
    content = client.get(page).content.decode()
    # Of a page with thousands of tags the parser is shown the fields alone.
    fields = FIELD.finditer(content, content.index('id="content"'))
    read.feed("".join(each[0] for each in fields))
    return read.sent


def queries(client: Client, page: str) -> int:
    """Return how many queries a page takes."""
    with CaptureQueriesContext(connection) as seen:
        assert client.get(page).status_code == 200, page
    return len(seen)


def furnish(house: House) -> None:
    """Leave at least one row of every model: a finished round, one in play, somebody who waits."""
    win(house, "ann")
    win_jackpots(house)
    house.deal("Th 9s 9d 8c 2h 3h 4h 5h 6h")
    assert house.stake("ann", 1, 1000) == ""
    assert house.wish("will") == ""
    furnish_office(house)


def win_jackpots(house: House) -> None:
    """Leave a jackpot that was won and paid at another table, and one that waits."""
    jp1 = jp1_house()
    jp1.people = house.people
    win_jp1(jp1, "bob")
    approve()
    win_jp1(jp1, "bob")


def furnish_office(house: House) -> None:
    """Leave a row of what no round makes: a group, a draft of rules, somebody signed in."""
    Group.objects.create(name="floor staff")
    watch = Group.objects.create(name="watch")
    Department.objects.create(group=watch, name="casinos")
    Client().force_login(house.player("ann"))
    Given.objects.create(day=timezone.localdate(), address="0" * 64, amount=500_00)
    limit(house.player("ann"), "stake", 100_00)
    stayed(house.player("ann"), 3601)
    limits.acknowledge_reality_check(house.player("ann"))
    limits.exclude(house.player("gone"), "year", by=house.operator, reason="asked by mail")
    house_bans.ban(house.player("gone").pk, operator=house.operator, reason="cheated")
    identity.declare(house.player("ann"), date(1980, 2, 29))
    house_bans.add_note(house.player("ann"), operator=house.operator, text="plays in the evening")
    PinnedList.objects.create(
        person=house.operator, name="Dauphine", address="/admin/tables/round/", at=timezone.now()
    )
    draws.prepare_draw(f"table:{house.table_id}", 1, (37,))
    witnessed()
    watched_over()
    staffed(house)
    asked(house.player("ann"), cashier.DEPOSIT, 10_00)
    # Above what one cashier approves: the receipt is kept with the first approval.
    large = asked(house.player("ann"), cashier.DEPOSIT, settings.CASH_BY_ONE + 1)
    cashier.approve_request(large.pk, cashier=house.operator, reason="vu", receipt="R-1")
    database_identity.record_first_identity()
    transfers.raise_alarm("acme", str(uuid4()), PaymentAlarm.Of.UNKNOWN_HERE, "", "paid")
    wished(house)
    cashed_up(house)
    changed(house)
    vouched(house)
    acted(house)
    coloured(house)
    received()
    filed(house)
    pictured(house)
    talked(house)
    posted(house)
    watched(house)
    ticketed(house)
    hand_paid(house)
    ruled(house)
    making(house)
    takings.count_takings()
    earnings.count_ended_rounds()
    books.begin_draft(
        draft_id=uuid4(),
        series="FR-2024/maison",
        game="blackjack",
        book="FR-2024",
        options={"surrender": True},
        operator=house.operator,
    )


def staffed(house: House) -> House:
    """Leave a roulette that others serve: a writing endorsed, another that waits, an anomaly."""
    rules = publish("MC/test", "MC", "european_roulette", complex_announced_bets=True)
    table = opening.create_table(name="Roulette", rules_key=rules.key, operator=house.operator)
    pass_opening_check(table.pk)
    sessions.open_session(table.pk, operator=house.operator, reason="day")
    tasks.make_equipment(table.pk, 1)
    wheel = House(table.pk, house.operator, house.people)
    clara = Player.objects.create_user("clara", password="pass", is_staff=True)
    clara.user_permissions.set(Permission.objects.filter(codename="serve_as_inspector"))
    staff.sign_in_inspector(table.pk, operator=clara, reason="annonces")
    for number in (17, 18):
        receipt = announcements.submit_announcement(
            player_id=wheel.player("ann").pk,
            table_id=table.pk,
            command_id=uuid4(),
            text=f"complete_n:{number}",
        )
        assert receipt is None
    first = WrittenAnnouncement.objects.earliest("at")
    announcements.answer_announcement(
        first.pk, endorsed=True, operator=house.operator, reason="lisible"
    )
    for _ in range(20):
        assert wheel.do("bob", messages.Stake((Wager("w", "red", Amount(1)),))) == "below_min"
    align_refusal_times()
    surveillance.record_anomalies()
    with transaction.atomic():
        account = wallet_of(wheel.player("ann").pk).account_id
        ledger.reserve(account, postings.reserve_holder(table.pk), 100)
    return wheel


def ticketed(house: House) -> None:
    """Leave a ticket in the register that a machine has taken."""
    table, ann = read(house.table_id), parties.party_of(house.player("ann").pk)
    tickets.record(table, 1, TicketIssue(ann, Amount(50_00), bound=True, valid_days=30))
    tickets.record(table, 2, TicketUse(str(Ticket.objects.latest("pk").pk), ann))


@transaction.atomic
def hand_paid(house: House) -> None:
    """Leave a win that is owed, and another whose cheque the cage is to issue."""
    table, ann = read(house.table_id), parties.party_of(house.player("ann").pk)
    round_id, by = Round.objects.earliest("id").pk, parties.party_of(supervisor().pk)
    win = Amount(70_00)
    hand_pays.record(table, round_id, 1, HandPayOwed(ann, win))
    hand_pays.record(table, round_id, 2, HandPayMade(ann, win, "cheque", by))
    hand_pays.record(table, round_id, 3, HandPayOwed(ann, win))
    leg = ledger.Leg(
        postings.capital_account("PLAY"), accounts.payments_account("PLAY"), win, "pay"
    )
    ledger.post(uuid4(), [leg], cause="pay")
    told = {"operator": supervisor(), "kind": "passport", "number": "12AB345"}
    identities.write_identity_check(house.table_id, int(ann), **told)
    paid = ComplementPaid(ann, 1, Amount(5_00), Amount(3_00), Amount(2_00), by, identified=True)
    hand_pays.record(table, round_id, 4, paid)


def ruled(house: House) -> None:
    """Leave an incident that was decided, and one whose ruling waits for a second person."""
    played = Round.objects.exclude(status="running").earliest("id")
    gail = Player.objects.create_user("gail", password="pass", is_staff=True)
    gail.user_permissions.set(Permission.objects.filter(codename="decide_dispute"))
    for amount in (1_00, 1_000_00):
        found = disputes.report_incident(
            played.table_id,
            operator=house.operator,
            kind="other",
            reason="Le croupier s’est trompé.",
            number=played.number,
            order=uuid4(),
        )
        disputes.rule_on_dispute(
            found.pk,
            operator=gail,
            upheld=True,
            corrections={min(disputes.concerned_players(found)): amount},
            reason="C’est juste.",
            order=uuid4(),
        )


def talked(house: House) -> None:
    """Leave something that was said, and a silence that was lifted."""
    ann = house.player("ann").pk
    receipt = chat.say_at_table(
        player_id=ann, table_id=house.table_id, command_id=uuid4(), signal="hello", text=""
    )
    assert receipt.refused is None
    chat.silence_player(ann, operator=house.operator, reason="insultes")
    chat.lift_silence(ann, operator=house.operator, reason="excuses")


def posted(house: House) -> None:
    """Have a bulletin stand at every table, and another taken down."""
    for bulletin_id in (standing := uuid4(), over := uuid4()):
        bulletins.post_bulletin(
            bulletin_id=bulletin_id,
            table_id=None if bulletin_id == standing else house.table_id,
            fr="Minuit : bar",
            en="Midnight: bar",
            minutes=60,
            operator=house.operator,
            reason="essai",
        )
    bulletins.take_down(over, operator=house.operator, reason="essai")


def watched(house: House) -> None:
    """Leave a case of each kind, one of them noted in and closed."""
    ann, bob, cat = (house.player(name).pk for name in ("ann", "bob", "cat"))
    passed = chip_dumping.SuspectedPair(ann, bob, 40, 38, 900_00, 7.5, (house.table_id,), ())
    now = timezone.now()
    place = multi_accounting.AccountCluster(
        (ann, bob, cat), "203.0.113.7", "Firefox", (now,) * 3, 3, 1e-6, 1
    )
    told = asdict(place) | {"opened": [now.isoformat()] * 3}
    for kind, players, evidence in (
        (Case.Kind.DUMPING, (ann, bob), asdict(passed)),
        (Case.Kind.ONE_PLACE, place.players, told),
    ):
        case = Case.objects.create(kind=kind, about="", evidence=evidence, at=now)
        case.players.set(players)
    surveillance = house.operator
    investigations.add_note(case.pk, operator=surveillance, reason="essai")
    investigations.close_case(case.pk, abuse=False, operator=surveillance, reason="essai")


def coloured(house: House) -> None:
    """Leave colour chips of a player."""
    player = house.player("ann").pk
    account = ledger.open_account(f"colour:{player}:{house.table_id}", Kind.COLOUR, "PLAY")
    ColourChips.objects.create(
        table_id=house.table_id,
        player_id=player,
        account=account,
        colour="blue",
        unit=100,
        seen_at=datetime.now(UTC),
    )


def received() -> None:
    """Leave dice in stock, in a register that the state's control has endorsed."""
    (dice,) = receive_sets("OFFICE", 1)
    control = Player.objects.create_user("cora", password="pass", is_staff=True)
    control.user_permissions.set(Permission.objects.filter(codename="endorse_register"))
    stock.endorse_register(dice.register_id, operator=control, reason="seen")


def filed(house: House) -> None:
    """Leave a machine of which the file has a base."""
    rules = publish("MC/M", "MC", "automatic_games")
    table = opening.create_table(name="Machine", rules_key=rules.key, operator=house.operator)
    sessions.open_session(table.pk, operator=house.operator, reason="essai")
    tasks.make_equipment(table.pk, 1)
    device = House(table.pk, house.operator, house.people)
    open_device(device)
    close_device(device)
    house.player("eric")
    exclusions.ban_from_machines("eric", operator=house.operator, reason="essai")
    relief = relieve(device)
    take_key(device)
    reliefs.count_note_box(relief.pk, 0, 0, operator=accountant(), reason="comptée")
    for loan in KeyLoan.objects.filter(returned_at=None):
        keys.return_key(loan.pk, operator=accountant(), reason="essai")
    bundle = interventions.seal_sheets(operator=supervisor(), reason="nuit")
    interventions.receive_bundle(bundle.pk, operator=house.operator, reason="reçues")
    machines.number_base(2, "salon", operator=house.operator, reason="essai")
    machines.withdraw_base(2, operator=house.operator, reason="essai")
    keys.receive_lock(2, operator=house.operator, reason="reçues")


def pictured(house: House) -> None:
    """Leave a photograph of a machine, and when somebody played there last."""
    machine = Machine.objects.all()[0]
    machines.file_photograph(machine.pk, png(), operator=house.operator, reason="essai")
    LastGame.objects.create(player=house.operator, began_at=timezone.now())


def cashed_up(house: House) -> None:
    """Leave a levy's count and its signature."""
    counted = LevyCount.objects.create(
        id=uuid4(),
        table_id=house.table_id,
        amount=100,
        tickets=1,
        by=house.operator,
        reason="compté",
        at=datetime.now(UTC),
    )
    LevySignature.objects.create(
        count=counted, order=uuid4(), by=house.operator, reason="vérifié", at=datetime.now(UTC)
    )


def acted(house: House) -> None:
    """Leave an act in the trail of the office, and a sign-in to it."""
    audit_log.record_event(None, house.operator, "staff_signed_in")
    act = audit_log.record_action(
        RequestFactory().post("/admin/", {"reason": "compté"}), house.operator
    )
    audit_log.record_answer(act, 302)


def wished(house: House) -> None:
    """Leave a request for other rights of somebody, and one for a password."""
    ann, by = house.player("ann"), house.operator
    wanted = rights.rights_of_person(ann) | {"is_staff": True}
    rights.request_rights(uuid4(), ann, wanted, asker=by, reason="a new duty")
    rights.request_password(uuid4(), ann, "correct horse battery staple", asker=by, reason="forgot")


def changed(house: House) -> None:
    """Leave the count of a drop."""
    DropCount.objects.create(
        id=uuid4(),
        table_id=house.table_id,
        amount=5000,
        changes=2,
        by=house.operator,
        reason="compté",
        at=datetime.now(UTC),
    )


def vouched(house: House) -> None:
    """Leave a voucher and a counted float that an inspector has signed."""
    voucher = Voucher.objects.create(
        id=uuid4(),
        table_id=house.table_id,
        day=timezone.localdate(),
        number=1,
        kind="fill",
        pieces=[[100_000, 2]],
        given=[],
        amount=200_000,
        by=house.operator,
        reason="peu de plaques",
        at=datetime.now(UTC),
    )
    clara = Player.objects.get(username="clara")
    VoucherSignature.objects.create(
        voucher=voucher, step="inspector", by=clara, reason="contrôlé", at=datetime.now(UTC)
    )
    counted = FloatCount.objects.create(
        id=uuid4(),
        session=TableSession.objects.latest("pk"),
        moment="closing",
        pieces=[[100, 2]],
        amount=200,
        held=300,
        by=house.operator,
        reason="compté",
        at=datetime.now(UTC),
    )
    FloatSignature.objects.create(count=counted, by=clara, reason="vu", at=datetime.now(UTC))


def making(house: House) -> None:
    """Leave a table whose shoe is being made, a secret opened but not yet published."""
    rules = house.table.rules_id
    table = opening.create_table(name="Mélange", rules_key=rules, operator=house.operator)
    terms = Terms("blackjack", rules, 6, 52, 5, (26, 286), "full", beacon=False)
    shoe = promise_shoe(f"table:{table.pk}", 1, terms)
    Shuffling.objects.create(table=table, shoe=shoe, stage="opening", sealed=[[1, 1]], opened=[1])
    secret = secrets.token_bytes(32)
    party = str(house.player("ann").pk)
    hashed = contribution_hash(SHOE_TAGS, str(shoe.pk), 1, secret).hex()
    contributions.seal(shoe.pk, seat=1, party=party, hash=hashed, cuts=False)
    contributions.close(shoe.pk)
    contributions.open(shoe.pk, seat=1, party=party, secret=secret.hex(), cut=None)


def watched_over() -> None:
    """Leave a check, a day's reading, and an error of the generator that two persons ended."""
    SelfCheck.objects.create(why="daily", instance="a process", passed=True, said="1.0.0")
    Reading.objects.create(
        day=date(2026, 11, 1),
        statistic="draws: 37 ways",
        sample=900,
        value=31.0,
        p=0.7,
        threshold=1e-5,
    )
    first, second = (Player.objects.create_user(name, password="pass") for name in ("eve", "fay"))
    long_ago = datetime(2026, 11, 1, tzinfo=UTC)
    ErrorState.objects.create(
        cause="entropy source kernel: repetition count",
        instance="a process",
        first=first,
        first_at=long_ago,
        second=second,
        cleared_at=long_ago,
    )


def witnessed() -> None:
    """Have a witness cosign the newest checkpoint of the log."""
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    witness = note.VerifierKey("witness.example/w1", note.COSIGNATURE, public)
    newest = tree.newest_checkpoint()
    assert newest is not None
    seconds = 1_795_000_000
    signature = private.sign(note.cosigned(seconds, newest.text))
    line = note.signature_line(witness, seconds.to_bytes(8, "big") + signature)
    with override_settings(LOG_WITNESSES=[str(witness)]):
        witnesses.cosign(newest, line)


def url(model: type[Model], page: str, row: Model | None = None) -> str:
    """Return the address of a model's page."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
    return reverse(name, args=[] if row is None else [quote(str(row.pk))])


def rows(model: type[Any]) -> list[Any]:
    """Return some rows of a model, at least one; in a campaign more of them."""
    found = list(model._default_manager.order_by("-pk")[: campaign.length(2, 20)])
    assert found, f"the furnished house has no {model._meta.label}"
    return found


def every_page(house: House) -> Iterator[str]:
    """Give the address of every page of the office, some of which nobody may open."""
    yield reverse("admin:index")
    for term in ("", house.table.name, "ann", "1", "10,00"):
        yield reverse("admin:search", query={"q": term})
    for app in {model._meta.app_label for model in MODELS}:
        yield reverse("admin:app_list", args=[app])
    for number, model in enumerate(MODELS):
        yield url(model, "changelist")
        for term in campaign.sample(2, ("1", f"table:{house.table_id}"), number):
            yield url(model, "changelist") + f"?q={term}"
        found = rows(model)
        for row in found:
            yield url(model, "change", row)
        for row in found[: campaign.length(1, len(found))]:
            yield url(model, "history", row)
        yield url(model, "add")
    yield reverse("admin:tables_table_room")
    for by in BY:
        yield f"{reverse('admin:tables_takings_report')}?by={by}"
    for draft in rows(RuleSetDraft):
        for verb in ("publish", "discard"):
            yield reverse(f"admin:tables_rulesetdraft_{verb}", args=[draft.pk])
    for round_ in rows(Round):
        yield reverse("admin:tables_round_review", args=[round_.pk])
        yield reverse("admin:tables_table_replay", args=[round_.pk])
    yield f"{reverse('admin:tables_ruleset_compare')}?after={house.table.rules_id}"
    for claim in Claim.objects.all():
        yield reverse("admin:tables_claim_approve", args=[claim.pk])
    for writing in WrittenAnnouncement.objects.all():
        for name in ANSWERS:
            yield reverse("admin:tables_writtenannouncement_answer", args=[writing.pk, name])
    for voucher in rows(Voucher):
        yield reverse("admin:tables_voucher_sign", args=[voucher.pk, "cashier"])
    for name in TABLE_ACTIONS:
        yield f"{reverse('admin:tables_table_order', args=[name])}?tables={house.table_id}"
    for found in rows(Dispute):
        yield reverse("admin:tables_dispute_file", args=[found.pk])
        for name in DISPUTE_ACTS:
            yield reverse("admin:tables_dispute_act", args=[found.pk, name])
    for model, pages in admin.site._registry.items():
        if isinstance(pages, RowActionAdmin):
            for name in pages.acts:
                yield pages.act_page(rows(model)[0].pk, name)
    yield reverse("admin:tables_machinecopy_export")
    for name in ACTS:
        yield reverse("admin:players_player_act", args=[house.player("ann").pk, name])
    for request in rows(CashRequest):
        yield reverse("admin:players_cashrequest_decide", args=[request.pk, "approve"])
    for differs in rows(PaymentAlarm):
        yield reverse("admin:players_paymentalarm_close", args=[differs.pk])
    for change in rows(RightsChange)[:1]:
        for act in rights_admin.ACTS:
            yield reverse("admin:players_rightschange_decide", args=[change.pk, act])
        for of in RightsChange.Of.values:
            pk = 0 if of == RightsChange.Of.GROUP else house.player("ann").pk
            yield reverse("admin:players_rightschange_ask", args=[of, pk])
    for dice in rows(EquipmentSet):
        yield reverse("admin:tables_equipmentregister_endorse", args=[dice.register_id])
        for name in STOCK_ORDERS:
            yield f"{reverse('admin:tables_equipmentset_order', args=[name])}?sets={dice.pk}"


def api_pages(house: House) -> list[str]:
    """Return the addresses of the API that tell of a house's tables, shoes, draws and rounds."""
    table, shoe = house.table_id, house.table.shoe_id
    rounds = Round.objects.values_list("pk", flat=True)
    return [
        "/api/tables/",
        f"/api/tables/{table}/",
        "/api/wallet/statement/",
        "/api/rounds/mine/",
        *(f"/api/rounds/{each}/" for each in rounds),
        "/api/rule-sets/",
        f"/api/shoes/?table={table}",
        f"/api/shoes/{shoe}/",
        f"/api/shoes/{shoe}/bundle/",
        f"/api/draws/?table={table}",
        *(f"/api/draws/{each}/" for each in Draw.objects.values_list("pk", flat=True)),
        *(f"/api/draws/{each}/bundle/" for each in Draw.objects.values_list("pk", flat=True)),
        "/api/schema/",
    ]
