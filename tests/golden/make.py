"""Make the golden games: for every ending of a ruleset, the first seed that comes to it.

scripts/golden              all of them
scripts/golden one_left     these
scripts/golden rtd          those of a ruleset; rtd/one_left is one of them
scripts/golden --check      which there are, and whether they still show what they should
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from zlib import crc32

from tests.golden.ending import HERE, Ending, read, replay

from wreckoning.core.errors import WreckError
from wreckoning.core.logs.log_file import write_log

MOST_SEEDS = 20_000


def endings() -> Iterator[tuple[Path, Ending]]:
    """Every ending of every ruleset, and the file that shows it."""
    for module in sorted(HERE.glob("*/endings.py")):
        folder = module.parent
        for ending in import_module(f"tests.golden.{folder.name}.endings").ENDINGS:
            yield folder / f"{ending.name}.jsonl", ending


def names_of(path: Path, ending: Ending) -> set[str]:
    """What it may be called: its ruleset, its own name, or both."""
    key = path.parent.name
    return {key, ending.name, f"{key}/{ending.name}"}


def make(path: Path, ending: Ending) -> bool:
    """Search for a race that ends like this, and write its log."""
    first = crc32(ending.name.encode())  # seeds of its own, or games would be alike
    for seed in count(first):
        match = ending.play(seed)
        if ending.happens(match):
            path.write_text(write_log(match), "utf-8")
            print(f"{path.parent.name} {ending.name}: seed {seed}, {len(match.entries)} answers")
            return True
        if seed == first + MOST_SEEDS:
            print(f"{path.parent.name} {ending.name}: none in {MOST_SEEDS} races")
            return False
    raise AssertionError


def check(path: Path, ending: Ending) -> bool:
    """Is it there, and does it show what it should?"""
    state = "there"
    if not path.exists():
        state = "missing"
    else:
        try:
            if not ending.happens(replay(read(path))):
                state = "does not show it any more"
        except WreckError as error:
            state = str(error)
    print(f"{path.parent.name:6} {ending.name:28} {state:8} {ending.what}")
    return state == "there"


def main() -> int:
    """0 if all went well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="only these endings")
    parser.add_argument("--check", action="store_true", help="make nothing, say what there is")
    given = parser.parse_args()
    known = {name for path, ending in endings() for name in names_of(path, ending)}
    if set(given.names) - known:
        parser.error(f"no ending {(set(given.names) - known).pop()!r}; there are {sorted(known)}")
    act = check if given.check else make
    wanted = set(given.names) or known
    done = [act(path, e) for path, e in endings() if wanted & names_of(path, e)]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
