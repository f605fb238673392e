"""Disputes of players and incidents that the staff reports: filed, taken up, decided (art. 24).

Each is decided once and without appeal, by somebody of games management who has no part in it; what
moves more than `CORRECTION_BY_ONE` wants a second person. Opens transactions of its own. A
dispute's row is locked after a table's and before any account.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from casino.database.on_commit import run_on_commit
from casino.ledger import services as ledger
from casino.players.models import Player, Wallet
from tables.disputes import dossier
from tables.funds import postings
from tables.games.core.protocol import Refused
from tables.history import round_record, round_report, timeline
from tables.history.round_report import RoundForReader
from tables.incidents import services as incidents
from tables.models import (
    Assignment,
    Dispute,
    DisputeCorrection,
    DisputeReader,
    DisputeRuling,
    Notice,
    Round,
    Ticket,
)
from tables.realtime import publish
from tables.rows import disputes, notices, parties, table_rows
from tables.wire import codec, outgoing

DECIDE: Final = "tables.decide_dispute"
"""The permission to decide disputes and incidents, as the games management."""
MOST_WORDS: Final = 1000
"""Characters in which somebody says what is wrong."""
_ENTRIES: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d06")
"""Namespace of the entry ids: uuid5 of the dispute, so that no money moves twice."""


def file_dispute(round_id: int, *, player: Player, kind: str, words: str, order: UUID) -> Dispute:
    """Dispute a round in which one had a stake, once; the dossier is frozen with it (MC-INC-01).

    The same order again gives the same dispute, and for another round `order_used`. Refuses
    `no_stake_there`, `round_not_over`, `claim_late` once `CLAIM_HOURS` have gone by,
    `already_disputed`, `words_missing` and `words_too_long`.
    """
    assert kind in disputes.OF_PLAYERS
    with transaction.atomic(durable=True):
        # One after the other, as the rounds of one player are disputed.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if (first := _filed(player, order)) is not None:
            if first.round_id != round_id:
                raise Refused("order_used")
            return first
        reading = round_report.reading_for_player(round_id, player.pk)
        check_may_file(reading, player.pk)
        assert reading is not None
        return _file(
            kind=kind,
            table_id=reading.round.table_id,
            round_=reading.round,
            player=player,
            by=player,
            words=_checked(words),
            order=order,
        )


def check_may_file(reading: RoundForReader | None, player_id: int) -> None:
    """Raise why a player may not dispute a round; see `file_dispute`."""
    if reading is None or not round_record.has_moves_of(player_id, reading.postings):
        raise Refused("no_stake_there")
    closed_at = reading.round.closed_at
    if reading.round.status == Round.Status.RUNNING or closed_at is None:
        raise Refused("round_not_over")
    if disputes.of_player(reading.round.pk, player_id) is not None:
        raise Refused("already_disputed")
    if timezone.now() - closed_at > timedelta(hours=settings.CLAIM_HOURS):
        raise Refused("claim_late", hours=f"{settings.CLAIM_HOURS:g}")


def report_incident(
    table_id: int,
    *,
    operator: Player,
    kind: str,
    reason: str,
    order: UUID,
    number: int | None = None,
    ticket_id: int | None = None,
    follows: int | None = None,
) -> Dispute:
    """Report what is out of order at a table, in a round of it or with a ticket (MC-INC-01).

    `kind` is a `Dispute.Kind`; one that puts the generator in question breaks the session off, and
    none opens until it is decided (`AUTO_CLOSE_ON_INTEGRITY_INCIDENT`). `number` is the round's at
    the table, `reason` what is wrong, `follows` a decided dispute after which more was found. The
    same `order` again returns the same dispute; at another table it is refused `order_used`.
    Refuses `not_staff` without the permission, `words_missing` and `words_too_long`,
    `no_such_round` and `no_such_ticket` of another table, `not_decided` where `follows` is open,
    and what `incidents.break_off_session` does.
    """
    if not operator.has_perm(disputes.FILE):
        raise Refused("not_staff")
    words = _checked(reason)
    with transaction.atomic(durable=True):
        table_rows.lock(table_id)
        if (first := _filed(operator, order)) is not None:
            if first.table_id != table_id:
                raise Refused("order_used")
            return first
        round_ = None
        if number is not None:
            round_ = Round.objects.filter(table=table_id, number=number).first()
            if round_ is None:
                raise Refused("no_such_round")
        if (
            ticket_id is not None
            and not Ticket.objects.filter(pk=ticket_id, table=table_id).exists()
        ):
            raise Refused("no_such_ticket")
        decided = Dispute.objects.filter(state=Dispute.State.DECIDED)
        if follows is not None and not decided.filter(pk=follows).exists():
            raise Refused("not_decided")
        closes = kind in disputes.INTEGRITY and settings.AUTO_CLOSE_ON_INTEGRITY_INCIDENT
        if closes:
            # The players read it: it does not say who is meant.
            kind_words = " / ".join(disputes.KINDS[kind])
            incidents.break_off_for_dispute(table_id, operator=operator, reason=kind_words)
        return _file(
            kind=kind,
            table_id=table_id,
            round_=round_,
            ticket_id=ticket_id,
            follows_id=follows,
            by=operator,
            words=words,
            order=order,
            closes_table=closes,
        )


def _filed(by: Player, order: UUID) -> Dispute | None:
    return Dispute.objects.filter(filed_by=by, order=order).defer("dossier").first()


def _checked(words: str) -> str:
    checked = " ".join(words.split())
    if not checked:
        raise Refused("words_missing")
    if len(checked) > MOST_WORDS:
        raise Refused("words_too_long", most=MOST_WORDS)
    return checked


def _file(
    *,
    kind: str,
    table_id: int,
    round_: Round | None,
    by: Player,
    words: str,
    player: Player | None = None,
    ticket_id: int | None = None,
    **more: Any,
) -> Dispute:
    """Write a dispute with its dossier, and the notices that are owed of it."""
    now = timezone.now()
    text = dossier.build_dossier(
        table_id,
        round_.pk if round_ else None,
        ticket_id,
        about=player.pk if player else None,
        at=now,
    )
    filed = Dispute.objects.create(
        kind=kind,
        table_id=table_id,
        round=round_,
        ticket_id=ticket_id,
        player=player,
        filed_by=by,
        words=words,
        dossier=text,
        dossier_hash=dossier.hash_of(text),
        filed_at=now,
        **more,
    )
    _notify(filed, Notice.Kind.FILED, by=by, words=words)
    return filed


def _notify(
    filed: Dispute,
    kind: Notice.Kind,
    *,
    by: Player,
    to: int | None = None,
    **more: str | int | None,
) -> None:
    """Write the notice of a dispute to whom it is owed (MC-INC-02), or `to` an inspector."""
    about, now = f"dispute:{filed.pk}:{kind}", timezone.now()
    detail = {
        "dispute": filed.pk,
        "what": filed.kind,
        "round": filed.round.number if filed.round else None,
        "ticket": filed.ticket_id,
        **more,
    }
    if to is None:
        notices.notify_of_incident(
            about,
            kind,
            clause="MC-INC-02",
            table_id=filed.table_id,
            detail=detail,
            by=by.pk,
            at=now,
        )
        return
    notices.write(
        about,
        kind,
        addressee=Notice.Addressee.INSPECTOR,
        person_id=to,
        clause="MC-EQ-36",
        table_id=filed.table_id,
        detail=detail,
        by=by.pk,
        at=now,
    )


def take_up(dispute_id: int, *, operator: Player) -> Dispute:
    """Take a dispute up for games management; one that is under review already stays as it is.

    Refuses as `rule_on_dispute` does.
    """
    with transaction.atomic(durable=True):
        found = _lock(dispute_id)
        check_may_decide(found, operator)
        if found.state == Dispute.State.FILED:
            _take_up(found, operator)
            found.save(update_fields=["state", "taken_by", "taken_at"])
    return found


def _take_up(found: Dispute, operator: Player) -> None:
    found.state = Dispute.State.REVIEW
    found.taken_by, found.taken_at = operator, timezone.now()


def rule_on_dispute(
    dispute_id: int,
    *,
    operator: Player,
    upheld: bool,
    corrections: Mapping[int, int],
    reason: str,
    order: UUID,
) -> Dispute:
    """Decide a dispute, with the minor units that each player is given or gives back (MC-INC-03).

    Up to `CORRECTION_BY_ONE` in all it is final at once, and without appeal (MC-INC-04); above,
    once a second person has seconded it (`second_ruling`). The same order again is the same ruling.
    Refuses `not_management` without the permission, `own_dispute` to a person who filed it,
    played in the round or would gain, `served_there` to one who served the table then,
    `dispute_decided`,
    `rejected_moves_nothing`, `not_concerned` for a correction of anybody else. Raises
    `ledger.Overdrawn` where a player has not what he is to give back.
    """
    moves = {player: amount for player, amount in corrections.items() if amount}
    with transaction.atomic(durable=True):
        found = _lock(dispute_id)
        if (earlier := DisputeRuling.objects.filter(order=order).first()) is not None:
            if (earlier.dispute_id, earlier.by_id) != (found.pk, operator.pk):
                raise Refused("order_used")
            return found
        check_may_decide(found, operator)
        if moves and not upheld:
            raise Refused("rejected_moves_nothing")
        if not moves.keys() <= concerned_players(found).keys():
            raise Refused("not_concerned")
        ruling = DisputeRuling.objects.create(
            dispute=found,
            order=order,
            upheld=upheld,
            reason=reason,
            by=operator,
            at=timezone.now(),
        )
        DisputeCorrection.objects.bulk_create(
            DisputeCorrection(ruling=ruling, player_id=player, amount=amount)
            for player, amount in sorted(moves.items())
        )
        if sum(map(abs, moves.values())) <= settings.CORRECTION_BY_ONE:
            _decide(found, ruling, None)
        elif found.state == Dispute.State.FILED:
            _take_up(found, operator)
            found.save(update_fields=["state", "taken_by", "taken_at"])
    return found


def second_ruling(ruling_id: int, *, operator: Player) -> Dispute:
    """Second a ruling that wants another person than the one who made it; then it is final.

    Seconding again as the same person changes nothing. Refuses as `rule_on_dispute` does,
    `no_dispute` for an unknown ruling, `four_eyes` to the person who ruled, and `ruling_replaced`
    where another ruling came after.
    """
    with transaction.atomic(durable=True):
        ruling = DisputeRuling.objects.select_related("by").filter(pk=ruling_id).first()
        if ruling is None:
            raise Refused("no_dispute")
        found = _lock(ruling.dispute_id)
        if found.ruling_id == ruling_id and found.seconded_by_id == operator.pk:
            return found
        check_may_second(found, ruling, operator)
        _decide(found, ruling, operator)
    return found


def check_may_second(found: Dispute, ruling: DisputeRuling, operator: Player) -> None:
    """Refuse a person who may not second this ruling; see `second_ruling`."""
    check_may_decide(found, operator)
    if ruling_to_second(found) != ruling:
        raise Refused("ruling_replaced")
    if ruling.by_id == operator.pk:
        raise Refused("four_eyes")


def ruling_to_second(found: Dispute) -> DisputeRuling | None:
    """Return the ruling of an undecided dispute that waits for a second person."""
    if found.state == Dispute.State.DECIDED:
        return None
    return found.rulings.order_by("-pk").first()


def _decide(found: Dispute, ruling: DisputeRuling, seconded_by: Player | None) -> None:
    """Make a ruling final, and move what it moves; assumes the dispute's lock."""
    now = timezone.now()
    if found.state == Dispute.State.FILED:
        _take_up(found, ruling.by)
    found.state, found.ruling, found.decided_at = Dispute.State.DECIDED, ruling, now
    found.seconded_by = seconded_by
    found.save(
        update_fields=["state", "taken_by", "taken_at", "ruling", "decided_at", "seconded_by"]
    )
    _announce_decision(found)
    corrections = list(ruling.corrections.all())
    _notify(
        found,
        Notice.Kind.RULED,
        by=ruling.by,
        upheld=int(ruling.upheld),
        reason=ruling.reason,
        moved=sum(each.amount for each in corrections),
        second=seconded_by.username if seconded_by else None,
        minutes=int((now - found.filed_at) / timedelta(minutes=1)),
    )
    if corrections:
        _correct(found, corrections, seconded_by or ruling.by)


