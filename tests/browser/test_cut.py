"""Players cut the shoe and verify it in their own browsers, card by card and then as a whole."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible, nothing_is_covered
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_waiting_game, open_waiting_table, sign_in

SLOW = 300_000
SIZE = 312
BURNT = 5
DEALT = 7
"""Cards before the stop card: two rounds of one box, at most three, end the shoe."""


@pytest.fixture
def table_id(ceremonial_house: House) -> int:
    """A table whose shoe is short: nearly all its cards lie behind the stop card."""
    return open_waiting_table(
        ceremonial_house,
        betting_seconds=300,
        decision_seconds=120,
        stop_card_cards_behind=SIZE - BURNT - DEALT,
    )


class Player:
    """A person before a browser of his own."""

    def __init__(self, page: Page, table_id: int, name: str) -> None:
        self.page = page
        self.table_id = table_id
        self.name = name
        self.faces: list[str] = []
        """Every card that was seen to the end of its round, as it is read out."""

    @property
    def making(self) -> Locator:
        """What is shown of the shoe that is being made."""
        return self.page.locator(".making")

    @property
    def slider(self) -> Locator:
        """The cut card."""
        return self.page.get_by_role("slider", name="Place de la carte de coupe")

    def sit(self, box: int) -> None:
        self.page.locator(f".seat[data-box='{box}'] button.sit").click()
        expect(self.page.locator(f".seat.mine[data-box='{box}']")).to_be_visible(timeout=SLOW)

    def cut_by_keyboard(self, steps: int) -> int:
        """Put the cut card so many cards behind the first place; return its place."""
        expect(self.slider).to_be_focused(timeout=SLOW)
        self.page.keyboard.press("Home")
        for _ in range(steps):
            self.page.keyboard.press("ArrowRight")
        said = self.slider.get_attribute("aria-valuetext") or ""
        self.page.keyboard.press("Tab")
        expect(self.page.get_by_role("button", name="Couper ici")).to_be_focused()
        self.page.keyboard.press("Enter")
        found = re.fullmatch(rf"carte (\d+) de {SIZE}", said)
        assert found
        return int(found[1])

    def play_a_round(self, box: int) -> None:
        """Stake, stand on everything, and read the cards that lie there at the end."""
        spot = self.page.locator(f".seat[data-box='{box}'] button.spot.main")
        choose_chip(self.page, "2")
        spot.click()
        go = self.page.locator(".console .go")
        expect(go).to_be_enabled(timeout=SLOW)
        go.click()
        over = self.page.locator(".seat.mine .badge")
        stand = self.page.locator(".console .do.blackjack-stand")
        decline = self.page.locator(".console .do.blackjack-decline")
        expect(over.or_(stand).or_(decline).first).to_be_visible(timeout=SLOW)
        for button in (decline, stand):
            if button.is_visible():
                button.click()
                expect(over.or_(stand).first).to_be_visible(timeout=SLOW)
        expect(over.first).to_be_visible(timeout=SLOW)
        expect(self.page.locator(".card:not(:has(.verified))")).to_have_count(0)
        expect(self.page.locator(".halt")).to_have_count(0)
        labels = self.page.locator(".card").evaluate_all(
            "cards => cards.map(card => card.getAttribute('aria-label'))"
        )
        assert labels
        assert all(label.endswith(", vérifiée") for label in labels)
        self.faces += labels

    def fairness(self) -> Locator:
        """Open the panel of the shoe."""
        self.page.locator("button.shoe").click()
        panel = self.page.get_by_role("dialog")
        expect(panel).to_be_visible()
        return panel


def enrol(page: Page, name: str, table_id: int) -> None:
    """Fill in the form and end at the table."""
    page.goto(f"/sign-up/?next=/tables/{table_id}/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill("cinq-dames-de-coeur")
    page.locator("[name=display_name]").fill(f"M. {name}")
    page.locator("[name=adult]").check()
    page.locator(".door button[type=submit]").click()


@pytest.fixture
def enter(
    browser: Browser, ceremonial_house: House, table_id: int
) -> Iterator[Callable[..., Player]]:
    """Enrol somebody new and take them to the table, by the form only if the test says so.

    The test fails when a console complains.
    """
    complaints: list[str] = []
    visitors = []

    def entered(
        between: Callable[[WebSocketRoute], None] | None = None,
        *,
        by_form: bool = False,
        **device: Any,
    ) -> Player:
        visitor = browser.new_context(
            base_url=ceremonial_house.base_url, locale="fr-FR", reduced_motion="reduce", **device
        )
        visitors.append(visitor)
        page = visitor.new_page()
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if between is not None:
            page.route_web_socket(re.compile("/ws/tables/"), between)
        name = f"c{uuid4().hex[:10]}"
        if by_form:
            enrol(page, name, table_id)
            # Whoever is new is shown round: before that is over he is busy elsewhere.
            page.get_by_role("dialog").get_by_role("button", name="Passer").click()
        else:
            sign_in(ceremonial_house, visitor, name, f"M. {name}")
            page.goto(f"/tables/{table_id}/")
        expect(page.locator(".seat")).to_have_count(7, timeout=SLOW)
        return Player(page, table_id, f"M. {name}")

    yield entered
    for visitor in visitors:
        visitor.close()
    assert complaints == []


def stated(bundle: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return what the log's entry of a kind says in a bundle."""
    entries = [json.loads(each["entry"]) for each in bundle["log"]["entries"]]
    facts: dict[str, Any] = next(each["facts"] for each in entries if each["kind"] == kind)
    return facts


