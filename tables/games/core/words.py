"""What people read, in both languages of the house; and the words that all games share."""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple

from tables.games.core.money import Place


class Words(NamedTuple):
    """A text in French and in English.

    In a refusal `{name}` stands for the detail of that name, `{name:chips}` for an amount in minor
    units, `{name:moment}` for a time in milliseconds since 1970, which the page tells as its reader
    writes it.
    """

    fr: str
    en: str

    def with_choice(self, chosen: str = "") -> "Words":
        """Return the name of the bet that `chosen` picks among several, or of all of them."""
        return Words(*(text.format(chosen=chosen).strip() for text in self))

    def fields(self) -> frozenset[tuple[str, str]]:
        """Return the names that stand in both texts, each with how it is written.

        Raises `ValueError` where one text names what the other does not.
        """
        french, english = _fields(self.fr), _fields(self.en)
        if french != english:
            raise ValueError(f"{self.fr} and {self.en} name different details")
        return french

    def fill(
        self,
        detail: Mapping[str, int | str],
        *,
        french: bool,
        chips: Callable[[int], str],
        moment: Callable[[int], str],
    ) -> str:
        """Return the text of one language with its details.

        `chips` writes minor units, `moment` milliseconds since 1970.
        """
        return _Filling(chips, moment).vformat(self.fr if french else self.en, (), detail)


def _fields(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name)


class _Filling(Formatter):
    def __init__(self, chips: Callable[[int], str], moment: Callable[[int], str]) -> None:
        self.writers = {"chips": chips, "moment": moment}

    def format_field(self, value: Any, format_spec: str) -> str:
        return self.writers.get(format_spec, str)(value)


REFUSALS: Final[Mapping[str, Words]] = {
    "above_max": Words(
        "Ici, {maximum:chips} au plus.",
        "At most {maximum:chips} here.",
    ),
    "already_decided": Words("Cette mise est déjà décidée.", "This stake is decided already."),
    "bad_increment": Words(
        "Les mises vont par pas de {step:chips}.",
        "Stakes go in steps of {step:chips}.",
    ),
    "below_min": Words(
        "Le minimum de la table est de {minimum:chips}.",
        "The table’s minimum is {minimum:chips}.",
    ),
    "betting_closed": Words(
        "Rien ne va plus : les mises sont closes.",
        "No more bets: stakes are closed.",
    ),
    "box_out_of_range": Words("Cette case n’existe pas.", "There is no such box."),
    "invalid_option": Words(
        "Le règlement n’autorise pas ce choix.",
        "The rules do not allow this option.",
    ),
    "not_a_combination": Words(
        "Cette combinaison n’existe pas à cette table.",
        "There is no such combination at this table.",
    ),
    "not_awaited": Words("Ce n’est pas le moment.", "Not at this moment."),
    "not_enough_chips": Words(
        "Pas assez de jetons : il vous en reste {balance:chips}.",
        "Not enough chips: you have {balance:chips} left.",
    ),
    "not_owner": Words("Ce n’est pas à vous de le faire.", "That is not yours to do."),
    "not_your_box": Words("Ce n’est pas votre case.", "This is not your box."),
    "nothing_staked": Words("Vous n’avez rien misé.", "You have staked nothing."),
    "session_ended": Words(
        "La taille ou la séance est finie : plus aucun coup n’est donné.",
        "The shoe or the session is finished: no other coup is dealt.",
    ),
    "variant_disabled": Words(
        "Cette table ne prend pas cette annonce.",
        "This table does not take this announcement.",
    ),
    "wager_id": Words(
        "Chaque mise porte un nom à elle, de {longest} caractères au plus.",
        "Each stake has a name of its own, of at most {longest} characters.",
    ),
    "writings_not_taken": Words(
        "Ce jeu ne prend pas d’annonce écrite.",
        "This game takes no written announcements.",
    ),
}
"""Why a command is refused, by code: what several games refuse, or a game and the floor."""

REASONS: Final[Mapping[str, Words]] = {
    "collect": Words("Mise ramassée", "Stake collected"),
    "levy": Words("Prélèvement de la maison", "Levy of the house"),
    "pay": Words("Gain", "Winnings"),
    "return": Words("Mise rendue", "Stake returned"),
    "seed": Words("Montant de départ d’une cagnotte", "Seed of a pot"),
    "stake": Words("Mise", "Stake"),
    "take_back": Words("Mise reprise", "Stake taken back"),
    "void": Words("Coup annulé", "Round voided"),
}
"""What moves are for in every game, by code, as a statement says it."""

PLACES: Final[Mapping[Place, Words]] = {
    Place.WALLET: Words("{party}", "{party}"),
    Place.LAYOUT: Words("tapis", "layout"),
    Place.FLOAT: Words("encaisse", "float"),
    Place.JACKPOT: Words("jackpot", "jackpot"),
    Place.BANK: Words("banque", "bank"),
    Place.GARAGE: Words("garage", "garage"),
    Place.LEVY: Words("cagnotte", "levy"),
    Place.TICKETS: Words("tickets", "tickets"),
    Place.PAYMENTS: Words("chèque ou virement", "cheque or transfer"),
    Place.NOTE_BOX: Words("boîte à billets", "note box"),
}
"""Where chips are; a wallet is its party's."""


def stakes_variant(event: Any) -> str:
    """Return which sentence says that a party's stakes are now these, by what the reader may know.

    `nothing` where all was taken back, `counted` where the stakes are another's, `less` where chips
    came back, and no more were laid.
    """
    if not event.total:
        return "nothing"
    if not event.laid:
        return "counted"
    return "less" if is_layout_reduced(event.moves) else ""


def is_layout_reduced(moves: Sequence[Any]) -> bool:
    """Tell whether chips are taken back by these moves, and no more are laid than taken."""
    taken = any(move.why == "take_back" for move in moves)
    laid = sum(move.amount for move in moves if move.target == Place.LAYOUT)
    return taken and laid <= sum(move.amount for move in moves if move.source == Place.LAYOUT)
