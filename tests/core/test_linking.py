"""The one module that reaches into Numba: it knows the installed version, and its patches fit."""

from __future__ import annotations

from importlib.metadata import version

from wreckoning.core import linking


def test_the_installed_numba_is_one_that_linking_knows() -> None:
    found = ".".join(version("numba").split(".")[:2])
    assert found in linking.VERSIONS, (
        f"core/linking.py patches Numba {', '.join(linking.VERSIONS)}, and this is {found}: read "
        "the classes it names again, compare a cold compile (`wreck bench rtd`), add the version"
    )


def test_everything_that_is_patched_is_there() -> None:
    assert len(linking.patches({"step"})) == 4
