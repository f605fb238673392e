"""What a verifier is told of the house beforehand, and what it says when it is told nothing."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.rng import verify
from casino.rng.conformity import report
from casino.rng.core.canonical import canonical_json
from casino.rng.verify import log as verify_log
from tests.rng import browser_verifier, bundles
from tests.rng.bundles import Bundle

SIGNER = bundles.KEY
MADE = {"passed": True, "version": "9"}


def signed(made: dict[str, Any]) -> dict[str, Any]:
    """A conformity report as a house serves it."""
    signature = SIGNER.sign(report.signed_bytes(made)).hex()
    return {"key": SIGNER.public_key().public_bytes_raw().hex(), "report": made} | {
        "signature": signature
    }


DIGEST = hashlib.sha256(b"sabot-conformity/1\n" + canonical_json(MADE)).hexdigest()


def whole_log(whole: Bundle, *before: str) -> tuple[Bundle, dict[str, Any]]:
    """The bundle in a log with these entries before its own, and that log."""
    own = [each["entry"] for each in whole["log"]["entries"]]
    entries = [*before, *own]
    time = int(whole["log"]["checkpoint"].split("\ntime ")[1].split("\n")[0])
    log = bundles.evidence(entries, list(range(len(before), len(entries))), time=time)
    rows = [{"index": index, "entry": each, "checkpoint": ""} for index, each in enumerate(entries)]
    return {**whole, "log": log}, {"next": None, "results": rows}


def named(digest: str) -> str:
    return bundles.entry("conformity:9", "report", {"sha256": digest, "key": "", "mode": "full"})


def promised() -> Bundle:
    return bundles.draw(bundles.DrawShape(report=DIGEST))


Ask = Callable[..., tuple[int, str]]


def python(*arguments: str) -> tuple[int, str]:
    script = Path(verify.__file__).parent
    done = subprocess.run(
        [sys.executable, str(script), "--lang", "en", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONIOENCODING": "utf-8"},
    )
    return done.returncode, done.stdout + done.stderr


def browsers(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        browser_verifier.command("--lang", "en", *arguments),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


both = pytest.mark.parametrize("ask", [python, browsers])


@both
def test_a_bundle_that_anybody_signed_is_right_and_its_house_is_not_checked(
    ask: Ask, tmp_path: Path
) -> None:
    path = tmp_path / "draw.json"
    whole = promised()
    path.write_text(json.dumps(whole))
    code, said = ask(str(path))
    assert code == 0
    assert said.lower().count("not checked against anything") == 2
    assert whole["log"]["key"] in said
    assert bundles.ORIGIN in said
    assert DIGEST in said


@both
def test_what_is_given_is_compared(ask: Ask, tmp_path: Path) -> None:
    before, after = named(DIGEST), named("1" * 64)
    whole, log = whole_log(promised(), before)
    files = {
        "draw": whole,
        "log": log,
        "late": whole_log(promised(), after)[1],
        "report": signed(MADE),
        "another": signed({**MADE, "version": "8"}),
        "failed": signed({**MADE, "passed": False}),
        "forged": signed(MADE) | {"signature": "0" * 128},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    unnamed, its_log = whole_log(promised(), after)
    (tmp_path / "unnamed").write_text(json.dumps(unnamed))
    (tmp_path / "its_log").write_text(json.dumps(its_log))
    key = whole["log"]["key"]
    other = key.replace(bundles.ORIGIN, "another.test/log")

    def asked(name: str, *arguments: str) -> tuple[int, str]:
        given = (
            str(tmp_path / each) if each in files or each == "its_log" else each
            for each in arguments
        )
        return ask(str(tmp_path / name), *given)

    right = asked("draw", "--key", other, "--key", key, "--origin", bundles.ORIGIN)
    assert right[0] == 0
    assert right[1].lower().count("not checked against anything") == 1
    assert "its key" in asked("draw", "--origin", bundles.ORIGIN)[1]
    for name, arguments, code in (
        ("draw", ("--key", other), 1),
        ("draw", ("--origin", "another.test/log"), 1),
        ("draw", ("--report", "report"), 0),
        ("draw", ("--report", "another"), 1),
        ("draw", ("--report", "failed"), 1),
        ("draw", ("--report", "forged"), 1),
        ("draw", ("--log", "log"), 0),
        ("draw", ("--log", "late"), 1),
        ("unnamed", ("--log", "its_log"), 1),
    ):
        found, said = asked(name, *arguments)
        assert found == code, (name, arguments, said)
    told = asked("draw", "--key", key, "--report", "report", "--log", "log")
    assert told[0] == 0
    assert "not checked" not in told[1].lower()


@both
def test_a_report_of_zeros_is_none(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(bundles.draw(bundles.DrawShape(report="0" * 64))))
    code, said = ask(str(path))
    assert (code, "report" in said) == (1, True)


@both
def test_a_bundle_older_than_the_log_is_nobodys(ask: Ask) -> None:
    path = Path("frontend/tests/verify/bundles/shoe_version_1.json").resolve()
    assert ask(str(path))[0] == 0
    code, said = ask(str(path), "--origin", bundles.ORIGIN)
    assert (code, "older than the log" in said) == (1, True)


def test_the_management_commands_take_the_same(tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(promised()))
    key = promised()["log"]["key"]
    call_command("verify_draw", str(path), "--key", key)
    with pytest.raises(CommandError, match="n'est pas de celles"):
        call_command("verify_draw", str(path), "--key", f"another.test+{key}")
    shoe = tmp_path / "shoe.json"
    shoe.write_text(json.dumps(bundles.shoe(bundles.Shape())))
    call_command("verify_shoe", str(shoe), "--key", key, "--origin", bundles.ORIGIN)
    with pytest.raises(CommandError, match="s'appelle"):
        call_command("verify_shoe", str(shoe), "--origin", "another.test/log")
    with pytest.raises(CommandError, match="ne peut pas"):
        call_command("verify_shoe", str(shoe), "--log", str(tmp_path / "none.json"))


def test_every_sentence_of_the_log_has_both_languages() -> None:
    for fr, en in verify_log.SENTENCES.values():
        assert fr != en
