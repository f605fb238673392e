"""The floor's parts of the office's opening page, each behind its permission."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Final
from urllib.parse import quote

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.text import capfirst

from casino.backoffice.dashboard import (
    BlockContent,
    Column,
    Figure,
    Item,
    alarm,
    block,
    pending_work,
)
from casino.backoffice.model_admin import link
from casino.i18n import Words, both, money
from casino.players.models import Player
from casino.staff import rights
from tables.announcements import services as announcements
from tables.cage import floats
from tables.dashboard import live_tables, pending, room
from tables.dashboard import table_duties as duties
from tables.disputes import services as disputes
from tables.disputes.admin import readable_by
from tables.equipment import stock
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.incidents import pauses
from tables.investigations import services as investigations
from tables.jackpots import claims
from tables.models import Anomaly, Case, Claim, Round, RuleSetDraft, Table
from tables.office.columns import HIDDEN, duty_name
from tables.office.figures import format_labelled, format_number, format_share, format_span
from tables.revenue import earnings, reports
from tables.revenue.admin.report_charts import takings_of_the_week
from tables.rows import notices
from tables.rules import services as rules
from tables.staff.authority import INSPECT, OPERATE, may_count_floats

VIEW: Final = "tables.view_"


def _order(name: str, table_id: int) -> str:
    return f"{reverse('admin:tables_table_order', args=[name])}?tables={table_id}"


@pending_work(claims.SUPERVISE)
def jackpots(person: Player) -> Iterator[Item]:
    """Claims to jackpots that this supervisor may approve."""
    waiting = Claim.objects.filter(supervised=True, payment=None).select_related("jackpot")
    for claim in waiting.order_by("pk")[:20]:
        if claims.may_approve(claim.pk, person):
            yield Item(
                format_labelled(claim.jackpot.name, both("gain à approuver", "win to be approved")),
                reverse("admin:tables_claim_approve", args=[claim.pk]),
            )


@pending_work(disputes.DECIDE, VIEW + "dispute")
def undecided_disputes(person: Player) -> Iterator[Item]:
    """Disputes that this person may decide or second."""
    for found in pending.undecided_disputes()[:20]:
        proposed = disputes.ruling_to_second(found)
        if proposed is not None and proposed.by_id == person.pk:
            continue
        try:
            disputes.check_may_decide(found, person)
        except Refused:
            continue
        text = (
            both("contestation à trancher", "dispute to be decided")
            if proposed is None
            else both("décision à confirmer", "ruling to be seconded")
        )
        yield Item(
            format_labelled(f"{found.table.name}, {both('n°', 'no.')} {found.pk}", text),
            reverse("admin:tables_dispute_change", args=[found.pk]),
        )


@pending_work(investigations.DECIDE)
def open_cases(person: Player) -> Iterator[Item]:
    """Cases of the watch that nobody has closed."""
    if number := Case.objects.filter(closed=None).exclude(players=person).count():
        yield Item(
            both("Dossiers de surveillance à examiner", "Cases to look at"),
            reverse("admin:tables_case_changelist"),
            number,
        )


@pending_work(announcements.ANSWER)
def announcements_to_answer(person: Player) -> Iterator[Item]:
    """Written announcements that the games management is to endorse or decline."""
    for each in pending.unanswered_announcements():
        text = both("annonce écrite de", "written announcement of")
        yield Item(
            format_labelled(each.table.name, f"{text} {each.player}"),
            reverse("admin:tables_writtenannouncement_change", args=[each.pk]),
        )


@pending_work(INSPECT)
def counted_levies(person: Player) -> Iterator[Item]:
    """Levies that another has counted at a table where this person is the inspector."""
    for each in pending.levies_to_sign(person.pk):
        text = both("cagnotte à signer", "levy to be signed for")
        yield Item(format_labelled(each.table.name, text), _order("cash_levy", each.table_id))


@pending_work()
def table_duties(person: Player) -> Iterator[Item]:
    """What the tables want to be opened and closed, as far as it is this person's to do."""
    found = [each for each in duties.table_duties() if each.is_for(person)]
    yield from room.items(found)


@pending_work(OPERATE)
def incidents(person: Player) -> Iterator[Item]:
    """Incidents that were submitted in a round in play."""
    for each in pending.undecided_incidents():
        assert each.table is not None
        yield Item(
            format_labelled(each.table.name, both("incident à trancher", "incident to be ruled")),
            reverse("admin:tables_table_change", args=[each.table_id]),
        )


