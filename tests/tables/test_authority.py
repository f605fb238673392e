"""Nobody does through a service of the floor what the office would not offer them."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import uuid4

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from psycopg import sql

import tables
from casino.players.models import Player
from tables.cage.vouchers import Step
from tables.games.core.protocol import Refused
from tables.machines.keys import Key
from tables.operation import sessions
from tables.staff import authority
from tables.staff import services as staff_services
from tests.floor import House
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

SUBJECTS: Final = {
    "announcements", "cage", "chat", "disputes", "equipment", "incidents", "investigations",
    "jackpots", "machines", "operation", "seating", "staff",
}  # fmt: skip
CALLER: Final = {
    "cage.give_first_float",
    "equipment.devices.lock_closed_table",
    "cage.floats.fix_as_held",
    "machines.file_new_machine",
    "machines.identities.write_identity_check",
    "incidents.break_off_for_dispute",
    "incidents.end_session",
    "equipment.stock.allot_sets",
    "equipment.stock.top_up_stock",
    "equipment.stock.lock_up_used_sets",
    "equipment.stock.release_counted_sets",
    "equipment.stock.set_aside_for_examination",
    "operation.floor_plan.publish_rules",
    "operation.floor_plan.set_up_tables",
    "operation.restoration.close_tables",
    "operation.restoration.make_safe",
    "operation.restoration.withdraw_promises",
    "operation.sessions.opening_refusal",
}
"""Steps of a service that has asked before, in its transaction, or of a command at a terminal; and
what only looks."""
REFUSALS: Final = {
    "not_accountant", "not_cashier", "not_management", "not_moderator", "not_qualified",
    "not_staff", "not_supervisor", "not_table_chief",
}  # fmt: skip
HELD: Final = {
    "disputes.rule_on_dispute": "no_dispute",
    "disputes.second_ruling": "no_dispute",
    "disputes.take_up": "no_dispute",
    "staff.sign_out_changer": "no_changer_serves",
    "staff.sign_in_changer": "no_changer_here",
    "machines.interventions.open_machine": "no_machine",
    "machines.interventions.sign_sheet": "no_intervention",
    "machines.keys.return_key": "DoesNotExist",
    "machines.reliefs.count_note_box": "DoesNotExist",
    "machines.reliefs.exchange_note_box": "no_relief",
    "machines.reliefs.lend_key_for_relief": "no_relief",
    "cage.vouchers.decline_voucher": "no_voucher",
    "cage.vouchers.sign_voucher": "signature_not_yours",
    "cage.vouchers.write_voucher": "no_voucher_here",
    "cage.vouchers.write_changer_voucher": "no_changer_serves",
}
"""What is asked of whoever holds a key, serves or has written, and how it is refused where there is
no such thing: their own tests ask others."""


def services() -> Iterator[tuple[str, Callable[..., object]]]:
    """Give each public function of the floor that acts for somebody, and takes no row."""
    for found in pkgutil.walk_packages(tables.__path__, "tables."):
        _, subject, *rest = found.name.split(".")
        if subject not in SUBJECTS or not rest or "admin" in found.name:
            continue
        module = importlib.import_module(found.name)
        path = ".".join([subject, *(each for each in rest if each != "services")])
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__ or name.startswith("_"):
                continue
            taken = inspect.signature(function).parameters
            acts = {"operator", "supervisor"} & taken.keys()
            row = next(iter(taken), "") in {"table", "state", "found", "loan", "authority", "sets"}
            if acts and not row and f"{path}.{name}" not in CALLER:
                yield f"{path}.{name}", function


SERVICES: Final = dict(services())


def given(house: House, taken: str, nobody: Player) -> Any:
    """Return an argument of a service, by its name."""
    values: dict[str, Any] = {
        "table_id": house.table_id, "operator": nobody, "supervisor": nobody, "person": nobody,
        "reason": "test", "order": uuid4(), "amount": 100, "coins": 1, "what": "card_missing",
        "number": house.table_id, "rules_key": house.table.rules_id, "level": "off",
        "username": "ann", "player_id": house.player("ann").pk, "minutes": 5, "room": "main",
        "key": Key.DEVICE, "step": Step.CHIEF, "kind": "fill", "wanted_pieces": {100: 1},
        "given_pieces": {}, "fixed_pieces": {100: 1}, "counted_pieces": {100: 1}, "base": 1,
        "bulletin_id": uuid4(), "fr": "texte", "en": "text", "picture": b"", "location": "A1",
        "code": "A" * 16, "payee": "ann", "reference": "R1", "set_ids": [1], "depot": "main",
        "lot": "L1", "count": 1, "purchase_order": "P1", "category": "cards", "control": "",
        "name": "New", "due": 1, "upheld": True, "corrections": {}, "endorsed": True,
        "footage_seen": True, "abuse": True, "wanted": None, "permission": authority.OPERATE,
        "writing_id": uuid4(), "voucher_id": uuid4(), "loan_id": uuid4(), "span": timedelta(1),
    }  # fmt: skip
    return values.get(taken, 1)


def rows() -> dict[str, int]:
    """Count the rows of every table of the database."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        counts = {}
        for name in names:
            cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name)))
            counts[name] = cursor.fetchone()[0]
    return counts


def test_services_that_act_for_somebody_are_found() -> None:
    assert len(SERVICES) > 70
    assert {
        "operation.sessions.open_session",
        "cage.fill_float",
        "incidents.void_round",
        "cage.levies.count_levy",
    } <= SERVICES.keys()


def test_each_service_refuses_a_person_without_any_permission(house: House) -> None:
    nobody = Player.objects.create_user("nobody", password="pass", display_name="nobody")
    house.player("ann")
    before, found = rows(), {}
    for name, service in SERVICES.items():
        wanted = {
            each.name: given(house, each.name, nobody)
            for each in inspect.signature(service).parameters.values()
            if each.default is each.empty
        }
        try:
            service(**wanted)
        except Refused as refused:
            found[name] = refused.code
        except ObjectDoesNotExist:
            found[name] = "DoesNotExist"
        else:
            found[name] = "done"
    wider = {name: code for name, code in found.items() if code not in REFUSALS}
    assert wider == HELD
    assert rows() == before


def test_without_the_check_anybody_announces_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control of the walk over the services."""
    monkeypatch.setattr(authority, "check_authority", lambda *_: None)
    sessions.announce_end(house.table_id, operator=house.player("ann"), reason="test")
    assert house.table.status != "open"


def test_a_duty_gives_no_authority_once_its_permission_is_taken_away(house: House) -> None:
    inspector = employee("ines", "serve_as_inspector")
    staff_services.sign_in_inspector(house.table_id, operator=inspector, reason="test")
    may = partial(authority.Authority(inspector=True).allows, rules_key=house.table.rules_id)
    assert may(inspector, house.table_id)
    assert not may(employee("otto", "serve_as_inspector"), house.table_id), "he serves elsewhere"
    inspector.user_permissions.clear()
    assert not may(Player.objects.get(pk=inspector.pk), house.table_id)
