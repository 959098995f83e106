"""How static files are kept in production: packed, each under a name with its own digest, the
scripts of the score page in one."""

import re
from collections.abc import Callable, Iterable, Iterator
from re import Match
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

SCORE_PAGE = "js/score-page.js"
# Each bundle and the scripts it starts; what those load is in it too.
BUNDLES = {SCORE_PAGE: ("worker-client.js", "league.js", "live-sum.js", "sheet-page.js")}
_LEFT_OUT = ""
_IMPORT = re.compile(r'(?m)^import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";\n')
_EXPORT = re.compile(r"(?m)^export (?=(?:async )?(?:function|const) (\w+|[\[{][\w, ]+[\]}]))")
_WAITS = re.compile(r"(?m)^await |^(?:const|let) .* = await ")


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
                (r"(?m)(?<=[;,{}()\[\]])(?P<matched> // .*)$", _LEFT_OUT),
                (r"(?m)^(?P<matched>[ \t]+|\n)", _LEFT_OUT),
                (r"""(?P<matched>from "(?P<url>\./[\w-]+\.js)")""", 'from "%(url)s"'),
            ),
        ),
        (
            "css/*.css",
            (
                (r"(?s)(?P<matched>/\*.*?\*/\n?)", _LEFT_OUT),
                (r"(?m)^(?P<matched>[ \t]+|\n)", _LEFT_OUT),
            ),
        ),
    )

    def post_process(
        self, paths: dict[str, tuple[Any, str]], *args: Any, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Make the bundles, then pack everything."""

        def text_of(script: str) -> str:
            storage, path = paths[f"js/{script}"]
            with storage.open(path) as file:
                text: str = file.read().decode()
            return text

        for name, scripts in BUNDLES.items():
            self.delete(name)
            self._save(name, ContentFile(bundle(scripts, text_of).encode()))
            paths[name] = (self, name)
        yield from super().post_process(paths, *args, **options)

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """What stands instead of a found piece: nothing, or the address with its digest."""
        if template == _LEFT_OUT:
            return lambda found: ""
        converter: Any = super().url_converter(name, hashed_files, template)
        return converter


def bundle(scripts: Iterable[str], text_of: Callable[[str], str]) -> str:
    """One module that does what these do together, each script that they load in a room of its
    own. Our scripts export functions and constants by name and are loaded by name; ValueError for
    anything else, and for two that load each other."""
    rooms: dict[str, str] = {}

    def take_in(script: str, above: tuple[str, ...]) -> None:
        if script in above:
            raise ValueError(f"{' loads '.join([*above, script])}: in a circle")
        if script in rooms:
            return
        text = text_of(script)
        for _names, other in _IMPORT.findall(text):
            take_in(other, (*above, script))
        rooms[script] = _room(script, text)

    for script in scripts:
        take_in(script, ())
    return "".join(rooms.values())


def _room(script: str, text: str) -> str:
    given = [names.strip("[]{} ") for names in _EXPORT.findall(text)]
    inside = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    if stray := re.search(r"(?m)^(?:import|export)\b.*", inside):
        raise ValueError(f"{script}: cannot be bundled: {stray.group()}")
    start = "await (async () => {" if _WAITS.search(inside) else "(() => {"
    return f"const {_named(script)} = {start}\n{inside}return {{ {', '.join(given)} }};\n}})();\n"


def _taken(found: Match[str]) -> str:
    names, script = found.groups()
    if not names:  # it only has to have run
        return ""
    return f"const {{ {names.replace(' as ', ': ').strip()} }} = {_named(script)};\n"


def _named(script: str) -> str:
    return "_" + re.sub(r"\W", "_", script)
