"""Three verifiers in three languages, the third written from the protocol's page alone."""

import codecs
import gzip
import itertools
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from casino.rng import verify
from casino.rng.verify import program, texts
from tests import campaign
from tests.rng import browser_verifier, bundles, mutations, third_verifier
from tests.rng.bundles import Bundle, DrawShape, Shape

EACH = 397
"""One in so many of the changes of each shape; a prime, so that every kind of change comes."""


def python_accepts(whole: Bundle) -> bool:
    try:
        (verify.verify_draw if "draw" in whole["header"] else verify.verify)(whole)
    except verify.Wrong:
        return False
    return True


def said_by_all(tried: list[tuple[str, Bundle]]) -> Iterator[tuple[str, bool, bool, bool]]:
    """What each is called, and whether Python, the browser's verifier and the third take it."""
    wholes = [whole for _, whole in tried]
    browser = browser_verifier.verdicts(json.dumps(each) for each in wholes)
    third = third_verifier.verdicts(wholes)
    for (name, whole), one, other in zip(tried, browser, third, strict=True):
        yield name, python_accepts(whole), one["ok"], other == "ok"


@pytest.mark.campaign
def test_the_third_takes_what_the_shape_maker_makes() -> None:
    count = campaign.length(4, 200)
    wholes = [bundles.shoe(shape, at) for at, shape in enumerate(bundles.shapes(count))]
    wholes += [bundles.draw(shape, at) for at, shape in enumerate(bundles.draw_shapes(count))]
    assert third_verifier.verdicts(wholes) == ["ok"] * 2 * count


@pytest.mark.campaign
def test_the_third_refuses_every_change_of_one_thing() -> None:
    tried: list[tuple[str, Bundle]] = []
    for number, (name, whole) in enumerate(mutations.right()):
        forged = (each for each in mutations.forgeries(whole) if not mutations.is_free(each[0]))
        changes = itertools.chain(mutations.mutations(whole), forged)
        tried += [
            (f"{name}: {what}", wrong)
            for what, wrong in campaign.sample(EACH, changes, 83 * number)
        ]
    assert len(tried) > campaign.length(100, 40_000)
    said = third_verifier.verdicts(whole for _, whole in tried)
    assert [name for (name, _), each in zip(tried, said, strict=True) if each == "ok"] == []


def test_all_three_give_one_verdict_on_which_hand_got_which_card() -> None:
    whole = bundles.shoe(Shape(cutter=4, rounds=3), 5)
    void = bundles.shoe(Shape(void="opened"), 6)
    fell = bundles.draw(DrawShape(), 7)
    tried = [(what, right, each) for what, right, each in mutations.deals(whole)]
    tried += [
        ("a void shoe of version 4", False, {**void, "version": 4}),
        ("void, with a deal", False, {**bundles.dealt_as(void, []), "version": 4}),
        ("a draw of version 4", False, {**fell, "version": 4}),
        ("nobody was dealt", True, bundles.shoe(Shape(dealt=0), 8)),
    ]
    said = said_by_all([(what, each) for what, _, each in tried])
    for (what, right, _), (_, *answers) in zip(tried, said, strict=True):
        assert answers == [right] * 3, what


@pytest.mark.campaign
def test_all_three_give_one_verdict_on_what_the_house_could_sign() -> None:
    tried: list[tuple[str, Bundle]] = []
    for number, (name, whole) in enumerate(mutations.right()):
        forged = [
            (what, other)
            for what, other in mutations.forgeries(whole)
            if mutations.is_free(what) and not mutations.needs_pairings(what)
        ]
        signed = itertools.chain(mutations.clocks(whole), forged)
        found = campaign.sample(83, signed, 7 * number)
        tried += [(f"{name}: {what}", other) for what, other in found]
    said = [*said_by_all(tried)]
    assert [each for each in said if len({*each[1:]}) > 1] == []
    # The control: right ones and wrong ones are among them.
    assert {each[1] for each in said} == {True, False}


