"""The casino's own ASGI application without the allowance of messages per socket.

Eight sockets at ten commands a second would leave the house idle; everything else is as always.
"""

from casino.asgi import application
from tables.doors import admission

for name in ("RATE_PER_SECOND", "BURST"):
    assert hasattr(admission, name)
    setattr(admission, name, 1e9)

__all__ = ["application"]
