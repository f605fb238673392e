"""Progressive jackpots on the floor: pots are accounts, wins are claims, claims are paid once."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from casino.ledger import services as ledger
from casino.ledger.models import JournalEntry
from casino.players import closure
from tables.funds import jackpots, postings
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.jackpots import claims
from tables.jackpots.pots import SharedPots
from tables.models import Claim, ClaimPayment, FloorEvent, Jackpot, Pot, Round, RoundEvent
from tables.operation import sessions
from tables.projections import live_round
from tables.realtime import publish
from tests.api.asking import browser, get
from tests.chaos.recount import recount
from tests.floor import House, reuse_beside
from tests.jackpots import (
    ACES_SEED,
    SEED_MAIN,
    SEED_SECONDARY,
    STAKE,
    aces_house,
    approve,
    bet,
    jp1_house,
    pot,
    shown,
    supervisor,
    win,
    win_aces,
)

START = 1_000_00
FED_MAIN, FED_SECONDARY, KEPT = 100, 100, 300
WON = SEED_MAIN + FED_MAIN


@pytest.fixture
def jp1(house: House) -> House:
    """A table of its own jackpot, with the people of the house."""
    return reuse_beside(house, "jp1", jp1_house)


def test_a_jackpot_starts_from_its_seeds_of_the_houses_money(jp1: House) -> None:
    """FR-2024-122."""
    assert (pot(jp1), pot(jp1, "jp1_secondary")) == (SEED_MAIN, SEED_SECONDARY)
    entry = JournalEntry.objects.get(cause="seed")
    assert {each.debit.kind for each in entry.transfers.all()} == {"capital"}
    assert shown(jp1) == (SEED_MAIN, False, SEED_MAIN)


def test_a_stake_feeds_the_pots_before_the_deal(jp1: House) -> None:
    """FR-2024-127, ENG-20 a."""
    before = ledger.balance(jp1.table.float_account_id)
    jp1.sit("ann", 1)
    jp1.deal("Th 9d 9s 8c")
    bet(jp1, "ann", 1)
    assert pot(jp1) == SEED_MAIN
    jp1.do("ann", bj.Ready())
    assert (pot(jp1), pot(jp1, "jp1_secondary")) == (WON, SEED_SECONDARY + FED_SECONDARY)
    assert shown(jp1) == (WON, False, WON)
    assert ledger.balance(jp1.table.float_account_id) == before + KEPT
    assert jp1.frame()["floor"]["pots"][1]["pot"] == "jp1_secondary"


def test_a_table_without_a_jackpot_shows_none(house: House) -> None:
    assert house.frame()["floor"]["pots"] == []
    assert house.table.jackpot is None


@pytest.mark.parametrize("tables", [1, 2])
def test_a_void_takes_the_stakes_out_of_the_pots_again(jp1: House, tables: int) -> None:
    """COMMON-7."""
    jp1.sit("ann", 1)
    jp1.deal("Th 9d 5s 8c")
    bet(jp1, "ann", 1)
    jp1.do("ann", bj.Ready())
    other = jp1_house("Seconde table JP1", jp1.table.jackpot)
    other.people = jp1.people
    if tables == 2:
        # Somebody else wins the pot with ann's stake in it.
        win(other, "bob")
        approve()
        assert pot(jp1) == SEED_MAIN
    incidents.void_round(jp1.table_id, operator=jp1.operator, reason="misdeal")
    assert jp1.balance("ann") == START
    assert (pot(jp1), shown(jp1)[2]) == (SEED_MAIN, SEED_MAIN)
    assert ledger.audit() == []


def test_a_win_waits_for_its_supervisor_and_pays_what_the_pot_held(jp1: House) -> None:
    """FR-2024-136 to 140, ENG-20 g."""
    win(jp1)
    assert Round.objects.get().status == "closed"
    before = jp1.balance("ann")
    assert shown(jp1) == (WON, True, SEED_MAIN)
    (claim,) = Claim.objects.all()
    assert (claim.supervised, claim.pots.get().holds) == (True, WON)
    assert jp1.frame()["view"]["claims"][0]["pot"] == "jp1_main"
    with pytest.raises(closure.ClosingRefused, match="account_money_waits"):
        closure.close_account(jp1.player("ann"))
    approve(claim)
    assert jp1.balance("ann") == before + WON
    assert shown(jp1) == (SEED_MAIN, False, SEED_MAIN)
    assert jp1.frame()["view"]["claims"] == []
    assert ClaimPayment.objects.get().by == supervisor()
    event = FloorEvent.objects.get(kind="approve")
    assert event.by == supervisor()
    entry = JournalEntry.objects.get(cause="blackjack.pot_restarted")
    assert entry.pk == jackpots.ClaimRow(claim.pk, 0, 0, "", 0, (), True).entry
    assert (entry.operator, entry.reference) == (str(supervisor().pk), claim.round.reference)
    assert ledger.audit() == []


def test_a_claim_is_paid_once_whoever_approves_it_again(jp1: House) -> None:
    win(jp1)
    approve()
    paid, seq = jp1.balance("ann"), jp1.table.seq
    approve()
    approve(by=supervisor("another"))
    assert (jp1.balance("ann"), jp1.table.seq) == (paid, seq)
    assert ClaimPayment.objects.get().by == supervisor()


def test_the_payment_joins_its_round_while_another_is_in_play(
    jp1: House, capsys: pytest.CaptureFixture[str]
) -> None:
    win(jp1)
    won = Round.objects.get()
    jp1.deal("Th 9s 9d 8c")
    bet(jp1, "ann", 1)
    jp1.do("ann", bj.Ready())
    assert Round.objects.count() == 2
    before, seq = jp1.balance("ann"), jp1.table.seq
    # What is staked after the win is for the next winner.
    assert shown(jp1) == (WON + FED_MAIN, True, SEED_MAIN + FED_MAIN)
    approve()
    assert jp1.balance("ann") == before + WON
    assert [each.kind for each in won.events.order_by("seq")][-2:] == [
        "blackjack.jackpot_paid",
        "blackjack.pot_restarted",
    ]
    frame = jp1.frame()
    assert (frame["seq"], frame["view"]["phase"]) == (seq + 2, "play")
    assert jp1.do("ann", bj.Stand(BoxNo(1))) == ""
    jp1.settle_side_bets()
    assert jp1.frame()["view"]["phase"] == "closed"
    numbers = list(RoundEvent.objects.order_by("seq").values_list("seq", flat=True))
    assert len(set(numbers)) == len(numbers)
    live_round.states.clear()
    assert jp1.frame()["view"]["phase"] == "closed"
    assert shown(jp1) == (SEED_MAIN + FED_MAIN, False, SEED_MAIN + FED_MAIN)
    recount()
    assert capsys.readouterr().out == "2 rounds agree\n"


def test_a_void_of_the_next_round_leaves_the_payment_alone(jp1: House) -> None:
    win(jp1)
    after_win = jp1.balance("ann")
    jp1.deal("Th 9s 5d 8c")
    bet(jp1, "ann", 1)
    jp1.do("ann", bj.Ready())
    approve()
    incidents.void_round(jp1.table_id, operator=jp1.operator, reason="misdeal")
    assert jp1.balance("ann") == after_win + WON
    assert shown(jp1) == (SEED_MAIN, False, SEED_MAIN)
    assert ledger.audit() == []


def test_the_others_at_the_table_are_consoled(jp1: House) -> None:
    """FR-2024-137, 141, 142; AMB-46: one per stake of whoever did not win."""
    jp1.sit("ann", 1)
    jp1.sit("bob", 2)
    jp1.deal("7s Th 9d 7s 8h 7s 8c 4d")
    bet(jp1, "ann", 1)
    bet(jp1, "bob", 2)
    jp1.do("ann", bj.Ready())
    jp1.do("bob", bj.Ready())
    jp1.do("ann", bj.Hit(BoxNo(1)))
    jp1.do("ann", bj.Stand(BoxNo(1)))
    jp1.do("bob", bj.Stand(BoxNo(2)))
    jp1.settle_side_bets()
    ann, bob = jp1.balance("ann"), jp1.balance("bob")
    approve()
    assert jp1.balance("ann") == ann + SEED_MAIN + 2 * FED_MAIN
    assert jp1.balance("bob") == bob + 100 * STAKE


def test_several_hands_share_equally_and_odd_cents_go_to_the_first(house: House) -> None:
    """FR-2024-140, AMB-47."""
    jp1 = jp1_house("Table impaire", jp1_seed_main_cents=SEED_MAIN + 1)
    jp1.people = house.people
    jp1.sit("ann", 1)
    jp1.sit("bob", 2)
    jp1.deal("7s 7h 9d 7s 7h 7s 7h 8c 4d")
    bet(jp1, "ann", 1)
    bet(jp1, "bob", 2)
    jp1.do("ann", bj.Ready())
    jp1.do("bob", bj.Ready())
    jp1.do("ann", bj.Hit(BoxNo(1)))
    jp1.do("ann", bj.Stand(BoxNo(1)))
    jp1.do("bob", bj.Hit(BoxNo(2)))
    jp1.do("bob", bj.Stand(BoxNo(2)))
    jp1.settle_side_bets()
    ann, bob = jp1.balance("ann"), jp1.balance("bob")
    approve()
    half = (SEED_MAIN + 2 * FED_MAIN) // 2
    assert (jp1.balance("ann") - ann, jp1.balance("bob") - bob) == (half + 1, half)
    assert pot(jp1) == SEED_MAIN + 1


@pytest.mark.parametrize("first", [0, 1])
def test_the_second_winner_of_a_shared_pot_gets_what_it_restarts_from(
    jp1: House, first: int
) -> None:
    """Whoever is approved first: what a win is worth was fixed when its round ended."""
    other = jp1_house("Seconde table JP1", jp1.table.jackpot)
    other.people = jp1.people
    win(jp1, "ann")
    win(other, "bob")
    claims = list(Claim.objects.order_by("id"))
    assert [each.pots.get().holds for each in claims] == [WON, WON]
    assert shown(other) == (WON + FED_MAIN, True, SEED_MAIN)
    ann, bob = jp1.balance("ann"), jp1.balance("bob")
    approve(claims[first])
    approve(claims[1 - first])
    assert (jp1.balance("ann") - ann, jp1.balance("bob") - bob) == (WON, WON)
    assert (pot(jp1), shown(jp1)) == (SEED_MAIN, (SEED_MAIN, False, SEED_MAIN))
    assert ledger.audit() == []


def test_four_eyes_approve(jp1: House) -> None:
    """FR-2024-138: neither who deals, nor who wins, nor whoever has no supervisor's card."""
    win(jp1)
    before = jp1.balance("ann")
    filler = supervisor("filler")
    sessions.close_session(jp1.table_id, operator=filler, reason="night")
    for who, code in (
        (jp1.operator, "four_eyes"),
        (filler, "four_eyes"),
        (jp1.player("bob"), "not_supervisor"),
    ):
        with pytest.raises(Refused, match=code):
            approve(by=who)
    ann = jp1.player("ann")
    ann.is_superuser = True
    ann.save()
    with pytest.raises(Refused, match="four_eyes"):
        approve(by=ann)
    assert jp1.balance("ann") == before
    assert not ClaimPayment.objects.exists()
    with pytest.raises(Refused, match="no_claim"):
        claims.approve_claim(0, supervisor=supervisor(), footage_seen=True, reason="x")
    approve()
    assert jp1.balance("ann") == before + WON


