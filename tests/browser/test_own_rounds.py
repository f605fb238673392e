"""A player's rounds in a browser: one of last week is found, replayed, exported and shared."""

import csv
import json
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from pypdf import PdfReader

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_pages import accessible, speak
from tests.house import House
from tests.house_console import open_game, open_roulette, open_table, run_in_house, sign_in

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

_AT = """
from casino.players.models import Player
from tests.floor import House
house = House({table_id}, Player.objects.get(username="operator"))
"""
_BLACKJACK = """
from casino.players.services import wallet_of
from tests.api.asking import lose, win
lose(house, "double" + {name!r})
win(house, "double" + {name!r})
for name in ("double" + {name!r}, {name!r}):
    player = house.player(name)
    print(player.pk, wallet_of(player.pk).account_id)
"""
_ROULETTE = """
from tests.tables.test_replay import spin
print(spin(house, {name!r}))
"""
_CHEMIN = """
from tests.tables.test_replay import coup
house.people["bob"] = house.player({name!r})
print(coup(house))
"""

# Copies two rounds of a double, with their events and what they moved, to so many days before, the
# oldest first: as if the player had played them then.
_SEED = """
DO $$
DECLARE
    day int; template record; copied bigint; entry record; posted uuid; made int := 0;
BEGIN
    INSERT INTO tables_floorevent (table_id, seq, kind, box, by_id, reason, at)
    VALUES ({table_id}, 1000, 'sit', 1, {player}, '', now() - {days} * interval '1 day');
    FOR day IN REVERSE {days}..1 LOOP
        FOR template IN SELECT * FROM tables_round WHERE table_id = {table_id} AND number <= 2
            ORDER BY number
        LOOP
            made := made + 1;
            INSERT INTO tables_round (table_id, number, rules_id, shoe_id, draw_id, responsible_id,
                first_card, status, opened_at, closed_at, result, carried_in, carried_out)
            VALUES (template.table_id, 2 + made, template.rules_id, template.shoe_id,
                template.draw_id, template.responsible_id, template.first_card, template.status,
                template.opened_at - day * interval '1 day',
                template.closed_at - day * interval '1 day', template.result, 0, 0)
            RETURNING id INTO copied;
            INSERT INTO tables_roundevent (table_id, round_id, seq, kind, body, cause, at)
            SELECT table_id, copied, made * 1000 + seq, kind,
                   replace(body::text, '"{double}"', '"{player}"')::jsonb, cause,
                   at - day * interval '1 day'
              FROM tables_roundevent WHERE round_id = template.id ORDER BY seq;
            FOR entry IN SELECT * FROM ledger_journalentry WHERE reference = 'round:' || template.id
                ORDER BY at
            LOOP
                posted := gen_random_uuid();
                INSERT INTO ledger_journalentry (id, at, cause, reference, operator)
                VALUES (posted, entry.at - day * interval '1 day', entry.cause,
                        'round:' || copied, '');
                INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why)
                SELECT posted, CASE debit_id WHEN {from_double} THEN {to_player} ELSE debit_id END,
                       CASE credit_id WHEN {from_double} THEN {to_player} ELSE credit_id END,
                       amount, why
                  FROM ledger_transfer
                 WHERE entry_id = entry.id ORDER BY id;
            END LOOP;
        END LOOP;
    END LOOP;
END $$
"""


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def seeded(house: House, name: str, days: int) -> tuple[int, date]:
    """Let a player have played two rounds on each of so many days; return table and day."""
    table_id = open_table(house, betting_seconds=300, decision_seconds=120)
    code = (_AT + _BLACKJACK).format(table_id=table_id, name=name)
    double, from_double, player, to_player = map(int, run_in_house(house, code).split()[-4:])
    seed = _SEED.format(
        table_id=table_id,
        days=days,
        double=double,
        player=player,
        from_double=from_double,
        to_player=to_player,
    )
    with house.connect() as database:
        # A day of the house before is the same hour, whenever its clocks are changed.
        database.execute(f"SET TIME ZONE '{settings.TIME_ZONE}'")
        database.execute(seed)
        row = database.execute(
            "SELECT closed_at::date FROM tables_round WHERE table_id = %s AND number = 2",
            [table_id],
        ).fetchone()
    assert row is not None
    return table_id, row[0]


def step(page: Page) -> int:
    """Return which step of the replay is shown, from 0."""
    return int(page.locator("input[type=range]").input_value())


def steps(page: Page) -> int:
    return int(page.locator("input[type=range]").get_attribute("max") or 0)


def downloaded(page: Page, link: Locator) -> str:
    """Press a link; return the text of the file that it sends."""
    with page.expect_download() as sent:
        link.click()
    return Path(sent.value.path()).read_text(encoding="utf-8-sig")


