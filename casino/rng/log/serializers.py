"""What the log's addresses answer."""

from typing import Any

from rest_framework import serializers

from casino.rng import keys
from casino.rng.log import tree
from casino.rng.log.models import Checkpoint, LogEntry


class WitnessSerializer(serializers.Serializer[Any]):
    """A witness's word that it saw a checkpoint."""

    key = serializers.CharField(help_text="The witness's key: `name+id+base64`.")
    witnessed_at = serializers.DateTimeField(help_text="By the witness's clock.")


class CheckpointSerializer(serializers.Serializer[Any]):
    """A signed state of the log."""

    size = serializers.IntegerField(help_text="Entries in the tree.")
    note = serializers.CharField(
        help_text="A C2SP signed note: tlog-checkpoint, with every known witness's cosignature."
    )
    cosignatures = WitnessSerializer(many=True)


class CosignSerializer(serializers.Serializer[Any]):
    """A witness's signature line."""

    line = serializers.CharField(max_length=500, help_text="C2SP cosignature/v1.")


class LogEntrySerializer(serializers.Serializer[Any]):
    """A leaf of the tree, with the checkpoint that ends with it."""

    index = serializers.IntegerField(help_text="Counts the entries from 0.")
    entry = serializers.CharField(
        help_text="Canonical JSON (RFC 8785); its bytes are what the tree hashes."
    )
    checkpoint = serializers.CharField(help_text="A C2SP signed note.")


class ProofSerializer(serializers.Serializer[Any]):
    """Hashes that prove something of the log (RFC 6962, 2.1.1 and 2.1.2)."""

    proof = serializers.ListField(child=serializers.CharField(), help_text="Base64.")


class PublicKeySerializer(serializers.Serializer[Any]):
    """A public key of the house, old or in force."""

    use = serializers.ChoiceField(choices=keys.USES)
    public = serializers.CharField(help_text="Ed25519, 32 bytes, lower-case hex.")
    since = serializers.IntegerField(help_text="The entry that put it in force.")
    at = serializers.DateTimeField(help_text="When that entry was written.")
    in_force = serializers.BooleanField()
    verifier_key = serializers.CharField(
        allow_null=True, help_text="Of a log key, as C2SP writes it: `name+id+base64`."
    )


class WithdrawnCountSerializer(serializers.Serializer[Any]):
    """How often somebody withdrew a promise for a reason."""

    code = serializers.CharField(
        help_text="Why, by a code; empty of what ended before it was kept.", allow_blank=True
    )
    by = serializers.IntegerField(help_text="A staff number; 0 is the house's own processes.")
    count = serializers.IntegerField()


class RateSerializer(serializers.Serializer[Any]):
    """What was promised to a table, and what of it was withdrawn."""

    promised = serializers.IntegerField(help_text="How many, those that wait included.")
    withdrawn = WithdrawnCountSerializer(many=True)


class WithdrawalsSerializer(serializers.Serializer[Any]):
    """The rates of a table."""

    draws = RateSerializer()
    shoes = RateSerializer()


class WithdrawnSerializer(serializers.Serializer[Any]):
    """Why a promise came to nothing, as the public log tells it."""

    code = serializers.CharField()
    by = serializers.IntegerField(help_text="A staff number; 0 is the house's own processes.")


class SignedReportSerializer(serializers.Serializer[Any]):
    """A conformity report: what was measured of the generator, and of which files."""

    report = serializers.DictField(
        help_text="SHA-256 of `sabot-conformity/1`, a line feed and its canonical JSON is its hash."
    )
    key = serializers.CharField(help_text="Ed25519, 32 bytes, lower-case hex.")
    signature = serializers.CharField(help_text="Of what is hashed, lower-case hex.")


def shown(checkpoint: Checkpoint) -> Any:
    """Return a checkpoint as its address answers it."""
    return CheckpointSerializer(
        {
            "size": checkpoint.size,
            "note": tree.published(checkpoint),
            "cosignatures": checkpoint.cosignatures.order_by("pk"),
        }
    ).data


def rows(entries: list[LogEntry]) -> list[Any]:
    """Return entries as their addresses answer them; two queries, however many there are."""
    sizes = [each.index + 1 for each in entries]
    signed = Checkpoint.objects.prefetch_related("cosignatures").in_bulk(sizes)
    found = [
        {
            "index": each.index,
            "entry": each.body,
            "checkpoint": tree.published(signed[each.index + 1]),
        }
        for each in entries
    ]
    return list(LogEntrySerializer(found, many=True).data)


def public_keys() -> Any:
    """Return every key that the log names, oldest first."""
    found = tree.published_keys()
    newest = {each.use: each for each in found}
    return PublicKeySerializer(
        [
            {
                "use": each.use,
                "public": each.public,
                "since": each.since,
                "at": each.at,
                "in_force": newest[each.use] == each,
                "verifier_key": str(tree.log_key(each.origin, each.public))
                if each.use == "log"
                else None,
            }
            for each in found
        ],
        many=True,
    ).data
