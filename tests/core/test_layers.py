"""Layers go one way; core, rulesets, tables and leagues do no input or output.

core, geometry, readers ← show, odds ← rulesets ← bots, analysis, lab
                        ← table ← leagues ← server ← cli

python -m tests.core.test_layers     makes the table of folders in docs/architecture.md again
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import wreckoning
from wreckoning.core.ruleset import registered

ROOT = Path(wreckoning.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

# What each folder may import of the package, besides itself. docs/architecture.md has it too.
BELOW: dict[str, set[str]] = {
    "core": set(),
    "geometry": {"core"},
    "readers": set(),
    "show": {"core", "geometry", "readers"},
    "odds": {"core"},
    "rulesets": {"core", "geometry", "show", "odds"},
    "conformance": {"core", "show"},
    "bots": {"core", "geometry", "rulesets"},
    "lab": {"core", "readers", "bots"},
    "analysis": {"core", "readers", "show", "bots"},
    "table": {"core", "readers", "show", "bots"},
    "leagues": {"core", "readers", "show", "table"},
    "server": {"core", "readers", "show", "bots", "analysis", "table", "leagues"},
    "cli": {
        *("core", "readers", "show", "odds", "bots", "lab", "analysis"),
        *("table", "leagues", "server"),
    },
}

# What core and rulesets may import from elsewhere: nothing that reads, writes, waits or draws.
PURE = {
    *("__future__", "typing", "types", "abc", "collections", "dataclasses", "enum"),
    *("contextlib", "contextvars", "copy", "functools", "itertools", "operator", "array"),
    *("dis", "math", "cmath", "fractions", "numpy", "hashlib", "hmac", "json", "tomllib", "zlib"),
    *("re", "string", "textwrap", "difflib", "unicodedata", "heapq", "regex"),
    *("importlib.resources", "importlib.metadata"),
}

# Who may import more, and why.
EXCEPTIONS: dict[str, dict[str, str]] = {
    "core/compiling/compiled.py": {
        "numba": "the compiler",
        "os": "files are written under a name of this process's first",
        "pathlib": "the sources it depends on, and its folder",
        "ast": "what of the sources is code",
        "importlib.util": "finds the sources",
    },
    "core/compiling/shipped.py": {
        "pathlib": "the folder that a wheel brings programs in",
        "shutil": "copies programs for a wheel",
        "logging": "a program that is not used has a line that says why",
    },
    "core/compiling/target.py": {
        "os": "Numba's own variables name another processor",
        "sys": "what is compiled depends on the version of Python",
        "importlib.import_module": "the compiler's own modules, where there are such",
    },
    "core/door.py": {"threading": "races are played in several threads at once"},
    "core/files/places.py": {
        **dict.fromkeys(("os", "stat", "grp", "pwd"), "who may write to a folder"),
        **dict.fromkeys(("pathlib", "platformdirs", "tempfile"), "the folders of this machine"),
    },
    "core/compiling/linking.py": {
        "pickle": "the compiler's own form of a program",
        "gc": "compiling makes millions of objects that live on",
        "weakref": "the compiler's libraries end when it lets go of them",
        "pathlib": "the folder that a program is kept in",
        "importlib.import_module": "the compiler's own modules, where there are such",
        "unittest.mock": "puts the compiler's own methods back after each use",
    },
    "core/files/course_files.py": {"pathlib": "a course may be a file of your own"},
    "core/protocols.py": {
        "pathlib": "a course may be a file of your own",
        "typing_extensions": "kinds that nobody says are left open: defaults of type variables",
    },
    "core/ruleset.py": {"logging": "a faulty ruleset is left out with a line that says why"},
    "core/policies.py": {"logging": "a faulty policy is left out with a line that says why"},
    "core/files/toml_files.py": {"pathlib": "reads such files"},
    "show/drawings.py": {"xml.etree": "reads a drawing of the package's own"},
    "core/bots.py": {"logging": "a faulty bot is left out with a line that says why"},
    "bots/playing.py": {
        "time": "a bot has so long for its turn",
        "logging": "a bot that loses its turn is told of, with the reason",
        "signal": "a bot that does not answer is interrupted",
    },
    "bots/lines.py": {
        "subprocess": "a bot may be another program",
        "select": "… that has so long to answer",
        "shlex": "its command line",
        "os": "reads what it has written so far",
        "time": "the same",
    },
    "bots/rtd/practice.py": {
        "numba": "reads compiled races",
        "random": "who drives how, on which course",
    },
    "bots/search/program.py": {
        "numba": "the types of the program",
        "pathlib": "the sources it depends on",
    },
    "bots/search/bots.py": {"time": "the clock that a bot thinks by, unless it is given another"},
    "bots/search/settings.py": {"pathlib": "where the weights of a game are kept"},
    "bots/search/thinker.py": {"time": "a bot thinks for so long"},
    "bots/search/training.py": {"time": "the clock of a bot that drives: this thread's work"},
    "rulesets/rally/campaign/moves.py": {"pydantic": "checks what comes as JSON"},
    "rulesets/rally/campaign/keeping.py": {"pydantic": "says what a document holds"},
}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def each(paths: Iterable[Path]) -> pytest.MarkDecorator:
    """A test for each folder, or ruleset, with all its files: one for each file takes too long."""
    folders: dict[str, list[Path]] = {}
    for path in paths:
        parts = name_of(path).split("/")[:-1]
        folders.setdefault("/".join(parts[: 2 if parts[:1] == ["rulesets"] else 1]), []).append(
            path
        )
    return pytest.mark.parametrize("paths", folders.values(), ids=folders)


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Everything in a file, itself first."""
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, also within functions; `from x import y` as x.y if a module."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: imports are absolute"
            module = node.module or ""
            if module in ("wreckoning", "wreckoning.rulesets", "importlib"):
                yield from (f"{module}.{alias.name}" for alias in node.names)
            else:
                yield module


