"""The independent verifier of draws: accepts what is right, refuses whatever was changed."""

import itertools
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.rng import verify
from casino.rng.draws import bundle, make_draw, prepare_draw, reveal_draw
from tests import campaign
from tests.rng import bundles, mutations
from tests.rng.bundles import Bundle, DrawShape, Shape
from tests.rng.test_shoe_verifier import BAD_FILES, OLD, alone, forged, unchecked
from tests.stacked_shoes import make_stacked_draw


def draw() -> Bundle:
    """Two dice of three players, of whom one withheld his secret."""
    return bundles.draw(DrawShape(sides=(6, 6), seats=(1, 2, 40), withheld=(2,)), 1)


def withdrawn() -> Bundle:
    return bundles.draw(DrawShape(withdrawn="opened"), 6)


def refusal(whole: object) -> str | None:
    """The code of the first wrong thing, whose sentences can be said; None for a right bundle."""
    try:
        verify.verify_draw(whole)
    except verify.Wrong as wrong:
        said = {verify.sentence(wrong.code, lang, **wrong.detail) for lang in ("fr", "en")}
        assert len(said) == 2
        return wrong.code
    return None


def test_draws_of_every_shape_are_accepted_and_told() -> None:
    seen = set()
    for number, shape in enumerate(bundles.draw_shapes(200)):
        whole = bundles.draw(shape, number)
        found = verify.verify_draw(whole)
        assert found.sides == shape.sides
        assert (found.values is None) is bool(shape.withdrawn)
        assert found.values is None or [*found.values] == whole["reveal"]["values"]
        if not shape.withdrawn:
            withheld = () if shape.contributions == "none" else shape.withheld
            assert found.contributions.withheld == withheld
        seen.add((shape.withdrawn, found.contributions.beacon, bool(found.contributions.mixed)))
    assert len(seen) >= 8


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(len(mutations.DRAWS)))
def test_every_change_of_one_thing_is_refused(number: int) -> None:
    whole = bundles.draw(mutations.DRAWS[number], number)
    tried = 0
    for what, changed in campaign.sample(13, mutations.mutations(whole), number):
        tried += 1
        assert refusal(changed) in verify.SENTENCES, what
    assert tried > campaign.length(1500 // 13, 1500)
    assert refusal(whole) is None


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(len(mutations.DRAWS)))
def test_what_the_house_signs_anew_is_refused_but_for_times_and_words(number: int) -> None:
    whole = bundles.draw(mutations.DRAWS[number], number)
    for what, changed in campaign.sample(29, mutations.forgeries(whole), number):
        assert refusal(changed) in verify.SENTENCES or mutations.is_free(what), what
    texts = [each["entry"] for each in whole["log"]["entries"]]
    assert refusal(bundles.signed_anew(whole, texts)) is None


@pytest.mark.parametrize("name", ["draw", "withdrawn"])
def test_bundles_of_older_versions_are_still_right(name: str) -> None:
    assert refusal(OLD[name]) is None
    for what, changed in itertools.islice(mutations.mutations(OLD[name]), 0, None, 7):
        assert refusal(changed) in verify.SENTENCES, what
    older = {key: value for key, value in OLD[name].items() if key != "log"}
    assert refusal({**older, "version": 1}) is None


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        (("version",), 4, "unknown_version"),
        (("version",), 2, "unknown_version"),
        (("header", "protocol"), "sabot-shoe/2", "unknown_version"),
        (("header", "protocol"), "sabot-draw/1", "unknown_version"),
        (("header", "mechanism"), "HMAC_DRBG SHA-256", "unknown_version"),
        (("header", "contributions"), "cut_only", "not_a_bundle"),
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
        (("reveal", "values"), [37], "log_entry"),
        (("reveal", "values"), None, "not_a_bundle"),
        (("reveal", "values"), [True], "not_a_bundle"),
        (("reveal", "rejected_words"), 1, "rejected_words"),
        (("reveal", "rejected_words"), None, "not_a_bundle"),
        (("reveal",), None, "not_revealed"),
    ],
)
def test_the_first_wrong_thing_is_named(field: tuple[str, ...], value: object, code: str) -> None:
    assert refusal(mutations.put(draw(), field, value)) == code


