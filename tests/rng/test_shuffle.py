"""The shuffle: a permutation, a pure function, and the one that the verifier knows."""

import ast
import hashlib
import inspect
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from casino.rng import verify
from casino.rng.core import commitment, shuffle
from casino.rng.core.constants import MAX_PACKS

PACKAGE = Path(shuffle.__file__).parent
HEADER_HASH = hashlib.sha256(b"a header").digest()
MIX = bytes(range(64))


def seed(label: str, packs: int) -> bytes:
    return hashlib.shake_256(label.encode()).digest(shuffle.seed_size(packs))


@pytest.mark.parametrize("packs", range(1, MAX_PACKS + 1))
@pytest.mark.clause("MC-EQ-01")
def test_every_card_once_every_face_once_a_pack(packs: int) -> None:
    shuffled = shuffle.shuffle(seed("cards", packs), HEADER_HASH, packs, MIX)
    assert sorted(shuffled.cards) == list(range(52 * packs))
    assert Counter(shuffled.faces) == dict.fromkeys(range(52), packs)
    assert list(shuffled.cards) != sorted(shuffled.cards)


@pytest.mark.parametrize("bad", [(0, 0, *range(2, 52)), tuple(range(51)), (*range(51), 52)])
@pytest.mark.clause("MC-EQ-40", "MC-EQ-41")
def test_the_post_condition_sees_a_bad_shoe(
    bad: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def failing(reason: str) -> None:
        seen.append(reason)
        raise InterruptedError

    monkeypatch.setattr(shuffle.health, "fail", failing)
    with pytest.raises(InterruptedError):
        shuffle._check(shuffle.Shuffled(bad, 0, shuffle.whole_packs(1)))
    assert seen == ["a shuffled shoe is no permutation"]


def test_the_same_seed_gives_the_same_shoe() -> None:
    first, again = (shuffle.shuffle(seed("same", 6), HEADER_HASH, 6, MIX) for _ in range(2))
    assert (first.cards, first.rejected) == (again.cards, again.rejected)


def test_every_segment_and_the_header_matter() -> None:
    material = seed("matter", 6)
    orders = {shuffle.shuffle(material, HEADER_HASH, 6, MIX).cards}
    orders.add(shuffle.shuffle(material, hashlib.sha256(b"another").digest(), 6, MIX).cards)
    for segment in range(7):
        changed = bytearray(material)
        changed[64 * segment + 63] ^= 1
        orders.add(shuffle.shuffle(bytes(changed), HEADER_HASH, 6, MIX).cards)
    assert len(orders) == 9


def test_a_segment_decides_only_the_draws_after_its_reseed() -> None:
    material = bytearray(seed("segments", 6))
    before = shuffle.shuffle(bytes(material), HEADER_HASH, 6, MIX).cards
    material[64 * 6] ^= 1
    after = shuffle.shuffle(bytes(material), HEADER_HASH, 6, MIX).cards
    # The last 51 draws place the cards 0 to 51; what lies above was drawn from earlier segments.
    assert before[52:] == after[52:]
    assert before[:52] != after[:52]


@pytest.mark.clause("MC-EQ-22")
def test_r17_nothing_else_goes_in() -> None:
    assert list(inspect.signature(shuffle.shuffle).parameters) == [
        "seed",
        "header_hash",
        "packs",
        "mix",
    ]


@pytest.mark.parametrize(
    ("length", "hash_length", "packs", "mixed"),
    [
        (447, 32, 6, 64),
        (448, 31, 6, 64),
        (448, 32, 5, 64),
        (64, 32, 0, 64),
        (448, 32, 6, 63),
        (448, 32, 6, 0),
    ],
)
def test_what_does_not_make_a_shoe_is_refused(
    length: int, hash_length: int, packs: int, mixed: int
) -> None:
    with pytest.raises(ValueError, match="do not make a shoe"):
        shuffle.shuffle(bytes(length), bytes(hash_length), packs, bytes(mixed))


@pytest.mark.parametrize("number", range(40))
def test_generator_and_verifier_agree(number: int) -> None:
    packs = 1 + number % MAX_PACKS
    material = seed(f"agree {number}", packs)
    shuffled = shuffle.shuffle(material, HEADER_HASH, packs, MIX)
    assert verify.order_of(
        material, HEADER_HASH, list(range(52)) * packs, MIX, b"sabot-shoe/2"
    ) == (
        list(shuffled.faces),
        shuffled.rejected,
    )


def test_a_shoe_with_a_rejected_word() -> None:
    """One shoe in some 100,000 has one; this was found by trying, so that the branch is real."""
    material = bytes(place % 256 for place in range(576))
    header_hash = (29_439).to_bytes(32, "big")
    shuffled = shuffle.shuffle(material, header_hash, 8, MIX)
    assert shuffled.rejected == 1
    checked = verify.order_of(material, header_hash, list(range(52)) * 8, MIX, b"sabot-shoe/2")
    assert checked == (list(shuffled.faces), 1)
    # The segment with the rejection made a second request; the next begins with fresh words.
    assert sorted(shuffled.cards) == list(range(416))


def test_an_order_is_never_printed() -> None:
    shuffled = shuffle.shuffle(seed("print", 1), HEADER_HASH, 1, MIX)
    assert str(shuffled.cards)[1:20] not in f"{shuffled!r} {shuffled}"


# --- statistics, with fixed seeds, so the answer is the same in every run

SHOES = 4000


def excess(decks: Callable[[int], tuple[int, ...]]) -> float:
    """How many deviations the position-by-card table is above its expectation."""
    table = Counter((place, card) for n in range(SHOES) for place, card in enumerate(decks(n)))
    expected = SHOES / 52
    chi = sum((table[p, c] - expected) ** 2 / expected for p in range(52) for c in range(52))
    # Both margins are fixed: chi * 51/52 has 51 * 51 degrees of freedom.
    freedom = 51 * 51
    return (chi * 51 / 52 - freedom) / (2 * freedom) ** 0.5


def fair(number: int) -> tuple[int, ...]:
    return shuffle.shuffle(seed(f"deck {number}", 1), HEADER_HASH, 1, MIX).cards


def swaps_with_any(number: int) -> tuple[int, ...]:
    """The well-known wrong shuffle: the partner is drawn from the whole pack."""
    source = random.Random(number)
    deck = list(range(52))
    for place in range(52):
        other = source.randrange(52)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def never_stays(number: int) -> tuple[int, ...]:
    """Off by one: a card is never left where it lies (Sattolo)."""
    source = random.Random(number)
    deck = list(range(52))
    for place in range(51, 0, -1):
        other = source.randrange(place)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


@pytest.mark.clause("MC-EQ-20", "MC-TQ-07", "MC-TQ-08")
def test_every_card_in_every_place() -> None:
    assert abs(excess(fair)) < 5


@pytest.mark.parametrize("wrong", [swaps_with_any, never_stays])
def test_the_statistic_sees_wrong_shuffles(wrong: Callable[[int], tuple[int, ...]]) -> None:
    assert excess(wrong) > 20


def test_the_first_card() -> None:
    counts = Counter(fair(number)[0] for number in range(SHOES))
    chi = sum((counts[card] - SHOES / 52) ** 2 / (SHOES / 52) for card in range(52))
    # 51 degrees of freedom, one in a million on either side.
    assert 14 < chi < 117


# --- the commitment


def test_the_canonical_header_is_rfc_8785() -> None:
    header = {"b": 2, "a": 'é"\n\u0001€', "ab": -1}
    assert commitment.canonical(header) == '{"a":"é\\"\\n\\u0001€","ab":-1,"b":2}'.encode()


@pytest.mark.parametrize(
    "header", [{"a": True}, {"a": 1.0}, {"a": None}, {"a": 2**53}, {"é": 1}, {"a": "\ud800"}]
)
def test_a_header_with_two_possible_texts_is_refused(header: commitment.Header) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any of them
        commitment.canonical(header)


def test_tagged_hashes_do_not_run_into_each_other() -> None:
    hashes = {
        commitment.tagged_hash(b"a", b"bc"),
        commitment.tagged_hash(b"a", b"b", b"c"),
        commitment.tagged_hash(b"ab", b"c"),
        commitment.tagged_hash(b"a", b"bc", b""),
    }
    assert len(hashes) == 4


def test_the_commitment_covers_header_and_seed() -> None:
    promise = commitment.commitment({"a": 1}, bytes(64))
    assert len(promise) == 64
    assert promise != commitment.commitment({"a": 2}, bytes(64))
    assert promise != commitment.commitment({"a": 1}, bytes(63) + b"\x01")


# --- what the code may reach


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def test_the_core_imports_itself_and_the_standard_library() -> None:
    files = list(PACKAGE.glob("*.py"))
    assert len(files) >= 7
    for path in files:
        for name in imports(path):
            assert name.startswith("casino.rng.core") or name in sys.stdlib_module_names | {
                "collections.abc"
            }, (path.name, name)
            # Nothing knows what time it is; the jitter has a clock that tells differences alone.
            of_a_clock = {"time"} if path.name == "jitter.py" else set()
            unwanted = {"random", "secrets", "time", "datetime", "uuid", "socket"}
            assert name not in unwanted - of_a_clock
    lines = (PACKAGE / "jitter.py").read_text().splitlines()
    assert [each for each in lines if "import" in each.split() and "time" in each.split()] == [
        "from time import perf_counter_ns"
    ]


def test_the_verifier_shares_no_code_with_the_house() -> None:
    folder = Path(verify.__file__).parent
    files = [*folder.rglob("*.py")]
    assert len(files) >= 20
    for path in files:
        assert len(path.read_text().splitlines()) < 400, path.name
        # Only what checks whole logs needs more than the standard library.
        beside = {"cryptography"} if path.parent.name == "log" else set()
        inside = (".", "..") if path.parent.name == "log" else (".",)
        for name in imports(path):
            word = name.lstrip(".")
            if word != name:
                assert name.removesuffix(word) in inside, (path.name, name)
            else:
                assert name.split(".")[0] in sys.stdlib_module_names | beside, (path.name, name)


def test_the_generator_starts_without_django(new_process: Callable[[str], str]) -> None:
    loaded = new_process(
        "import sys\n"
        "from casino.rng.core.shuffle import shuffle\n"
        "shuffle(bytes(448), bytes(32), 6, bytes(64))\n"
        "print([m for m in ('django', 'random', 'numpy', 'cryptography') if m in sys.modules])"
    )
    assert loaded == "[]\n"
