"""A thousand texts that some program reads as more than words; the same in every run."""

from __future__ import annotations

import json
import random
from pathlib import Path

COUNT = 1000
CONTROLS = [f"An{chr(code)}n" for code in (*range(32), *range(127, 160))]
KINDS = json.loads(Path(__file__).with_name("hostile.json").read_text("utf-8"))
FRAGMENTS = [*CONTROLS, *(text for kind in KINDS.values() for text in kind)]


def hostile(count: int = COUNT, seed: int = 42) -> list[str]:
    """Each fragment by itself, then several of them together, between words and separators."""
    lots = random.Random(seed)
    found = dict.fromkeys(FRAGMENTS)
    while len(found) < count:
        parts = lots.choices([*FRAGMENTS, "Ann", "Bob"], k=lots.randint(2, 4))
        found[lots.choice(["", " ", ";", ",", "\n", '"']).join(parts)] = None
    return [*found][:count]
