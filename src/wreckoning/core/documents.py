"""Documents: JSON objects and TOML tables, as they are read, kept and sent.

They are not typed further: the reader of one checks every value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
ReadOnlyJson: TypeAlias = Mapping[str, Any]
