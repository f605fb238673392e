"""Chemin de fer on the floor: seats, clocks and books of real tables in a real database."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from casino.ledger.models import Account, JournalEntry, Transfer
from casino.ledger.services import Leg, Overdrawn, balance, post, reserved
from casino.players.models import Player
from casino.players.services import wallet_of
from tables import tasks
from tables.cage import levies
from tables.funds import postings
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Refused
from tables.history import review
from tables.incidents import services as incidents
from tables.models import FloorEvent, LevySignature, Round, RoundEvent, Table
from tables.operation import sessions
from tables.operation.croupier import Croupier
from tables.seating import idlers
from tables.seating import services as seating
from tables.staff import services as staff
from tests.chaos import recount
from tests.floor import House, open_house, reused_house
from tests.opening_checks import count_last_float
from tests.tables.test_review import changed, played_again, tampering
from tests.tables.test_staff import employee, inspector

FOUR = ("ann", "bob", "cat", "dan")
START = 1000_00


@pytest.fixture
def house(transactional_db: None) -> House:
    """A table of chemin de fer that nobody hurries."""
    return reused_house(
        "chemin",
        "MC",
        game="chemin_de_fer",
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )


@pytest.fixture(autouse=True)
def books_agree(house: House, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Every test ends with books that balance, and rounds that pay again what the ledger moved."""
    yield
    played_again(house.table_id)
    call_command("audit_ledger")
    capsys.readouterr()
    recount.recount()
    told = capsys.readouterr().out.strip().splitlines()
    assert [line.partition(" ")[2] for line in told] == ["rounds agree"]


def four(house: House) -> None:
    """Seat four players in the order of the seats, and let the game begin."""
    for box, name in enumerate(FOUR, start=1):
        house.sit(name, box)
    tick(house)


def tick(house: House, *, late: bool = False) -> None:
    """Let the croupier do what is due; `late` lets the running clock run out first."""
    if late:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tables_table SET due_at = clock_timestamp() WHERE id = %s", [house.table_id]
            )
    Croupier().keep_clocks()


def view(house: House) -> dict[str, Any]:
    shown: dict[str, Any] = house.frame()["view"]
    return shown


def held(house: House, place: str) -> int:
    return balance(Account.objects.get(code=f"{place}:{house.table_id}").pk)


def party(house: House, name: str) -> str:
    return str(house.player(name).pk)


def bank(house: House, amount: int = 20_00, name: str = "ann") -> None:
    assert house.do(name, cdf.StakeBank(Amount(amount))) == ""


def deal(house: House, name: str = "ann") -> None:
    assert house.do(name, cdf.DealCards()) == ""


def cover(house: House, amount: int, name: str = "bob") -> None:
    """Let somebody hold the banco while the others want nothing."""
    assert house.do(name, cdf.Banco(Amount(amount))) == ""
    for each in FOUR:
        if party(house, each) != view(house)["banker"] and view(house)["phase"] == "banco":
            assert house.do(each, cdf.NoMore()) == ""


def test_art_11_1_three_players_wait_for_the_fourth(house: House) -> None:
    for box, name in enumerate(FOUR[:3], start=1):
        house.sit(name, box)
    tick(house)
    assert view(house)["phase"] == "idle"
    house.sit("dan", 4)
    tick(house)
    assert (view(house)["phase"], view(house)["seat"]) == ("bank", 1)


def test_who_says_nothing_for_some_coups_is_told_and_frees_the_seat(house: House) -> None:
    four(house)

    def coup(*speaking: str) -> None:
        """Let all others be silent until the hand has passed."""
        number = house.frame()["floor"]["round"]
        while house.frame()["floor"]["round"] == number:
            for each in speaking if view(house)["phase"] == "banco" else ():
                if view(house)["banker"] != party(house, each):
                    assert house.do(each, cdf.NoMore()) == ""
            tick(house, late=True)

    for _ in range(3):
        assert idlers.warn_or_unseat_idlers() == 0
        coup("dan")
    assert idlers.warn_or_unseat_idlers() == 1
    assert house.frame()["floor"]["idle"] == [1, 2, 3]
    coup("cat", "dan")
    assert idlers.warn_or_unseat_idlers() == 0, "it had begun before they were told"
    coup("cat", "dan")
    assert idlers.warn_or_unseat_idlers() == 1
    seats = {each["box"]: each["name"] for each in house.frame()["floor"]["seats"]}
    assert seats == {3: "cat", 4: "dan"}


