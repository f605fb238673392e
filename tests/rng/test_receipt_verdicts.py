"""Three verifiers give one verdict on what a page saved of its secret, and the right one."""

import functools
import json
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings

from casino.rng import verify, witness
from casino.rng.verify import locks, log, texts
from casino.rng.verify.log import notes
from tests import campaign
from tests.rng import browser_verifier, bundles, edwards, receipts, third_verifier
from tests.rng.receipts import Case

CONVICTS = {"receipt_unlisted": "unlisted", "receipt_dropped": "dropped"}
EACH = 193
"""One in so many of the changes; a prime, so that every kind of change comes."""


@pytest.fixture(autouse=True, scope="module")
def _opened_once() -> Iterator[None]:
    """Python opens a lock in a third of a second; the same one comes in many cases."""
    with patch.object(locks, "unlock", functools.cache(locks.unlock)):
        yield


def pythons(case: Case, directory: Path) -> str:
    check = verify.verify_draw if "draw" in case.whole["header"] else verify.verify
    asked: dict[str, Any] = {"key": [], "origin": None, "report": None, "log": None}
    (directory / "receipt").write_text(case.file)
    asked["receipt"] = directory / "receipt"
    if case.log:
        (directory / "log").write_text(case.log)
        asked["log"] = directory / "log"
    try:
        check(case.whole, verify.known_from_options(asked))
    except verify.Wrong as wrong:
        return CONVICTS.get(wrong.code, "refused")
    return "ok"


def of_the_log(case: Case) -> str:
    """What `verify_log --receipt` finds in a log that has this and the house's key."""
    what = "draw" if "draw" in case.whole["header"] else "shoe"
    facts_by_subject = {f"{what}:{case.whole['header'][what]}": receipts.stated(case.whole)}
    keys = {"receipts": [receipts.key_of(receipts.HOUSE)]}
    try:
        log.check_receipt_kept(
            log.VerifiedLog(keys=keys, facts_by_subject=facts_by_subject),
            texts.json_of(case.file.encode()),
        )
    except verify.Wrong as wrong:
        return CONVICTS.get(wrong.code, "refused")
    return "ok"


def lines(cases: Iterable[Case]) -> str:
    return "".join(f"{json.dumps(each.whole)}\n{each.file}\n{each.log}\n" for each in cases)


def answers(command: list[str], cases: list[Case]) -> list[str]:
    done = subprocess.run(command, input=lines(cases), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def browsers(cases: list[Case]) -> list[str]:
    script, module = Path(__file__).with_name("receipts.mjs"), settings.FRONTEND_DIST / "verify.mjs"
    said = answers([browser_verifier.node(), str(script), str(module)], cases)
    verdicts = [json.loads(each) for each in said]
    return ["ok" if each["ok"] else CONVICTS.get(each["code"], "refused") for each in verdicts]


def thirds(cases: list[Case]) -> list[str]:
    convicts = {f"wrong: {each}": each for each in CONVICTS.values()}
    said = answers(third_verifier.command("--receipts"), cases)
    return [each if each == "ok" else convicts.get(each, "refused") for each in said]


def differences(cases: list[Case], directory: Path) -> list[tuple[str, str | None, str, str, str]]:
    """Where they differ from one another, or from what is to be found."""
    python = [pythons(each, directory) for each in cases]
    said = zip(python, browsers(cases), thirds(cases), strict=True)
    return [
        (case.name, case.found, *each)
        for case, each in zip(cases, said, strict=True)
        if {case.found or each[0], *each} != {each[0]}
    ]


@pytest.mark.campaign
def test_all_three_find_what_became_of_each_secret(tmp_path: Path) -> None:
    cases = campaign.sample(13, receipts.right())
    assert differences(cases, tmp_path) == []
    assert {each.found for each in cases} == {"ok", "refused", "unlisted", "dropped"}
    assert [(each.name, of_the_log(each)) for each in cases] == [
        (each.name, each.found) for each in cases
    ]


def test_whoever_locks_what_is_not_his_secret_convicts_nobody(tmp_path: Path) -> None:
    """A house signs for locks that it cannot read: it has done what it signed for."""
    whole = bundles.draw(receipts.LOCKED_DRAW)
    cases = [*receipts.stories("", whole, receipts.secrets(receipts.LOCKED_DRAW, 0))]
    named = {": seat 1": "dropped", ": seat 1, locked as logged": "ok"}
    tried = [each for each in cases if each.name in named]
    assert {each.name: each.found for each in tried} == named
    assert differences(tried, tmp_path) == []


@pytest.mark.campaign
def test_all_three_give_one_verdict_on_every_change_of_a_file(tmp_path: Path) -> None:
    cases = campaign.sample(EACH, receipts.wrong(), 3)
    assert len(cases) > campaign.length(12, 2400)
    assert differences(cases, tmp_path) == []


def test_all_three_judge_signatures_alike_on_which_libraries_differ(tmp_path: Path) -> None:
    name, shape, seat = receipts.FULL[1]
    whole, mine = bundles.draw(shape), receipts.secrets(shape, 0)[seat]
    cases = [*receipts.at_the_edges(name, whole, mine)]
    assert differences(cases, tmp_path) == []
    assert {each.found for each in cases} == {"ok", "refused"}
    # A control: the library that checks whole logs takes some by itself that none may take.
    edges = [*edwards.edges()]
    assert edwards.FILE.read_text() == edwards.text(edges)
    for each in edges:
        given = [bytes.fromhex(part) for part in (each.key, each.signature, each.message)]
        assert notes.accepts(*given) is each.right, each.name
        assert witness.accepts(*given) is each.right, each.name
    with patch.object(notes, "is_sound", return_value=True):
        taken = [
            each.name
            for each in edges
            if notes.accepts(
                *(bytes.fromhex(part) for part in (each.key, each.signature, each.message))
            )
            and not each.right
        ]
    assert len(taken) > 8


def test_all_three_read_a_file_alike(tmp_path: Path) -> None:
    name, shape, seat = receipts.FULL[1]
    whole = bundles.draw(shape)
    cases = [*receipts.written(name, whole, receipts.secrets(shape, 0)[seat])]
    assert differences(cases, tmp_path) == []
