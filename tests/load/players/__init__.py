"""How scripted players play single games: a module for each, named by the game's key.

A game without one is played by `tests.load.play.Player`.
"""
