"""The public log of chance: an append-only Merkle tree whose every checkpoint is signed."""
