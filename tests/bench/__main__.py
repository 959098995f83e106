"""`make bench`: how much the program costs, as ratios against a floor measured in the same run.

Each module beside this file has `rows()`, a list of (what, ratio, limit or None, detail), and
holds its floor's own code. Machines differ and are noisy; ratios within one run say something.
The exit status is 1 when a ratio is over its limit.
"""

import importlib
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

TOPICS = [
    "scoring_hand",
    "scoring_deal",
    "scoring_standings",
    "scoring_reach",
    "draws",
    "pages",
    "following",
    "saving",
    "saving_wire",
    "load",
]


def main(topics: list[str]) -> int:
    """Run the topics and print a line a row."""
    over = 0
    print(f"{'what':58} {'ratio':>8} {'limit':>7}  detail")
    for topic in topics:
        for what, ratio, limit, detail in importlib.import_module(f"tests.bench.{topic}").rows():
            mark = ""
            if limit is not None and ratio > limit:
                over += 1
                mark = "  OVER"
            shown = "" if limit is None else f"{limit:.3g}"
            print(f"{what:58} {ratio:8.3g} {shown:>7}  {detail}{mark}", flush=True)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or TOPICS))