def _announce_decision(found: Dispute) -> None:
    """Record who must read the decision, and push it to their open tables."""
    players = list(concerned_players(found))
    DisputeReader.objects.bulk_create(
        DisputeReader(dispute=found, player_id=player) for player in players
    )
    number = found.round.number if found.round else None
    shown = codec.encode(outgoing.DecisionShown(found.pk, found.table.name, number))
    for player in players:
        run_on_commit(publish.purse, parties.party_of(player), shown)


def _correct(found: Dispute, corrections: list[DisputeCorrection], by: Player) -> None:
    """Move chips between the house and the players, and show these what they have then."""
    house = postings.capital_account(found.table.currency)
    wallets = dict(
        Wallet.objects.filter(
            player_id__in=[each.player_id for each in corrections], currency=found.table.currency
        ).values_list("player_id", "account_id")
    )
    posted = ledger.post(
        uuid5(_ENTRIES, str(found.pk)),
        [
            ledger.Leg(house, wallets[each.player_id], each.amount, "correction")
            if each.amount > 0
            else ledger.Leg(wallets[each.player_id], house, -each.amount, "correction")
            for each in corrections
        ],
        cause="dispute",
        reference=f"dispute:{found.pk}",
        operator=str(by.pk),
    )
    for player_id, account in wallets.items():
        shown = codec.encode(outgoing.WalletShown(posted.balances[account], 0))
        run_on_commit(publish.purse, parties.party_of(player_id), shown)


