"""The house's doors: what every address makes of hostile input, and of a house that is unwell."""
