"""Finds the signed conformity report of the code that is here. Knows no test and no statistic.

"Certified" means in this house exactly: the SHA-256 of each file that makes chance is that of a
report which passed and whose signature is trusted (rng R25, R28). A self-assessment, no
laboratory's certificate.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from casino.rng import keys
from casino.rng.core.canonical import canonical_json

FORMAT: Final = "sabot-conformity/1"
SIGNED: Final = b"sabot-conformity/1\n"
"""What a report's signature begins with, so that it is no receipt and no checkpoint."""
PACKAGE: Final = Path(__file__).resolve().parent
BESIDE_CORE: Final = (
    "beacon.py",
    "conformity.py",
    "contributions.py",
    "draws.py",
    "gate.py",
    "keys.py",
    "seal.py",
    "shoes.py",
)
"""The files that make chance, beside the whole of `core`, or that guard the gate."""
KEYS_FILE: Final = "keys"
REMEDY: Final = "Lancez / run: make report"


class NotConform(Exception):
    """No report speaks for this code; the text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report that passed, is signed by a trusted key, and is about the code that is here."""

    version: str
    mode: str
    digest: str
    """SHA-256 of what was signed, lower-case hex."""
    key: str
    """The public key (hex) that signed it."""


def manifest(package: Path = PACKAGE) -> dict[str, str]:
    """Return the SHA-256 of every file that makes chance, by its path in the package."""
    paths = [*package.glob("core/**/*.py"), *(package / name for name in BESIDE_CORE)]
    return {
        path.relative_to(package).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(paths)
    }


def signed_bytes(report: dict[str, Any]) -> bytes:
    """Return what a report's signature covers."""
    return SIGNED + canonical_json(report)


def trusted_keys() -> set[str]:
    """Return the public keys (hex) whose reports count.

    CONFORMITY_TRUST names them in production; otherwise they are in the file beside the reports.
    """
    given = os.environ.get("CONFORMITY_TRUST")
    path = _folder() / KEYS_FILE
    text = given if given is not None else path.read_text() if path.exists() else ""
    return set(text.replace(",", " ").split())


def find() -> Report:
    """Return the newest report that speaks for the code that is here; raises `NotConform`."""
    here = manifest()
    trusted = trusted_keys()
    near: list[str] = []
    for path in sorted(_folder().glob("*.json"), reverse=True):
        try:
            report, key = read(path, trusted)
        except NotConform as error:
            near.append(str(error))
            continue
        if report["files"] == here:
            digest = hashlib.sha256(signed_bytes(report)).hexdigest()
            return Report(report["version"], report["mode"], digest, key)
        files = here.keys() | report["files"].keys()
        changed = sorted(each for each in files if here.get(each) != report["files"].get(each))
        near.append(
            f"{path.name} n'est pas de ce code / is not of this code (casino/rng/{changed[0]})"
        )
    why = near[0] if near else "aucun rapport de conformité / no conformity report"
    raise NotConform(f"{why}. {REMEDY}")


def read(path: Path, trusted: set[str]) -> tuple[dict[str, Any], str]:
    """Return a report that passed and the trusted key that signed it; raises `NotConform`."""
    report, key = unchecked(path)
    if key not in trusted:
        raise NotConform(f"{path.name} : clé inconnue / signed by a key that is not trusted")
    if report.get("format") != FORMAT or report.get("passed") is not True:
        raise NotConform(f"{path.name} : l'essai a échoué / it did not pass")
    return report, key


def unchecked(path: Path) -> tuple[dict[str, Any], str]:
    """Return a report and the key that signed it, whoever's that is; raises `NotConform`."""
    try:
        whole = json.loads(path.read_text())
        report, key, signature = whole["report"], whole["key"], bytes.fromhex(whole["signature"])
        message = signed_bytes(report)
    except (OSError, ValueError, KeyError, TypeError):
        raise NotConform(f"{path.name} est illisible / cannot be read") from None
    if not keys.is_signed(key, signature, message):
        raise NotConform(f"{path.name} : signature fausse / its signature is wrong")
    return report, key


def trust_what_is_kept(folder: Path) -> None:
    """Write beside the reports whose keys they are, for the reviewer of a change to see."""
    found = sorted({unchecked(path)[1] for path in folder.glob("*.json")})
    (folder / KEYS_FILE).write_text("".join(f"{key}\n" for key in found))


def write(path: Path, report: dict[str, Any]) -> None:
    """Sign a report with the house's newest conformity key and write it."""
    key = keys.newest("conformity")
    signature = key.sign(signed_bytes(report)).hex()
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = {"report": report, "key": key.public, "signature": signature}
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(whole, sort_keys=True, indent=1, ensure_ascii=False) + "\n")
    draft.replace(path)


def _folder() -> Path:
    return Path(settings.CONFORMITY)
