"""Chips between cage, tables and players: vouchers, floats, drops, levies, colour chips."""
