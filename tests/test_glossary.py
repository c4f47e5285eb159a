"""One term, one meaning: the glossary names code that exists, and no two classes share a name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

import wreckoning

ROOT = Path(wreckoning.__file__).parent
GLOSSARY = (ROOT.parents[1] / "docs" / "glossary.md").read_text("utf-8")
ROWS = [row.strip("| ").split("|") for row in GLOSSARY.splitlines() if row.startswith("| ")]
TERMS = [[cell.strip() for cell in row] for row in ROWS if "term" not in row[0]]
CODE = re.findall(r"\| `([\w.]+)` \|$", GLOSSARY, re.MULTILINE)


@pytest.mark.parametrize("path", CODE)
def test_the_code_that_the_glossary_names_exists(path: str) -> None:
    folder, _, name = f"wreckoning.{path}".rpartition(".")
    assert hasattr(import_module(folder), name) or import_module(f"{folder}.{name}")


def test_each_term_stands_once_and_has_a_meaning() -> None:
    terms = [term for row in TERMS for term in row[0].split(", ")]
    assert len(terms) == len(set(terms)) >= 40
    assert all(row[1].endswith(".") for row in TERMS)


def test_no_two_classes_share_a_name() -> None:
    """Rulesets have the same names inside on purpose; a leading underscore stays in its file."""
    places = defaultdict(list)
    for path in ROOT.rglob("*.py"):
        if "rulesets" in path.parts:
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