@pytest.mark.campaign
def test_all_three_give_one_verdict_on_what_the_house_could_promise() -> None:
    """A header with another value in one field, promised, committed to and signed."""
    tried = campaign.sample(89, mutations.headers(), 0)
    said = [*said_by_all([(name, make()) for name, make in tried])]
    assert [each for each in said if len({*each[1:]}) > 1] == []
    assert {each[1] for each in said} == {True, False}


def test_all_three_refuse_a_checkpoint_in_another_form_and_take_the_right_one() -> None:
    for name, whole in [*mutations.right()][::6]:
        said = [*said_by_all([(name, whole), *mutations.checkpoints(whole)])]
        assert said[0][1:] == (True, True, True)
        assert [each for each in said[1:] if any(each[1:])] == []


def test_all_three_refuse_a_beacon_that_they_do_not_know_also_where_it_named_no_round() -> None:
    with patch.dict(bundles.QUICKNET, {"chain_hash": "f" * 64}):
        strange = [
            ("shoe", bundles.shoe(Shape(beacon="unnamed"))),
            ("draw", bundles.draw(DrawShape(beacon="unnamed"))),
        ]
    assert [each[1:] for each in said_by_all(strange)] == [(False,) * 3] * 2


def test_all_three_refuse_a_ninth_pack_and_take_eight() -> None:
    shoes = [(str(packs), bundles.shoe(Shape(packs=packs, cut_to=300))) for packs in (8, 9)]
    assert [each[1:] for each in said_by_all(shoes)] == [(True,) * 3, (False,) * 3]


def test_a_cutter_is_held_by_the_signature_alone_where_nobody_opened() -> None:
    """What the third found in the corpus, which said that it was wrong."""
    given_up = bundles.shoe(Shape(void="listed"))
    forged = dict(mutations.forgeries(given_up))["contributions.cutter is 1"]
    assert [each[1:] for each in said_by_all([("forged", forged)])] == [(True,) * 3]


SIDES = {
    "1": False,
    "1,1": False,
    "2": True,
    "1000": True,
    "1001": False,
    "6,1001": False,
    "65536": False,
    "4294967295": False,
    ",".join(["6"] * 8): True,
    ",".join(["6"] * 9): False,
    ",".join(["6"] * 10): False,
}


def test_all_three_give_one_verdict_on_what_a_draw_may_fall_among() -> None:
    """Each bundle is right in all else: promised, committed to, fallen and signed so."""
    drawn = [bundles.draw(DrawShape(sides=tuple(map(int, each.split(","))))) for each in SIDES]
    said = said_by_all(list(zip(SIDES, drawn, strict=True)))
    assert {name: answers for name, *answers in said} == {
        name: [right] * 3 for name, right in SIDES.items()
    }


def test_no_verifier_counts_the_hashes_of_a_list() -> None:
    """The house takes 256 of a draw; a longer list mixes in more secrets."""
    long = bundles.draw(DrawShape(seats=tuple(range(1001, 1001 + 257))))
    assert [each[1:] for each in said_by_all([("long", long)])] == [(True,) * 3]


