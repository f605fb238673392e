"""What is not there, and what is refused, is said on a page that needs no other file."""

import re
from base64 import b64encode
from datetime import datetime, timedelta
from hashlib import sha256
from http import HTTPStatus

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.http import request_limits

pytestmark = pytest.mark.django_db


def said(answer: HttpResponse, status: HTTPStatus, code: str) -> None:
    """Assert that a page says why in both languages, in a style that its policy lets through."""
    text = answer.content.decode()
    assert answer.status_code == status
    assert all(sentence in text for sentence in request_limits.SENTENCES[code])
    style = re.search(r"<style>(.*)</style>", text)
    assert style
    hashed = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{hashed}'" in answer["Content-Security-Policy"]
    assert '<a href="/">' in text


def test_what_is_not_there_is_said_on_a_page_and_as_json_below_the_api() -> None:
    said(Client().get("/nowhere/"), HTTPStatus.NOT_FOUND, "not_found")
    said(Client().get("/tables/99999/"), HTTPStatus.NOT_FOUND, "not_found")
    answer = Client().get("/api/nowhere/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_what_the_door_says_by_itself_bears_the_headers_of_every_page(settings: Settings) -> None:
    bare = dict(request_limits.refusal("/", HTTPStatus.BAD_REQUEST, "malformed").headers)
    assert bare["X-Content-Type-Options"] == "nosniff"
    assert bare["Referrer-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in bare
    settings.SECURE_HSTS_SECONDS = 3600
    for wide in (True, False):
        settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = wide
        secure = dict(request_limits.refusal("/", HTTPStatus.BAD_REQUEST, "malformed").headers)
        page = Client().get("/sign-in/", secure=True)
        told = "Strict-Transport-Security"
        assert secure[told] == page[told]


def test_whoever_finds_a_hole_is_told_whom_to_tell(settings: Settings) -> None:
    page = "/.well-known/security.txt"
    assert Client().get(page).status_code == HTTPStatus.NOT_FOUND
    settings.SECURITY_CONTACT = "mailto:security@casino.example"
    answer = Client().get(page)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert told["Contact"] == settings.SECURITY_CONTACT
    assert told["Preferred-Languages"] == "fr, en"
    ahead = datetime.fromisoformat(told["Expires"]) - timezone.now()
    assert timedelta(days=80) < ahead < timedelta(days=91)


def test_a_form_without_its_token_is_refused_on_a_page() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/language/", {"language": "en"})
    said(answer, HTTPStatus.FORBIDDEN, "forbidden")
