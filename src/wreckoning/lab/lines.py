"""Finds the line of a fault in a TOML file: a parser returns values without their places."""

from __future__ import annotations

import re
from collections import Counter

from wreckoning.core.errors import Malformed, WreckError

WORD = r"""(?:[\w-]+|"(?:\\.|[^"\\])*"|'[^']*')"""
KEYS = rf"{WORD}(?:\s*\.\s*{WORD})*"
HEADER = re.compile(rf"\s*(\[\[?)\s*({KEYS})\s*\]\]?\s*(#.*)?$")
KEY = re.compile(rf"\s*({KEYS})\s*=")
STRING = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')
STEP = re.compile(r""""([^"]*)"|'([^']*)'|([^."']+)""")
UNKNOWN = re.compile(r'unknown key "([^"]*)"')

Place = tuple[str, ...]


class LineNumbers:
    """The lines of a file.

    Places are named as in `core.files.toml_tables`, and figures by their paths: `vary 2: values`,
    `data: karts.standard.drag`. The place is the same however a file writes the key: with dots, in
    quotes, or under a header of its own.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._lines: dict[Place, int] = {}
        lists: Counter[str] = Counter()
        table: Place = ()
        depth, quote = 0, ""
        for number, line in enumerate(text.splitlines(), 1):
            inside = depth > 0 or bool(quote)
            depth, quote = _go_on(line, depth, quote)
            if inside:
                continue
            header, key = HEADER.match(line), KEY.match(line)
            if header:
                first, *rest = _steps(header[2])
                lists[first] += header[1] == "[["
                if lists[first]:
                    self._lines.setdefault((first,), number)
                    first = f"{first.removesuffix('s')} {lists[first]}"
                table = (first, *rest)
                self._lines[table] = number
            elif key:
                self._lines[(*table, *_steps(key[1]))] = number

    def of(self, *places: str) -> int:
        """The line of the first existing one of these places, or of the table around it; else 1."""
        for place in places:
            steps = tuple(step for part in place.split(": ") for step in _steps(part))
            for count in range(len(steps), 0, -1):
                line = self._lines.get(steps[:count])
                if line:
                    return line
        return 1

    def at(self, *places: str) -> str:
        """`file.toml: line 7`, for a message."""
        return f"{self.name}: line {self.of(*places)}"

    def refusal(self, error: WreckError, *places: str) -> Malformed:
        """The error with its line, unless it belongs to another file."""
        if isinstance(error, Malformed) and error.where.startswith(self.name):
            place = error.where.removeprefix(self.name).removeprefix(": ")
            unknown = UNKNOWN.match(error.problem)
            inner = [f"{place}: {unknown[1]}" if place else unknown[1]] if unknown else []
            where = self.at(*inner, place)
            return Malformed(where, f"{place}: {error.problem}" if place else error.problem)
        own = [error.where] if isinstance(error, Malformed) else []
        return Malformed(self.at(*places, *own), str(error))


def _steps(path: str) -> list[str]:
    """The keys of a path; a quoted key may be a path itself, as under `[data]`."""
    found: list[str] = []
    for double, single, bare in STEP.findall(path):
        quoted = double or single
        found += _steps(quoted) if "." in quoted else [quoted or bare.strip()]
    return found or [path]


def _go_on(line: str, depth: int, quote: str) -> tuple[int, str]:
    """The number of open brackets after this line, and the long string in which it ends."""
    while True:
        if quote:
            _, found, line = line.partition(quote)
            if not found:
                return depth, quote
            quote = ""
        match = STRING.search(line)
        code = line[: match.start()] if match else line
        if not (depth == 0 and HEADER.match(line)):
            depth += sum(code.count(each) for each in "[{") - sum(code.count(e) for e in "]}")
        if not match:
            return max(depth, 0), ""
        line = line[match.end() :]
        if match[0] in ('"""', "'''"):
            quote = match[0]
