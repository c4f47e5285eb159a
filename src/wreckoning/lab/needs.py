"""Checks libraries that only parts of the lab need; the error says how to install them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from wreckoning.core.errors import Malformed
from wreckoning.core.texts.wording import listed

LAB, RAY = "lab", "ray"
MODULES = {
    LAB: ("filelock", "matplotlib", "openskill", "pyarrow", "scipy"),
    RAY: ("ray",),
}  # by extra


def need(module: str, extra: str) -> ModuleType:
    """Import a module. Raises Malformed, saying how to install it, if it is missing."""
    try:
        return import_module(module)
    except ImportError:
        raise _missing([module.partition(".")[0]], [extra]) from None


def check_needs(*extras: str) -> None:
    """Check for all modules of these extras, without loading them, before anything is raced.

    Raises Malformed, naming all that are missing.
    """
    missing = {name: extra for extra in extras for name in MODULES[extra] if not find_spec(name)}
    if missing:
        raise _missing(list(missing), sorted(set(missing.values())))


def _missing(names: list[str], extras: list[str]) -> Malformed:
    how = f"pip install 'wreckoning[{','.join(extras)}]' brings"
    if len(names) == 1:
        return Malformed(names[0], f"is not installed; {how} it")
    return Malformed(listed(names), f"are not installed; {how} them")
