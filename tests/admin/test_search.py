"""The search of the whole office: what it finds, for whom, and what it costs."""

import json
from typing import Any, Final

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.backoffice.search.page import SHOWN
from casino.backoffice.search.sources import LONGEST, SOURCES, SearchTerm
from casino.i18n import money
from casino.players.models import CashRequest, CounterReceipt, Department, Player
from tables.history import round_search
from tables.history.round_search import RoundQuery
from tables.models import Dispute, Round, RuleSet, Table, Ticket, Voucher
from tests.admin.office import queries, sign_in, url
from tests.api.asking import win
from tests.floor import House

PAGE: Final = "/admin/search/"
FEW: Final = {Table, RuleSet}
"""Models whose rows a house has few of: a part of their name is looked for in each."""
MOST: Final = 60
"""Queries of a search of everything."""


def groups(client: Client, text: str, language: str = "en") -> dict[str, Any]:
    """Return the groups that a search shows, by the model's name."""
    page = client.get(PAGE, {"q": text}, headers={"accept-language": language})
    assert page.status_code == 200
    return {group.name: group.content for group in page.context["groups"]}


def finds(client: Client, text: str, row: Model) -> bool:
    """Tell whether a search shows a row, as a link to its page."""
    found = groups(client, text).get(str(row._meta.model_name))
    link = f'href="{url(type(row), "change", row)}"'
    return found is not None and any(link in cells[0] for cells in found.rows)


@pytest.mark.parametrize(
    ("text", "number", "amount"),
    [
        ("42", 42, None),
        ("#42", 42, None),
        ("9" * 19, None, None),
        ("17,50", None, 17_50),
        ("1 234,50", None, 1_234_50),
        ("1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,50", None, 1_234_567_50),
        ("1,234.50", None, 1_234_50),
        ("12 34,50", None, None),
        ("17,50 ann", None, None),
        ("9" * 15 + ",00", None, 999_999_999_999_999_00),
        ("ann", None, None),
        ("²", None, None),
    ],
)
def test_a_term_is_read_as_it_is_written(text: str, number: int | None, amount: int | None) -> None:
    term = SearchTerm(text)
    assert (term.number, term.amount) == (number, amount)


@pytest.mark.parametrize("text", ["1,234.50", "1 234,50", "1\N{NO-BREAK SPACE}234,50"])
def test_the_rounds_search_reads_amounts_as_they_are_shown(text: str) -> None:
    assert round_search.parse_query(text) == RoundQuery(amount=1_234_50)
    assert round_search.parse_query("2 234 567,50") == RoundQuery(amount=2_234_567_50)


def test_everything_is_found_by_what_an_operator_has_in_hand(furnished: House) -> None:
    client = sign_in("reader")
    ann, table = furnished.player("ann"), furnished.table
    round_ = Round.objects.filter(table=table).earliest("pk")
    ticket, voucher = Ticket.objects.latest("pk"), Voucher.objects.earliest("at")
    dispute, rules = Dispute.objects.earliest("pk"), RuleSet.objects.earliest("pk")
    receipt = CounterReceipt.objects.get()
    request = CashRequest.objects.get(pk=receipt.request_id)
    wanted: list[tuple[str, Model]] = [
        ("ANN", ann),
        ("an", ann),
        (ann.display_name.upper(), ann),
        (ann.display_name[:3], ann),
        (table.name.lower(), table),
        (table.name[1:-1], table),
        (f"{table.name} {round_.number}", round_),
        (f"{table.pk}#{round_.number}", round_),
        ("10,00", round_),
        ("9d", round_),
        (str(ticket.pk), ticket),
        (money(ticket.amount), ticket),
        ("Ann", ticket),
        (str(voucher), voucher),
        (money(voucher.amount), voucher),
        (str(request.pk), request),
        ("R-1", request),
        (money(request.amount), request),
        ("ann", request),
        (str(dispute.pk), dispute),
        (rules.series, rules),
        (rules.series[2:-2], rules),
    ]
    missed = [(text, row) for text, row in wanted if not finds(client, text, row)]
    assert missed == []


def test_a_group_links_to_the_list_that_answers_the_same_question(furnished: House) -> None:
    for number in range(SHOWN + 2):
        Player.objects.create_user(f"zoé{number}", password=None)
    exact = Player.objects.create_user("zoé", password=None)
    Player.objects.create_user("zoéz", password=None)
    client = sign_in("reader")
    found = groups(client, "Zoé")["player"]
    assert len(found.rows) == SHOWN
    assert f">{exact.username}<" in found.rows[0][0], "what matches exactly is first"
    words, address = found.more
    assert words == "See all in the list"
    assert client.get(address).context["cl"].result_count == SHOWN + 4


@pytest.mark.parametrize("text", ["1", "ann", "10,00"])
def test_each_list_finds_by_itself_what_the_search_finds_in_it(furnished: House, text: str) -> None:
    client = sign_in("superuser")
    page = client.get(PAGE, {"q": text})
    assert page.context["groups"]
    models = {str(model._meta.model_name): model for model in SOURCES}
    for group in page.context["groups"]:
        model = models[group.name]
        listed = client.get(
            url(model, "changelist"), {"q": text, **SOURCES[model].filters}
        ).context["cl"]
        assert listed.result_count >= len(group.content.rows), group.name


