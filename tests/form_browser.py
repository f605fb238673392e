"""A browser without pages: it sends forms over HTTP, as one behind the proxy or at it does."""

import hmac
import re
import struct
import time
import urllib.error
import urllib.request
from base64 import b32decode
from http.cookies import SimpleCookie
from typing import Final
from urllib.parse import urlencode

ORIGIN: Final = "https://casino.example"
PROXIED: Final = {
    "Host": "casino.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.7",
}
"""What a proxy that speaks TLS adds."""


class Browser:
    """Asks a house, and keeps its cookies; follows no redirect: they name the proxy's address."""

    def __init__(self, address: str, **headers: str) -> None:
        self._address = address
        self._headers = {"Origin": ORIGIN, "Accept-Language": "en", **headers}
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> str:
        """Return a page."""
        return self._ask(path, None)

    def post(self, path: str, **fields: str) -> str:
        """Send the form of a page; return what comes after it."""
        self.get(path)
        fields["csrfmiddlewaretoken"] = self._cookies["csrftoken"]
        return self._ask(path, urlencode(fields).encode())

    def _ask(self, path: str, body: bytes | None) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {**self._headers, "Cookie": cookies}
        asked = urllib.request.Request(f"{self._address}{path}", body, headers)  # noqa: S310
        try:
            answer = urllib.request.build_opener(_Staying).open(asked, timeout=120)
        except urllib.error.HTTPError as error:
            if error.code != 302:
                raise
            answer = error
        with answer:
            for each in answer.headers.get_all("Set-Cookie", ()):
                self._cookies |= {key: found.value for key, found in SimpleCookie(each).items()}
            text: str = answer.read().decode()
            return text


class _Staying(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_: object) -> None:
        return None


def enter_office(browser: Browser, name: str, password: str, told: str) -> None:
    """Sign in to the office with the second factor that `setup_house` has told."""
    browser.post("/admin/login/", username=name, password=password)
    browser.post("/account/second-factor/", code=code_of(told))


def code_of(told: str) -> str:
    """Return the present code of the phone that `setup_house` has enrolled."""
    key = re.search(r"[?&]secret=([A-Z2-7]+)", told)
    assert key, told
    secret = b32decode(key[1] + "=" * (-len(key[1]) % 8))
    digest = hmac.digest(secret, struct.pack(">Q", int(time.time()) // 30), "sha1")
    (number,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06}"
