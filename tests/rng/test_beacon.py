"""The beacon: drand's own recorded round, and relays that lie, hang, drip and send elsewhere."""

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from py_ecc.bls.point_compression import compress_G1, decompress_G1
from py_ecc.fields import optimized_bls12_381_FQ as FQ
from py_ecc.optimized_bls12_381 import add, b, curve_order, field_modulus, multiply, neg
from pytest_django import Settings

from casino import settings as configuration
from casino.process import environment
from casino.rng import beacon
from tests.relay import AT, RANDOMNESS, RECORDED, ROUND, SIGNATURE, Relay, hang, relay

# py_ecc raised it to 100,000, for every test of this process: nested JSON would end it.
sys.setrecursionlimit(1000)

FOUND = beacon.Beacon(ROUND, RANDOMNESS, SIGNATURE)
PATH = f"/{RECORDED['chain_hash']}/public/{ROUND}"


@pytest.fixture(autouse=True)
def _on(settings: Settings) -> None:
    settings.BEACON = "quicknet"


@pytest.fixture
def ask(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., beacon.Beacon | None]:
    """Ask these relays, in order, for a round; there is time for all, however slow the machine."""
    monkeypatch.setattr(beacon, "ANSWERS_WITHIN", 300.0)

    def asked(*relays: Relay | str, round: int = ROUND) -> beacon.Beacon | None:
        settings.BEACON_URLS = [each if isinstance(each, str) else each.url for each in relays]
        return beacon.randomness(round)

    return asked


Ask = Callable[..., beacon.Beacon | None]


# --- the chain


def test_the_chain_is_the_recorded_one() -> None:
    assert (
        beacon.Chain(
            hash=RECORDED["chain_hash"],
            public_key=RECORDED["public_key"],
            genesis=RECORDED["genesis_time"],
            period=RECORDED["period_seconds"],
        )
        == beacon.CHAIN
    )
    assert RECORDED["hash_to_curve_dst"].encode() == beacon.HASH_TO_CURVE


def test_a_header_names_the_chain_or_none(settings: Settings) -> None:
    assert beacon.chain() == RECORDED["chain_hash"]
    settings.BEACON = "none"
    assert beacon.chain() == "none"
    with pytest.raises(ValueError, match="no beacon"):
        beacon.randomness(ROUND)


def test_no_setting_names_another_chain() -> None:
    names = {name for name in dir(configuration) if name.startswith("BEACON")}
    assert names == {"BEACON", "BEACON_URLS", "BEACON_WAIT", "BEACON_FALLBACK"}


@pytest.mark.parametrize(
    ("moment", "round"),
    [
        (0, 1),
        (1692803367_000, 1),
        (1692803367_001, 2),
        (1692803370_000, 2),
        (1692803370_001, 3),
        (AT, ROUND),
        (AT - 2999, ROUND),
        (AT - 3000, ROUND - 1),
        (AT + 1, ROUND + 1),
    ],
)
def test_the_round_of_a_moment_is_the_first_that_is_not_before(moment: int, round: int) -> None:
    assert beacon.round_at(moment) == round
    assert beacon.time_of(round) >= moment


def test_no_round_comes_before_the_first() -> None:
    with pytest.raises(ValueError, match="first round"):
        beacon.time_of(0)
    with pytest.raises(ValueError, match="first round"):
        beacon.randomness(0)
    assert not beacon.is_signed(0, SIGNATURE)


# --- the signature


def test_the_recorded_round_is_the_chains() -> None:
    assert beacon.is_signed(ROUND, SIGNATURE)
    assert hashlib.sha256(SIGNATURE).digest() == RANDOMNESS


@pytest.mark.parametrize("round", [ROUND + 1, ROUND - 1, ROUND + 2**32])
def test_it_is_no_other_rounds(round: int) -> None:
    assert not beacon.is_signed(round, SIGNATURE)


