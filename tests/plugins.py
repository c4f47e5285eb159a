"""Rulesets and policies of other packages, installed for a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from wreckoning.core import bots, policies, ruleset
from wreckoning.core.ruleset import rulesets


@contextmanager
def installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, /, *bots: str, **points: str
) -> Iterator[None]:
    """As if a package had these entry points; `bot:NAME = …` is a bot that thinks.

    `installed(…, "rtd.timid = my_bots:timid", toy="tests.toy.ruleset:TOY")`: policies, rulesets.
    """
    package = folder / "plugins-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: plugins\nVersion: 1.0\n")
    lines = [f"{key} = {target}" for key, target in points.items()]
    thinking = [bot for bot in bots if bot.startswith("bot:")]
    lines += ["[wreckoning.policies]", *(bot for bot in bots if bot not in thinking)]
    lines += ["[wreckoning.bots]", *(bot.removeprefix("bot:") for bot in thinking)]
    (package / "entry_points.txt").write_text("\n".join(["[wreckoning.rulesets]", *lines, ""]))
    monkeypatch.syspath_prepend(str(folder))
    _forget()
    try:
        yield
    finally:
        _forget()
        monkeypatch.undo()
        _forget()


def _forget() -> None:
    """What is installed, and who plays each ruleset, is looked up again."""
    ruleset.registered.cache_clear()
    policies.installed.cache_clear()
    bots.installed.cache_clear()
    for known in rulesets():
        for name in ("playing", "decide", "thinking"):
            vars(known).pop(name, None)
