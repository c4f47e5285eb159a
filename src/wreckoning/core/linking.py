"""Compiles a whole program once, instead of every function of it many times over.

Numba (0.68) optimises each function together with all functions it calls, generates machine code,
and then does the same for its callers: a ruleset of 250 functions takes 45 s that way. Inside
`whole_program`, a function that is only called from compiled code is lowered and linked, and the
optimiser and the code generator see the program once, as its entry functions. That takes half the
time, and the code is better, since the optimiser knows all callers.

Only this module reaches into Numba: it patches its classes for libraries of machine code
(`JITCodeLibrary`), for making them (`JITCPUCodegen`) and for functions called from Python
(`CPUContext`) while a program is compiled. It was written for and measured with `VERSIONS`. If a
later Numba lacks these classes, nothing is patched and compiling is slower; a test tells us.
`kept_in` tells Numba's cache where a program is stored.
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

VERSIONS = ("0.68",)  # of Numba, for which this was written and measured
INLINE_THRESHOLD = 400  # LLVM's default is 225


@contextmanager
def without_collector() -> Iterator[None]:
    """Switch the garbage collector off: among millions of lasting objects it costs a tenth."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@cache
def inline_more() -> None:
    """Let LLVM inline larger functions than by default: 7 % faster code, no slower to compile.

    LLVM takes such an option once per process.
    """
    llvm: Any = import_module("llvmlite.binding")
    llvm.set_option("wreck", f"-inline-threshold={INLINE_THRESHOLD}")


@contextmanager
def whole_program(entries: Collection[str]) -> Iterator[None]:
    """Optimise only functions of these names, and make only these callable from Python."""
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
    """Cache compiled programs in this folder, whose name identifies the code.

    Numba's own cache depends on the path, line and bytes of the function's file: it would compile
    again for a second checkout of the same code, or for a changed comment.
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

    def index_key(self: Any, sig: Any, codegen: Any) -> Any:
        # Numba adds what the function closes over: functions made in functions, with their paths.
        return sig, codegen.magic_tuple(), self._impl.filename_base

    with (
        patch.object(caching.CacheImpl, "_locator_classes", [OfThisCode]),
        patch.object(caching.Cache, "_index_key", index_key),
    ):
        yield


def _keep_inside(module: Any) -> None:
    """Hide all functions except the entries, which Numba leaves open for other programs to link to.

    Then a function that is called once can be inlined there and removed: 10 to 20 % faster, and
    less code to compile.
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
