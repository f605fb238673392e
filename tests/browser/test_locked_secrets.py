"""Secrets are locked to the beacon's round: it opens them, also that of somebody who has left."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from casino.rng import beacon, verify
from tests import campaign, houses, own_beacon
from tests.browser.gallery import picture
from tests.browser.patience import Complaints, comes_to
from tests.browser.test_cut import Player
from tests.browser.test_pages import SIZES, accessible
from tests.browser.test_roulette import CHOSEN, Bettor
from tests.browser.test_rounds import SLOW
from tests.browser.test_secrets_of_draws import fairness, given, staked
from tests.house import FORKS, House, run_house
from tests.house_console import open_roulette, open_waiting_table, sign_in
from tests.relay import relay

pytestmark = pytest.mark.skipif(not FORKS, reason="the house's processes are forked")
OPENING = 10
"""Seconds that pages have for locking, on a busy machine."""
Enter = Callable[..., Bettor]


@pytest.fixture(scope="module")
def teller() -> own_beacon.BeaconAnswers:
    return own_beacon.BeaconAnswers()


@pytest.fixture(scope="module")
def locking_house(
    servers_at_hand: None,
    teller: own_beacon.BeaconAnswers,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[House]:
    """A house with a beacon, which is the tests' own."""
    with relay(teller) as asked:
        env = houses.CEREMONIAL | {
            "BEACON": "quicknet",
            "BEACON_URLS": asked.url,
            "OPENING_SECONDS": str(OPENING),
        }
        var = tmp_path_factory.mktemp("locking") / "var"
        with run_house(var, "tests.own_beacon", **env) as house:
            yield house


@pytest.fixture
def told(teller: own_beacon.BeaconAnswers) -> own_beacon.BeaconAnswers:
    """The relay of the house's beacon; it is silent at first."""
    teller.silent.set()
    teller.refused.clear()
    teller.told.clear()
    return teller


@pytest.fixture
def enter(browser: Browser, locking_house: House, complaints: Complaints) -> Iterator[Enter]:
    """Take somebody new to a table, whose browser knows the tests' beacon."""
    visitors = []
    scripts: list[str] = []

    def entered(table_id: int, locale: str = "fr-FR") -> Bettor:
        visitor = browser.new_context(
            base_url=locking_house.base_url, locale=locale, reduced_motion="reduce"
        )
        visitors.append(visitor)
        own_beacon.trust_own_beacon(visitor, scripts)
        page = visitor.new_page()
        page.on(
            "console",
            lambda said: complaints.hear(said.text) if said.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: complaints.hear(str(error)))
        bettor = Bettor(page, locking_house, f"l{uuid4().hex[:10]}")
        sign_in(locking_house, visitor, bettor.name)
        page.goto(f"/tables/{table_id}/")
        expect(page.locator(".status")).to_be_attached(timeout=SLOW)
        return bettor

    yield entered
    for visitor in visitors:
        visitor.close()
    assert complaints == []
    assert scripts, "no script had the beacon's key"


def draw_on(house: House, table_id: int) -> tuple[Any, ...]:
    """Return of the draw on a table: its id, its round, what fell, and how many locked."""
    with house.connect() as database:
        row = database.execute(
            "SELECT d.id, d.beacon_round, d.values,"
            " (SELECT count(locked) FROM rng_contribution WHERE draw_id = d.id)"
            " FROM rng_draw d JOIN tables_table t ON t.draw_id = d.id WHERE t.id = %s",
            [table_id],
        ).fetchone()
    assert row is not None
    return row


