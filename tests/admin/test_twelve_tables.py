"""Tables are opened, and put away, by five people who do what their own page offers.

Twelve of all games in a campaign, six of them in the short form.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

import pytest
from django.contrib.messages import get_messages
from django.http import QueryDict
from django.test import Client
from django.urls import resolve, reverse

from casino.backoffice.dashboard import Item
from casino.ledger import services as ledger
from casino.players.models import Player
from tables.cage import pieces
from tables.dashboard.table_duties import table_duties
from tables.incidents import services as incidents
from tables.models import Table
from tables.operation import opening
from tables.rows import equipment_registers, rule_sets
from tests import campaign
from tests.admin.test_home import person
from tests.floor import House, clear_process_caches
from tests.opening_checks import fill_stock, receive_sets
from tests.published import publish
from tests.tables.test_session_duties import change_cash
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

ROOM: Final[Mapping[str, int]] = {
    "american_roulette": 2,
    "banque_a_tout_va": 1,
    "big_wheel": 1,
    "blackjack": 1,
    "boule": 1,
    "chemin_de_fer": 1,
    "craps": 1,
    "european_roulette": 2,
    "punto_banco": 1,
    "trente_et_quarante": 1,
}
SHORT: Final = ("american_roulette", "blackjack", "chemin_de_fer", "craps", "trente_et_quarante")
PEOPLE: Final[Mapping[str, tuple[str, ...]]] = {
    "chief": ("operate_table", "serve_as_table_chief", "view_voucher"),
    "first inspector": ("serve_as_inspector", "view_voucher"),
    "second inspector": ("serve_as_inspector", "view_voucher"),
    "equipment": ("check_device", "keep_stock", "sign_for_dice", "publish_ruleset", "count_drop"),
    "cashier": ("decide_cashrequest", "serve_as_changer", "view_voucher"),
}
HELD: Final = 7_000_00
"""What the management fixes that each float holds; a new one holds more."""
CHANGED: Final = 40_00


class Staff:
    """Somebody of the staff, who knows nothing but what the office's opening page offers."""

    def __init__(self, name: str, permissions: Iterable[str]) -> None:
        self.client: Client = person(name, "view_table", *permissions)
        self.acts = 0

    def offers(self) -> list[Item]:
        """Return what waits for this person."""
        return list(self.client.get(reverse("admin:index")).context["waiting"])

    def do(self, item: Item) -> None:
        """Follow a line of the opening page and fill in the form, which nothing refuses."""
        page = item.url
        if resolve(page.partition("?")[0]).url_name == "tables_voucher_change":
            # The page of a voucher offers the signature that is wanted, and to decline it.
            shown = self.client.get(page).context
            page = next(each["url"] for each in shown["orders"] if "declined" not in each["url"])
        form = self.client.get(page).context["form"]
        data = {each.name: str(each.value()) for each in form.hidden_fields()}
        data["reason"] = "evening"
        for name in form.fields:
            data |= self.entries(name, page)
        answer = self.client.post(page, data)
        assert answer.status_code == 302, (item, answer.context["form"].errors)
        told = [(each.level_tag, str(each)) for each in get_messages(answer.wsgi_request)]
        assert told
        assert {level for level, _ in told} == {"success"}, (item, told)
        self.acts += 1

    def entries(self, name: str, page: str) -> dict[str, str]:
        """Return what is entered in a field: what lies there, and what is fixed to lie there."""
        match name:
            case "fixed_pieces":
                return entered(name, HELD)
            case "counted_pieces":
                return entered(name, held(table_of(page)))
            case "asked_pieces":
                return entered(name, held(table_of(page)) - HELD)
            case "person":
                return {name: str(self.client.session["_auth_user_id"])}
            case "kind":
                # The address of the page fills in which way the chips go.
                return {name: QueryDict(page.partition("?")[2])[name]}
            case "amount":
                return {name: f"{CHANGED / 100:.2f}"}
            case _:
                return {}


def table_of(page: str) -> int:
    """Return the table that an order's page is about."""
    return int(QueryDict(page.partition("?")[2])["tables"])


def entered(name: str, amount: int) -> dict[str, str]:
    """Return a form's entries for an amount in the fewest pieces."""
    return {f"{name}-{value}": str(count) for value, count in pieces.fewest_pieces(amount)}


def held(table_id: int) -> int:
    """Return what a table's float holds, in minor units."""
    return ledger.balance(Table.objects.get(pk=table_id).float_account_id)


def do_all(staff: Mapping[str, Staff], *, until: str) -> None:
    """Have everybody do what his page offers, in turn, until only this is left at all tables."""
    for _ in range(40):
        if {each.order for each in table_duties()} <= {until}:
            return
        acts = sum(each.acts for each in staff.values())
        for each in staff.values():
            for item in each.offers():
                if f"/{until}/" not in item.url:
                    each.do(item)
        assert sum(each.acts for each in staff.values()) > acts, [
            (str(each.table), each.order) for each in table_duties() if each.order != until
        ]
    raise AssertionError(table_duties())


def furnish() -> list[int]:
    """Set up the tables by somebody who fixes no float, and receive cards and dice."""
    clear_process_caches()
    ids = []
    founder = employee("founder", "operate_table")
    for game in ROOM if campaign.SOAK else SHORT:
        rules = publish(f"Room {game}", "MC", game)
        for number in range(ROOM[game]):
            name = f"{game} {number}"
            made = opening.create_table(name=name, rules_key=rules.key, operator=founder)
            ids.append(made.pk)
        wanted = equipment_registers.cards_needed(*rule_sets.game_and_rules(rules.key))
        if wanted is not None:
            fill_stock(replace(wanted, count=12 * wanted.count), f"C{made.pk}")
    receive_sets("D", 6)
    return ids


@pytest.mark.campaign
@pytest.mark.clause("MC-CHIPS-08", "MC-CHIPS-14", "MC-022", "MC-EQ-48", "MC-EQ-60")
def test_tables_open_and_are_put_away_by_what_each_page_offers() -> None:
    ids = furnish()
    assert len(ids) == campaign.length(6, 12)
    staff = {name: Staff(name, permissions) for name, permissions in PEOPLE.items()}
    do_all(staff, until="open_table")
    assert {held(each) for each in ids} == {HELD}
    for item in staff["chief"].offers():
        staff["chief"].do(item)
    assert set(Table.objects.values_list("status", flat=True)) == {"open"}
    # The opening floats are signed for, and a changer signs in.
    do_all(staff, until="")
    operator = Player.objects.get(username="operator")
    for table_id in ids:
        change_cash(House(table_id, operator))
        incidents.break_off_session(table_id, operator=operator, reason="night")
    do_all(staff, until="open_table")
