"""Disputes as rows: what they are called, which of them wait, and what notices say of them.

Rows only: who may file one and who decides is in `disputes.services`.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Q, QuerySet

from casino.i18n import in_both, money
from tables.games.core.words import Words
from tables.models import Dispute, DisputeReader, Notice

KINDS: Final[Mapping[str, Words]] = {
    Dispute.Kind.LATE: Words(
        "Une mise ou une décision jugée tardive", "A stake or a decision taken for late"
    ),
    Dispute.Kind.TECHNICAL: Words("Une panne", "A breakdown"),
    Dispute.Kind.OTHER: Words("Autre chose", "Something else"),
    Dispute.Kind.CARD_DAMAGED: Words("Carte abîmée", "Damaged card"),
    Dispute.Kind.FALSE_DRAW: Words("Tirage irrégulier", "False draw"),
    Dispute.Kind.STOP_CARD: Words("Carte d’arrêt", "Stop card"),
    Dispute.Kind.SPIN_VOID: Words("Coup de roulette nul", "Void roulette spin"),
    Dispute.Kind.NO_DICE: Words("Lancer nul", "No dice"),
    Dispute.Kind.SHOOTER: Words("Conduite du tireur", "Conduct of the shooter"),
    Dispute.Kind.PAYMENT: Words("Paiement d’un appareil", "Payment of a machine"),
    Dispute.Kind.APPROPRIATION: Words("Appropriation de crédits", "Credits taken"),
    Dispute.Kind.COUNT: Words("Écart de comptée", "Difference of a count"),
}
"""What is out of order, in words."""
FILE: Final = "tables.file_dispute"
"""The permission to report an incident."""
OF_PLAYERS: Final = (Dispute.Kind.OTHER, Dispute.Kind.LATE, Dispute.Kind.TECHNICAL)
"""What a player may say his dispute is about."""
INTEGRITY: Final = frozenset({Dispute.Kind.TECHNICAL})
"""What puts a table's generator in question, where the staff reports it.

Cards that are missing, extra, marked or foreign are reported as such (`equipment.card_incidents`).
"""
STATES: Final[Mapping[str, Words]] = {
    Dispute.State.FILED: Words("déposée", "filed"),
    Dispute.State.REVIEW: Words("à l’examen", "under review"),
    Dispute.State.DECIDED: Words("tranchée, sans appel", "decided, without appeal"),
}

REFUSALS: Final[Mapping[str, Words]] = {
    "already_disputed": Words(
        "Vous avez déjà contesté ce coup ; la décision est sans appel.",
        "You have disputed this round already; the decision is without appeal.",
    ),
    "claim_late": Words(
        "Un coup se conteste dans les {hours} heures.",
        "A round may be disputed for {hours} hours.",
    ),
    "no_stake_there": Words(
        "Vous n’aviez pas de mise dans ce coup.", "You had no stake in this round."
    ),
    "order_used": Words(
        "Ce formulaire a déjà servi à autre chose.",
        "This form has been used for something else already.",
    ),
    "round_not_over": Words("Le coup n’est pas fini.", "The round is not over."),
    "words_missing": Words("Dites ce qui ne va pas.", "Say what is wrong."),
    "words_too_long": Words(
        "Pas plus de {most} signes.",
        "No more than {most} characters.",
    ),
}
"""Why a dispute is not filed, by code."""


def of_player(round_id: int, player_id: int) -> Dispute | None:
    """Return a player's dispute of a round, with its final ruling, but without the dossier."""
    found = Dispute.objects.filter(round=round_id, player=player_id).select_related("ruling")
    return found.defer("dossier").first()


def readable_by(round_id: int, player_id: int) -> list[Dispute]:
    """Return the disputes of a round that a player may read: their own, and decided incidents.

    With their final rulings, but without dossiers.
    """
    decided = Q(player=None, state=Dispute.State.DECIDED)
    found = Dispute.objects.filter(Q(player=player_id) | decided, round=round_id)
    return list(found.select_related("ruling").defer("dossier").order_by("pk"))


def unread_decisions(player_id: int) -> QuerySet[DisputeReader]:
    """Return the decisions that a player has not read yet, oldest first."""
    found = DisputeReader.objects.filter(player=player_id, read_at=None)
    return found.select_related("dispute__table", "dispute__round").defer("dispute__dossier")


def decided_for(dispute_id: int, player_id: int) -> Dispute | None:
    """Return a decided dispute that concerns a player, without its dossier; None of any other."""
    found = Dispute.objects.filter(pk=dispute_id, readers__player=player_id)
    return found.select_related("ruling", "table").defer("dossier").first()


def has_undecided(player_id: int) -> bool:
    """Tell whether a dispute of a player waits for its decision."""
    open_ = Dispute.objects.exclude(state=Dispute.State.DECIDED)
    return open_.filter(player=player_id).exists()


def is_closed_by_incident(table_id: int) -> bool:
    """Tell whether a table stays closed until an incident is decided."""
    open_ = Dispute.objects.exclude(state=Dispute.State.DECIDED)
    return open_.filter(table=table_id, closes_table=True).exists()


def amount_moved_to(dispute: Dispute, player_id: int) -> int:
    """Return the minor units that a dispute's ruling moved to a player; negative if taken."""
    if dispute.ruling is None:
        return 0
    corrections = dispute.ruling.corrections.filter(player=player_id)
    return sum(corrections.values_list("amount", flat=True))


def notice_of_filing(notice: Notice) -> tuple[str, str]:
    """Return what the state's control reads of a dispute that was filed."""
    detail: Mapping[str, Any] = notice.detail
    kind = KINDS[detail["what"]]
    about_fr, about_en = _about(notice)
    return (
        f"Contestation nº {detail['dispute']}, {about_fr} : {kind.fr}. Déposée par {notice.by} :"
        f" « {detail['words']} ».",
        f"Dispute {detail['dispute']}, {about_en}: {kind.en}. Filed by {notice.by}:"
        f" “{detail['words']}”.",
    )


def notice_of_decision(notice: Notice) -> tuple[str, str]:
    """Return what the state's control reads of a dispute that was decided."""
    detail: Mapping[str, Any] = notice.detail
    about_fr, about_en = _about(notice)
    fr, en = ("acceptée", "upheld") if detail["upheld"] else ("rejetée", "rejected")
    amount = in_both(money, detail["moved"])
    second_fr = f", avec {detail['second']}" if detail["second"] else ""
    second_en = f", with {detail['second']}" if detail["second"] else ""
    return (
        f"Contestation nº {detail['dispute']}, {about_fr} : {fr} par {notice.by}{second_fr},"
        f" {detail['minutes']} min après son dépôt ; corrections {amount[0]}."
        f" Motif : {detail['reason']}",
        f"Dispute {detail['dispute']}, {about_en}: {en} by {notice.by}{second_en},"
        f" {detail['minutes']} min after it was filed; corrections {amount[1]}."
        f" Reason: {detail['reason']}",
    )


def _about(notice: Notice) -> tuple[str, str]:
    """Return what a dispute is about: a round, a ticket, or a table."""
    detail: Mapping[str, Any] = notice.detail
    if detail["round"]:
        return f"{notice.table}, coup {detail['round']}", f"{notice.table}, round {detail['round']}"
    if detail["ticket"]:
        return f"ticket {detail['ticket']}", f"ticket {detail['ticket']}"
    return str(notice.table), str(notice.table)
