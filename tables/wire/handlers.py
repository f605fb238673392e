"""What a subject of the floor gives `tables.sockets.dispatch`: who carries out its commands."""

from collections.abc import Mapping
from typing import Any, Protocol
from uuid import UUID

from tables.wire.outgoing import ReceiptShown


class Handler(Protocol):
    """Carries out a command of one kind in one service call; blocking.

    Returns the receipt where no frame shows what was done.
    """

    def __call__(
        self, command: Any, /, *, player_id: int, table_id: int, command_id: UUID
    ) -> ReceiptShown | None: ...


Handlers = Mapping[type, Handler]
"""By the class of the command."""
