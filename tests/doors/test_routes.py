"""No address answers 500, whoever asks and whatever is sent: a fuzz over every route of the house.

A fixed seed draws the cases, another one those of a campaign, which asks each route often.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest
from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.regex_helper import normalize

from casino.rng.models import Draw, Shoe
from tables.models import Round, Table
from tests import campaign
from tests.doors.asking import Answer, Asked, ask, undone
from tests.floor import House

CASES: Final = campaign.length(1, 100)
"""Drawn requests of each route."""

PARTS: Final = (
    "%00",
    "1%00",
    "%C2%B2",
    "%EF%BC%91",
    "0",
    "-1",
    "1e3",
    "9" * 30,
    str(2**63),
    str(2**63 - 1),
    "%FF%FE",
    "%ED%A0%80",
    "%27%22%3E%3Cx",
    "%2e%2e%2f%2e%2e",
    "%0D%0AX-Y:%20z",
    "x" * 3000,
    "_00",
    "None",
)
"""What stands where a route has a part, percent-encoded."""
STRANGE: Final = campaign.length(1, len(PARTS))
"""So many of them each such route gets besides; in a campaign all."""

VALUES: Final = (*PARTS, "", "1", "true", "1,2,x", "%5B%5D", "%7B%7D", "9" * 5000)

NAMES: Final = (
    *("q", "p", "o", "all", "e", "_popup", "_to_field", "_changelist_filters", "id__exact"),
    *("id__in", "pk__gt", "at__gte", "at__day", "player__password", "tables", "before", "limit"),
    *("table", "index", "size", "first", "second", "after", "next", "script", "lang", "format"),
    *("username", "password", "language", "display_name", "action", "_selected_action", "reason"),
    *("adult", "amount", "series", "options", "line", "page", "csrfmiddlewaretoken", "%00", "["),
    *("app_label", "model_name", "field_name", "term", "object_id", "version"),
)

BODIES: Final = (
    ("application/json", b'{"line": "\\u0000"}'),
    ("application/json", b'{"line": "\\ud800"}'),
    ("application/json", b'{"line": ' + b"[" * 5000 + b"]" * 5000 + b"}"),
    ("application/json", b'{"line": NaN}'),
    ("application/json", b'{"line": ' + b"9" * 5000 + b"}"),
    ("application/json", b'{"line": "x'),
    ("application/json", b"\xff\xfe\x00"),
    ("application/json", b"null"),
    ("application/json; charset=rot13", b"{}"),
    ("application/json; charset=idna", b'{"line": "' + b"x" * 100 + b'"}'),
    ("text/plain", b"hello"),
    ("", b"hello"),
    ("multipart/form-data", b"--x\r\n"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=\r\n"),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="username"\r\n\r\na\x00b\r\n--x--\r\n',
    ),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="q"; filename="a\x00b"\r\n\r\nx\r\n--x--\r\n',
    ),
    (
        "multipart/form-data; boundary=x; charset=punycode",
        b'--x\r\nContent-Disposition: form-data; name="q"\r\n\r\nx\r\n--x--\r\n',
    ),
    ("application/x-www-form-urlencoded; charset=utf-7", b"username=+AAA-&password=x"),
    ("application/x-www-form-urlencoded; charset=undefined", b"username=x"),
    ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(1500))),
)

COOKIES: Final = (
    'sessionid="\\000aaaaaaaaaaaa"',
    'csrftoken="\\000"',
    'django_language="\\000"; messages="\\000"',
    "sessionid=" + "a" * 5000,
    "sessionid=aaaaaaaa\xe9",
    "messages=W10:x; django_language=../../etc",
    'sessionid="\\377\\376aaaaaaaa"; =; ;;',
    "csrftoken=x",
)

METHODS: Final = ("GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "X")


def routes() -> list[str]:
    """Return every route of the house, its parts written as `<name>`."""
    found = []

    def walk(patterns: Any, before: str) -> None:
        for each in patterns:
            if isinstance(each, URLResolver):
                walk(each.url_patterns, before + _written(each))
            else:
                found.append(before + _written(each))

    walk(get_resolver().url_patterns, "/")
    return sorted(set(found))


def tried() -> list[str]:
    """Return the routes that the fuzz asks for: in the short form each sixth of the office's.

    Most of those are Django's own, the same five for each model.
    """
    office = [route for route in routes() if route.startswith("/admin/")]
    return [*campaign.sample(6, office), *(each for each in routes() if each not in office)]


def _written(each: URLPattern | URLResolver) -> str:
    pattern: Any = each.pattern
    if hasattr(pattern, "_route"):
        return re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", str(pattern._route))
    (form, _names), *_ = normalize(pattern.regex.pattern)
    return re.sub(r"%\((\w+)\)s", r"<\1>", form)


def truths(house: House) -> tuple[str, ...]:
    """Return parts that name something which is there."""
    tables = [str(each) for each in Table.objects.values_list("pk", flat=True)]
    return (
        *tables,
        *(str(each) for each in Round.objects.values_list("pk", flat=True)[:3]),
        *(str(each) for each in Shoe.objects.values_list("pk", flat=True)[:2]),
        *(str(each) for each in Draw.objects.values_list("pk", flat=True)[:2]),
        house.table.rules_id,
        house.table.rules_id.replace("/", "_2F"),
        *("fill", "sign_in", "change_rules", "1", "2", "tables", "auth"),
    )


def filled(route: str, part: Any) -> str:
    return re.sub(r"<\w+>", lambda _: part(), route)


def cases(house: House, sessions: dict[str, str]) -> Iterator[Asked]:
    """Give the requests, the same ones in every run."""
    chance = random.Random(campaign.seed(5))
    true = truths(house)
    token = "a" * 32

    def headers(role: str, **more: str) -> tuple[tuple[str, str], ...]:
        cookie = f"csrftoken={token}"
        if role in sessions:
            cookie += f"; sessionid={sessions[role]}"
        given = {"Cookie": cookie, "X-CSRFToken": token, **more}
        return tuple(given.items())

    for route in tried():
        if "<" in route:
            for part in chance.sample(PARTS, STRANGE):
                yield Asked("GET", filled(route, lambda part=part: part), "", headers("superuser"))
        for _ in range(CASES):
            role = chance.choice([*sessions, "superuser", "anonymous"])
            method = chance.choice(METHODS)
            path = filled(route, lambda: chance.choice(true + PARTS))
            query = "&".join(
                f"{chance.choice(NAMES)}={chance.choice(VALUES + true)}"
                for _ in range(chance.randrange(4))
            )
            more: dict[str, str] = {}
            if chance.random() < 0.2:
                more["Cookie"] = chance.choice(COOKIES) + f"; csrftoken={token}"
            if chance.random() < 0.1:
                more["Accept-Language"] = "x" * 600 + ";q=9"
            body = b""
            if method != "GET" or chance.random() < 0.1:
                if chance.random() < 0.5:
                    more["Content-Type"], body = chance.choice(BODIES)
                else:
                    more["Content-Type"] = "application/x-www-form-urlencoded"
                    body = "&".join(
                        f"{chance.choice(NAMES)}={chance.choice(VALUES + true)}" for _ in range(5)
                    ).encode()
            yield Asked(method, path, query, headers(role, **more), body)
    paths = ("/", "/account/", "/api/wallet/", "/admin/", "/sign-in/", "/tables/1/")
    for number, path in enumerate(paths):
        for cookie in COOKIES:
            yield Asked("GET", path, "", (("Cookie", cookie),))
        # In the short form each name comes at two of the paths.
        for name in campaign.sample(3, NAMES, number):
            yield Asked("GET", path, f"{name}={chance.choice(VALUES)}")


@pytest.mark.campaign
def test_no_address_answers_500_to_any_input(house: House, sessions: dict[str, str]) -> None:
    assert len(routes()) > 200, "the walk over the routes has lost some"
    wrong: list[str] = []
    seen: Counter[int] = Counter()
    for number, asked in enumerate(cases(house, sessions)):
        with undone():
            answer = ask(
                asked, client=f"10.{number // 60_000}.{number // 250 % 250}.{number % 250}"
            )
        seen[answer.status] += 1
        if not 200 <= answer.status < 500 or not _well_formed(asked, answer):
            shown = f"{asked.method} {asked.path[:80]}?{asked.query[:200]}"
            sent = f"{asked.headers} {asked.body[:80]!r}"
            wrong.append(f"{answer.status} {shown} {sent} -> {answer.body[:80]!r}")
    assert not wrong, f"{len(wrong)} of {seen.total()}:\n" + "\n".join(wrong[:40])
    # The fuzz must get behind the doors, too.
    for status in (200, 302, 400, 403, 404, 405):
        assert seen[status] > 20, seen


def _well_formed(asked: Asked, answer: Answer) -> bool:
    """Tell whether a refusal of the API says why."""
    if not asked.path.startswith("/api/") or answer.status < 400 or asked.method == "HEAD":
        return True
    if asked.path.startswith(("/api/schema/", "/api/docs/")):
        return True
    try:
        return set(json.loads(answer.body)) == {"code", "message"}
    except ValueError:
        return False


FIGURES: Final = ("9" * 30, "-1", "%C2%B2", "%00", "2026-13-45", "x" * 3000, "%D9%A3", "1,x")
"""What a list's address compares a field with."""
WAYS: Final = ("exact", "in", "gte", "isnull", "regex", "contains", "id__exact", "password")


