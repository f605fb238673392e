"""Players as a Django app: accounts, wallets, sessions, passwords, their REST API."""
