"""No floating point anywhere: nothing that divides into fractions, no such constant.

Of `math` only `isqrt`, which is about whole numbers.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import wreckoning.geometry

FILES = sorted(Path(wreckoning.geometry.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_only_whole_numbers(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.BinOp | ast.AugAssign):
            assert not isinstance(node.op, ast.Div), f"line {node.lineno}"
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), f"line {node.lineno}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names}
            module = getattr(node, "module", None)
            is_whole = module == "math" and names == {"isqrt"}
            taken = {"math", "cmath", "fractions"} & {module, *names}
            assert is_whole or not taken, f"line {node.lineno}"
        if isinstance(node, ast.Name):
            assert node.id != "float", f"line {node.lineno}"
