"""A player disputes a round on its page, reads how it was decided, and takes the dossier away."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from tables.disputes import services as disputes
from tables.models import Dispute
from tests.api.asking import browser, lose
from tests.api.test_round_pages import read
from tests.floor import House
from tests.tables.test_disputes import management, ruled, staff


def form(client: Client, round_id: int) -> dict[str, Any]:
    """Return what the form of a round's dispute sends when words are written into it."""
    page = client.get(f"/rounds/{round_id}/dispute/").content.decode()
    order = re.search(r'name="order" value="([^"]+)"', page)
    assert order
    return {"order": order[1], "kind": "other", "words": "Le croupier avait 19 lui aussi."}


def test_mc_inc_01_a_round_is_disputed_from_its_page_once(house: House) -> None:
    lost, ann = lose(house, "ann"), browser(house, "ann")
    page = f"/rounds/{lost}/"
    assert "Contester ce coup" in read(ann, page)
    assert "Dispute this round" in read(ann, page, "en")
    sent = form(ann, lost)
    for _ in range(2):
        answer = ann.post(f"{page}dispute/", sent)
        assert (answer.status_code, answer["Location"]) == (302, f"{page}#disputes")
    filed = Dispute.objects.get()
    told = read(ann, page)
    assert f"Contestation {filed.pk}, déposée" in told
    assert "Le croupier avait 19 lui aussi." in told
    assert filed.dossier_hash in told
    assert "Contester ce coup" not in told
    assert "la décision est sans appel" in read(ann, f"{page}dispute/")
    again = ann.post(f"{page}dispute/", {**sent, "order": str(uuid4())})
    assert again.status_code == 422
    assert "la décision est sans appel" in again.content.decode()


@pytest.mark.parametrize("words", ["", "x" * 1001, "a\x00b"])
def test_words_that_are_none_are_asked_for_again(house: House, words: str) -> None:
    lost, ann = lose(house, "ann"), browser(house, "ann")
    sent = {**form(ann, lost), "words": words}
    assert ann.post(f"/rounds/{lost}/dispute/", sent).status_code in (400, 422)
    assert not Dispute.objects.exists()


def test_nobody_disputes_a_round_of_another(house: House) -> None:
    lost = lose(house, "ann")
    bob, nobody = browser(house, "bob"), Client()
    for path in ("dispute/", "dossier/", "dossier.json"):
        assert bob.get(f"/rounds/{lost}/{path}").status_code == 404
        assert nobody.get(f"/rounds/{lost}/{path}").status_code == 302
    assert bob.post(f"/rounds/{lost}/dispute/", {}).status_code == 404


def test_mc_inc_03_the_player_reads_the_decision_at_his_next_page(house: House) -> None:
    lost, ann = lose(house, "ann"), browser(house, "ann")
    ann.post(f"/rounds/{lost}/dispute/", form(ann, lost))
    assert "La direction des jeux a tranché" not in read(ann, "/")
    ruled(Dispute.objects.get(), management(), 1000)
    assert "La direction des jeux a tranché" in read(ann, "/")
    assert "The games management has decided" in read(ann, "/account/", "en")
    assert "La direction des jeux a tranché" not in read(browser(house, "bob"), "/")
    told = read(ann, f"/rounds/{lost}/")
    assert "Votre contestation est acceptée. La maison vous rend 10 jetons." in told
    assert "Motif : L’égalité rend la mise." in told
    assert "La direction des jeux a tranché" not in read(ann, "/"), "it has been read"
    assert "Correction après contestation Table d'essai, coup 1" in read(ann, "/account/")


def test_mc_inc_03_a_decision_about_an_incident_is_read_by_those_whom_it_concerns(
    house: House,
) -> None:
    """On the round's page, or on one of its own; what the staff wrote is for the management."""
    lost, ann = lose(house, "ann"), browser(house, "ann")
    ida, gail, party = staff("ida", "file_dispute"), management(), house.player("ann").pk
    said = {"kind": "other", "operator": ida, "reason": "Bob a triché."}
    of_round = disputes.report_incident(house.table_id, number=1, order=uuid4(), **said)
    assert "incident" not in read(ann, f"/rounds/{lost}/").lower()
    decided = {"operator": gail, "upheld": True, "reason": "Une carte de trop."}
    disputes.rule_on_dispute(of_round.pk, corrections={party: 500}, order=uuid4(), **decided)
    assert "La direction des jeux a tranché" in read(ann, "/")
    assert ann.get(f"/disputes/{of_round.pk}/")["Location"].startswith(f"/rounds/{lost}/#")
    told = read(ann, f"/rounds/{lost}/")
    assert "Un incident a été reconnu. La maison vous rend 5 jetons." in told
    assert "Bob a triché" not in told
    assert browser(house, "bob").get(f"/disputes/{of_round.pk}/").status_code == 404
    assert "La direction des jeux a tranché" not in read(ann, "/")


def test_the_dossier_of_a_round_is_one_page_and_a_signed_file(house: House) -> None:
    lost, ann = lose(house, "ann"), browser(house, "ann")
    ann.post(f"/rounds/{lost}/dispute/", form(ann, lost))
    page = read(ann, f"/rounds/{lost}/dossier/")
    assert "Le croupier avait 19 lui aussi." in page
    assert "Mes écritures" in page
    ann.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    answer = ann.get(f"/rounds/{lost}/dossier.json")
    assert "attachment" in answer["Content-Disposition"]
    document = json.loads(answer.content)
    held = document["dossier"]
    assert held["reader"] == str(house.player("ann").pk)
    assert held["disputes"][0]["words"] == "Le croupier avait 19 lui aussi."
    assert {each["party"] for each in held["receipts"]} == {held["reader"]}
    assert "chat" not in held
