"""What every game shares: the protocol, cards, money and rules as values."""