def is_within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def of_ours(path: Path) -> Iterator[str]:
    """The modules of this package that a file imports."""
    for module in imports(path):
        if module.startswith("wreckoning.") and module != "wreckoning.__version__":
            yield module


@each(path for path in FILES if path.parent != ROOT)
def test_layers_go_one_way(paths: list[Path]) -> None:
    folder = name_of(paths[0]).split("/")[0]
    allowed = BELOW[folder] | {folder}
    for path in paths:
        for module in of_ours(path):
            assert module.split(".")[1] in allowed, f"{name_of(path)} is below {module}"


def test_no_folder_may_import_more_than_it_needs() -> None:
    needed: dict[str, set[str]] = {folder: set() for folder in BELOW}
    for path in FILES:
        if path.parent != ROOT:
            folders = {module.split(".")[1] for module in of_ours(path)}
            needed[name_of(path).split("/")[0]] |= folders
    assert {folder: needed[folder] - {folder} for folder in BELOW} == BELOW


PAGE = ROOT.parents[1] / "docs" / "architecture.md"
HEAD = "| folder | what | imports |\n|---|---|---|\n"
ROW = re.compile(r"^\| `(\w+)/` \| (.*) \| .* \|$", re.MULTILINE)
NOTHING_YET = "…"


def with_folders(page: str) -> str:
    """The page with its table of folders by BELOW. What is in each stays as the page says it."""
    before, _, rest = page.partition(HEAD)
    table, _, after = rest.partition("\n\n")
    what = {row[1]: row[2] for row in ROW.finditer(table)}
    rows = [
        f"| `{folder}/` | {what.get(folder, NOTHING_YET)} | "
        f"{', '.join(each for each in BELOW if each in allowed) or 'none of these'} |"
        for folder, allowed in BELOW.items()
    ]
    return before + HEAD + "\n".join(rows) + "\n\n" + after


