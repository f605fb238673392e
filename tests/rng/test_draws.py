"""Draws in the database: promised once, fallen once for one request, revealed for good."""

from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction

from casino.rng.contributions import mix
from casino.rng.core.commitment import commitment, header_hash
from casino.rng.core.constants import DRAW_TAGS
from casino.rng.core.fall import fall
from casino.rng.draws import (
    DrawDiffers,
    DrawNotMade,
    DrawTaken,
    bundle,
    make_draw,
    prepare_draw,
    public,
    reveal_draw,
    withdraw_draw,
)
from casino.rng.models import Draw
from casino.rng.seal import Seal, SealBroken, SeedSeal

pytestmark = pytest.mark.django_db(transaction=True)

WHEEL = (37,)


def promised(sequence: int = 1, sides: tuple[int, ...] = WHEEL) -> Draw:
    return prepare_draw("table:1", sequence, sides)


def test_a_fresh_draw_is_a_promise_and_nothing_else() -> None:
    draw = promised(sides=(6, 6))
    assert (draw.state, draw.sides) == ("committed", [6, 6])
    assert (draw.request, draw.values, draw.rejected_words, draw.seed) == (None,) * 4
    assert draw.header["sides"] == "6,6"
    assert draw.header["draw"] == str(draw.id)
    assert str(draw) == "table:1/draw:1/committed"


