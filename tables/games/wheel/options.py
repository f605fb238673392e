"""The house options of every wheel: what each is called in both languages, what may be chosen."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.options import EXACT, MOST_MONEY, Flag, OneOf, PerBet, Topic, Whole
from tables.games.core.words import Words

_MOST_ROUNDS: Final = 100
"""Ours: what is announced is owed, and no text gives more than the least."""
_AMOUNT: Final = Whole(1, MOST_MONEY, "amount", published_maximum=EXACT)
_FLAG: Final = Flag()

TABLE_MIN: Final = Topic(
    "table_min_cents",
    ("Mise minimale", "Least stake"),
    ("Le moins que l’on mise sur une place.", "The least that is staked on a position."),
    _AMOUNT,
)
STAKE_INCREMENT: Final = Topic(
    "stake_increment_cents",
    ("Pas des mises", "Step of stakes"),
    ("Une mise en est un multiple.", "A stake is a multiple of this."),
    _AMOUNT,
)
EXACT_MULTIPLES: Final = Topic(
    "require_exact_multiples",
    ("Mises dont la moitié tombe juste", "Stakes whose half is exact"),
    (
        "Si une mise dont la moitié serait arrondie est refusée.",
        "Whether a stake whose half would be rounded is refused.",
    ),
    _FLAG,
)
BETTING_SECONDS: Final = Topic(
    "betting_window_seconds",
    ("Temps des mises", "Betting time"),
    ("De la première mise à « rien ne va plus ».", "From the first stake to “no more bets”."),
    Whole(5, 300, "seconds"),
)
AUTO_REBET: Final = Topic(
    "auto_rebet",
    ("Mises gagnantes laissées", "Winning stakes stay"),
    (
        "Si une mise qui gagne reste pour le coup suivant.",
        "Whether a stake that wins stays for the next spin.",
    ),
    _FLAG,
)
LAST_ROUNDS: Final = Topic(
    "last_rounds_notice",
    ("Derniers coups annoncés", "Last spins announced"),
    (
        "Combien de coups avant la fin de la séance elle est annoncée.",
        "How many spins before the end of the session it is announced.",
    ),
    Whole(3, _MOST_ROUNDS, published_maximum=EXACT),
)
REOPEN_ON_VOID: Final = Topic(
    "reopen_on_void",
    ("Miser après un coup arrêté", "Staking after a stopped spin"),
    (
        "Si l’on peut changer ses mises avant que le coup soit rejoué.",
        "Whether stakes may be changed before the spin is played again.",
    ),
    _FLAG,
)
DECISION_SECONDS: Final = Topic(
    "decision_seconds",
    ("Temps du choix", "Time of the choice"),
    (
        "Tant qu’un choix est à faire, le temps des mises dure au moins autant.",
        "While a choice is pending the betting time is at least this long.",
    ),
    Whole(3, 120, "seconds"),
)
RELEASE: Final = Topic(
    "prison_release_value",
    ("Valeur libérée", "Value set free"),
    (
        "Ce qu’une mise en prison vaut après plusieurs zéros.",
        "What a stake in prison is worth after several zeros.",
    ),
    OneOf(
        {
            "halved": ("divisée à chaque zéro", "halved at each zero"),
            "full": ("entière", "whole"),
        }
    ),
)
ZERO_CHOICE: Final = Topic(
    "zero_default_choice",
    ("Sans choix après zéro", "No choice after zero"),
    (
        "Ce que devient la mise d’un joueur qui ne choisit pas.",
        "What becomes of the stake of a player who does not choose.",
    ),
    OneOf({"half": ("partage", "half"), "prison": ("prison", "prison")}),
)


def table_max(bets: Mapping[str, Words]) -> Topic:
    """Return the option of the most stake, by kinds of bets and what they are called."""
    return Topic(
        "table_max_cents",
        ("Mise maximale", "Most stake"),
        (
            "Le plus qu’un joueur mise sur une place, pour toutes les mises ou par sorte de mise.",
            "The most that one player stakes on a position, for all bets or by kind of bet.",
        ),
        PerBet({bet: words.with_choice() for bet, words in bets.items()}, _AMOUNT),
    )
