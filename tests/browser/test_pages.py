"""The pages in a real browser: nobody is shut out, nothing overflows, no console complains."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests import campaign, house_console
from tests.browser.gallery import picture
from tests.browser.patience import Complaints
from tests.browser.tray import choose_chip
from tests.house import PASSWORD, House

SIZES = {"desktop": (1366, 820), "phone": (390, 844), "small": (360, 640), "sideways": (844, 390)}
ZOOMED = {"200 %": (640, 400), "400 %": (320, 256)}
"""What is left of a window of 1280 by 800, or 1024, for whoever enlarges it."""
LANGUAGES = ("fr", "en")
AXE = Axe().axe_script
FOUND = """async within => {
  const on = { enabled: true };
  const rules = { "label-content-name-mismatch": on, "target-size": on };
  const { violations } = await axe.run(within || document, {
    preload: false, rules, resultTypes: ["violations"],
  });
  return violations.map(each => [each.id, each.nodes.map(node => node.target)]);
}"""
"""The rules that are broken, with their elements.

What passes is not told: at a roulette, whose spots are many, that took most of the time. No rule
that runs reads the style sheets, which axe would fetch again. Two that axe has off are on: a name
has the words that are seen, and a target 24 pixels or as much room around it.
"""


def accessible(page: Page, changed: str = "") -> None:
    """Assert that axe finds nothing and that the page does not scroll sideways.

    At what has `changed` of a page that axe has looked at before, it looks alone in the short form:
    most of its time goes into spots that are as they were.
    """
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE)
    assert page.evaluate(FOUND, "" if campaign.SOAK else changed) == []
    overflows_nowhere(page)


def overflows_nowhere(page: Page) -> None:
    """Assert that the page does not scroll sideways, and that its end can be scrolled to."""
    wide, seen, end = page.evaluate(
        "() => { scrollTo(0, document.documentElement.scrollHeight);"
        " const end = document.body.lastElementChild.getBoundingClientRect().bottom - innerHeight;"
        " scrollTo(0, 0);"
        " return [document.documentElement.scrollWidth, innerWidth, end]; }"
    )
    assert wide <= seen
    assert end <= 1


def in_one_row(page: Page) -> None:
    """Assert that the head of the page is no higher than its buttons."""
    assert page.locator(".top").evaluate("head => head.offsetHeight") <= 60


def stays_in_view(page: Page) -> None:
    """Assert that phase and clock are seen however far a felt is scrolled; scroll back."""
    below, seen = page.locator(".stage .felt > .felt, .stage .felt").evaluate_all(
        "felts => { const felt = felts.find(each => each.scrollHeight > each.clientHeight + 99);"
        " felt.scrollTop = felt.scrollHeight;"
        " const status = document.querySelector('.status').getBoundingClientRect();"
        " const stage = document.querySelector('.stage').getBoundingClientRect();"
        " const moved = felt.scrollTop; felt.scrollTop = 0;"
        " return [moved, status.top >= stage.top && status.bottom < stage.top + 80]; }"
    )
    assert below > 100
    assert seen


COVERED = """count => {
  const notices = document.querySelector(".notices");
  // One of the table may be shown already.
  const more = Math.max(0, count - notices.children.length);
  const shown = Array.from({ length: more }, () => {
    const notice = document.createElement("li");
    // As it is styled: with the mark of its component.
    notice.className = notices.className.replace("notices", "win");
    notice.textContent = "+1 000";
    const button = document.createElement("button");
    button.className = notices.className.replace("notices", "");
    notice.append(button);
    return notice;
  });
  notices.prepend(...shown);
  const box = each => each.getBoundingClientRect();
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const all = css => [...document.querySelectorAll(css)].filter(each => box(each).width > 0);
  const covered = all(".status, .notices li, .shoe").flatMap(over =>
    all("[data-spot], .cards .place, .cards .slot")
      .filter(under => meet(box(over), box(under)))
      .map(under => [over.className, under.dataset.spot ?? under.className])
  );
  shown.forEach(notice => notice.remove());
  return covered;
}"""
"""What lies over a stake spot or a card's place, were so many notices shown now."""
WIDTHS = ((1440, 900), (820, 1180), (390, 844), (360, 640))


