"""What is not there, and what is refused, is said on a page that needs no other file."""

import re
from base64 import b64encode
from hashlib import sha256
from http import HTTPStatus

import pytest
from django.http import HttpResponse
from django.test import Client

from casino import door

pytestmark = pytest.mark.django_db


def said(answer: HttpResponse, status: HTTPStatus, code: str) -> None:
    """Assert that a page says why in both languages, in a style that its policy lets through."""
    text = answer.content.decode()
    assert answer.status_code == status
    assert all(sentence in text for sentence in door.SENTENCES[code])
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


def test_a_form_without_its_token_is_refused_on_a_page() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/language/", {"language": "en"})
    said(answer, HTTPStatus.FORBIDDEN, "forbidden")
