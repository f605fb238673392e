"""The independent verifier: accepts what the house made, refuses whatever was changed."""

import copy
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from casino.rng import verify
from casino.rng.shoes import bundle, make_shoe, open_cards, retire_shoe

Bundle = dict[str, Any]
SCRIPT = Path(verify.__file__)

pytestmark = pytest.mark.django_db(transaction=True)


def finished(number: int) -> Bundle:
    """A retired shoe's bundle: packs, burn, stop card and cards dealt vary with the number."""
    packs = 1 + number % 8
    burn = number % 6
    shoe = make_shoe(
        f"table:{number}", number + 1, packs=packs, cards_behind=number % 40, burn=burn
    )
    count = (shoe.size - burn) * (number % 5) // 4
    if count:
        with transaction.atomic():
            open_cards(shoe.id, count)
    retire_shoe(shoe.id)
    whole: Bundle = json.loads(json.dumps(bundle(shoe.id)))
    return whole


def paths(value: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if at:
        yield at
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from paths(inner, (*at, name))
    elif isinstance(value, list):
        for place in {0, min(1, len(value) - 1), len(value) // 2, len(value) - 1} if value else ():
            yield from paths(value[place], (*at, place))


def other_values(value: object) -> Iterator[object]:
    """Values of the same and of other types, none equal to the right one in JSON."""
    yield from (None, [], {}, "", 1.5)
    if isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, value + 256, float(value), str(value))
        yield value == 1
    elif isinstance(value, str):
        changed = "0" if value[:1] != "0" else "1"
        yield from (changed + value[1:], value[:-1] + changed, value + changed, value[1:])
        yield value.upper() if value.upper() != value else value.lower() + " "
        yield f"{value}\ud800"
    elif isinstance(value, list):
        yield from (value[:-1], [*value, 0], value[::-1])
    elif isinstance(value, dict):
        yield {**value, "unknown": 0}


def mutations(whole: Bundle) -> Iterator[tuple[tuple[str | int, ...], Bundle]]:
    for path in paths(whole):
        *above, last = path
        right: Any = whole
        for step in path:
            right = right[step]
        for value in other_values(right):
            changed: Any = copy.deepcopy(whole)
            inner = changed
            for step in above:
                inner = inner[step]
            inner[last] = value
            if json.dumps(changed) != json.dumps(whole):
                yield path, changed
        if isinstance(last, str):
            changed = copy.deepcopy(whole)
            inner = changed
            for step in above:
                inner = inner[step]
            del inner[last]
            yield path, changed


def refusal(whole: object) -> str | None:
    try:
        verify.verify(whole)
    except verify.Wrong as wrong:
        return wrong.code
    return None


def test_25_bundles_are_accepted_and_every_change_of_one_field_refused() -> None:
    tried = 0
    for number in range(25):
        whole = finished(number)
        assert refusal(whole) is None
        for path, changed in mutations(whole):
            tried += 1
            assert refusal(changed) in verify.SENTENCES, (number, path)
        assert refusal(whole) is None
    assert tried > 25 * 100


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        (("version",), 3, "unknown_version"),
        (("version",), 1, "not_a_bundle"),
        (("header", "protocol"), "sabot-shoe/2", "unknown_version"),
        (("header", "mechanism"), "HMAC_DRBG SHA-256", "unknown_version"),
        (("header", "table"), "table:8", "commitment"),
        (("header", "sequence"), 9, "commitment"),
        (("header", "instance"), "0" * 32, "commitment"),
        (("commitment",), "0" * 64, "commitment"),
        (("reveal", "seed"), "0" * 896, "commitment"),
        (("reveal", "seed"), "0" * 895, "not_a_bundle"),
        (("reveal", "order", 0), -1, "order"),
        (("reveal", "rejected_words"), 1, "rejected_words"),
        (("reveal", "burnt"), 4, "burnt"),
        (("reveal", "dealt"), 0, "counts"),
        (("reveal", "stop_card"), True, "stop_card"),
        (("reveal",), None, "not_revealed"),
    ],
)
def test_the_first_wrong_thing_is_named(
    field: tuple[str | int, ...], value: object, code: str
) -> None:
    whole: Any = finished(53)
    inner = whole
    for step in field[:-1]:
        inner = inner[step]
    inner[field[-1]] = value
    assert refusal(whole) == code


