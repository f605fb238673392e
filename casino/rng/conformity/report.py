"""Finds the signed conformity report of the code that is here. Knows no test and no statistic.

"Certified" means in this house exactly: the SHA-256 of each file that makes chance is that of a
report which passed and whose signature is trusted (rng R25, R28). A self-assessment, no
laboratory's certificate.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from casino.rng import keys
from casino.rng.core.canonical import canonical_json

FORMAT: Final = "sabot-conformity/1"
SIGNED: Final = b"sabot-conformity/1\n"
"""What a report's signature begins with, so that it is no receipt and no checkpoint."""
ROOT: Final = Path(__file__).resolve().parents[3]
GATED: Final = (
    "casino/rng/*.py",
    "casino/rng/conformity/*.py",
    "casino/rng/core/**/*.py",
    "casino/rng/log/*.py",
    "casino/rng/migrations/*.py",
    "casino/rng/sql/*.sql",
    "casino/celery.py",
    "casino/process/worker.py",
    "tables/tasks.py",
)
"""The files that make, keep or log chance, that guard the gate, or that carry the tasks to it."""
SHOWN: Final = frozenset(
    f"casino/rng/{name}.py"
    for name in (
        "admin", "apps", "witness",
        "monitoring/__init__", "monitoring/watch", "monitoring/withdrawal_rates",
    )
)  # fmt: skip
"""Beside them, and not gated: what shows and measures chance, and makes none."""
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
    signature: str
    """Lower-case hex."""
    body: str
    """What was signed, without `SIGNED`: canonical JSON."""


def manifest(root: Path = ROOT) -> dict[str, str]:
    """Return the SHA-256 of every file that is `GATED`, by its path in the repository."""
    paths = {path.relative_to(root).as_posix(): path for each in GATED for path in root.glob(each)}
    return {
        name: hashlib.sha256(paths[name].read_bytes()).hexdigest()
        for name in sorted(paths.keys() - SHOWN)
    }


def signed_bytes(report: dict[str, Any]) -> bytes:
    """Return what a report's signature covers."""
    return SIGNED + canonical_json(report)


def trusted_keys() -> set[str]:
    """Return the public keys (hex) whose reports count: the configuration alone names them."""
    return set(settings.CONFORMITY_TRUST)


def find() -> Report:
    """Return the first of `speaking`; raises `NotConform`."""
    return speaking()[0]


def speaking() -> list[Report]:
    """Return the reports that speak for the code that is here, a full one before a quick one.

    The newest first otherwise. Raises `NotConform` when there is none.
    """
    here = manifest()
    trusted = trusted_keys()
    near: list[str] = []
    found: list[tuple[bool, str, Report]] = []
    for path in sorted(_folder().glob("*.json"), reverse=True):
        try:
            report, key, signature = read(path, trusted)
        except NotConform as error:
            near.append(str(error))
            continue
        if report["files"] == here:
            body = canonical_json(report).decode()
            digest = hashlib.sha256(signed_bytes(report)).hexdigest()
            spoken = Report(report["version"], report["mode"], digest, key, signature, body)
            found.append((report["mode"] == "full", report["made_at"], spoken))
            continue
        files = here.keys() | report["files"].keys()
        changed = sorted(each for each in files if here.get(each) != report["files"].get(each))
        near.append(f"{path.name} n'est pas de ce code / is not of this code ({changed[0]})")
    if found:
        return [each for *_, each in sorted(found, key=lambda one: one[:2], reverse=True)]
    why = near[0] if near else "aucun rapport de conformité / no conformity report"
    raise NotConform(f"{why}. {REMEDY}")


def read(path: Path, trusted: set[str]) -> tuple[dict[str, Any], str, str]:
    """Return a report that passed, the trusted key that signed it, and its signature.

    Raises `NotConform`.
    """
    report, key, signature = unchecked(path)
    if key not in trusted:
        raise NotConform(
            f"{path.name} : la clé {key} n'est pas dans CONFORMITY_TRUST / "
            "is signed by a key that is not trusted"
        )
    if report.get("format") != FORMAT or report.get("passed") is not True:
        raise NotConform(f"{path.name} : l'essai a échoué / it did not pass")
    return report, key, signature


def unchecked(path: Path) -> tuple[dict[str, Any], str, str]:
    """Return a report, the key that signed it, whoever's that is, and the signature (hex).

    Raises `NotConform`.
    """
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
        report, key, signature = whole["report"], whole["key"], whole["signature"]
        right = keys.is_signed(key, bytes.fromhex(signature), signed_bytes(report))
    except (OSError, ValueError, KeyError, TypeError):
        raise NotConform(f"{path.name} est illisible / cannot be read") from None
    if not right:
        raise NotConform(f"{path.name} : signature fausse / its signature is wrong")
    return report, key, signature


def write(path: Path, report: dict[str, Any]) -> None:
    """Sign a report with the house's newest conformity key and write it."""
    key = keys.newest("conformity")
    signature = key.sign(signed_bytes(report)).hex()
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = {"report": report, "key": key.public, "signature": signature}
    draft = path.with_suffix(".new")
    draft.write_text(
        json.dumps(whole, sort_keys=True, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    draft.replace(path)


def _folder() -> Path:
    return Path(settings.CONFORMITY)