def nothing_is_covered(
    page: Page, notices: int = 1, sizes: Sequence[tuple[int, int]] = WIDTHS
) -> None:
    """Assert that at no size the status, notices or the shoe lie over a spot or a card."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED, notices) == [], width


def speak(page: Page, language: str, house: House) -> None:
    """Choose the language as the cookie of this device."""
    page.context.add_cookies(
        [{"name": "django_language", "value": language, "url": house.base_url}]
    )


def sign_in(page: Page, name: str) -> None:
    """Sign a demo player in by the form and end at the table, which he knows."""
    house_console.skip_tour(page.context)
    page.goto("/sign-in/?next=/tables/1/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator(".door button[type=submit]").click()
    expect(page.locator(".seat")).to_have_count(7)


def look(page: Page, size: str) -> None:
    """Give the page's window a size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def test_a_player_chooses_among_the_tables_of_the_lobby(page: Page, house: House) -> None:
    look(page, "phone")
    page.goto("/")
    tables = page.locator("#lobby > li:visible")
    everything = tables.count()
    # Other tests open tables in this house, too.
    listed = page.request.get("/api/tables/").json()
    craps = sum(each["game"] == "craps" for each in listed)
    assert 0 < craps < everything
    page.get_by_label("Jeu").select_option("craps")
    expect(tables).to_have_count(craps)
    assert page.url.endswith("/?game=craps")
    page.reload()
    expect(tables).to_have_count(craps)
    page.get_by_label("Mise minimale").select_option(index=1)
    page.get_by_label("Jeu").select_option("chemin_de_fer")
    expect(page.get_by_text("Aucune table de ce genre.")).to_be_visible()
    expect(tables).to_have_count(0)
    accessible(page)
    picture(page, "lobby-empty")
    page.get_by_role("link", name="Tout montrer").click()
    expect(tables).to_have_count(everything)
    waiting = page.locator("#lobby .missing").get_by_text("encore 4 joueurs")
    expect(waiting.first).to_be_visible()
    picture(page, "lobby")


EVERY = sorted(campaign.combinations(LANGUAGES, list(SIZES)))
"""Languages and sizes of screen, one language after the other."""


def accessible_at(page: Page, size: str) -> None:
    """Assert it as `accessible` does; in the short form axe looks at one large and one small size.

    Between sizes only contrasts and the sizes of targets differ.
    """
    if campaign.SOAK or size in ("desktop", "small"):
        accessible(page)
    else:
        overflows_nowhere(page)


def visits(page: Page, house: House, path: str) -> Iterator[tuple[str, str]]:
    """Open a page in each language, at each size; yield both.

    In the short form it is opened once for each language, and its window changes size.
    """
    opened = ""
    for language, size in EVERY:
        look(page, size)
        if opened != language or campaign.SOAK:
            speak(page, language, house)
            page.goto(path)
            opened = language
        yield language, size


@pytest.mark.campaign
@pytest.mark.parametrize("path", ["/", "/sign-up/", "/sign-in/", "/tables/1/"])
def test_a_visitor_finds_every_page_accessible(
    page: Page, house: House, path: str, subtests: pytest.Subtests
) -> None:
    for language, size in visits(page, house, path):
        with subtests.test(language=language, size=size):
            assert page.locator("html").get_attribute("lang") == language
            if path.startswith("/tables"):
                expect(page.locator(".seat")).to_have_count(7)
            elif size == "small":
                in_one_row(page)
            accessible_at(page, size)
    if path.startswith("/sign"):
        picture(page, path.strip("/"))
    for enlarged, (width, height) in ZOOMED.items():
        with subtests.test(enlarged=enlarged):
            page.set_viewport_size({"width": width, "height": height})
            overflows_nowhere(page)


MEDDLES = {
    "color-contrast": "p.style.color = '#888'; p.style.backgroundColor = '#999'",
    "image-alt": "p.append(document.createElement('img'))",
    "label-content-name-mismatch": "button(p, 'Miser').ariaLabel = 'Jouer'",
    "target-size": "for (const key of '12') button(p, key).style.cssText ="
    " 'display: block; width: 14px; min-height: 0; height: 14px; padding: 0; border: 0'",
    "assert 3": "p.style.width = '3000px'",
}
"""What shuts somebody out, by what is said of it."""