def test_the_architecture_page_has_these_folders() -> None:
    page = PAGE.read_text("utf-8")
    assert page == with_folders(page), "make its table again: python -m tests.core.test_layers"
    assert NOTHING_YET not in {row[2] for row in ROW.finditer(page)}, "say what is in that folder"


RULESETS = sorted(path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir())
MIDDLE = [
    path
    for path in FILES
    if name_of(path).split("/")[0] in ("core", "geometry", "show", "odds", "rulesets", "bots")
]


@each(MIDDLE)
def test_core_and_rulesets_are_pure(paths: list[Path]) -> None:
    """Core and rulesets: no input or output, no clock, no chance, no web, no plot."""
    for path in paths:
        excused = EXCEPTIONS.get(name_of(path), {})
        for module in imports(path):
            if not is_within(module, "wreckoning"):
                allowed = any(is_within(module, pure) for pure in (*PURE, *excused))
                assert allowed, f"{name_of(path)} imports {module}"
        called = {
            node.func.id
            for node in nodes(path)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"open", "print", "input", "eval", "__import__"}, name_of(path)


# What a table and a season may not import: what waits, listens, stores, or runs in parallel.
OUTSIDE = (
    *("time", "threading", "queue", "concurrent", "multiprocessing", "subprocess", "signal"),
    *("socket", "select", "selectors", "ssl", "asyncio", "anyio", "sqlalchemy", "alembic"),
    *("starlette", "fastapi", "uvicorn", "httpx", "structlog", "logging", "sqlite3", "psycopg"),
)
TIMELESS = [path for path in FILES if name_of(path).split("/")[0] in ("table", "leagues")]


@each(TIMELESS)
def test_tables_and_leagues_know_no_clock_socket_database_thread_or_process(
    paths: list[Path],
) -> None:
    for path in paths:
        for module in imports(path):
            assert not any(is_within(module, each) for each in OUTSIDE), (name_of(path), module)
        for node in nodes(path):
            if isinstance(node, ast.Attribute):
                where = f"{name_of(path)}:{node.lineno}"
                assert node.attr not in ("now", "utcnow", "today"), f"{where} asks a clock"


STARTS_PROCESSES = re.compile(
    r"\b(multiprocessing|ProcessPoolExecutor|futures\.process|subprocess)\b"
)


def test_one_module_of_the_server_starts_workers() -> None:
    """All others get theirs from it. Rules of earlier releases run in a Python of their own."""
    paths = [path for path in FILES if name_of(path).startswith("server/")]
    starts = {name_of(path) for path in paths if STARTS_PROCESSES.search(path.read_text("utf-8"))}
    assert starts == {"server/workers/workers.py", "server/earlier/archives.py"}


def test_the_exceptions_are_needed() -> None:
    for name, modules in EXCEPTIONS.items():
        found = set(imports(ROOT / name))
        for module in modules:
            assert any(is_within(one, module) for one in found), f"{name} needs no {module}"


@each(MIDDLE)
def test_a_ruleset_knows_no_other(paths: list[Path]) -> None:
    for path in paths:
        parts = name_of(path).split("/")
        own = parts[1] if parts[0] in ("rulesets", "bots") and len(parts) > 2 else None
        for module in imports(path):
            if is_within(module, "wreckoning.rulesets"):
                assert module.split(".")[2] == own, name_of(path)


KEYS = {*registered(), *RULESETS}
SHARED = [path for path in FILES if name_of(path).split("/")[0] not in ("rulesets", "bots")]


@each(SHARED)
def test_shared_code_names_no_ruleset(paths: list[Path]) -> None:
    """Found by its entry point, a ruleset may live anywhere. (Examples in docstrings are fine.)"""
    for path in paths:
        docs = set(docstrings(path))
        for node in nodes(path):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value not in docs
            ):
                assert not set(node.value.lower().split()) & KEYS, f"{name_of(path)}: {node.value}"
            if isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                assert name.lower() not in KEYS, f"{name_of(path)}:{node.lineno}: {name}"


