"""What the office tells of rule sets: options with their clauses, differences, prices, history."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from django.urls import reverse
from django.utils.html import format_html, format_html_join

from casino.backoffice.model_admin import link
from casino.i18n import both, is_french, moment
from tables.games import GAMES
from tables.games.core.options import Choice, Proposal
from tables.games.core.price import UNITS, Price
from tables.games.core.protocol import Wording
from tables.games.core.texts import Clause
from tables.models import RuleSet, RuleSetDraft, RuleSetEvent, Table
from tables.rules import options, returns
from tables.rules import services as rules

WIDE_TABLE: Final = '<div class="inline-group" tabindex="0"><table><tr>{}</tr>{}</table></div>'
"""Scrolls by itself where the screen is narrower; with its head and its rows."""


def not_allowed_text(clause: str, text: Clause | None) -> str:
    """Return that a clause allows no such value, in the operator's language."""
    return both(
        f"Le texte ne permet pas cette valeur : {clause}" + (f", « {text.fr} »." if text else "."),
        f"The text does not allow this value: {clause}" + (f", “{text.en}”." if text else "."),
    )


def option_notes(choice: Choice, text: Clause | None) -> str:
    """Return what stands beside an option: its hint, what is allowed, who decides, the clause."""
    kinds = {
        "operator": both("au choix de la maison", "the house’s choice"),
        "interpretation": both("lecture d’une ambiguïté", "a reading of an ambiguity"),
        "fixed": both("fixé par le texte", "fixed by the text"),
    }
    colon = both(" : ", ": ")
    default = options.value_in_words(choice.form, choice.default, typed=True)
    facts = [
        both("permis", "allowed") + colon + both(*options.allowed_in_words(choice)),
        both("par défaut", "default") + colon + both(*default),
        kinds[choice.kind],
    ]
    if choice.proposed is not None:
        facts.append(_proposal(choice.proposed))
    return format_html(
        "{}<br>{}<br><strong>{}</strong>{}",
        both(*choice.topic.hint),
        both(" ; ", "; ").join(facts),
        choice.clause,
        _quoted(text) if text else "",
    )


def _quoted(clause: Clause) -> str:
    """Return a clause in the operator's language, and in the one in which it binds."""
    text = both(clause.fr, clause.en)
    binding = clause.fr if clause.authentic == "fr" else clause.en
    if binding == text:
        return format_html(" <q>{}</q>", text)
    return format_html(' {}<br><q lang="{}">{}</q>', text, clause.authentic, binding)


def differences_table(before: RuleSet | None, after: RuleSet | RuleSetDraft) -> str:
    """Return what differs between two sets as a table."""
    found = rules.differences(before, after)
    if not found:
        return both("Aucune différence.", "No difference.")
    rows = format_html_join(
        "",
        "<tr><td>{}<br><code>{}</code></td><td>{}</td><td><strong>{}</strong></td>"
        "<td>{} {}</td></tr>",
        (
            (
                both(*each.choice.topic.label),
                each.option,
                _typed(each.choice, each.before),
                _typed(each.choice, each.after),
                each.choice.clause,
                both(each.clause.fr, each.clause.en) if each.clause else "",
            )
            for each in found
        ),
    )
    heads = (
        both("Option", "Option"),
        both("Avant", "Before"),
        both("Après", "After"),
        both("Clause", "Clause"),
    )
    head = format_html_join("", "<th>{}</th>", ((each,) for each in heads))
    return format_html(WIDE_TABLE, head, rows)


def _typed(choice: Choice, value: Any) -> str:
    return both(*options.value_in_words(choice.form, value, typed=True))


def event_text(event: RuleSetEvent) -> str:
    """Return what was done to a series, in the operator's language."""
    texts = {
        RuleSetEvent.Kind.DRAFTED: ("rédigé", "drafted"),
        RuleSetEvent.Kind.REVISED: ("révisé", "revised"),
        RuleSetEvent.Kind.AGREED: ("accordé par le contrôle", "agreed to by the control"),
        RuleSetEvent.Kind.DISCARDED: ("abandonné", "discarded"),
        RuleSetEvent.Kind.PUBLISHED: ("publié", "published"),
    }
    return both(*texts[RuleSetEvent.Kind(event.kind)])


