"""The gaming floor in the office: what happened is read, tables are run by named acts.

Nothing that happened can be added, changed or deleted here.
"""

from tables.admin import drafts, jackpots, rounds, rule_sets, staff, tables

__all__ = ["drafts", "jackpots", "rounds", "rule_sets", "staff", "tables"]
