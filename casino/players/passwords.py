"""Password validators: maximum length, and guessability (zxcvbn).

A password is guessed when it is in a list of breached ones, or made up of their parts, of names,
dates, rows of keys and repetitions: zxcvbn's lists and rules, which need no network.
"""

from typing import Any, Final

from django.core.exceptions import ValidationError
from zxcvbn import zxcvbn

from casino.i18n import both
from casino.players import names

PRINTED: Final = "sabot-demo"
"""The password of the demo's accounts, which the README prints."""
SHORTEST: Final = 12
LONGEST: Final = 128
GUESSES: Final = 10**8
"""Whatever is found in fewer guesses is refused: a hundred an hour would still take a century."""
_READ: Final = 72
"""Characters that are judged; the time grows with their square."""
_HOUSE: Final = ("sabot", "casino", "croupier", "roulette", "jetons", "dauphine")


class MaximumLengthValidator:
    """Refuses `password_too_long`: more than LONGEST characters."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise `ValidationError` with the reason, or return."""
        if len(password) > LONGEST:
            raise ValidationError(
                both(
                    f"Ce mot de passe est trop long : {LONGEST} caractères au plus.",
                    f"This password is too long: at most {LONGEST} characters.",
                ),
                code="password_too_long",
            )

    def get_help_text(self) -> str:
        """Return the help text, in the language of the request."""
        return both(f"Au plus {LONGEST} caractères.", f"At most {LONGEST} characters.")


class GuessabilityValidator:
    """Refuses `password_guessed`: found in fewer than GUESSES, knowing who chose it and where."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise `ValidationError` with the reason, or return."""
        if not password or len(password) > LONGEST:
            return
        details = [getattr(user, name, "") for name in ("username", "display_name", "email")]
        written = {
            each for name in details for each in (name, *name.split(), names.plain_letters(name))
        }
        known = [*_HOUSE, *sorted(written - {""})]
        if zxcvbn(password[:_READ], user_inputs=known)["guesses"] < GUESSES:
            raise ValidationError(
                both(
                    "Ce mot de passe se devine : lui ou ses parties figurent dans les listes de "
                    "mots de passe volés.",
                    "This password is guessed: it, or its parts, are in lists of stolen passwords.",
                ),
                code="password_guessed",
            )

    def get_help_text(self) -> str:
        """Return the help text, in the language of the request."""
        return both(
            "Quelques mots sans rapport entre eux font un bon mot de passe.",
            "A few words that have nothing to do with each other make a good password.",
        )
