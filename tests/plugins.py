"""Rulesets of other packages, installed for a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from wreckoning.core import ruleset


@contextmanager
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, **points: str) -> Iterator[None]:
    """As if a package had these entry points: `installed(…, toy="tests.toy.ruleset:TOY")`."""
    package = folder / "plugins-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: plugins\nVersion: 1.0\n")
    lines = [f"{key} = {target}" for key, target in points.items()]
    text = "\n".join(["[wreckoning.rulesets]", *lines, ""])
    (package / "entry_points.txt").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    ruleset.registered.cache_clear()
    try:
        yield
    finally:
        monkeypatch.undo()
        ruleset.registered.cache_clear()
