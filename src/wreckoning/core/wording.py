"""Small words that every ruleset's view needs: numbers, lists, places, whose something is."""

from __future__ import annotations

from collections.abc import Sequence

MINUS = "\N{MINUS SIGN}"
FACES = " ⚀⚁⚂⚃⚄⚅"
HARDEST = 5  # of courses


def signed(number: int) -> str:
    """`+2`, `−1`; `±0` for nothing."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "±0"


def count(number: int) -> str:
    """A number with a true minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def several(number: int, what: str, many: str = "") -> str:
    """`1 turn`, `2 turns`; `many` where the plural is not just an s more."""
    return f"{number} {what if number == 1 else many or what + 's'}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """`Ann, Bob and Cid`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def whose(name: str) -> str:
    """`Ann's`; a driver in the terminal may be called `You`."""
    return "Your" if name == "You" else f"{name}'s"


def ordinal(number: int) -> str:
    """`1st`, `22nd`, `113th`."""
    teen = 10 < number % 100 < 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def show_face(face: int) -> str:
    """`⚂ 3`; the faces of other dice than six-sided ones are numbers."""
    return f"{FACES[face]} {face}" if 1 <= face <= 6 else str(face)


def stars(difficulty: int) -> str:
    """`★★☆☆☆`: how hard a course is."""
    return "★" * difficulty + "☆" * (HARDEST - difficulty)


def percent(value: float) -> str:
    """`42%`; never 0% or 100% of what may happen and may not."""
    if 0 < value <= 0.005:
        return "<1%"
    if 0.995 <= value < 1:
        return ">99%"
    return f"{value * 100:.0f}%"
