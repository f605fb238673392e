"""The tree of RFC 6962: published roots and proofs, and what holds for every tree."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from casino.rng.core import merkle
from casino.rng.core.merkle import Node, Span, leaf_hash, node_hash
from casino.rng.verify import log as verify_log
from tests import campaign

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "vectors" / "rfc6962.json").read_text()
)
LEAVES = [bytes.fromhex(each) for each in VECTORS["leaf_inputs_hex"]]


def hashes(entries: list[bytes], spans: list[Span]) -> list[bytes]:
    """The hashes of spans, by the definition of RFC 6962, 2.1, from nothing but the leaves."""

    def perfect(node: Node) -> bytes:
        level, place = node
        if level == 0:
            return leaf_hash(entries[place])
        return node_hash(perfect((level - 1, 2 * place)), perfect((level - 1, 2 * place + 1)))

    return [merkle.span_hash(span, perfect) for span in spans]


def root(entries: list[bytes]) -> bytes:
    return hashes(entries, [(0, len(entries))])[0]


def proof_of(case: dict[str, Any]) -> list[bytes]:
    return [base64.b64decode(each) for each in case["proof"] or ()]


def test_the_vectors_are_all_there() -> None:
    assert len(VECTORS["inclusion"]) + len(VECTORS["consistency"]) == 196
    for name in ("inclusion", "consistency"):
        assert {case["wantErr"] for case in VECTORS[name]} == {True, False}


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots(size: int) -> None:
    expected = bytes.fromhex(VECTORS["roots_hex_by_size"][size])
    grown = verify_log.Tree()
    for entry in LEAVES[:size]:
        grown.add(verify_log.leaf_hash(entry))
    assert root(LEAVES[:size]) == grown.root() == expected


@pytest.mark.parametrize("case", VECTORS["inclusion"], ids=lambda case: case["file"])
def test_the_published_inclusion_proofs(case: dict[str, Any]) -> None:
    accepted = verify_log.is_included(
        base64.b64decode(case["leafHash"] or ""),
        case["leafIdx"],
        case["treeSize"],
        proof_of(case),
        base64.b64decode(case["root"] or ""),
    )
    assert accepted is not case["wantErr"]


@pytest.mark.parametrize("case", VECTORS["consistency"], ids=lambda case: case["file"])
def test_the_published_consistency_proofs(case: dict[str, Any]) -> None:
    accepted = verify_log.is_grown(
        case["size1"],
        case["size2"],
        proof_of(case),
        base64.b64decode(case["root1"] or ""),
        base64.b64decode(case["root2"] or ""),
    )
    assert accepted is not case["wantErr"]


def test_the_published_good_proofs_are_those_that_we_make() -> None:
    made = 0
    for case in VECTORS["inclusion"]:
        entries = LEAVES[: case["treeSize"]]
        if not case["wantErr"] and root(entries) == base64.b64decode(case["root"]):
            spans = merkle.inclusion(case["leafIdx"], case["treeSize"])
            assert hashes(entries, spans) == proof_of(case), case["file"]
            made += 1
    for case in VECTORS["consistency"]:
        entries = LEAVES[: case["size2"]]
        if not case["wantErr"] and root(entries) == base64.b64decode(case["root2"]):
            spans = merkle.consistency(case["size1"], case["size2"])
            assert hashes(entries, spans) == proof_of(case), case["file"]
            made += 1
    assert made >= 8


ENTRIES = st.lists(st.binary(max_size=4), min_size=1, max_size=40)


@pytest.mark.campaign
@campaign.examples(100, 10_000)
@given(ENTRIES, st.data())
def test_every_prefix_is_consistent_and_every_entry_included(
    entries: list[bytes], data: st.DataObject
) -> None:
    size = len(entries)
    first = data.draw(st.integers(1, size))
    index = data.draw(st.integers(0, first - 1))
    old, new = root(entries[:first]), root(entries)
    grown = hashes(entries, merkle.consistency(first, size))
    assert verify_log.is_grown(first, size, grown, old, new)
    included = hashes(entries[:first], merkle.inclusion(index, first))
    hashed = leaf_hash(entries[index])
    assert verify_log.is_included(hashed, index, first, included, old)
    assert max(len(grown), len(included)) <= (size - 1).bit_length() + 1


@pytest.mark.campaign
@campaign.examples(100, 10_000)
@given(ENTRIES, st.data())
def test_no_changed_entry_or_proof_is_accepted(entries: list[bytes], data: st.DataObject) -> None:
    size = len(entries)
    first = data.draw(st.integers(1, size))
    index = data.draw(st.integers(0, size - 1))
    other = list(entries)
    other[index] = data.draw(st.binary(max_size=4))
    assume(other[index] != entries[index])
    # The old tree had another entry there: no proof of the new one's makes it the same.
    grown = hashes(entries, merkle.consistency(first, size))
    if index < first:
        old = root(other[:first])
        assert not verify_log.is_grown(first, size, grown, old, root(entries))
    included = hashes(entries, merkle.inclusion(index, size))
    forged = leaf_hash(other[index])
    assert not verify_log.is_included(forged, index, size, included, root(entries))
    for proof, accepts in (
        (
            grown,
            lambda p: verify_log.is_grown(first, size, p, root(entries[:first]), root(entries)),
        ),
        (
            included,
            lambda p: verify_log.is_included(
                leaf_hash(entries[index]), index, size, p, root(entries)
            ),
        ),
    ):
        assert accepts(proof)
        for at in range(len(proof)):
            flipped = bytes([proof[at][0] ^ 1]) + proof[at][1:]
            assert not accepts([*proof[:at], flipped, *proof[at + 1 :]])
            assert not accepts([*proof[:at], *proof[at + 1 :]])
        assert not accepts([*proof, leaf_hash(b"")])


@pytest.mark.parametrize(("index", "size"), [(0, 0), (-1, 4), (4, 4), (9, 4)])
def test_what_is_not_in_the_tree_has_no_proof(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.inclusion(index, size)


@pytest.mark.parametrize(("first", "second"), [(0, 4), (5, 4), (-1, 4)])
def test_no_tree_grows_out_of_nothing_or_backwards(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="not larger"):
        merkle.consistency(first, second)
