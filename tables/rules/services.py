"""The house's rule sets: drafted, revised, discarded, published. The only writer of them.

A draft may be changed, and no table deals by it. What is published is never changed again: the next
version follows it, and takes force at a date that its operator names. Every act has an operator and
leaves a `RuleSetEvent`. The text decides what may be chosen: `Game.amend` refuses the rest.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, connection, transaction

from casino.players.models import Player
from tables.games import GAMES
from tables.games.core.options import Choice, Several
from tables.games.core.protocol import Book, Refused
from tables.games.core.texts import Clause
from tables.models import Notice, RuleSet, RuleSetDraft, RuleSetEvent
from tables.rows import notices
from tables.rules import returns

SERIES: Final = r"\A[A-Za-z0-9](?:[A-Za-z0-9._ ’'À-ÿ-]|/(?!v[0-9]+\Z))*\Z"
"""How a series may be called; `/v2` at the end would be taken for a version."""


def key_of(series: str, version: int) -> str:
    """Return the key of a version: the first is called as its series is."""
    return series if version == 1 else f"{series}/v{version}"


def begin_draft(
    *,
    draft_id: UUID,
    series: str,
    game: str,
    book: str,
    options: Mapping[str, Any],
    operator: Player,
    reason: str = "",
    amends: str | None = None,
) -> RuleSetDraft:
    """Begin a draft, once per `draft_id`: the first of a series, or the next version of one.

    The next version amends the last one; the first may amend any set of the same text. Refuses
    `bad_series`, `another_text`, `draft_exists` while the series has a draft, and what the text
    does not allow (`invalid_option`, with the clause).
    """
    if not re.match(SERIES, series):
        raise Refused("bad_series", series=series)
    _check_text(game, book)
    try:
        with transaction.atomic():
            if found := RuleSetDraft.objects.filter(pk=draft_id).first():
                return found
            if RuleSetEvent.objects.filter(draft=draft_id).exists():
                raise Refused("no_draft")
            last = RuleSet.objects.filter(series=series).order_by("-version").first()
            base = last or (RuleSet.objects.filter(pk=amends).first() if amends else None)
            if (amends and base is None) or (last and amends not in (None, last.key)):
                raise Refused("unknown_rules", rules=amends or "")
            if base is not None and (base.game, base.book) != (game, book):
                raise Refused("another_text", rules=base.key)
            check_options(game, book, options)
            begun = RuleSetDraft.objects.create(
                id=draft_id,
                series=series,
                game=game,
                book=book,
                options=_chosen(game, book, options),
                amends=base,
                changed_by=operator,
            )
            _record_event(begun, "drafted", operator, reason)
    except IntegrityError:
        # The same form, sent twice at once, or another draft of the series.
        if found := RuleSetDraft.objects.filter(pk=draft_id).first():
            return found
        raise Refused("draft_exists", series=series) from None
    return begun


def revise_draft(
    draft_id: UUID,
    *,
    revision: int,
    options: Mapping[str, Any],
    operator: Player,
    reason: str = "",
) -> RuleSetDraft:
    """Change a draft's options. Refuses `no_draft`, `draft_changed`, and as `begin_draft` does."""
    with transaction.atomic():
        found = _locked(draft_id, revision)
        check_options(found.game, found.book, options)
        found.options = _chosen(found.game, found.book, options)
        found.revision += 1
        found.changed_by = operator
        found.save()
        _record_event(found, "revised", operator, reason)
    return found


def agree_to_draft(draft_id: UUID, *, revision: int, operator: Player) -> None:
    """Agree, as the state's control, to what a draft changes; idempotent.

    Holds for the options as they are: a draft that is revised needs it anew. Refuses `no_draft`,
    `draft_changed`, `nothing_to_agree`, and `wrote_it` to a person who wrote on the draft.
    """
    with transaction.atomic():
        found = _locked(draft_id, revision)
        if not options_to_agree(found):
            if _agreed(found):
                return
            raise Refused("nothing_to_agree")
        if has_edited(found, operator):
            raise Refused("wrote_it")
        _record_event(found, "agreed", operator, "")