def docstrings(path: Path) -> Iterator[str | None]:
    for node in nodes(path):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node, clean=False)


def test_every_ruleset_has_the_same_names_inside() -> None:
    names = [
        "meta",
        "race",
        "questions",
        "events",
        "turn",
        "rules",
        "view",
        "data",
    ]
    for key in RULESETS:
        folder = ROOT / "rulesets" / key
        if not (folder / "__init__.py").exists():
            continue
        inside = {path.stem for path in folder.iterdir()}
        assert not set(names) - inside, f"{key} has no {set(names) - inside}"
        assert (folder / "RULES.md").exists(), f"{key} has no RULES.md"


def test_the_program_starts_without_the_compiler() -> None:
    """`--help` answers at once: nothing that takes long to load is imported for it."""
    slow = ("numba", "numpy", "matplotlib", "fastapi", "sqlalchemy")
    script = f"import sys, wreckoning.cli.main; print([m for m in {slow} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_a_server_starts_without_what_few_requests_need() -> None:
    slow = (
        *("alembic", "cryptography", "feedgen", "icalendar", "lxml"),
        *("markdown_it", "numba", "psycopg", "webauthn"),
    )
    look = f"import wreckoning.server.running, sys; print([m for m in {slow} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_chances_are_worked_out_without_the_server() -> None:
    """The process that does so starts soon: it loads no web framework and no database."""
    slow = ("asyncio", "fastapi", "sqlalchemy", "numba")
    workers = "wreckoning.server.workers"
    loads = f"{workers}.menu_worker, {workers}.workers"
    look = f"import {loads}, sys; print([m for m in {slow} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_rules_use_only_compilable_python() -> None:
    assert {module for module in PURE if "." not in module} - {
        "numpy",
        "regex",
    } <= sys.stdlib_module_names


def test_no_two_files_import_each_other() -> None:
    """At run time; types may be named both ways."""
    module = {"wreckoning." + name_of(path)[:-3].replace("/", "."): path for path in FILES}
    found = {name: set(_run_time_imports(path)) for name, path in module.items()}
    both = [(a, b) for a in found for b in found[a] & set(found) if a < b and a in found[b]]
    assert both == []


def _run_time_imports(path: Path) -> Iterator[str]:
    def walk(node: ast.AST) -> Iterator[ast.AST]:
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            for child in ast.iter_child_nodes(node):
                yield from walk(child)

    for node in walk(nodes(path)[0]):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_every_module_can_be_imported_first() -> None:
    """What loads when a module is imported leads in no circle back to it.

    A package's `__init__` has begun to run before any of its modules does. So a module imports
    from its own package what it needs, but nothing that `__init__` makes.
    """
    modules = {_module(path).removesuffix(".__init__"): path for path in FILES}
    loads = {name: _loads(name, path, set(modules)) for name, path in modules.items()}
    assert [sorted(circle) for circle in _circles(loads)] == []


def _loads(name: str, path: Path, modules: set[str]) -> set[str]:
    """The modules that run because this one does, and had not begun to run before."""
    found: set[str] = set()
    for node in _top(nodes(path)[0]):
        if isinstance(node, ast.ImportFrom) and is_within(node.module or "", "wreckoning"):
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {each if each in modules else node.module or "" for each in whole}
    packages = {package for module in found for package in _packages(module)}
    return (found | packages - _packages(name)) & modules - {name}


def _top(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a file is imported."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _top(child)


def _packages(module: str) -> set[str]:
    """`a` and `a.b` of `a.b.c`."""
    parts = module.split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts))}


def test_no_circle_has_more_than_two_rooms() -> None:
    """A room: a file or folder within a folder. Imports that run, in functions too."""
    modules = {_module(path) for path in FILES}
    for top in BELOW:
        rooms: dict[str, set[str]] = {}
        for path in FILES:
            room = _room(_module(path), top)
            if room:
                to = {_room(module, top) for module in _run_time_imports(path) if module in modules}
                rooms.setdefault(room, set()).update(to - {room, ""})
        circles = [circle for circle in _circles(rooms) if len(circle) > 2]
        assert circles == [], f"in {top}"


