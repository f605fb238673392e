"""A machine on the floor: credits that stay at the table, great wins, interventions, the end."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from fractions import Fraction
from io import StringIO
from itertools import product
from math import exp, inf, log
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone
from structlog.testing import capture_logs

from casino.identity import services as identity
from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.holdings import Holding
from casino.players.models import Identity, Player
from casino.players.services import wallet_of
from tables import tasks
from tables.funds import complements, tickets
from tables.games.automatic_games import AUTOMATIC_GAMES, poker
from tables.games.automatic_games.machines import CLASSIC, FIVE, JACKS, Machine, Poker
from tables.games.automatic_games.messages import (
    CashOut,
    Complain,
    Dealt,
    Hold,
    InsertTicket,
    Load,
    Play,
)
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Refused, TicketIssue
from tables.incidents import services as incidents
from tables.machines import complaints, meters, observed_return
from tables.machines import tickets as cage
from tables.models import (
    Complement,
    FloorEvent,
    HandPay,
    IdentityCheck,
    Round,
    RoundEvent,
    Table,
)
from tables.operation import sessions
from tables.projections import idle_boxes as found
from tables.projections import live_round
from tables.projections import round_rows as rounds
from tables.rounds import commands, timer
from tables.rows import table_rows
from tables.seating import idlers, snapshots
from tables.seating import services as seating
from tests.api.asking import browser
from tests.floor import open_house, reused_house
from tests.machines import close_device, officer_with, open_device, order
from tests.stacked_shoes import promise_draw
from tests.tables.test_review import examined

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = range(2)
GREAT = range(2, 10_000)
"""Stakes that a game pays, below and above an `id_threshold_cents` of one and a half."""


class Device:
    """A machine at which ann sits."""

    def __init__(self, **options: Any) -> None:
        self.house = reused_house("device", "MC", game="automatic_games", **options)
        self.house.sit("ann", 1)
        self.before = self.house.balance("ann")

    @property
    def view(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.house.frame()["view"]
        return shown

    def load(self, amount: int = 50_00, name: str = "ann") -> str:
        return self.house.do(name, Load(Amount(amount)))

    def game(self, pays: range | None = None) -> Round:
        """Play a game, which pays so many stakes, and promise the next draw."""
        assert self.house.do("ann", Play(Amount(1_00))) == ""
        assert self.view["phase"] == "spinning"
        round_id = self.round_id
        if pays is not None:
            promise_draw(
                self.house.table_id, where=lambda stops: CLASSIC.pays(CLASSIC.line(stops)) in pays
            )
        tasks.make_draw(self.house.table_id, round_id)
        self.equip()
        return Round.objects.get(pk=round_id)

    @property
    def round_id(self) -> int:
        round_id = self.house.table.round_id
        assert round_id is not None
        return round_id

    def equip(self) -> None:
        """Put the promise of the next draw on the table; credits open a round with it."""
        tasks.make_equipment(self.house.table_id, self.house.table.shoe_sequence)
        timer.handle_expired_clock(self.house.table_id)

    def due(self) -> None:
        """Let the clock run out."""
        late = timezone.now() - timedelta(seconds=1)
        Table.objects.filter(pk=self.house.table_id).update(due_at=late)
        assert timer.handle_expired_clock(self.house.table_id)

    def order(self, what: str, reason: str = "why", **given: Any) -> str:
        try:
            order(self.house, what, reason, **given)
        except Refused as refused:
            return refused.code
        return ""

    def insert(self, code: str, name: str = "ann") -> str:
        return self.house.do(name, InsertTicket(code))

    def issue(self) -> str:
        """Cash ann's credits out by a ticket; return its code, which her own list tells."""
        assert self.house.do("ann", CashOut(medium="ticket")) == ""
        self.equip()
        return self.owned()[0].code

    def owned(self, name: str = "ann") -> Sequence[tickets.TicketShown]:
        return tickets.unpaid_of_player(self.house.player(name).pk, timezone.now())

    def meter(self, name: str) -> int:
        return next(each["count"] for each in self.view["meters"] if each["name"] == name)

    @property
    def layout(self) -> int:
        """What the ledger says lies at the table."""
        account = Account.objects.get(code=f"layout:{self.house.table_id}")
        return ledger.balance(account.pk)


