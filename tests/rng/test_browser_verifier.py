"""The browser's verifier: every single change of a bundle, and what it says at a terminal."""

import itertools
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.rng import verify
from tests import campaign
from tests.rng import browser_verifier, bundles, mutations
from tests.rng.bundles import Bundle

EACH = 331
"""One in so many of the changes of each shape, in a campaign all; a prime, so that every kind of
change comes. Each shape begins elsewhere."""


def changed(whole: Bundle) -> Iterator[tuple[str, Bundle]]:
    """Every change of a bundle that no verifier may accept."""
    forged = (each for each in mutations.forgeries(whole) if not mutations.is_free(each[0]))
    return itertools.chain(mutations.mutations(whole), forged)


@pytest.mark.campaign
@pytest.mark.parametrize(("number", "name"), list(enumerate(mutations.RIGHT)))
def test_every_change_of_one_thing_is_refused(number: int, name: str) -> None:
    whole = mutations.RIGHT[name]()
    tried = campaign.sample(EACH, changed(whole), 5 * number)
    assert len(tried) >= campaign.length(2750 // EACH, 2750)
    texts = [json.dumps(each) for each in (whole, *(wrong for _, wrong in tried))]
    right, *wrong = browser_verifier.verdicts(texts)
    assert right["ok"], name
    assert [what for (what, _), said in zip(tried, wrong, strict=True) if said["ok"]] == []


def refused(whole: Bundle) -> bool:
    """Whether the verifier in Python refuses a bundle."""
    check = verify.verify_draw if "draw" in whole["header"] else verify.verify
    try:
        check(whole)
    except verify.Wrong:
        return True
    return False


@pytest.mark.campaign
@pytest.mark.parametrize(("number", "name"), list(enumerate(mutations.RIGHT)))
def test_both_verifiers_give_one_verdict_on_what_the_house_could_sign(
    number: int, name: str
) -> None:
    """What only the signature holds: times, words, and which checkpoint it is."""
    whole = mutations.RIGHT[name]()
    forged = [each for each in mutations.forgeries(whole) if mutations.is_free(each[0])]
    tried = [
        *campaign.sample(2, mutations.clocks(whole), number),
        *campaign.sample(97, forged, number),
    ]
    said = browser_verifier.verdicts(json.dumps(each) for _, each in tried)
    mine = [not refused(each) for _, each in tried]
    theirs = [each["ok"] for each in said]
    assert [
        what for (what, _), one, other in zip(tried, mine, theirs, strict=True) if one != other
    ] == []
    # The control: among them are right ones and wrong ones.
    assert set(mine) == {True, False}


def test_the_rules_of_times_words_and_labels_are_those_of_the_protocol() -> None:
    """One forgery of each, by name: both refuse it."""
    void = bundles.shoe(bundles.Shape(void="opened"))
    fell = bundles.draw(bundles.DrawShape())
    named = {
        **dict(mutations.forgeries(void)),
        **dict(mutations.forgeries(fell)),
        **{f"void: {what}": each for what, each in mutations.clocks(void)},
    }
    wrong = {what: each for what, each in named.items() if what in WRONG}
    assert set(wrong) == WRONG
    assert [what for what, each in wrong.items() if not refused(each)] == []
    said = browser_verifier.verdicts(json.dumps(each) for each in wrong.values())
    assert [what for what, each in zip(wrong, said, strict=True) if each["ok"]] == []


WRONG = {
    "void.reason is ''",
    "reveal.request is ''",
    "void: void.at moved by 1",
    "void: checkpoint at -1",
    "void: checkpoint later",
}


def test_what_only_the_signature_holds_is_refused_with_the_old_one() -> None:
    """A negative control: the free forgeries pass when signed anew, so the signature it is."""
    whole = bundles.shoe(bundles.Shape(void="opened"))
    forged = [
        each for what, each in mutations.forgeries(whole) if what.startswith("void.reason is")
    ]
    old = [
        {**each, "log": {**each["log"], "checkpoint": whole["log"]["checkpoint"]}}
        for each in forged
    ]
    texts = [json.dumps(each) for each in forged]
    assert any(said["ok"] for said in browser_verifier.verdicts(texts))
    texts = [json.dumps(each) for each in old]
    assert not any(said["ok"] for said in browser_verifier.verdicts(texts))


def alone(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        browser_verifier.command(*arguments), capture_output=True, text=True, check=False
    )


def test_at_a_terminal_it_says_one_sentence_in_either_language(tmp_path: Path) -> None:
    right, wrong, other = tmp_path / "right.json", tmp_path / "wrong.json", tmp_path / "latin.json"
    whole = bundles.shoe(bundles.Shape(cutter=4))
    right.write_text(json.dumps(whole))
    wrong.write_text(json.dumps({**whole, "commitment": "0" * 64}))
    other.write_bytes("{é}".encode("latin-1"))
    said = alone(str(right))
    assert said.returncode == 0
    assert said.stdout.startswith("✓ Le sabot ")
    said = alone("--lang", "en", str(wrong))
    assert said.returncode == 1
    assert said.stdout == "✗ The seed is not the promised one: its sealed hash differs.\n"
    assert alone(str(other)).returncode == 1
    assert alone(str(tmp_path / "none.json")).returncode == 2
    told = json.loads(alone("--json", str(right), str(wrong)).stdout)
    assert [each["ok"] for each in told.values()] == [True, False]


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_at_a_terminal_it_says_how_it_is_used(asked: str) -> None:
    said = alone(asked)
    assert (said.returncode, said.stderr) == (0, "")
    for word in ("--lang fr|en", "--json", "--lines", "Vérifie", "Verifies"):
        assert word in said.stdout


@pytest.mark.parametrize(
    ("asked", "why"), [(("--nonsense",), "'--nonsense'"), ((), "no bundle given")]
)
def test_at_a_terminal_a_wrong_use_is_told_without_a_trace(
    asked: tuple[str, ...], why: str
) -> None:
    said = alone(*asked)
    assert (said.returncode, said.stdout) == (2, "")
    assert why in said.stderr.splitlines()[0]
    assert "--lang fr|en" in said.stderr
    assert "    at " not in said.stderr
