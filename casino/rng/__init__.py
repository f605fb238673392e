"""The only source of chance: the generator, shoes and draws, and independent verifiers."""
