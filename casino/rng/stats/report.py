"""Makes the conformity report: what was tested, how, what came out, and what that does not show."""

import platform
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from casino.rng.conformity import report as conformity
from casino.rng.core import health
from casino.rng.core.canonical import Json
from casino.rng.core.constants import (
    DRAWS_PER_SEGMENT,
    MAX_DICE,
    MAX_PACKS,
    MECHANISM,
    SEGMENT_BYTES,
    SIDES,
    VERSION,
)
from casino.rng.stats import battery, noise, source, vectors
from casino.rng.stats.requirements import LIMITS, REQUIREMENTS

OPINION_BYTES: Final[dict[battery.Mode, int]] = {"quick": 2_500_000, "full": 125_000_000}
DIEHARDER: Final = ("0", "2", "8", "100", "101")
"""Birthdays, 32x32 ranks, count the ones, monobit, runs: each reads less than the full file."""
NOISE_SAMPLES: Final[dict[battery.Mode, int]] = {"quick": 50_000, "full": 1_000_000}
"""Raw samples of the jitter; SP 800-90B 3.1.1 asks for a million."""
ABSENT: Final = "absent: not installed"


def make(mode: battery.Mode, tell: battery.Progress) -> dict[str, Any]:
    """Return the report, unsigned; fractions are written as text. Takes seconds, or an hour."""
    plan = battery.PLANS[mode]
    known = vectors.results(settings.ROOT / "tests" / "rng" / "vectors")
    # On this process as it is: raises Broken when a self-test fails.
    health.test_again()
    found = battery.run(plan, tell)
    heard = noise.measured(NOISE_SAMPLES[mode])
    report: dict[str, Any] = {
        "format": conformity.FORMAT,
        "statement": "Self-assessment, not a laboratory certificate.",
        "item": "Sabot: casino/rng",
        "version": VERSION,
        "mode": mode,
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "standards": [
            "GLI-19 ch. 3 (prepared for)",
            "SP 800-90A Rev. 1",
            "SP 800-90B 4 and part of 6.3",
            "SP 800-22 Rev. 1a",
        ],
        "commit": _commit(),
        "files": conformity.manifest(),
        "platform": _platform(),
        "algorithm": _algorithm(),
        "vectors": known,
        "self_tests": "passed",
        "battery": found,
        "noise": heard,
        "second_opinions": _opinions(plan),
        "requirements": {name: each._asdict() for name, each in REQUIREMENTS.items()},
        "limits": list(LIMITS),
        "passed": found["passed"]
        and heard["passed"]
        and all(each["right"] == each["total"] for each in known.values()),
    }
    plain = _plain(report)
    assert isinstance(plain, dict)
    return plain


def _algorithm() -> dict[str, Any]:
    return {
        "mechanism": MECHANISM,
        "security_strength_bits": 256,
        "seeding": "getrandom(2), exclusive or an HMAC_DRBG that the processor's jitter seeds and "
        f"reseeds: {SEGMENT_BYTES} bytes and {SEGMENT_BYTES} more for each pack; "
        f"{2 * SEGMENT_BYTES} for a draw; a new instance for every shoe and every draw",
        "reseeding": f"{SEGMENT_BYTES} fresh bytes before each {DRAWS_PER_SEGMENT} draws",
        "cycling": "none: reseeding instead",
        "scaling": "32-bit words, exact rejection",
        "shuffling": "Fisher-Yates from the last card down, without replacement",
        "ranges": f"52 to {52 * MAX_PACKS} cards; 1 to {MAX_DICE} numbers of {SIDES[0]} to "
        f"{SIDES[-1]} ways, with replacement",
        "threads": "an instance serves one thread of one process; a forked child refuses it",
        "known_weaknesses": "none of the mechanism; Python does not promise to wipe memory",
        "test_and_production": "the same functions; the quick report's seeds are fixed",
    }


def _platform() -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "openssl": ssl.OPENSSL_VERSION,
        "system": platform.platform(),
        "machine": platform.machine(),
        **{name: version(name) for name in ("cryptography", "numpy", "scipy")},
    }


def _commit() -> str:
    """Return the commit, and whether the tree differs from it."""

    def git(*command: str) -> str:
        return subprocess.run(  # noqa: S603
            ["git", *command],  # noqa: S607
            cwd=settings.ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    try:
        changed = " with changes" if git("status", "--porcelain", "casino/rng") else ""
        return git("rev-parse", "HEAD") + changed
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _opinions(plan: battery.Plan) -> dict[str, str]:
    """Return what the machine's own test programs say of the raw output, word for word."""
    size = OPINION_BYTES[plan.mode]
    seeds = battery.seeds(plan, "bits", 3)
    with tempfile.NamedTemporaryFile() as file:
        for block in source.in_blocks(source.raw(seeds), size // 100, 100):
            file.write(block)
        file.flush()
        return {
            "ent": _output_of("ent", file.name),
            "rngtest": _output_of("rngtest", feed=Path(file.name)),
            "dieharder": "\n".join(
                _output_of("dieharder", "-g", "201", "-f", file.name, "-d", test)
                for test in DIEHARDER
            )
            if plan.mode == "full" and shutil.which("dieharder")
            else ABSENT
            if not shutil.which("dieharder")
            else "left to the full report: this file is too short for it",
        }


def _output_of(program: str, *arguments: str, feed: Path | None = None) -> str:
    path = shutil.which(program)
    if path is None:
        return ABSENT
    given = feed.read_bytes() if feed else b""
    done = subprocess.run(  # noqa: S603
        [path, *arguments],
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode(errors="replace").strip()


def _plain(value: object) -> Json:
    """Return a value with its fractions as text, which every language reads the same."""
    match value:
        case None | bool() | int() | str():
            return value
        case Mapping():
            return {str(name): _plain(inner) for name, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case float():
            return f"{value:.6g}"
    raise TypeError(type(value).__name__)
