"""Accounts of players and staff: sign-in, wallets, cash, limits, identity, rights."""
