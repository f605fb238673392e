"""A player's rounds on paper: what stands in the PDF, read back from it."""

from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from casino.drawing.pdf import Column, Heading, Paper
from casino.players.models import Player
from casino.players.services import wallet_of
from casino.throttling import rate_limit
from tables.models import Table
from tables.player_pages import pdf
from tests import campaign
from tests.api.asking import browser, lose, win
from tests.api.test_round_pages import joined
from tests.floor import House

PATH = "/rounds.pdf"


def paper(client: Client, path: str = PATH, language: str = "fr") -> PdfReader:
    """Return the paper that a browser is sent."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer: Any = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="sabot-rounds.pdf"'
    return PdfReader(BytesIO(async_to_sync(joined)(answer.streaming_content)))


def words(read: PdfReader) -> str:
    """Return what stands on all pages, in the order in which it is read."""
    return " ".join(" ".join(page.extract_text() for page in read.pages).split())


def test_the_paper_tells_the_rounds_of_the_list_and_their_sums(house: House) -> None:
    Table.objects.filter(pk=house.table_id).update(name="Table d’Œuvre à l’été — Ж")
    win(house, "ann", stake=1300)
    lose(house, "ann")
    Player.objects.filter(username="ann").update(display_name="Jérôme d’Arc")
    client = browser(house, "ann")
    read = paper(client)
    found = words(read)
    for each in (
        "Mes coups",
        "Jérôme d’Arc",
        "Table d’Œuvre à l’été — Ж",
        "Page 1 sur 1",
        "Black-jack",
    ):
        assert each in found, (each, found)
    assert f"Perdu Solde {settings.HOUSE_CURRENCY} 2 13 −10 +3 Ouvert" in found
    assert found.rindex(" −10 ") < found.index(" +13 "), "the newest stands first"
    assert read.trailer["/Root"]["/Lang"] == "fr"
    assert read.metadata is not None
    assert read.metadata.title == "Mes coups"
    today = timezone.localdate()
    assert f"{today:%d/%m/%Y} – {today:%d/%m/%Y}" in found


def test_the_paper_is_in_the_language_of_who_asks(house: House) -> None:
    win(house, "ann")
    client = browser(house, "ann")
    french, english = words(paper(client)), words(paper(client, language="en"))
    for fr, en in (("Mes coups", "My rounds"), ("Solde", "Net"), ("Page 1 sur 1", "Page 1 of 1")):
        assert (fr in french, fr in english) == (True, False)
        assert (en in french, en in english) == (False, True)


def test_the_filters_of_the_list_are_the_papers(house: House) -> None:
    win(house, "ann")
    lose(house, "ann")
    client = browser(house, "ann")
    found = words(paper(client, f"{PATH}?outcome=won&table={house.table_id}&game=blackjack"))
    assert f"Choix Black-jack, {house.table.name}, Gagnés" in found
    assert found.count("+10") == 2
    assert "−10" not in found
    yesterday = timezone.localdate() - timedelta(days=1)
    found = words(paper(client, f"{PATH}?until={yesterday}"))
    assert "Aucun coup." in found
    page = client.get("/rounds/?outcome=won").content.decode()
    assert f'href="{PATH}?outcome=won"' in page


def test_who_never_played_has_an_empty_paper(house: House) -> None:
    client = browser(house, "ann")
    found = words(paper(client))
    assert "Aucun coup." in found
    assert "Solde" not in found
    assert "No round." in words(paper(client, language="en"))
    operator = Client()
    operator.force_login(Player.objects.create_user("nobody", is_staff=True))
    assert "Aucun coup." in words(paper(operator))
    assert Client().get(PATH).status_code == 302


def test_a_round_of_somebody_else_is_never_on_it(house: House) -> None:
    win(house, "ann", stake=1300)
    win(house, "bob", 2, stake=1700)
    ann, bob = (words(paper(browser(house, name))) for name in ("ann", "bob"))
    assert ("+13" in ann, "+17" in ann, "bob" in ann) == (True, False, False)
    # Negative control: the same search finds it where it may be read.
    assert ("+13" in bob, "+17" in bob, "bob" in bob) == (False, True, True)


def test_a_running_round_has_no_result_and_no_part_in_the_sums(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 700)
    found = words(paper(browser(house, "ann")))
    assert "En cours" in found
    assert "Solde" not in found


def test_a_long_list_is_cut_and_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST", 2)
    monkeypatch.setattr(pdf, "PART", 1)
    for stake in (500, 600):
        win(house, "ann", stake=stake)
    client = browser(house, "ann")
    assert "plus récents" not in words(paper(client))
    win(house, "ann", stake=700)
    found = words(paper(client))
    assert "Voici les 2 coups les plus récents." in found
    assert ("+7" in found, "+6" in found, "+5" in found) == (True, True, False)


def test_who_asks_for_papers_too_often_is_told_to_wait(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "ROUND_LISTS", replace(rate_limit.ROUND_LISTS, most=2))
    client = browser(house, "ann")
    # A window of a minute may end in between.
    assert {client.get(PATH).status_code for _ in range(6)} == {200, 429}


PAST = """
SET LOCAL session_replication_role = replica;
CREATE TEMP TABLE past ON COMMIT DROP AS
    SELECT 1000000 + n AS id, n + 10 AS number, played.table_id, played.rules_id, played.result,
           now() + n * interval '1 s' AS at, gen_random_uuid() AS stakes, gen_random_uuid() AS ends,
           gaming.layout_account_id AS layout, gaming.float_account_id AS float
      FROM generate_series(1, {more}) AS n, tables_round AS played
      JOIN tables_table AS gaming ON gaming.id = played.table_id;
