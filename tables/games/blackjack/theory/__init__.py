"""What blackjack costs: exact house edges and the strategy they are measured with.

The package reads rules and card values from the engine; the engine never imports it. All of it is
standard library but `main_game`, whose sums over tens of thousands of hands are numpy's.
"""