def test_nothing_falls_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Preparing, showing and offering a draw never runs the generator on its seed."""
    calls: list[tuple[int, ...]] = []

    def watched(seed: bytes, hashed: bytes, sides: tuple[int, ...], mix: bytes) -> object:
        calls.append(sides)
        return fall(seed, hashed, sides, mix)

    monkeypatch.setattr("casino.rng.draws.fall", watched)
    draw = promised()
    public(draw)
    bundle(draw.id)
    with pytest.raises(DrawNotMade):
        reveal_draw(draw.id)
    assert calls == []
    make_draw(draw.id, "round:1")
    assert calls == [(37,)]
    make_draw(draw.id, "round:1")
    reveal_draw(draw.id)
    assert calls == [(37,)]


@pytest.mark.parametrize("step", ["prepare", "make"])
def test_no_step_is_taken_where_a_rollback_could_undo_it(step: str) -> None:
    draw = promised()
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        promised(2) if step == "prepare" else make_draw(draw.id, "round:1")
    assert list(Draw.objects.values_list("state")) == [("committed",)]


def test_asking_again_gives_the_same_draw() -> None:
    first = promised()
    assert promised().commitment == first.commitment
    assert promised() == first
    assert Draw.objects.count() == 1


def test_asking_again_with_other_sides_is_refused() -> None:
    promised()
    with pytest.raises(DrawDiffers, match="table:1/draw:1"):
        promised(sides=(38,))


@pytest.mark.parametrize(
    ("table", "sequence", "sides"),
    [
        ("", 1, WHEEL),
        ("t" * 65, 1, WHEEL),
        ("salle privée", 1, WHEEL),
        ("t", 0, WHEEL),
        ("t", 1, ()),
        ("t", 1, (1,)),
        ("t", 1, (1001,)),
        ("t", 1, (6,) * 9),
    ],
)
def test_a_draw_that_cannot_be_is_refused(
    table: str, sequence: int, sides: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="no such draw"):
        prepare_draw(table, sequence, sides)
    assert not Draw.objects.exists()


def test_what_falls_is_that_of_the_committed_seed() -> None:
    draw = promised(sides=(37, 1000, 6))
    made = make_draw(draw.id, "round:1")
    assert (made.state, made.request, made.seed) == ("drawn", "round:1", None)
    shown = reveal_draw(draw.id)
    assert shown.seed is not None
    seed = bytes.fromhex(shown.seed)
    fallen = fall(seed, header_hash(draw.header, DRAW_TAGS), (37, 1000, 6), mix(draw, None))
    assert made.values == shown.values == list(fallen.values)
    assert made.rejected_words == fallen.rejected
    assert draw.commitment == shown.commitment == commitment(draw.header, seed, DRAW_TAGS)


def test_asking_again_gives_the_same_values_also_when_revealed() -> None:
    draw = promised()
    first = make_draw(draw.id, "round:1")
    again = make_draw(draw.id, "round:1")
    reveal_draw(draw.id)
    last = make_draw(draw.id, "round:1")
    assert first.values == again.values == last.values
    assert first.drawn_at == again.drawn_at == last.drawn_at


def test_a_draw_serves_one_request() -> None:
    draw = promised()
    made = make_draw(draw.id, "round:1")
    with pytest.raises(DrawTaken, match="table:1/draw:1"):
        make_draw(draw.id, "round:2")
    assert Draw.objects.get().values == made.values


def test_a_request_has_one_draw() -> None:
    first, second = promised(1), promised(2)
    make_draw(first.id, "round:1")
    with pytest.raises(DrawTaken, match="round:1 has another draw"):
        make_draw(second.id, "round:1")
    assert Draw.objects.get(pk=second.pk).state == "committed"
    with pytest.raises(IntegrityError, match="draw_request_once"):
        Draw.objects.filter(pk=second.pk).update(
            state="drawn",
            request="round:1",
            values=[1],
            rejected_words=0,
            drawn_at="2026-01-01 00:00Z",
        )
    make_draw(second.id, "round:2")
    other = prepare_draw("table:2", 1, WHEEL)
    assert make_draw(other.id, "round:1").request == "round:1"


@pytest.mark.parametrize("request_", ["", "r" * 65, "ronde n° 1", "a\nb"])
def test_a_request_is_a_label(request_: str) -> None:
    draw = promised()
    with pytest.raises(ValueError, match="label"):
        make_draw(draw.id, request_)
    assert Draw.objects.get().state == "committed"


def test_two_draws_share_no_seed_material() -> None:
    seeds = []
    for number in range(1, 6):
        draw = promised(number)
        make_draw(draw.id, f"round:{number}")
        seeds.append(reveal_draw(draw.id).seed or "")
    segments = [seed[i : i + 128] for seed in seeds for i in range(0, len(seed), 128)]
    assert len(segments) == len(set(segments)) == 10


def test_no_seed_before_something_fell() -> None:
    draw = promised()
    with pytest.raises(DrawNotMade, match="table:1/draw:1"):
        reveal_draw(draw.id)
    assert Draw.objects.get().seed is None


def test_revealing_twice_is_revealing_once() -> None:
    draw = promised()
    make_draw(draw.id, "round:1")
    first, again = reveal_draw(draw.id), reveal_draw(draw.id)
    assert (first.seed, first.revealed_at) == (again.seed, again.revealed_at)
    assert first.state == "revealed"


def test_a_withdrawn_draw_is_revealed_and_never_falls() -> None:
    draw = promised()
    first, again = withdraw_draw(draw.id), withdraw_draw(draw.id)
    assert (first.state, first.values, first.request) == ("revealed", None, None)
    assert first.seed is not None
    assert (first.seed, first.revealed_at) == (again.seed, again.revealed_at)
    with pytest.raises(DrawTaken):
        make_draw(draw.id, "round:1")
    assert reveal_draw(draw.id).values is None


@pytest.mark.parametrize("revealed", [False, True])
def test_what_fell_is_not_withdrawn(revealed: bool) -> None:
    draw = promised()
    made = make_draw(draw.id, "round:1")
    if revealed:
        reveal_draw(draw.id)
    with pytest.raises(DrawTaken):
        withdraw_draw(draw.id)
    assert Draw.objects.get().values == made.values


@pytest.mark.parametrize("step", [reveal_draw, withdraw_draw, lambda i: make_draw(i, "round:1")])
def test_an_unknown_draw(step: object) -> None:
    with pytest.raises(Draw.DoesNotExist):
        step(uuid4())  # type: ignore[operator]


def test_what_is_public_at_each_step() -> None:
    draw = promised()
    shown = public(draw)
    assert (shown["commitment"], shown["header"]) == (draw.commitment, draw.header)
    assert (shown["values"], shown["seed"], bundle(draw.id)["reveal"]) == (None, None, None)
    shown = public(make_draw(draw.id, "round:1"))
    assert (shown["request"], shown["seed"], bundle(draw.id)["reveal"]) == ("round:1", None, None)
    assert len(shown["values"]) == 1
    last = reveal_draw(draw.id)
    assert public(last)["seed"] == last.seed
    assert bundle(draw.id)["reveal"] == {
        "seed": last.seed,
        "values": last.values,
        "rejected_words": 0,
    }


# --- the seal


def test_a_seed_opens_only_as_the_seed_of_its_draw() -> None:
    key, draw = "k" * 32, UUID(int=1)
    seal = SeedSeal(key, draw)
    sealed = seal.seal_seed(bytes(128))
    assert seal.open_seed(sealed) == bytes(128)
    for opener in (SeedSeal("l" * 32, draw), SeedSeal(key, UUID(int=2)), Seal(key, draw)):
        with pytest.raises(SealBroken):
            opener.open_seed(sealed)


def unguarded(sql: str, *values: object) -> None:
    """Change a draw as somebody could who may switch the triggers off."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_draw DISABLE TRIGGER USER")
        cursor.execute(sql, values)
        cursor.execute("ALTER TABLE rng_draw ENABLE TRIGGER USER")


def test_from_another_draws_seed_nothing_falls() -> None:
    draw, other = promised(1), promised(2)
    other_seed = SeedSeal(settings.SHOE_KEY, other.id).open_seed(bytes(other.sealed_seed))
    resealed = SeedSeal(settings.SHOE_KEY, draw.id).seal_seed(other_seed)
    unguarded("UPDATE rng_draw SET sealed_seed = %s WHERE id = %s", resealed, draw.id)
    for step in (lambda: make_draw(draw.id, "round:1"), lambda: withdraw_draw(draw.id)):
        with pytest.raises(SealBroken, match="not the committed one"):
            step()
    assert Draw.objects.get(pk=draw.pk).state == "committed"