@pending_work(OPERATE)
def tables_to_resume(person: Player) -> Iterator[Item]:
    """Tables that are paused."""
    for table in Table.objects.filter(status=Table.Status.PAUSED).order_by("name"):
        yield Item(
            format_labelled(
                table.name, both("à reprendre ou à annuler", "to be resumed or voided")
            ),
            reverse("admin:tables_table_change", args=[table.pk]),
        )


@pending_work(OPERATE)
def late_tables(person: Player) -> Iterator[Item]:
    """Tables at which nothing has happened since their clock ran out."""
    for table_id, name, since in pending.late_tables():
        text = both("horloge échue depuis", "clock run out since")
        yield Item(
            format_labelled(name, f"{text} {timezone.localtime(since):%H:%M}"),
            reverse("admin:tables_table_change", args=[table_id]),
        )


@pending_work("tables.agree_to_rules")
def rules_to_agree(person: Player) -> Iterator[Item]:
    """Drafts of rules to which the state's control is to agree."""
    for draft in RuleSetDraft.objects.order_by("changed_at")[:50]:
        if rules.options_to_agree(draft) and not rules.has_edited(draft, person):
            yield Item(
                format_labelled(str(draft), both("accord demandé", "agreement asked for")),
                reverse("admin:tables_rulesetdraft_agree", args=[draft.pk]),
            )


@pending_work(stock.ENDORSE)
def registers_to_endorse(person: Player) -> Iterator[Item]:
    """Registers of equipment with entries that the state's control has not seen."""
    for register, entries in pending.unendorsed_registers():
        yield Item(
            both("Registre à viser", "Register to be endorsed")
            + f" ({register.get_category_display()})",
            reverse("admin:tables_equipmentregister_endorse", args=[register.pk]),
            entries,
        )


@pending_work(stock.DESTROY)
def sets_to_announce(person: Player) -> Iterator[Item]:
    """Dice and cards that were withdrawn, of which the control has no notice of destruction."""
    if sets := pending.sets_to_announce():
        ids = ",".join(str(each.pk) for each in sets)
        yield Item(
            both("Matériel retiré, destruction à annoncer", "Withdrawn equipment to be announced"),
            f"{reverse('admin:tables_equipmentset_order', args=['announce'])}?sets={ids}",
            len(sets),
        )


@pending_work(INSPECT)
def sets_to_destroy(person: Player) -> Iterator[Item]:
    """Dice and cards whose destruction was announced long enough ago, by another person."""
    if sets := pending.sets_to_destroy(person.pk):
        ids = ",".join(str(each.pk) for each in sets)
        yield Item(
            both("Matériel à détruire devant vous", "Equipment to be destroyed before you"),
            f"{reverse('admin:tables_equipmentset_order', args=['destroy'])}?sets={ids}",
            len(sets),
        )


@alarm(VIEW + "table")
def tables_without_generator(person: Player) -> Iterator[Item]:
    """Tables that wait because the generator makes nothing."""
    for table in Table.objects.filter(no_chance=True).order_by("name"):
        yield Item(
            format_labelled(table.name, both("attend le générateur", "waits for the generator")),
            reverse("admin:tables_table_change", args=[table.pk]),
        )


@alarm(rights.DECIDE)
def duties_of_nobody(person: Player) -> Iterator[Item]:
    """Who is wanted at the tables for what nobody of the staff may do, and for how many duties."""
    wanted = Counter(duties.roles_without_staff(duties.table_duties()))
    for role, number in sorted(wanted.items()):
        yield Item(
            format_labelled(
                capfirst(role),
                both("personne ne peut faire ce qui attend", "nobody may do what waits"),
            ),
            reverse("admin:auth_group_changelist"),
            number,
        )


@alarm(VIEW + "table")
def paused_tables(person: Player) -> Iterator[Item]:
    """Tables at which a step failed again and again: they wait to be resumed or voided."""
    for table in Table.objects.filter(status=Table.Status.PAUSED).order_by("name"):
        found = pauses.last_pause(table.pk)
        since = f" {timezone.localtime(found.at):%H:%M}" if found else ""
        yield Item(
            format_labelled(table.name, both("suspendue depuis", "paused since") + since),
            reverse("admin:tables_table_change", args=[table.pk]),
        )


