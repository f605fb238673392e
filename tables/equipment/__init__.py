"""Gaming equipment: stock, cards of a session, dice, devices, replacements."""
