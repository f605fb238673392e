"""The page of one's own age and identity: what the house knows, and what one declares oneself.

Part of the composition root, beside `own_limits`.
"""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from casino.i18n import Words, both_lazy
from casino.identity import services as identity
from casino.identity.services import IdentityRefused
from casino.identity.words import OFFICE
from casino.players.models import Player
from casino.site.views import minimum_age, page, with_strict_csp

WORDS: Final[Mapping[str, Words]] = {
    "age": Words(
        "La licence de la maison veut que vous ayez {age} ans.",
        "The house’s licence wants you to be {age}.",
    ),
    "never": Words(
        "Votre identité n’a pas à être vérifiée.", "Your identity need not be verified."
    ),
    "before_withdrawal": Words(
        "Votre identité doit être vérifiée avant un retrait.",
        "Your identity must be verified before a withdrawal.",
    ),
    "before_play": Words(
        "Votre identité doit être vérifiée avant la première mise.",
        "Your identity must be verified before the first stake.",
    ),
    "how": Words(
        "Une personne de la maison la vérifie avec vous ; la maison ne garde copie d’aucun "
        "document.",
        "A person of the house verifies it with you; the house keeps a copy of no document.",
    ),
    "stands": Words("État", "State"),
    "born": Words("Né le", "Born on"),
    "until": Words("Valable jusqu’au", "Valid until"),
    "reason": Words("Motif de la maison", "The house’s reason"),
    "declare": Words("Déclarer votre date de naissance", "Declare your date of birth"),
    "once": Words(
        "Une seule fois : ensuite seule la maison la corrige.",
        "Once only: after that only the house corrects it.",
    ),
    "saved": Words("C’est enregistré.", "It is saved."),
    "back": Words("Compte", "Account"),
}
"""What the page says, by the names that its template uses."""


class BirthForm(forms.Form):
    """One's own date of birth; errors carry codes."""

    born_on = forms.DateField(
        label=both_lazy("Date de naissance", "Date of birth"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "autocomplete": "bday"}),
        error_messages={
            "invalid": both_lazy("Une date comme 1980-12-31.", "A date such as 1980-12-31.")
        },
    )

    def declare(self, player: Player) -> bool:
        """Save the date of a valid form; return False when refused, with the error added."""
        try:
            identity.declare(player, self.cleaned_data["born_on"])
        except IdentityRefused as refused:
            self.add_error("born_on", ValidationError(OFFICE[refused.code].text(), refused.code))
            return False
        return True


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@with_strict_csp
def own_identity(request: HttpRequest) -> HttpResponseBase:
    """Show what the house knows of one's age and identity, and take one's date of birth once.

    404 where nobody is asked.
    """
    player = request.user
    assert isinstance(player, Player)
    if not settings.PROFILE.requires_declarations:
        raise Http404
    form = BirthForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and form.declare(player):
        return redirect(f"{reverse('own_identity')}?saved")
    return page(request, "own_identity.html", 422 if form.errors else 200, **_context(player, form))


def _context(player: Player, form: BirthForm) -> dict[str, Any]:
    wanted = WORDS[settings.PROFILE.identity].text()
    return {
        "i": {name: words.text(age=minimum_age()) for name, words in WORDS.items()},
        "wanted": wanted,
        "known": identity.identity_page_data(player.pk),
        "form": form,
    }
