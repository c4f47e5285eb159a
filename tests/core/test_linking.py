"""The one module that reaches into Numba: it knows the installed version, and its patches fit."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from wreckoning.core.compiling import linking


def test_the_installed_numba_is_one_that_linking_knows() -> None:
    found = ".".join(version("numba").split(".")[:2])
    assert found in linking.VERSIONS, (
        f"core/compiling/linking.py patches Numba {', '.join(linking.VERSIONS)}, this is {found}: "
        "read the classes it names again, compare a cold compile (`wreck bench rtd`), add the "
        "version"
    )


def test_patched_functions_of_numba_exist() -> None:
    assert len(linking.patches({"step"})) == 5


PROGRAM = """
def make():
    def helper(number):
        return number + 1

    known = numba.njit(helper)

    def program(number):
        return known(number)

    return program
"""


def test_compiled_code_is_shared_between_processes(tmp_path: Path) -> None:
    """Numba also names a program by the functions it closes over, which it pickles with their
    paths, and otherwise in a spawned process: bots compiled their search again in each."""
    import numba

    for path in ("/here/program.py", "/elsewhere/program.py"):
        scope: dict[str, Any] = {"numba": numba, "__name__": "builtins"}
        exec(compile(PROGRAM, path, "exec"), scope)
        with linking.kept_in(tmp_path):
            program: Any = numba.njit(cache=True)(scope["make"]())
            program.compile((numba.int64,))
        assert program(41) == 42
    assert len(list(tmp_path.glob("*.nbc"))) == 1
