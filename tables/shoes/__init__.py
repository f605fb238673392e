"""Shoes and draws: requested, made with the players’ part, and taken from."""
