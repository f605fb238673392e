"""Audits a whole house: ledger, rounds, pots, shoes, draws and the log, each by what checks it."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

from casino.ledger import services as ledger
from casino.rng import draws, shoes, verify
from casino.rng.log import serializers
from casino.rng.log.models import LogEntry
from casino.rng.models import Draw, Shoe
from casino.rng.verify import log as verify_log
from tables.history import review
from tables.models import Round
from tests.chaos.recount import recount


def faults(kept: Path) -> list[str]:
    """Return all that is wrong with this database, from which bundles were kept in that file."""
    found = [f"ledger: {fault.law} {fault.subject}" for fault in ledger.audit()]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        recount()
    found += [f"recount: {line}" for line in said.getvalue().splitlines()[:-1]]
    for round_ in Round.objects.exclude(status="running").order_by("pk"):
        again = review.review_round(round_.pk)
        if not again.agrees:
            found.append(f"review: round {round_.pk}: {again.trouble or again.differing}")
    bundles = made()
    once = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    revealed = [_told(bundle) for bundle in once if bundle["reveal"]]
    if [told for told in revealed if told not in map(_told, bundles)]:
        found.append("bundles: what was revealed is not what was kept")
    found += [fault for bundle in bundles if (fault := unverified(bundle))]
    try:
        verify_log.verify(json.loads(json.dumps(serializers.rows(list(LogEntry.objects.all())))))
    except verify_log.Wrong as wrong:
        found.append(f"log: {wrong.code} {wrong.detail}")
    return found


def _told(bundle: dict[str, Any]) -> tuple[Any, ...]:
    """Return what a bundle tells for ever; its proof is of the log as it is."""
    return bundle["header"], bundle["commitment"], bundle["reveal"]


def made() -> list[dict[str, Any]]:
    """Return the bundle of every shoe and draw, in the order of their making."""
    bundles = [shoes.bundle(shoe.pk) for shoe in Shoe.objects.order_by("created_at")]
    return bundles + [draws.bundle(draw.pk) for draw in Draw.objects.order_by("created_at")]


def unverified(bundle: dict[str, Any]) -> str:
    """Return why a bundle does not verify; empty when it does, or its table still uses it."""
    try:
        if bundle["reveal"] is None:
            return ""
        if "shoe" in bundle["header"]:
            verify.verify(bundle)
        else:
            verify.verify_draw(bundle)
    except verify.Wrong as wrong:
        return f"bundle: {bundle['header']['table']} {bundle['header']['sequence']}: {wrong.code}"
    return ""