COVERED = """() => {
  window.covered = [];
  window.endings = 0;
  let since = 0;
  const mine = () => document.querySelector(".seat.mine .badge");
  new MutationObserver(() => {
    if (!mine()) since = 0;
    else if (since === 0) {
      since = performance.now();
      window.endings += 1;
    }
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
  setInterval(() => {
    const badge = mine();
    if (!badge || performance.now() - since > 2000) return;
    for (const each of [badge, ...document.querySelectorAll(".dealer .card, .dealer .points")]) {
      const { left, top, width, height } = each.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      if (over?.closest(".making, .notices li")) window.covered.push(each.className);
    }
  }, 40);
}"""
"""Notes what of a round's end is covered by something else before two seconds are over.

They count from when the page shows the end, not from when a busy machine comes to look.
"""


@campaign.soak_only
@pytest.mark.parametrize(
    "game", campaign.sample(3, ["punto_banco", "banque_a_tout_va", "trente_et_quarante"])
)
def test_that_a_shoe_waits_for_a_player_is_said_where_it_covers_nothing(
    ceremonial_house: House, page: Page, game: str
) -> None:
    table_id = open_waiting_game(ceremonial_house, game, "MC")
    page.goto(f"{ceremonial_house.base_url}/tables/{table_id}/")
    expect(page.locator(".waiting")).to_contain_text("dès que vous jouez", timeout=SLOW)
    nothing_is_covered(page)


