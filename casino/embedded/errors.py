"""Errors that the operator must fix."""


class Trouble(Exception):
    """One sentence on why nothing can be started; shown without traceback, exit code 1."""
