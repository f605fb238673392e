"""SP 800-22 against NIST's own program, and the corrected constants against independent ones."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from casino.rng.stats import bits, vectors

FOLDER = Path(__file__).parent / "vectors" / "sp800_22"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())["p_values"]


def sequence(name: str) -> bytes:
    return (FOLDER / f"{name}.1e6.bin").read_bytes()


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_every_p_value_agrees_to_six_digits(name: str) -> None:
    found = bits.p_values(sequence(name), bits.nist_classes())
    assert found.keys() == EXPECTED[name].keys()
    for test, values in EXPECTED[name].items():
        assert found[test] == (None if values is None else pytest.approx(values, abs=1e-6)), test


def test_a_sequence_has_188_statistics() -> None:
    found = bits.p_values(sequence("pi"), bits.exact())
    assert sum(len(values or ()) for values in found.values()) == 188


@pytest.mark.parametrize(
    ("test", "pi", "e"),
    [("LongestRun", 0.027295, 0.718366), ("LinearComplexity", 0.246801, 0.826202)],
)
def test_exact_constants_give_the_corrected_p_values(test: str, pi: float, e: float) -> None:
    for name, wanted in (("pi", pi), ("e", e)):
        assert bits.p_values(sequence(name), bits.exact())[test] == [
            pytest.approx(wanted, abs=1e-6)
        ]


def test_the_overlapping_probabilities_are_the_corrected_ones() -> None:
    corrected = (0.364091, 0.185659, 0.139381, 0.100571, 0.070432, 0.139865)
    assert bits.exact().overlapping == pytest.approx(corrected, abs=1e-6)
    assert bits.nist_classes().overlapping != pytest.approx(corrected, abs=1e-3)


def test_the_vectors_of_the_report_are_all_counted() -> None:
    right, total = vectors.sp800_22(FOLDER)
    assert (
        right == total == sum(len(v or ()) for tests in EXPECTED.values() for v in tests.values())
    )


def test_a_wrong_vector_is_counted_as_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bits, "UNIVERSAL_MEAN", 6.2)
    right, total = vectors.sp800_22(FOLDER)
    assert right == total - len(EXPECTED)


def shortest_register(sequence: list[int]) -> int:
    """Berlekamp-Massey as the textbooks have it, on whole numbers."""
    current = before = 1
    length, since = 0, 1
    for at in range(len(sequence)):
        wrong = 0
        for place in range(length + 1):
            wrong ^= (current >> place & 1) & sequence[at - place]
        if not wrong:
            since += 1
        elif 2 * length <= at:
            current, before = current ^ before << since, current
            length, since = at + 1 - length, 1
        else:
            current ^= before << since
            since += 1
    return length


def test_linear_complexity_is_the_textbooks() -> None:
    chance = random.Random(5)
    rows = [[chance.randrange(2) for _ in range(150)] for _ in range(20)]
    rows += [[0] * 150, [0] * 149 + [1], [1] * 150, [0, 1] * 75]
    found = bits._shortest_registers(np.array(rows, np.uint8))
    assert found.tolist() == [shortest_register(row) for row in rows]


@pytest.mark.parametrize("size", [0, 124_999, 125_001])
def test_a_sequence_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="million"):
        bits.p_values(bytes(size), bits.exact())


def test_a_constant_sequence_fails() -> None:
    found = bits.p_values(bytes(125_000), bits.exact())
    assert found["Frequency"] == [0.0]
    assert found["Runs"] == [0.0]
    assert found["RandomExcursions"] is None