@pytest.mark.clause("MC-029", "MC-013", "FR-2024-005", "ON-23", "MC-EQ-17", "MC-EQ-19")
def test_a_player_cuts_plays_the_shoe_to_its_end_and_verifies_it(
    ceremonial_house: House, enter: Callable[..., Player], tmp_path: Path
) -> None:
    ann = enter()
    expect(ann.page.locator(".waiting")).to_contain_text("dès que vous jouez")
    expect(ann.page.locator(".shoe .none")).to_have_text("Pas encore mélangé")
    # Before the shuffle the cards lie there face up, to whoever comes first.
    panel = ann.fairness()
    expect(panel.locator(".shown")).to_contain_text(f"6 jeux, {SIZE} cartes : chaque carte 6 fois")
    panel.get_by_text("Demander un changement").click()
    panel.get_by_label("Pourquoi changer ?").fill("un dos marqué")
    panel.get_by_role("button", name="Demander").click()
    expect(panel).to_contain_text("La maison a reçu votre demande")
    ann.page.keyboard.press("Escape")
    ann.sit(3)
    expect(ann.making.locator(".shown i")).to_have_count(52, timeout=SLOW)
    place = ann.cut_by_keyboard(11)
    expect(ann.making).to_contain_text(
        f"Vous avez coupé à la carte {place} sur {SIZE}", timeout=SLOW
    )

    ann.page.evaluate(COVERED)
    rounds = 0
    asked = ann.making.filter(has_text="À vous de couper")
    while not asked.is_visible():
        ann.play_a_round(3)
        rounds += 1
        assert rounds < 8
        again = ann.page.locator(".status", has_text="Faites vos jeux")
        expect(asked.or_(again).first).to_be_visible(timeout=SLOW)
    assert ann.page.evaluate("[window.endings, window.covered]") == [rounds, []]
    ann.page.get_by_role("button", name="Laisser le croupier couper").click()
    expect(ann.making).to_contain_text("Le croupier a coupé", timeout=SLOW)

    panel = ann.fairness()
    panel.get_by_role("button", name="Vérifier tout le sabot n° 1").click()
    expect(panel).to_contain_text(f"Tout est juste : {SIZE} cartes", timeout=SLOW)
    expect(panel).to_contain_text(
        f"Les {len(ann.faces)} cartes que vous avez vues sont à leur place et dans leur coup"
    )
    panel.locator(".rounds summary").click()
    told = panel.locator(".rounds li")
    expect(told).to_have_count(rounds)
    expect(told.first).to_contain_text("case 3")
    picture(ann.page, "shoe-verified")
    with ann.page.expect_download() as download:
        panel.get_by_role("link", name="Preuve du sabot n° 1").click()
    kept = tmp_path / "shoe.json"
    download.value.save_as(kept)

    bundle = json.loads(kept.read_text())
    assert stated(bundle, "opened")["cut"] == place
    assert stated(bundle, "order")["by"] == 3
    changed = tmp_path / "changed.json"
    order = bundle["reveal"]["order"]
    order[0] = (order[0] + 1) % 52
    changed.write_text(json.dumps(bundle))
    ceremonial_house.manage("verify_shoe", str(kept))
    with pytest.raises(AssertionError):
        ceremonial_house.manage("verify_shoe", str(changed))

    ann.page.goto("/verify/")
    ann.page.locator("#bundle").set_input_files(kept)
    expect(ann.page.locator(".right")).to_contain_text("Conforme", timeout=SLOW)
    ann.page.locator("#bundle").set_input_files(changed)
    expect(ann.page.locator(".wrong")).to_contain_text("Refusé", timeout=SLOW)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("tampering", "fault"),
    campaign.sample(
        2,
        [
            ("downgraded", "not_promised"),
            ("proof", "opening_fails"),
            ("left out", "not_opened"),
            ("face", "opening_fails"),
        ],
    ),
)
def test_a_tampered_opening_stops_the_page(
    enter: Callable[..., Player], tampering: str, fault: str
) -> None:
    """The red stop rings: what the other tests never see is seen as soon as a house cheats."""

    def cheat(message: str | bytes) -> str | bytes:
        frame = json.loads(message)
        floor = frame.get("floor", {})
        openings = floor.get("openings", [])
        if tampering == "downgraded" and floor.get("shoe"):
            # As if nothing had ever been promised: then any card could be another.
            floor["shoe"]["root"] = ""
            if openings:
                openings[:] = []
            return json.dumps(frame)
        if not openings:
            return message
        match tampering:
            case "face":
                openings[0]["face"] = (openings[0]["face"] + 1) % 52
            case "proof":
                first, *rest = openings[0]["proof"]
                openings[0]["proof"] = ("A" if first != "A" else "B") + "".join(rest)
            case _:
                openings.pop()
        return json.dumps(frame)

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda message: route.send(cheat(message)))

    ann = enter(between)
    ann.sit(3)
    ann.page.get_by_role("button", name="Laisser le croupier couper").click(timeout=SLOW)
    expect(ann.page.locator(".status")).to_contain_text("Faites vos jeux", timeout=SLOW)
    if tampering != "downgraded":
        expect(ann.page.locator(".halt")).to_have_count(0)
        choose_chip(ann.page, "2")
        ann.page.locator(".seat[data-box='3'] button.spot.main").click()
        ann.page.locator(".console .go").click()
    expect(ann.page.locator(".halt")).to_contain_text("Ne misez plus", timeout=SLOW)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Garder la preuve").click()
    evidence = json.loads(Path(download.value.path()).read_text())
    assert evidence["fault"] == fault
    accessible(ann.page)
    picture(ann.page, "tampered")


@campaign.soak_only
@pytest.mark.parametrize(
    ("tampering", "fault"),
    campaign.sample(2, [("signature", "log_proof"), ("promise", "log_differs")]),
)
def test_whoever_gave_nothing_has_the_log_read_too(
    enter: Callable[..., Player], tampering: str, fault: str
) -> None:
    """A house that shows one player another promise, or a log that it did not sign."""

    def cheat(message: str | bytes) -> str | bytes:
        frame = json.loads(message)
        floor = frame.get("floor", {})
        for each in (floor.get("shoe"), floor.get("shuffling")):
            if each and tampering == "promise":
                each["commitment"] = "0f" * 32
        return json.dumps(frame)

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda message: route.send(cheat(message)))

    def forged(route: Route) -> None:
        answer = route.fetch()
        bundle = answer.json()
        if tampering == "signature":
            body, line = bundle["log"]["checkpoint"].rsplit(" ", 1)
            bundle["log"]["checkpoint"] = f"{body} {line[:8]}{'A' * 12}{line[20:]}"
        route.fulfill(response=answer, json=bundle)

    watcher = enter(between)
    watcher.page.route("**/api/shoes/*/bundle/", forged)
    ann = enter()
    ann.sit(3)
    ann.page.get_by_role("button", name="Laisser le croupier couper").click(timeout=SLOW)
    expect(ann.page.locator(".status")).to_contain_text("Faites vos jeux", timeout=SLOW)
    expect(watcher.page.locator(".halt")).to_contain_text("Ne misez plus", timeout=SLOW)
    with watcher.page.expect_download() as download:
        watcher.page.get_by_role("button", name="Garder la preuve").click()
    assert json.loads(Path(download.value.path()).read_text())["fault"] == fault
    # Whoever is shown the truth is not disturbed, and finds the key that their browser pinned.
    panel = ann.fairness()
    expect(panel).to_contain_text("connue de cet appareil depuis le", timeout=SLOW)
    expect(ann.page.locator(".halt")).to_have_count(0)


