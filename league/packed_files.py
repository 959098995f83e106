"""How static files are kept in production: packed, each under a name with its own digest."""

from collections.abc import Callable
from re import Match
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

_LEFT_OUT = ""


class PackedFiles(CompressedManifestStaticFilesStorage):
    """Our scripts load one another by these names too, so that an update never mixes old and new
    ones on a phone; their comments and indents stay at home."""

    # Scripts that load scripts that load scripts: a pass for each storey.
    max_post_process_passes = 20
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (r"(?m)^(?P<matched>[ \t]*//.*\n)", _LEFT_OUT),
                (r"(?m)^(?P<matched>[ \t]+)", _LEFT_OUT),
                (r"""(?P<matched>from "(?P<url>\./[\w-]+\.js)")""", 'from "%(url)s"'),
            ),
        ),
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """What stands instead of a found piece: nothing, or the address with its digest."""
        if template == _LEFT_OUT:
            return lambda found: ""
        converter: Any = super().url_converter(name, hashed_files, template)
        return converter
