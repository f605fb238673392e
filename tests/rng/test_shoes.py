"""Shoes in the database: dealt in order, rolled back whole, retired for good."""

from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from casino.rng.contributions import mix
from casino.rng.core.commitment import commitment, header_hash
from casino.rng.core.shuffle import shuffle
from casino.rng.models import Shoe
from casino.rng.seal import SEALED_CARD_BYTES, Seal, SealBroken
from casino.rng.shoes import (
    UNDEALT,
    ShoeDiffers,
    ShoeFinished,
    bundle,
    make_shoe,
    open_ahead,
    open_cards,
    public,
    read_ahead,
    retire_shoe,
)

pytestmark = pytest.mark.django_db(transaction=True)

BEHIND = 60


def made(sequence: int = 1, *, packs: int = 6, burn: int = 5) -> Shoe:
    return make_shoe("table:1", sequence, packs=packs, cards_behind=BEHIND, burn=burn)


def dealt(shoe: Shoe, count: int) -> tuple[int, ...]:
    with transaction.atomic():
        return open_cards(shoe.id, count).faces


def test_a_fresh_shoe() -> None:
    shoe = made()
    assert (shoe.packs, shoe.size, shoe.burn, shoe.position) == (6, 312, 5, 5)
    assert shoe.stop_at == 312 - BEHIND
    assert (shoe.state, shoe.seed, shoe.order, shoe.first_card_at) == ("live", None, None, None)
    assert shoe.header["shoe"] == str(shoe.id)
    assert str(shoe) == "table:1/shoe:1/live"


def test_a_shoe_is_not_made_where_a_rollback_could_undo_it() -> None:
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        made()


def test_asking_again_gives_the_same_shoe() -> None:
    first = made()
    assert made() == first
    assert made().commitment == first.commitment
    assert Shoe.objects.count() == 1


def test_asking_again_for_another_kind_of_shoe_is_refused() -> None:
    made()
    with pytest.raises(ShoeDiffers, match="table:1/shoe:1"):
        made(packs=8)


@pytest.mark.parametrize(
    ("table", "sequence", "packs", "behind", "burn"),
    [
        ("", 1, 6, 60, 5),
        ("t" * 65, 1, 6, 60, 5),
        ("salle privée", 1, 6, 60, 5),
        ("t", 0, 6, 60, 5),
        ("t", 1, 0, 0, 0),
        ("t", 1, 9, 60, 5),
        ("t", 1, 1, 47, 5),
        ("t", 1, 6, -1, 5),
        ("t", 1, 6, 60, -1),
    ],
)
def test_a_shoe_that_cannot_be_is_refused(
    table: str, sequence: int, packs: int, behind: int, burn: int
) -> None:
    with pytest.raises(ValueError, match="no such shoe"):
        make_shoe(table, sequence, packs=packs, cards_behind=behind, burn=burn)
    assert not Shoe.objects.exists()


def test_the_cards_dealt_are_those_of_the_committed_seed() -> None:
    shoe = made()
    faces = [face for count in (1, 2, 7, 100) for face in dealt(shoe, count)]
    retired = retire_shoe(shoe.id)
    assert retired.seed is not None
    seed = bytes.fromhex(retired.seed)
    order = shuffle(seed, header_hash(retired.header), 6, mix(retired, None)).faces
    assert faces == list(order[5:115])
    assert bytes(retired.order or b"") == bytes(order)
    assert retired.commitment == shoe.commitment == commitment(shoe.header, seed)


def test_two_shoes_share_no_seed_material() -> None:
    seeds = [retire_shoe(made(number).id).seed or "" for number in (1, 2, 3)]
    segments = [seed[i : i + 128] for seed in seeds for i in range(0, len(seed), 128)]
    assert len(segments) == len(set(segments)) == 21


def test_a_deal_is_one_query() -> None:
    shoe = made()
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        open_cards(shoe.id, 4)
        # The first in a process reads the shoe's public leaves too.
        assert len(queries) == 2
        open_cards(shoe.id, 4)
    assert len(queries) == 3


def test_the_position_and_the_first_card() -> None:
    shoe = made()
    with transaction.atomic():
        assert open_cards(shoe.id, 3).position == 8
    shoe.refresh_from_db()
    first = shoe.first_card_at
    assert first is not None
    dealt(shoe, 1)
    shoe.refresh_from_db()
    assert (shoe.position, shoe.first_card_at) == (9, first)


