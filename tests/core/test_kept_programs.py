"""Compiled programs in the cache: one that cannot be kept, or was damaged, is compiled again."""

from __future__ import annotations

import resource
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.toy.ruleset import TOY

from wreckoning.core.compiling.compiled import code_digest, compile_program
from wreckoning.core.policies import make_decide


def double(numbers: Any) -> int:
    """A program of its own."""
    return 2 * int(numbers[0])


def run(folder: Path) -> int:
    """Compile it, or take it from the cache in this folder, and run it."""
    import numba

    decide = make_decide(TOY.playing)
    program = compile_program(double, (numba.int64[::1],), TOY.race.dtype, decide, folder)
    return int(program(np.array([21], np.int64)))


def programs(folder: Path) -> list[tuple[str, int]]:
    """The files of the cache, and when they were written."""
    return [(path.name, path.stat().st_mtime_ns) for path in sorted(folder.iterdir())]


@pytest.mark.parametrize("place", ["/dev/null/x", "/proc/1/x"])
def test_what_cannot_be_kept_is_compiled_all_the_same(place: str) -> None:
    assert run(Path(place) / "toy") == 42
    assert len(code_digest([Path(__file__)])) == 64


def on_a_full_disk(folder: str) -> None:
    """The same where no file may be longer than a few bytes: writing more ends with an OSError."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
    assert run(Path(folder) / "toy") == 42
    assert len(code_digest([Path(__file__)])) == 64


@pytest.mark.slow
def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path))
    process = get_context("spawn").Process(target=on_a_full_disk, args=(str(tmp_path),))
    process.start()
    process.join()
    assert process.exitcode == 0
    assert not list((tmp_path / "toy").iterdir())
    assert run(tmp_path / "toy") == 42
    assert [name[-4:] for name, _ in programs(tmp_path / "toy")] == [".nbc", ".nbi"]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "one byte less": lambda data: data[:-1],
    "a changed byte": lambda data: data[: len(data) // 2] + b"?" + data[len(data) // 2 + 1 :],
    "something else": lambda data: b"not a program\n" * 20,
    "zeros": lambda data: bytes(len(data)),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("ending", [".nbc", ".nbi"])
def test_a_damaged_program_is_compiled_again(tmp_path: Path, damage: str, ending: str) -> None:
    assert run(tmp_path) == 42
    (file,) = tmp_path.glob(f"*{ending}")
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    assert run(tmp_path) == 42
    whole = programs(tmp_path)
    assert run(tmp_path) == 42
    assert programs(tmp_path) == whole, "taken from the cache now"


@pytest.mark.parametrize("text", ["", "ä", "abc", "0" * 63, "0" * 65, "x" * 64])
def test_a_damaged_note_about_sources_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path))
    digest = code_digest([Path(__file__)])
    (note,) = tmp_path.rglob("sources/*")
    note.write_text(text, "utf-8")
    assert code_digest([Path(__file__)]) == digest
    assert note.read_text("ascii") == digest
