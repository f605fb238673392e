"""The opening page of the office, the page of a table and the actions on it."""
