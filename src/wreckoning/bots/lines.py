"""A bot in another program, in any language: it reads a line of JSON and writes one.

    {"ruleset": "rush", "names": ["Ann", "Bolt"], "seat": 1, "turn": 7, "ms": 640,
     "question": "gear", "subject": 4, "options": ["3 ahead", "4 left"], "position": {…}}
    {"answer": "4 left"}

`position` is the race as it stands at the question, as in `wreck referee`. The program runs as long
as its race. Its standard error goes to ours.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
from collections.abc import Callable, Sequence
from time import perf_counter

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.ruleset import Ruleset

PATIENCE = 1.0  # seconds beyond its time: a program has to start, and sending lines takes a while
LONGEST = 64 * 1024  # bytes of an answer


def lines_bot(command: str | Sequence[str]) -> Callable[[Ruleset, int], LinesBot]:
    """The factory of bots that run this program: the target of an entry point."""
    words = shlex.split(command) if isinstance(command, str) else list(command)
    return lambda ruleset, seed: LinesBot(words)


class LinesBot:
    """The program of one seat. It starts with the first question, and again after a crash."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None

    def choose(self, outlook: SeatOutlook, seconds: float, /) -> str:
        """Ask the program. Raises Illegal if there is no readable answer in time."""
        until = perf_counter() + seconds + PATIENCE
        line = json.dumps(question_json(outlook, seconds), ensure_ascii=False) + "\n"
        try:
            self._write(line.encode(), until)
            found = json.loads(self._read(until))
            return str(found["answer"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.close()
            raise Illegal(f"{self._command[0]}: {type(error).__name__}: {error}") from error
        except BaseException:  # an answer that comes later is for no question
            self.close()
            raise

    def _write(self, line: bytes, until: float) -> None:
        """Write a whole line, before the time is up."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        assert self._process.stdin is not None
        target = self._process.stdin.fileno()
        while line:
            left = until - perf_counter()
            if left <= 0 or not select.select([], [target], [], left)[1]:
                raise Illegal(f"{self._command[0]}: it does not read its question in time")
            line = line[os.write(target, line[: select.PIPE_BUF]) :]  # a ready pipe takes so many

    def _read(self, until: float) -> bytes:
        """Read a whole line, before the time is up."""
        assert self._process is not None
        assert self._process.stdout is not None
        found, source = b"", self._process.stdout.fileno()
        while not found.endswith(b"\n"):
            left = until - perf_counter()
            if left <= 0 or not select.select([source], [], [], left)[0]:
                raise Illegal(f"{self._command[0]}: no answer in time")
            more = os.read(source, LONGEST)
            if not more:
                raise Illegal(f"{self._command[0]}: it ended without an answer")
            found += more
            if len(found) > LONGEST:
                raise Illegal(f"{self._command[0]}: more than {LONGEST} bytes in one answer")
        return found

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            with self._process as process:  # closes its pipes, and waits for it
                process.kill()
            self._process = None

    def __del__(self) -> None:
        self.close()


def question_json(outlook: SeatOutlook, seconds: float) -> Json:
    """The question as such a program gets it."""
    ask = outlook.asks[0]
    return {
        "ruleset": outlook.ruleset,
        "names": list(outlook.names),
        "seat": outlook.seat,
        "turn": outlook.turn,
        "ms": round(1000 * seconds),
        "question": ask.question,
        "subject": ask.subject,
        "options": list(ask.names),
        "position": outlook.position(),
    }
