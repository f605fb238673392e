"""Celery tasks of the players' accounts."""

from django.core.management import call_command

from casino.celery import app


@app.task(name="players.clear_sessions")
def clear_sessions() -> None:
    """Delete the sessions that have expired, and their visits with them; idempotent."""
    call_command("clearsessions")
