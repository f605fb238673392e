"""The second factor of the staff: a code of their phone, or a recovery code.

The code is TOTP (RFC 6238), by `django-otp`: each is good once, and the wait after a wrong one
doubles. Recovery codes are kept as hashes. The key of a phone leaves the database on the page that
enrols it and nowhere else.
"""

import hashlib
import secrets
from math import ceil
from typing import Final

from django.db import transaction
from django.utils import timezone
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.players.models import Player
from casino.staff import sign_ins

CODES: Final = 10
"""Recovery codes, each good once."""
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH: Final = 12
"""Letters of a recovery code, without those that look alike: 59 bits."""


class CodeLocked(Exception):
    """Codes were wrong too often: no other is looked at for so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def enrolled_phone(player: Player) -> TOTPDevice | None:
    """Return the phone that a person has enrolled; None without one."""
    return TOTPDevice.objects.filter(user=player, confirmed=True).order_by("pk").first()


def begin_enrolment(player: Player, begun: int | None) -> TOTPDevice:
    """Return an unconfirmed phone: the one `begun` in this session, or a new one.

    Each visit has a key of its own: somebody who has only stolen the password, and looked at the
    page, knows none that the person enrols later.
    """
    devices = TOTPDevice.objects.filter(user=player, confirmed=False)
    found = devices.filter(pk=begun).first() if begun is not None else None
    return found or TOTPDevice.objects.create(user=player, name="phone", confirmed=False)


def confirm_enrolment(player: Player, begun: int | None, code: str | None) -> list[str]:
    """Confirm the phone if this is its code; return new recovery codes, none for a wrong code.

    It takes the place of the one before. A script, which reads no phone, confirms without a code.
    Raises `CodeLocked` as `verify_code` does.
    """
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        devices = TOTPDevice.objects.select_for_update().filter(user=player, confirmed=False)
        phone = devices.filter(pk=begun).first()
        if phone is None or not (code is None or _is_right(phone, code)):
            return []
        TOTPDevice.objects.filter(user=player).exclude(pk=phone.pk).delete()
        phone.confirmed = True
        phone.save(update_fields=["confirmed"])
        codes = _new_codes(player)
    sign_ins.record_enrolment(player)
    return codes


def verify_code(player: Player, code: str) -> Device | None:
    """Return the device whose valid code this is, and use the code up; None for a wrong code.

    Raises `CodeLocked` while the device is locked after wrong codes: it says nothing of this one.
    """
    written = "".join(code.split()).replace("-", "").lower()
    with transaction.atomic():
        if written.isdigit():
            phones = TOTPDevice.objects.select_for_update().filter(user=player, confirmed=True)
            found: Device | None = phones.order_by("pk").first()
        else:
            written = _hashed(written)
            found = StaticDevice.objects.select_for_update().filter(user=player).first()
        return found if found is not None and _is_right(found, written) else None


def _is_right(device: Device, code: str) -> bool:
    """Verify a device's code; raises `CodeLocked`. Assumes the device's lock."""
    allowed, why = device.verify_is_allowed()
    if not allowed:
        left = why["locked_until"] - timezone.now()
        raise CodeLocked(max(1, ceil(left.total_seconds())))
    return bool(device.verify_token(code))


def renew_recovery_codes(player: Player) -> list[str]:
    """Replace a person's recovery codes and return the new ones."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        return _new_codes(player)


def delete_second_factor(player: Player) -> bool:
    """Delete a person's phone and recovery codes; tell whether there was a phone.

    For a person who lost both: they enrol again at their next sign-in.
    """
    with transaction.atomic():
        phones, _ = TOTPDevice.objects.filter(user=player).delete()
        StaticDevice.objects.filter(user=player).delete()
    return bool(phones)


def _new_codes(player: Player) -> list[str]:
    device, _ = StaticDevice.objects.get_or_create(user=player, defaults={"name": "paper"})
    device.token_set.all().delete()
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH)) for _ in range(CODES)]
    for code in codes:
        device.token_set.create(token=_hashed(code))
    return ["-".join(code[at : at + 4] for at in range(0, _LENGTH, 4)) for code in codes]


def _hashed(code: str) -> str:
    """Return the stored hash of a recovery code: it is random, so it needs no salt."""
    return hashlib.sha256(code.encode()).hexdigest()[:16]
