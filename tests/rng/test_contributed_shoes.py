"""Shoes to which players contributed: promised, closed, opened, shuffled, cut, proved, revealed."""

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction

from casino.rng import contributions, keys, shoes, verify
from casino.rng.contributions import Code, ContributionRefused, NotClosed
from casino.rng.core.canonical import Json, canonical_json
from casino.rng.core.constants import SHOE_TAGS
from casino.rng.core.contribution import dealers_cut, mix_of
from casino.rng.log import tree
from casino.rng.log.models import Checkpoint, LogEntry
from casino.rng.models import Contribution, Shoe
from casino.rng.shoes import NotOpened, Opening, ShoeDiffers, ShoeFinished
from tests.rng.ceremony import contributed, hash_of, open_, seal, secret, shuffled, terms

pytestmark = pytest.mark.django_db(transaction=True)


def promised(sequence: int = 1, **changes: object) -> Shoe:
    return shoes.promise_shoe("table:1", sequence, terms(**changes))


def dealt(shoe: Shoe, count: int) -> shoes.OpenedCards:
    with transaction.atomic():
        return shoes.open_cards(shoe.id, count)


def entries(shoe: Shoe) -> dict[str, dict[str, Any]]:
    found = LogEntry.objects.filter(subject=f"shoe:{shoe.id}").order_by("index")
    return {each.kind: json.loads(each.body)["facts"] for each in found}


def proves(opening: Opening, root: str, size: int, cut: int) -> bool:
    """Check an opening from the page alone: RFC 6962's climb, with no code of the generator's."""
    raw = base64.b64decode(opening.proof)
    salt, path = raw[:32], [raw[at : at + 32] for at in range(32, len(raw), 32)]
    number = (opening.place + cut) % size
    hashed = hashlib.sha256(b"\0" + number.to_bytes(4, "big") + bytes([opening.face]) + salt)
    node, at, last = hashed.digest(), number, size - 1
    for sibling in path:
        if at % 2 or at == last:
            node = hashlib.sha256(b"\1" + sibling + node).digest()
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
        else:
            node = hashlib.sha256(b"\1" + node + sibling).digest()
        at, last = at // 2, last // 2
    return node.hex() == root


def test_the_whole_life_of_a_shoe() -> None:
    shoe = shuffled()
    assert (shoe.state, shoe.cut, shoe.cut_by, shoe.position) == ("live", 150, 3, 5)
    opened = dealt(shoe, 20)
    assert [each.place for each in opened.openings] == list(range(5, 25))
    assert tuple(each.face for each in opened.openings) == opened.faces
    assert shoe.root
    assert all(proves(each, shoe.root, 312, 150) for each in opened.openings)
    retired = shoes.retire_shoe(shoe.id)
    assert opened.faces == tuple(retired.order or b"")[5:25]
    assert list(entries(shoe)) == ["commitment", "contributions", "opened", "order", "reveal"]


def test_an_opening_proves_nothing_else() -> None:
    shoe = shuffled()
    first, second = dealt(shoe, 2).openings
    assert shoe.root
    swapped = Opening(first.place, first.face, second.proof)
    other = Opening(first.place, (first.face + 1) % 52, first.proof)
    moved = Opening(first.place + 1, first.face, first.proof)
    for wrong in (swapped, other, moved):
        assert not proves(wrong, shoe.root, 312, 150)
    assert not proves(first, shoe.root, 312, 151)
    assert not proves(first, "0" * 64, 312, 150)


@pytest.mark.parametrize("packs", [1, 2, 3, 5, 6, 7, 8])
def test_every_card_of_every_size_of_shoe_is_proved(packs: int) -> None:
    shoe = shuffled(packs=packs, cut=(1, 51), burn=0, cards_behind=0, seats={2: 7})
    assert shoe.root
    found = dealt(shoe, packs * 52).openings
    assert all(proves(each, shoe.root, packs * 52, 7) for each in found)
    assert shoes.openings(shoe.id, 0, packs * 52) == found


# --- what is taken, and when


def refused(code: Code) -> Any:
    return pytest.raises(ContributionRefused, match=f"^{code}$")