def test_a_coup_that_the_banker_wins_levies_and_the_next_one_opens_by_itself(house: House) -> None:
    four(house)
    # Ponte, banker, ponte, banker: 6 against 7.
    house.deal("2h 3c 4d 4s")
    bank(house)
    cover(house, 20_00)
    deal(house)
    assert view(house)["phase"] == "ponte"
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    assert house.balance("bob") == START - 20_00
    assert (held(house, "bank"), held(house, "levy")) == (39_00, 1_00)
    tick(house)
    after = view(house)
    assert (after["phase"], after["bank"], after["banker"]) == ("keep", 39_00, party(house, "ann"))
    assert after["ticket"] == {"book": 1, "serial": 1, "coup": 1, "amount": 1_00}
    assert house.do("ann", cdf.PassHand()) == ""
    assert house.balance("ann") == START + 19_00
    tick(house)
    assert (view(house)["phase"], view(house)["banker"]) == ("bank", party(house, "bob"))


def test_the_clock_plays_a_whole_coup_for_everybody(house: House) -> None:
    four(house)
    # 5 against 6: the ponte stands on 5 by the clock, the banker by the table of article 13.
    house.deal("2h 3c 3d 3s")
    tick(house, late=True)
    assert (view(house)["phase"], view(house)["bank"]) == ("banco", 5_00)
    assert house.do("cat", cdf.Banco(Amount(5_00))) == ""
    for _ in range(5):
        tick(house, late=True)
    assert house.frame()["floor"]["recent"][0]["result"] == "B 5:6"
    assert house.balance("cat") == START - 5_00
    # A silent banker loses the hand after the coup, with what he won.
    assert house.balance("ann") == START + 5_00 - 25
    tick(house)
    assert view(house)["banker"] == party(house, "bob")


def test_a_bank_above_the_maximum_fills_the_garage_which_comes_back(house: House) -> None:
    rich = open_house(
        "garage", "MC", game="chemin_de_fer", table_min_cents=500, bank_max_cents=30_00
    )
    four(rich)
    rich.deal("2h 3c 4d 4s")
    bank(rich, 30_00)
    cover(rich, 30_00)
    deal(rich)
    assert rich.do("bob", cdf.NoCard("ponte")) == ""
    assert rich.do("ann", cdf.NoCard("banker")) == ""
    assert (held(rich, "bank"), held(rich, "garage"), held(rich, "levy")) == (30_00, 28_50, 1_50)
    tick(rich)
    assert view(rich)["garage"] == 28_50
    assert rich.do("ann", cdf.PassHand()) == ""
    assert (held(rich, "bank"), held(rich, "garage")) == (0, 0)
    assert rich.balance("ann") == START + 28_50


def test_mc_cdf_15_the_least_bank_is_reserved_while_one_sits(house: House) -> None:
    four(house)
    wallet = wallet_of(house.player("bob").pk).account_id
    assert (house.balance("bob"), reserved(wallet)) == (START, 5_00)
    bank(house, START)
    assert house.do("bob", cdf.Banco(Amount(START))) == "chips_reserved"
    assert house.do("bob", cdf.WithTable(Amount(START - 5_00))) == ""
    assert _leave(house, "dan", 4) == ""
    assert reserved(wallet_of(house.player("dan").pk).account_id) == 0
    assert reserved(wallet) == 5_00


def test_mc_cdf_15_what_is_reserved_is_staked_for_a_silent_banker(house: House) -> None:
    four(house)
    spend(house, "ann", START - 5_00)
    assert house.balance("ann") == 5_00
    tick(house, late=True)
    assert (view(house)["bank"], house.balance("ann")) == (5_00, 0)
    assert {seat["name"] for seat in house.frame()["floor"]["seats"]} == set(FOUR)


def test_mc_cdf_15_what_is_reserved_here_is_not_spent_elsewhere(house: House) -> None:
    four(house)
    with pytest.raises(Overdrawn):
        spend(house, "ann", START - 4_99)
    other = open_house("autre", "MC", game="chemin_de_fer", table_min_cents=500)
    other.people = house.people
    bystander = other.player("ann").pk
    spend(house, "ann", START - 9_99)
    receipt = seating.sit_down(
        player_id=bystander, table_id=other.table_id, command_id=uuid4(), box=BoxNo(1)
    )
    assert receipt is not None
    assert receipt.refused is not None
    assert (receipt.refused.code, receipt.refused.detail) == (
        "chips_reserved",
        {"balance": 4_99, "kept": 5_00},
    )
    assert other.frame()["floor"]["seats"] == []


