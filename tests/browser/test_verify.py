"""The offline verifier in a browser: served by the house, and from a disk without a network."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import Complaints
from tests.browser.test_pages import SIZES, accessible, look
from tests.house import House
from tests.rng import bundles
from tests.rng import test_receipts as receipts

SHOE = bundles.shoe(bundles.Shape(packs=2, cutter=4, withheld=(7,), beacon="recorded"))
DRAW = bundles.draw(bundles.DrawShape(sides=(6, 6)))
VOID = bundles.shoe(bundles.Shape(void="listed"))


def give(page: Page, whole: object) -> None:
    """Choose a file with this bundle, as a visitor does."""
    text = whole if isinstance(whole, bytes) else json.dumps(whole).encode()
    page.set_input_files(
        "#bundle", {"name": "dossier.json", "mimeType": "application/json", "buffer": text}
    )


@pytest.fixture(params=["served", "disk"])
def verifier(request: pytest.FixtureRequest, context: BrowserContext, house: House) -> Page:
    """The page, from the house or from a file; it may ask for nothing else."""
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    path: Path = settings.FRONTEND_DIST / "verify.html"
    page.goto("/verify/" if request.param == "served" else path.as_uri())
    expect(page.locator("h1")).to_be_visible()
    assert [url for url in asked if not url.startswith("data:")] == [page.url]
    return page


def test_a_key_that_one_knows_is_kept_and_another_key_is_refused(verifier: Page) -> None:
    give(verifier, DRAW)
    said, checked = verifier.locator(".verdict"), verifier.locator(".checks")
    expect(checked).to_contain_text("Comparés à rien : la clé du journal")
    verifier.locator(".known summary").click()
    verifier.get_by_label("Clé du journal").fill(DRAW["log"]["key"])
    verifier.get_by_label("Nom du journal").press("Tab")
    expect(checked).to_contain_text("est une de celles que vous avez données")
    verifier.reload()
    give(verifier, DRAW)
    expect(checked).to_contain_text("est une de celles que vous avez données")
    verifier.get_by_label("Clé du journal").fill("another.test+00000000+AA")
    verifier.get_by_label("Nom du journal").press("Tab")
    expect(said).to_contain_text("other_key")


def test_a_receipt_convicts_a_house_that_dropped_a_secret(verifier: Page) -> None:
    dropped = receipts.made("draw", 1, receipts.MINE, withheld=(receipts.MINE,))
    give(verifier, dropped)
    expect(verifier.locator(".verdict.right")).to_be_visible()
    verifier.locator(".known summary").click()
    mine = json.dumps(receipts.proof("draw")).encode()
    verifier.get_by_label("Votre secret et ses reçus").set_input_files(
        {"name": "mon-secret.json", "mimeType": "application/json", "buffer": mine}
    )
    expect(verifier.locator(".verdict.wrong")).to_contain_text("receipt_dropped")
    expect(verifier.locator(".given")).to_contain_text("mon-secret.json")
    verifier.locator(".given").get_by_role("button").click()
    expect(verifier.locator(".verdict.right")).to_be_visible()


def test_a_right_bundle_is_told_in_full(verifier: Page) -> None:
    give(verifier, SHOE)
    said = verifier.locator(".verdict")
    expect(said).to_contain_text("Conforme")
    expect(said).to_be_focused()
    checked = verifier.locator(".checks")
    expect(checked).to_contain_text("La case 4 a coupé")
    expect(checked).to_contain_text("Secret non ouvert, donc sans effet : case 7")
    expect(checked).to_contain_text("porte la signature de sa chaîne")
    expect(verifier.locator(".cards li:not(.stop)")).to_have_count(104)
    expect(checked).to_contain_text("à quelle main est allée chaque carte")
    verifier.locator(".rounds summary").click()
    expect(verifier.locator(".rounds li")).to_have_count(3)
    picture(verifier, "verified")
    verifier.get_by_role("button", name="English").click()
    expect(said).to_contain_text("As promised")
    expect(verifier.locator("html")).to_have_attribute("lang", "en")
    give(verifier, DRAW)
    expect(verifier.locator(".numbers li")).to_have_count(2)
    give(verifier, VOID)
    expect(said).to_contain_text("given up before the first card")


DROP = """text => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], "lâché.json", { type: "application/json" }));
    const drop = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
    return document.querySelector(".drop").dispatchEvent(drop);
}"""


def test_a_bundle_is_dropped_or_chosen_by_keyboard(page: Page, house: House) -> None:
    # The browser is told to hand over its file choosers by a message that nobody awaits: on a busy
    # machine a key overtakes one sent just before it.
    page.on("filechooser", lambda _: None)
    page.goto("/verify/")
    expect(page.locator("h1")).to_be_visible()
    # The browser would else leave the page and show the file.
    assert page.evaluate(DROP, json.dumps(SHOE)) is False
    expect(page.locator(".verdict.right")).to_contain_text("lâché.json")
    page.reload()
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.locator("#bundle")).to_be_focused()
    with page.expect_file_chooser() as chosen:
        page.keyboard.press("Enter")
    text = json.dumps(DRAW).encode()
    chosen.value.set_files({"name": "d.json", "mimeType": "application/json", "buffer": text})
    expect(page.locator(".verdict")).to_be_focused()


WRONG: tuple[tuple[Any, str], ...] = (
    ({**SHOE, "commitment": "0" * 64}, "la graine n’est pas celle promise"),
    (b"\xff\xfe", "en utf-16 : enregistrez-le tel quel, en utf-8"),
    (b"\xfe\xff", "en utf-16 : enregistrez-le tel quel, en utf-8"),
    (b"\x1f\x8b", "en gzip : enregistrez-le tel quel, en utf-8"),
    (b"{\xff}", "json strict"),
    ({**SHOE, "extra": 1}, "« extra »"),
    (json.dumps(SHOE).encode()[:-1] + b', "version": 3}', "json strict"),
)
"""What is wrong, and the reason."""


def test_a_wrong_bundle_is_refused_in_red_with_its_reason(
    verifier: Page, subtests: pytest.Subtests
) -> None:
    said = verifier.locator(".verdict.wrong")
    for wrong, words in WRONG:
        with subtests.test(words=words):
            give(verifier, SHOE)
            expect(verifier.locator(".verdict.right")).to_be_visible()
            give(verifier, wrong)
            expect(said).to_contain_text("Refusé")
            expect(said.locator("p").first).to_contain_text(words, ignore_case=True)
            expect(verifier.locator(".cards")).to_have_count(0)
    picture(verifier, "refused-bundle")


@pytest.mark.campaign
def test_nobody_is_shut_out(page: Page, house: House, subtests: pytest.Subtests) -> None:
    states = (None, SHOE, DRAW, {**SHOE, "extra": 1})
    page.goto("/verify/")
    for no, size in campaign.combinations(range(len(states)), list(SIZES)):
        with subtests.test(size=size, state=no):
            look(page, size)
            if states[no] is None:
                page.goto("/verify/")
            else:
                give(page, states[no])
                expect(page.locator(".verdict")).to_be_visible()
            accessible(page)


def test_a_browser_without_webcrypto_verifies_too(context: BrowserContext, house: House) -> None:
    page = context.new_page()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto("/verify/")
    assert page.evaluate("crypto.subtle === undefined")
    give(page, SHOE)
    expect(page.locator(".verdict.right")).to_be_visible()
    forged = json.loads(json.dumps(SHOE))
    forged["log"]["checkpoint"] = forged["log"]["checkpoint"].replace("time 1", "time 2")
    give(page, forged)
    expect(page.locator(".verdict.wrong")).to_contain_text("log_signature")


def test_the_page_cannot_reach_a_network(page: Page, house: House, complaints: Complaints) -> None:
    page.goto("/verify/")
    reached = page.evaluate("fetch('/healthz').then(() => true, () => false)")
    assert reached is False
    complaints.come(page, "Content Security Policy", "fetch", "Refused to connect")
