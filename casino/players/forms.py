"""The sign-up form. Messages in both languages of the house; codes for the API."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import localtime

from casino.i18n import Words, both, both_lazy
from casino.players import passwords
from casino.players.models import Player
from casino.players.services import (
    NAME_LENGTH,
    SignUpRefused,
    check_display_name,
    check_username,
    refuse_reserved,
    sign_up,
)
from casino.responsible_gaming.limits import FOR_EVER, is_excluded

REFUSALS: Final[Mapping[str, Words]] = {
    "name_length": Words(
        "Le nom compte de {fewest} à {most} caractères.",
        "The name has {fewest} to {most} characters.",
    ),
    "name_characters": Words(
        "Le nom s’écrit en lettres sans accent, chiffres, « - », « _ », « . », le premier n’étant "
        "pas « - ».",
        "The name is of unaccented letters, digits, “-”, “_”, “.”, the first of which is no “-”.",
    ),
    "name_reserved": Words("Ce nom est réservé à la maison.", "This name is the house’s own."),
    "name_taken": Words("Ce nom est déjà pris.", "This name is taken."),
    "display_name_length": Words(
        "Le nom affiché compte au plus {most} caractères.",
        "The name shown has at most {most} characters.",
    ),
    "display_name_characters": Words(
        "Le nom affiché contient un caractère illisible.",
        "The name shown holds a character that cannot be read.",
    ),
    "display_name_formula": Words(
        "Le nom affiché ne commence pas par « = », « + », « - » ou « @ ».",
        "The name shown does not begin with “=”, “+”, “-” or “@”.",
    ),
    "display_name_reserved": Words(
        "Ce nom affiché est réservé à la maison.",
        "This name to be shown is the house’s own.",
    ),
    "display_name_taken": Words("Ce nom affiché est déjà pris.", "This name to be shown is taken."),
}
"""By code of `SignUpRefused`. Passwords are answered in Django's own words."""

SHUT_OUT: Final = Words(
    "La maison a suspendu ce compte. Adressez-vous à elle.",
    "The house has suspended this account. Please ask the house.",
)

EXCLUDED: Final = Words(
    "Ce compte est en pause jusqu’au {until}. Personne ne peut l’abréger.",
    "This account takes a break until {until}. Nobody can shorten it.",
)
EXCLUDED_FOR_EVER: Final = Words(
    "Ce compte est exclu pour toujours.", "This account is excluded for ever."
)

SPAN_WORDS: Final[Mapping[str, Words]] = {
    "day": Words("24 heures", "24 hours"),
    "week": Words("7 jours", "7 days"),
    "month": Words("30 jours", "30 days"),
    "half_year": Words("6 mois", "6 months"),
    "year": Words("Un an", "One year"),
    "five_years": Words("5 ans", "5 years"),
    "for_ever": Words("Pour toujours", "For ever"),
}
"""By key of `protection.SPANS`."""

PASSWORD_HINT: Final = both_lazy(
    "De 12 à 128 caractères, rien qui se devine.",
    "12 to 128 characters, nothing that is guessed.",
)


def sign_up_error(refused: SignUpRefused) -> ValidationError:
    """Return a refused sign-up as a form error."""
    words = REFUSALS.get(refused.code)
    message = words.text(**refused.detail) if words else refused.code
    return ValidationError(message, code=refused.code)


def exclusion_notice(player: Player) -> str:
    """Return the text that says until when a player is excluded."""
    if player.shut_until is None or player.shut_until >= FOR_EVER:
        return EXCLUDED_FOR_EVER.text()
    until = date_format(localtime(player.shut_until), both("d/m/Y H:i", "j M Y H:i"))
    return EXCLUDED.text(until=until)


class SignInForm(AuthenticationForm):
    """Django's sign-in form; given the password of a barred account, it says why it is barred."""

    def get_invalid_login_error(self) -> ValidationError:
        """Return what is wrong: name or password, or why the account is shut out."""
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password", "")
        player = Player.objects.filter(username__iexact=name).first()
        out = player is not None and (is_excluded(player) or not player.is_active)
        if player is None or not out or not player.check_password(password):
            return super().get_invalid_login_error()
        if not player.is_active:
            return ValidationError(SHUT_OUT.text(), code="account_shut_out")
        return ValidationError(exclusion_notice(player), code="account_excluded")


class SignUpForm(forms.Form):
    """Name, password and language of a new player.

    After `is_valid()`, `sign_up()` enrols the player, or adds the refusal and returns None: a name
    may be taken between the two. Errors carry codes (`errors.get_json_data()`).
    """

    username = forms.CharField(
        label=both_lazy("Nom d’utilisateur", "Username"),
        help_text=both_lazy(
            "De 3 à 24 lettres, chiffres, « - », « _ » ou « . ».",
            "3 to 24 letters, digits, “-”, “_” or “.”.",
        ),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
                "minlength": NAME_LENGTH[0],
                "maxlength": NAME_LENGTH[1],
            }
        ),
    )
    password = forms.CharField(
        label=both_lazy("Mot de passe", "Password"),
        help_text=PASSWORD_HINT,
        strip=False,
        max_length=passwords.LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    display_name = forms.CharField(
        label=both_lazy("Nom affiché à la table", "Name shown at the table"),
        help_text=both_lazy(
            "Facultatif. Les autres joueurs lisent ce nom ; sans lui, un nom neutre.",
            "Optional. Other players read this name; without it, a neutral one.",
        ),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": NAME_LENGTH[1]}),
    )
    language = forms.ChoiceField(
        label=both_lazy("Langue", "Language"),
        choices=settings.LANGUAGES,
        initial=lambda: both("fr", "en"),
    )

    def clean_username(self) -> str:
        """Refuse a username by its length or characters, and those reserved for the staff."""
        username: str = self.cleaned_data["username"]
        try:
            check_username(username)
            refuse_reserved(username, "")
        except SignUpRefused as refused:
            raise sign_up_error(refused) from None
        return username

    def clean_display_name(self) -> str:
        """Refuse a display name by its length or characters, and those reserved for the staff."""
        name: str = self.cleaned_data["display_name"]
        try:
            check_display_name(name)
            refuse_reserved("", name)
        except SignUpRefused as refused:
            raise sign_up_error(refused) from None
        return name

    def clean(self) -> dict[str, Any]:
        """Refuse a password that Django's validators refuse, saying every reason."""
        cleaned = self.cleaned_data
        if "password" in cleaned:
            player = Player(
                username=cleaned.get("username", ""),
                display_name=cleaned.get("display_name", ""),
            )
            try:
                validate_password(cleaned["password"], player)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned

    def sign_up(self, address: str | None = None) -> Player | None:
        """Enrol the player of a valid form; None when refused, with the reason in `errors`."""
        try:
            return sign_up(
                username=self.cleaned_data["username"],
                password=self.cleaned_data["password"],
                language=self.cleaned_data["language"],
                display_name=self.cleaned_data["display_name"],
                address=address,
            )
        except SignUpRefused as refused:
            field = "display_name" if refused.code.startswith("display_name") else "username"
            self.add_error(field, sign_up_error(refused))
            return None
