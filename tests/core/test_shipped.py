"""Programs that a wheel brings: run without compiling, but only if they are exactly what it says.

A wheel's folder is made here of a program of two lines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from errno import ENOENT
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.toy.ruleset import TOY

from wreckoning.core.compiling import shipped, target
from wreckoning.core.compiling.compiled import cache_folder, compile_program, is_cached
from wreckoning.core.policies import make_decide

NAME = "double-0123456789abcdef"
MACHINE = "machines like this one"
NOT_USED = "The compiled rules that came with the program are not used: "


def double(numbers: Any) -> int:
    """A program of its own."""
    return 2 * int(numbers[0])


def run(cache: Path, name: str = NAME) -> int:
    """Take the program from the wheel or this cache, or compile it, and run it."""
    import numba

    decide = make_decide(TOY.playing)
    types = (numba.int64[::1],)
    program = compile_program(double, types, TOY.race.dtype, decide, cache / name)
    return int(program(np.array([21], np.int64)))


def is_compiled(cache: Path) -> bool:
    """True if the program was compiled, which leaves it in the cache."""
    return any(cache.rglob("*.nbc"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of shipped programs of a wheel, for machines like this one, of whatever kind."""
    monkeypatch.setattr(shipped, "machine", lambda: MACHINE)
    assert run(tmp_path / "maker") == 42
    made = tmp_path / "shipped"
    monkeypatch.setattr(shipped, "SHIPPED", made)
    shipped.ship([tmp_path / "maker" / NAME], made)
    shipped._warn.cache_clear()
    return made


@pytest.mark.usefixtures("folder")
def test_a_shipped_program_is_run_without_compiling(tmp_path: Path) -> None:
    assert shipped.is_shipped(NAME)
    assert run(tmp_path / "cache") == 42
    assert not is_compiled(tmp_path / "cache")


@pytest.mark.usefixtures("folder")
def test_it_is_the_shipped_program_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another function under its name is not compiled: the name stands for the code."""
    monkeypatch.setattr(double, "__code__", (lambda numbers: 3 * int(numbers[0])).__code__)
    assert run(tmp_path / "cache") == 42
    assert run(tmp_path / "cache", "double-fedcba9876543210") == 63


def test_a_ruleset_whose_program_is_shipped_need_not_be_compiled(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path / "cache"))
    assert not is_cached(TOY)
    digests = json.loads((folder / "manifest.json").read_text())
    digests["programs"][cache_folder(TOY).name] = digests["programs"][NAME]
    (folder / "manifest.json").write_text(json.dumps(digests))
    (folder / f"{NAME}.program").rename(folder / f"{cache_folder(TOY).name}.program")
    assert is_cached(TOY)


def changed(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + b"?" + data[len(data) // 2 + 1 :])


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a changed byte": changed,
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "missing": Path.unlink,
    "another program": lambda path: path.write_bytes(b"not a program\n" * 20),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_program_is_one_line_and_compiled(
    folder: Path, tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / f"{NAME}.program"
    DAMAGE[damage](path)
    for _ in range(2):
        assert not shipped.is_shipped(NAME)
        assert run(tmp_path / "cache") == 42
    assert is_compiled(tmp_path / "cache")
    (line,) = [record.getMessage() for record in caplog.records]
    missing = f"{path}: {os.strerror(ENOENT)}"
    assert line == NOT_USED + (missing if damage == "missing" else f"{path} is damaged")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"machine": "%s", "programs": 1}'])
def test_a_damaged_manifest_is_one_line_and_compiled(
    folder: Path, tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "manifest.json").write_text(text.replace("%s", MACHINE))
    assert run(tmp_path / "cache") == 42
    assert is_compiled(tmp_path / "cache")
    assert caplog.messages == [f"{NOT_USED}{folder / 'manifest.json'} is damaged"]


@pytest.mark.parametrize("part", ["", "manifest.json", f"{NAME}.program"])
@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_what_others_may_write_to_is_not_used(
    folder: Path, tmp_path: Path, part: str, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / part
    if mode == 0o775:
        if os.getuid() != 0:
            pytest.skip("only root may give a file to another group")
        os.chown(path, -1, 1)
    path.chmod(mode)
    assert run(tmp_path / "cache") == 42
    assert is_compiled(tmp_path / "cache")
    assert caplog.messages == [f"{NOT_USED}others may write to {path}"]


def test_a_group_of_the_owner_alone_is_no_other(folder: Path, tmp_path: Path) -> None:
    """Many systems give each user a group, and let it write to all that the user makes."""
    import grp
    import pwd

    if grp.getgrgid(os.getgid()).gr_name != pwd.getpwuid(os.getuid()).pw_name:
        pytest.skip("this user has no group of their own")
    for path in (folder, *folder.iterdir()):
        path.chmod(0o775)
    assert run(tmp_path / "cache") == 42
    assert not is_compiled(tmp_path / "cache")


def test_a_program_of_another_user_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = folder.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert shipped.is_shipped(NAME) == (owner == 0), "root's are used by all"
    if owner == 0:
        os.chown(folder, 4711, -1)
        assert not shipped.is_shipped(NAME)


@pytest.mark.usefixtures("folder")
def test_a_program_of_other_code_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert run(tmp_path / "cache", "double-fedcba9876543210") == 42
    assert is_compiled(tmp_path / "cache")
    assert not caplog.messages, "as after every change of a rule"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("here", ["", "other machines"])
def test_a_program_for_other_machines_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, here: str
) -> None:
    monkeypatch.setattr(shipped, "machine", lambda: here)
    assert run(tmp_path / "cache") == 42
    assert is_compiled(tmp_path / "cache")
    assert not caplog.messages


@pytest.mark.usefixtures("folder")
def test_nothing_is_shipped_from_a_processor_of_no_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "machine", lambda: "")
    with pytest.raises(ValueError, match="this kind of processor only"):
        shipped.ship([tmp_path / "maker" / NAME], tmp_path / "elsewhere")


def test_kinds_of_processors() -> None:
    features = dict.fromkeys(target.V3, True)
    assert target.kind_of("x86_64", features) == "x86-64-v3"
    assert target.kind_of("x86_64", {**features, "avx512f": True}) == "x86-64-v3"
    assert target.kind_of("x86_64", {**features, "avx2": False}) == ""
    assert target.kind_of("aarch64", {"neon": True}) == "generic"
    assert target.kind_of("arm64", {"neon": True}) == "apple-m1"
    assert target.kind_of("riscv64", features) == ""


@pytest.mark.parametrize("name", target.NAMED)
def test_numbas_own_variables_name_the_processor(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "generic")
    assert target.processor_kind.__wrapped__() == ""


def test_other_versions_of_the_compiler_are_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    here = target.toolchain()
    assert "numba " in here
    monkeypatch.setattr(target, "version", lambda name: "99.0")
    assert target.toolchain.__wrapped__() != here