def test_credits_stay_from_game_to_game_and_the_ledger_holds_what_the_meters_say() -> None:
    device = Device()
    assert device.load() == ""
    assert device.house.balance("ann") == device.before - 50_00
    rounds = [device.game()]
    # The next process knows nothing but what was written: it goes on just so.
    live_round.states.clear()
    rounds.append(device.game())
    for round_ in rounds:
        shown = device.view["games"][-1 if round_ is rounds[0] else 0]
        line = CLASSIC.line(tuple(shown["stops"]))
        assert shown["paid"] == 100 * CLASSIC.pays(line) == int(round_.result)
        assert round_.draw is not None
    credit = device.view["credit"]
    assert (device.meter("in"), device.meter("games"), device.meter("card_in")) == (20, 2, 500)
    assert credit == 10 * (500 - 20 + device.meter("out")) == device.layout
    assert device.house.do("ann", CashOut()) == ""
    assert device.house.balance("ann") == device.before - 50_00 + credit
    assert device.layout == 0
    device.equip()
    assert device.house.do("ann", Play(Amount(100))) == "insufficient_credit"


def test_mc_auto_47_another_player_finds_the_position_locked() -> None:
    device = Device()
    assert device.load() == ""
    assert device.load(name="bob") == "position_locked"
    receipt = seating.sit_down(
        player_id=device.house.player("bob").pk,
        table_id=device.house.table_id,
        command_id=uuid4(),
        box=BoxNo(1),
    )
    assert receipt is not None
    assert receipt.refused is not None
    assert receipt.refused.code == "box_taken"
    assert device.house.balance("ann") == device.before - 50_00


