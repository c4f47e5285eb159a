"""Libraries that only some of the lab needs: a missing one is said in a line."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wreckoning.core.errors import Malformed


def need(module: str, extra: str) -> ModuleType:
    """The module. Raises Malformed, saying how to install it, where it is missing."""
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        how = f"pip install 'wreckoning[{extra}]'"
        raise Malformed(library, f"is not installed; {how} brings it") from None
