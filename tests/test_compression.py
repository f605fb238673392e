"""Pages come compressed, and how long one is tells nobody what is in it."""

import gzip
import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

ACCEPTS = {"accept-encoding": "gzip"}


def test_a_page_comes_compressed_with_a_token_that_is_masked_anew() -> None:
    client = Client()
    plain = client.get("/sign-in/")
    assert "Content-Encoding" not in plain
    tokens, sizes = set(), set()
    for _ in range(8):
        answer = client.get("/sign-in/", headers=ACCEPTS)
        assert answer["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer["Vary"]
        assert len(answer.content) < len(plain.content) / 2
        page = gzip.decompress(answer.content).decode()
        tokens.add(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)[0])
        sizes.add(len(answer.content))
    assert len(tokens) == 8
    assert len(sizes) > 2, "random bytes go with it"


def test_cookies_by_which_a_page_is_somebody_s_go_with_no_other_site_s_request() -> None:
    client = Client()
    client.get("/sign-in/")
    assert client.cookies["csrftoken"]["samesite"] == "Strict"
