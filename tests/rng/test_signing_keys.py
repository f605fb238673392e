"""The house's three keys: RFC 8032, kept outside the database, shown to nobody."""

import copy
import json
import pickle
import stat
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from casino.rng import keys, verify
from casino.rng.core import health
from casino.rng.verify import log as verify_log

VECTORS: list[dict[str, str]] = json.loads(
    (Path(__file__).parent / "vectors" / "ed25519_rfc8032.json").read_text()
)["vectors"]


@pytest.fixture(autouse=True)
def own_keys(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house without keys yet."""
    settings.SIGNING_KEYS = tmp_path / "keys"
    for use in keys.USES:
        monkeypatch.delenv(f"{use.upper()}_KEY", raising=False)
    return tmp_path / "keys"


def accepts(public: str, signature: bytes, message: bytes) -> set[bool]:
    """What the house and both verifiers say of a signature."""
    raw = bytes.fromhex(public)
    return {
        keys.is_signed(public, signature, message),
        verify.is_signed(raw, signature, message),
        verify_log.accepts(raw, signature, message),
    }


@pytest.mark.parametrize("vector", VECTORS, ids=["empty", "one byte", "two bytes"])
def test_rfc_8032_on_the_path_that_signs_and_on_every_path_that_verifies(
    vector: dict[str, str],
) -> None:
    message = bytes.fromhex(vector["message"])
    key = keys.SigningKey(bytes.fromhex(vector["secret_key"]))
    signature = key.sign(message)
    assert (key.public, signature.hex()) == (vector["public_key"], vector["signature"])
    assert accepts(key.public, signature, message) == {True}
    assert accepts(key.public, signature, message + b"\x00") == {False}
    for at in (0, 31, 32, 63):
        flipped = bytearray(signature)
        flipped[at] ^= 1
        assert accepts(key.public, bytes(flipped), message) == {False}
    assert accepts(VECTORS[0]["public_key"], signature, message) == {
        key.public == VECTORS[0]["public_key"]
    }


def test_a_signature_with_a_scalar_that_is_too_large_is_refused() -> None:
    """Else each signature had a second one (RFC 8032, 5.1.7)."""
    vector = VECTORS[2]
    signature = bytes.fromhex(vector["signature"])
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(signature[32:], "little") + order
    second = signature[:32] + scalar.to_bytes(32, "little")
    assert accepts(vector["public_key"], second, bytes.fromhex(vector["message"])) == {False}


def test_the_self_test_notices_another_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health._process, "error", None)
    monkeypatch.setattr(keys, "is_signed", lambda *_: True)
    with pytest.raises(health.Broken, match="accepts"):
        keys.ed25519()
    monkeypatch.setattr(health._process, "error", None)


def test_the_first_start_makes_three_secrets_that_only_the_owner_reads(own_keys: Path) -> None:
    made = {use: keys.newest(use).public for use in keys.USES}
    assert len(set(made.values())) == 3
    assert {path.name for path in own_keys.iterdir()} == {
        "LOG_KEY",
        "RECEIPTS_KEY",
        "CONFORMITY_KEY",
    }
    for path in own_keys.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {use: keys.newest(use).public for use in keys.USES} == made


def test_the_environment_names_the_secrets_when_it_does(
    own_keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = "o" * 32, "n" * 32
    monkeypatch.setenv("LOG_KEY", old)
    first = keys.newest("log").public
    with pytest.raises(keys.KeyMissing, match="behind a comma"):
        keys.another("log", first)
    monkeypatch.setenv("LOG_KEY", f"{old},{new}")
    second = keys.another("log", first)
    assert keys.newest("log").public == second.public != first
    assert keys.key("log", first).public == first
    assert not own_keys.exists()


def test_one_secret_gives_each_use_a_key_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for use in keys.USES:
        monkeypatch.setenv(f"{use.upper()}_KEY", "s" * 40)
    assert len({keys.newest(use).public for use in keys.USES}) == 3


def test_a_short_secret_is_refused_without_being_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_KEY", "short-secret")
    with pytest.raises(ValueError, match="at least 32") as failure:
        keys.newest("log")
    assert "short-secret" not in str(failure.value)


def test_a_key_whose_secret_is_gone_is_named_by_its_public_half() -> None:
    with pytest.raises(keys.KeyMissing, match="0" * 64):
        keys.key("log", "0" * 64)


def test_another_secret_is_added_and_the_old_one_kept(own_keys: Path) -> None:
    first = keys.newest("log").public
    second = keys.another("log", first).public
    assert second != first
    assert keys.another("log", first).public == second
    assert keys.key("log", first).public == first
    assert len((own_keys / "LOG_KEY").read_text().split()) == 2


COPIES: list[Any] = [copy.copy, copy.deepcopy, pickle.dumps]


@pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_a_private_key_is_neither_copied_nor_printed(copied: Any) -> None:
    key = keys.newest("log")
    with pytest.raises(TypeError, match="not copied"):
        copied(key)
    assert str(key) == repr(key) == f"SigningKey({key.public})"