def test_every_other_value_is_refused_even_when_the_house_signs_it() -> None:
    whole = draw()
    for first in range(6):
        for second in range(6):
            values = [first, second]
            other = forged(
                mutations.put(whole, ("reveal", "values"), values), "reveal", values=values
            )
            assert refusal(other) == (None if values == whole["reveal"]["values"] else "values")


@pytest.mark.parametrize(
    ("whole", "facts"),
    [(draw(), {"request": None}), (withdrawn(), {"request": "round:1"})],
    ids=["fallen", "withdrawn"],
)
def test_a_draw_fell_for_something_or_was_withdrawn(
    whole: Bundle, facts: dict[str, object]
) -> None:
    assert refusal(forged(whole, "reveal", **facts)) == "log_entry"


@pytest.mark.parametrize("whole", [None, [], 3, "x", {}, {"reveal": None}, {"reveal": 0}])
def test_what_is_no_bundle_is_refused(whole: object) -> None:
    assert refusal(whole) == "not_a_bundle"


@pytest.mark.django_db(transaction=True)
def test_a_draw_is_not_verified_before_its_seed_is_revealed() -> None:
    live = prepare_draw("table:1", 1, (37,))
    assert refusal(bundle(live.id)) == "not_revealed"
    make_draw(live.id, "round:1")
    assert refusal(bundle(live.id)) == "not_revealed"


@pytest.mark.django_db(transaction=True)
def test_a_draw_that_a_test_loaded_is_like_any_other() -> None:
    for sequence, values in enumerate([(0,), (36,)], start=1):
        loaded = make_stacked_draw("table:1", sequence, (37,), values.__eq__)
        found = prepare_draw("table:1", sequence, (37,), game="stacked", rules="by a test")
        assert found == loaded
        assert make_draw(loaded.id, f"round:{sequence}").values == list(values)
        reveal_draw(loaded.id)
        assert verify.verify_draw(bundle(loaded.id)).values == values


def test_a_shoe_is_no_draw_and_a_draw_no_shoe() -> None:
    assert refusal(bundles.shoe(Shape())) == "unknown_version"
    with pytest.raises(verify.Wrong, match="unknown_version"):
        verify.verify(draw())


@pytest.fixture
def right_file(tmp_path: Path) -> Path:
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(draw()))
    return path


def test_the_script_by_itself_knows_a_draw_from_a_shoe(right_file: Path, tmp_path: Path) -> None:
    whole = json.loads(right_file.read_text())
    one, two = whole["reveal"]["values"]
    done = alone(str(right_file), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    table, sequence = whole["header"]["table"], whole["header"]["sequence"]
    assert done.stdout == (
        f"Draw {sequence} of {table} is as committed by {whole['commitment']}: "
        f"{one} {two} fell, numbers being counted from 0. "
        "Contributions mixed in: 2; withheld: 1.\n"
        f"{unchecked(whole)}\n"
    )
    assert alone(str(right_file)).stdout.startswith(f"Le tirage {sequence} de {table} est conforme")
    nothing = tmp_path / "withdrawn.json"
    nothing.write_text(json.dumps(withdrawn()))
    assert "was withdrawn" in alone(str(nothing), "--lang", "en").stdout
    other = tmp_path / "shoe.json"
    other.write_text(json.dumps(bundles.shoe(Shape())))
    assert alone(str(other), "--lang", "en").stdout.startswith("Shoe ")


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
    assert capsys.readouterr().out.startswith("Draw ")
    changed = json.loads(right_file.read_text())
    changed["reveal"]["values"].reverse()
    changed["reveal"]["values"][0] ^= 1
    right_file.write_text(json.dumps(changed))
    with pytest.raises(CommandError, match="Le journal public ne dit pas") as refused:
        call_command("verify_draw", str(right_file))
    assert refused.value.returncode == 1
