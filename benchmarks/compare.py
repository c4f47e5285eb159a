"""The comparison: proofs first, then timings of all contestants in turn, on one core.

compare(runs, seconds, proof, progress) -> Results
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from threading import Timer
from typing import Any

from benchmarks.contestants import CONTESTS, Contest, Contestant
from benchmarks.proofs import Proof, prove_all

PATIENCE = 300  # seconds without a word from a contestant, compiling included: then it hangs


@dataclass
class Timed:
    """A contestant's timings: games and moves a second, of each run; or why there are none."""

    contestant: Contestant
    games: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    missing: str = ""

    def as_json(self, ours: Timed) -> dict[str, Any]:
        """The figures for programs. How much faster ours is: the median over the runs, each of
        which saw the same machine."""
        said: dict[str, Any] = {"name": self.contestant.name, "how": self.contestant.how}
        if self.missing or ours.missing:
            return said | {"missing": self.missing or ours.missing}
        faster = [mine / games for mine, games in zip(ours.games, self.games, strict=True)]
        return said | {
            "games_per_second": round(median(self.games), 1),
            "games_per_second_range": [round(min(self.games), 1), round(max(self.games), 1)],
            "moves_per_second": round(median(self.moves)),
            "ours_is_faster_by": round(median(faster), 2),
            "versions": self.versions,
        }


@dataclass
class Results:
    """Everything that came out."""

    machine: dict[str, Any]
    proofs: list[Proof]
    contests: list[tuple[Contest, list[Timed]]]

    def as_json(self) -> dict[str, Any]:
        """As `wreck bench peers --json` prints it."""
        return {
            "machine": self.machine,
            "proofs": [proof.as_json() for proof in self.proofs],
            "contests": [
                {
                    "game": contest.game,
                    "title": contest.title,
                    "move": contest.move,
                    "note": contest.note,
                    "contestants": [each.as_json(timed[0]) for each in timed],
                }
                for contest, timed in self.contests
            ],
        }


def compare(
    runs: int, seconds: float, proof: int, progress: Callable[[str], None] = lambda what: None
) -> Results:
    """Prove the games equal, `proof` random games each (0: not now); then time everybody.

    Each of `runs` times every contestant for about `seconds`, one after another, so that all see
    the same machine; medians count.
    """
    began = datetime.now(UTC)
    loads = [os.getloadavg()[0]]
    proofs = prove_all(proof, progress) if proof else []
    contests = []
    for contest in CONTESTS:
        contests.append((contest, _time(contest, runs, seconds, progress)))
        loads.append(os.getloadavg()[0])
    machine = _machine() | {
        "date": began.date().isoformat(),
        "runs": runs,
        "seconds_each": seconds,
        "load": [round(min(loads), 1), round(max(loads), 1)],
    }
    return Results(machine, proofs, contests)


def _machine() -> dict[str, Any]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _processor() -> str:
    """The processor's own name, if the system tells it."""
    told = Path("/proc/cpuinfo")
    if told.exists():
        for line in told.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown"


def _time(
    contest: Contest, runs: int, seconds: float, progress: Callable[[str], None]
) -> list[Timed]:
    with _started(contest, progress) as programs:
        for run in range(1, runs + 1):
            for program in programs:
                progress(f"{contest.game}, run {run} of {runs}: {program.timed.contestant.name}")
                program.play(seconds)
        return [program.timed for program in programs]


@contextmanager
def _started(contest: Contest, progress: Callable[[str], None]) -> Iterator[list[_Program]]:
    """All contestants of a game, each warmed up; they end with the block."""
    programs: list[_Program] = []
    try:
        for contestant in contest.contestants:
            progress(f"{contest.game}: {contestant.name} gets ready")
            programs.append(_Program(contestant))
        yield programs
    finally:
        for program in programs:
            program.end()


class _Program:
    """A contestant's process. It waits for its turn."""

    def __init__(self, contestant: Contestant) -> None:
        self.timed = Timed(contestant)
        self._process: subprocess.Popen[str] | None = None
        try:
            self._process = subprocess.Popen(
                contestant.command,
                cwd=contestant.folder,
                env={**os.environ, "OMP_NUM_THREADS": "1", "NODE_ENV": "production"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                preexec_fn=_on_one_core if hasattr(os, "sched_setaffinity") else None,
            )
        except FileNotFoundError:
            self.timed.missing = f"{contestant.command[0]} is not installed"
            return
        told = self._read()
        self.timed.versions = told.get("versions", {})
        self.timed.missing = told.get("missing", "")

    def play(self, seconds: float) -> None:
        """Time it once."""
        if self.timed.missing or not self._process or not self._process.stdin:
            return
        print(json.dumps({"seconds": seconds}), file=self._process.stdin, flush=True)
        told = self._read()
        if "games" in told:
            self.timed.games.append(told["games"] / told["seconds"])
            self.timed.moves.append(told["moves"] / told["seconds"])
        else:
            self.timed.missing = told["missing"]

    def _read(self) -> dict[str, Any]:
        """Read its next line; a process that ends instead is missing."""
        assert self._process
        assert self._process.stdout
        impatience = Timer(PATIENCE, self._process.kill)
        impatience.start()
        line = self._process.stdout.readline()
        impatience.cancel()
        if not line:
            return {"missing": "it does not start here (is it installed?)"}
        told: dict[str, Any] = json.loads(line)
        return told

    def end(self) -> None:
        """Close its input; it ends by itself."""
        if not self._process:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _on_one_core() -> None:
    """Pin to the last core: the same for all, as they take turns."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
