"""The pages and files of a player’s rounds and disputes."""