def test_mc_auto_18_42_a_great_win_is_paid_by_hand_once_an_identity_was_seen() -> None:
    device = Device(id_threshold_cents=1_50)
    assert device.load() == ""
    device.game(GREAT)
    won = device.view["game"]["paid"]
    assert (device.view["phase"], device.view["credit"]) == ("owed", 49_00)
    assert device.view["owed"] == won > 1_50
    assert device.house.do("ann", Play(Amount(100))) == "position_locked"
    assert device.order("hand_pay") == "identity_required"
    assert device.order("identify") == ""
    assert device.order("hand_pay") == ""
    assert device.order("hand_pay") == "not_awaited"
    assert device.house.balance("ann") == device.before - 50_00 + won
    assert (device.meter("jackpot"), device.meter("out")) == (won // 10, 0)


def test_mc_auto_42_the_payment_is_tied_to_a_document_or_to_the_houses_own_record() -> None:
    device = Device(id_threshold_cents=1_50)
    assert device.load() == ""
    device.game(GREAT)
    ann, win = device.house.player("ann"), HandPay.objects.get()
    with pytest.raises(Refused, match="act_asked"):
        incidents.give_game_order(
            device.house.table_id, what="identify", operator=device.house.operator, reason="seen"
        )
    for number in ("", "12", "Ａ123456", "12/345"):
        assert device.order("identify", number=number) == "document_number"
    assert device.order("identify", operator=ann) == "not_qualified"
    ann.user_permissions.add(Permission.objects.get(codename="run_machines"))
    ann = Player.objects.get(pk=ann.pk)
    assert device.order("identify", operator=ann) == "own_win"
    assert device.order("identify", kind="record") == "identity_not_verified"
    assert device.order("hand_pay") == "identity_required"
    today = timezone.localdate()
    identity.verify(
        ann,
        born_on=today - timedelta(days=366 * 30),
        valid_until=today + timedelta(days=9),
        operator=officer_with("vera", identity.VERIFY),
        reason="seen",
    )
    assert device.order("identify", kind="record") == ""
    assert device.order("identify", "shown", kind="passport", number="12 ab-345") == ""
    record, document = IdentityCheck.objects.order_by("pk")
    assert (record.kind, record.number, record.identity) == ("record", "", Identity.objects.get())
    assert (document.kind, document.number, document.identity) == ("passport", "12AB345", None)
    assert {record.hand_pay, document.hand_pay} == {win}
    assert device.order("hand_pay") == ""
    # The number is in no event, and in no reason of one.
    assert "12AB345" not in str([*RoundEvent.objects.values_list("body", flat=True)])
    assert not FloorEvent.objects.filter(reason__contains="345").exists()
    with pytest.raises(IntegrityError, match="refused"), transaction.atomic():
        IdentityCheck.objects.update(number="X99999")


@pytest.mark.clause("MC-AUTO-45", "MC-AUTO-49", "MC-AUTO-50")
def test_mc_auto_49_50_what_a_machine_paid_too_little_is_paid_and_entered_in_a_book() -> None:
    device = Device(id_threshold_cents=4_00)
    house, ann = device.house, device.house.player("ann")
    assert device.load() == ""
    device.game(range(1))
    had, shown = house.balance("ann"), meters_of(device)
    assert house.do("ann", Complain(1)) == ""
    assert device.order("decide_complaint", due=2_00) == "mechanic_not_heard"
    assert device.order("hear_mechanic") == ""
    # As much as the sheet's best award for the stake, and no more.
    assert device.order("decide_complaint", due=500_01) == "above_max"
    assert device.order("decide_complaint", due=4_01) == "identity_required"
    assert house.balance("ann") == had
    with pytest.raises(Refused, match="not_qualified"):
        complaints.decide_complaint(
            house.table_id, operator=officer_with("otto"), reason="x", due=2_00
        )
    assert device.order("decide_complaint", due=2_00) == ""
    assert house.balance("ann") == had + 2_00
    assert meters_of(device) == shown, "it counts in no meter"
    incidents.void_round(house.table_id, operator=house.operator, reason="wrong game")
    assert house.balance("ann") == had
    device.equip()
    assert house.do("ann", Complain(1)) == "", "what was decided is undone"
    assert device.order("hear_mechanic") == ""
    shows = {"kind": "identity_card", "number": "X4RTBPFW4"}
    assert device.order("decide_complaint", due=5_00, **shows) == ""
    assert device.order("decide_complaint", due=5_00) == "not_awaited"
    assert house.balance("ann") == had + 5_00
    lines = [
        (each.number, each.game, each.due, each.paid, each.amount, each.by and each.by.username)
        for each in Complement.objects.order_by("number")
    ]
    assert lines == [
        (1, 1, 2_00, 0, 2_00, "sara"), (2, 1, 2_00, 0, -2_00, None), (3, 1, 5_00, 0, 5_00, "sara"),
    ]  # fmt: skip
    paid = Complement.objects.get(number=3)
    assert paid.player == ann
    assert paid.identity_check is not None
    assert paid.identity_check.number == "X4RTBPFW4"
    assert Complement.objects.get(number=1).identity_check is None
    assert complements.first_broken_line() is None
    assert meters.meter_differences(house.table_id) == []
    assert ledger.audit() == []
    assert device.order("decide_complaint") == "not_awaited"
    played = Round.objects.get(pk=device.round_id)
    device.due()
    failed, told = examined(played)
    assert (failed, told["agrees"]) == (False, True)
    with pytest.raises(IntegrityError, match="refused"), transaction.atomic():
        Complement.objects.update(amount=1)


def meters_of(device: Device) -> dict[str, int]:
    return {each["name"]: each["count"] for each in device.view["meters"]}


def test_mc_auto_39_40_an_intervention_is_written_with_its_reason_and_freezes_credits() -> None:
    device = Device()
    assert device.load() == ""
    assert device.order("open_machine", "reel 2 stuck") == "key_asked"
    open_device(device.house)
    device.equip()
    assert device.house.do("ann", CashOut()) == "position_locked"
    # No clock runs, and no round.
    assert (device.house.table.due_at, device.view["phase"]) == (None, "open")
    assert device.order("close_machine", "reel 2 freed") == "key_asked"
    close_device(device.house)
    written = FloorEvent.objects.filter(table=device.house.table_id, kind="order")
    reasons = sorted(each.reason for each in written)
    assert reasons == ["close_machine: reel 2 loose", "open_machine: reel 2 stuck"]
    assert "automatic_games.machine_closed" in device.house.events()
    device.game()


def test_mc_auto_46_credits_go_back_by_themselves_and_with_the_session() -> None:
    device = Device()
    assert device.load() == ""
    device.due()
    assert device.house.balance("ann") == device.before
    device.equip()
    assert device.load() == ""
    sessions.announce_end(device.house.table_id, operator=device.house.operator, reason="late")
    device.game()
    credit = device.view["credit"]
    assert device.view["last"]
    assert device.house.do("ann", Play(Amount(100))) == "session_ended"
    device.due()
    device.equip()
    assert device.house.table.status == Table.Status.CLOSED
    assert device.house.balance("ann") == device.before - 50_00 + credit
    assert device.layout == 0


def test_free_games_are_rounds_with_draws_of_their_own_and_outlast_their_player() -> None:
    device = Device(machine="five_stars")
    assert device.load() == ""

    def brings() -> int:
        """Let the next draw bring free games; return how many."""
        promise_draw(device.house.table_id, where=lambda stops: FIVE.brought(stops) is not None)
        tasks.make_draw(device.house.table_id, device.round_id)
        device.equip()
        scattered = FIVE.brought(tuple(device.view["game"]["stops"]))
        assert scattered is not None
        return scattered.free

    assert device.house.do("ann", Play(Amount(1_00))) == ""
    brought = brings()
    assert device.view["free"] == brought
    assert device.view["credit"] == 49_00 + device.view["game"]["paid"]
    # Whoever takes his credits keeps his free games: nobody else comes in between.
    assert device.house.do("ann", CashOut()) == ""
    assert device.load(name="bob") == "position_locked"
    assert device.house.do("ann", Play(Amount(1_00))) == "free_games_left"
    device.due()
    first = device.round_id
    more = brings()
    assert Round.objects.get(pk=first).draw is not None
    assert device.view["free"] == brought - 1 + more
    assert (device.meter("in"), device.meter("games"), device.meter("free")) == (10, 2, 1)
    won = device.view["game"]["paid"]
    assert device.view["credit"] == device.layout == device.view["free_won"] == won
    # The next process knows nothing but what was written; the end of the session waits for them.
    live_round.states.clear()
    sessions.announce_end(device.house.table_id, operator=device.house.operator, reason="late")
    for _ in range(2):
        device.due()
        tasks.make_draw(device.house.table_id, device.round_id)
        device.equip()
    assert device.house.table.status == Table.Status.DRAINING
    assert device.meter("free") == 3


def test_a_hand_is_held_in_a_round_whose_draw_was_promised_before_and_survives_a_crash() -> None:
    device = Device(machine="jacks_or_better")
    assert device.load() == ""

    def drawn(where: Callable[[tuple[int, ...]], bool]) -> Round:
        """Let such values fall, promise the next draw, and return the round."""
        round_id = device.round_id
        promise_draw(device.house.table_id, where=where)
        tasks.make_draw(device.house.table_id, round_id)
        device.equip()
        return Round.objects.get(pk=round_id)

    assert device.house.do("ann", Play(Amount(1_00))) == ""
    dealt = drawn(lambda values: poker.kind_of(poker.dealt(values)) == "jacks_or_better")
    assert dealt.result == "dealt"
    assert (device.view["phase"], device.view["called"]) == ("holding", "jacks_or_better")
    # The next process knows nothing but what was written: the hand lies there, and its stake.
    live_round.states.clear()
    assert (device.view["credit"], device.layout) == (49_00, 50_00)
    promised = device.house.table.draw_id
    assert promised is not None
    assert device.load(name="bob") == "position_locked"
    # Neither credits nor the end of the session take a game away that is paid for.
    assert device.house.do("ann", CashOut()) == ""
    sessions.announce_end(device.house.table_id, operator=device.house.operator, reason="late")
    assert device.house.do("ann", Hold(poker.ALL)) == ""
    assert (device.house.table.draw_id, device.view["phase"]) == (promised, "spinning")
    ended = drawn(lambda values: True)
    assert (ended.result, device.view["credit"], device.layout) == ("100", 1_00, 1_00)
    assert device.view["game"]["cards"] == poker_hand(dealt)
    assert meters.meter_differences(device.house.table_id) == []


def poker_hand(dealt: Round) -> list[str]:
    """Return the five cards that a round has dealt."""
    (cards,) = [
        list(event.cards)
        for event in rounds.round_events(dealt.pk, 0, 100)
        if isinstance(event, Dealt)
    ]
    return cards


def agree() -> None:
    """Hold meters, register and ledger against each other."""
    assert meters.audit_meters() == (Table.objects.count(), [])
    assert ledger.audit() == []


def second(device: Device, **options: Any) -> Device:
    """Open another machine, at which bob sits."""
    other = object.__new__(Device)
    other.house = open_house("second", "MC", game="automatic_games", **options)
    other.house.people = device.house.people
    other.house.sit("bob", 1)
    return other


def cashier() -> Player:
    person = Player.objects.create_user("clea", password="pass", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="cash_ticket"))
    return person


