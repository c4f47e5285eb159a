"""An archive of rules holds all that telling and checking a race imports."""

from __future__ import annotations

import ast
import re
from importlib.metadata import entry_points
from pathlib import Path

import wreckoning
from wreckoning.core.ruleset import registered

PACKAGE = Path(wreckoning.__file__).parent
SCRIPT = PACKAGE.parents[1] / "scripts" / "keep-rules"
STARTS = ("table.earlier.teller", "cli.replay", "cli.checks.verify")


def test_an_archive_has_every_folder_that_is_imported() -> None:
    kept = re.search(r"^KEPT = \((.*?)^\)", SCRIPT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert kept
    assert reached() == set(re.findall(r"\w+", kept[1]))


def reached() -> set[str]:
    """The folders of the package that replaying, telling and checking a race leads to."""
    own = [point.value for point in entry_points(group="wreckoning.policies")]
    points = [*own, *(point.value for point in registered().values())]
    found = {point.split(":")[0] for point in points if point.startswith("wreckoning.")}
    waiting = [*found, *(f"wreckoning.{name}" for name in STARTS)]
    while waiting:
        for module in imported(waiting.pop()):
            if module not in found:
                found.add(module)
                waiting.append(module)
    return {module.split(".")[1] for module in found}


def imported(module: str) -> set[str]:
    """The modules of the package that a module imports."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not path.exists():
        return set()
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    names = {name for node in imports for name in (node.module, *_members(node)) if name}
    return {name for name in names if name.startswith("wreckoning.")}


def _members(node: ast.ImportFrom) -> list[str]:
    return [f"{node.module}.{alias.name}" for alias in node.names]