def test_who_ran_the_table_when_it_was_won_may_not_approve_later(jp1: House) -> None:
    win(jp1)
    sessions.close_session(jp1.table_id, operator=supervisor("other"), reason="night")
    sessions.open_session(jp1.table_id, operator=supervisor("other"), reason="day")
    with pytest.raises(Refused, match="four_eyes"):
        approve(by=jp1.operator)


def test_split_aces_are_paid_when_the_round_ends(house: House) -> None:
    """MC-105 to 109: no supervisor; the operator's combinations; several tables, one pot."""
    one = aces_house(house, "Monaco 1")
    two = aces_house(house, "Monaco 2", one.table.jackpot)
    before = one.balance("ann")
    win_aces(one, "ann")
    # 1000 on the hand's push and bet: the soft 12 loses to 17.
    assert one.balance("ann") == before - 1000 - STAKE + ACES_SEED + 200
    claim = Claim.objects.get()
    assert (claim.supervised, claim.payment.by) == (False, None)
    assert shown(two, "split_aces") == (ACES_SEED, False, ACES_SEED)
    win_aces(two, "bob")
    assert pot(one, "split_aces") == ACES_SEED
    assert ledger.audit() == []


def test_a_line_of_a_tenth_leaves_the_rest_in_the_pot(house: House) -> None:
    """ENG-21, AMB-73."""
    one = aces_house(house, "Monaco 1")
    with transaction.atomic():
        account = Pot.objects.get().account_id
        legs = [ledger.Leg(postings.capital_account("PLAY"), account, 9_000_00, "seed")]
        ledger.post(uuid4(), legs, cause="seed")
    one.sit("ann", 1)
    one.deal("As 9d Ah 8c")
    bet(one, "ann", 1, "split_aces")
    one.do("ann", bj.Ready())
    one.do("ann", bj.Stand(BoxNo(1)))
    before = one.balance("ann")
    one.settle_side_bets()
    held = 10_000_00 + 200
    assert one.balance("ann") == before + held // 10
    assert pot(one, "split_aces") == held - held // 10


