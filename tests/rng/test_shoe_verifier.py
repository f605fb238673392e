"""The independent verifier: accepts what the protocol makes, refuses whatever was changed."""

import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.rng import verify
from tests import campaign
from tests.rng import bundles, mutations
from tests.rng.bundles import Bundle, Shape

SCRIPT = Path(verify.__file__).parent
OLD: dict[str, Bundle] = json.loads(
    (Path(__file__).parent / "vectors" / "bundles_version_2.json").read_text()
)
"""Of the house's release 0.2.0: shoes and draws of version 1 in bundles of version 2."""


def shoe() -> Bundle:
    """A six-pack shoe of three boxes, of which one cut and one withheld its secret."""
    return bundles.shoe(
        Shape(packs=6, burn=5, behind=60, dealt=230, cutter=4, withheld=(7,), cut_to=300), 53
    )


def refusal(whole: object) -> str | None:
    """The code of the first wrong thing, whose sentences can be said; None for a right bundle."""
    try:
        verify.verify(whole)
    except verify.Wrong as wrong:
        said = {verify.sentence(wrong.code, lang, **wrong.detail) for lang in ("fr", "en")}
        assert len(said) == 2
        return wrong.code
    return None


def test_shoes_of_every_shape_are_accepted_and_told() -> None:
    seen = set()
    for number, shape in enumerate(bundles.shapes(200)):
        whole = bundles.shoe(shape, number)
        found = verify.verify(whole)
        opened = [seat for seat in shape.seats if seat not in shape.withheld]
        if shape.void:
            assert (found.void, found.dealt) == ("Panne", ())
        else:
            size = shape.refill or 52 * shape.packs
            counts = (len(found.burnt), len(found.dealt), len(found.left))
            assert counts == (shape.burn, shape.dealt, size - shape.burn - shape.dealt)
            assert found.by == (shape.cutter if shape.cutter in opened else 0)
            assert found.contributions.mixed == tuple(
                opened if shape.contributions == "full" else ()
            )
            assert (found.cut == 0) is (shape.cut_to == 0)
        seen.add((shape.void, found.contributions.beacon, bool(found.by)))
    assert len(seen) >= 10


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(len(mutations.SHOES)))
def test_every_change_of_one_thing_is_refused(number: int) -> None:
    whole = bundles.shoe(mutations.SHOES[number], number)
    tried = 0
    for what, changed in campaign.sample(13, mutations.mutations(whole), number):
        tried += 1
        assert refusal(changed) in verify.SENTENCES, what
    assert tried > campaign.length(2000 // 13, 2000)
    assert refusal(whole) is None


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(len(mutations.SHOES)))
def test_what_the_house_signs_anew_is_refused_but_for_times_and_words(number: int) -> None:
    whole = bundles.shoe(mutations.SHOES[number], number)
    for what, changed in campaign.sample(29, mutations.forgeries(whole), number):
        assert refusal(changed) in verify.SENTENCES or mutations.is_free(what), what
    # The control: signing anew is not what was refused.
    texts = [each["entry"] for each in whole["log"]["entries"]]
    assert refusal(bundles.signed_anew(whole, texts)) is None


@pytest.mark.parametrize("name", ["shoe", "refill"])
def test_bundles_of_older_versions_are_still_right(name: str) -> None:
    assert refusal(OLD[name]) is None
    for what, changed in itertools.islice(mutations.mutations(OLD[name]), 0, None, 7):
        assert refusal(changed) in verify.SENTENCES, what
    older = {key: value for key, value in OLD[name].items() if key != "log"}
    assert refusal(older) == "not_a_bundle"
    assert refusal({**older, "version": 1}) is None


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        (("version",), 3, "not_a_bundle"),
        (("version",), 5, "unknown_version"),
        (("version",), 2, "unknown_version"),
        (("version",), True, "not_a_bundle"),
        (("header", "protocol"), "sabot-shoe/1", "unknown_version"),
        (("header", "protocol"), "sabot-shoe/3", "unknown_version"),
        (("header", "mechanism"), "HMAC_DRBG SHA-256", "unknown_version"),
        (("header", "beacon"), "0" * 64, "unknown_version"),
        (("header", "packs"), 6.0, "not_a_bundle"),
        (("header", "cut_to"), 312, "not_a_bundle"),
        (("header", "table"), "table:8", "commitment"),
        (("header", "sequence"), 9, "commitment"),
        (("header", "contributions"), "none", "commitment"),
        (("header", "cut_to"), 301, "commitment"),
        (("commitment",), "0" * 64, "commitment"),
        (("reveal", "seed"), "0" * 896, "commitment"),
        (("reveal", "seed"), "0" * 895, "not_a_bundle"),
        (("reveal", "order", 0), -1, "not_a_bundle"),
        (("reveal", "order"), None, "not_a_bundle"),
        (("reveal", "rejected_words"), 1, "rejected_words"),
        (("reveal", "burnt"), 4, "burnt"),
        (("reveal", "dealt"), 0, "counts"),
        (("reveal", "left"), 76, "log_entry"),
        (("reveal", "stop_card"), True, "stop_card"),
        (("reveal", "deal"), [], "deal_cards"),
        (("reveal", "deal", 0, "round"), 99, "deal_rounds"),
        (("reveal", "deal", 0, "hands", 0), "box 7", "deal"),
        (("reveal", "deal", 0, "hands", 0), "case à gauche", "not_a_bundle"),
        (("reveal", "deal", 0, "hands"), [], "not_a_bundle"),
        (("reveal",), None, "not_revealed"),
    ],
)
def test_the_first_wrong_thing_is_named(
    field: tuple[str | int, ...], value: object, code: str
) -> None:
    assert refusal(mutations.put(shoe(), field, value)) == code