@pytest.mark.clause("MC-CHIPS-27")
def test_mc_auto_02_31_32_33_47_a_ticket_is_paid_once_at_any_machine_to_its_owner() -> None:
    device = Device()
    assert device.load() == ""
    asked, wanted = CashOut(medium="ticket"), uuid4()
    ann = device.house.player("ann").pk
    for _ in range(2):
        # A copy of the command issues nothing more.
        commands.carry_out(
            player_id=ann, table_id=device.house.table_id, command_id=wanted, command=asked
        )
    device.equip()
    (ticket,) = device.owned()
    assert (ticket.amount, device.layout, device.meter("ticket_out")) == (50_00, 0, 500)
    assert device.house.balance("ann") == device.before - 50_00
    agree()
    other = second(device)
    # It is nobody else's, and its owner's at another machine; blanks and case do not matter.
    assert other.insert(ticket.code, "bob") == "ticket_of_another"
    assert other.insert("0000-0000-0000-0000", "bob") == "no_such_ticket"
    assert (
        seating.leave_box(
            player_id=other.house.player("bob").pk,
            table_id=other.house.table_id,
            command_id=uuid4(),
            box=BoxNo(1),
        )
        is None
    )
    other.house.sit("ann", 1)
    assert other.insert(ticket.code.lower().replace("-", " ")) == ""
    other.equip()
    assert other.insert(ticket.code) == device.insert(ticket.code) == "ticket_used"
    assert (other.view["credit"], other.layout, other.meter("ticket_in")) == (50_00, 50_00, 500)
    assert device.owned() == []
    agree()
    # The control: a register that says otherwise than the ledger is found.
    forged = TicketIssue(Party(str(ann)), Amount(7_00), bound=True, valid_days=1)
    tickets.record(table_rows.read(device.house.table_id), 10_000, forged)
    (found,) = meters.audit_meters()[1]
    assert (found.table_id, found.told - found.moved) == (None, 7_00)
    with pytest.raises(CommandError, match="the house, tickets:PLAY: 700"):
        call_command("audit_meters")