def spend(house: House, name: str, amount: int) -> None:
    """Take chips out of a wallet, as a stake at another table does."""
    account = wallet_of(house.player(name).pk).account_id
    with transaction.atomic():
        leg = Leg(account, postings.capital_account("PLAY"), amount, "test")
        post(uuid4(), [leg], cause="test")


def test_a_new_banker_who_cannot_stake_loses_the_seat_and_the_hand_goes_on(house: House) -> None:
    four(house)
    house.empty("ann")
    tick(house, late=True)
    seated = {seat["name"] for seat in house.frame()["floor"]["seats"]}
    assert seated == {"bob", "cat", "dan"}
    tick(house)
    # Three players may finish a game that four have begun (A15).
    assert (view(house)["phase"], view(house)["banker"]) == ("bank", party(house, "bob"))
    tick(house, late=True)
    assert view(house)["bank"] == 5_00


def test_without_the_unseating_the_clock_of_that_table_stands_still(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "unseat_player", lambda *_: False)
    four(house)
    house.empty("ann")
    before = house.table.seq
    tick(house, late=True)
    assert house.table.seq == before
    assert view(house)["banker"] == party(house, "ann")


def test_a_ponte_leaves_between_coups_and_the_banker_only_after_his_coup(house: House) -> None:
    four(house)
    bank(house)
    assert _leave(house, "ann", 1) == "box_in_play"
    assert _leave(house, "dan", 4) == ""
    cover_by_three(house)
    house.deal("2h 3c 4d 4s")
    deal(house)
    assert _leave(house, "bob", 2) == "box_in_play"
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    tick(house)
    assert _leave(house, "ann", 1) == "box_in_play"
    assert house.do("ann", cdf.PassHand()) == ""
    assert _leave(house, "ann", 1) == ""


def cover_by_three(house: House) -> None:
    assert house.do("bob", cdf.Banco(Amount(20_00))) == ""
    for name in ("bob", "cat"):
        assert house.do(name, cdf.NoMore()) == ""


