"""The arithmetic of the verifiers: hashes, signatures, trees, beacon and timelock."""
