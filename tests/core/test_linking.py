"""The one module that reaches into Numba: it knows the installed version, and its patches fit."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from wreckoning.core.compiling import linking


def test_the_installed_numba_is_one_that_linking_knows() -> None:
    found = ".".join(version("numba").split(".")[:2])
    assert found in linking.VERSIONS, (
        f"core/compiling/linking.py patches Numba {', '.join(linking.VERSIONS)}, this is {found}: "
        "read the classes it names again, compare a cold compile (`wreck bench rtd`), add the "
        "version"
    )


def test_patched_functions_of_numba_exist() -> None:
    assert len(linking.patches({"step"})) == 7


@dataclass(eq=False)
class Called:
    """A library of Numba's, as far as linking knows it."""

    name: str
    _linking_libraries: list[Called] = field(default_factory=list)


def test_callers_are_linked_before_what_they_call() -> None:
    """LLVM drops a function that nothing in the program calls yet."""
    calls = {"entry": ["a", "b"], "a": ["c"], "b": ["c", "d"], "c": ["d"], "d": []}
    made = {name: Called(name) for name in calls}
    for name, called in calls.items():
        made[name]._linking_libraries = [made[each] for each in called]
    order = [library.name for library in linking._called_by(cast(Any, made["entry"]))]
    assert sorted(order) == ["a", "b", "c", "d"], "each once"
    for name in order:
        assert all(order.index(name) < order.index(each) for each in calls[name])


def test_a_function_that_is_not_linked_in_is_told_of() -> None:
    """Calling it would end the process."""
    here, missing, foreign = (
        SimpleNamespace(name=name, is_declaration=is_declaration)
        for name, is_declaration in (("_ZN4here", False), ("_ZN7missing", True), ("exp", True))
    )
    linking._check_linked(cast(Any, SimpleNamespace(functions=[here, foreign])))
    with pytest.raises(AssertionError, match="_ZN7missing is not linked in"):
        linking._check_linked(cast(Any, SimpleNamespace(functions=[here, missing])))


def test_functions_of_a_program_can_be_called_by_others() -> None:
    """By what a plug-in compiles later, without us: it finds them with all that they call."""
    import numba

    njit: Any = numba.njit
    inside = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    inner: Any = inside(lambda number: number + 1)
    outer: Any = inside(lambda number: inner(number) * 2)

    def entry(number: int) -> int:
        return int(outer(number) + inner(number))

    with linking.whole_program({entry.__qualname__, entry.__name__}):
        program = njit(entry)
        program.compile((numba.int64,))
    assert program(20) == 42 + 21

    plug_in = njit(lambda number: outer(number) + 1)
    assert plug_in(20) == 42 + 1


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