def test_the_place_of_a_changed_card_is_named() -> None:
    whole = finished(53)
    order = whole["reveal"]["order"]
    other = next(at for at in range(101, 312) if order[at] != order[100])
    order[100], order[other] = order[other], order[100]
    with pytest.raises(verify.Wrong) as wrong:
        verify.verify(whole)
    assert (wrong.value.code, wrong.value.detail) == ("order", {"place": 101})


def test_a_live_shoe_is_not_verified() -> None:
    shoe = make_shoe("table:1", 1, packs=6, cards_behind=60, burn=5)
    assert refusal(bundle(shoe.id)) == "not_revealed"


@pytest.mark.parametrize("whole", [None, [], 3, "x", {}, {"reveal": None}, {"reveal": 0}])
def test_what_is_no_bundle_is_refused(whole: object) -> None:
    assert refusal(whole) == "not_a_bundle"


def test_every_sentence_in_both_languages_has_the_same_gaps() -> None:
    for french, english in verify.SENTENCES.values():
        gaps = [set(re.findall(r"{(\w+)}", text)) for text in (french, english)]
        assert gaps[0] == gaps[1]
        assert french != english
        assert french.endswith(".")
        assert english.endswith(".")


def alone(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """The verifier as a plain script, without site packages and without the house on its path."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONIOENCODING": "utf-8"},
        cwd="/",
    )


@pytest.fixture
def right_file(tmp_path: Path) -> Path:
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(finished(53)))
    return path


def test_the_script_by_itself(right_file: Path) -> None:
    whole = json.loads(right_file.read_text())
    done = alone(str(right_file), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"Shoe 54 of table:53 is as committed by {whole['commitment']}: "
        "5 cards burnt, 230 dealt, 77 left in the shoe.\n"
    )
    assert alone(str(right_file)).stdout.startswith("Le sabot 54 de table:53 est conforme")


def test_the_script_prints_the_cards(tmp_path: Path) -> None:
    whole = finished(7)
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(whole))
    _, burnt, dealt, left = alone(str(path), "--cards").stdout.splitlines()
    cards = f"{burnt} {dealt} {left}".split()
    assert cards == [verify.card(face) for face in whole["reveal"]["order"]]
    assert (len(burnt.split()), len(dealt.split())) == (1, whole["reveal"]["dealt"])


def test_the_names_of_the_cards() -> None:
    names = [verify.card(face) for face in range(52)]
    assert names[:13] == [
        "Ac",
        "2c",
        "3c",
        "4c",
        "5c",
        "6c",
        "7c",
        "8c",
        "9c",
        "Tc",
        "Jc",
        "Qc",
        "Kc",
    ]
    assert (names[13], names[26], names[39], names[51]) == ("Ad", "Ah", "As", "Ks")


BAD_FILES = {
    "empty": b"",
    "not text": b"\xff\xfe\x00",
    "half": b'{"version": 1,',
    "a list": b"[]",
    "nested": b"[" * 200_000,
    "a name twice": b'{"version": 1, "version": 1}',
    "not a number": b'{"version": NaN}',
    "a huge number": b'{"version": ' + b"9" * 5000 + b"}",
    "huge": b" " * 1_000_001,
}


@pytest.mark.parametrize("kind", BAD_FILES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_bad_file_is_one_clear_sentence(kind: str, lang: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(BAD_FILES[kind])
    done = alone(str(path), "--lang", lang)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert re.match(r"(Le|Ce) " if lang == "fr" else r"(The|This) ", done.stderr)
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_and_wrong_usage(tmp_path: Path) -> None:
    missing = alone(str(tmp_path / "none.json"), "--lang", "en")
    assert (missing.returncode, missing.stderr.count("\n")) == (1, 1)
    assert "cannot be read" in missing.stderr
    assert alone(str(tmp_path)).returncode == 1
    assert alone().returncode == 2
    assert alone("x", "--lang", "de").returncode == 2


def test_a_terminal_gets_no_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"\x1b[2J\nvalid": 1}))
    done = alone(str(path))
    assert (done.returncode, done.stderr.count("\n"), "\x1b" in done.stderr) == (1, 1, False)


def test_the_management_command(right_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_shoe", str(right_file), "--lang", "en")
    assert capsys.readouterr().out.startswith("Shoe 54 of table:53 is as committed")
    changed = json.loads(right_file.read_text())
    changed["reveal"]["burnt"] = 0
    right_file.write_text(json.dumps(changed))
    with pytest.raises(CommandError, match="cartes brûlées") as refused:
        call_command("verify_shoe", str(right_file))
    assert refused.value.returncode == 1
