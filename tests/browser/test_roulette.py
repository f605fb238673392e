"""European roulette in a real browser: mouse and keyboard, zero and prison, and the ball."""

import json
import math
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocket, WebSocketRoute, expect

from tables.games.european_roulette.mc import BOOK
from tables.games.european_roulette.rules import LAYOUT
from tables.rules import options
from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible
from tests.browser.test_rounds import SLOW, Player, books_balance
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_roulette, set_next_draw, sign_in

CHOSEN = {
    "table_min_cents": 100,
    "stake_increment_cents": 100,
    "betting_window_seconds": 300,
    "decision_seconds": 120,
}
"""The house options of the table."""


class Bettor(Player):
    """A person before the layout, with what their page has sent and heard."""

    def __init__(self, page: Page, house: House, name: str) -> None:
        super().__init__(page, house, name)
        self.stakes: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        def sent(text: str | bytes) -> None:
            command = json.loads(text).get("command", {})
            if command.get("kind") == "european_roulette.stake":
                self.stakes.append(command)

        socket.on("framesent", sent)

    def spot(self, spot: str) -> Any:
        return self.page.locator(f"button[data-spot='{spot}']")

    def lay(self, chip: str, spot: str, times: int = 1) -> None:
        """Choose a chip by its key and lay it by mouse; several in one go."""
        choose_chip(self.page, chip)
        self.spot(spot).click()
        more = "(spot, times) => { for (; times > 0; times--) spot.click(); }"
        self.spot(spot).evaluate(more, times - 1)

    def laid(self) -> dict[str, int]:
        """Return what the last stake puts on each position."""
        return {each["on"]: each["amount"] for each in self.stakes[-1]["wagers"]}

    def has_staked(self, chips: str) -> None:
        """Wait until the server holds these chips of mine: none is pending."""
        figure = self.page.locator(".panel dd").nth(1)
        expect(figure).to_have_text(chips, timeout=SLOW)
        expect(self.page.locator(".layout .pending")).to_have_count(0, timeout=SLOW)

    def sees(self, number: int) -> None:
        """Wait until the ball rests in this pocket."""
        expect(self.page.locator(".wheel .told b")).to_have_text(str(number), timeout=SLOW)


@pytest.fixture
def table_id(house: House) -> int:
    """A table of its own for each test, with clocks that do not hurry it."""
    return open_roulette(house, **CHOSEN)


@pytest.fixture
def enter(
    browser: Browser, browser_context_args: dict[str, Any], house: House, table_id: int
) -> Iterator[Callable[..., Bettor]]:
    """Enrol somebody new, sign their browser in and take it to the layout."""
    complaints: list[str] = []
    visitors = []

    def entered(between: Callable[[WebSocketRoute], None] | None = None, **options: Any) -> Bettor:
        visitor = browser.new_context(**browser_context_args | options)
        visitors.append(visitor)
        page = visitor.new_page()
        if between is not None:
            page.route_web_socket(re.compile("/ws/tables/"), between)
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        bettor = Bettor(page, house, f"r{uuid4().hex[:10]}")
        sign_in(house, visitor, bettor.name)
        page.goto(f"/tables/{table_id}/")
        expect(bettor.spot("straight:17")).to_have_attribute("aria-disabled", "false", timeout=SLOW)
        return bettor

    yield entered
    for visitor in visitors:
        visitor.close()
    assert complaints == []