@campaign.soak_only
def test_others_see_who_cuts_and_a_reload_loses_no_secret(enter: Callable[..., Player]) -> None:
    held: list[str | bytes] = []
    holding, silent = True, False

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(message: str | bytes) -> None:
            if holding and "table.open" in str(message):
                held.append(message)
            else:
                server.send(message)

        def hear(message: str | bytes) -> None:
            if not silent:
                route.send(message)

        route.on_message(send)
        server.on_message(hear)

    bob = enter(between, by_form=True)
    bob.sit(5)
    expect(bob.slider).to_be_focused(timeout=SLOW)
    # A line that is lost takes the cut card out of his hand, and gives it back.
    silent = True
    expect(bob.slider).to_be_disabled(timeout=SLOW)
    silent = False
    ann = enter()
    ann.sit(2)
    expect(ann.making).to_contain_text(f"{bob.name} coupe…", timeout=SLOW)
    accessible(ann.page)
    picture(ann.page, "cut-by-another")
    place = bob.cut_by_keyboard(3)
    expect(ann.making).to_contain_text("Les secrets s’ouvrent", timeout=SLOW)
    # His browser opened, and nothing of it arrived.
    comes_to(bob.page, lambda: len(held), 1)
    holding = False
    bob.page.reload()
    expect(ann.making).to_contain_text(
        f"{bob.name} a coupé à la carte {place} sur {SIZE}", timeout=SLOW
    )
    panel = bob.fairness()
    expect(panel).to_contain_text("cases 2, 5", timeout=SLOW)
    expect(panel).to_contain_text("Il est dans le journal public, comme vous l’avez donné.")
    expect(panel).to_contain_text(f"Case 5, à la carte {place}")
    with bob.page.expect_download() as download:
        panel.get_by_role("button", name="Garder le reçu").click()
    kept = json.loads(Path(download.value.path()).read_text())
    assert kept["receipt"]["hash"] == kept["hash"]
    assert kept["cut"] == place
    accessible(bob.page)


@pytest.mark.campaign
@pytest.mark.parametrize("size", campaign.sample(4, ["desktop", "phone", "small", "sideways"], 1))
def test_the_cut_is_accessible_and_can_be_touched(enter: Callable[..., Player], size: str) -> None:
    width, height = SIZES[size]
    ann = enter(viewport={"width": width, "height": height}, has_touch=size != "desktop")
    ann.sit(3)
    expect(ann.slider).to_be_visible(timeout=SLOW)
    accessible(ann.page)
    picture(ann.page, "cut")
    before = ann.slider.input_value()
    box = ann.slider.bounding_box()
    assert box is not None
    # Drag the cut card to a third of its way.
    ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2, steps=4)
    ann.page.mouse.up()
    assert int(ann.slider.input_value()) < int(before)
    for name in ("Couper ici", "Laisser le croupier couper"):
        button = ann.page.get_by_role("button", name=name)
        expect(button).to_be_in_viewport()
        seen = button.bounding_box()
        assert seen is not None
        assert seen["height"] >= 44
    accessible(ann.page)


@campaign.soak_only
def test_who_always_leaves_the_cut_to_the_dealer_is_asked_no_more(
    ceremonial_house: House, enter: Callable[..., Player]
) -> None:
    ann = enter()
    ann.sit(3)
    always = ann.page.get_by_role("button", name="Toujours le croupier")
    expect(always).to_be_visible(timeout=SLOW)
    accessible(ann.page)
    always.click()
    expect(ann.page.locator(".notices .info")).to_contain_text("les réglages le changent")
    expect(ann.making).to_contain_text("Le croupier a coupé", timeout=SLOW)

    # The offer of the next shoe is declined by her browser, and the slider never drawn.
    ann.page.goto(f"/tables/{open_waiting_table(ceremonial_house, betting_seconds=300)}/")
    ann.page.evaluate(
        """() => {
          window.asked = 0;
          const look = () => (window.asked += document.querySelectorAll("[role=slider]").length);
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    ann.sit(3)
    expect(ann.making).to_contain_text("Le croupier a coupé", timeout=SLOW)
    assert ann.page.evaluate("window.asked") == 0
    ann.page.get_by_role("button", name="Réglages").click()
    switch = ann.page.get_by_role("switch", name="Toujours laisser le croupier couper")
    expect(switch).to_be_checked()
    accessible(ann.page)
