"""`python -m scoring`: see scoring.interface."""

import sys

from scoring.interface import run

if __name__ == "__main__":
    sys.exit(run(sys.stdin.buffer, sys.stdout))