def test_a_ticket_that_is_not_bound_is_paid_to_whoever_has_its_code() -> None:
    device = Device(ticket_bound_to_player=False)
    assert device.load() == ""
    code = device.issue()
    other = second(device)
    assert other.insert(code, "bob") == ""
    assert other.layout == 50_00
    agree()


def test_mc_auto_46_an_old_ticket_is_an_orphan_that_the_cage_gives_back_to_its_owner() -> None:
    device = Device(ticket_validity_days=1)
    assert device.load() == ""
    code = device.issue()
    # No page tells a code but the owner's own, and nobody is told of another's ticket.
    assert device.owned("bob") == []
    assert code not in json.dumps([device.view, device.house.events()])
    late = timezone.now() + timedelta(days=2)
    for _ in range(2):
        cage.orphan_expired_tickets(late)
    agree()
    assert device.insert(code) == "ticket_lapsed"
    orphans = Account.objects.get(code="orphans:PLAY")
    assert orphans.balance == 50_00
    clea = cashier()

    def cashed(payee: str, operator: Player = clea) -> str:
        name = device.house.player(payee).username if payee else "nobody"
        try:
            cage.pay_ticket(code, payee=name, operator=operator, reason="why")
        except Refused as refused:
            return refused.code
        return ""

    assert cashed("ann", device.house.player("bob")) == "not_cashier"
    assert (cashed(""), cashed("bob")) == ("no_such_payee", "ticket_of_another")
    assert leaving_waits(device)
    assert (cashed("ann"), cashed("ann")) == ("", "ticket_used")
    assert not leaving_waits(device)
    assert device.house.balance("ann") == device.before
    assert ledger.balance(orphans.pk) == 0
    agree()