@pytest.mark.parametrize(
    "options", [{"jp1_seed_main_cents": 5}, {"enabled_side_bets": ["queen_of_hearts"]}]
)
def test_only_like_tables_share_a_jackpot(jp1: House, options: dict[str, object]) -> None:
    jackpot = jp1.table.jackpot
    with pytest.raises(Refused, match="pot_mismatch"):
        jp1_house("Autre", jackpot, **options)
    assert Jackpot.objects.count() == 1


@pytest.mark.parametrize("model", [Claim, ClaimPayment, Pot])
def test_what_was_won_is_never_changed(jp1: House, model: Any) -> None:
    win(jp1)
    approve()
    with pytest.raises(DatabaseError, match="what happened stays"), transaction.atomic():
        model._default_manager.all()._raw_delete("default")


@pytest.mark.clause("MC-106", "MC-107", "FR-2024-128")
def test_the_others_tables_are_told_what_a_shared_pot_holds(
    jp1: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FR-2024-128: one message a few seconds apart, however many stakes there were."""
    other = jp1_house("Seconde table JP1", jp1.table.jackpot)
    told: list[tuple[int, str]] = []
    monkeypatch.setattr(publish, "aside", lambda table, text: told.append((table, text)))
    pots = SharedPots()
    assert pots.publish_changes() == 2
    assert pots.publish_changes() == 0
    jp1.sit("ann", 1)
    jp1.deal("Th 9d 9s 8c")
    bet(jp1, "ann", 1)
    jp1.do("ann", bj.Ready())
    assert pots.publish_changes() == 2
    table, text = told[-1]
    assert table == other.table_id
    assert f'"pot":"jp1_main","amount":{WON},"claimed":false' in text


def test_every_number_is_shown_by_one_frame_when_a_claim_is_paid_mid_round(
    jp1: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[tuple[int, int]] = []
    paid: list[str] = []

    def frame(table: int, text: str, own: Any, *, seq: int, follows: int, **_: Any) -> None:
        frames.append((follows, seq))
        if "blackjack.jackpot_paid" in text:
            paid.extend(own)

    jp1.sit("ann", 1)
    first = jp1.table.seq
    monkeypatch.setattr(publish, "frame", frame)
    win(jp1)
    jp1.deal("Th 9s 9d 8c")
    bet(jp1, "ann", 1)
    jp1.do("ann", bj.Ready())
    approve()
    jp1.do("ann", bj.Stand(BoxNo(1)))
    jp1.settle_side_bets()
    assert [follows for follows, _ in frames] == [first, *[seq for _, seq in frames[:-1]]]
    assert frames[-1][1] == jp1.table.seq
    assert paid == [str(jp1.player("ann").pk)]


def test_the_record_names_the_pot_as_a_place(jp1: House) -> None:
    win(jp1)
    approve()
    shown_round = get(browser(jp1, "ann"), f"rounds/{Round.objects.get().pk}/")
    places = {each["debit"]["place"] for each in shown_round["postings"]}
    assert "pot" in places
    assert shown_round["events"][-1]["kind"] == "blackjack.pot_restarted"


def test_fr_2024_138_139_a_supervisor_states_that_he_has_seen_the_footage(jp1: House) -> None:
    win(jp1, "ann")
    claim = Claim.objects.get()
    before = jp1.balance("ann")
    with pytest.raises(Refused, match="footage_not_seen"):
        claims.approve_claim(
            claim.pk, supervisor=supervisor(), footage_seen=False, reason="images vues"
        )
    assert jp1.balance("ann") == before
    with pytest.raises(IntegrityError), transaction.atomic():
        ClaimPayment.objects.create(claim=claim, by=supervisor(), reason="x", at=timezone.now())
    approve(claim)
    payment = ClaimPayment.objects.get()
    assert (payment.footage_seen, payment.by) == (True, supervisor())
    assert jp1.balance("ann") == before + WON


def test_fr_2024_139_what_is_paid_at_once_needs_no_statement(jp1: House) -> None:
    aces = aces_house(jp1, "Aces")
    win_aces(aces, "bob")
    payment = ClaimPayment.objects.get()
    assert (payment.by, payment.footage_seen) == (None, False)
