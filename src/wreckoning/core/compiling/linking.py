"""Compiles a whole program once, instead of every function of it many times over.

Numba (0.68) optimises each function together with all functions it calls, generates machine code,
and then does the same for its callers: a ruleset of 250 functions takes 45 s that way. Inside
`whole_program`, a function that is only called from compiled code is lowered, and the optimiser and
the code generator see the program once, as its entry functions. That takes half the time, and the
code is better, since the optimiser knows all callers.

Numba also links each function with copies of all that it calls, and keeps the results. Here all
functions are linked once, into the entry: a program takes a third of the memory.

Compiled code does not check whether an index is below 0, to count from the end of its array: no
rule has such an index (`wreckoning.conformance` checks it), and races are a tenth faster.

Only this module reaches into Numba: it patches its classes for libraries of machine code
(`JITCodeLibrary`), for making them (`JITCPUCodegen`), for functions called from Python
(`CPUContext`), and its function for indexes, while a program is compiled. It was written for and
measured with `VERSIONS`. If a later Numba lacks these, nothing is patched and compiling is slower;
a test tells us.
`kept_in` tells Numba's cache where a program is stored, and lets it do without one.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol
from unittest.mock import patch
from weakref import WeakSet

from wreckoning.core.files.places import make_folder

VERSIONS = ("0.68",)  # of Numba, for which this was written and measured
INLINE_THRESHOLD = 400  # LLVM's default is 225
COLLECT_AFTER = 200_000  # new objects; without any collection compiling takes 200 MB more
SUM = 16  # bytes of the sum of a program

_BARE: WeakSet[_Library] = WeakSet()  # libraries without what they call


class _Module(Protocol):
    """A module of LLVM's."""

    functions: Sequence[Any]

    def clone(self) -> _Module: ...
    def link_in(self, other: _Module, preserve: bool = False) -> None: ...


class _Library(Protocol):
    """Numba's library of machine code."""

    name: str
    _final_module: _Module
    _linking_libraries: list[_Library]
    _reload_init: set[object]
    _get_module_for_linking: Callable[[], _Module]


class _Description(Protocol):
    """What Numba knows of a function."""

    qualname: str

    def lookup_module(self) -> object: ...


class _Codegen(Protocol):
    def magic_tuple(self) -> object: ...


class _Context(Protocol):
    def cast(self, builder: object, value: object, kind: object, to: object) -> object: ...


class _Cache(Protocol):
    _impl: _CacheImpl


class _CacheImpl(Protocol):
    filename_base: str


class _CacheFile(Protocol):
    def _data_path(self, name: str) -> str: ...
    def _dump(self, data: object) -> bytes: ...
    def _open_for_write(self, path: str) -> AbstractContextManager[IO[bytes]]: ...


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Have the garbage collector run rarely: among millions of lasting objects it costs a tenth."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@cache
def inline_more() -> None:
    """Let LLVM inline larger functions than by default: 7 % faster code, no slower to compile.

    LLVM takes such an option once per process.
    """
    llvm = import_module("llvmlite.binding")
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
def kept_in(folder: Path, shipped: bytes | None = None) -> Iterator[None]:
    """Cache compiled programs in this folder, whose name identifies the code.

    If `shipped` has the program, in the form of a file of the cache, that is taken instead.

    Numba's own cache depends on the path, line and bytes of the function's file: it would compile
    again for a second checkout of the same code, or for a changed comment.

    What cannot be written is not kept. What was damaged is compiled again: a sum is kept with each
    program, since damaged machine code would end the process.
    """
    caching: Any = import_module("numba.core.caching")
    files = caching.IndexDataCacheFile
    read_index, read, save = files._load_index, files.load, caching.Cache.save_overload

    class OfThisCode(caching._CacheLocator):  # type: ignore[misc]
        @classmethod
        def from_function(cls, *_of: object) -> OfThisCode:
            return cls()

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return ""

        def ensure_cache_path(self) -> None:
            make_folder(folder)

    def index_key(self: _Cache, sig: object, codegen: _Codegen) -> object:
        # Numba adds what the function closes over: functions made in functions, with their paths.
        return sig, codegen.magic_tuple(), self._impl.filename_base

    def load(self: object, key: object) -> object:
        return read(self, key) if shipped is None else pickle.loads(shipped[SUM:])

    def load_index(self: object) -> object:
        try:
            return read_index(self)
        except Exception:  # whatever a damaged file makes of unpickling
            return {}

    def load_data(self: _CacheFile, name: str) -> object:
        data = Path(self._data_path(name)).read_bytes()
        if data[:SUM] != _sum(data[SUM:]):
            raise OSError(f"{name} is damaged")  # then Numba compiles it again
        return pickle.loads(data[SUM:])

    def save_data(self: _CacheFile, name: str, data: object) -> None:
        whole = self._dump(data)
        with self._open_for_write(self._data_path(name)) as stream:
            stream.write(_sum(whole) + whole)

    def save_overload(self: object, sig: object, data: object) -> None:
        with suppress(OSError):
            save(self, sig, data)

    with (
        patch.object(caching.CacheImpl, "_locator_classes", [OfThisCode]),
        patch.object(caching.Cache, "_index_key", index_key),
        patch.object(caching.Cache, "save_overload", save_overload),
        patch.object(files, "load", load),
        patch.object(files, "_load_index", load_index),
        patch.object(files, "_load_data", load_data),
        patch.object(files, "_save_data", save_data),
    ):
        yield


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=SUM).digest()