def test_a_rollback_deals_the_same_card_again() -> None:
    shoe = made()
    dealt(shoe, 3)

    class Crash(Exception):
        pass

    seen: list[tuple[int, ...]] = []

    def deal_and_crash() -> None:
        with transaction.atomic():
            seen.append(open_cards(shoe.id, 20).faces)
            raise Crash

    for _ in range(2):
        with pytest.raises(Crash):
            deal_and_crash()
    assert seen[0] == seen[1] == dealt(shoe, 20)
    assert dealt(shoe, 20) != seen[0]


def test_cards_are_dealt_only_within_a_transaction() -> None:
    shoe = made()
    with pytest.raises(transaction.TransactionManagementError):
        open_cards(shoe.id, 1)
    shoe.refresh_from_db()
    assert shoe.position == 5


@pytest.mark.parametrize("count", [0, -1])
def test_fewer_than_one_card_is_refused(count: int) -> None:
    shoe = made()
    with pytest.raises(ValueError, match="at least one"), transaction.atomic():
        open_cards(shoe.id, count)


def sealed(shoe: Shoe, count: int) -> bytes:
    """Return the next cards of a shoe as a step reads them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rng_sealed(%s, %s)", [shoe.id, count])
        return bytes(cursor.fetchone()[0] or b"")


def deal(shoe: Shoe, first: int, count: int) -> None:
    """Take cards out of the shoe that were opened before, as the writing of a step does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rng_deal(%s, %s, %s)", [shoe.id, first, count])


def test_cards_that_were_read_ahead_are_the_next_ones_and_leave_when_the_step_is_written() -> None:
    shoe = made()
    with transaction.atomic():
        ahead = sealed(shoe, 6)
        assert len(ahead) == 6 * SEALED_CARD_BYTES
        read = open_ahead(shoe.id, 5, 4, shoe.stop_at, ahead)
        assert read.position == 9
        shoe.refresh_from_db()
        assert shoe.position == 5, "opened, and still in the shoe"
        deal(shoe, 5, 4)
    shoe.refresh_from_db()
    assert shoe.position == 9
    assert shoe.first_card_at is not None
    again = made(2)
    with transaction.atomic():
        ahead = sealed(again, 4)
        assert open_ahead(again.id, 5, 4, again.stop_at, ahead) == open_cards(again.id, 4)


def test_cards_are_read_ahead_from_any_place_that_has_not_left_the_shoe() -> None:
    """As a step does that takes more than were read with its lock: nothing has moved the shoe."""
    shoe = made()
    with transaction.atomic():
        first = open_ahead(shoe.id, 5, 3, shoe.stop_at, sealed(shoe, 3))
        more = open_ahead(shoe.id, 8, 20, shoe.stop_at, read_ahead(shoe.id, 8, 20))
        assert first.openings + more.openings == open_cards(shoe.id, 23).openings
        assert read_ahead(shoe.id, 27, 1) == b"", "dealt by now"
        assert len(read_ahead(shoe.id, shoe.size - 2, 16)) == 2 * SEALED_CARD_BYTES
        with pytest.raises(ShoeFinished):
            open_ahead(shoe.id, 28, 20, shoe.stop_at, read_ahead(shoe.id, 28, 19))


@pytest.mark.parametrize(("before", "count", "out", "at"), [(246, 1, False, 1), (246, 2, True, 1)])
def test_the_stop_card_comes_out_of_cards_that_were_read_ahead(
    before: int, count: int, out: bool, at: int
) -> None:
    shoe = made()
    dealt(shoe, before)
    with transaction.atomic():
        read = open_ahead(shoe.id, 5 + before, count, shoe.stop_at, sealed(shoe, count))
        assert (read.stop_card, read.stop_index) == (out, at)
        assert read == open_cards(shoe.id, count)


@pytest.mark.parametrize(
    ("first", "count"), [(6, 1), (4, 1), (5, 308)], ids=["gap", "twice", "too many"]
)
def test_only_the_next_cards_of_the_shoe_are_dealt(first: int, count: int) -> None:
    shoe = made()
    with pytest.raises(DatabaseError) as refused, transaction.atomic():
        deal(shoe, first, count)
    assert refused.value.__cause__.sqlstate == UNDEALT  # type: ignore[union-attr]
    shoe.refresh_from_db()
    assert shoe.position == 5


def test_no_card_of_a_retired_shoe_is_read_or_dealt() -> None:
    shoe = made()
    retire_shoe(shoe.id)
    assert sealed(shoe, 3) == b""
    with pytest.raises(ShoeFinished), transaction.atomic():
        open_ahead(shoe.id, 5, 1, shoe.stop_at, b"")
    with pytest.raises(DatabaseError), transaction.atomic():
        deal(shoe, 5, 1)


