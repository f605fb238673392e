"""Labels of the admin: names of fields and of their values, in both languages."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from casino.i18n import Words

FIELDS: Final[Mapping[str, Words]] = {
    "abuse": Words("Abus", "Abuse"),
    "account": Words("Compte", "Account"),
    "act": Words("Acte", "Act"),
    "address": Words("Adresse", "Address"),
    "addressee": Words("Destinataire", "Addressee"),
    "agent": Words("Navigateur", "Browser"),
    "answer__endorsed": Words("Visée", "Endorsed"),
    "asked_at": Words("Demandé le", "Asked for at"),
    "at": Words("Heure", "Time"),
    "away": Words("Absent", "Away"),
    "beacon_round": Words("Tour de la balise", "Round of the beacon"),
    "began_at": Words("Début", "Began"),
    "box": Words("Place", "Box"),
    "burn": Words("Cartes brûlées", "Cards burnt"),
    "by": Words("Par", "By"),
    "case": Words("Dossier", "Case"),
    "cause": Words("Cause", "Cause"),
    "change": Words("Changement", "Change"),
    "checkpoint": Words("État signé", "Checkpoint"),
    "claim": Words("Gain", "Claim"),
    "cleared_at": Words("Levée le", "Ended at"),
    "closed_at": Words("Fin", "Closed at"),
    "code": Words("Code", "Code"),
    "colour": Words("Couleur", "Colour"),
    "command_id": Words("Commande", "Command"),
    "commitment": Words("Engagement", "Commitment"),
    "created_at": Words("Créé le", "Created at"),
    "credit": Words("Reçoit", "Receives"),
    "currency": Words("Monnaie", "Currency"),
    "cut": Words("Coupe", "Cut"),
    "cut_by": Words("Coupé par", "Cut by"),
    "cuts": Words("Coupe", "Cuts"),
    "cutter": Words("Place qui coupe", "Box that cuts"),
    "day": Words("Jour", "Day"),
    "debit": Words("Donne", "Gives"),
    "declined": Words("Ont refusé la coupe", "Declined the cut"),
    "digest": Words("Empreinte", "Hash"),
    "display_name": Words("Nom affiché", "Shown name"),
    "drawn_at": Words("Tiré le", "Drawn at"),
    "due_at": Words("Échéance", "Due at"),
    "entry": Words("Identifiant", "Id"),
    "facts": Words("Précisions", "Particulars"),
    "filed_at": Words("Déposé le", "Filed at"),
    "first": Words("Première personne", "First person"),
    "first_at": Words("Première parole", "First word"),
    "first_reason": Words("Motif de la première", "Reason of the first"),
    "first_card_at": Words("Première carte", "First card"),
    "follows_series": Words("Suit la série", "Follows the series"),
    "found_at": Words("Trouvé le", "Found at"),
    "hash": Words("Empreinte", "Hash"),
    "holder": Words("Gardé pour", "Kept for"),
    "id": Words("N°", "No."),
    "identity": Words("Identité", "Identity"),
    "index": Words("N°", "No."),
    "instance": Words("Processus", "Process"),
    "is_active": Words("Peut entrer", "May come in"),
    "is_staff": Words("Sert la maison", "Serves the house"),
    "is_superuser": Words("Tous les droits", "All rights"),
    "issued_at": Words("Émis le", "Issued at"),
    "jackpot": Words("Jackpot", "Jackpot"),
    "key": Words("Clé", "Key"),
    "kind": Words("Genre", "Kind"),
    "moment": Words("Moment", "Moment"),
    "of": Words("Quoi", "What"),
    "language": Words("Langue", "Language"),
    "line": Words("Signature", "Signature"),
    "location": Words("Localisation", "Location"),
    "locked_at": Words("Secrets verrouillés inscrits le", "Locked secrets logged at"),
    "means": Words("Moyen", "Means"),
    "movement": Words("Mouvement", "Movement"),
    "name": Words("Nom", "Name"),
    "number": Words("Numéro", "Number"),
    "offered": Words("Coupe proposée à", "Cut offered to"),
    "offers": Words("Ordre des propositions", "Order of the offers"),
    "opened_at": Words("Ouverture", "Opened at"),
    "opened_by": Words("Ouvert par", "Opened by"),
    "operator": Words("Ordonné par", "Ordered by"),
    "packs": Words("Jeux", "Packs"),
    "party": Words("Joueur", "Player"),
    "passed": Words("Réussie", "Passed"),
    "period": Words("Période", "Period"),
    "person": Words("Personne", "Person"),
    "player": Words("Joueur", "Player"),
    "position": Words("Cartes sorties", "Cards out"),
    "pot": Words("Cagnotte", "Pot"),
    "practice": Words("Table d’école", "For practice"),
    "previous": Words("Empreinte d’avant", "Hash before"),
    "raised_at": Words("Constatée le", "Found at"),
    "reason": Words("Motif", "Reason"),
    "recorded_at": Words("Inscrit le", "Recorded at"),
    "reference": Words("Référence", "Reference"),
    "register": Words("Registre", "Register"),
    "rejected_words": Words("Mots rejetés", "Words rejected"),
    "request": Words("Demandé par", "Asked for by"),
    "responsible": Words("Responsable", "Responsible"),
    "result": Words("Issue", "Result"),
    "retired_at": Words("Retiré le", "Retired at"),
    "returned_at": Words("Retour", "Came back"),
    "revealed_at": Words("Révélé le", "Revealed at"),
    "root": Words("Racine", "Root"),
    "rules": Words("Règlement", "Rule set"),
    "rules_id": Words("Règlement", "Rule set"),
    "said": Words("Constat", "Finding"),
    "sample": Words("Échantillon", "Sample"),
    "sealed_at": Words("Scellée le", "Sealed at"),
    "seat": Words("Place", "Seat"),
    "second": Words("Deuxième personne", "Second person"),
    "second_reason": Words("Motif de la deuxième", "Reason of the second"),
    "seed": Words("Graine", "Seed"),
    "seen_at": Words("Vu le", "Seen at"),
    "seq": Words("Ordre", "Sequence"),
    "sequence": Words("Rang", "Sequence"),
    "set": Words("Lot", "Set"),
    "shuffled_at": Words("Mélangé le", "Shuffled at"),
    "sides": Words("Façons de tomber", "Ways to fall"),
    "signer": Words("Signataire", "Signer"),
    "signed_at": Words("Signée le", "Signed at"),
    "size": Words("Taille", "Size"),
    "stage": Words("Étape", "Stage"),
    "state": Words("État", "State"),
    "statistic": Words("Statistique", "Statistic"),
    "status": Words("État", "State"),
    "stop_at": Words("Carte d’arrêt", "Stop card"),
    "subject": Words("Sujet", "Subject"),
    "supervised": Words("À approuver", "To be approved"),
    "table": Words("Table", "Table"),
    "unbounded": Words("Sans limite", "Unbounded"),
    "unit": Words("Valeur d’un jeton", "Worth of a chip"),
    "until": Words("Jusqu’à", "Until"),
    "username": Words("Nom d’utilisateur", "Username"),
    "values": Words("Valeurs", "Values"),
    "way": Words("Sens", "Way"),
    "welcomes": Words("Accepte qu’on mise derrière", "Lets others stake behind"),
    "what": Words("Quoi", "What"),
    "why": Words("Motif", "Reason"),
    "withdrawn_by": Words("Arrêté par", "Stopped by"),
    "withdrawn_for": Words("Arrêté pour", "Stopped for"),
    "witness": Words("Témoin", "Witness"),
    "witnessed_at": Words("Contresigné le", "Cosigned at"),
}
"""By the name of the field."""

CHOICES: Final[Mapping[str, Words]] = {
    "promised": Words("promis", "promised"),
    "committed": Words("engagé", "committed"),
    "closed": Words("clos", "closed"),
    "opened": Words("ouvert", "opened"),
    "live": Words("en jeu", "live"),
    "retired": Words("retiré", "retired"),
    "drawn": Words("tiré", "drawn"),
    "revealed": Words("révélé", "revealed"),
    "start": Words("au démarrage", "at the start"),
    "daily": Words("chaque jour", "daily"),
    "demand": Words("à la demande", "on demand"),
    "keys": Words("clés", "keys"),
    "rotation": Words("changement de clé", "rotation"),
    "commitment": Words("engagement", "commitment"),
    "contributions": Words("contributions", "contributions"),
    "order": Words("ordre", "order"),
    "reveal": Words("révélation", "reveal"),
    "void": Words("nul", "void"),
    "report": Words("rapport", "report"),
    "error": Words("erreur", "error"),
    "restored": Words("rétablissement", "restoration"),
    "monitoring": Words("surveillance", "monitoring"),
    "fr": Words("français", "French"),
    "en": Words("anglais", "English"),
    "mint": Words("monnaie créée", "mint"),
    "capital": Words("maison", "house"),
    "cage": Words("caisse", "cage"),
    "cash": Words("espèces", "cash"),
    "wallet": Words("porte-monnaie", "wallet"),
    "float": Words("encaisse", "float"),
    "colour": Words("jetons de couleur", "colour chips"),
    "layout": Words("tapis", "layout"),
    "pot": Words("réserve commune", "pot"),
    "bank": Words("banque", "bank"),
    "garage": Words("garage", "garage"),
    "levy": Words("cagnotte", "levy"),
    "drop": Words("change", "drop"),
    "note_box": Words("boîte à billets", "note box"),
    "issued": Words("chèques et virements émis", "cheques and transfers issued"),
}
"""Of the fields whose model has no words for them, by value."""

CODES: Final = frozenset(
    {
        "cause",
        "code",
        "entry",
        "instance",
        "key",
        "kind",
        "line",
        "request",
        "statistic",
        "subject",
        "what",
    }
)
"""The fields that hold codes, where they hold nothing that has words."""

Namer = Callable[[Collection[str]], Mapping[str, str]]
"""Returns what rows are called in the reader's language, by key; unknown ones are left out."""
_NAMERS: Final[dict[str, Namer]] = {}


def names_references(kind: str) -> Callable[[Namer], Namer]:
    """Decorator: register what names the rows that records refer to as `kind:key`."""

    def register(namer: Namer) -> Namer:
        _NAMERS[kind] = namer
        return namer

    return register


def reference_names(references: Iterable[str]) -> dict[str, str]:
    """Return the names of what records refer to, as `table:3`; a reference that nobody knows stays.

    One query at the most for each kind.
    """
    found = {each: each for each in references}
    for kind, namer in _NAMERS.items():
        keys = {each.partition(":")[2] for each in found if each.startswith(f"{kind}:")}
        if keys:
            found |= {f"{kind}:{key}": name for key, name in namer(keys).items()}
    return found
