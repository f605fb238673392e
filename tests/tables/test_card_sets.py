"""The cards of a session come from the stock: taken, shown, given back, counted, used again."""

from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from casino.players.models import Player
from casino.rng import shoes
from casino.rng.models import Shoe
from tables import tasks
from tables.equipment import card_incidents, card_sets, stock
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import EquipmentRegister, EquipmentSet, FloorEvent, Notice, Table
from tables.operation import opening, series, sessions
from tables.rows import equipment_registers, notices, table_rows
from tables.rows.equipment_registers import EquipmentNeed
from tests.floor import House, reused_house
from tests.ledger.together import meanwhile
from tests.opening_checks import count_last_float, fill_stock, sign_out_cards
from tests.published import publish
from tests.stacked_shoes import stack_shoe
from tests.tables.test_devices import written
from tests.tables.test_review import tampering
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)
DAY = {"reason": "day"}


@pytest.fixture
def house(transactional_db: None) -> House:
    """A house whose stock is empty, without a register."""
    return reused_house(book="HOUSE")


@pytest.fixture
def keeper() -> Player:
    return employee("karl", "keep_stock")


@pytest.fixture
def inspector() -> Player:
    return employee("ines", "serve_as_inspector")


@pytest.fixture
def chief() -> Player:
    return employee("anne", "operate_table", "serve_as_table_chief")


def closed_table(house: House, book: str, game: str = "blackjack", **options: Any) -> House:
    """A table that nobody has opened yet."""
    name = f"{book} {game} {options}"
    rules = publish(f"{book}/{len(name)}", book, game, operator=house.operator, **options)
    table = opening.create_table(name=name[:40], rules_key=rules.key, operator=house.operator)
    return House(table.pk, house.operator, house.people)


def kinds(table: House) -> Counter[tuple[str, int]]:
    """Return which sets are in service at a table, and in how many colours."""
    found = stock.sets_in_service(stock.CARDS, table.table_id)
    return Counter((each.kind, each.colours) for each in found)


def states() -> list[str]:
    return [*EquipmentSet.objects.order_by("pk").values_list("state", flat=True)]


def played(table: House) -> Shoe:
    """Have a round played that is over at once, and the table closed; return its shoe."""
    tasks.make_equipment(table.table_id, table.table.shoe_sequence)
    stack_shoe(table.table_id, "Ah Kd Th 9s")
    table.sit("ann", 1)
    assert table.stake("ann", 1, 1000) == ""
    shoe = table.table.shoe
    assert shoe is not None
    incidents.break_off_session(table.table_id, operator=table.operator, reason="evening")
    assert table.table.shoe is None
    return shoe


@pytest.mark.clause("FR-2024-003", "FR-2007-03", "MC-002", "MC-003")
@pytest.mark.parametrize(
    ("book", "game", "options", "wanted"),
    [
        ("FR-2024", "blackjack", {}, EquipmentNeed("sixain", 1, 2, new=False)),
        ("FR-2007", "blackjack", {}, EquipmentNeed("sixain", 1, 2, new=False)),
        ("MC", "blackjack", {}, EquipmentNeed("sixain", new=False)),
        ("MC", "blackjack", {"decks": 8}, EquipmentNeed("huitain", new=False)),
        ("MC", "blackjack", {"decks": 4}, EquipmentNeed("pack", 4, new=False)),
        ("MC", "punto_banco", {}, EquipmentNeed("huitain", new=False)),
        ("MC", "chemin_de_fer", {}, EquipmentNeed("sixain", 1, 2, new=False)),
        ("MC", "banque_a_tout_va", {}, EquipmentNeed("sixain", 1, 2)),
        ("MC", "trente_et_quarante", {}, EquipmentNeed("sixain", new=False)),
        ("MC", "european_roulette", {}, None),
        ("ON", "blackjack", {}, None),
        ("HOUSE", "blackjack", {}, None),
    ],
)
def test_a_session_wants_as_many_packs_of_the_stock_as_its_shoe_has(
    book: str, game: str, options: dict[str, Any], wanted: EquipmentNeed | None
) -> None:
    rules = GAMES[game].amend(book, options)
    assert equipment_registers.cards_needed(GAMES[game], rules) == wanted