def test_cards_are_read_ahead_only_within_a_transaction() -> None:
    shoe = made()
    with pytest.raises(transaction.TransactionManagementError):
        open_ahead(shoe.id, 5, 1, shoe.stop_at, sealed(shoe, 1))


def test_an_unknown_shoe() -> None:
    with pytest.raises(Shoe.DoesNotExist), transaction.atomic():
        open_cards(uuid4(), 1)


@pytest.mark.parametrize(
    ("before", "count", "out"),
    [(0, 247, False), (0, 248, True), (246, 1, False), (247, 1, True), (248, 1, True)],
)
def test_the_stop_card_comes_out_before_the_first_card_behind_it(
    before: int, count: int, out: bool
) -> None:
    shoe = made()
    if before:
        dealt(shoe, before)
    with transaction.atomic():
        assert open_cards(shoe.id, count).stop_card is out


def test_the_shoe_ends_after_its_last_card() -> None:
    shoe = made()
    dealt(shoe, 306)
    with pytest.raises(ShoeFinished, match="table:1/shoe:1"), transaction.atomic():
        open_cards(shoe.id, 2)
    assert len(dealt(shoe, 1)) == 1
    with pytest.raises(ShoeFinished), transaction.atomic():
        open_cards(shoe.id, 1)


def test_a_retired_shoe_deals_no_card() -> None:
    shoe = made()
    retire_shoe(shoe.id)
    with pytest.raises(ShoeFinished, match="retired"), transaction.atomic():
        open_cards(shoe.id, 1)


def test_retiring_twice_is_retiring_once() -> None:
    shoe = made()
    first, again = retire_shoe(shoe.id), retire_shoe(shoe.id)
    assert (first.seed, first.retired_at) == (again.seed, again.retired_at)
    assert first.state == "retired"


def test_what_is_public_before_and_after_the_end() -> None:
    shoe = made()
    assert public(shoe)["seed"] is None
    assert bundle(shoe.id)["reveal"] is None
    dealt(shoe, 10)
    retired = retire_shoe(shoe.id)
    assert public(retired)["seed"] == retired.seed
    reveal = bundle(shoe.id)["reveal"]
    counts = {name: value for name, value in reveal.items() if name not in ("seed", "order")}
    assert counts == {
        "rejected_words": 0,
        "burnt": 5,
        "dealt": 10,
        "left": 297,
        "stop_card": False,
    }


# --- the seal

KEY = "k" * 32
FACES = tuple(range(52))
SALTS = tuple(bytes([face]) * 32 for face in FACES)


def test_each_card_opens_by_itself() -> None:
    seal = Seal(KEY, UUID(int=1))
    sealed = seal.seal_order(FACES, SALTS)
    assert len(sealed) == 52 * SEALED_CARD_BYTES
    for index in range(52):
        piece = sealed[index * SEALED_CARD_BYTES :][:SEALED_CARD_BYTES]
        assert seal.open_cards(index, piece) == (index,)
        assert seal.open_salted(index, piece) == ((index, SALTS[index]),)


def test_wrong_key_other_shoe_moved_and_changed_cards_do_not_open() -> None:
    seal = Seal(KEY, UUID(int=1))
    sealed = seal.seal_order(FACES, SALTS)
    first, second = sealed[:SEALED_CARD_BYTES], sealed[SEALED_CARD_BYTES : 2 * SEALED_CARD_BYTES]
    attempts = [
        (Seal("l" * 32, UUID(int=1)), 0, first),
        (Seal(KEY, UUID(int=2)), 0, first),
        (seal, 1, first),
        (seal, 0, second + first),
        (seal, 0, bytes([first[0] ^ 1]) + first[1:]),
        (seal, 0, first[:-1]),
    ]
    for opener, index, piece in attempts:
        with pytest.raises(SealBroken):
            opener.open_cards(index, piece)
    assert seal.open_cards(0, first + second) == (0, 1)


def test_a_seed_opens_only_as_the_seed_of_its_shoe() -> None:
    seal = Seal(KEY, UUID(int=1))
    sealed = seal.seal_seed(bytes(448))
    assert seal.open_seed(sealed) == bytes(448)
    for opener in (Seal("l" * 32, UUID(int=1)), Seal(KEY, UUID(int=2))):
        with pytest.raises(SealBroken):
            opener.open_seed(sealed)
    with pytest.raises(SealBroken):
        seal.open_seed(seal.seal_order([1], [bytes(32)]))


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ValueError, match="SHOE_KEY"):
        Seal("k" * 31, UUID(int=1))


