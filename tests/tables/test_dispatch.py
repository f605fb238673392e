"""Which service carries out which command."""

from tables.sockets.dispatch import HANDLERS
from tables.wire.floor_commands import FLOOR_COMMANDS


def test_each_command_of_the_floor_has_one_service() -> None:
    assert HANDLERS.keys() == {*FLOOR_COMMANDS}
