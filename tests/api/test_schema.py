"""The OpenAPI schema: valid, complete, and true of what the API answers."""

import io
from typing import Any
from uuid import uuid4

import jsonschema
import pytest
import yaml
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from casino.rng import draws, shoes
from casino.rng.conformity import report
from tables import tasks
from tables.api import urls as api_urls
from tables.funds import tickets
from tables.games.core.money import Amount
from tables.games.core.protocol import TicketIssue
from tables.rows import parties, table_rows
from tests.api.asking import browser, lose, win
from tests.floor import House

UNDOCUMENTED = {"schema", "api_docs", "api_nothing"}


def schema() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)


def closed(node: Any) -> Any:
    """Return JSON Schema for OpenAPI 3.0's `nullable`, in which an object has no other fields."""
    if isinstance(node, list):
        return [closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    found = {key: closed(value) for key, value in node.items() if key != "nullable"}
    if found.get("type") == "object":
        found.setdefault("additionalProperties", False)
    return {"anyOf": [found, {"type": "null"}]} if node.get("nullable") else found


def check(path: str, answer: Any, status: int = 200, method: str = "get") -> None:
    """Check an answer against what the schema says of it."""
    whole = schema()
    responses = whole["paths"][path][method]["responses"]
    said = responses[str(status)]["content"]["application/json"]["schema"]
    jsonschema.validate(answer, closed({**said, "components": whole["components"]}))


def test_the_schema_generates_without_a_warning_and_is_valid() -> None:
    out = io.StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=out)
    assert yaml.safe_load(out.getvalue())["info"]["title"] == "Sabot"


def test_every_address_is_documented_with_a_name_of_its_own() -> None:
    paths = schema()["paths"]
    addresses = [each for each in api_urls.urlpatterns if each.name not in UNDOCUMENTED]
    assert len(paths) == len(addresses)
    names = [operation["operationId"] for path in paths.values() for operation in path.values()]
    assert len(set(names)) == len(names)


def test_enums_have_names() -> None:
    components = schema()["components"]["schemas"]
    statuses = {"open", "ending", "draining", "paused", "closed"}
    assert set(components["TableStatus"]["enum"]) == statuses
    assert set(components["RoundStatus"]["enum"]) == {"running", "closed", "voided"}
    stages = {"promised", "closed", "opened"}
    assert set(components["ShoeState"]["enum"]) == stages | {"live", "retired"}
    assert set(components["DrawState"]["enum"]) == {
        "committed",
        "closed",
        "opened",
        "drawn",
        "revealed",
    }


def formed(whole: Any, node: Any) -> Any:
    """Return a value that a schema takes."""
    if "$ref" in node:
        return formed(whole, whole["components"]["schemas"][node["$ref"].rpartition("/")[2]])
    if "enum" in node:
        return node["enum"][0]
    if node.get("type") == "object":
        return {name: formed(whole, each) for name, each in node["properties"].items()}
    if node.get("type") == "integer":
        return 1
    return str(uuid4()) if node.get("format") == "uuid" else node.get("default", "h")


def test_no_text_or_fraction_is_taken_for_a_whole_number_of_any_request(house: House) -> None:
    ann, whole = browser(house, "ann"), schema()
    tried: list[str] = []
    for path, operations in whole["paths"].items():
        body = operations.get("post", {}).get("requestBody")
        if body is None:
            continue
        assert list(body["content"]) == ["application/json"]
        node = body["content"]["application/json"]["schema"]
        sent = formed(whole, node)
        numbers = [name for name, each in sent.items() if type(each) is int]
        url = path.replace("{size}", "1")
        for name in numbers:
            for other in ("1", "٣", "１００", " 1 ", 1.0, True):
                answer = ann.post(url, {**sent, name: other}, content_type="application/json")
                assert answer.status_code == 400, (path, name, other)
            # Negative control: the same body with a number is no error of form.
            assert ann.post(url, sent, content_type="application/json").status_code != 400
            tried.append(path)
    assert sorted(tried) == ["/api/cash/exchange/", "/api/cash/requests/", "/api/limits/"]


