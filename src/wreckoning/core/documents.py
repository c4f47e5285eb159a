"""Documents: JSON objects and TOML tables, as they are read, kept and sent.

What is in one is known by who wrote it; whoever reads one checks it, value by value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
ReadOnlyJson: TypeAlias = Mapping[str, Any]
