"""What production serves of our scripts: each loads the others by the names with their digests."""

import re
import shutil
from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage

from league.packed_files import PackedFiles

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
    assert loads >= 10
    htmx = (tmp_path / storage.stored_name("js/htmx.min.js")).read_bytes()
    assert htmx == (SCRIPTS / "htmx.min.js").read_bytes()