INSERT INTO tables_round (id, table_id, number, rules_id, first_card, status, opened_at, closed_at,
                          result, carried_in, carried_out)
    SELECT id, table_id, number, rules_id, 0, 'closed', at, at, result, 0, 0 FROM past;
INSERT INTO ledger_journalentry (id, at, cause, reference)
    SELECT stakes, at, 'staked', 'round:' || id FROM past
    UNION ALL SELECT ends, at, 'settled', 'round:' || id FROM past;
INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why)
    SELECT entry, debit, credit, 1000, 'stake' FROM (
        SELECT id, 1 AS part, stakes AS entry, {wallet} AS debit, layout AS credit FROM past
        UNION ALL SELECT id, 2, ends, layout, {wallet} FROM past
        UNION ALL SELECT id, 3, ends, "float", {wallet} FROM past
    ) AS legs ORDER BY id, part;
SET LOCAL session_replication_role = origin;
"""
"""Rounds of the only one that there is, each won, written past the triggers."""


@pytest.mark.campaign
def test_a_long_past_is_on_paper_page_after_page(house: House) -> None:
    win(house, "ann")
    client = browser(house, "ann")
    count = campaign.length(300, 5_000)
    wallet = wallet_of(house.player("ann").pk).account_id
    with connection.cursor() as cursor:
        cursor.execute(PAST.format(wallet=wallet, more=count - 1))
        # A house's own server counts its rows by itself.
        cursor.execute("ANALYZE")
    answer: Any = client.get(PATH)
    read = PdfReader(BytesIO(async_to_sync(joined)(answer.streaming_content)))
    first = " ".join(read.pages[0].extract_text().split())
    won = f"{10 * count:,}".replace(",", " ")
    assert f" PLAY {count} {won} 0 +{won} Ouvert " in first
    assert f"Page {len(read.pages)} sur {len(read.pages)}" in read.pages[-1].extract_text()


def test_a_text_that_is_too_long_takes_several_lines_and_loses_nothing() -> None:
    laid = Paper([Column("a", 1), Column("b", 9)], "fr")
    many = [f"mot{nth}" for nth in range(60)]
    laid.add_rows([(" ".join(many), "1"), ("x" * 90, "2")])
    *_, sent = laid.draw(Heading("T", [], []), none="", page="{page}/{pages}")
    found = words(PdfReader(BytesIO(sent)))
    assert [word for word in found.split() if word.startswith("mot")] == many
    assert found.count("x") == 90
