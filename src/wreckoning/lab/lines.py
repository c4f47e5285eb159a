"""Which line of a TOML file a fault is on: a parser gives values, not where they stood."""

from __future__ import annotations

import re
from collections import Counter

from wreckoning.core.errors import Malformed, WreckError

HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.-]+)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*[^\s=.]+)*)\s*=""")
STRING = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')
UNKNOWN = re.compile(r'unknown key "([^"]*)"')


class Lines:
    """The lines of a file. Places are named as `core.tables` names them: `vary 2: values`."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._lines: dict[str, int] = {}
        tables: Counter[str] = Counter()
        place, depth, quote = "", 0, ""
        for number, line in enumerate(text.splitlines(), 1):
            inside = depth > 0 or bool(quote)
            depth, quote = _go_on(line, depth, quote)
            if inside:
                continue
            header, key = HEADER.match(line), KEY.match(line)
            if header:
                table = header[2]
                tables[table] += 1
                singular = f"{table.removesuffix('s')} {tables[table]}"
                place = singular if header[1] == "[[" else table
                self._lines[place] = number
            elif key:
                word = key[1].strip("\"'")
                self._lines[f"{place}: {word}" if place else word] = number

    def of(self, *places: str) -> int:
        """The line of the first of these places that is there, or of what holds it; else 1."""
        for place in places:
            parts = place.split(": ")
            for count in range(len(parts), 0, -1):
                line = self._lines.get(": ".join(parts[:count]))
                if line:
                    return line
        return 1

    def at(self, *places: str) -> str:
        """`file.toml: line 7`, for a message."""
        return f"{self.name}: line {self.of(*places)}"

    def refusal(self, error: WreckError, *places: str) -> Malformed:
        """The error with its line, which the error itself names if it is of this file."""
        if isinstance(error, Malformed) and error.where.startswith(self.name):
            place = error.where.removeprefix(self.name).removeprefix(": ")
            unknown = UNKNOWN.match(error.problem)
            inner = [f"{place}: {unknown[1]}" if place else unknown[1]] if unknown else []
            where = self.at(*inner, place)
            return Malformed(where, f"{place}: {error.problem}" if place else error.problem)
        own = [error.where] if isinstance(error, Malformed) else []
        return Malformed(self.at(*places, *own), str(error))


def _go_on(line: str, depth: int, quote: str) -> tuple[int, str]:
    """How many brackets are open after this line, and in which long string it ends."""
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