@pytest.mark.clause("FR-2024-003", "MC-003", "MC-007", "MC-EQ-16")
def test_no_session_begins_before_a_card_keeper_has_taken_its_cards_out(
    house: House, chief: Player, keeper: Player
) -> None:
    table = closed_table(house, "FR-2024")
    here = table.table_id
    with pytest.raises(Refused, match="no_register"):
        card_sets.sign_out_cards(here, operator=keeper, **DAY)
    fill_stock(EquipmentNeed("sixain", 1, 1), "one")
    # Backs of one colour will not do.
    with pytest.raises(Refused, match="no_cards_in_stock"):
        card_sets.sign_out_cards(here, operator=keeper, **DAY)
    fill_stock(EquipmentNeed("sixain", 1, 2), "two")
    with pytest.raises(Refused, match="no_cards"):
        sessions.open_session(here, operator=chief, **DAY)
    assert states() == ["new", "new"]
    card_sets.sign_out_cards(here, operator=keeper, **DAY)
    sessions.open_session(here, operator=chief, **DAY)
    assert kinds(table) == {("sixain", 2): 1}


def test_cards_of_single_packs_are_taken_together_or_not_at_all(house: House) -> None:
    table = closed_table(house, "FR-2024").table
    row = table_rows.read(table.pk)
    taken = {"operator": house.operator, "reason": "day"}
    fill_stock(EquipmentNeed("pack", 3), "P")
    with transaction.atomic(), pytest.raises(Refused, match="no_cards_in_stock"):
        stock.allot_sets(EquipmentNeed("pack", 4), row, **taken)
    with transaction.atomic():
        stock.allot_sets(EquipmentNeed("pack", 3), row, **taken)
    assert states() == ["in_service"] * 3


SERVE = ("operate_table", "serve_as_table_chief", "serve_as_inspector")


def test_a_busy_evening_is_opened_with_the_cards_that_its_keeper_receives(
    house: House, keeper: Player
) -> None:
    rules = publish("FR-2024/busy", "FR-2024", operator=house.operator)
    fill_stock(EquipmentNeed("sixain", 1, 2), "S")
    opens = {"prefix": "Busy", "rules": rules.key, "keeper": "karl", "stdout": StringIO()}
    for _ in range(2):
        call_command("open_tables", "3", **opens)
    assert Table.objects.filter(name__startswith="Busy", status="open").count() == 3
    assert states() == ["in_service"] * 3
    received = EquipmentSet.objects.filter(purchase_order="open_tables")
    assert [each.colours for each in received] == [2, 2]


