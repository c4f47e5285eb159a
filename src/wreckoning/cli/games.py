"""`wreck games`: which rulesets are here."""

from __future__ import annotations

from typing import Annotated

import typer


def games(
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """The rulesets that are here, with their courses, seats and switches."""
    import json

    from wreckoning.core.ruleset import find_ruleset, registered

    found = [find_ruleset(key) for key in sorted(registered())]
    if as_json:
        print(json.dumps([ruleset.key for ruleset in found]))