def test_every_answer_is_what_the_schema_says(house: House) -> None:
    round_id = win(house, "ann")
    lose(house, "bob", 2)
    ann, shoe = browser(house, "ann"), house.table.shoe_id
    assert shoe is not None
    draw = draws.prepare_draw(f"table:{house.table_id}", 1, (6, 6)).pk
    owner = parties.party_of(house.player("ann").pk)
    issued = TicketIssue(owner, Amount(5_00), bound=True, valid_days=30)
    tickets.record(table_rows.read(house.table_id), 10_000, issued)
    asked = {
        "/api/tables/": "/api/tables/",
        "/api/tables/{table_id}/": f"/api/tables/{house.table_id}/",
        "/api/wallet/": "/api/wallet/",
        "/api/wallet/statement/": "/api/wallet/statement/",
        "/api/rounds/mine/": "/api/rounds/mine/",
        "/api/rounds/{round_id}/": f"/api/rounds/{round_id}/",
        "/api/rule-sets/": "/api/rule-sets/",
        "/api/rule-sets/{key}/": f"/api/rule-sets/{house.table.rules_id}/",
        "/api/prices/{key}/": f"/api/prices/{house.table.rules_id}/",
        "/api/cash/": "/api/cash/",
        "/api/cash/requests/": "/api/cash/requests/",
        "/api/limits/": "/api/limits/",
        "/api/stay/": "/api/stay/",
        "/api/tickets/": "/api/tickets/",
        "/api/shoes/": f"/api/shoes/?table={house.table_id}",
        "/api/shoes/{shoe_id}/": f"/api/shoes/{shoe}/",
        "/api/shoes/{shoe_id}/bundle/": f"/api/shoes/{shoe}/bundle/",
        "/api/draws/": f"/api/draws/?table={house.table_id}",
        "/api/draws/{draw_id}/": f"/api/draws/{draw}/",
        "/api/draws/{draw_id}/bundle/": f"/api/draws/{draw}/bundle/",
        "/api/log/checkpoint/": "/api/log/checkpoint/",
        "/api/log/checkpoints/{size}/": "/api/log/checkpoints/1/",
        "/api/log/entries/": "/api/log/entries/",
        "/api/log/entries/{index}/": "/api/log/entries/1/",
        "/api/log/proof/inclusion/": "/api/log/proof/inclusion/?index=0&size=2",
        "/api/log/proof/consistency/": "/api/log/proof/consistency/?first=1&second=2",
        "/api/log/keys/": "/api/log/keys/",
        "/api/log/withdrawals/": f"/api/log/withdrawals/?table=table:{house.table_id}",
        "/api/log/report/{sha256}/": f"/api/log/report/{report.find().digest}/",
    }
    posted = {
        "/api/wallet/refill/",
        "/api/cash/exchange/",
        "/api/cash/requests/{order}/cancel/",
    }
    # Only a practice table answers it: see `test_practice`.
    elsewhere = {"/api/tables/{table_id}/practice/"}
    assert set(asked) | posted | elsewhere == set(schema()["paths"])
    for path, url in asked.items():
        check(path, ann.get(url).json())
    real = house.table
    first = shoes.Shoe.objects.get(table=f"table:{real.pk}", sequence=1)
    tasks.reveal_shoe(str(first.pk))
    for tail in ("", "bundle/"):
        answer = ann.get(f"/api/shoes/{first.pk}/{tail}").json()
        check("/api/shoes/{shoe_id}/" + tail, answer)
    withdrawn = draws.prepare_draw("table:0", 1, (37,)).pk
    draws.withdraw_draw(withdrawn)
    draws.make_draw(draw, "round:1")
    check("/api/draws/{draw_id}/", ann.get(f"/api/draws/{draw}/").json())
    draws.reveal_draw(draw)
    for each in (draw, withdrawn):
        for tail in ("", "bundle/"):
            answer = ann.get(f"/api/draws/{each}/{tail}").json()
            check("/api/draws/{draw_id}/" + tail, answer)


def test_an_answer_that_is_not_as_the_schema_says_is_found() -> None:
    never = {"possible": False, "amount": 1, "reason": "refill_not_offered", "again_at": None}
    wallet = {"currency": "PLAY", "balance": 1, "refill": never}
    check("/api/wallet/", wallet)
    for wrong in ({**wallet, "balance": "1"}, {"currency": "PLAY"}, {**wallet, "player": 3}):
        with pytest.raises(jsonschema.ValidationError):
            check("/api/wallet/", wrong)


def test_a_refill_and_its_refusals_are_what_the_schema_says(house: House) -> None:
    ann = browser(house, "ann")
    refused = ann.post("/api/wallet/refill/", content_type="application/json")
    check("/api/wallet/refill/", refused.json(), 409, "post")
    house.empty("ann")
    given = ann.post("/api/wallet/refill/", content_type="application/json")
    check("/api/wallet/refill/", given.json(), 200, "post")
    check("/api/wallet/", ann.get("/api/wallet/").json())


@pytest.mark.usefixtures("db")
def test_problems_are_what_the_schema_says(visitor: Client) -> None:
    check("/api/wallet/", visitor.get("/api/wallet/").json(), 403)
    check("/api/tables/{table_id}/", visitor.get("/api/tables/0/").json(), 404)
    check("/api/shoes/", visitor.get("/api/shoes/").json(), 400)


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("accept", ["text/html", "application/json", "*/*", "image/png"])
def test_the_api_answers_in_json_whatever_a_browser_would_rather_have(
    visitor: Client, accept: str
) -> None:
    answer = visitor.get("/api/nowhere/", headers={"accept": accept})
    assert answer["Content-Type"] == "application/json"


@pytest.mark.usefixtures("db")
def test_the_documentation_obeys_the_content_security_policy(visitor: Client) -> None:
    page = visitor.get("/api/docs/")
    text = page.content.decode()
    assert "'unsafe-inline'" not in page["Content-Security-Policy"]
    assert "<style" not in text
    assert " style=" not in text
    for tag in text.split("<script")[1:]:
        assert tag.startswith(' src="/'), tag
    assets = [part.split('"')[0] for part in text.split('"/static/')[1:]]
    assert len(assets) == 3
    for asset in assets:
        assert finders.find(asset), f"{asset} is not among the static files"


@pytest.mark.usefixtures("db")
def test_the_documentation_starts_from_a_script_of_its_own(visitor: Client) -> None:
    script = visitor.get("/api/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert b"/api/schema/" in script.content
    assert visitor.get("/api/schema/").status_code == 200
