"""What everybody may know of a position: its credits, its reels, its meters, its last games."""

from dataclasses import dataclass
from math import lcm
from typing import Final, Literal

from tables.games.automatic_games import account, poker
from tables.games.automatic_games.messages import Game
from tables.games.automatic_games.rules import Medium, Rules
from tables.games.automatic_games.state import State
from tables.games.core.cards import Card
from tables.games.core.messages import GameView
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import Option

MEDIA: Final[tuple[Medium, ...]] = ("note", "card", "coin", "ticket")
"""In the order in which a player is offered them."""
Phase = Literal["betting", "spinning", "holding", "owed", "open", "closed"]


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter as it stands on the device: in credits, but for counts of games."""

    name: str
    count: int


class View(GameView, kind="automatic_games"):
    """All that everybody may know. Amounts are minor units."""

    phase: Phase
    options: tuple[Option, ...]
    machine: str
    """The key of its technical sheet, which is printed."""
    denomination: Amount
    accepts: tuple[str, ...]
    """What credits are loaded with."""
    holder: Party
    """Whose the position is now; empty for nobody."""
    credit: Amount
    owed: Amount
    identity: bool
    """The unpaid win is paid only on presentation of an identity document, not seen yet."""
    in_service: bool
    stake: Amount
    """What is staked on the game that is being drawn."""
    game: Game | None
    """The last game; the reels stand as it left them."""
    games: tuple[Game, ...]
    """Newest first."""
    meters: tuple[Meter, ...]
    least: Amount
    step: Amount
    most: Amount
    free: int
    """So many games that cost nothing are left; the next begins by itself."""
    free_won: Amount
    """What those that were played have won."""
    hand: tuple[Card, ...]
    """The cards of a game of which the holder chooses what stays; the next draw is promised."""
    called: str
    """What the hand is called as it lies, where it pays."""
    held: tuple[int, ...]
    """The positions that he has chosen, from 1, while the others are drawn."""
    pace: int
    """Milliseconds from the beginning of a player's game to that of his next one, at the least."""
    last: bool
    stops: int
    voided: bool


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know."""
    now = state.now
    return View(
        phase=_phase(state),
        options=_options(rules, state),
        machine=rules.machine,
        denomination=Amount(rules.denomination_cents),
        accepts=tuple([each for each in MEDIA if each in rules.accepts]),
        holder=state.holder,
        credit=now.balance,
        owed=now.owed,
        identity=now.owed > rules.id_threshold_cents and not now.identified,
        in_service=now.in_service,
        stake=state.stake,
        game=now.games[0] if now.games else None,
        games=now.games,
        meters=tuple([Meter(name, count) for name, count in meters(rules, state).items()]),
        least=rules.least,
        step=Amount(lcm(rules.stake_increment_cents, rules.a_credit_each)),
        most=rules.most,
        free=now.free,
        free_won=now.free_won,
        hand=now.hand,
        called=poker.kind_of(now.hand) if now.hand else "",
        held=state.held,
        pace=rules.pace_ms,
        last=state.last,
        stops=state.stops,
        voided=state.voided,
    )


def meters(rules: Rules, state: State) -> dict[str, int]:
    """Return every meter as it stands on the device, and what its hopper holds, in credits."""
    told = state.now.meters.in_credits(rules.denomination_cents)
    told["hopper"] = state.now.hopper // rules.denomination_cents
    return told


def _phase(state: State) -> Phase:
    if state.stage in ("spinning", "holding"):
        return state.stage
    if not state.now.in_service:
        return "open"
    return "owed" if state.now.owed else state.stage


def _options(rules: Rules, state: State) -> tuple[Option, ...]:
    """Return the buttons that need no amount: to hold cards, and to cash all credits out."""
    waits = state.stage == "holding"
    options = [Option("automatic_games.hold", account.SEAT, "", Amount(0), "MC-AUTO-21")]
    options += [
        Option("automatic_games.cash_out", account.SEAT, "", Amount(0), clause, stake=medium)
        for medium, clause in account.cash_out_media(rules, state)
    ]
    return tuple(options if waits else options[1:])