def test_the_layout_and_the_rules_panel_tell_all_that_can_be_bet_and_its_cost(
    page: Page, table_id: int
) -> None:
    page.goto(f"/tables/{table_id}/")
    expect(page.locator("button[data-spot='straight:17']")).to_be_visible(timeout=SLOW)
    drawn = page.locator(".layout button[data-spot]").evaluate_all(
        "spots => spots.map(spot => spot.dataset.spot)"
    )
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {on for on, each in LAYOUT.items() if BOOK.rules.allows(each)}

    page.get_by_role("button", name="Règlement").click()
    edges = page.locator("dl[aria-labelledby=edges] div")
    expect(edges).to_have_count(11, timeout=SLOW)
    shown = {each.replace("\xa0", " ").replace("\u202f", " ") for each in edges.all_inner_texts()}
    assert "Plein\nMC-EROU-11\npaie 35 pour 1 2,703 %" in shown
    assert "Chance simple, partage au zéro\nMC-EROU-24\npaie 1 pour 1 1,351 %" in shown
    assert "Chance simple, prison au zéro\nMC-EROU-25\npaie 1 pour 1 1,370 %" in shown
    expect(page.locator("#edges + .note")).not_to_contain_text("Le jeu principal")
    told = {
        choice.topic.label[0]: options.value_in_words(
            choice.form, CHOSEN.get(name, choice.default)
        )[0]
        for name, choice in BOOK.choices.items()
    }
    names = page.locator(".options summary span").all_inner_texts()
    values = page.locator(".options summary b").all_inner_texts()
    assert dict(zip(names, values, strict=True)) == told


@pytest.mark.campaign
def test_a_stake_is_imprisoned_and_freed_by_the_next_spin(
    house: House, table_id: int, enter: Callable[..., Bettor]
) -> None:
    set_next_draw(house, table_id, 0)
    ann = enter()
    with books_balance(house, table_id):
        ann.lay("3", "red")
        ann.lay("1", "even", times=4)
        ann.spot("even").click(button="right")
        # By keyboard: from 17 to the split with 20, a chip on, another on, one off.
        choose_chip(ann.page, "2")
        ann.spot("straight:17").focus()
        ann.page.keyboard.press("ArrowRight")
        expect(ann.spot("split:17-20")).to_be_focused()
        ann.page.keyboard.press("Enter")
        ann.page.keyboard.press("Enter")
        ann.page.keyboard.press("Backspace")
        ann.has_staked("33")
        comes_to(ann.page, ann.laid, {"red": 2500, "even": 300, "split:17-20": 500})
        assert len(ann.stakes) < 8  # Chips laid in one go are one command.
        picture(ann.page, "european-roulette")
        ann.ready()

        ann.sees(0)
        expect(ann.page.locator(".ask")).to_contain_text("Rouge")
        half, prison = (
            ann.page.locator(f".do.european_roulette-{each}") for each in ("half", "prison")
        )
        expect(half).to_contain_text("Reprendre 12,50")
        expect(half).to_contain_text("MC-EROU-24")
        expect(prison).to_contain_text("MC-EROU-25")
        accessible(ann.page, ".console")
        picture(ann.page, "prison")
        prison.click()
        expect(ann.spot("red").locator(".jeton.prison")).to_be_visible(timeout=SLOW)
        expect(ann.spot("red")).to_have_attribute("aria-label", "Rouge, 25 en prison")
        expect(ann.page.locator(".ask")).to_contain_text("Pair")
        # Her browser asks for the draw that fell, and the console would tell of another result.
        asked: list[str] = []
        ann.page.on("request", lambda request: asked.append(request.url))
        half.click()
        ann.ends_with("968.5")

        # Beside the prisoner a fresh stake on the same chance lies by itself.
        set_next_draw(house, table_id, 1)
        ann.lay("1", "red")
        ann.has_staked("26")
        expect(ann.spot("red")).to_have_attribute("aria-label", "Rouge : 1, 25 en prison")
        picture(ann.page, "in-prison")
        ann.ready()
        ann.sees(1)
        expect(ann.page.locator(".notices")).to_contain_text("Prisonnier libéré : 25 rendus.")
        comes_to(ann.page, lambda: any("/api/draws/" in each for each in asked), True)
        ann.ends_with("994.5")
        expect(ann.page.locator(".jeton.prison")).to_have_count(0)
        expect(ann.page.locator(".last b")).to_have_text(["1", "0"])


