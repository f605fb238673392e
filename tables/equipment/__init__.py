"""Shoes and draws: how they are ordered, made and put on a table."""