def _called_by(library: _Library) -> list[_Library]:
    """All libraries that a library calls, and those that they call: each once, callers first.

    A function that nothing calls yet is not linked in, so it has to come after its callers.
    """
    found: dict[_Library, None] = {}  # callees first

    def visit(caller: _Library) -> None:
        for called in caller._linking_libraries:
            if called not in found:
                visit(called)
                found[called] = None

    visit(library)
    return list(reversed(found))


def _link(module: _Module, library: _Library) -> None:
    """Link all that a library calls into this module."""
    for called in _called_by(library):
        own = called._final_module if called in _BARE else called._get_module_for_linking()
        module.link_in(own, preserve=True)


def _whole_module(library: _Library) -> _Module:
    """What Numba links to outside of `whole_program`: a library with all that it calls."""
    module = library._final_module.clone()
    _link(module, library)
    return module


def _open_for_linking(module: _Module) -> None:
    """Let a library's functions be linked to, as Numba does in a copy of the module."""
    for function in module.functions:
        if not function.is_declaration and function.linkage.name == "external":
            function.linkage = "linkonce_odr"


def _check_linked(module: _Module) -> None:
    """Raise AssertionError if a function of Python's is missing: calling it would be fatal."""
    for function in module.functions:
        if function.is_declaration and function.name.startswith("_ZN"):
            raise AssertionError(f"{function.name} is not linked in")


def _keep_inside(module: _Module) -> None:
    """Hide all functions except the entries, which Numba leaves open for other programs to link to.

    Then a function that is called once can be inlined there and removed: 10 to 20 % faster, and
    less code to compile.
    """
    for function in module.functions:
        if not function.is_declaration and function.linkage.name == "linkonce_odr":
            function.linkage = "internal"


def patches(entries: Collection[str]) -> list[AbstractContextManager[object]]:
    codegen, dynfunc = import_module("numba.core.codegen"), import_module("numba._dynfunc")
    context = import_module("numba.core.cpu").CPUContext
    library_class, module_owner = codegen.JITCodeLibrary, codegen.JITCPUCodegen

    arrays, intp = import_module("numba.np.arrayobj"), import_module("numba.core.types").intp
    executable = context.get_executable
    link_and_finalize = library_class.finalize
    finalize = library_class._finalize_final_module
    finalize_specific = library_class._finalize_specific
    optimize = library_class._optimize_final_module

    def get_executable(
        self: object, library: _Library, fndesc: _Description, env: object
    ) -> object:
        if library.name in entries:
            return executable(self, library, fndesc, env)
        name = fndesc.qualname.split(".")[-1]
        nowhere = 1  # an address that is never called: compiled callers link to the code itself
        return dynfunc.make_function(fndesc.lookup_module(), name, "", nowhere, env, (library,))

    def finalize_library(self: _Library) -> None:
        is_entry = self.name in entries
        if is_entry:
            _link(self._final_module, self)
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        direct, self._linking_libraries = self._linking_libraries, []
        link_and_finalize(self)
        self._linking_libraries = direct
        if not is_entry:
            _open_for_linking(self._final_module)
            _BARE.add(self)
            self._get_module_for_linking = partial(_whole_module, self)

    def _verify_declare_only_symbols(self: _Library) -> None:
        if self.name in entries:
            _check_linked(self._final_module)

    def _finalize_final_module(self: _Library) -> object:
        if self.name in entries:
            return finalize(self)
        with patch.object(module_owner, "_add_module", lambda self, module: None):
            return finalize(self)

    def _finalize_specific(self: _Library) -> None:
        if self.name in entries:
            finalize_specific(self)

    def _optimize_final_module(self: _Library) -> None:
        if self.name in entries:
            with suppress(AttributeError, ValueError):
                _keep_inside(self._final_module)
            optimize(self)

    def fix_integer_index(
        context: _Context, builder: object, kind: object, index: object, _size: object
    ) -> object:
        return context.cast(builder, index, kind, intp)

    return [
        patch.object(arrays, "fix_integer_index", fix_integer_index),
        patch.object(context, "get_executable", get_executable),
        patch.object(library_class, "finalize", finalize_library),
        patch.object(library_class, "_verify_declare_only_symbols", _verify_declare_only_symbols),
        patch.object(library_class, "_finalize_final_module", _finalize_final_module),
        patch.object(library_class, "_finalize_specific", _finalize_specific),
        patch.object(library_class, "_optimize_final_module", _optimize_final_module),
    ]
