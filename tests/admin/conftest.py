"""A house whose office is open, and the people who may knock."""

import pytest
from django.template.response import SimpleTemplateResponse
from pytest_django import DjangoDbBlocker

from tests.admin.office import furnish
from tests.floor import House
from tests.module_house import house, house_once, reload_house

__all__ = ["house", "house_once"]


@pytest.fixture(scope="module")
def furnished_once(house_once: House, django_db_blocker: DjangoDbBlocker) -> House:
    """The house of a module's tests with a row of every model, from its first use on."""
    with django_db_blocker.unblock():
        furnish(house_once)
    return house_once


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each page decided and filled, and not drawn: for who is let in, not what he sees.

    To draw it is most of what a page costs; `test_every_page` draws them all.
    """
    monkeypatch.setattr(SimpleTemplateResponse, "rendered_content", "")


@pytest.fixture
def furnished(furnished_once: House, db: None) -> House:
    """A house with at least one row of every model; what a test does to it is rolled back."""
    return reload_house(furnished_once)