def test_a_receipt_is_signed_and_signing_it_again_changes_nothing() -> None:
    shoe = promised()
    receipt = seal(shoe.id, 3, 150)
    said: dict[str, Json] = {
        "at": receipt.at,
        "hash": hash_of(shoe.id, 3, 150),
        "seat": 3,
        "subject": f"shoe:{shoe.id}",
    }
    message = b"sabot-receipt/1\n" + canonical_json(said)
    assert receipt.key == tree.public_key("receipts")
    assert keys.is_signed(receipt.key, bytes.fromhex(receipt.signature), message)
    assert seal(shoe.id, 3, 150) == receipt
    tree.rotate("receipts")
    contributions.close(shoe.id)
    assert seal(shoe.id, 3, 150) == receipt
    assert Contribution.objects.count() == 1


def test_a_seat_a_party_and_a_cut_are_taken_once() -> None:
    shoe = promised()
    seal(shoe.id, 3, 150)
    taken = hash_of(shoe.id, 4)
    with refused("already_sealed"):
        contributions.seal(shoe.id, seat=3, party="player:4", hash=taken, cuts=False)
    with refused("already_sealed"):
        contributions.seal(shoe.id, seat=4, party="player:3", hash=taken, cuts=False)
    with refused("already_sealed"):
        seal(shoe.id, 3, 151)
    with refused("cut_taken"):
        seal(shoe.id, 4, 150)
    seal(shoe.id, 4)
    contributions.close(shoe.id)
    with refused("seal_closed"):
        seal(shoe.id, 5)
    assert Contribution.objects.count() == 2


@pytest.mark.parametrize(
    ("seat", "party", "hashed"),
    [
        (0, "p", "0" * 64),
        (2**15, "p", "0" * 64),
        (1, "", "0" * 64),
        (1, "p" * 65, "0" * 64),
        (1, "p", "0" * 63),
        (1, "p", "0" * 64 + "\n"),
        (1, "p", "A" * 64),
    ],
)
def test_what_is_no_hash_of_a_seat_is_refused(seat: int, party: str, hashed: str) -> None:
    shoe = promised()
    with refused("malformed"):
        contributions.seal(shoe.id, seat=seat, party=party, hash=hashed, cuts=False)


def test_nobody_cuts_or_contributes_where_the_promise_knows_of_none() -> None:
    uncut = promised(1, cut=None)
    with refused("cut_taken"):
        seal(uncut.id, 1, 150)
    seal(uncut.id, 1)
    closed = promised(2, contributions="none")
    with refused("seal_closed"):
        seal(closed.id, 1)
    with pytest.raises(NotClosed):
        contributions.close(closed.id)


def test_only_what_was_sealed_is_opened_while_the_list_is_closed() -> None:
    shoe = promised()
    seal(shoe.id, 1)
    seal(shoe.id, 3, 150)
    with refused("opening_closed"):
        open_(shoe.id, 1)
    contributions.close(shoe.id)
    with refused("not_sealed"):
        open_(shoe.id, 2)
    with refused("not_sealed"):
        contributions.open(shoe.id, seat=1, party="player:3", secret=secret(1).hex(), cut=None)
    for seat, cut, opened in ((1, 150, 1), (3, None, 3), (3, 151, 3), (1, None, 2)):
        with refused("opening_differs"):
            contributions.open(
                shoe.id, seat=seat, party=f"player:{seat}", secret=secret(opened).hex(), cut=cut
            )
    for wrong in ("0" * 63, secret(1).hex().upper(), ""):
        with refused("malformed"):
            contributions.open(shoe.id, seat=1, party="player:1", secret=wrong, cut=None)
    open_(shoe.id, 1)
    open_(shoe.id, 1)
    contributions.finish(shoe.id)
    open_(shoe.id, 1)
    with refused("opening_closed"):
        open_(shoe.id, 3, 150)
    assert entries(shoe)["opened"]["withheld"] == [3]


@pytest.mark.parametrize("cut", [103, 209, 0, 65_535])
def test_a_cut_out_of_its_limits_counts_as_withheld(cut: int) -> None:
    shoe = promised()
    seal(shoe.id, 3, cut)
    contributions.close(shoe.id)
    with refused("cut_out_of_limits"):
        open_(shoe.id, 3, cut)
    contributions.finish(shoe.id)
    assert shoes.shuffle_shoe(shoe.id).cut_by == 0
    told = entries(shoe)["opened"]
    assert (told["by"], told["cut"], told["withheld"]) == (0, 0, [3])


@pytest.mark.parametrize("cut", [104, 208])
def test_a_cut_at_its_limits_counts(cut: int) -> None:
    assert shuffled(seats={3: cut}).cut == cut


