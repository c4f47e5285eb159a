"""Compile a whole program once, not every function of it many times over.

Numba (0.68) optimises each function together with all it calls, writes machine code for it, and
then does the same for its callers: a ruleset of 250 functions takes 45 s that way. Inside
`whole_program` a function that is only called from compiled code is lowered and linked, and the
optimiser and the code generator see the program once, as its entry functions: half of that, and the
optimiser does better for seeing all of it and knowing that nobody else calls any of it.

Nothing else of this package reaches into Numba: here its classes for libraries of machine code
(`JITCodeLibrary`), for their making (`JITCPUCodegen`) and for what is called from Python
(`CPUContext`) are patched while a program is compiled. It was read and measured with `VERSIONS`.
Should a later Numba not have these classes, nothing is changed and compiling is merely slower; a
test says so. `kept_in` tells Numba's cache where a program is kept.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

VERSIONS = ("0.68",)  # of Numba, in which what is patched was read and measured
INLINE_THRESHOLD = 400  # LLVM's own is 225


@contextmanager
def without_collector() -> Iterator[None]:
    """Compiling makes millions of objects that live on; looking through them takes a tenth."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@cache
def inline_more() -> None:
    """Let LLVM inline larger functions than it would by itself: 7 % faster, no slower to compile.

    LLVM takes such an option once in a process.
    """
    llvm: Any = import_module("llvmlite.binding")
    llvm.set_option("wreck", f"-inline-threshold={INLINE_THRESHOLD}")


@contextmanager
def whole_program(entries: Collection[str]) -> Iterator[None]:
    """Only functions of these names are optimised and made callable from Python."""
    with ExitStack() as stack:
        try:
            inline_more()
            for patched in patches(entries):
                stack.enter_context(patched)
        except (ImportError, AttributeError):
            stack.close()
        yield


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Keep what is compiled in this folder, whose name says which code it is of.

    Numba's own way asks for the same path, line and bytes of the file that the function stands in:
    a second checkout of the same code, or a comment, would have it compiled again.
    """
    caching: Any = import_module("numba.core.caching")

    class OfThisCode(caching._CacheLocator):  # type: ignore[misc]
        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:  # noqa: ARG003
            return cls()

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return ""

    with patch.object(caching.CacheImpl, "_locator_classes", [OfThisCode]):
        yield


def _keep_inside(module: Any) -> None:
    """Hide all functions but the entries, which Numba leaves open for other programs to link to.

    What only this program calls can be inlined whole where it is called once, and fitted to its
    callers: 10 to 20 % faster, and no copy of what was inlined is left to compile.
    """
    for function in module.functions:
        if not function.is_declaration and function.linkage.name == "linkonce_odr":
            function.linkage = "internal"


def patches(entries: Collection[str]) -> list[Any]:
    codegen: Any = import_module("numba.core.codegen")
    context: Any = import_module("numba.core.cpu").CPUContext
    dynfunc: Any = import_module("numba._dynfunc")
    library_class, module_owner = codegen.JITCodeLibrary, codegen.JITCPUCodegen

    executable = context.get_executable
    finalize = library_class._finalize_final_module
    finalize_specific = library_class._finalize_specific
    optimize = library_class._optimize_final_module

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if library.name in entries:
            return executable(self, library, fndesc, env)
        name = fndesc.qualname.split(".")[-1]
        nowhere = 1  # an address that is never called: compiled callers link to the code itself
        return dynfunc.make_function(fndesc.lookup_module(), name, "", nowhere, env, (library,))

    def _finalize_final_module(self: Any) -> Any:
        if self.name in entries:
            return finalize(self)
        with patch.object(module_owner, "_add_module", lambda self, module: None):
            return finalize(self)

    def _finalize_specific(self: Any) -> None:
        if self.name in entries:
            finalize_specific(self)

    def _optimize_final_module(self: Any) -> None:
        if self.name in entries:
            with suppress(AttributeError, ValueError):
                _keep_inside(self._final_module)
            optimize(self)

    return [
        patch.object(context, "get_executable", get_executable),
        patch.object(library_class, "_finalize_final_module", _finalize_final_module),
        patch.object(library_class, "_finalize_specific", _finalize_specific),
        patch.object(library_class, "_optimize_final_module", _optimize_final_module),
    ]