def test_whoever_has_put_chips_aside_on_a_ticket_is_given_no_refill() -> None:
    device = Device()
    assert device.load() == ""
    device.house.empty("ann")
    page = browser(device.house, "ann")

    def refill() -> tuple[int, str]:
        answer = page.post("/api/wallet/refill/", content_type="application/json")
        return answer.status_code, answer.json().get("code", "")

    assert refill() == (409, "refill_chips_lie")
    ticket = device.issue()
    assert refill() == (409, "refill_money_waits")
    assert device.insert(ticket) == ""
    device.equip()
    assert device.house.do("ann", CashOut()) == ""
    device.house.empty("ann")
    assert refill() == (200, "")


def leaving_waits(device: Device) -> bool:
    """Tell whether a ticket keeps ann's account from being closed."""
    return Holding.TICKETS in snapshots.holdings_of(device.house.player("ann").pk)


def test_the_sweep_of_idlers_leaves_a_seat_between_two_rounds_while_credits_lie_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device = Device()
    assert device.load() == ""
    assert device.house.do("ann", Play(Amount(1_00))) == ""
    tasks.make_draw(device.house.table_id, device.round_id)
    # The game is over, and the next draw is not promised yet: no round is in play.
    assert not device.house.table.draw_id
    assert device.house.wish("bob") == ""
    monkeypatch.setattr(found, "OCCASION", 0.0001)

    def seated() -> list[str]:
        return [each["name"] for each in device.house.frame()["floor"]["seats"]]

    for _ in range(3):
        idlers.warn_or_unseat_idlers()
        assert seated() == ["ann"]
    device.equip()
    assert device.house.do("ann", CashOut()) == ""
    # The control: without credits she is told, and loses her seat with the next occasion.
    for _ in range(3):
        idlers.warn_or_unseat_idlers()
    assert seated() == []


CYCLE = Counter(CLASSIC.pays((a, b, c)) for a, b, c in product(*CLASSIC.strips))
"""How many of all ways to fall pay so much."""


def watched(machine: Machine | Poker, paid: Mapping[int, int]) -> float:
    """Return what so many pays, in stakes, prove against the sheet of a machine."""
    sheet = AUTOMATIC_GAMES.return_sheet(AUTOMATIC_GAMES.amend("MC", {"machine": machine.key}))
    return observed_return.log_evidence(
        {(sheet, Fraction(pays)): often for pays, often in paid.items()}
    )


