"""What basic strategy would do now: the kind of one command, out of those the engine offers."""

from tables.games.blackjack.legal import hand_to_decide, options
from tables.games.blackjack.points import POINTS, count
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Hand, State
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.strategy import UPS, Letter, Strategy
from tables.games.blackjack.theory.terms import MainTerms
from tables.games.core.money import BoxNo


def advice(rules: Rules, state: State, box: BoxNo) -> str | None:
    """Return the command that the rules' known strategy gives the box now, e.g. `blackjack.hit`.

    `None` when the box has nothing to decide, or when no strategy is known for these rules without
    computing it: see `advised` for one from elsewhere.
    """
    found = known(MainTerms.of(rules))
    return advised(found.strategy, rules, state, box) if found else None


def advised(strategy: Strategy, rules: Rules, state: State, box: BoxNo) -> str | None:
    """Return the command that a strategy gives the box now, or `None` when it has to do nothing.

    Insurance is always declined: it loses on its own, and the strategy looks at no other hand.
    """
    played = state.box(box)
    offered = {option.command for option in options(rules, state, box)}
    if played is None or not offered or state.stage not in ("insurance", "play"):
        return None
    up = UPS[POINTS[state.dealer[0][0]] - 1]
    if "blackjack.even_money" in offered and up in strategy.even_money:
        return "blackjack.even_money"
    if "blackjack.decline" in offered:
        return "blackjack.decline"
    turn = hand_to_decide(rules, state)
    on_turn = turn is not None and turn[0].no == box
    hand = turn[1] if turn is not None and on_turn else played.hands[0]
    letter = _letter(strategy, hand, UPS.index(up), offered)
    # FR-2007-27: whoever waits for his turn to abandon his hand may find it too late.
    if letter in ("R", "Rs", "Rp") and "blackjack.surrender" in offered:
        return "blackjack.surrender"
    return _command(letter, offered) if on_turn else None


def _letter(strategy: Strategy, hand: Hand, up: int, offered: set[str]) -> Letter:
    total, soft = count(hand.cards)
    if len(hand.cards) == 2 and POINTS[hand.cards[0][0]] == POINTS[hand.cards[1][0]]:
        letter = strategy.pairs[POINTS[hand.cards[0][0]] - 1][up]
        may_split = "blackjack.split" in offered
        may_surrender = "blackjack.surrender" in offered
        if (letter in ("P", "Rp") and may_split) or (letter[0] == "R" and may_surrender):
            return letter
    return strategy.on_total(total, soft, up)


def _command(letter: Letter, offered: set[str]) -> str:
    """Return the command of a letter, or what it falls back to."""
    if letter in ("P", "Rp") and "blackjack.split" in offered:
        return "blackjack.split"
    if letter in ("D", "Ds") and "blackjack.double" in offered:
        return "blackjack.double"
    stands = letter in ("S", "Ds", "Rs") or "blackjack.hit" not in offered
    return "blackjack.stand" if stands else "blackjack.hit"