def concerned_players(found: Dispute) -> dict[int, str]:
    """Return the players whom a dispute concerns, with their names.

    Only they are corrected, and each is owed the decision.
    """
    ids: set[int]
    if found.player_id is not None:
        ids = {found.player_id}
    else:
        ids = {found.ticket.player_id} if found.ticket else set()
        ids |= _played(found)
    named = Player.objects.filter(pk__in=ids).only("username")
    return {each.pk: each.username for each in named.order_by("username")}


def _played(found: Dispute) -> set[int]:
    """Return who played in the round of a dispute."""
    if found.round_id is None:
        return set()
    moved = round_record.round_postings(found.round_id)
    ends = {end.party for each in moved for end in (each.debit, each.credit)}
    named = timeline.parties_of(timeline.recorded_events(found.round_id))
    return {int(party) for party in {*ends, *named} if party is not None}


def check_may_decide(found: Dispute, operator: Player) -> None:
    """Refuse a person who may not decide a dispute or is part of it; see `rule_on_dispute`."""
    if not operator.has_perm(DECIDE):
        raise Refused("not_management")
    if operator.pk in {found.filed_by_id, *concerned_players(found), *_played(found)}:
        raise Refused("own_dispute")
    since, until = found.filed_at, found.filed_at
    if found.round is not None:
        since, until = found.round.opened_at, found.round.closed_at or found.filed_at
    served = Assignment.objects.filter(
        Q(until=None) | Q(until__gte=since),
        table=found.table_id,
        person=operator,
        since__lte=until,
    )
    if served.exists():
        raise Refused("served_there")
    if found.state == Dispute.State.DECIDED:
        raise Refused("dispute_decided")


def _lock(dispute_id: int) -> Dispute:
    """Return a dispute, locked until the transaction ends."""
    locked = Dispute.objects.select_for_update(no_key=True, of=("self",)).defer("dossier")
    found = locked.select_related("table", "round", "ticket").filter(pk=dispute_id).first()
    if found is None:
        raise Refused("no_dispute")
    return found


def mark_read(
    player_id: int, *, dispute_id: int | None = None, round_id: int | None = None
) -> None:
    """Note that a player has read a decision, those about a round, or else all of theirs.

    The first reading counts: what was read before keeps its time.
    """
    unread = DisputeReader.objects.filter(player=player_id, read_at=None)
    if dispute_id is not None:
        unread = unread.filter(dispute=dispute_id)
    if round_id is not None:
        unread = unread.filter(dispute__round=round_id)
    unread.update(read_at=timezone.now())