def test_each_list_is_asked_only_for_those_who_may_read_it(furnished: House) -> None:
    clerk = Client(headers={"accept-language": "en"})
    person = Player.objects.create_user("carl", password=None, is_staff=True)
    clerk.force_login(person)
    assert groups(clerk, "ann") == {}
    page = clerk.get(PAGE)
    assert page.context["hints"] == []
    assert "You may read none of the lists" in page.content.decode()
    for model in SOURCES:
        code = f"view_{model._meta.model_name}"
        person.user_permissions.set(Permission.objects.filter(codename=code))
        with CaptureQueriesContext(connection) as asked:
            found = groups(clerk, "1") | groups(clerk, "ann")
        assert found.keys() <= {model._meta.model_name}
        others = [each for each in SOURCES if each not in (model, Player, Table, RuleSet, Round)]
        read = " ".join(each["sql"] for each in asked)
        assert not any(f'FROM "{each._meta.db_table}"' in read for each in others), model
    assert Client().get(PAGE, {"q": "ann"}).status_code == 302


def test_nothing_secret_is_searched_or_shown(furnished: House) -> None:
    """No code or hash of a ticket, no key of a shoe, no card of a round in play."""
    client = sign_in("superuser")
    ticket = Ticket.objects.latest("pk")
    for text in (ticket.hash, ticket.hash[:12], "2h"):
        assert groups(client, text) == {}, text
    assert ticket.hash not in client.get(PAGE, {"q": str(ticket.pk)}).content.decode()
    for model in SOURCES:
        shown = {str(each) for each in admin.site.get_model_admin(model).list_display}
        assert not shown & {"hash", "password", "dossier"}


def test_a_dispute_that_its_reader_may_not_read_is_not_found(furnished: House) -> None:
    """What a list leaves out for a person, the search leaves out too."""

    machines = Group.objects.create(name="of the machines")
    Department.objects.create(group=machines, name=Department.Name.MACHINES)
    person = Player.objects.create_user("carl", password=None, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="view_dispute"))
    client = Client()
    client.force_login(person)
    dispute = Dispute.objects.exclude(table__rules__game="automatic_games").earliest("pk")
    assert finds(client, str(dispute.pk), dispute)
    person.groups.add(machines)
    assert not finds(client, str(dispute.pk), dispute)


def test_a_search_is_bounded_and_costs_the_same_however_many_rows_there_are(
    furnished: House,
) -> None:
    client = sign_in("superuser")
    pages = [f"{PAGE}?q={text}" for text in ("ann", "1", "10,00", "9d", "x")]
    for page in pages:
        queries(client, page)
    before = [queries(client, page) for page in pages]
    assert max(before) <= MOST
    win(furnished, "ann")
    Player.objects.create_user("anna", password=None)
    assert [queries(client, page) for page in pages] == before
    text = "x" * (LONGEST + 1)
    with CaptureQueriesContext(connection) as asked:
        long = client.get(PAGE, {"q": text}, headers={"accept-language": "en"})
    assert not any(text.upper() in each["sql"].upper() for each in asked)
    assert long.context["groups"] == []
    assert "at most 100 characters" in long.content.decode()


@pytest.mark.parametrize("text", ["", "é%_'\"", "\0", "-1", "9" * 40, "20261399-1-1", "1#" * 9])
def test_any_text_is_answered(furnished: House, text: str) -> None:
    client = sign_in("superuser")
    page = client.get(PAGE, {"q": text}, headers={"accept-language": "en"})
    assert page.status_code == 200
    assert [each["name"] for each in page.context["hints"]][:2] == [
        "Players",
        "Requests at the cage",
    ]


def plan(sql: str) -> list[dict[str, Any]]:
    """Return the nodes of a query's plan where rows would be looked through only at need."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        (found,) = cursor.fetchone()
        cursor.execute("SET LOCAL enable_seqscan = on")
    read = json.loads(found) if isinstance(found, str) else found
    todo, nodes = [read[0]["Plan"]], []
    while todo:
        nodes.append(node := todo.pop())
        todo += node.get("Plans", [])
    return nodes


@pytest.mark.parametrize("text", ["1", "ann", "Ann", "10,00", "20261125-1-1", "r-1"])
def test_an_index_serves_each_condition(furnished: House, text: str) -> None:
    term = SearchTerm(text)
    slow = []
    for model, source in SOURCES.items():
        if model in FEW or model is Round:
            continue
        matches = source.find(term)
        for condition in (*matches.exact, *matches.similar):
            rows = model._base_manager.filter(condition).values("pk")
            with CaptureQueriesContext(connection) as asked:
                list(rows)
            for each in asked:
                slow += [
                    (model, str(condition), node)
                    for node in plan(each["sql"])
                    if node.get("Relation Name", "") == model._meta.db_table
                    and not node.keys() & {"Index Cond", "Recheck Cond"}
                ]
    assert slow == []