def test_what_shuts_somebody_out_is_found(
    page: Page, house: House, subtests: pytest.Subtests
) -> None:
    page.goto("/sign-in/")
    accessible(page)
    for found, meddle in MEDDLES.items():
        with subtests.test(found=found):
            page.evaluate(
                "() => { const button = (under, said) => {"
                " const made = document.createElement('button'); made.textContent = said;"
                " under.append(made); return made; };"
                " const p = document.createElement('p'); p.textContent = 'Faites vos jeux';"
                f" p.id = 'meddled'; document.querySelector('main').append(p); {meddle} }}"
            )
            with pytest.raises(AssertionError, match=found):
                accessible(page)
            page.evaluate("document.getElementById('meddled').remove()")
    accessible(page)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("size", "player"), campaign.sample(2, [("desktop", "demo1"), ("phone", "demo2")])
)
def test_a_round_is_played_by_keyboard_alone(page: Page, size: str, player: str) -> None:
    look(page, size)
    sign_in(page, player)
    free = page.locator("button.sit").first
    free.focus()
    page.keyboard.press("Enter")
    spot = page.locator(".seat.mine button.spot.main")
    expect(spot).to_have_count(1)
    accessible(page)
    choose_chip(page, "2")
    spot.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".console .go")).to_be_enabled()
    expect(spot).to_have_accessible_name(re.compile(r"mise : 5\b"))
    accessible(page)
    page.keyboard.press("g")
    over = page.locator(".seat.mine .badge")
    decision = page.locator(".console .do")
    expect(over.or_(decision).first).to_be_visible(timeout=300_000)
    accessible(page)
    while not over.count():
        page.keyboard.press("n" if page.locator(".do.blackjack-decline").count() else "s")
        page.wait_for_timeout(300)
    expect(over).to_contain_text("")
    accessible(page)
    page.keyboard.press("r")
    expect(page.locator(".seat.mine .spot.main .sum")).to_have_text("5")
    page.keyboard.press("c")
    expect(page.locator(".seat.mine .spot.main .sum")).to_have_count(0)


def test_chips_and_decisions_are_never_shown_together(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, "demo3")
    page.locator("button.sit").first.click()
    expect(page.locator("fieldset.tray")).to_be_visible()
    expect(page.locator(".decide")).to_have_count(0)
    tall, seen = page.evaluate("() => [document.documentElement.scrollHeight, innerHeight]")
    assert tall <= seen
    page.locator(".seat.mine .leave").click()
    expect(page.locator(".seat.mine")).to_have_count(0)


@pytest.mark.campaign
def test_the_rules_tell_what_every_bet_on_offer_costs(
    page: Page, house: House, subtests: pytest.Subtests
) -> None:
    for size in campaign.sample(2, SIZES):
        with subtests.test(size=size):
            look(page, size)
            page.goto("/tables/1/")
            the_rules_tell_what_every_bet_costs(page)


def the_rules_tell_what_every_bet_costs(page: Page) -> None:
    page.get_by_role("button", name="Règlement").click()
    panel = page.locator("dialog[open]")
    expect(panel.get_by_text("Avantage de la maison")).to_be_visible()
    prices = panel.locator("dl.prices")
    expect(prices.locator("dt > span")).to_have_text(
        ["Jeu principal", "Assurance", "Dames de cœur"]
    )
    expect(panel.get_by_role("heading", name="Mises additionnelles", level=5)).to_be_visible()
    expect(prices.locator("small")).to_have_text(
        ["Par unité de la première mise, joué selon la stratégie de base."]
    )
    expect(prices.locator("code")).to_have_text(["FR-2024-050", "FR-2024-070"])
    figures = prices.locator("dd").all_inner_texts()
    assert [figure.replace("\u202f", " ").replace("\xa0", " ") for figure in figures] == [
        "0,516 %",
        "7,395 %",
        "24,709 %",
    ]
    panel.locator("summary").get_by_text("Stratégie de base").click()
    pairs = panel.locator("table").nth(2)
    expect(pairs.locator("tbody tr").last).to_have_text("A,A" + "P" * 9 + "T")
    wide = panel.evaluate("panel => panel.scrollWidth > panel.clientWidth")
    assert not wide
    accessible(page)