# --- what comes of it


def test_every_opened_secret_changes_the_order_and_a_withheld_one_does_not() -> None:
    """The same promise, contributed to in several ways: asked of the core, as a shoe falls once."""
    shoe = promised()
    contributed(shoe.id, {1: None, 3: 150, 4: None}, withheld=(4,))
    mixed = contributions.mix(Shoe.objects.get(pk=shoe.pk), None)
    with_all = mix_of(
        SHOE_TAGS,
        bytes.fromhex(shoe.commitment),
        b"",
        [(seat, secret(seat)) for seat in (1, 3, 4)],
    )
    without = mix_of(
        SHOE_TAGS,
        bytes.fromhex(shoe.commitment),
        b"",
        [(seat, secret(seat)) for seat in (1, 3)],
    )
    assert mixed == without != with_all


def test_cut_only_cuts_and_mixes_nothing() -> None:
    shoe = shuffled(contributions="cut_only")
    assert (shoe.cut, shoe.cut_by) == (150, 3)
    nothing = mix_of(SHOE_TAGS, bytes.fromhex(shoe.commitment), b"", ())
    assert contributions.mix(shoe, None) == nothing


@pytest.mark.parametrize("seats", [{}, {1: None}, {3: 150}])
def test_the_dealer_cuts_where_no_seat_did(seats: dict[int, int | None]) -> None:
    shoe = shuffled(seats=seats, withheld=(3,))
    assert shoe.cut_by == 0
    assert shoe.cut == dealers_cut(contributions.mix(shoe, None), 104, 208)
    assert 104 <= (shoe.cut or 0) <= 208


def test_the_dealer_cuts_every_place_equally_often() -> None:
    mixes = (hashlib.sha512(f"mix {n}".encode()).digest() for n in range(21_000))
    found = [dealers_cut(mix, 104, 208) for mix in mixes]
    counts = [found.count(place) for place in range(104, 209)]
    statistic = sum((count - 200) ** 2 for count in counts) / 200
    assert min(found) == 104
    assert max(found) == 208
    # 104 degrees of freedom: five standard deviations.
    assert abs(statistic - 104) < 5 * (2 * 104) ** 0.5


SHAPES: list[tuple[dict[int, int | None], tuple[int, ...], dict[str, Any]]] = [
    ({}, (), {}),
    ({1: None}, (), {}),
    ({1: None, 2: None, 3: 104, 4: None, 5: None, 6: None, 7: None}, (), {}),
    ({1: None, 3: 150}, (3,), {}),
    ({1: None, 3: 150}, (1, 3), {}),
    ({3: 150}, (), {"contributions": "cut_only"}),
    ({2: None}, (), {"cut": None}),
    ({2: 1}, (), {"packs": 1, "cut": (1, 51), "cards_behind": 10}),
    ({2: 400}, (), {"packs": 8, "cut": (26, 415)}),
]


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_the_bundle_convinces_the_verifier(shape: int) -> None:
    seats, withheld, changes = SHAPES[shape]
    shoe = shuffled(seats=seats, withheld=withheld, **changes)
    dealt(shoe, 30)
    shoes.retire_shoe(shoe.id)
    whole = json.loads(json.dumps(shoes.bundle(shoe.id)))
    assert verify.verify(whole).commitment == shoe.commitment
    order = whole["reveal"]["order"]
    order[0], order[1] = order[1], (order[0] + 1) % 52
    with pytest.raises(verify.Wrong):
        verify.verify(whole)


# --- steps and times


def test_no_step_is_skipped() -> None:
    shoe = promised()
    with pytest.raises(NotClosed):
        contributions.finish(shoe.id)
    with pytest.raises(NotOpened):
        shoes.shuffle_shoe(shoe.id)
    contributions.close(shoe.id)
    with pytest.raises(NotOpened):
        shoes.shuffle_shoe(shoe.id)
    with pytest.raises(ShoeFinished), transaction.atomic():
        shoes.open_cards(shoe.id, 1)
    contributions.finish(shoe.id)
    with pytest.raises(ShoeFinished), transaction.atomic():
        shoes.open_cards(shoe.id, 1)
    shoes.shuffle_shoe(shoe.id)
    assert len(dealt(shoe, 1).faces) == 1


