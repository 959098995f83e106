"""What production serves of our scripts: each loads the others by the names with their digests."""

import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage

from league.packed_files import BUNDLES, SCORE_PAGE, PackedFiles, bundle

SCRIPTS = Path(settings.BASE_DIR) / "static/js"


def test_scripts_load_each_other_by_their_digests_and_leave_comments_at_home(tmp_path):
    names = [f"js/{path.name}" for path in SCRIPTS.glob("*.js")]
    shutil.copytree(SCRIPTS, tmp_path / "js")
    source = FileSystemStorage(location=SCRIPTS.parent)
    storage = PackedFiles(location=tmp_path, base_url="/static/")
    done = list(storage.post_process({name: (source, name) for name in names}))
    assert not [processed for _, _, processed in done if isinstance(processed, Exception)]
    loads = 0
    for name in names:
        told = (tmp_path / storage.stored_name(name)).read_text()
        for other in re.findall(r' from "\./([^"]+)"', told):
            loads += 1
            assert re.search(r"\.[0-9a-f]{12}\.js$", other), (name, other)
            assert (tmp_path / "js" / other).exists()
        assert not re.search(r"(?m)^\s*//", told), name
        assert "; // " not in told, name
    assert loads >= 10
    htmx = (tmp_path / storage.stored_name("js/htmx.min.js")).read_bytes()
    assert htmx == (SCRIPTS / "htmx.min.js").read_bytes()


def test_the_bundle_of_the_score_page_loads_nothing_more_and_holds_everything(tmp_path):
    told = bundle(BUNDLES[SCORE_PAGE], lambda script: (SCRIPTS / script).read_text())
    assert not re.search(r"(?m)^\s*(import|export)\b", told)
    for script in ("sheet-page", "live-sum", "league", "sheet-check", "things", "worker-client"):
        assert told.count(f"const _{script.replace('-', '_')}_js = ") == 1


def test_a_bundle_gives_each_script_its_own_room_after_those_it_loads():
    scripts = {
        "one.js": (
            'import { two, three as four } from "./two.js";\nimport "./zero.js";\nfour(two);\n'
        ),
        "two.js": "export const two = 2;\nexport async function three() {}\nconst own = 1;\n",
        "zero.js": "await null;\nexport const [a, b] = [1, 2];\n",
    }
    told = bundle(["one.js"], scripts.__getitem__)
    assert told == (
        "const _two_js = (() => {\nconst two = 2;\nasync function three() {}\nconst own = 1;\n"
        "return { two, three };\n})();\n"
        "const _zero_js = await (async () => {\nawait null;\nconst [a, b] = [1, 2];\n"
        "return { a, b };\n})();\n"
        "const _one_js = (() => {\nconst { two, three: four } = _two_js;\nfour(two);\n"
        "return {  };\n})();\n"
    )


@pytest.mark.parametrize(
    "scripts",
    [
        {"one.js": "export default 1;\n"},
        {"one.js": 'import * as two from "./two.js";\n', "two.js": ""},
        {"one.js": 'import { a } from "./two.js";\n', "two.js": 'import { b } from "./one.js";\n'},
    ],
)
def test_what_cannot_be_bundled_is_refused(scripts):
    with pytest.raises(ValueError):
        bundle(["one.js"], scripts.__getitem__)
