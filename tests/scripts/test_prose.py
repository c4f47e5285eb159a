"""`scripts/prose` finds old-fashioned words and docstrings without a short first line."""

import subprocess
import sys
from pathlib import Path

import pytest

PROSE = Path(__file__).parents[2] / "scripts" / "prose"
IN_A_CASE = 'match 1:\n    case 1:\n        def f():\n            """\n            Return one."""\n'


def found(path: Path) -> list[str]:
    """What the script prints about a file, without the file's name."""
    asked = [sys.executable, str(PROSE), str(path)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == bool(lines), done.stderr
    return [line.partition(".py:")[2] for line in lines]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Ask anew."""\n', ["1: 'anew': again"]),  # prose: keep
        ("# Whoever asks\n", ["1: 'Whoever': name the player or the seat"]),  # prose: keep
        ("# Whoever asks  prose: keep\n", []),
        ("anew = 1\n", []),  # a name  prose: keep
        ('row = table["beside"], f"{beside} {odds(whom)}"\n', []),
        ('text = "stands beside you"\n', ["1: 'beside': next to"]),  # prose: keep
        ('row("ram", f"beside={beside}", f"a={b} whom={c!r}")\n', []),  # prose: keep
        ("f\"{beside} {beside!r} {beside:>3} {him:{whom}} {him=} {d['him']} {{whom}}\"\n", []),
        (
            '"{beside!r:>3} {whom:{anew}}", "a `beside` b", "{him}".format(him=row)\n',
            [],
        ),  # prose: keep
        ('f"{beside} anew"\n', ["1: 'anew': again"]),  # prose: keep
        ('x = f"{a}" f"{b if whom else \'c anew\'}"\n', ["1: 'anew': again"]),  # prose: keep
        ("f\"{f'{beside} is anew'}\"\n", ["1: 'anew': again"]),  # prose: keep
        ('f"{f"{beside} is anew"}"\n', ["1: 'anew': again"]),  # since 3.12  prose: keep
        ('f"{d["beside"]}"\n', []),  # since 3.12
        ('t"{beside} stands anew"\n', ["1: 'anew': again"]),  # since 3.14  prose: keep
        ('x = tr"{anew} {anew=}"\n', []),
        ('f"""{\n    beside\n}\n\nis anew\n"""\n', ["5: 'anew': again"]),  # prose: keep
        ('x = (\n    "a"  # anew\n    "b"\n)\n', ["2: 'anew': again"]),  # prose: keep
        ('x = "\\"", r"\\\\", anew, "#", anew\n', []),  # prose: keep
        ("\f\nx = 'anew so'\n", ["3: 'anew': again"]),  # a page break  prose: keep
        ("def anew(whom: his[him]) -> beside: return anew @ whom\n", []),  # prose: keep
        (f'"""{"x" * 100}"""\n', []),
        (f'"""{"x" * 101}"""\n', ["1: first line: 1 to 100 characters"]),
        ('def f():\n    """\n    Return one."""\n', ["2: first line: 1 to 100 characters"]),
        (IN_A_CASE, ["4: first line: 1 to 100 characters"]),
    ],
)
def test_prose_finds_words_and_long_first_lines(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    path = tmp_path / "module.py"
    path.write_text(text)
    assert found(path) == expected
