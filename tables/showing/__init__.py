"""What is shown of a table, to everybody and to one party."""
