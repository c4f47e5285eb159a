"""`scripts/equal-drivers`: what reports say of drivers that are equal."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "equal-drivers"


@pytest.mark.slow
def test_equal_drivers_are_not_said_to_differ() -> None:
    spec = spec_from_loader("equal_drivers", SourceFileLoader("equal_drivers", str(SCRIPT)))
    assert spec
    assert spec.loader
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    for seed in (1, 2, 3):
        head, *rest = script.report("rtd", "sundae_drive", seed, 1000)
        assert head.words.startswith("No difference of more than ")
        assert not any(each.about in script.OF_DRIVERS and each.is_difference for each in rest)
        assert any(each.words.startswith("Starting place 1") for each in rest), "that one is real"
