"""Texts of age and identity, at the tables, at the cage and in the office."""

from collections.abc import Mapping
from typing import Final

from casino.i18n import Words

STATES: Final[Mapping[str, Words]] = {
    "not_given": Words("non déclarée", "not given"),
    "declared": Words("déclarée, non vérifiée", "declared, not verified"),
    "verified": Words("vérifiée", "verified"),
    "refused": Words("refusée", "refused"),
    "expired": Words("à vérifier de nouveau", "to be verified again"),
}

REFUSALS: Final[Mapping[str, Words]] = {
    "identity_expired": Words(
        "L’identité du joueur est à vérifier de nouveau, par la maison.",
        "The player’s identity must be verified again, by the house.",
    ),
    "identity_not_given": Words(
        "La date de naissance du joueur n’est pas déclarée : cela se fait dans son compte.",
        "The player’s date of birth is not declared: that is done in his account.",
    ),
    "identity_refused": Words(
        "La maison a refusé l’identité du joueur : ni mise, ni dépôt, ni retrait.",
        "The house has refused the player’s identity: no stake, deposit or withdrawal.",
    ),
    "identity_unverified": Words(
        "La licence de la maison veut que l’identité du joueur soit d’abord vérifiée.",
        "The house’s licence wants the player’s identity to be verified first.",
    ),
    "limit_wanted": Words(
        "La licence de la maison veut que le joueur garde une limite : elle se fixe dans son "
        "compte.",
        "The house’s licence wants the player to keep a limit: it is set in his account.",
    ),
    "under_age": Words(
        "Il faut avoir {age} ans pour jouer ici.", "One must be {age} to play here."
    ),
}
"""By code: why somebody neither stakes, deposits nor withdraws."""

OFFICE: Final[Mapping[str, Words]] = {
    "not_permitted": Words("Vous n’y avez pas droit.", "You are not allowed to do this."),
    "own_account": Words("Nul ne vérifie sa propre identité.", "Nobody verifies his own identity."),
    "no_reason": Words("Il faut un motif.", "A reason is wanted."),
    "birth_date_refused": Words(
        "Cette date de naissance n’est pas possible.", "This date of birth is not possible."
    ),
    "validity_refused": Words(
        "La date de fin est après aujourd’hui, et d’ici à dix ans.",
        "The date of its end is after today, and within ten years.",
    ),
    "identity_declared": Words(
        "Votre date de naissance est déjà déclarée : seule la maison la corrige.",
        "Your date of birth is declared already: only the house corrects it.",
    ),
}
"""By code: why nothing is declared or decided."""