def test_mc_auto_14_games_that_pay_otherwise_than_the_sheet_says_are_proved_in_time() -> None:
    """Every way to fall as often as the sheet says, by the prizes of the sheet and by others."""
    alarm = -log(observed_return.ERROR)
    # What is bet on one game is worth on average what it was before: no bet wins on a true sheet.
    fair = sum(often * exp(watched(CLASSIC, {pays: 1})) for pays, often in CYCLE.items())
    assert fair / CYCLE.total() == pytest.approx(1)
    for cycles in (1, 3, 30, 300):
        assert watched(CLASSIC, {pays: often * cycles for pays, often in CYCLE.items()}) < 0
    dearer, cheaper = (Counter[int](), Counter[int]())
    for pays, often in CYCLE.items():
        dearer[pays + (pays == 2)] += 12 * often
        cheaper[pays - (pays == 2)] += 12 * often
    assert watched(CLASSIC, dearer) > alarm
    assert watched(CLASSIC, cheaper) > alarm
    assert watched(CLASSIC, {501: 1}) == inf
    # Who plays cards badly proves nothing; cards that pay more than the best play can, do.
    best = zip(JACKS.pays, poker.BEST_PLAY[JACKS.pays], strict=True)
    ways = {pays: often // 10**9 for pays, often in best}
    assert watched(JACKS, {0: 10**6}) <= 0
    assert watched(JACKS, ways | {0: 10_000}) < alarm
    assert watched(JACKS, ways) > alarm


def test_mc_auto_14_a_device_that_pays_too_much_is_reported_once_a_day() -> None:
    device = Device()
    assert device.load() == ""
    for pays in (range(1), range(2, 3)):
        device.game(pays)
    true = observed_return.observed_return_of(device.house.table_id)
    assert (true.games, true.realised, true.theoretical) == (2, 1.0, pytest.approx(7777 / 8192))
    with capture_logs() as logged:
        tasks.audit_meters()
    assert logged == []
    # The control: six prizes of forty stakes and more in six games.
    for _ in range(6):
        device.game(range(40, 501))
    with capture_logs() as logged:
        tasks.audit_meters()
    assert [(each["event"], each["games"]) for each in logged] == [("return_differs", 8)]
    with pytest.raises(
        CommandError, match=r"1 differ: table .* in 8 games, its sheet says 0\.9493"
    ):
        call_command("audit_meters")


def test_mc_auto_20_meters_are_held_against_the_ledger() -> None:
    device = Device(id_threshold_cents=1_50)
    assert device.load() == ""
    device.game(GREAT)
    for what in ("identify", "hand_pay"):
        assert device.order(what) == ""
    device.game(SMALL)
    assert device.house.do("ann", CashOut(Amount(10_00))) == ""
    device.equip()
    assert device.house.do("ann", Play(Amount(1_00))) == ""
    incidents.void_round(
        device.house.table_id, operator=device.house.operator, reason="spilt drink"
    )
    assert meters.meter_differences(device.house.table_id) == []
    said = StringIO()
    call_command("audit_meters", stdout=said)
    assert said.getvalue() == "meters: those of 1 tables agree with the ledger\n"
    # The control: a chip that moved beside the machine is found, by the job and by the command.
    wallet = wallet_of(device.house.player("ann").pk).account_id
    layout = Account.objects.get(code=f"layout:{device.house.table_id}").pk
    with transaction.atomic():
        ledger.post(uuid4(), [ledger.Leg(wallet, layout, 1_00, "load")], cause="test")
    (credit, loaded) = meters.meter_differences(device.house.table_id)
    assert (credit.meter, credit.moved - credit.told) == ("credit", 1_00)
    assert (loaded.meter, loaded.moved - loaded.told) == ("note, card, coin in", 1_00)
    with pytest.raises(CommandError, match="2 differ"):
        call_command("audit_meters")
    with capture_logs() as logged:
        tasks.audit_meters()
    assert [each["event"] for each in logged] == ["meter_differs"] * 2
