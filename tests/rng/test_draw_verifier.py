"""The independent verifier of draws: accepts what the house made, refuses whatever was changed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.rng import verify
from casino.rng.draws import bundle, make_draw, prepare_draw, reveal_draw, withdraw_draw
from casino.rng.shoes import bundle as shoe_bundle
from casino.rng.shoes import make_shoe, retire_shoe
from tests.rng.test_shoe_verifier import BAD_FILES, Bundle, alone, mutations
from tests.stacked import load

pytestmark = pytest.mark.django_db(transaction=True)

SIDES = [(37,), (6, 6), (1000,), (2, 3, 4, 5, 6, 7, 8, 9), (1000,) * 8]


def finished(number: int, *, withdrawn: bool = False) -> Bundle:
    """A revealed draw's bundle: sides and table vary with the number."""
    draw = prepare_draw(f"table:{number}", number + 1, SIDES[number % len(SIDES)])
    if withdrawn:
        withdraw_draw(draw.id)
    else:
        make_draw(draw.id, "round:1")
        reveal_draw(draw.id)
    whole: Bundle = json.loads(json.dumps(bundle(draw.id)))
    return whole


def refusal(whole: object) -> str | None:
    try:
        verify.verify_draw(whole)
    except verify.Wrong as wrong:
        return wrong.code
    return None


@pytest.mark.parametrize("withdrawn", [False, True])
def test_bundles_are_accepted_and_every_change_of_one_field_refused(withdrawn: bool) -> None:
    tried = 0
    for number in range(20):
        whole = finished(number, withdrawn=withdrawn)
        assert refusal(whole) is None
        for path, changed in mutations(whole):
            tried += 1
            assert refusal(changed) in verify.SENTENCES, (number, path, changed)
        assert refusal(whole) is None
    assert tried > 20 * 80


def test_what_a_right_bundle_says() -> None:
    whole = finished(1)
    found = verify.verify_draw(whole)
    assert (found.table, found.sequence, found.sides) == ("table:1", 2, (6, 6))
    assert found.values == tuple(whole["reveal"]["values"])
    assert found.commitment == whole["commitment"]
    assert verify.verify_draw(finished(6, withdrawn=True)).values is None


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        (("version",), 3, "unknown_version"),
        (("version",), 1, "not_a_bundle"),
        (("header", "protocol"), "sabot-shoe/1", "unknown_version"),
        (("header", "protocol"), "sabot-draw/2", "unknown_version"),
        (("header", "mechanism"), "HMAC_DRBG SHA-256", "unknown_version"),
        (("header", "table"), "table:8", "commitment"),
        (("header", "sequence"), 9, "commitment"),
        (("header", "sides"), "38", "commitment"),
        (("header", "sides"), "37,37", "commitment"),
        (("header", "sides"), "037", "not_a_bundle"),
        (("header", "sides"), "37,", "not_a_bundle"),
        (("header", "sides"), "1", "not_a_bundle"),
        (("header", "sides"), "1001", "not_a_bundle"),
        (("header", "sides"), ",".join(["6"] * 9), "not_a_bundle"),
        (("header", "sides"), "٣٧", "not_a_bundle"),
        (("header", "sides"), "37\n", "not_a_bundle"),
        (("commitment",), "0" * 64, "commitment"),
        (("reveal", "seed"), "0" * 256, "commitment"),
        (("reveal", "seed"), "0" * 255, "not_a_bundle"),
        (("reveal", "values"), [37], "values"),
        (("reveal", "values"), [], "values"),
        (("reveal", "values"), None, "not_a_bundle"),
        (("reveal", "values"), [True], "not_a_bundle"),
        (("reveal", "rejected_words"), 1, "rejected_words"),
        (("reveal", "rejected_words"), None, "not_a_bundle"),
        (("reveal",), None, "not_revealed"),
    ],
)
def test_the_first_wrong_thing_is_named(field: tuple[str, ...], value: object, code: str) -> None:
    whole: Any = finished(0)
    inner = whole
    for step in field[:-1]:
        inner = inner[step]
    inner[field[-1]] = value
    assert refusal(whole) == code


