"""The first operator of a house: a superuser with a password of their own."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.password_validation import validate_password

from casino.players import services
from casino.players.models import Player
from casino.staff import audit_log


def find_operator() -> Player | None:
    """Return somebody of the staff who can sign in to the office, superusers first, or None."""
    staff = Player.objects.filter(is_staff=True, is_active=True)
    able = staff.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return able.order_by("-is_superuser", "pk").first()


def create_operator(username: str, password: str) -> Player:
    """Create a superuser and record it in the audit log. Needs the caller's transaction.

    Raises `SignUpRefused` for a name that is malformed or looks like another's, and
    `ValidationError` for a password that a validator refuses.
    """
    services.check_username(username)
    person = Player(username=username, is_staff=True, is_superuser=True)
    services.refuse_taken(person)
    validate_password(password, person)
    person.set_password(password)
    person.save()
    audit_log.record_event(None, person, "first_operator_created", whose=username)
    return person
