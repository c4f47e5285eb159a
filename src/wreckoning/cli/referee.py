"""`wreck referee`: a position and answers in, events and the next question out."""

from __future__ import annotations

from typing import Annotated

import typer


def referee(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="JSON; - is standard input.")],
) -> None:
    """Judge a race: JSON with a position and answers in, JSON with what follows out.

    In: {"ruleset": "rtd", "seats": ["A", "B", "C"], "position": {"phase": "jockeying"},
    "answers": [3, 2]}; and, where wanted, "course", "options", "dice". A position is partial: it
    is laid over the start, and may begin at any phase or driver's slot. An answer is a die's face,
    an option's name, or {"by", "ask", "answer"}; {"correct": {…}} corrects the position.

    Out: "events", the open "ask" (or null; "asks" if there are several), "position", "result",
    and "checkpoint", which given back as FILE comes to the same point.
    """
    from wreckoning.cli.reading import print_json, read_json
    from wreckoning.core.logs.referee import referee

    print_json(referee(read_json(file), files=True))
