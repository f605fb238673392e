"""Changing keys: which key sealed what, sealing it again, and the check at a process's start."""
