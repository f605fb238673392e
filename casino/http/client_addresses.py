"""Host and network of a client's IP address."""

import ipaddress


def network(address: str, of_4: int, of_6: int) -> str:
    """Return the network of an address by prefix length; any text that is no address as it is.

    `of_4` is the length for IPv4, `of_6` that for IPv6.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 6 and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    size = of_4 if found.version == 4 else of_6
    return str(ipaddress.ip_network((found, size), strict=False))


def host(address: str) -> str:
    """Return the address itself for IPv4, and its /64 for IPv6."""
    return network(address, 32, 64)
