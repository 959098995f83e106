"""The names and addresses under which this machine is reached in the hall."""

import socket


def lan_addresses() -> list[str]:
    """This machine's own IPv4 addresses, the one other machines would use first."""
    found: list[str] = []
    # Choosing a route for a datagram socket tells the address and sends nothing.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        pass
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def own_hosts() -> list[str]:
    """Every host name that a browser in the same room may rightly ask for."""
    name = socket.gethostname().lower()
    local = [name, name.split(".")[0] + ".local"] if name else []
    return list(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", *local, *lan_addresses()]))