def test_a_player_enrols_without_a_script_and_is_given_chips(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    visitor = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = visitor.new_page()
    name = f"v{uuid4().hex[:10]}"
    page.goto("/sign-up/?next=/account/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill("passwordpassword")
    page.locator("[name=adult]").check()
    page.locator(".door button[type=submit]").click()
    expect(page.locator(".error")).to_contain_text("volés")
    page.locator("[name=password]").fill("cinq-dames-de-coeur")
    page.locator("[name=adult]").check()
    page.locator(".door button[type=submit]").click()
    expect(page.locator(".balance b")).to_have_text("1\u202f000")
    expect(page.locator(".ledger")).to_contain_text("Jetons offerts")
    page.locator(".speak button").click()
    expect(page.locator(".ledger")).to_contain_text("Chips granted")
    page.locator("form[action='/sign-out/'] button").click()
    page.goto("/account/")
    assert page.url.endswith("/sign-in/?next=/account/")
    visitor.close()


ACCOUNT = {"": "account", "cash/": "cage", "limits/": "limits"}
"""Pages of the account that the gallery shows."""


@pytest.mark.campaign
def test_a_player_finds_the_account_and_its_access_accessible(
    page: Page, house: House, subtests: pytest.Subtests
) -> None:
    house_console.sign_in(house, page.context, "demo4")
    for path in ("", "access/", "cash/", "limits/", "settings/"):
        for language, size in visits(page, house, f"/account/{path}"):
            with subtests.test(path=path, language=language, size=size):
                assert page.locator("html").get_attribute("lang") == language
                if size == "small":
                    in_one_row(page)
                accessible_at(page, size)
        if state := ACCOUNT.get(path):
            picture(page, state)


def test_a_player_changes_the_password_and_the_other_browser_is_out(
    page: Page,
    browser: Browser,
    browser_context_args: dict[str, Any],
    complaints: Complaints,
) -> None:
    name, before, after = f"v{uuid4().hex[:10]}", "cinq-dames-de-coeur", "sept-cases-sur-le-tapis"
    page.goto("/sign-up/?next=/account/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(before)
    page.locator("[name=adult]").check()
    page.locator(".door button[type=submit]").click()
    other = browser.new_context(**browser_context_args)
    there = other.new_page()
    there.goto("/sign-in/?next=/tables/1/")
    there.locator("[name=username]").fill(name)
    there.locator("[name=password]").fill(before)
    there.locator(".door button[type=submit]").click()
    expect(there.locator(".seat")).to_have_count(7)
    page.get_by_role("link", name="Mot de passe et connexions").click()
    expect(page.locator(".ledger tbody tr")).to_have_count(2)
    page.locator("[name=current]").fill(before)
    page.locator("[name=new]").fill("passwordpassword")
    page.locator("[name=again]").fill("passwordpassword")
    page.get_by_role("button", name="Changer").click()
    expect(page.locator(".error")).to_contain_text("volés")
    complaints.come(page, "422")
    accessible(page)
    page.locator("[name=current]").fill(before)
    page.locator("[name=new]").fill(after)
    page.locator("[name=again]").fill(after)
    page.get_by_role("button", name="Changer").click()
    expect(page.get_by_role("status")).to_contain_text("Le mot de passe est changé")
    expect(page.locator(".ledger tbody tr")).to_have_count(1)
    there.goto("/account/")
    assert "/sign-in/" in there.url
    other.close()


@pytest.mark.parametrize("chunk", ["table", "blackjack"])
def test_a_changed_byte_of_the_script_is_refused(
    context: BrowserContext, complaints: Complaints, chunk: str
) -> None:
    def meddle(add: str) -> Callable[[Route], None]:
        def pass_on(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text() + add)

        return pass_on

    page = context.new_page()
    page.route(f"**/assets/{chunk}-*.js", meddle(""))
    page.goto("/tables/1/")
    expect(page.locator(".seat")).to_have_count(7)
    page.route(f"**/assets/{chunk}-*.js", meddle("\n"))
    page.goto("/tables/1/")
    expect(page.locator(".loading").first).to_be_visible()
    complaints.come(page, "integrity", "import")
    expect(page.locator(".seat")).to_have_count(0)


def test_no_string_becomes_markup(page: Page, complaints: Complaints) -> None:
    page.goto("/tables/1/")
    refused = page.evaluate(
        "() => { try { document.body.innerHTML = '<b>x</b>'; return false }"
        " catch (error) { return error instanceof TypeError } }"
    )
    assert refused
    complaints.come(page, "TrustedHTML")


def test_the_language_goes_with_the_device_and_stays_in_the_house(page: Page) -> None:
    page.goto("/")
    page.locator(".speak button").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/sign-in/?next=https://elsewhere.example/")
    expect(page.locator(".door [name=next]")).to_have_value("/")
