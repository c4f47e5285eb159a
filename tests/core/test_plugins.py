"""A ruleset of another package: found by its entry point; a faulty one costs only itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.plugins import installed
from tests.toy.ruleset import TOY

from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import find_ruleset, rulesets
from wreckoning.show import default_view

NOT_A_RULESET = 7
HALF = SimpleNamespace(**{k: v for k, v in vars(default_view).items() if k != "podium"})
HALF_SEEN = replace(TOY, key="half", own_view=HALF)
HERE = "tests.core.test_plugins"
FAULTS = {
    "gone": ("tests.no_such_package:RULESET", r"ModuleNotFoundError: No module named 'tests\.no"),
    "nameless": (f"{HERE}:NO_SUCH_NAME", "AttributeError"),
    "number": (f"{HERE}:NOT_A_RULESET", "expected a Ruleset, found int"),
    "other": ("tests.toy.ruleset:TOY", "it calls itself 'toy'"),
    "half": (f"{HERE}:HALF_SEEN", "its view has no podium"),
}


def test_ruleset_of_another_package_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(tmp_path, monkeypatch, toy="tests.toy.ruleset:TOY"):
        assert find_ruleset("toy") is TOY
        assert TOY in rulesets()
    with pytest.raises(Malformed, match="no ruleset 'toy'; expected one of"):
        find_ruleset("toy")


@pytest.mark.parametrize("key", FAULTS)
def test_a_faulty_ruleset_costs_only_itself(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    key: str,
) -> None:
    target, reason = FAULTS[key]
    keys = [ruleset.key for ruleset in rulesets()]
    with installed(tmp_path, monkeypatch, **{key: target}):
        assert [ruleset.key for ruleset in rulesets()] == keys
        assert [ruleset.key for ruleset in rulesets()] == keys
        (line,) = caplog.messages  # once
        assert line.startswith(f"The ruleset '{key}' is left out. {target}: ")
        assert "\n" not in line
        with pytest.raises(Malformed, match=rf"'{key}' cannot be used: {target}: {reason}"):
            find_ruleset(key)