@alarm(VIEW + "dispute")
def tables_kept_closed(person: Player) -> Iterator[Item]:
    """Tables that do not open before an incident is decided."""
    for found in readable_by(person, pending.undecided_disputes().filter(closes_table=True)):
        yield Item(
            format_labelled(
                found.table.name,
                both("fermée jusqu’à la décision", "closed until it is decided"),
            ),
            reverse("admin:tables_dispute_change", args=[found.pk]),
        )


@alarm(VIEW + "anomaly")
def anomalies(person: Player) -> Iterator[Item]:
    """Refusals of players that have piled up since yesterday."""
    since = timezone.now() - timedelta(days=1)
    if number := Anomaly.objects.filter(at__gte=since).count():
        yield Item(
            both("Anomalies depuis 24 heures", "Anomalies in the last 24 hours"),
            reverse("admin:tables_anomaly_changelist"),
            number,
        )


@alarm(VIEW + "betwatch")
def bets_that_differ(person: Player) -> Iterator[Item]:
    """Bets that pay players more than their prices say, beyond chance."""
    for each in earnings.differing_bets():
        wording = GAMES[each.game].wording
        yield Item(
            format_labelled(
                each.table,
                both("paie plus que son prix, ", "pays more than its price, ")
                + both(*wording.bet_name(each.bet)),
            ),
            f"{reverse('admin:tables_betwatch_changelist')}?q={quote(each.table)}",
        )


@alarm(VIEW + "notice")
def unsent_notices(person: Player) -> Iterator[Item]:
    """Notices to the state's control that should have been mailed by now."""
    if number := notices.count_overdue():
        yield Item(
            both("Avis au contrôle en retard", "Notices to the control overdue"),
            reverse("admin:tables_notice_changelist"),
            number,
        )


REPORT: Final = VIEW + "takings"


@block(Words("Recettes", "Takings"), REPORT)
def takings(person: Player) -> BlockContent:
    """What the house took today and in the last seven days, by currency."""
    today, week = (
        reports.totals_by_currency(reports.house_today()),
        reports.totals_by_currency(reports.last_days(7)),
    )
    figures = []
    for currency in sorted(week):
        now, seven = today.get(currency, reports.Sums()), week[currency]
        many = f" ({currency})" if len(week) > 1 else ""

        def figure(fr: str, en: str, value: str, seven: str, many: str = many) -> Figure:
            return Figure(both(fr, en) + many, value, f"{both('7 jours', '7 days')} {seven}")

        figures += [
            figure(
                "Produit brut, aujourd’hui",
                "Gross gaming revenue, today",
                money(now.won),
                money(seven.won),
            ),
            figure("Misé", "Staked", money(now.staked), money(seven.staked)),
            figure("Retenue", "Hold", format_share(now.hold), format_share(seven.hold)),
            figure("Change", "Drop", money(now.drop), money(seven.drop)),
            figure("Coups", "Rounds", format_number(now.rounds), format_number(seven.rounds)),
        ]
    return BlockContent(figures=figures, charts=list(takings_of_the_week()), more=_reports())


def _reports() -> tuple[str, str]:
    return both("Rapports", "Reports"), reverse("admin:tables_takings_report")


@block(Words("Tables en jeu", "Live tables"), VIEW + "table")
def floor(person: Player) -> BlockContent:
    """The tables that are not closed."""
    found, closed = live_tables.open_tables()
    may = {name: person.has_perm(VIEW + name) for name in ("assignment", "box", "round", "takings")}
    sees_floats = any(person.has_perm(each) for each in floats.SEE)
    may_count = may_count_floats(person)
    columns = [
        Column(both("Table", "Table")),
        Column(both("Jeu", "Game")),
        Column(both("État", "State")),
        *([Column(both("En service", "Serving"))] if may["assignment"] else []),
        *([Column(both("Joueurs", "Players"), number=True)] if may["box"] else []),
        *([Column(both("Coup", "Round"), number=True)] if may["round"] else []),
        *([Column(both("Encaisse", "Float"), number=True)] if sees_floats else []),
        *([Column(both("Aujourd’hui", "Today"), number=True)] if may["takings"] else []),
    ]
    rows = [
        [
            link(Table, each.row.pk, each.row.name),
            both(*GAMES[each.game].wording.name),
            _state(each.row),
            *([_serving(each)] if may["assignment"] else []),
            *([str(each.players)] if may["box"] else []),
            *([_round(each.row)] if may["round"] else []),
            *([_float(each, may_count)] if sees_floats else []),
            *([_chips(each, each.won)] if may["takings"] else []),
        ]
        for each in found
    ]
    note = both("fermées", "closed")
    return BlockContent(
        columns=columns,
        rows=rows,
        note=f"{closed} {note}" if closed else "",
        more=(both("La salle", "The room"), reverse("admin:tables_table_room")),
    )