def _module(path: Path) -> str:
    return f"wreckoning.{name_of(path)[:-3].replace('/', '.')}"


def _room(module: str, top: str) -> str:
    """The room of a module in this folder; '' for the folder itself, and for others."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == top and parts[2] != "__init__" else ""


def _circles(edges: dict[str, set[str]]) -> list[set[str]]:
    """Groups of which each member leads to each other one."""
    reach = {start: _reached(edges, start) for start in edges}
    return [
        {other for other in reach[one] if one in reach.get(other, set())}
        for one in edges
        if one in reach[one]
    ]


def _reached(edges: dict[str, set[str]], start: str) -> set[str]:
    found, todo = set[str](), list(edges[start])
    while todo:
        room = todo.pop()
        if room not in found:
            found.add(room)
            todo += edges.get(room, ())
    return found


# Where `Any` stays in what one folder takes from another, and why.
ANY = {
    "core.events.Event.by_course": "only the declaration of an event knows what courses it is of",
    "bots.search.program.Bench.memory": "the memory of a compiled program, of any game",
    "bots.search.program.Bench.race": "the memory of a compiled program, of any game",
    "bots.search.program.Bench.study": "the memory of a compiled program, of any game",
    "core.compiling.compiled.compile_program": "the compiler's own types",
    "core.protocols.Campaign.do": "a move of its own ruleset, which has read it",
    "core.play.outlook.Standpoint.checkpoint": "a bot reads the races of its own game",
    "core.play.outlook.Standpoint.now": "a bot reads the races of its own game",
    "core.records.Record.copy_all": "made for each class: copies are of the class of the originals",
    "odds.trials.Trial.after": "what the caller's own measure gave",
    "odds.trials.Trial.given": "what the caller's own action returned",
}


def test_no_any_between_folders() -> None:
    taken = {name for path in FILES for name in _taken(path)}
    found = {
        f"{name}.{member}".rstrip(".")
        for path in FILES
        for name, node in _public(path)
        if name in taken
        for member, annotations in _annotations(node)
        if any(_is_any(annotation) for annotation in annotations)
    }
    assert sorted(found - set(ANY)) == []
    assert sorted(set(ANY) - found) == [], "these are typed by now"


def _taken(path: Path) -> Iterator[str]:
    """What a file imports from another top folder, as `core.match.Match`."""
    known: dict[str, str] = {}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and is_within(node.module or "", "wreckoning"):
            origin = (node.module or "").removeprefix("wreckoning.")
            if origin.split(".")[0] != name_of(path).split("/")[0]:
                known |= {each.asname or each.name: f"{origin}.{each.name}" for each in node.names}
    yield from known.values()
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{known.get(node.value.id)}.{node.attr}"


def _public(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Functions and classes of a file, by their full names."""
    module = name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for node in ast.iter_child_nodes(nodes(path)[0]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield f"{module}.{node.name}", node


def _annotations(node: ast.AST, member: str = "") -> Iterator[tuple[str, list[ast.expr]]]:
    """The annotations of a function, or of each public member of a class."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = (each.annotation for each in ast.walk(node.args) if isinstance(each, ast.arg))
        yield member, [each for each in (*arguments, node.returns) if each]
    elif isinstance(node, ast.AnnAssign):
        yield member, [node.annotation]
    elif isinstance(node, ast.ClassDef):
        for each in node.body:
            target = each.target if isinstance(each, ast.AnnAssign) else each
            name = getattr(target, "id", "") or getattr(target, "name", "_")
            if not name.startswith("_") or name in ("__init__", "__call__"):
                yield from _annotations(each, name)


def _is_any(annotation: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(annotation))


if __name__ == "__main__":
    PAGE.write_text(with_folders(PAGE.read_text("utf-8")), "utf-8")