def test_with_other_sides_than_promised_the_verifier_refuses() -> None:
    """The sides that fall are the row's; those of the promise are the header's."""
    draw = promised()
    unguarded("UPDATE rng_draw SET sides = '[38]'")
    with pytest.raises(SealBroken, match="sides"):
        make_draw(draw.id, "round:1")


# --- what the database forbids

CHANGES = {
    "id": "gen_random_uuid()",
    "table": "'table:2'",
    "sequence": "2",
    "sides": "'[38]'",
    "header": """'{"sides": "38"}'""",
    "commitment": "repeat('0', 64)",
    "sealed_seed": "set_byte(sealed_seed, 0, get_byte(sealed_seed, 0) # 1)",
    "created_at": "now() + interval '1 second'",
}


@pytest.mark.parametrize("column", CHANGES)
def test_a_promise_does_not_change(column: str) -> None:
    promised()
    before = list(Draw.objects.values_list(column))
    change = f'UPDATE rng_draw SET "{column}" = {CHANGES[column]}'  # noqa: S608
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="promised"):
        cursor.execute(change)
    assert list(Draw.objects.values_list(column)) == before
    # Without the trigger the same statement goes through.
    unguarded(change)
    assert list(Draw.objects.values_list(column)) != before


RESULTS = {
    "request": "'round:2'",
    "values": "'[36]'",
    "rejected_words": "1",
    "drawn_at": "now() + interval '1 second'",
}


@pytest.mark.parametrize("column", RESULTS)
def test_what_fell_does_not_change(column: str) -> None:
    draw = promised()
    # A nought, so that 36 is another result.
    unguarded("UPDATE rng_draw SET state='drawn', request='round:1', values='[0]',"
              " rejected_words=0, drawn_at=now()")  # fmt: skip
    change = f'UPDATE rng_draw SET "{column}" = {RESULTS[column]}'  # noqa: S608
    before = list(Draw.objects.values_list(column))
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="what fell"):
        cursor.execute(change)
    unguarded(change)
    assert list(Draw.objects.values_list(column)) != before
    unguarded(f'UPDATE rng_draw SET "{column}" = %s', before[0][0] if column != "values" else "[0]")  # noqa: S608
    reveal_draw(draw.id)
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="revealed draw"):
        cursor.execute(change)


UNFALL = "state='committed', request=NULL, values=NULL, rejected_words=NULL, drawn_at=NULL"
BACK = {
    "drawn to committed": (True, UNFALL, "falls once"),
    "drawn to committed, keeping": (True, "state='committed'", "falls once"),
    "committed to revealed, with values": (
        False,
        "state='revealed', request='r', values='[1]', rejected_words=0, drawn_at=now(),"
        " seed=repeat('00', 128), revealed_at=now()",
        "falls once",
    ),
}


@pytest.mark.parametrize("way", BACK)
def test_a_state_is_not_skipped_nor_taken_back(way: str) -> None:
    made, change, refusal = BACK[way]
    draw = promised()
    if made:
        make_draw(draw.id, "round:1")
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match=refusal):
        cursor.execute(f"UPDATE rng_draw SET {change}")  # noqa: S608


def test_a_draw_begins_with_its_promise() -> None:
    draw = make_draw(promised().id, "round:1")
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="begins with"):
        cursor.execute(
            'INSERT INTO rng_draw (id, "table", sequence, sides, header, commitment, sealed_seed,'
            " state, request, values, rejected_words, drawn_at)"
            ' SELECT gen_random_uuid(), "table", 2, sides, header, commitment, sealed_seed,'
            " state, 'round:2', values, rejected_words, drawn_at FROM rng_draw"
        )
    assert list(Draw.objects.all()) == [draw]


def test_a_draw_is_never_deleted() -> None:
    draw = promised()
    with pytest.raises(IntegrityError, match="never deleted"):
        draw.delete()
    assert Draw.objects.count() == 1


def test_revealed_is_final() -> None:
    draw = promised()
    make_draw(draw.id, "round:1")
    reveal_draw(draw.id)
    for change in ({"state": "drawn", "seed": None, "revealed_at": None}, {"seed": "00" * 128}):
        with pytest.raises(IntegrityError, match="revealed draw does not change"):
            Draw.objects.update(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "drawn"},
        {"state": "revealed", "withdrawn_for": "other", "withdrawn_by": 0},
        {"state": "lost"},
        {"seed": "00" * 128},
        {"request": "round:1"},
        {"values": [1]},
        {"state": "drawn", "request": "r", "values": [1], "drawn_at": "2026-01-01 00:00Z"},
        {
            "state": "drawn",
            "request": "r",
            "values": [1, 2],
            "rejected_words": 0,
            "drawn_at": "2026-01-01 00:00Z",
        },
        {
            "state": "revealed",
            "seed": "00" * 127,
            "revealed_at": "2026-01-01 00:00Z",
            "withdrawn_for": "other",
            "withdrawn_by": 0,
        },
    ],
)
def test_a_draw_that_contradicts_itself_is_refused(change: dict[str, object]) -> None:
    promised()
    with pytest.raises(IntegrityError, match=r"violates check constraint|falls once"):
        Draw.objects.update(**change)
