"""Daphne and uvicorn with the bounds of the house: their transports, and how they drain."""