def test_every_step_is_idempotent() -> None:
    shoe = promised()
    assert promised() == shoe
    for step in (contributions.close, contributions.finish, shoes.shuffle_shoe):
        step(shoe.id)
        step(shoe.id)
    first = Shoe.objects.defer(None).get(pk=shoe.pk)
    contributions.close(shoe.id)
    contributions.finish(shoe.id)
    assert shoes.shuffle_shoe(shoe.id).root == first.root
    assert Shoe.objects.defer(None).get(pk=shoe.pk).sealed_order == first.sealed_order
    assert list(entries(shoe)) == ["commitment", "contributions", "opened", "order"]


@pytest.mark.parametrize("step", ["promise", "close", "finish", "shuffle"])
def test_no_step_is_taken_where_a_rollback_could_undo_it(step: str) -> None:
    shoe = promised()
    if step in ("finish", "shuffle"):
        contributions.close(shoe.id)
    if step == "shuffle":
        contributions.finish(shoe.id)
    before = Shoe.objects.get(pk=shoe.pk).state
    steps: dict[str, Callable[[], object]] = {
        "promise": lambda: promised(2),
        "close": lambda: contributions.close(shoe.id),
        "finish": lambda: contributions.finish(shoe.id),
        "shuffle": lambda: shoes.shuffle_shoe(shoe.id),
    }
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        steps[step]()
    assert list(Shoe.objects.values_list("state", flat=True)) == [before]


@pytest.mark.parametrize(
    "change",
    [
        {"packs": 8},
        {"burn": 4},
        {"cards_behind": 61},
        {"cut": (104, 207)},
        {"cut": None},
        {"contributions": "none"},
        {"beacon": True},
        {"game": "punto_banco"},
        {"rules": "another"},
    ],
)
def test_another_shoe_of_the_same_number_is_refused(change: dict[str, Any]) -> None:
    promised()
    with pytest.raises(ShoeDiffers):
        promised(**change)


