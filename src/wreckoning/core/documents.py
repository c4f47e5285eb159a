"""Documents: JSON objects and TOML tables, as they are read, kept and sent.

They are not typed further: whoever reads one checks every value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
ReadOnlyJson: TypeAlias = Mapping[str, Any]