def _chips(each: live_tables.LiveTable, amount: int | None) -> str:
    """Return an amount; for a practice table, whose chips are no money, say so instead."""
    if each.row.practice or amount is None:
        return both("école", "practice")
    return money(amount)


def _float(each: live_tables.LiveTable, may_count: bool) -> str:
    if floats.is_hidden(each.row.rules_id, count_owed=each.count_owed, may_count=may_count):
        return format_html('<span class="wraps">{}</span>', HIDDEN.text())
    return _chips(each, each.row.float_account.balance)


def _state(row: Table) -> str:
    return format_html('<span class="state {}">{}</span>', row.status, row.get_status_display())


def _serving(each: live_tables.LiveTable) -> str:
    return ", ".join(f"{name} ({duty_name(duty)})" for duty, name in each.staff) or "-"


def _round(row: Table) -> str:
    if row.round is None:
        return "-"
    running = row.round.status == Round.Status.RUNNING
    mark = mark_safe(' <span class="live">●</span>') if running else ""
    return format_html("{}{}", link(Round, row.round_id, str(row.round.number)), mark)


@block(Words("Qui joue", "Who plays"), "players.view_stay")
def players(person: Player) -> BlockContent:
    """Who is at the tables now."""
    found = live_tables.present_players()
    may = {name: person.has_perm(f"players.view_{name}") for name in ("player", "played")}
    columns = [
        Column(both("Joueur", "Player")),
        Column(both("Depuis", "Since")),
        Column(both("Places", "Boxes")),
        *(
            [
                Column(both("Misé aujourd’hui", "Staked today"), number=True),
                Column(both("Résultat", "Net"), number=True),
            ]
            if may["played"]
            else []
        ),
    ]
    rows = [
        [
            link(Player, each.player_id, each.username) if may["player"] else each.username,
            f"{timezone.localtime(each.since):%H:%M}",
            ", ".join(each.tables) or "-",
            *([money(each.staked), money(each.net)] if may["played"] else []),
        ]
        for each in found
    ]
    return BlockContent(
        columns=columns,
        rows=rows,
        note="" if rows else both("Personne n’est à une table.", "Nobody is at a table."),
    )


def _by_prices(row: reports.Row) -> str:
    """Return what the prices of the bets say is returned of what was staked."""
    found, staked = row.expected, row.sums.staked
    if found is None or not staked:
        return "-"
    return format_span(format_share, 1 - found.most / staked, 1 - found.least / staked)


@block(Words("Rendement des jeux, 30 jours", "Return of the games, 30 days"), REPORT)
def observed_returns(person: Player) -> BlockContent:
    """What each game returned of what was staked, beside what its prices say."""
    found = reports.build_report("game", reports.last_days(30))
    rows = [
        [
            both(*GAMES[row.label].wording.name),
            format_number(row.sums.rounds),
            money(row.sums.staked),
            money(row.sums.won),
            format_share(1 - row.sums.hold) if row.sums.hold is not None else "-",
            _by_prices(row),
        ]
        for row in found.rows
        if row.sums.rounds or row.sums.staked
    ]
    return BlockContent(
        columns=[
            Column(both("Jeu", "Game")),
            Column(both("Coups", "Rounds"), number=True),
            Column(both("Misé", "Staked"), number=True),
            Column(both("Produit brut", "Revenue"), number=True),
            Column(both("Rendu", "Returned"), number=True),
            Column(both("Selon les prix", "By the prices"), number=True),
        ],
        rows=rows,
        note="" if rows else both("Rien n’a été joué.", "Nothing was played."),
        more=_reports(),
    )