def test_every_other_value_is_refused() -> None:
    whole = finished(0)
    (fell,) = whole["reveal"]["values"]
    for value in set(range(37)) - {fell}:
        whole["reveal"]["values"] = [value]
        assert refusal(whole) == "values"


def test_a_draw_is_not_verified_before_its_seed_is_revealed() -> None:
    draw = prepare_draw("table:1", 1, (37,))
    assert refusal(bundle(draw.id)) == "not_revealed"
    make_draw(draw.id, "round:1")
    assert refusal(bundle(draw.id)) == "not_revealed"


@pytest.mark.parametrize("whole", [None, [], 3, "x", {}, {"reveal": None}, {"reveal": 0}])
def test_what_is_no_bundle_is_refused(whole: object) -> None:
    assert refusal(whole) == "not_a_bundle"


def test_a_draw_that_a_test_loaded_is_like_any_other() -> None:
    for sequence, values in enumerate([(0,), (36,)], start=1):
        draw = load("table:1", sequence, (37,), values)
        assert prepare_draw("table:1", sequence, (37,)) == draw
        assert make_draw(draw.id, f"round:{sequence}").values == list(values)
        reveal_draw(draw.id)
        assert verify.verify_draw(bundle(draw.id)).values == values


def test_a_shoe_is_no_draw_and_a_draw_no_shoe() -> None:
    shoe = make_shoe("table:1", 1, packs=1, cards_behind=0, burn=0)
    retire_shoe(shoe.id)
    assert refusal(shoe_bundle(shoe.id)) == "unknown_version"
    with pytest.raises(verify.Wrong, match="unknown_version"):
        verify.verify(finished(0))


@pytest.fixture
def right_file(tmp_path: Path) -> Path:
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(finished(1)))
    return path


def test_the_script_by_itself_knows_a_draw_from_a_shoe(right_file: Path, tmp_path: Path) -> None:
    whole = json.loads(right_file.read_text())
    one, two = whole["reveal"]["values"]
    done = alone(str(right_file), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"Draw 2 of table:1 is as committed by {whole['commitment']}: "
        f"{one} {two} fell, numbers being counted from 0.\n"
    )
    assert alone(str(right_file)).stdout.startswith("Le tirage 2 de table:1 est conforme")
    withdrawn = tmp_path / "withdrawn.json"
    withdrawn.write_text(json.dumps(finished(6, withdrawn=True)))
    assert "was withdrawn" in alone(str(withdrawn), "--lang", "en").stdout
    shoe = make_shoe("table:1", 1, packs=1, cards_behind=0, burn=0)
    retire_shoe(shoe.id)
    other = tmp_path / "shoe.json"
    other.write_text(json.dumps(shoe_bundle(shoe.id)))
    assert alone(str(other), "--lang", "en").stdout.startswith("Shoe 1 of table:1 is as committed")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_bad_file_is_one_clear_sentence(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    for content in BAD_FILES.values():
        path.write_bytes(content)
        with pytest.raises(CommandError) as refused:
            call_command("verify_draw", str(path), "--lang", lang)
        assert refused.value.returncode == 1
        assert re.match(r"(Le|Ce) " if lang == "fr" else r"(The|This) ", str(refused.value))


def test_the_management_command(right_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_draw", str(right_file), "--lang", "en")
    assert capsys.readouterr().out.startswith("Draw 2 of table:1 is as committed")
    changed = json.loads(right_file.read_text())
    changed["reveal"]["values"].reverse()
    changed["reveal"]["values"][0] ^= 1
    right_file.write_text(json.dumps(changed))
    with pytest.raises(CommandError, match="ce que donne la graine") as refused:
        call_command("verify_draw", str(right_file))
    assert refused.value.returncode == 1
