"""Takes the cosignatures of witnesses whom the house knows (LOG_WITNESSES), and of nobody else."""

from datetime import UTC, datetime
from typing import Literal

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from casino.rng import keys
from casino.rng.log import note
from casino.rng.log.models import Checkpoint, Cosignature

Refusal = Literal["malformed", "unknown_witness", "wrong_cosignature"]


class Refused(Exception):
    """A cosignature is not taken; `code` says why."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code)
        self.code: Refusal = code


def known() -> list[note.VerifierKey]:
    """Return the keys of the witnesses; raises ImproperlyConfigured for one that is none."""
    try:
        found = [note.verifier_key(text) for text in settings.LOG_WITNESSES]
    except note.Malformed as error:
        raise ImproperlyConfigured(f"LOG_WITNESSES: {error}.") from None
    if any(each.kind != note.COSIGNATURE for each in found):
        raise ImproperlyConfigured("LOG_WITNESSES: a witness signs with a key of type 4.")
    return found


def cosign(checkpoint: Checkpoint, line: str) -> Cosignature:
    """Keep a witness's signature line under a checkpoint; idempotent: the first one stays.

    Raises `Refused` when the line is malformed, of a key that the house does not know, or wrong.
    """
    try:
        said = note.cosignature(line)
    except note.Malformed:
        raise Refused("malformed") from None
    witness = next(
        (each for each in known() if (each.name, each.id) == (said.name, said.key_id)), None
    )
    if witness is None:
        raise Refused("unknown_witness")
    message = note.cosigned(said.timestamp, checkpoint.text)
    if not keys.is_signed(witness.public.hex(), said.signature, message):
        raise Refused("wrong_cosignature")
    try:
        witnessed_at = datetime.fromtimestamp(said.timestamp, UTC)
    except (OverflowError, ValueError, OSError):
        raise Refused("malformed") from None
    fresh = Cosignature(
        checkpoint=checkpoint,
        witness=witness.name,
        key=str(witness),
        witnessed_at=witnessed_at,
        line=note.signature_line(witness, said.timestamp.to_bytes(8, "big") + said.signature),
    )
    Cosignature.objects.bulk_create([fresh], ignore_conflicts=True)
    return Cosignature.objects.get(checkpoint=checkpoint, key=str(witness))