@pytest.mark.campaign
@pytest.mark.parametrize("size", campaign.sample(2, [DESKTOP, PHONE]))
def test_a_round_of_last_week_is_found_replayed_exported_and_shared(
    house: House,
    page: Page,
    browser: Browser,
    browser_context_args: dict[str, Any],
    size: dict[str, Any],
) -> None:
    name = f"p{uuid4().hex[:10]}"
    table_id, played = seeded(house, name, campaign.length(60, 120))
    page.set_viewport_size(size)  # type: ignore[arg-type]
    sign_in(house, page.context, name)

    page.goto("/account/")
    page.locator(".purse-head").get_by_role("link", name="Mes coups").click()
    expect(page.locator(".ledger tbody tr")).to_have_count(50)
    accessible(page)
    page.get_by_role("link", name="Coups plus anciens").click()
    expect(page.locator(".ledger tbody tr")).to_have_count(50)
    last_week = played - timedelta(days=7)
    page.get_by_label("Du", exact=True).fill(last_week.isoformat())
    page.get_by_label("Au", exact=True).fill(last_week.isoformat())
    page.get_by_label("Table").select_option(str(table_id))
    page.get_by_label("Résultat").select_option("won")
    page.get_by_role("button", name="Chercher").click()
    found = page.locator(".ledger tbody tr")
    expect(found).to_have_count(1)
    picture(page, "rounds")
    expect(found).to_contain_text("+10")
    listed = downloaded(page, page.get_by_role("link", name="Télécharger (CSV)"))
    assert [row[8] for row in csv.reader(StringIO(listed), delimiter=";")] == ["net", "10,00"]
    with page.expect_download() as sent:
        page.get_by_role("link", name="Télécharger (PDF)").click()
    (paper,) = PdfReader(sent.value.path()).pages
    assert f"{last_week:%d/%m/%Y} – {last_week:%d/%m/%Y}" in paper.extract_text()
    assert paper.extract_text().count("+10") == 2

    found.get_by_role("link").click()
    expect(page.locator("h1")).to_contain_text("coup")
    expect(page.locator(".passage")).to_contain_text("10♥")
    accessible(page)
    picture(page, "round")
    told = downloaded(page, page.get_by_role("link", name="Télécharger (CSV)"))
    chips = [row[3] for row in csv.reader(StringIO(told), delimiter=";")][1:]
    assert sum(float(each.replace(",", ".")) for each in chips if each) == 10
    bundle = downloaded(page, page.get_by_role("link", name="Preuve (JSON)").first)
    assert json.loads(bundle)["commitment"] in page.content()
    shared = page.get_by_label("Adresse à partager").input_value()

    page.get_by_role("link", name="Revoir sur le tapis").click()
    replayed_by_hand(page)
    mine = page.locator(".seat.mine")
    expect(mine.locator(".badge.win")).to_be_visible()
    accessible(page)
    picture(page, "replay")

    stranger = browser.new_context(**browser_context_args)
    other = stranger.new_page()
    other.set_viewport_size(size)  # type: ignore[arg-type]
    speak(other, "en", house)
    other.goto(shared)
    expect(other.locator(".passage")).to_contain_text("Player 1")
    picture(other, "shared-round")
    accessible(other)
    other.get_by_role("link", name="Replay on the felt").click()
    expect(other.locator(".seat")).to_have_count(7)
    other.keyboard.press("End")
    expect(other.locator(".seat .badge.win")).to_be_visible()
    expect(other.locator(".seat.mine")).to_have_count(0)
    assert name not in other.content()
    accessible(other)
    stranger.close()


def replayed_by_hand(page: Page) -> None:
    """Go through a replay by button, by key and at speed; end at its last step."""
    expect(page.locator(".seat")).to_have_count(7)
    last = steps(page)
    assert last == 2, "the stake, the deal, what the player decided"
    expect(page.get_by_role("button", name="Un pas en arrière")).to_be_disabled()
    page.get_by_role("button", name="Un pas en avant").click()
    assert step(page) == 1
    page.keyboard.press("ArrowRight")
    assert step(page) == 2
    page.keyboard.press("ArrowLeft")
    assert step(page) == 1
    expect(page.locator(".seat .card")).to_have_count(2)
    page.get_by_role("button", name="Fin", exact=True).click()
    assert step(page) == last
    expect(page.locator(".seat .badge")).to_be_visible()
    page.keyboard.press("Home")
    assert step(page) == 0
    expect(page.locator(".seat .badge")).to_have_count(0)
    expect(page.locator(".seat .card")).to_have_count(0)
    page.get_by_role("button", name="Vitesse 4×").click()
    page.get_by_role("button", name="Lire").click()
    expect(page.get_by_role("button", name="Un pas en avant")).to_be_disabled()
    assert step(page) == last
    expect(page.get_by_role("button", name="Lire")).to_be_visible()


@pytest.fixture
def round_of(request: pytest.FixtureRequest, house: House) -> tuple[str, int]:
    """Who played, and a finished round of a wheel, or of a game with cards face down."""
    name = f"p{uuid4().hex[:10]}"
    if request.param == "roulette":
        table_id, code = open_roulette(house), _ROULETTE
    else:
        options = {"betting_window_seconds": 300, "decision_seconds": 120}
        table_id = open_game(house, "chemin_de_fer", "MC", table_min_cents=500, **options)
        code = _CHEMIN
    code = (_AT + code).format(table_id=table_id, name=name)
    return name, int(run_in_house(house, code).split()[-1])


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("round_of", "size"),
    campaign.combinations(["roulette", "chemin"], [DESKTOP, PHONE]),
    indirect=["round_of"],
)
def test_every_game_is_replayed_by_its_own_felt(
    house: House, page: Page, round_of: tuple[str, int], size: dict[str, Any]
) -> None:
    name, round_id = round_of
    sign_in(house, page.context, name)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"/rounds/{round_id}/replay/")
    expect(page.locator("input[type=range]")).to_have_value("0")
    last = steps(page)
    for nth in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("input[type=range]")).to_have_value(str(nth))
    expect(page.locator(".happened span").first).to_be_visible()
    accessible(page)