def unguarded(sql: str, *values: object) -> None:
    """Change a shoe as somebody could who may switch the triggers off."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_shoe DISABLE TRIGGER USER")
        cursor.execute(sql, values)
        cursor.execute("ALTER TABLE rng_shoe ENABLE TRIGGER USER")


@pytest.mark.clause("MC-EQ-23", "MC-PB-17", "MC-TQ-16")
def test_two_cards_swapped_in_the_database_are_not_dealt() -> None:
    shoe = made()
    sealed = bytes(shoe.sealed_order or b"")
    at = 5 * SEALED_CARD_BYTES
    next_, behind = at + SEALED_CARD_BYTES, at + 2 * SEALED_CARD_BYTES
    swapped = sealed[:at] + sealed[next_:behind] + sealed[at:next_] + sealed[behind:]
    unguarded("UPDATE rng_shoe SET sealed_order = %s", swapped)
    with pytest.raises(SealBroken), transaction.atomic():
        open_cards(shoe.id, 1)
    shoe.refresh_from_db()
    assert shoe.position == 5
    with pytest.raises(SealBroken):
        retire_shoe(shoe.id)


def test_another_shoes_seed_is_not_revealed() -> None:
    shoe, other = made(1), made(2)
    other_seed = Seal(settings.SHOE_KEY, other.id).open_seed(bytes(other.sealed_seed))
    resealed = Seal(settings.SHOE_KEY, shoe.id).seal_seed(other_seed)
    unguarded("UPDATE rng_shoe SET sealed_seed = %s WHERE id = %s", resealed, shoe.id)
    with pytest.raises(SealBroken, match="not the committed one"):
        retire_shoe(shoe.id)


# --- what the database forbids

CHANGES = {
    "table": "'table:2'",
    "sequence": "2",
    "header": """'{"packs": 8}'""",
    "commitment": "repeat('0', 64)",
    "burn": "4",
    "stop_at": "stop_at - 1",
    "rejected_words": "1",
    "root": "repeat('0', 64)",
    "cut": "1",
    "cut_by": "2",
    "leaves": "substring(leaves from 33) || substring(leaves for 32)",
    "shuffled_at": "now() + interval '1 second'",
    "sealed_seed": "set_byte(sealed_seed, 0, get_byte(sealed_seed, 0) # 1)",
    "sealed_order": "substring(sealed_order from 50) || substring(sealed_order for 49)",
    "created_at": "now() + interval '1 second'",
    "id": "gen_random_uuid()",
}


@pytest.mark.parametrize("column", CHANGES)
def test_a_promise_does_not_change(column: str) -> None:
    made()
    before = list(Shoe.objects.values_list(column))
    with (
        connection.cursor() as cursor,
        pytest.raises(IntegrityError, match=r"promised|a step fixed"),
    ):
        cursor.execute(f'UPDATE rng_shoe SET "{column}" = {CHANGES[column]}')  # noqa: S608
    assert list(Shoe.objects.values_list(column)) == before
    # Without the trigger the same statement goes through.
    unguarded(f'UPDATE rng_shoe SET "{column}" = {CHANGES[column]}')  # noqa: S608
    assert list(Shoe.objects.values_list(column)) != before


@pytest.mark.clause("MC-EQ-09", "MC-PB-58")
def test_no_card_goes_back() -> None:
    shoe = made()
    dealt(shoe, 3)
    with pytest.raises(IntegrityError, match="no card goes back"):
        Shoe.objects.update(position=F("position") - 1)
    with pytest.raises(IntegrityError, match="first card was dealt once"):
        Shoe.objects.update(first_card_at=None)


def test_a_shoe_is_never_deleted() -> None:
    shoe = made()
    with pytest.raises(IntegrityError, match="never deleted"):
        shoe.delete()
    assert Shoe.objects.count() == 1


def test_retired_is_final() -> None:
    shoe = made()
    retire_shoe(shoe.id)
    for change in ({"state": "live", "seed": None}, {"seed": "00"}, {"position": 9}):
        with pytest.raises(IntegrityError, match="retired shoe does not change"):
            Shoe.objects.update(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"position": 313},
        {"state": "retired"},
        {"seed": "00" * 448},
        {"order": bytes(312)},
        {"root": None},
        {"leaves": None},
        {"sealed_order": None},
        {"cut": None},
        {"state": "opened"},
        {"state": "lost"},
    ],
)
def test_a_shoe_that_contradicts_itself_is_refused(change: dict[str, object]) -> None:
    made()
    refused = r"violates (check constraint|the law)|a step fixed|goes forward"
    with pytest.raises(IntegrityError, match=refused):
        Shoe.objects.update(**change)