@campaign.soak_only
@pytest.mark.parametrize(
    ("tampering", "fault"),
    campaign.sample(
        3,
        [
            ("number", "draw_differs"),
            ("promise", "draw_changed"),
            ("version", "draw_differs"),
        ],
    ),
)
def test_a_rewritten_spin_stops_the_page(
    house: House, table_id: int, enter: Callable[..., Bettor], tampering: str, fault: str
) -> None:
    """An honest spin is compared and disturbs nobody; the next one is another than was promised."""
    honest = True

    def rewritten(message: str | bytes) -> str | bytes:
        frame = json.loads(message)
        if honest:
            return message
        if tampering == "number":
            for each in frame.get("events", []):
                if each["kind"] == "european_roulette.number_fell":
                    each["number"] = (each["number"] + 1) % 37
        draw = frame.get("floor", {}).get("draw")
        if draw and tampering == "promise":
            draw["commitment"] = "0f" * 32
        return json.dumps(frame)

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda message: route.send(rewritten(message)))

    def older(route: Route) -> None:
        answer = route.fetch()
        bundle = answer.json()
        if not honest and tampering == "version" and bundle["reveal"] is not None:
            # As a bundle from before the log would be: nothing in it is signed.
            bundle = {**{name: bundle[name] for name in bundle if name != "log"}, "version": 1}
            bundle["header"] |= {"protocol": "sabot-draw/1"}
        route.fulfill(response=answer, json=bundle)

    compared: list[str] = []
    ann = enter(between=between)
    ann.page.route("**/api/draws/*/bundle/", older)
    ann.page.on("requestfinished", lambda request: compared.append(request.url))
    halt = ann.page.locator(".halt")
    for number in (20, 21):
        set_next_draw(house, table_id, number)
        ann.lay("1", "red")
        ann.ready()
        if honest:
            ann.sees(number)
            comes_to(ann.page, lambda: any("/api/draws/" in each for each in compared), True)
            ann.page.wait_for_timeout(300)
            expect(halt).to_have_count(0)
            honest = False
    expect(halt).to_contain_text("Ne misez plus", timeout=SLOW)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Garder la preuve").click()
    assert json.loads(Path(download.value.path()).read_text())["fault"] == fault


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("size", "language"),
    campaign.sample(2, campaign.combinations(["desktop", "phone"], ["fr", "en"])),
)
def test_a_round_is_played_by_keyboard_alone(
    house: House, table_id: int, enter: Callable[..., Bettor], size: str, language: str
) -> None:
    width, height = SIZES[size]
    set_next_draw(house, table_id, 20)
    ann = enter(viewport={"width": width, "height": height}, locale=language)
    page = ann.page
    for _ in range(40):
        if page.evaluate("() => document.activeElement.dataset.spot") == "straight:0":
            break
        page.keyboard.press("Tab")
    expect(ann.spot("straight:0")).to_be_focused()
    # From the zero: the split beside it, then the number; on the phone the layout stands.
    towards = "ArrowRight" if size == "desktop" else "ArrowDown"
    page.keyboard.press(towards)
    page.keyboard.press(towards)
    expect(ann.spot("straight:2")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#byname").focus()
    said = page.locator("#byname-said")
    for call, total in (
        ("17 et chevaux" if language == "fr" else "17 and splits", "Total"),
        ("tiers", "6 × 1 = 6"),
    ):
        page.keyboard.type(call)
        page.keyboard.press("Enter")
        expect(said).to_contain_text(total)
        page.keyboard.press("Enter")
        expect(page.locator("#byname")).to_have_value("")
    # 2; 17 and its four splits; the six of the tiers.
    if size == "desktop":
        ann.has_staked("12")
    expect(page.locator(".layout .pending")).to_have_count(0, timeout=SLOW)
    expect(ann.spot("split:17-20").locator(".jeton")).to_be_visible()
    expect(ann.spot("split:33-36").locator(".jeton")).to_be_visible(timeout=SLOW)
    accessible(page)
    ann.spot("straight:2").focus()
    page.keyboard.press("g")
    ann.sees(20)
    # Twelve staked; the split 17-20 pays seventeen and comes back.
    expect(page.locator("a.balance")).to_contain_text("1,006" if language == "en" else "006")
    assert ann.ledger_balance() == 1006
    accessible(page, ".beside, .console")


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("size", "language"),
    campaign.sample(2, campaign.combinations(["phone", "desktop"], ["en", "fr"])),
)
def test_a_bet_by_name_is_said_back_before_it_is_staked(
    table_id: int, house: House, enter: Callable[..., Bettor], size: str, language: str
) -> None:
    width, height = SIZES[size]
    ann = enter(viewport={"width": width, "height": height}, locale=language)
    page = ann.page
    field, said = page.locator("#byname"), page.locator("#byname-said")
    fr = language == "fr"

    def calls(text: str, answer: str) -> None:
        field.fill(text)
        field.press("Enter")
        expect(said).to_contain_text(answer)

    # What is not understood whole stakes nothing, however often it is confirmed.
    for call, answer in (
        ("not 17", "not 17"),
        ("everything except 17", "everything except 17"),
        ("rouge foo", "foo"),
        ("finale 5 8", "finale 5 par 8" if fr else "finale 5 by 8"),
        ("tiers 5", "tiers par 5" if fr else "tiers by 5"),
        ("5 on tiers", "tiers par 5" if fr else "tiers by 5"),
        ("complete 17", "ne prend pas" if fr else "does not take"),
        ("17 et 3 voisins", "deux voisins" if fr else "two neighbours"),
        ("rouge par 0,50", "1"),
        ("rouge par 200000", "100"),
        ("rouge par 5000", "Pas assez" if fr else "Not enough"),
    ):
        calls(call, answer)
        field.press("Enter")
        expect(page.locator(".byname .go")).to_have_count(0)
        if call == "tiers 5":
            accessible(page)
    # What is understood is said back, and can be called off.
    calls("tiers par 5", "6 × 5 = 30")
    expect(page.locator(".byname .go")).to_have_text("Miser 30" if fr else "Place 30")
    accessible(page, ".byname")
    picture(page, "by-name")
    field.press("Escape")
    expect(said).to_be_empty()
    calls("tiers par 5", "6 × 5 = 30")
    field.press("End")
    page.keyboard.type("0")
    expect(said).to_be_empty()
    page.wait_for_timeout(500)
    assert ann.stakes == []

    calls("tiers par 5", "6 × 5 = 30")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(ann.spot("@tiers_du_cylindre").locator(".jeton")).to_be_visible(timeout=SLOW)
    calls("rouge par 2, 17 par 1", "Total")
    page.locator(".byname .go").click()
    expect(ann.spot("straight:17").locator(".jeton")).to_be_visible(timeout=SLOW)
    expect(page.locator(".layout .pending")).to_have_count(0, timeout=SLOW)
    assert ann.stakes[-1]["announced"] == [{"id": "a0", "bet": "tiers_du_cylindre", "unit": 500}]
    assert ann.laid() == {"red": 200, "straight:17": 100}


