"""The pages of players: sign-in, account, cash, limits, identity."""
