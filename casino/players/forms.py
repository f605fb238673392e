"""The sign-up form. Messages in both languages of the house; codes for whoever renders them."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import get_language

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

MESSAGES: Final = {
    "fr": {
        "name_length": "Le nom compte de {fewest} à {most} caractères.",
        "name_characters": "Le nom s’écrit en lettres sans accent, chiffres, « - », « _ », « . ».",
        "name_reserved": "Ce nom est réservé à la maison.",
        "name_taken": "Ce nom est déjà pris.",
        "display_name_length": "Le nom affiché compte au plus {most} caractères.",
        "display_name_characters": "Le nom affiché contient un caractère illisible.",
        "display_name_reserved": "Ce nom affiché est réservé à la maison.",
        "display_name_taken": "Ce nom affiché est déjà pris.",
    },
    "en": {
        "name_length": "The name has {fewest} to {most} characters.",
        "name_characters": "The name is of unaccented letters, digits, “-”, “_”, “.”.",
        "name_reserved": "This name is the house’s own.",
        "name_taken": "This name is taken.",
        "display_name_length": "The name shown has at most {most} characters.",
        "display_name_characters": "The name shown holds a character that cannot be read.",
        "display_name_reserved": "This name to be shown is the house’s own.",
        "display_name_taken": "This name to be shown is taken.",
    },
}
"""By language, then by code of `SignUpRefused`. Passwords are answered in Django's own words."""

LABELS: Final = {
    "fr": {
        "username": "Nom",
        "password": "Mot de passe",
        "display_name": "Nom affiché à la table",
        "language": "Langue",
    },
    "en": {
        "username": "Name",
        "password": "Password",
        "display_name": "Name shown at the table",
        "language": "Language",
    },
}


def _language() -> str:
    return "fr" if (get_language() or settings.LANGUAGE_CODE).startswith("fr") else "en"


def _in_words(refused: SignUpRefused) -> ValidationError:
    message = MESSAGES[_language()].get(refused.code, refused.code)
    return ValidationError(message.format(**refused.detail), code=refused.code)


class SignUpForm(forms.Form):
    """Name, password and language of a new player.

    After `is_valid()`, `sign_up()` enrols the player, or adds the refusal and returns None: a name
    may be taken between the two. Errors carry codes (`errors.get_json_data()`).
    """

    username = forms.CharField(
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
                "minlength": NAME_LENGTH[0],
                "maxlength": NAME_LENGTH[1],
            }
        )
    )
    password = forms.CharField(
        strip=False,
        max_length=passwords.LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    display_name = forms.CharField(
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": NAME_LENGTH[1]}),
    )
    language = forms.ChoiceField(choices=settings.LANGUAGES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = _language()
        self.fields["language"].initial = language
        for name, label in LABELS[language].items():
            self.fields[name].label = label

    def clean_username(self) -> str:
        """Refuse a name by its length or characters, and the house's own."""
        username: str = self.cleaned_data["username"]
        try:
            check_username(username)
            refuse_reserved(username, "")
        except SignUpRefused as refused:
            raise _in_words(refused) from None
        return username

    def clean_display_name(self) -> str:
        """Refuse a shown name by its length or characters, and the house's own."""
        name: str = self.cleaned_data["display_name"]
        try:
            check_display_name(name)
            refuse_reserved("", name)
        except SignUpRefused as refused:
            raise _in_words(refused) from None
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
            self.add_error(field, _in_words(refused))
            return None