def options_to_agree(draft: RuleSetDraft) -> tuple[tuple[str, str], ...]:
    """Return the options of a draft to which the state's control has yet to agree, with clauses."""
    return () if _agreed(draft) else _wants_agreement(draft)


def _wants_agreement(draft: RuleSetDraft) -> tuple[tuple[str, str], ...]:
    wanted = GAMES[draft.game].options_to_approve
    if not wanted:
        return ()
    last = RuleSet.objects.filter(series=draft.series).order_by("-version").first()
    changed = {each.option for each in differences(last, draft)}
    return tuple((option, clause) for option, clause in wanted.items() if option in changed)


def _agreed(draft: RuleSetDraft) -> bool:
    agreements = RuleSetEvent.objects.filter(draft=draft.pk, kind=RuleSetEvent.Kind.AGREED)
    return agreements.filter(options=draft.options).exists()


def has_edited(draft: RuleSetDraft, person: Player) -> bool:
    """Tell whether a person edited a draft, and so may not agree to it."""
    events = RuleSetEvent.objects.filter(draft=draft.pk, by=person)
    return events.exclude(kind=RuleSetEvent.Kind.AGREED).exists()


def discard_draft(draft_id: UUID, *, operator: Player, reason: str) -> None:
    """Give a draft up; what it said stays in the history. Refuses `no_draft`."""
    with transaction.atomic():
        found = _locked(draft_id, None)
        _record_event(found, "discarded", operator, reason)
        found.delete()


def publish_draft(
    draft_id: UUID,
    *,
    revision: int,
    operator: Player,
    reason: str,
    effective_at: datetime | None = None,
) -> RuleSet:
    """Publish a draft as the next version of its series, once; in force at a date, or now.

    Refuses `no_draft`, `draft_changed` when it is not the revision that the operator has seen,
    `no_reason`, `agreement_missing` for what the state's control must agree to, `too_early` for a
    date that has passed or lies before the last version's, `favours_player` for rules that cost
    the house (`returns`), and what the text does not allow.
    """
    if not reason.strip():
        raise Refused("no_reason")
    with transaction.atomic():
        if published := RuleSet.objects.filter(draft=draft_id).first():
            return published
        try:
            found = _locked(draft_id, revision)
        except Refused:
            # Whoever held the lock may have published it.
            if published := RuleSet.objects.filter(draft=draft_id).first():
                return published
            raise
        check_options(found.game, found.book, found.options)
        for option, clause in options_to_agree(found):
            raise Refused("agreement_missing", option=option, clause=clause)
        now = _now()
        last = RuleSet.objects.filter(series=found.series).order_by("-version").first()
        at = effective_at or now
        if at < now or (last is not None and at < last.effective_at):
            earliest = max(now, last.effective_at) if last else now
            raise Refused("too_early", earliest=earliest.isoformat(timespec="seconds"))
        version = last.version + 1 if last else 1
        published = RuleSet.objects.create(
            key=key_of(found.series, version),
            game=found.game,
            book=found.book,
            options=found.options,
            amends=found.amends,
            series=found.series,
            version=version,
            draft=found.pk,
            effective_at=at,
            published_by=operator,
            reason=reason,
        )
        returns.refuse_favourable(published)
        _record_event(found, "published", operator, reason, published)
        _notify(published, last, operator, reason)
        found.delete()
    return published


def check_options(game: str, book: str, options: Mapping[str, Any]) -> None:
    """Refuse options that the text does not allow: `invalid_option`, with option and clause.

    The one place that every draft and every publication passes.
    """
    choices = GAMES[game].books[book].choices
    for name, value in options.items():
        if name in choices and not choices[name].permits(value):
            raise Refused("invalid_option", option=name, clause=choices[name].clause)
    GAMES[game].amend(book, options)


