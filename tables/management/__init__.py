"""Commands of `manage.py` about tables, rounds, rules and clauses."""
