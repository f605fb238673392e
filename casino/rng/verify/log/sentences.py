"""What the verifier of the log says, in French and English, by code."""

from typing import Final

from ..sentences import SENTENCES as OF_BUNDLES
from ..words import Lang

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "Le journal {origin} est intact : {entries} inscriptions, {commitments} engagements, dont "
        "{open} pas encore révélés ; {witnessed} états cosignés par un témoin connu. "
        "État final : {root}. Clé actuelle : {key}.",
        "The log {origin} is intact: {entries} entries, {commitments} commitments, of which "
        "{open} not revealed yet; {witnessed} checkpoints cosigned by a known witness. "
        "Final state: {root}. Key in force: {key}.",
    ),
    "grown": (
        "Le journal {origin} n'a fait que grandir : {first} inscriptions, puis {second}.",
        "The log {origin} has only grown: {first} entries, then {second}.",
    ),
    "unreadable": ("{what} ne peut pas être lu.", "{what} cannot be read."),
    "other_encoding": (
        "Le fichier {file} est en {form} : enregistrez-le tel quel, en UTF-8.",
        "The file {file} is {form}: save it as it was sent, in UTF-8.",
    ),
    "malformed": (
        "L'inscription {index} est mal formée : {field}.",
        "Entry {index} is malformed: {field}.",
    ),
    "gap": ("Il manque l'inscription {index}.", "Entry {index} is missing."),
    "repeated": (
        "L'inscription {index} reprend l'identifiant d'une autre.",
        "Entry {index} has the id of another one.",
    ),
    "root": (
        "L'état {size} du journal n'est pas celui de ses inscriptions.",
        "Checkpoint {size} is not of the log's entries.",
    ),
    "chain": (
        "L'état {size} du journal ne continue pas le précédent.",
        "Checkpoint {size} does not continue the one before.",
    ),
    "signature": (
        "L'état {size} n'est pas signé par la clé alors en vigueur.",
        "Checkpoint {size} is not signed by the key then in force.",
    ),
    "rotation": (
        "Le changement de clé de l'inscription {index} n'est pas signé par l'ancienne "
        "et la nouvelle clé.",
        "The change of keys in entry {index} is not signed by the old and the new key.",
    ),
    "restored": (
        "L'inscription {index} ne prouve pas que la maison a rétabli son journal d'une sauvegarde.",
        "Entry {index} does not prove that the house restored its log from a backup.",
    ),
    "restoration": (
        "Rétabli d'une sauvegarde après {size} inscriptions de {former} : {name} les continue ; "
        "combien {former} en avait de plus n'est pas dit.",
        "Restored from a backup after {size} entries of {former}: {name} continues them; how many "
        "more {former} had is not said.",
    ),
    "restoration_seen": (
        "Rétabli d'une sauvegarde après {size} inscriptions de {former} : {name} les continue ; "
        "{lost} inscriptions de {former}, ou plus, n'y sont pas.",
        "Restored from a backup after {size} entries of {former}: {name} continues them; {lost} "
        "entries of {former}, or more, are not in it.",
    ),
    "origin": (
        "Le journal s'appelle {origin} et non comme vous l'avez dit.",
        "The log is called {origin}, and not as you said.",
    ),
    "nothing_known": (
        "Comparés à rien : la clé et le nom de ce journal. "
        "Donnez ce que vous connaissez par --key et --origin.",
        "Not checked against anything: the key and the name of this log. "
        "Give what you know by --key and --origin.",
    ),
    "origin_known": (
        "Le nom du journal est celui que vous avez dit ; comparée à rien : sa clé.",
        "The name of the log is the one that you said; not checked against anything: its key.",
    ),
    "key_known": (
        "La clé que vous avez donnée est de ce journal.",
        "The key that you gave is of this log.",
    ),
    "kept_all": (
        "Aucun tirage ni sabot promis n'a été retiré.",
        "No promised draw or shoe was withdrawn.",
    ),
    "rate": (
        "{table} : {what}, {kept} menés à bien, {withdrawn} retirés ({share} %) : {why}.",
        "{table}: {what}, {kept} kept, {withdrawn} withdrawn ({share} %): {why}.",
    ),
    "reported": (
        "Rapport de conformité {report} ({mode}), signé par {key} ; {trusted}.",
        "Conformity report {report} ({mode}), signed by {key}; {trusted}.",
    ),
    "by_configuration": ("admis par la configuration", "trusted by the configuration"),
    "by_two": (
        "admis par les personnes n° {first} ({why}) et n° {second} ({and_why})",
        "trusted by persons no. {first} ({why}) and no. {second} ({and_why})",
    ),
    "pinned": (
        "La clé {key} n'est pas une clé de ce journal.",
        "The key {key} is not a key of this log.",
    ),
    "cosignature": (
        "La cosignature de {witness} sous l'état {size} est fausse.",
        "The cosignature of {witness} under checkpoint {size} is wrong.",
    ),
    "reveal": (
        "La graine révélée par l'inscription {index} n'est pas celle que {subject} avait engagée.",
        "The seed revealed by entry {index} is not the one that {subject} had committed to.",
    ),
    "uncommitted": (
        "L'inscription {index} révèle {subject}, qui n'était pas engagé.",
        "Entry {index} reveals {subject}, which was not committed.",
    ),
    "sequence": (
        "Les numéros de {what} de {table} ont un trou : {sequence} manque.",
        "The numbers of the {what}s of {table} have a gap: {sequence} is missing.",
    ),
    "log_order": (
        "L'inscription {index} de {subject} n'est pas à sa place : {kind}.",
        "Entry {index} of {subject} is out of its place: {kind}.",
    ),
    "times": (
        "L'heure de l'inscription {index} de {subject} n'est pas celle où elle a été faite.",
        "The time of entry {index} of {subject} is not when it was made.",
    ),
    "seats": (
        "Les cases de l'inscription {index} de {subject} ne sont pas celles qu'il faut, une fois "
        "chacune, en ordre.",
        "The boxes of entry {index} of {subject} are not those there must be, once each, in order.",
    ),
    "contribution": (
        "L'inscription {index} ouvre un secret qui n'est pas celui de l'empreinte : {subject}.",
        "Entry {index} opens a secret that is not that of its hash: {subject}.",
    ),
    "cut": (
        "L'inscription {index} coupe {subject} autrement qu'il n'était dit.",
        "Entry {index} cuts {subject} otherwise than was said.",
    ),
    "beacon": (
        "La balise de l'inscription {index} n'est pas celle qui était annoncée : {subject}.",
        "The beacon of entry {index} is not the one that was announced: {subject}.",
    ),
    "report": (
        "{subject}, à l'inscription {index}, se dit du rapport {report}, que le journal n'a pas "
        "nommé avant.",
        "{subject}, by entry {index}, is said to be of the report {report}, which the log has not "
        "named before.",
    ),
    "open": (
        "{subject} est engagé et n'est pas révélé.",
        "{subject} is promised and not revealed.",
    ),
    "other_receipt": (
        "Le reçu que vous avez donné n'est d'aucun secret de ce journal.",
        "The receipt that you gave is of no secret of this log.",
    ),
    "rewritten": (
        "Le journal de {second} inscriptions n'est pas la suite de celui de {first} : "
        "il a été réécrit.",
        "The log of {second} entries does not continue the one of {first}: it was rewritten.",
    ),
}


SENTENCES.update(
    {
        code: OF_BUNDLES[code]
        for code in (
            "not_a_bundle",
            "receipt_dropped",
            "receipt_forged",
            "receipt_key",
            "receipt_named",
            "receipt_unlisted",
        )
    }
)


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return the sentence of a code in French or English."""
    return SENTENCES[code][0 if lang == "fr" else 1].format(**detail)