def history_table(series: str) -> str:
    """Return who did what to a series, when and why, newest first."""
    return format_html_join(
        "",
        "<div>{} {} {} {} {}</div>",
        (
            (
                moment(each.at),
                event_text(each),
                link(RuleSet, each.rule_set_id, str(each.rule_set)) if each.rule_set_id else "",
                each.by,
                each.reason,
            )
            for each in RuleSetEvent.objects.filter(series=series).select_related("by", "rule_set")[
                :50
            ]
        ),
    )


def tables_of_series(series: str) -> str:
    """Return which tables will deal by the next version of a series, and which will not.

    With a link to the order by which the others will.
    """
    dealing = Table.objects.filter(rules__series=series).order_by("name")[:200]
    if not dealing:
        return both(
            "Aucune table n’en relève : la version ne vaudra que là où « Changer de règlement »"
            " la choisit.",
            "No table deals by it: the version will hold only where “Change the rules” chooses it.",
        )
    keeps = [each for each in dealing if not each.follows_series]
    ids = ",".join(str(each.pk) for each in keeps)
    order = f"{reverse('admin:tables_table_order', args=['follow_series'])}?tables={ids}"
    follow = format_html(
        ' <a href="{}">{}</a>', order, both("Suivre la série", "Follow the series")
    )
    return _tables(
        both("La prendront, dès sa date : ", "Will take it, from its date on: "),
        [each for each in dealing if each.follows_series],
    ) + _tables(both("Garderont leur version : ", "Will keep their version: "), keeps, follow)


def _tables(words: str, tables: Sequence[Table], more: str = "") -> str:
    if not tables:
        return ""
    named = format_html_join(", ", "{}", ((link(Table, each.pk, each.name),) for each in tables))
    return format_html("<p>{}{}{}</p>", words, named, more)


def favourable_bets(draft: RuleSetDraft) -> list[str]:
    """Return which bets of a draft favour the player, by how much, and what would mend each."""
    return [
        _finding_text(each, GAMES[draft.game].wording)
        for each in returns.bets_favouring_players(draft.game, draft.book, draft.options)
    ]


def _finding_text(found: returns.Finding, wording: Wording) -> str:
    price, (fr, en) = found.price, wording.bet_name(found.price.bet)
    unit_fr, unit_en = UNITS[price.unit]
    moved_by = ", ".join(_named(each) for each in found.moved_by)
    sentences = [
        both(
            f"« {fr} » avantage le joueur : la maison y perd {_per_cent(price)} {unit_fr}.",
            f"“{en}” favours the player: the house loses {_per_cent(price)} {unit_en}.",
        )
    ]
    if moved_by:
        sentences.append(both(f"Cela dépend de : {moved_by}.", f"This depends on: {moved_by}."))
    mends = both(" ; ou ", "; or ").join(_mend_text(each) for each in found.mends)
    if mends:
        sentences.append(both(f"Pour y remédier : {mends}.", f"What would mend it: {mends}."))
    return " ".join(sentences)


def _per_cent(price: Price) -> str:
    """Return what the house loses per cent, at the worst, and exactly where that is known."""
    return _written(-price.least_edge)


def signed_edge(price: Price) -> str:
    """Return the house's edge per cent; below zero it favours the player."""
    return _written(price.edge)


def _written(edge: Fraction | float) -> str:
    number = f"{100 * float(edge):.3f}"
    if is_french():
        number = number.replace(".", ",") + "\N{NO-BREAK SPACE}"
    exactly = f" ({both('exactement', 'exactly')} {edge})" if isinstance(edge, Fraction) else ""
    return f"{number}%{exactly}"


def _mend_text(mend: returns.Mend) -> str:
    named, proposed = _named(mend.choice), mend.choice.proposed
    if mend.between is not None:
        least, most = mend.between
        span = both(f"de {least} à {most}", f"from {least} to {most}")
        return f"{named} {span}" + (f" ({_proposal(proposed)})" if proposed is not None else "")
    values = both(" ou ", " or ").join(_typed(mend.choice, each) for each in mend.values)
    return f"{named} = {values}"


def _named(choice: Choice) -> str:
    return f"{both(*choice.topic.label)} ({choice.topic.name})"


def _proposal(proposed: Proposal) -> str:
    """Return the range that the catalogue proposes for an option."""
    least, most, source = proposed.least, proposed.most, proposed.source
    return both(
        f"le catalogue propose de {least} à {most}, {source}",
        f"the catalogue proposes {least} to {most}, {source}",
    )
