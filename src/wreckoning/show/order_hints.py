"""What words in orders may have meant that are not read: `place = 1` for `place is 1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

IN_WORDS: Mapping[str, tuple[str, ...]] = {
    ">=": ("at least", "no less than"),
    "<=": ("at most", "no more than", "up to"),
    ">": ("over", "above", "more than", "greater than", "higher than"),
    "<": ("under", "below", "less than", "fewer than", "lower than"),
    "=": ("is", "equals", "equal to"),
}
SIGN_OF = {words: sign for sign, known in IN_WORDS.items() for words in (sign, *known)}
INSTEAD = {"when": "if", "or": "else", "then": "else"}
OTHERS = ("someone", "somebody", "anyone", "anybody", "a driver", "another driver", "some driver")
NOBODY = ("nobody", "noone", "no-one", "no one", "none", "no driver", "not anyone", "not anybody")
NEGATIONS = ("not", "isn't", "isnt", "aren't", "never")
NUMBER = "([0-9]+)(?:[snrt][tdh])?(%?)"


def neighbour_meant(text: str, seats: Iterable[str]) -> str:
    """`someone ahead` for `Bob is ahead`, `nobody ahead` for `no-one is ahead`; or ''.

    Without another driver as its subject it is about the one who orders: `behind`, `I am behind`.
    """
    text = plain_words(text).replace("’", "'")
    who = "|".join(re.escape(name) for name in (*map(plain_words, seats), *OTHERS, *NOBODY))
    nots = "|".join(map(re.escape, NEGATIONS))
    found = re.fullmatch(rf"({who}) ?(?:is|are)? ?({nots})? ?(ahead|behind)", text)
    if found is None:
        return ""
    name, negation, where = found.groups()
    if negation and name not in OTHERS:
        return ""  # that one driver is not there says nothing of the others
    return f"{'nobody' if negation or name in NOBODY else 'someone'} {where}"


def comparison_meant(text: str, figures: Iterable[str]) -> str:
    """`momentum >= 3` for `momentum is at least 3`; '' if it compares no figure with a number."""
    names = "|".join(re.escape(name) for name in sorted(figures, key=len, reverse=True))
    found = re.fullmatch(rf"(?:if )?(?:my )?({names})\b ?(.*?) ?{NUMBER}", plain_words(text))
    if found is None:
        return ""
    name, words, number, unit = found.groups()
    sign = SIGN_OF.get(words.removeprefix("is ") or "=")
    return f"{name} {sign} {number}{unit}" if sign else ""


def choice_meant(text: str) -> str:
    """`slide >= 60%` for `slide at least 60%`, `slide else draft` for `slide or draft`; or ''."""
    text = plain_words(text)
    spoken = "|".join(re.escape(words) for words in sorted(SIGN_OF, key=len, reverse=True))
    found = re.fullmatch(rf"(.+?) (?:is )?(?:({spoken}) )?([0-9]+)%", text)
    if found is not None:
        name, words, number = found.groups()
        return f"{name} {SIGN_OF[words or '>=']} {number}%"
    said = text.split()
    meant = " ".join([said[0], *(INSTEAD.get(word, word) for word in said[1:])]) if said else ""
    return "" if meant == text else meant


def plain_words(text: str) -> str:
    """Small letters, single blanks."""
    return " ".join(text.lower().split())
