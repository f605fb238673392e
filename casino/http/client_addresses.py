"""Whose an address is: one host's, or one network's."""

import ipaddress


def within(address: str, of_4: int, of_6: int) -> str:
    """Return the network of an address, by the length of its prefix; a text that is none as it is.

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
    """Return whose address it is: one of IPv4, or the /64 that an IPv6 host has for itself."""
    return within(address, 32, 64)