def comparisons() -> Iterator[tuple[str, str]]:
    """Give the addresses of the office's lists with each of their fields compared, as strangely."""
    chance, pairs = random.Random(campaign.seed(6)), list(product(WAYS, FIGURES))
    for model, page in admin.site._registry.items():
        meta: Any = model._meta
        path = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
        for field in [*(each.name for each in meta.concrete_fields), *map(str, page.list_filter)]:
            for way, figure in campaign.sample(len(pairs), pairs, chance.randrange(len(pairs))):
                yield path, f"{field}__{way}={figure}"


@pytest.mark.campaign
def test_no_list_of_the_office_answers_500_to_a_comparison(
    house: House, sessions: dict[str, str]
) -> None:
    seen: Counter[int] = Counter()
    headers = (("Cookie", f"sessionid={sessions['superuser']}"),)
    for path, query in campaign.sample(5, comparisons()):
        answer = ask(Asked("GET", path, query, headers))
        assert 200 <= answer.status < 500, f"{answer.status} {path}?{query}"
        seen[answer.status] += 1
    assert seen[400] > 20, seen
    rounds = reverse("admin:tables_round_changelist")
    for query, status in (("status__exact=closed", 200), (f"number__in={'9' * 30}", 400)):
        assert ask(Asked("GET", rounds, query, headers)).status == status


@pytest.mark.campaign
def test_a_page_of_the_office_may_name_no_field_for_its_row(
    house: House, sessions: dict[str, str]
) -> None:
    headers = (("Cookie", f"sessionid={sessions['superuser']}"),)
    for model, page in campaign.sample(9, product(admin.site._registry, ("change", "delete"))):
        meta: Any = model._meta
        path = reverse(f"admin:{meta.app_label}_{meta.model_name}_{page}", args=("1",))
        answer = ask(Asked("GET", path, "_to_field=", headers))
        assert 200 <= answer.status < 500, f"{answer.status} {path}"


@pytest.mark.parametrize("path", ["/api/tables/", "/sign-in/"])
def test_a_part_of_a_stranger_is_refused_in_words(path: str, db: None) -> None:
    answer = ask(Asked("GET", path, "", (("Cookie", COOKIES[0]),)))
    assert answer.status == 400
    text = answer.body.decode()
    assert "La demande est illisible" in text
    assert "cannot be read" in text
    assert ("json" in answer.headers["content-type"]) == path.startswith("/api/")