@pytest.mark.parametrize("cut", [(0, 5), (5, 4), (5, 312), (-1, 5)])
def test_a_cut_that_cannot_be_is_refused(cut: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no such shoe"):
        promised(cut=cut)


def test_the_times_follow_the_steps() -> None:
    """Promise < list < opened < order < first card, by the entries and by their checkpoints."""
    shoe = shuffled()
    dealt(shoe, 1)
    shoe.refresh_from_db()
    told = entries(shoe)
    signed = {}
    for each in LogEntry.objects.filter(subject=f"shoe:{shoe.id}"):
        text = Checkpoint.objects.get(size=each.index + 1).text
        signed[each.kind] = next(
            int(line[5:]) for line in text.split("\n") if line.startswith("time ")
        )
    at = {kind: told[kind]["at"] for kind in ("contributions", "opened", "order")}
    assert shoe.first_card_at is not None
    times = [
        signed["commitment"],
        at["contributions"],
        signed["contributions"],
        at["opened"],
        signed["opened"],
        at["order"],
        signed["order"],
        contributions.milliseconds(shoe.first_card_at),
    ]
    assert times == sorted(times)


# --- the end


@pytest.mark.parametrize("stage", ["promised", "closed", "opened"])
@pytest.mark.parametrize("by", ["void", "retire"])
def test_a_shoe_given_up_before_its_order_is_void_and_revealed(stage: str, by: str) -> None:
    shoe = promised()
    seal(shoe.id, 1)
    if stage != "promised":
        contributions.close(shoe.id)
    if stage == "opened":
        contributions.finish(shoe.id)
    for _ in range(2):
        if by == "void":
            shoes.void_shoe(shoe.id, "the table closed")
        else:
            shoes.retire_shoe(shoe.id)
    before = {"promised": 0, "closed": 1, "opened": 2}[stage]
    assert list(entries(shoe)) == [
        "commitment",
        *["contributions", "opened"][:before],
        "void",
        "reveal",
    ]
    assert entries(shoe)["reveal"]["left"] == 312
    whole = json.loads(json.dumps(shoes.bundle(shoe.id)))
    assert whole["reveal"]["order"] is None
    verify.verify(whole)
    with pytest.raises(ShoeFinished):
        shoes.shuffle_shoe(shoe.id)
    with refused("seal_closed"):
        seal(shoe.id, 2)
    contributions.close(shoe.id)
    contributions.finish(shoe.id)
    assert list(entries(shoe))[-1] == "reveal"


def test_a_shoe_with_an_order_is_not_void() -> None:
    shoe = shuffled()
    with pytest.raises(ValueError, match="has an order"):
        shoes.void_shoe(shoe.id, "unwelcome")
    assert "void" not in entries(shoe)


# --- openings


def test_only_what_has_been_dealt_is_opened_again() -> None:
    shoe = shuffled()
    first = dealt(shoe, 7)
    assert shoes.openings(shoe.id, 5, 7) == first.openings
    assert shoes.openings(shoe.id, 8, 2) == first.openings[3:5]
    assert shoes.openings(shoe.id, 5, 0) == ()
    for place, count in ((12, 1), (5, 8), (4, 1), (0, 1), (0, 12), (-1, 1), (311, 1)):
        with pytest.raises(ValueError, match="have not been dealt"):
            shoes.openings(shoe.id, place, count)
    shoes.retire_shoe(shoe.id)
    assert shoes.openings(shoe.id, 5, 7) == first.openings


def test_a_promised_shoe_opens_nothing() -> None:
    shoe = promised(burn=0)
    with pytest.raises(ValueError, match="have not been dealt"):
        shoes.openings(shoe.id, 0, 1)


def test_what_is_public_at_each_step() -> None:
    shoe = promised()
    seal(shoe.id, 1)
    seal(shoe.id, 3, 150)
    face = shoes.public(Shoe.objects.get(pk=shoe.pk))
    assert (face["root"], face["cut"], face["contributions"]["hashes"]) == (None, None, [])
    contributions.close(shoe.id)
    open_(shoe.id, 1)
    face = shoes.public(Shoe.objects.get(pk=shoe.pk))
    assert [each["seat"] for each in face["contributions"]["hashes"]] == [1, 3]
    assert (face["contributions"]["cutter"], face["contributions"]["opened"]) == (3, [])
    assert secret(1).hex() not in json.dumps(face)
    contributions.finish(shoe.id)
    face = shoes.public(Shoe.objects.get(pk=shoe.pk))
    assert face["contributions"]["opened"] == [{"seat": 1, "secret": secret(1).hex()}]
    assert face["contributions"]["withheld"] == [3]
    face = shoes.public(shoes.shuffle_shoe(shoe.id))
    assert (len(face["root"]), face["cut_by"]) == (64, 0)


# --- what the database forbids

FORBIDDEN = {
    "another hash": ("UPDATE rng_contribution SET hash = repeat('0', 64)", "what was sealed"),
    "another seat": ("UPDATE rng_contribution SET seat = 6", "what was sealed"),
    "deleted": ("DELETE FROM rng_contribution", "never deleted"),
    "opened before the list": (
        "UPDATE rng_contribution SET secret = repeat('0', 64)",
        "opened once, while",
    ),
    "live without a list": ("UPDATE rng_shoe SET state = 'live'", "step by step"),
    "opened without a list": ("UPDATE rng_shoe SET state = 'opened'", "step by step"),
}


@pytest.mark.parametrize("way", FORBIDDEN)
def test_the_database_keeps_what_was_sealed(way: str) -> None:
    statement, refusal = FORBIDDEN[way]
    seal(promised().id, 1)
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match=refusal):
        cursor.execute(statement)


def test_the_database_takes_no_hash_for_a_closed_list_and_no_secret_twice() -> None:
    shoe = promised()
    seal(shoe.id, 1)
    contributions.close(shoe.id)
    late = Contribution.objects.get()
    late.pk, late.seat, late.party = None, 2, "player:2"
    with pytest.raises(IntegrityError, match="until the list is closed"):
        late.save(force_insert=True)
    open_(shoe.id, 1)
    with pytest.raises(IntegrityError, match="a secret is opened once"):
        Contribution.objects.update(secret=secret(2).hex())
    with pytest.raises(IntegrityError, match="a step fixed"):
        Shoe.objects.update(beacon_round=7)


def test_the_database_takes_no_shoe_that_begins_with_an_order() -> None:
    shoe = Shoe.objects.defer(None).get(pk=shuffled().pk)
    shoe.pk, shoe.sequence = UUID(int=5), 9
    with pytest.raises(IntegrityError, match="begins with its promise"):
        shoe.save(force_insert=True)


def test_the_key_of_the_seal_is_not_in_the_database() -> None:
    shoe = shuffled()
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(rng_shoe)::text FROM rng_shoe")
        (row,) = cursor.fetchone()
    assert str(shoe.id) in row
    assert settings.SHOE_KEY not in row
