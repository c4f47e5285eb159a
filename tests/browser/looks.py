"""What a table's page looks like, by digests: did it change since the README's pictures were taken?

python -m tests.browser.looks       says what changed, in one line; needs no browser, never fails

Only what can be seen counts: style sheets, and the markup of the components that a table's page is
made of. Scripts, comments, white space, and the folder of a file do not.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "pictures" / "looks.json"
PAGE = "data-table="  # in the markup of the component that is the page of a table
UNSEEN = re.compile(r"<script.*?</script>|<!--.*?-->|/\*.*?\*/|[\s;]+", re.DOTALL)
IMPORTED = re.compile(r"""["'](\.[^"']+\.svelte)["']""")
NAMED = 3  # files at most, in the line that says what changed


def looks(web: Path = ROOT / "web" / "src") -> dict[str, str]:
    """A digest of the look of each file, by its name."""
    todo = [path for path in web.rglob("*.svelte") if PAGE in path.read_text("utf-8")]
    seen = set(web.rglob("*.css"))
    while todo:
        path = todo.pop().resolve()
        if path not in seen and path.is_file():
            seen.add(path)
            todo += [path.parent / name for name in IMPORTED.findall(path.read_text("utf-8"))]
    return {path.name: _digest(path) for path in sorted(seen, key=lambda path: path.name)}


def _digest(path: Path) -> str:
    look = UNSEEN.sub("", path.read_text("utf-8")).replace("'", '"')
    return hashlib.sha256(look.encode()).hexdigest()[:8]


def changed(then: dict[str, str], now: dict[str, str]) -> str:
    """The line that says what changed, or ''."""
    names = sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name))
    if not names:
        return ""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    said = f"{', '.join(names[:NAMED])}{more}"
    return f"The README's pictures are older than {said}: scripts/pictures takes them again."


def keep() -> None:
    """Note that the pictures show the pages as they are."""
    KEPT.write_text(json.dumps(looks(), indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    line = changed(json.loads(KEPT.read_text("utf-8")), looks())
    print(line or "The README's pictures show the pages as they are.")
