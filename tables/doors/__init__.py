"""Where players, programs and clocks come in: socket, API, croupier."""
