"""Words apart from figures: an entry of the log keeps the figures, its text the words.

What somebody typed (a name, a note, a reason) is found by its key, at any depth, and kept under
its path ("before.rows.4.fields.note"), so that both can be put together again.
"""

from collections.abc import Mapping
from typing import Any

KEYS = frozenset({"name", "names", "note", "notes", "reason", "words", "label", "title", "place"})


def is_words(key: str) -> bool:
    """Whether what stands under this key is somebody's words."""
    return key in KEYS or key.endswith(("_reason", "_words", "_name", "_note"))


def split_words(kept: Any, path: str) -> tuple[Any, dict[str, str]]:
    """`kept` without its words, and those words by their paths."""
    words: dict[str, str] = {}
    return _without(kept, path, words), words


def join_words(kept: Any, words: Mapping[str, str], path: str) -> Any:
    """`kept` with its words in their places again; those that were blanked stay away."""
    if isinstance(kept, list):
        return [join_words(one, words, f"{path}.{place}") for place, one in enumerate(kept)]
    if not isinstance(kept, dict):
        return kept
    joined = {key: join_words(one, words, f"{path}.{key}") for key, one in kept.items()}
    here = f"{path}."
    for where, text in words.items():
        key = where.removeprefix(here)
        if where.startswith(here) and "." not in key:
            joined[key] = text
    return joined


def _without(kept: Any, path: str, words: dict[str, str]) -> Any:
    if isinstance(kept, list):
        return [_without(one, f"{path}.{place}", words) for place, one in enumerate(kept)]
    if not isinstance(kept, dict):
        return kept
    left = {}
    for key, one in kept.items():
        if isinstance(one, str) and is_words(key):
            if one:
                words[f"{path}.{key}"] = one
        else:
            left[key] = _without(one, f"{path}.{key}", words)
    return left
