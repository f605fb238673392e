"""Players' tests do not measure the hashing of passwords."""

import pytest
from django.conf import LazySettings


@pytest.fixture
def quick_passwords(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