def published_in_force(key: str) -> RuleSet:
    """Return a published set by which a table may deal now.

    Refuses `unknown_rules` for a draft or nothing at all, `not_in_force` before its date, and
    `not_licensed` where the house's licence does not allow its game, or its text.
    """
    found = RuleSet.objects.filter(pk=key).first()
    if found is None:
        raise Refused("unknown_rules", rules=key)
    if found.effective_at > _now():
        at = found.effective_at.isoformat(timespec="seconds")
        raise Refused("not_in_force", rules=key, at=at)
    if not settings.PROFILE.allows(found.game, found.book):
        raise Refused("not_licensed")
    return found


def book_of(rules: RuleSet | RuleSetDraft) -> Book[Any]:
    """Return the text that a rule set or a draft amends."""
    return GAMES[rules.game].books[rules.book]


@dataclass(frozen=True, slots=True)
class Difference:
    """An option that two rule sets of one text choose differently."""

    option: str
    before: Any
    after: Any
    choice: Choice
    clause: Clause | None
    """The clause that grants it; `None` for a reading of the catalogue's, which no text has."""


def differences(before: RuleSet | None, after: RuleSet | RuleSetDraft) -> tuple[Difference, ...]:
    """Return what changes from one set to another, or from the text's defaults, option by option.

    Refuses `another_text` for sets of two texts.
    """
    if before is not None and (before.game, before.book) != (after.game, after.book):
        raise Refused("another_text", rules=before.key)
    book = book_of(after)
    clauses = {clause.id: clause for clause in book.clauses}
    old: Mapping[str, Any] = before.options if before is not None else {}
    return tuple(
        Difference(
            name,
            before_it,
            after_it,
            choice,
            clauses.get(choice.clause),
        )
        for name, choice in book.choices.items()
        if (before_it := _plain(choice, old.get(name, choice.default)))
        != (after_it := _plain(choice, after.options.get(name, choice.default)))
    )


def _notify(published: RuleSet, last: RuleSet | None, by: Player, reason: str) -> None:
    """Owe the state's control a notice of each option of which the text demands one (MC-CDF-45)."""
    game = GAMES[published.game]
    for option, clause in game.options_to_notify.items():
        before = last.options.get(option) if last else None
        after = published.options.get(option)
        if before == after:
            continue
        notices.write(
            f"option:{published.key}:{option}",
            Notice.Kind.OPTION,
            addressee=Notice.Addressee.STATE_CONTROL,
            clause=clause,
            detail={
                "rules": published.key,
                "option": option,
                "before": before,
                "after": after,
                "effective_at": published.effective_at.isoformat(timespec="seconds"),
                "reason": reason,
            },
            by=by.pk,
            at=_now(),
        )


def _now() -> datetime:
    """Return the database's clock: the house's time, by which tables take new rules too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    assert row is not None
    now: datetime = row[0]
    return now


def _check_text(game: str, book: str) -> None:
    if game not in GAMES or book not in GAMES[game].books:
        raise Refused("another_text", rules=book)


def _chosen(game: str, book: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the text's defaults, in the text's order."""
    choices = GAMES[game].books[book].choices
    return {
        name: _plain(choice, options[name])
        for name, choice in choices.items()
        if name in options and _plain(choice, options[name]) != _plain(choice, choice.default)
    }


def _plain(choice: Choice, value: Any) -> Any:
    """Return a value as JSON has it, several words in the text's order."""
    if isinstance(choice.form, Several):
        return sorted(value, key=list(choice.form.words).index)
    return list(value) if isinstance(value, tuple) else value


def _locked(draft_id: UUID, revision: int | None) -> RuleSetDraft:
    found = RuleSetDraft.objects.select_for_update().filter(pk=draft_id).first()
    if found is None:
        raise Refused("no_draft")
    if revision is not None and found.revision != revision:
        raise Refused("draft_changed", series=found.series)
    return found


def _record_event(
    draft: RuleSetDraft, kind: str, by: Player, reason: str, rule_set: RuleSet | None = None
) -> None:
    RuleSetEvent.objects.create(
        series=draft.series,
        kind=kind,
        draft=draft.pk,
        rule_set=rule_set,
        options=draft.options,
        by=by,
        reason=reason,
    )