UNASKED = {"randomness": "0" * 64, "round": 1, "signature": "0" * 96}


def forged(whole: Bundle, kind: str, **facts: object) -> Bundle:
    """The bundle with other facts in an entry, signed by the house."""
    entries = [json.loads(each["entry"]) for each in whole["log"]["entries"]]
    for each in entries:
        if each["kind"] == kind:
            each["facts"] |= facts
    return bundles.signed_anew(whole, [bundles.canonical(each) for each in entries])


@pytest.mark.parametrize(
    ("kind", "facts", "code"),
    [
        ("contributions", {"cutter": 0}, "cutter"),
        ("contributions", {"cutter": 1}, "cutter"),
        ("contributions", {"beacon_round": 123}, "beacon"),
        ("contributions", {"hashes": []}, "cutter"),
        ("opened", {"by": 0, "cut": 0}, "cutter"),
        ("opened", {"cut": 9}, "cutter"),
        ("opened", {"cut": 11}, "contribution"),
        ("opened", {"withheld": []}, "seats"),
        ("opened", {"withheld": [1, 7]}, "seats"),
        ("opened", {"at": 0}, "times"),
        ("order", {"at": 2**52}, "times"),
        ("order", {"by": 0}, "cut"),
        ("order", {"cut": 11}, "cut"),
        ("order", {"root": "0" * 64}, "root"),
        (
            "order",
            {"beacon": {"randomness": "0" * 64, "round": 1, "signature": "0" * 96}},
            "beacon",
        ),
        ("reveal", {"more": 1}, "not_a_bundle"),
        ("reveal", {"left": 1}, "log_entry"),
    ],
)
def test_what_the_house_could_sign_is_named(kind: str, facts: dict[str, object], code: str) -> None:
    assert refusal(forged(shoe(), kind, **facts)) == code


def test_entries_of_another_stage_are_refused() -> None:
    whole = shoe()
    texts = [each["entry"] for each in whole["log"]["entries"]]
    for left in (1, 2, 3):
        assert refusal(bundles.signed_anew(whole, texts[:left] + texts[left + 1 :])) == "log_order"
    for left in (0, 4):
        assert refusal(bundles.signed_anew(whole, texts[:left] + texts[left + 1 :])) == "log_entry"
    swapped = [texts[0], texts[2], texts[1], *texts[3:]]
    assert refusal(bundles.signed_anew(whole, swapped)) == "log_order"


def test_the_place_of_a_changed_card_is_named() -> None:
    whole = shoe()
    order = whole["reveal"]["order"]
    other = next(at for at in range(101, 312) if order[at] != order[100])
    order[100], order[other] = order[other], order[100]
    with pytest.raises(verify.Wrong) as wrong:
        verify.verify(whole)
    assert (wrong.value.code, wrong.value.detail) == ("order", {"place": 101})


def test_a_shoe_that_is_not_revealed_is_not_verified() -> None:
    assert refusal({**shoe(), "reveal": None}) == "not_revealed"


# --- the beacon


def test_the_recorded_round_of_the_beacon_is_checked_to_its_signature() -> None:
    chain, known = verify.CHAINS[bundles.QUICKNET["chain_hash"]], bundles.ROUND
    signature = bytes.fromhex(known["signature"])
    assert chain.public == bundles.QUICKNET["public_key"]
    assert chain.time(known["round"]) == bundles.ROUND_TIME
    assert hashlib.sha256(signature).hexdigest() == known["randomness"]
    assert verify.is_beacon(chain, known["round"], signature) is True
    assert verify.is_beacon(chain, known["round"] + 1, signature) is False
    infinity = b"\xc0" + bytes(47)
    for wrong in (bytes([signature[0] ^ 0x20]) + signature[1:], infinity, bytes(48), b"\xff" * 48):
        assert verify.is_beacon(chain, known["round"], wrong) is False


