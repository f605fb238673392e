"""The casino's own ASGI application without the allowance of messages per socket.

Eight sockets at ten commands a second would leave the house idle; everything else is as always.
"""

from casino.asgi import application
from tables import consumers

for name in ("RATE_PER_SECOND", "BURST"):
    assert hasattr(consumers, name)
    setattr(consumers, name, 1e9)

__all__ = ["application"]
