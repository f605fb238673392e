"""Rounds that are stopped or annulled, tables that pause, signs for surveillance."""