def _leave(house: House, name: str, box: int) -> str:
    receipt = seating.leave_box(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(box),
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def test_a_second_seat_of_the_same_player_changes_nothing(house: House) -> None:
    four(house)
    before = view(house)
    house.sit("ann", 7)
    assert view(house)["seats"] == before["seats"]
    assert house.do("ann", cdf.StakeBank(Amount(20_00))) == ""


def test_an_operator_voids_a_coup_and_the_bank_stays(house: House) -> None:
    four(house)
    house.deal("2h 3c 4d 4s")
    bank(house)
    cover(house, 20_00)
    deal(house)
    incidents.void_round(house.table_id, operator=house.operator, reason="carte retournée")
    assert house.balance("bob") == START
    assert held(house, "bank") == 20_00
    with pytest.raises(Refused, match="round_in_play"):
        sessions.close_session(house.table_id, operator=house.operator, reason="test")
    tick(house)
    assert (view(house)["phase"], view(house)["bank"]) == ("banco", 20_00)


def test_a_shoe_that_runs_out_annuls_the_coup_which_is_played_again_as_such(house: House) -> None:
    four(house)
    house.deal("2h 3c 4d", only=True)
    bank(house)
    assert house.do("bob", cdf.WithTable(Amount(15_00))) == ""
    for name in FOUR[1:]:
        assert house.do(name, cdf.NoMore()) == ""
    for name in FOUR[1:]:
        if view(house)["phase"] == "complete":
            assert house.do(name, cdf.NoMore()) == ""
    deal(house)
    (found,) = (
        review.review_round(each.pk) for each in Round.objects.filter(status=Round.Status.VOIDED)
    )
    assert found.example is not None
    (outcome,) = found.example["outcomes"]
    assert outcome == {"cards": ["2h", "3c", "4d"], "stop_card": True, "void": True}
    # The pontes have everything back; the banker the part of the bank that nobody covered.
    assert found.paid == {Party(party(house, "ann")): review.Share(20_00, 5_00)}
    assert house.balance("bob") == START


def test_a_card_bank_or_carried_chip_that_was_changed_is_found(house: House) -> None:
    """The negative controls of the second look at every round of these tests."""
    four(house)
    house.deal("2h 3c 4d 4s 2s 3d 4c 4h")
    bank(house)
    cover(house, 20_00)
    deal(house)
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    tick(house)
    incidents.void_round(house.table_id, operator=house.operator, reason="test")
    first, second = Round.objects.order_by("pk")
    played_again(house.table_id)

    def undone(kind: str, **fields: Any) -> review.Review:
        with transaction.atomic():
            changed(kind, **fields)
            found = review.review_round((second if kind.endswith("opened") else first).pk)
            transaction.set_rollback(True)
        return found

    assert undone("chemin_de_fer.card_passed", card="2s").differing
    assert "Refused('natural')" in undone("chemin_de_fer.card_passed", card="5s").trouble
    assert "was left there" in undone("chemin_de_fer.opened", bank=40_00).trouble
    with tampering():
        Transfer.objects.filter(why="levy").update(amount=1)
    assert "the ledger left 3999 more" in review.review_round(first.pk).trouble
    with tampering():
        Transfer.objects.filter(why="levy").update(amount=100)


def test_a_drained_table_gives_the_bank_back_with_its_last_coup_and_closes(house: House) -> None:
    four(house)
    house.deal("2h 3c 4d 4s 2c 3h 4h 4c 2d 3d 4d 4h")
    bank(house)
    sessions.announce_end(house.table_id, operator=house.operator, reason="fermeture")
    coups = 0
    while house.table.status != "closed":
        if view(house)["phase"] == "keep":
            assert house.do("ann", cdf.KeepHand()) == ""
        if view(house)["phase"] == "banco":
            coups += 1
            assert house.do("bob", cdf.Banco(Amount(view(house)["bank"]))) == ""
        tick(house, late=True)
        assert house.table.seq < 200, "the session has no end"
    assert coups == 4, "the coup in play and the three that were announced"
    assert house.table.status == "closed"
    assert (held(house, "bank"), held(house, "garage")) == (0, 0)
    assert view(house)["phase"] == "closed"
    levied = held(house, "levy")
    assert levied > 0
    assert sum(house.balance(name) for name in FOUR) == 4 * START - levied
    # Whoever stayed seated plays on when the table opens again.
    count_last_float(house.table_id)
    sessions.open_session(house.table_id, operator=house.operator, reason="test")
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    tick(house)
    assert (view(house)["phase"], view(house)["banker"]) == ("bank", party(house, "bob"))


def test_the_layout_is_empty_between_coups(house: House) -> None:
    four(house)
    house.deal("2h 3c 4d 4s")
    bank(house)
    cover(house, 20_00)
    layout = Table.objects.get(pk=house.table_id).layout_account_id
    assert balance(layout) == 20_00
    deal(house)
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    assert balance(layout) == 0


def win_a_coup(house: House) -> None:
    """Let the first banker win 20, of which 1 is levied."""
    four(house)
    house.deal("2h 3c 4d 4s 2c 3h 4h 4c")
    bank(house)
    cover(house, 20_00)
    deal(house)
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""


@pytest.fixture
def clara(house: House) -> Player:
    """The table's inspector, who runs no table himself."""
    clara = inspector("clara")
    staff.sign_in_inspector(house.table_id, operator=clara, reason="relève")
    return clara


def count(house: House, amount: int, order: UUID | None = None) -> None:
    levies.count_levy(
        house.table_id, amount, operator=house.operator, reason="compté", order=order or uuid4()
    )


def sign(house: House, amount: int, by: Player, order: UUID | None = None) -> None:
    levies.sign_and_empty_levy(
        house.table_id,
        amount,
        operator=by,
        reason="carnet vérifié",
        order=order or uuid4(),
        control="M. Agent",
    )


def test_mc_cdf_38_two_persons_count_the_levy_and_the_inspector_signs(
    house: House, clara: Player
) -> None:
    win_a_coup(house)
    for counted in (99, 1_01, 0, -1):
        with pytest.raises(Refused, match="levy_differs"):
            count(house, counted)
    with pytest.raises(Refused, match="not_counted"):
        sign(house, 1_00, clara)
    counting, signing = uuid4(), uuid4()
    for _ in range(2):
        count(house, 1_00, counting)
    for counted in (99, 1_01):
        with pytest.raises(Refused, match="levy_differs"):
            sign(house, counted, clara)
    assert held(house, "levy") == 1_00
    for _ in range(2):
        sign(house, 1_00, clara, signing)
    assert held(house, "levy") == 0
    signature = LevySignature.objects.get()
    assert (signature.by, signature.control, signature.reason) == (
        clara,
        "M. Agent",
        "carnet vérifié",
    )
    assert (signature.count.by, signature.count.amount, signature.count.tickets) == (
        house.operator,
        1_00,
        1,
    )
    assert JournalEntry.objects.get(cause="cash_levy").operator == str(clara.pk)
    told = FloorEvent.objects.filter(table_id=house.table_id).order_by("id")
    assert [(each.kind, each.by) for each in told][-2:] == [
        ("count_levy", house.operator),
        ("cash_levy", clara),
    ]
    with pytest.raises(Refused, match="not_counted"):
        sign(house, 1_00, clara)


def test_mc_cdf_38_nobody_but_the_tables_inspector_signs_and_not_what_he_counted(
    house: House,
) -> None:
    win_a_coup(house)
    count(house, 1_00)
    # The operator inspects the table that he opened, and has counted himself.
    with pytest.raises(Refused, match="counted_it"):
        sign(house, 1_00, house.operator)
    other = inspector("denis")
    with pytest.raises(Refused, match="no_inspector"):
        sign(house, 1_00, other)
    with pytest.raises(Refused, match="not_qualified"):
        sign(house, 1_00, employee("nobody", "operate_table"))
    assert held(house, "levy") == 1_00
    staff.sign_in_inspector(house.table_id, operator=other, reason="relève")
    sign(house, 1_00, other)
    assert held(house, "levy") == 0


def test_mc_cdf_38_a_levy_that_grew_since_it_was_counted_is_counted_again(
    house: House, clara: Player
) -> None:
    win_a_coup(house)
    count(house, 1_00)
    tick(house)
    assert house.do("ann", cdf.KeepHand()) == ""
    cover(house, 39_00)
    deal(house)
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    assert held(house, "levy") == 2_95
    for counted in (1_00, 2_95):
        with pytest.raises(Refused, match="levy_differs"):
            sign(house, counted, clara)
    count(house, 2_95)
    sign(house, 2_95, clara)
    assert held(house, "levy") == 0


@pytest.mark.parametrize("false", [{"serial": 2}, {"amount": 99}])
def test_mc_cdf_38_records_that_do_not_fit_the_account_keep_the_levy_shut(
    house: House, clara: Player, false: dict[str, int]
) -> None:
    """A ticket with a gap before it, or of another amount than the account was given."""
    win_a_coup(house)
    count(house, 1_00)
    record = RoundEvent.objects.get(kind="chemin_de_fer.levy_taken")
    true = record.body
    with tampering():
        body = {**true, "ticket": {**true["ticket"], **false}}
        RoundEvent.objects.filter(pk=record.pk).update(body=body)
    for refused in (lambda: count(house, 1_00), lambda: sign(house, 1_00, clara)):
        with pytest.raises(Refused, match="levy_differs"):
            refused()
    assert held(house, "levy") == 1_00
    with tampering():
        RoundEvent.objects.filter(pk=record.pk).update(body=true)
    sign(house, 1_00, clara)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM tables_levycount",
        "UPDATE tables_levycount SET amount = 1",
        "DELETE FROM tables_levysignature",
        "UPDATE tables_levysignature SET control = ''",
    ],
)
def test_mc_cdf_38_the_database_keeps_counts_and_signatures(
    house: House, clara: Player, statement: str
) -> None:
    win_a_coup(house)
    count(house, 1_00)
    sign(house, 1_00, clara)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("between", [True, False])
