"""The only source of chance: the generator, the shoe and an independent verifier."""
