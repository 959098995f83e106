"""The names and addresses under which this machine is reached in the hall."""

import socket
from contextlib import suppress


def lan_addresses() -> list[str]:
    """This machine's own IPv4 addresses, the one other machines would use first."""
    found: list[str] = []
    # Choosing a route for a datagram socket tells the address and sends nothing.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def own_hosts() -> list[str]:
    """Every host name that a browser in the same room may rightly ask for."""
    name = socket.gethostname().lower()
    local = [name, name.split(".")[0] + ".local"] if name else []
    return list(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", *local, *lan_addresses()]))
