"""What the bets of a wheel cost, exactly: every number counted."""

from fractions import Fraction

from tables.games.core.price import Price, Report
from tables.games.wheel.device import Device
from tables.games.wheel.layout import Position
from tables.games.wheel.rules import WheelRules


def price_of(device: Device, position: Position) -> Price:
    """Return the price of a stake that is won or lost with the next number."""
    won = Fraction(len(position.pockets), len(device.numbers))
    edge = 1 - won * (1 + Fraction(*position.odds))
    return Price(position.bet, edge, clause=position.clause, pays=position.odds)


def report(rules: WheelRules) -> Report:
    """Return the price of every kind of bet that the rules have, of its dearest position."""
    device, found = rules.device, dict[str, Price]()
    for on in device.layout:
        position = rules.paying(on)
        price = price_of(device, position)
        known = found.get(position.bet)
        if rules.allows(position) and (known is None or price.edge < known.edge):
            found[position.bet] = price
    return Report(tuple([found[bet] for bet in device.payment if bet in found]))