@campaign.soak_only
def test_a_wheel_waits_for_the_beacon_which_opens_the_secret_of_one_who_left(
    locking_house: House, told: own_beacon.BeaconAnswers, enter: Enter
) -> None:
    table_id = open_roulette(locking_house, **CHOSEN)
    ann, bob = enter(table_id), enter(table_id)
    for each in (ann, bob):
        expect(each.spot("straight:17")).to_have_attribute("aria-disabled", "false", timeout=SLOW)
    staked(ann, "straight:17")
    staked(bob, "straight:20")
    given(locking_house, table_id, ann, sealed=2, opened=0)
    ann.ready()
    bob.ready()
    comes_to(ann.page, lambda: draw_on(locking_house, table_id)[3], 2)
    bob.page.close()
    draw_id, number, *_ = draw_on(locking_house, table_id)
    assert 1000 * time.time() < beacon.time_of(number), "the round is to come"

    # The round comes, and its relay is silent: nothing falls, and each is told what is waited for.
    eve = enter(table_id, "en-GB")
    for each, words in (
        (ann, "La balise publique se fait attendre : rien ne tombe sans elle"),
        (eve, "The public beacon has not come yet: nothing falls without it"),
    ):
        expect(each.page.locator(".status")).to_contain_text(words, timeout=SLOW)
    width, height = SIZES["phone"]
    ann.page.set_viewport_size({"width": width, "height": height})
    accessible(ann.page)
    picture(ann.page, "beacon-late")
    assert 1000 * time.time() >= beacon.time_of(number)
    assert draw_on(locking_house, table_id)[:3] == (draw_id, number, None)
    assert number in told.refused
    assert not told.told

    told.silent.clear()
    for each in (ann, eve):
        fallen = each.page.locator(".wheel .told b")
        expect(fallen).to_have_text(re.compile(r"^\d+$"), timeout=SLOW)
        expect(each.page.locator(".status")).not_to_contain_text(re.compile("balise|beacon"))
    panel = fairness(ann)
    panel.get_by_role("button", name="Vérifier le tirage n° 1").click()
    expect(panel).to_contain_text("Tout est juste", timeout=SLOW)
    expect(panel).to_contain_text("2 debout", timeout=SLOW)
    expect(panel).to_contain_text("Il est dans le journal public, comme vous l’avez donné.")
    expect(ann.page.locator(".halt")).to_have_count(0)

    # Both were opened by the round alone. Whoever knows drand's key does not take it for drand's.
    bundle = ann.page.request.get(f"/api/draws/{draw_id}/bundle/").json()
    facts = {
        entry["kind"]: entry["facts"]
        for entry in (json.loads(each["entry"]) for each in bundle["log"]["entries"])
    }
    assert len(facts["opened"]["opened"]) == 2
    assert facts["reveal"]["beacon"] == own_beacon.sign(number)
    with pytest.raises(verify.Wrong, match="beacon") as refused:
        verify.verify_draw(bundle)
    assert refused.value.detail == {"field": "signature"}


@campaign.soak_only
def test_the_beacon_opens_the_cut_of_one_who_left(
    locking_house: House, told: own_beacon.BeaconAnswers, enter: Enter
) -> None:
    table_id = open_waiting_table(locking_house, betting_seconds=300, decision_seconds=120)
    ann, bob, eve = enter(table_id), enter(table_id), enter(table_id, "en-GB")
    cutter = Player(ann.page, table_id, ann.name)
    cutter.sit(3)
    place = cutter.cut_by_keyboard(11)
    making = [each.page.locator(".making") for each in (bob, eve)]
    expect(making[0].locator("li")).to_contain_text("verrouillé", timeout=SLOW)
    expect(making[1].locator("li")).to_contain_text("locked", timeout=SLOW)
    ann.page.close()
    for shown, words in zip(
        making,
        ("La balise publique se fait attendre", "The public beacon has not come"),
        strict=True,
    ):
        expect(shown).to_contain_text(words, timeout=SLOW)
    accessible(bob.page)
    picture(bob.page, "shoe-beacon-late")
    assert not told.told

    told.silent.clear()
    expect(making[0]).to_contain_text(f"a coupé à la carte {place} sur", timeout=SLOW)
    expect(making[1]).to_contain_text(re.compile(rf"cut .*{place}"), timeout=SLOW)
    for each in (bob, eve):
        expect(each.page.locator(".halt")).to_have_count(0)
