"""The course of `kart_turn` as the ruleset `rtd` reads one: the whole ruleset can race it too."""

from __future__ import annotations

from typing import Any

from benchmarks.kart_turn.race import LAPS

BARE_LOOP: dict[str, Any] = {
    "key": "bare_loop",
    "title": "Bare Loop",
    "blurb": "Nothing but road.",
    "difficulty": 1,
    "laps": LAPS,
    "segment": [
        {"name": "One", "kind": "broad_straight"},
        {"name": "Two", "kind": "broad_curve"},
        {"name": "Three", "kind": "curve"},
        {"name": "Four", "kind": "straight"},
        {"name": "Five", "kind": "tight"},
    ],
}
