"""Suspicions about accounts: chip dumping, several accounts in one place."""
