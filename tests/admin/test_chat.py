"""The office reads what was said, silences a player with a reason and gives the word back."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from casino.players.models import Player
from tables.chat import services as chat
from tables.models import ChatMessage, Silence
from tests.admin.office import url
from tests.floor import House


def staff(name: str, *codenames: str) -> Client:
    """Return a browser of somebody who may look at everything, and these."""
    person = Player.objects.create_user(name, password="pass", is_staff=True)
    person.user_permissions.set(
        Permission.objects.filter(codename__startswith="view_")
        | Permission.objects.filter(codename__in=codenames)
    )
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


@pytest.fixture
def message(house: House) -> ChatMessage:
    receipt = chat.say_at_table(
        player_id=house.player("ann").pk,
        table_id=house.table_id,
        command_id=uuid4(),
        signal="well_played",
        text="",
    )
    assert receipt.refused is None
    return ChatMessage.objects.get()


def test_a_moderator_silences_from_a_message_and_gives_the_word_back(message: ChatMessage) -> None:
    mona = staff("mona", "moderate_chat")
    page = url(ChatMessage, "change", message)
    act = reverse("admin:tables_chatmessage_act", args=[message.pk])
    shown = mona.get(page).content.decode()
    assert "Well played" in shown
    assert act in shown
    assert mona.post(act, {"reason": " "}).status_code == 200
    assert not Silence.objects.exists()
    assert mona.post(act, {"reason": "insults"})["Location"] == page
    silence = Silence.objects.get()
    assert (silence.player, silence.by.username, silence.reason) == (
        message.player,
        "mona",
        "insults",
    )
    again = mona.post(act, {"reason": "more"})
    assert [str(each) for each in get_messages(again.wsgi_request)][-1] == (
        "Refused. The player is silenced already."
    )
    lift = reverse("admin:tables_silence_act", args=[silence.pk])
    assert lift in mona.get(url(Silence, "change", silence)).content.decode()
    assert mona.post(lift, {"reason": "regrets"}).status_code == 302
    assert "lifted (mona : regrets)" in mona.get(url(Silence, "change", silence)).content.decode()
    assert chat.silence_of(message.player_id) is None


def test_nobody_else_silences(message: ChatMessage) -> None:
    client = staff("nobody", "operate_table")
    act = reverse("admin:tables_chatmessage_act", args=[message.pk])
    assert act not in client.get(url(ChatMessage, "change", message)).content.decode()
    assert client.get(act).status_code == 403
    assert client.post(act, {"reason": "x"}).status_code == 403
    assert not Silence.objects.exists()
