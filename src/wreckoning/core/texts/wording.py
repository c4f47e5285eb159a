"""Words that every ruleset's view needs: numbers, lists, places, possessives."""

from __future__ import annotations

from collections.abc import Sequence

MINUS = "\N{MINUS SIGN}"
FACES = " ⚀⚁⚂⚃⚄⚅"
HARDEST = 5  # of courses


def signed(number: int) -> str:
    """`+2`, `−1`; `±0` for zero."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "±0"


def count(number: int) -> str:
    """A number with a true minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def several(number: int, what: str, many: str = "") -> str:
    """`1 turn`, `2 turns`; `many` if the plural is irregular."""
    return f"{number} {what if number == 1 else many or what + 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """`Ann, Bob and Cid`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def whose(name: str) -> str:
    """`Ann's`; `Your` for a driver called `You`."""
    return "Your" if name == "You" else f"{name}'s"


def ordinal(number: int) -> str:
    """`1st`, `22nd`, `113th`."""
    teen = 10 < number % 100 < 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def show_face(face: int) -> str:
    """`⚂ 3`; a face of a die that is not six-sided is just the number."""
    return f"{FACES[face]} {face}" if 1 <= face <= 6 else str(face)


def stars(difficulty: int) -> str:
    """`★★☆☆☆`: how hard a course is."""
    return "★" * difficulty + "☆" * (HARDEST - difficulty)


def percent(value: float) -> str:
    """`42%`; never 0% or 100% for something uncertain."""
    if 0 < value <= 0.005:
        return "<1%"
    if 0.995 <= value < 1:
        return ">99%"
    return f"{value * 100:.0f}%"
