"""The house: people, money, chance, configuration. Knows no game."""
