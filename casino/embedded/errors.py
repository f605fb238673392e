"""What the person at the keyboard must put right."""


class Trouble(Exception):
    """Says in one sentence why nothing can be started; shown without a traceback, exit code 1."""
