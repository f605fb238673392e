"""The API keeps to its schema whoever asks for whatever: schemathesis, in every role.

It draws the same examples in every run; a campaign draws others, and more of them.
"""

import io
import itertools
from collections import Counter
from dataclasses import replace
from typing import Any, Final

import pytest
import requests
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from urllib3 import HTTPResponse

from casino.rng import draws
from casino.rng.models import Draw
from casino.throttling import rate_limit
from tables.models import Round, RuleSet
from tests import campaign
from tests.doors.asking import Asked, ask, undone
from tests.doors.conftest import ROLES
from tests.floor import House, open_house

EXAMPLES: Final = campaign.length(2, 50)
"""Requests of each operation; one of them asks for what is there."""


def real(house: House) -> dict[str, list[Any]]:
    """Return what is there, by the name of the parameter that asks for it."""
    rule_sets = list(RuleSet.objects.values_list("pk", flat=True))
    return {
        "table_id": [house.table_id],
        "table": [house.table_id],
        "round_id": list(Round.objects.values_list("pk", flat=True)),
        "key": rule_sets,
        "shoe_id": [house.table.shoe_id],
        "draw_id": list(Draw.objects.values_list("pk", flat=True)),
        "size": [1, 2],
        "index": [0, 1],
        "first": [1],
        "second": [2],
    }


@pytest.mark.campaign
def test_every_answer_is_within_the_schema(
    house: House, sessions: dict[str, str], staff: dict[str, str]
) -> None:
    # Loaded here: it takes a second of every process that collects this file.
    import schemathesis
    from schemathesis import checks

    wanted = [
        checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    for game in ("european_roulette", "chemin_de_fer"):
        open_house(game, "MC", game=game)
    fallen = draws.prepare_draw("table:0", 1, (6, 6)).pk
    draws.make_draw(fallen, "round:1")
    draws.reveal_draw(fallen)
    there = real(house)
    whole = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
    seen: Counter[tuple[str, str, int]] = Counter()
    turn = itertools.count()

    def check(operation: Any, *, known: bool) -> None:
        @settings(
            max_examples=1 if known else EXAMPLES - 1,
            phases=[Phase.explicit, Phase.generate],
            derandomize=not campaign.SOAK,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), data=st.data())
        def asked(case: Any, data: Any) -> None:
            for given_ in (case.path_parameters, case.query) if known else ():
                for name in given_ or ():
                    if name in there:
                        found = data.draw(st.sampled_from(there[name]))
                        given_[name] = found if isinstance(found, int) else str(found)
            # To draw a request costs as much as to answer it: each is made in several roles, the
            # more where it asks for what is there. Of those who serve the demo house each has a
            # turn, in a campaign all at each.
            number = next(turn)
            roles = campaign.sample(2 if known else 4, ROLES, number)
            for role in roles + campaign.sample(len(staff), list(staff), number):
                response = answered(case, (sessions | staff).get(role, ""))
                seen[role, operation.path, response.status_code] += 1
                case.validate_response(response, checks=wanted)

        asked()

    for number, each in enumerate(whole.get_all_operations()):
        check(each.ok(), known=True)
        # In the short form every sixth is asked for what is not there, too.
        if campaign.SOAK or number % 6 == 0:
            check(each.ok(), known=False)
    told = {(path, status) for _, path, status in seen}
    for path in ("/api/tables/{table_id}/", "/api/rounds/{round_id}/", "/api/draws/{draw_id}/"):
        assert (path, 200) in told, seen
    assert {role for role, *_ in seen} == {*ROLES, *staff}
    wanted_of_wallet = {("anonymous", 403), ("player", 200), ("superuser", 404)}
    of_wallet = {(role, status) for role, path, status in seen if path == "/api/wallet/"}
    assert len(wanted_of_wallet & of_wallet) >= campaign.length(1, 3), of_wallet


def answered(case: Any, session: str) -> requests.Response:
    """Send a drawn request through the whole application."""
    given_ = case.as_transport_kwargs(base_url="http://localhost")
    given_.pop("cookies", None)
    names = ("method", "url", "headers", "params", "json", "data", "files")
    request = requests.Request(**{name: given_[name] for name in names if name in given_}).prepare()
    body = request.body or b""
    path, _, query = request.path_url.partition("?")
    token = "a" * 32
    cookies = f"csrftoken={token}; sessionid={session}"
    plain = {"Accept-Encoding": "identity", "Cookie": cookies, "X-CSRFToken": token}
    headers = {**request.headers, **plain}
    with undone():
        found = ask(
            Asked(
                request.method or "GET",
                path,
                query,
                tuple((name, str(value)) for name, value in headers.items()),
                body.encode() if isinstance(body, str) else body,
            )
        )
    response = requests.Response()
    response.status_code = found.status
    response.headers.update(found.headers)
    response.raw = HTTPResponse(io.BytesIO(found.body), found.headers, found.status)
    response._content = found.body
    response.request = request
    response.url = request.url or ""
    return response


def test_the_schema_is_made_once_and_counted(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ask(Asked("GET", "/api/schema/", "format=json"), client="198.51.100.1")
    assert first.status == 200
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    for _ in range(3):
        again = ask(Asked("GET", "/api/schema/", "format=json"), client="198.51.100.1")
        assert again.body == first.body


@pytest.mark.parametrize("path", ["/api/schema/", "/api/docs/", "/verify/"])
def test_heavy_pages_are_counted(db: None, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API", "VERIFIER"):
        monkeypatch.setattr(rate_limit, name, replace(getattr(rate_limit, name), most=3))
    client = f"198.51.100.{2 + len(path)}"
    # A window of a minute may end in between.
    found = [ask(Asked("GET", path), client=client) for _ in range(8)]
    assert {each.status for each in found} == {200, 429}
    for each in found:
        if each.status == 429:
            assert int(each.headers["retry-after"]) > 0
            assert "Trop de demandes" in each.body.decode()
