"""Display names of ledger accounts: `wallet:14` is a player's wallet.

The ledger knows its own; the apps that open others say how these are called (`NAMERS`).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.html import format_html

from casino.i18n import Words, both
from casino.ledger.models import Account

Namer = Callable[[Mapping[str, str]], Mapping[str, str]]
"""Returns names by code, of codes that are given with what follows their colon."""

NAMERS: Final[dict[str, Namer]] = {}
"""By the kind that stands before the colon of a code; each asks the database once at the most."""
OWN: Final = {
    "mint": Words("Monnaie créée", "Money made"),
    "capital": Words("Maison", "House"),
    "cage": Words("Caisse", "Cage"),
    "issued": Words("Chèques et virements émis", "Cheques and transfers issued"),
}


REASONS: Final[list[Callable[[str], tuple[str, str]]]] = []
"""Each returns what a transfer is for in both languages; its code twice where it does not know."""


CAUSES: Final[list[Callable[[str], tuple[str, str] | None]]] = []
"""Each returns what an entry is for in both languages; None where it does not know."""


def cause_label(cause: str) -> str:
    """Return the text of an entry's cause; its code where there is no text."""
    # Where an entry is caused by what its transfers are for, they are called alike.
    for purpose in REASONS:
        if (words := purpose(cause)) != (cause, cause):
            return both(*words)
    for words_of in CAUSES:
        if (found := words_of(cause)) is not None:
            return both(*found)
    return format_html("<code>{}</code>", cause) if cause else "-"


def transfer_label(why: str) -> str:
    """Return the text of a transfer's purpose; its code where there is no text."""
    for words_of in REASONS:
        fr, en = words_of(why)
        if (fr, en) != (why, why):
            return both(fr, en)
    return format_html("<code>{}</code>", why)


def register_names(*kinds: str) -> Callable[[Namer], Namer]:
    """Decorator: register a function that names the accounts of some kinds."""

    def register(namer: Namer) -> Namer:
        NAMERS.update(dict.fromkeys(kinds, namer))
        return namer

    return register


@register_names(*OWN)
def _own(codes: Mapping[str, str]) -> Mapping[str, str]:
    return {
        code: f"{OWN[code.partition(':')[0]].text()} ({currency})"
        for code, currency in codes.items()
    }


def names(codes: Iterable[str]) -> dict[str, str]:
    """Return display names by account code; the code itself where no namer knows it.

    One query at the most for each namer.
    """
    codes_by_namer: dict[Namer, dict[str, str]] = {}
    found = {}
    for code in codes:
        found[code] = code
        kind, _, rest = code.partition(":")
        if (namer := NAMERS.get(kind)) is not None:
            codes_by_namer.setdefault(namer, {})[code] = rest
    for namer, theirs in codes_by_namer.items():
        found |= namer(theirs)
    return found


def name_all(accounts: Iterable[Account]) -> None:
    """Look up the names of many accounts at once, for `name`."""
    rows = list(accounts)
    found = names({account.code for account in rows})
    for account in rows:
        vars(account)["called"] = found[account.code]


def name(account: Account) -> str:
    """Return an account's display name; queries the database unless `name_all` did."""
    known = vars(account).get("called")
    return known if isinstance(known, str) else names([account.code])[account.code]