def test_a_session_broken_off_gives_everything_back_and_closes_the_table(
    house: House, between: bool
) -> None:
    win_a_coup(house)
    if not between:
        tick(house)
        assert house.do("ann", cdf.KeepHand()) == ""
        assert house.do("bob", cdf.Banco(Amount(39_00))) == ""
    incidents.break_off_session(house.table_id, operator=house.operator, reason="alerte")
    assert house.table.status == "closed"
    assert (held(house, "bank"), house.frame()["floor"]["status"]) == (0, "closed")
    assert [house.balance(name) for name in FOUR] == [START + 19_00, START - 20_00, START, START]
    with pytest.raises(Refused, match="table_closed"):
        incidents.break_off_session(house.table_id, operator=house.operator, reason="alerte")
    # Opened again, the game begins anew with the first seat.
    count_last_float(house.table_id)
    sessions.open_session(house.table_id, operator=house.operator, reason="fin d'alerte")
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    tick(house)
    assert (view(house)["phase"], view(house)["bank"]) == ("bank", 0)


def test_art_11_10_a_session_that_is_extended_goes_on_with_the_bank(house: House) -> None:
    win_a_coup(house)
    tick(house)
    sessions.announce_end(house.table_id, operator=house.operator, reason="fermeture")
    sessions.open_session(house.table_id, operator=house.operator, reason="prolongée, cinq joueurs")
    assert house.do("ann", cdf.KeepHand()) == ""
    cover(house, 39_00)
    deal(house)
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    assert house.table.status == "open"
    assert held(house, "bank") == 76_05
