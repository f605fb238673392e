"""Scripted players: they know the public protocol and nothing else of the house."""