@campaign.soak_only
def test_every_announced_bet_takes_the_chips_that_the_page_counts(
    table_id: int, enter: Callable[..., Bettor]
) -> None:
    ann = enter()
    chips = 0
    for spot, count in (
        ("@voisins_du_zero", 9),
        ("@tiers_du_cylindre", 6),
        ("@orphelins_cheval", 5),
        ("@orphelins_plein", 8),
        ("@jeu_zero", 4),
        ("@voisins_n:17", 5),
        ("@finales_n:6", 4),
        ("@finales_n:7", 3),
    ):
        ann.lay("1", spot)
        chips += count
        ann.has_staked(str(chips))
    draw = ann.page.locator(".draw:has(i) span").inner_text()
    ann.page.keyboard.press("c")
    ann.has_staked("0")
    # Without a stake the round is over; the next draw is promised first.
    expect(ann.page.locator(".draw:has(i) span")).not_to_have_text(draw, timeout=SLOW)
    expect(ann.page.locator(".console .go")).to_be_visible(timeout=SLOW)
    ann.page.keyboard.press("u")
    ann.has_staked(str(chips))


@pytest.mark.campaign
@pytest.mark.clause("MC-EROU-31", "MC-AROU-10")
@pytest.mark.parametrize("number", campaign.sample(2, [32, 0]))
def test_the_page_never_tells_the_number_before_the_ball_rests(
    house: House, table_id: int, enter: Callable[..., Bettor], number: int
) -> None:
    set_next_draw(house, table_id, number)
    ann = enter(reduced_motion="no-preference")
    watcher = enter(reduced_motion="reduce")
    ann.lay("2", f"straight:{number}")
    ann.has_staked("5")
    before = ann.page.locator("a.balance").inner_text()
    watch = """() => {
      window.seen = [];
      window.came = [];
      window.turned = 0;
      new MutationObserver(() => {
        if (document.querySelector('.wheel').dataset.state !== 'landing') return;
        const [way] = document.querySelector('.orbit').getAnimations();
        const [from, to] = way.effect.getKeyframes().map(each => parseFloat(each.rotate));
        window.turned = Math.abs(to - from) / 360;
      }).observe(document.querySelector('.wheel'), {attributes: true});
      const parse = JSON.parse;
      JSON.parse = (text, ...more) => {
        if (String(text).includes('"european_roulette.number_fell"')) came.push(Date.now() / 1000);
        return parse(text, ...more);
      };
      const look = () => seen.push({
      at: Date.now() / 1000,
      state: document.querySelector('.wheel').dataset.state,
      told: document.querySelector('.wheel .told b')?.textContent ?? '',
      announced: document.querySelector('.announced').textContent.trim(),
      last: document.querySelectorAll('.last b').length,
      fallen: document.querySelectorAll('.fallen, .marker, .back').length,
      balance: document.querySelector('a.balance').innerText,
      notices: document.querySelectorAll('.notices li').length,
      spoken: [...document.querySelectorAll('[aria-live]')].map(each => each.textContent).join(),
      });
      look();
      setInterval(look, 40);
    }"""
    ann.page.evaluate(watch)
    closed = time.time()
    ann.ready()
    ann.sees(number)
    comes_to(ann.page, lambda: ann.page.evaluate("seen.at(-1).last"), 1)
    seen = ann.page.evaluate("seen")
    rest = next(nth for nth, each in enumerate(seen) if each["state"] == "rest" and each["last"])
    rested, seen, after = seen[rest]["at"], seen[:rest], seen[rest:]
    # Whoever wants no motion sees it at once: it was there all along.
    watcher.sees(number)
    came = ann.page.evaluate("came")
    assert came
    assert ann.page.evaluate("turned") >= 7, "so many turns the ball makes, whatever has fallen"
    assert came[0] < rested - 3
    assert rested - closed >= 6
    rolling = [each for each in seen if each["state"] != "rest"]
    assert len(rolling) > 20
    assert {each["state"] for each in rolling} >= {"landing"}
    for each in rolling:
        assert each["told"] == each["announced"] == ""
        assert (each["last"], each["fallen"], each["notices"]) == (0, 0, 0)
        assert each["balance"] == before
        assert f"{number}," not in each["spoken"]
    assert f"{number}," in after[-1]["spoken"]
    assert ann.page.locator(".wheel .told b").inner_text() == str(number)
    assert turn_between_ball_and_pocket(ann.page, number) < 4
    ann.ends_with("1175")


def turn_between_ball_and_pocket(page: Page, number: int) -> float:
    """Return how many degrees the ball lies beside its number on the cylinder."""
    middle = """element => {
      const {left, top, width, height} = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }"""
    wheel = page.locator(".wheel").evaluate(middle)
    text = page.locator(".rotor text").get_by_text(str(number), exact=True).first
    angles = []
    for x, y in (page.locator(".ball").evaluate(middle), text.evaluate(middle)):
        angles.append(math.degrees(math.atan2(y - wheel[1], x - wheel[0])))
    apart = abs(angles[0] - angles[1]) % 360
    return min(apart, 360 - apart)
