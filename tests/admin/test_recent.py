"""What was opened lately, on one's own opening page: lists and rows that one may still read."""

from html import escape
from typing import Final

from django.contrib.auth.models import Group, Permission
from django.test import Client

from casino.backoffice.shortcuts.recent import KEPT, RecentPage
from casino.players.models import Department, Player, Wallet
from tables.models import Dispute, Round, Table
from tests.admin.office import queries, sign_in, url
from tests.api.asking import lose
from tests.floor import House
from tests.tables.test_disputes import disputed

ROUNDS: Final = "/admin/tables/round/"


def recent(client: Client, language: str = "en") -> list[RecentPage]:
    """Return what somebody's opening page says was opened lately."""
    found: list[RecentPage] = client.get("/admin/", headers={"accept-language": language}).context[
        "recent"
    ]
    return found


def test_lists_and_rows_that_were_opened_are_named_newest_first(house: House) -> None:
    client, row = sign_in("reader"), url(Table, "change", house.table)
    assert recent(client) == []
    client.get(f"{ROUNDS}?q=ann")
    client.get(row)
    client.get(url(Table, "history", house.table))
    client.get(url(Table, "change", house.table).replace(str(house.table_id), "0"))
    client.post(row)
    client.get("/admin/search/?q=ann")
    client.get(f"{url(Wallet, 'changelist')}?_popup=1")
    kept = [["tables.Table", str(house.table_id)], ["tables.Round", ""]]
    assert client.session["office_recent"] == kept, "no name, and nothing that was not shown"
    assert recent(client) == [
        RecentPage("Table", house.table.name, row),
        RecentPage("List", "Rounds", ROUNDS),
    ]
    client.get(ROUNDS)
    assert recent(client, "fr")[0] == RecentPage("Liste", "Coups", ROUNDS)
    assert len(recent(client)) == 2, "each once"
    assert recent(sign_in("operator")) == [], "everybody their own"
    shown = client.get("/admin/").content.decode()
    assert f'<a href="{row}">{escape(house.table.name)}</a>' in shown


def test_no_more_than_the_last_are_kept_and_each_kind_costs_one_query(house: House) -> None:
    client = sign_in("reader")
    queries(client, "/admin/")
    client.get(url(Player, "change", house.player("ann")))
    one = queries(client, "/admin/")
    for number in range(KEPT + 2):
        client.get(url(Player, "change", house.player(f"player{number}")))
    assert [each.name for each in recent(client)] == [f"player{n}" for n in range(KEPT + 1, 1, -1)]
    assert queries(client, "/admin/") == one


def test_what_one_may_read_no_more_is_gone(house: House) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    client = sign_in("clerk")
    person = Player.objects.get(username="the.clerk")
    person.user_permissions.set(
        Permission.objects.filter(codename__in=["view_dispute", "view_round"])
    )
    client.get(url(Dispute, "change", found))
    client.get(ROUNDS)
    assert len(recent(client)) == 2
    person.user_permissions.remove(Permission.objects.get(codename="view_round"))
    assert [each.kind for each in recent(client)] == ["Dispute"]
    group = Group.objects.create(name="machines")
    Department.objects.create(group=group, name=Department.Name.MACHINES)
    person.groups.add(group)
    assert recent(client) == [], "he reads disputes at machines alone"
    client.post("/admin/logout/")
    client.force_login(person)
    assert recent(client) == []


def test_a_row_that_is_gone_is_left_out(house: House) -> None:
    client, wallet = sign_in("superuser"), Wallet.objects.get(player=house.player("ann"))
    client.get(url(Wallet, "change", wallet))
    client.get(url(Round, "changelist"))
    session = client.session
    session["office_recent"] += [["players.Wallet", "x"], ["gone.Model", "1"]]
    session.save()
    assert len(recent(client)) == 2
    wallet.delete()
    assert [each.name for each in recent(client)] == ["Rounds"]
