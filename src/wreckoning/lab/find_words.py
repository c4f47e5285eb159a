"""A search for a fair value in words and as JSON."""

from __future__ import annotations

from wreckoning.core.documents import Json
from wreckoning.core.texts.wording import listed
from wreckoning.lab.figures import LENGTH, PLACE, WINS
from wreckoning.lab.find import FairSearch, TriedValue
from wreckoning.lab.hypothesis import setting_words, show_setting
from wreckoning.lab.verdict_words import (
    as_document,
    capital,
    effect_of,
    interval,
    method,
    more_races,
    sentence,
)

TOO = {  # above and below the fair value
    WINS: ("too strong", "too weak"),
    PLACE: ("too far back", "too far ahead"),
    LENGTH: ("too long", "too short"),
}
WIDE = 13  # the longest of these words


def headline(search: FairSearch) -> str:
    """What was found, in one sentence. *None* is said only if each value tried is unfair."""
    name = setting_words(search.path)
    if search.fair:
        why = _sentence(search.fair).partition(": ")[2]
        return capital(f"{name} {shown(search.fair)} is fair: {why}")
    if search.open:
        may_be = listed([shown(each) for each in search.open], "or")
        return f"Not settled: {name} {may_be} may be fair; {_more(search)}."
    nearest = shown(search.nearest)
    if search.is_stopped:
        return f"Not settled: not all was tried; {name} {nearest} is nearest so far."
    first, last = (show_setting(value) for value in (search.values[0], search.values[-1]))
    sides = "all that were tried are on the same side"
    if search.bracket:
        one, other = search.bracket
        sides = f"{shown(one)} is {_which(one)}, {shown(other)} {_which(other)}"
    return f"None from {first} to {last} is fair: {sides}; {nearest} is nearest."


def _more(search: FairSearch) -> str:
    if not all(each.verdicts.races for each in search.open):
        return "nothing was raced"
    longest = max(search.open, key=lambda each: each.more)
    races = sum(each.more for each in search.open)
    return more_races(longest.verdicts, races)


def lines(search: FairSearch) -> list[str]:
    """Each value: fair, open, or how it is unfair, with the effect and its interval."""
    names = [shown(each) for each in search.tried]
    return [
        f"{name:>{max(map(len, names))}}  {_which(each):<{WIDE}}  "
        f"{effect_of(each.verdicts, each.case)} ({interval(each.verdicts, each.case)})"
        for name, each in zip(names, search.tried, strict=True)
    ]


def _which(tried: TriedValue) -> str:
    """In a word: `fair`, `open`, `too weak`."""
    if tried.is_fair:
        return "fair"
    if not tried.is_unfair:
        return "open"
    return TOO.get(tried.verdicts.hypothesis.figure.name, ("too much", "too little"))[
        0 if tried.is_above else 1
    ]


def how(search: FairSearch) -> str:
    """How it was found."""
    rule = "Bisection over verdicts, for an effect that grows or shrinks from value to value."
    return f"{rule} {method(search.tried[0].verdicts)}"


def search_document(search: FairSearch) -> Json:
    """The search as JSON: the fair value, or null, and the verdict on each value tried."""
    return {
        "path": search.path,
        "values": list(search.values),
        "verdict": headline(search),
        "fair": search.fair.value if search.fair else None,
        "open": [each.value for each in search.open],
        "nearest": search.nearest.value,
        "tried": [{"value": each.value, **as_document(each.verdicts)} for each in search.tried],
    }


def shown(tried: TriedValue) -> str:
    """The value of a try."""
    return show_setting(tried.value)


def _sentence(tried: TriedValue) -> str:
    return sentence(tried.verdicts, tried.case)