@pytest.mark.parametrize("locks", [True, False])
def test_two_tables_never_take_one_set_of_cards(
    house: House, monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    """Without the register's lock, the negative control, both take it and one of them breaks."""
    first = closed_table(house, "FR-2024").table
    second = opening.create_table(name="second", rules_key=first.rules_id, operator=house.operator)
    wanted = EquipmentNeed("sixain", 1, 2, new=False)
    fill_stock(wanted, "S")
    if not locks:
        monkeypatch.setattr(
            equipment_registers,
            "lock_register",
            lambda category: EquipmentRegister.objects.get(category=category),
        )

    def take(table: Table) -> list[EquipmentSet]:
        return stock.allot_sets(
            wanted, table_rows.read(table.pk), operator=house.operator, reason="day"
        )

    with transaction.atomic():
        take(first)
        other = meanwhile(lambda: take(second))
    with pytest.raises(Refused if locks else IntegrityError):
        other.result(60)
    assert [each.place for each in EquipmentSet.objects.all()] == [f"table:{first.pk}"]


@pytest.mark.clause("FR-2024-005", "FR-2007-05", "MC-011", "MC-013", "MC-025", "MC-029", "ON-22")
@pytest.mark.clause("MC-EQ-17", "MC-EQ-19", "MC-PB-11", "MC-BTV-09", "MC-TQ-02", "MC-CDF-02")
@pytest.mark.parametrize(
    ("book", "game", "packs"),
    [
        ("FR-2024", "blackjack", 6),
        ("FR-2007", "blackjack", 6),
        ("MC", "blackjack", 6),
        ("ON", "blackjack", 6),
        ("MC", "punto_banco", 8),
        ("MC", "banque_a_tout_va", 6),
        ("MC", "trente_et_quarante", 6),
        ("MC", "chemin_de_fer", 6),
    ],
)
def test_whoever_opens_signs_that_the_cards_were_counted_before_the_shuffle(
    house: House, book: str, game: str, packs: int
) -> None:
    # At banque à tout va an inspector is on duty, at the other games a chief.
    opens = employee("anne", "operate_table", "serve_as_table_chief", "serve_as_inspector")
    table = closed_table(house, book, game)
    if book != "ON":
        sign_out_cards(table.table_id)
    assert written(table, "verify_cards") == []
    sessions.open_session(table.table_id, operator=opens, **DAY)
    assert written(table, "verify_cards") == [f"anne: {packs} × 52: day"]
    # Before the first shuffle, of which the public is promised as many packs.
    assert table.table.shoe is None
    tasks.make_equipment(table.table_id, table.table.shoe_sequence)
    shoe = table.table.shoe
    assert shoe is not None
    assert shoe.packs == packs


@pytest.mark.clause("MC-012", "MC-022", "MC-023", "MC-EQ-18", "MC-EQ-33", "MC-EQ-34", "MC-EQ-13")
def test_used_cards_serve_again_once_they_are_put_away_and_counted(
    house: House, chief: Player, keeper: Player, inspector: Player
) -> None:
    table = closed_table(house, "FR-2024")
    here = table.table_id
    fill_stock(EquipmentNeed("sixain", 1, 2), "S")
    sessions.open_session(here, operator=house.operator, **DAY)
    shoe = played(table)
    with pytest.raises(Refused, match="cards_unchecked"):
        card_sets.sign_out_cards(here, operator=keeper, **DAY)
    card_sets.return_cards(here, operator=inspector, reason="evening")
    assert states() == ["used"]
    with pytest.raises(Refused, match="shoe_hidden"):
        card_sets.count_cards(here, operator=keeper, **DAY)
    # Until its shoe is revealed it serves nowhere; another would.
    with pytest.raises(Refused, match="no_cards_in_stock"):
        card_sets.sign_out_cards(here, operator=keeper, **DAY)
    shoes.retire_shoe(shoe.pk)
    with pytest.raises(Refused, match="cards_unchecked"):
        sessions.open_session(here, operator=chief, **DAY)
    card_sets.count_cards(here, operator=keeper, reason="in order")
    assert (states(), written(table, "count_cards")) == (["checked"], ["karl: 1 =: in order"])
    card_sets.sign_out_cards(here, operator=keeper, **DAY)
    sessions.open_session(here, operator=chief, **DAY)
    assert states() == ["in_service"]


def test_cards_that_are_counted_late_leave_those_of_the_next_session_where_they_are(
    house: House, keeper: Player
) -> None:
    table = closed_table(house, "FR-2024")
    here = table.table_id
    fill_stock(EquipmentNeed("sixain", 2, 2), "S")
    sessions.open_session(here, operator=house.operator, **DAY)
    shoe = played(table)
    card_sets.return_cards(here, operator=house.operator, reason="evening")
    card_sets.sign_out_cards(here, operator=keeper, **DAY)
    shoes.retire_shoe(shoe.pk)
    card_sets.count_cards(here, operator=keeper, reason="in order")
    with pytest.raises(Refused, match="cards_taken"):
        card_sets.sign_out_cards(here, operator=keeper, **DAY)
    sessions.open_session(here, operator=house.operator, **DAY)
    assert states() == ["checked", "in_service"]


@pytest.mark.clause("MC-EQ-39")
def test_cards_whose_destruction_is_announced_serve_no_more(house: House, keeper: Player) -> None:
    table = closed_table(house, "FR-2024")
    here = table.table_id
    fill_stock(EquipmentNeed("sixain", 1, 2), "S")
    card_sets.sign_out_cards(here, operator=keeper, **DAY)
    card_sets.return_cards(here, operator=house.operator, **DAY)
    card_sets.count_cards(here, operator=keeper, **DAY)
    (worn,) = EquipmentSet.objects.all()
    stock.announce_destruction(
        [worn.pk], operator=employee("mona", "destroy_equipment"), reason="worn"
    )
    with pytest.raises(Refused, match="no_cards_in_stock"):
        card_sets.sign_out_cards(here, operator=keeper, **DAY)


@pytest.mark.clause("MC-024", "MC-EQ-38")
def test_what_is_worn_serves_no_more(house: House, keeper: Player) -> None:
    table = closed_table(house, "FR-2024")
    fill_stock(EquipmentNeed("sixain", 1, 2), "S")
    worn = EquipmentSet.objects.get()
    stock.withdraw_sets([worn.pk], operator=keeper, reason="marked")
    with pytest.raises(Refused, match="no_cards_in_stock"):
        card_sets.sign_out_cards(table.table_id, operator=keeper, **DAY)


@pytest.mark.clause("MC-EQ-36", "MC-EQ-37", "MC-023", "MC-INC-02", "MC-INC-03")
@pytest.mark.parametrize("what", sorted(card_incidents.CLAUSES))
def test_a_card_that_is_wrong_closes_its_table_until_the_management_has_decided(
    house: House, keeper: Player, what: str
) -> None:
    table = closed_table(house, "MC")
    here = table.table_id
    fill_stock(EquipmentNeed("sixain", 2, 1), "S")
    sessions.open_session(here, operator=house.operator, **DAY)
    tasks.make_equipment(here, table.table.shoe_sequence)
    table.sit("ann", 1)
    before = table.balance("ann")
    assert table.stake("ann", 1, 1000) == ""
    card_sets.report_cards(here, what=what, operator=house.operator, reason="a knave")
    # What lay there goes back; the cards are kept, to be examined.
    assert (table.table.status, table.balance("ann")) == ("closed", before)
    assert states() == ["withdrawn", "new"]
    found = Notice.objects.filter(kind=Notice.Kind.CARDS_FOUND).order_by("addressee")
    assert [(each.addressee, each.clause) for each in found] == [
        (to, card_incidents.CLAUSES[what])
        for to in ("games_management", "inspector", "state_control")
    ]
    assert "a knave" in notices.notice_text(found[0])[1]
    for decides in (keeper, employee("anne", *SERVE)):
        with pytest.raises(Refused, match="not_qualified"):
            card_incidents.decide_card_incident(here, operator=decides, **DAY)
    count_last_float(here)
    with pytest.raises(Refused, match="cards_in_question"):
        sessions.open_session(here, operator=house.operator, **DAY)
    management = employee("mona", "destroy_equipment")
    card_incidents.decide_card_incident(here, operator=management, reason="the set is destroyed")
    with pytest.raises(Refused, match="no_incident"):
        card_incidents.decide_card_incident(here, operator=management, **DAY)
    told = Notice.objects.get(kind=Notice.Kind.CARDS_DECIDED)
    assert "the set is destroyed" in notices.notice_text(told)[0]
    sessions.open_session(here, operator=house.operator, **DAY)
    assert states() == ["withdrawn", "in_service"]


@pytest.mark.clause("MC-EQ-36", "MC-EQ-37", "MC-EQ-39")
@pytest.mark.parametrize(
    ("order", "what"),
    [([*range(52)] * 5 + [0] * 52, "card_missing"), ([*range(52)] * 6 + [0], "card_extra")],
)
def test_a_count_that_is_wrong_is_filed_by_the_card_keeper(
    house: House, keeper: Player, inspector: Player, order: list[int], what: str
) -> None:
    table = closed_table(house, "FR-2024")
    here = table.table_id
    fill_stock(EquipmentNeed("sixain", 2, 2), "S")
    sessions.open_session(here, operator=house.operator, **DAY)
    shoe = shoes.retire_shoe(played(table).pk)
    with tampering():
        Shoe.objects.filter(pk=shoe.pk).update(order=bytes(order))
    # Nobody who opens a table signs for cards that are not whole.
    with pytest.raises(Refused, match="cards_differ"):
        sessions.open_session(here, operator=house.operator, **DAY)
    card_sets.return_cards(here, operator=inspector, reason="evening")
    card_sets.count_cards(here, operator=keeper, reason="counted")
    assert states() == ["withdrawn", "new"]
    (filed,) = FloorEvent.objects.filter(table=here, kind="cards_found")
    assert filed.reason == f"{what}: {what}, ≠ {shoe.sequence}: counted"
    with pytest.raises(Refused, match="cards_in_question"):
        sessions.open_session(here, operator=house.operator, **DAY)


def test_rules_that_want_other_cards_wait_for_the_next_session(house: House) -> None:
    table = closed_table(house, "MC", "punto_banco", card_device="continuous")
    here = table.table_id
    for kind in ("sixain", "huitain"):
        fill_stock(EquipmentNeed(kind, 1, 1), kind)
    sessions.open_session(here, operator=house.operator, **DAY)
    eight = publish("MC/eight", "MC", "punto_banco", operator=house.operator)
    with pytest.raises(Refused, match="next_session"):
        series.change_rules(here, eight.key, operator=house.operator, reason="a full house")
    incidents.break_off_session(here, operator=house.operator, reason="night")
    for act in (card_sets.return_cards, card_sets.count_cards, card_sets.sign_out_cards):
        act(here, operator=house.operator, reason="night")
    assert kinds(table) == {("sixain", 1): 1}
    series.change_rules(here, eight.key, operator=house.operator, reason="a full house")
    # What was taken for the old rules is put back.
    count_last_float(here)
    sessions.open_session(here, operator=house.operator, **DAY)
    assert kinds(table) == {("huitain", 1): 1}
    assert states() == ["checked", "in_service"]


def test_a_table_that_was_open_before_there_was_a_stock_closes_and_opens(house: House) -> None:
    older = closed_table(house, "FR-2024")
    fill_stock(EquipmentNeed("sixain", 1, 2), "S")
    sessions.open_session(older.table_id, operator=house.operator, **DAY)
    with tampering():
        # As an older house left it: nothing was taken for the session.
        FloorEvent.objects.filter(kind="take_cards").delete()
    EquipmentSet.objects.update(state="new", place="main_depot")
    incidents.break_off_session(older.table_id, operator=house.operator, reason="night")
    sessions.open_session(older.table_id, operator=house.operator, **DAY)
    assert kinds(older) == {("sixain", 2): 1}