def test_another_key_signed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generator of G2, whose secret everybody knows to be 1."""
    generator = (
        "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049"
        "334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051"
        "c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
    )
    monkeypatch.setattr(beacon, "CHAIN", replace(beacon.CHAIN, public_key=generator))
    assert not beacon.is_signed(ROUND, SIGNATURE)


def _flipped(bit: int) -> bytes:
    return (int.from_bytes(SIGNATURE) ^ 1 << bit).to_bytes(48)


def test_no_flipped_bit_is_accepted() -> None:
    """Every bit, but for the half second of those that happen to lie on the curve."""
    off_the_curve = 0
    for bit in range(384):
        try:
            decompress_G1(int.from_bytes(_flipped(bit)))  # type: ignore[arg-type]
        except ValueError:
            off_the_curve += 1
            assert not beacon.is_signed(ROUND, _flipped(bit))
    assert 150 < off_the_curve < 250
    on_it = [381, *(bit for bit in (0, 1, 2, 3, 4, 5, 6, 7))]
    assert not any(beacon.is_signed(ROUND, _flipped(bit)) for bit in on_it)


def _compressed(point: Any) -> bytes:
    return int(compress_G1(point)).to_bytes(48)


def _point() -> Any:
    return decompress_G1(int.from_bytes(SIGNATURE))  # type: ignore[arg-type]


def _of_small_order() -> Any:
    """Return a point of the curve outside the subgroup, whose order divides the cofactor."""
    x = 1
    while True:
        square = (x**3 + b.n) % field_modulus
        y = pow(square, (field_modulus + 1) // 4, field_modulus)
        if y * y % field_modulus == square:
            small = multiply((FQ(x), FQ(y), FQ(1)), curve_order)
            if small[2] != FQ.zero():
                return small
        x += 1


def test_infinity_signs_nothing() -> None:
    infinity = bytes([0xC0]) + bytes(47)
    assert not beacon.is_signed(ROUND, infinity)
    assert not beacon.is_signed(ROUND, bytes(48))
    assert not beacon.is_signed(ROUND, bytes([0xE0]) + bytes(47))


def test_a_point_outside_the_subgroup_signs_nothing() -> None:
    """It pairs as the true signature does: only the subgroup check tells them apart."""
    shifted = _compressed(add(_point(), _of_small_order()))
    assert shifted != SIGNATURE
    assert not beacon.is_signed(ROUND, shifted)


def test_without_the_subgroup_check_it_would(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr("py_ecc.bls.g2_primitives.subgroup_check", lambda point: True)
    beacon._is_signed.cache_clear()
    try:
        assert beacon.is_signed(ROUND, _compressed(add(_point(), _of_small_order())))
    finally:
        beacon._is_signed.cache_clear()


@pytest.mark.parametrize(
    "signature",
    [
        SIGNATURE[:47],
        SIGNATURE + b"\0",
        b"",
        _compressed(neg(_point())),
        # The same x, written beyond the modulus; and the uncompressed form.
        (1 << 383 | field_modulus).to_bytes(48),
        (int(_point()[0]) << 384 | int(_point()[1])).to_bytes(96),
    ],
    ids=["short", "long", "empty", "negated", "beyond the modulus", "uncompressed"],
)
def test_no_other_form_is_accepted(signature: bytes) -> None:
    assert not beacon.is_signed(ROUND, signature)


# --- relays


def test_a_relay_tells_the_round(ask: Ask) -> None:
    with relay() as honest:
        assert ask(honest) == FOUND
        assert honest.asked == [PATH]


def test_a_round_that_is_not_there_yet_is_none(ask: Ask) -> None:
    with relay() as honest:
        assert ask(honest, round=ROUND + 1) is None
        assert len(honest.asked) == 1


def test_the_second_relay_is_asked_only_when_the_first_does_not_tell(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon, "NEXT_AFTER", 300.0)
    with relay() as first, relay() as second:
        assert ask(first, second) == FOUND
        assert second.asked == []
        assert ask("http://127.0.0.1:1", second) == FOUND
        assert second.asked == [PATH]


def _says(**changed: Any) -> bytes:
    return json.dumps(RECORDED["rounds"][0] | changed).encode()


FALSE = {
    "another round": _says(round=ROUND + 1),
    "the round as text": _says(round=str(ROUND)),
    "the round as true": _says(round=True),
    "another randomness": _says(randomness="00" * 32),
    "a flipped bit, and the hash of it": _says(
        signature=_flipped(381).hex(), randomness=hashlib.sha256(_flipped(381)).hexdigest()
    ),
    "infinity": _says(
        signature=(infinity := bytes([0xC0]) + bytes(47)).hex(),
        randomness=hashlib.sha256(infinity).hexdigest(),
    ),
    "no signature": json.dumps({"round": ROUND, "randomness": RANDOMNESS.hex()}).encode(),
    "a list": b"[]",
    "no hex": _says(signature="zz"),
    "a number for the signature": _says(signature=1),
    "no text at all": b"\xff\xfe",
    "nothing": b"",
    "a page": b"<!doctype html><title>502</title>",
    "deep": b"[" * 5000,
}


@pytest.mark.parametrize("body", FALSE.values(), ids=FALSE.keys())
def test_what_is_false_is_not_believed_and_the_next_is_asked(ask: Ask, body: bytes) -> None:
    with relay(lambda asked: asked.tell(body)) as liar, relay() as honest:
        assert ask(liar) is None
        assert ask(liar, honest) == FOUND


def test_a_round_told_for_another_is_not_taken(ask: Ask) -> None:
    """A relay that answers 123, signature and all, when it is asked for 124."""
    with relay(lambda asked: asked.tell(_says())) as late:
        assert ask(late, round=ROUND + 1) is None
    with relay(lambda asked: asked.tell(_says(round=ROUND + 1))) as renamed:
        assert ask(renamed, round=ROUND + 1) is None


def _truncated(asked: Any) -> None:
    asked.send_response(200)
    asked.send_header("Content-Length", str(len(_says())))
    asked.end_headers()
    asked.wfile.write(_says()[:-20])


def _huge(asked: Any) -> None:
    asked.send_response(200)
    asked.send_header("Content-Length", str(len(_says()) + 10_000_000))
    asked.end_headers()
    asked.wfile.write(_says() + b" " * 10_000_000)


def _headers_without_end(asked: Any) -> None:
    asked.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while not asked.server.closing.is_set():
        asked.wfile.write(b"X-More: and more\r\n" * 100)


def _fails(asked: Any) -> None:
    asked.tell(_says(), status=500)


def _no_http(asked: Any) -> None:
    asked.wfile.write(_says())


@pytest.mark.parametrize("answer", [_truncated, _huge, _headers_without_end, _fails, _no_http])
def test_a_spoilt_answer_is_none_and_the_next_is_asked(ask: Ask, answer: Any) -> None:
    with relay(answer) as spoilt, relay() as honest:
        assert ask(spoilt) is None
        assert ask(spoilt, honest) == FOUND


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(ask: Ask, status: int) -> None:
    with relay() as honest:
        with relay(
            lambda asked: asked.tell(b"", status=status, Location=f"{honest.url}{PATH}")
        ) as sends_on:
            assert ask(sends_on) is None
        assert honest.asked == []


def _drips(asked: Any) -> None:
    asked.drip(b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n" + b" " * 10000, 0.2)


@pytest.mark.parametrize("answer", [hang, _drips])
def test_who_hangs_or_drips_is_left_at_the_deadline(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, answer: Any
) -> None:
    monkeypatch.setattr(beacon, "ANSWERS_WITHIN", 0.6)
    with relay(answer) as slow:
        began = time.monotonic()
        assert ask(slow) is None
        # Who hangs does so until the test is over, who drips for half an hour.
        assert 0.5 < time.monotonic() - began < 900


@pytest.mark.parametrize("answer", [hang, _drips])
def test_who_hangs_does_not_keep_the_next_from_being_asked(ask: Ask, answer: Any) -> None:
    with relay(answer) as slow, relay() as honest:
        began = time.monotonic()
        assert ask(slow, honest) == FOUND
        assert time.monotonic() - began < beacon.ANSWERS_WITHIN


def test_a_slow_relay_is_still_heard_after_the_next_was_asked(ask: Ask) -> None:
    def slow(asked: Any) -> None:
        while not second.asked:
            time.sleep(0.01)
        asked.tell(_says())

    with relay(hang) as second, relay(slow) as first:
        assert ask(first, second) == FOUND
        assert second.asked == [PATH]


def test_nobody_at_all_is_none(ask: Ask) -> None:
    assert ask() is None
    assert ask("http://127.0.0.1:1", "http://relay.invalid") is None


def test_a_certificate_nobody_vouches_for_is_no_relay(ask: Ask) -> None:
    """A relay without TLS, asked over TLS."""
    with relay() as plain:
        assert ask(plain.url.replace("http:", "https:")) is None


# --- configuration


def test_settings_refuse_what_they_do_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEACON", "quick")
    with pytest.raises(ImproperlyConfigured, match="BEACON must be one of none, quicknet"):
        environment.one_of("BEACON", "none", "quicknet")
    monkeypatch.setenv("BEACON", "")
    assert environment.one_of("BEACON", "none", "quicknet") == "none"
    for address in ("ftp://relay.example", "relay.example", "http://"):
        monkeypatch.setenv("BEACON_URLS", address)
        with pytest.raises(ImproperlyConfigured, match="BEACON_URLS"):
            environment.web_urls("BEACON_URLS", "https://api.drand.sh")
    monkeypatch.setenv("BEACON_URLS", "http://a:1, https://b/x,")
    assert environment.web_urls("BEACON_URLS", "") == ["http://a:1", "https://b/x"]


def test_a_house_without_a_beacon_does_not_load_its_curves() -> None:
    code = (
        "import django; django.setup(); import sys; from casino.rng import beacon; "
        "assert beacon.chain() == 'none'; print('py_ecc' in sys.modules)"
    )
    usual = {name: value for name, value in os.environ.items() if not name.startswith("BEACON")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300,
        env={**usual, "DJANGO_SETTINGS_MODULE": "casino.settings"},
    )  # fmt: skip
    assert done.stdout.strip() == "False"


def test_checking_a_signature_leaves_nested_json_refused() -> None:
    """Without the limit of recursion put back, the last line ends the process by a signal."""
    code = (
        "import json, sys; from casino.rng import beacon; before = sys.getrecursionlimit()\n"
        f"assert beacon.is_signed({ROUND}, bytes.fromhex('{SIGNATURE.hex()}'))\n"
        "assert 'py_ecc' in sys.modules and sys.getrecursionlimit() == before\n"
        "try: json.loads('[' * 200_000)\n"
        "except RecursionError: print('refused')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["refused"]), done.stderr
