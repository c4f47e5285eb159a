"""A search for a fair value in words and as JSON."""

from __future__ import annotations

from wreckoning.core.documents import Json
from wreckoning.lab.find import FairSearch, TriedValue
from wreckoning.lab.hypothesis import setting_words, show_setting
from wreckoning.lab.verdict_words import as_document, method, needed, sentence


def headline(search: FairSearch) -> str:
    """What was found, in one sentence."""
    name = setting_words(search.path)
    if search.fair:
        why = _sentence(search.fair).partition(": ")[2]
        return f"{name} {shown(search.fair)} is fair: {why}"
    nearest = search.nearest
    if not nearest.case.verdict.is_settled:
        more = needed(nearest.verdicts, nearest.case)
        return f"Not settled: {name} {shown(nearest)} is nearest to fair; {more} for it."
    first, last = (show_setting(value) for value in (search.values[0], search.values[-1]))
    sure = "" if nearest.is_unfair else "certainly "
    sides = "all are on the same side"
    if search.bracket:
        one, other = search.bracket
        sides = f"{shown(one)} is on one side, {shown(other)} on the other"
    return f"None from {first} to {last} is {sure}fair: {sides}; {shown(nearest)} is nearest."


def lines(search: FairSearch) -> list[str]:
    """Each value with its verdict, in the order of the list."""
    return [f"{shown(each)}: {_sentence(each)}" for each in search.tried]


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
        "nearest": search.nearest.value,
        "tried": [{"value": each.value, **as_document(each.verdicts)} for each in search.tried],
    }


def shown(tried: TriedValue) -> str:
    """The value of a try."""
    return show_setting(tried.value)


def _sentence(tried: TriedValue) -> str:
    return sentence(tried.verdicts, tried.case)