def test_all_verifiers_read_a_file_alike_however_it_was_saved(tmp_path: Path) -> None:
    text = json.dumps(bundles.shoe(Shape(burn=0, void="promised")), indent=1)
    mark, plain = codecs.BOM_UTF8, text.encode()
    files = {
        "a mark of UTF-8": (mark + plain, "right"),
        "lines of Windows": (plain.replace(b"\n", b"\r\n"), "right"),
        "blank lines": (b"\n" + plain + b"\r\n \n\t\n", "right"),
        "two marks": (mark * 2 + plain, "wrong"),
        "a mark within": (plain.replace(b"{", b"{" + mark, 1), "wrong"),
        "a mark at the end": (plain + mark, "wrong"),
        "another alphabet": (plain.replace(b'"version"', b'"\xe9"'), "wrong"),
        "UTF-16 of PowerShell": (text.replace("\n", "\r\n").encode("utf-16"), "UTF-16"),
        "UTF-16, the other way": (codecs.BOM_UTF16_BE + text.encode("utf-16-be"), "UTF-16"),
        "UTF-16 without its mark": (text.encode("utf-16-le"), "UTF-16"),
        "UTF-32": (text.encode("utf-32"), "UTF-16"),
        "packed": (gzip.compress(plain), "gzip"),
        "nothing": (b"", "wrong"),
        "a mark alone": (mark, "wrong"),
    }
    paths = {name: tmp_path / f"{at}.json" for at, name in enumerate(files)}
    for name, (content, _) in files.items():
        paths[name].write_bytes(content)
    asked = [str(path) for path in paths.values()]
    done = subprocess.run(third_verifier.command(*asked), capture_output=True, check=False)
    third = [line.rpartition(b": ")[2].decode() for line in done.stdout.splitlines()]
    answers = json.loads(
        subprocess.run(
            browser_verifier.command("--json", *asked), capture_output=True, check=False
        ).stdout
    )
    for (name, (_, expected)), other in zip(files.items(), third, strict=True):
        browser = answers[str(paths[name])]
        right, sentence = program.report_either(paths[name], "en")
        found = [right, browser["ok"], other == "ok"]
        assert found == [expected == "right"] * 3, (name, sentence, browser, other)
        if expected in ("UTF-16", "gzip"):
            assert f" is {expected}: save it as it was sent" in sentence
            assert (browser["code"], browser["detail"]) == ("other_encoding", {"form": expected})
            assert other == expected
        elif expected == "wrong":
            assert "is not JSON text" in sentence
            assert browser["code"] == "not_json"


def python_reads(text: str) -> bool:
    try:
        whole = texts.json_of(text.encode())
        (verify.verify_draw if "draw" in text else verify.verify)(whole)
    except verify.Wrong:
        return False
    return True


def test_all_three_read_a_file_alike() -> None:
    """What only its text shows: numbers, names, spaces, escapes."""
    right = json.dumps(bundles.shoe(Shape(burn=0, void="promised")))
    name, number = '"version"', '"burnt": 0'
    texts = {
        "as it is": right,
        "spaces": f" \t {right} \t",
        "an escaped name": right.replace(name, '"\\u0076ersion"'),
        "minus nothing": right.replace(number, '"burnt": -0'),
        "a fraction": right.replace(number, '"burnt": 0.0'),
        "an exponent": right.replace(number, '"burnt": 0e0'),
        "a leading zero": right.replace(number, '"burnt": 00'),
        "a plus": right.replace(number, '"burnt": +0'),
        "a name twice": right.replace(name, '"version": 3, "version"'),
        "a mark of byte order": f"\ufeff{right}",
        "another space": right.replace(" ", "\u00a0", 1),
        "a comma more": f"{right[:-1]},}}",
        "a comment": f"{right} //",
        "two": f"{right}{right}",
        "nothing": "NaN",
        "a capital": right.replace("null", "Null"),
    }
    assert len({*texts.values()}) == len(texts)
    browser = [each["ok"] for each in browser_verifier.verdicts(texts.values())]
    given = "".join(f"{text}\n" for text in texts.values())
    command = third_verifier.command("--lines")
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    third = [said == "ok" for said in done.stdout.splitlines()]
    python = [python_reads(text) for text in texts.values()]
    said = dict(zip(texts, zip(python, browser, third, strict=True), strict=True))
    assert {name for name, each in said.items() if all(each)} == {*[*texts][:3]}
    assert {name: each for name, each in said.items() if len({*each}) > 1} == {}


def test_what_is_no_json_is_refused_in_a_sentence(tmp_path: Path) -> None:
    right = json.dumps(bundles.draw(DrawShape()))
    texts = {
        "twice": right.replace('"version": 3', '"version": 3, "version": 3'),
        "fraction": right.replace('"version": 3', '"version": 3.0'),
        "surrogate": right.replace('"version": 3', '"version": 3, "\\ud800": 1'),
        "deep": "[" * 100_000,
        "empty": "",
        "more": f"{right} 1",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.json").write_text(text)
    paths = [str(tmp_path / f"{name}.json") for name in texts]
    command = third_verifier.command(*paths)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.count(".json: wrong: ") == len(texts)