def test_a_nested_file_is_refused_whatever_python_would_bear() -> None:
    """py_ecc raises Python's limit of recursion: json alone would end this process."""
    code = (
        "import sys, py_ecc; from casino.rng import verify; from casino.rng.verify import texts\n"
        "assert sys.getrecursionlimit() >= 100_000\n"
        "try: texts.json_of(b'[' * 200_000)\n"
        "except verify.Wrong as wrong: print(wrong.code)\n"
        "read = texts.json_of\n"
        "print(read(b'[' * 50 + b']' * 50) != read(b'[\"[[[[{{\"]'), flush=True)\n"
        "import json; json.loads('[' * 200_000)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=SCRIPT.parents[2],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert done.stdout.split() == ["not_json", "True"], done.stderr
    # The control: the last line ended the process by a signal.
    assert done.returncode < 0


def test_a_beacon_that_the_chain_did_not_sign_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bundles.shoe(Shape(beacon="recorded"))
    assert verify.verify(whole).contributions.beacon == "checked"
    made_up = bytes([0xB7]) + bytes(47)
    other = {**bundles.ROUND, "signature": made_up.hex()}
    other["randomness"] = hashlib.sha256(made_up).hexdigest()
    monkeypatch.setattr(bundles, "ROUND", other)
    lie = bundles.shoe(Shape(beacon="recorded"))
    with pytest.raises(verify.Wrong) as wrong:
        verify.verify(lie)
    assert wrong.value.detail == {"field": "signature"}


def test_the_script_says_that_it_did_not_check_the_signature(tmp_path: Path) -> None:
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(bundles.shoe(Shape(beacon="recorded", cutter=4))))
    english, french = (alone(str(path), "--lang", lang).stdout for lang in ("en", "fr"))
    assert "round 123; its BLS signature was NOT checked: that needs py_ecc." in english
    assert "n'a PAS été vérifiée" in french
    right, said = verify.report(path, "en")
    assert right
    assert "its BLS signature is right" in said
    assert re.search(r"Contributions mixed in: 3; withheld: 0\.", said)
    assert re.search(r"Cut: \d+ cards, by box 4\.", said)


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
        timeout=300,
        check=False,
        env={"PYTHONIOENCODING": "utf-8"},
        cwd="/",
    )


@pytest.fixture
def right_file(tmp_path: Path) -> Path:
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(shoe()))
    return path


def unchecked(whole: Bundle) -> str:
    """What the script says, in English, of a house of which it was told nothing."""
    key = whole["log"]["key"]
    return (
        f"Not checked against anything: the key of the log {key} and its name {bundles.ORIGIN}. "
        "Give what you know by --key and --origin.\n"
        f"Not checked against anything: the conformity report {whole['header']['report']}. "
        "Give --report or --log."
    )


def test_the_script_by_itself(right_file: Path) -> None:
    whole = json.loads(right_file.read_text())
    done = alone(str(right_file), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    table, sequence = whole["header"]["table"], whole["header"]["sequence"]
    cut = verify.verify(whole).cut
    assert done.stdout == (
        f"Shoe {sequence} of {table} is as committed by {whole['commitment']}: "
        "5 cards burnt, 230 dealt, 77 left in the shoe. "
        f"Contributions mixed in: 2; withheld: 1. Cut: {cut} cards, by box 4. "
        "It tells which hand got each card that was dealt; rounds: 3.\n"
        f"{unchecked(whole)}\n"
    )
    assert alone(str(right_file)).stdout.startswith(f"Le sabot {sequence} de {table} est conforme")


def test_the_script_prints_the_cards(tmp_path: Path) -> None:
    whole = bundles.shoe(Shape(), 7)
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(whole))
    *_, burnt, dealt, left = alone(str(path), "--cards").stdout.splitlines()
    cards = f"{burnt} {dealt} {left}".split()
    assert cards == [verify.card(face) for face in whole["reveal"]["order"]]
    assert (len(burnt.split()), len(dealt.split())) == (1, whole["reveal"]["dealt"])


def test_the_script_prints_the_hands(tmp_path: Path) -> None:
    deal = [
        {"hands": ["box 1", "dealer", "box 1", "box 12.a"], "round": 7},
        {"hands": ["burnt", "any hand"], "round": 9},
    ]
    whole = bundles.dealt_as(bundles.shoe(Shape(dealt=6), 7), deal)
    a, b, c, d, e, f = [verify.card(face) for face in whole["reveal"]["order"][1:7]]
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(whole))
    assert alone(str(path), "--hands", "--lang", "en").stdout.splitlines()[-2:] == [
        f"Round 7: box 1 {a} {c}; dealer {b}; box 12.a {d}.",
        f"Round 9: burnt {e}; any hand {f}.",
    ]
    assert alone(str(path), "--hands").stdout.splitlines()[-2:] == [
        f"Coup 7 : case 1 {a} {c}; croupier {b}; case 12.a {d}.",
        f"Coup 9 : brûlées {e}; any hand {f}.",
    ]
    path.write_text(json.dumps(bundles.untold(whole)))
    said = alone(str(path), "--hands", "--lang", "en").stdout
    assert "does not tell which hand" in said
    assert "Round" not in said


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
    assert capsys.readouterr().out.startswith("Shoe ")
    changed = json.loads(right_file.read_text())
    changed["reveal"]["burnt"] = 0
    right_file.write_text(json.dumps(changed))
    with pytest.raises(CommandError, match="cartes brûlées") as refused:
        call_command("verify_shoe", str(right_file))
    assert refused.value.returncode == 1
