"""What may be typed as a name or a text: only what is seen, in any script.

A name is one line: letters, marks, figures, punctuation, symbols and emoji, with single spaces
between them. Invisible characters pass only where a script or an emoji is written with them: a
joiner inside Persian or Hindi words or joined emoji, a tag in the flag of Wales. So names that look
the same are the same, and none is blank. A text (a chat line, a reason) may also have other spaces,
the marks of direction that keyboards for Hebrew and Arabic type, and line breaks if it has lines.

What was stored earlier is only checked for being readable: older versions had another rule.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from wreckoning.core.errors import Malformed

MAX_NAME = 24  # visible characters
CODES = 4  # code points for each of them, on average
STACK = 4  # nonspacing marks in a row
MARKS = 8  # marks of any kind in a row
# Printed by no font, though no property says so: the Braille blank, an object's place, an empty
# note, half and full blanks of hieroglyphs, a filler.
BLANK = r"\u2800\uFFFC\U0001D159\U00013441\U00013442\U00016FE4"


class _Rules(NamedTuple):
    """The compiled patterns. `sign` and `loose` match one sign of a name, and of a text."""

    sign: re.Pattern[str]
    loose: re.Pattern[str]
    cluster: re.Pattern[str]
    stack: re.Pattern[str]
    twice: re.Pattern[str]
    right_to_left: re.Pattern[str]


@lru_cache(1)
def _rules() -> _Rules:
    """Compile the patterns, once a name needs them: most are plain ASCII."""
    import regex

    mark = r"[\p{M}--\p{Default_Ignorable_Code_Point}--\U00016FE4]"
    base = r"[\p{L}\p{N}\p{P}\p{S}\p{Prepended_Concatenation_Mark}"
    base += rf"--\p{{Default_Ignorable_Code_Point}}--[{BLANK}]]"
    # Of a script whose letters join, or are written around each other
    joins = r"[[\p{L}\p{M}]&&[\p{Joining_Type=D}\p{Joining_Type=R}\p{Joining_Type=L}"
    joins += r"\p{scx=Arab}\p{scx=Syrc}\P{Indic_Syllabic_Category=Other}]]"
    joiner = rf"(?<={joins})(?:\u200D|\u200C(?={joins}))|(?<=\p{{ccc=9}})\u200C"
    variant = r"(?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=\p{Han})[\uFE00-\uFE02\U000E0100-\U000E01EF]"
    variant += r"|(?<=[\p{Script=Mongolian}&&\p{L}])[\u180B-\u180D\u180F]"
    variant += r"|(?<=[\p{Script=Mongolian}&&\p{L}])\u180E(?=[\p{Script=Mongolian}&&\p{L}])"
    flag = r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{3,6}\U000E007F"
    picture = rf"(?:{flag}|\p{{RI}}{{2}}|\p{{Extended_Pictographic}}\uFE0F?\p{{EMod}}?)"
    emoji = rf"{picture}(?:\u200D{picture})+|{flag}"
    written = rf"(?:{emoji}|{base})(?:{variant})?(?:{mark}|{joiner})*"
    # Khmer and others part words with a space of no width.
    thin = r"(?<=[[\p{L}\p{M}]&&\P{Indic_Syllabic_Category=Other}])\u200B"

    def pattern(text: str) -> re.Pattern[str]:
        found: re.Pattern[str] = regex.compile(text, regex.VERSION1)  # is used like one of `re`
        return found

    return _Rules(
        pattern(rf"{written}| "),
        pattern(rf"{written}|\p{{Zs}}{mark}*|{thin}|\n"),
        pattern(r"\X"),
        pattern(rf"(?:[\p{{Mn}}\p{{Me}}][\u200C\u200D]?){{{STACK + 1},}}|\p{{M}}{{{MARKS + 1},}}"),
        pattern(r"([\p{Mn}\p{Me}])\1"),
        pattern(r"[\p{L}&&[\p{Bidi_Class=R}\p{Bidi_Class=AL}]]"),
    )


def normal(text: str) -> str:
    """A name as it is kept: in composed form (NFC), with one plain space for blanks."""
    text = unicodedata.normalize("NFC", text)
    if text.isascii() and "  " not in text:
        return text.strip()
    spaces = (" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    return " ".join(part for part in "".join(spaces).strip().split(" ") if part)


def same_name(one: str, other: str) -> bool:
    """True if these are one name, however they were typed."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """A name without differences of case, composition and blanks: for comparing."""
    return normal(normal(name).casefold())


def read_name(where: str, given: str, longest: int = MAX_NAME, least: int = 1) -> str:
    """A name that a player typed, as it is kept: at most so many visible characters.

    Raises Malformed.
    """
    name = normal(given)
    found = _fault(name, longest, least, is_name=True)
    if found:
        raise Malformed(where, _expected("name", longest, least) + found)
    return name


def _expected(what: str, longest: int, least: int) -> str:
    return f"expected a {what} of {max(least, 1)} to {longest} visible characters, found "


def read_line(where: str, given: str, longest: int, least: int = 1) -> str:
    """A line that a player typed, as it is kept, such as a reason. Raises Malformed."""
    text = read_text(where, given, longest, least)
    if "\n" in text:
        raise Malformed(where, _expected("text", longest, least) + "a line break")
    return text


def read_text(where: str, given: str, longest: int, least: int = 0) -> str:
    """A text that a player typed, as it is kept; it may have several lines. Raises Malformed."""
    lines = given.replace("\r\n", "\n").replace("\t", " ")
    text = unicodedata.normalize("NFC", lines).strip()
    found = _fault(text, longest, least, is_name=False)
    if found:
        raise Malformed(where, _expected("text", longest, least) + found)
    return text


def is_readable(name: str, longest: int = MAX_NAME) -> bool:
    """True if a stored name can be shown: by this rule, or by that of earlier versions."""
    is_earlier = name.isprintable() and 1 <= len(name) <= longest
    return is_earlier or not _fault(name, longest, 1, is_name=True)


def check_stored(where: str, name: str, longest: int = MAX_NAME) -> None:
    """Check a name that was stored, by this version or an earlier one. Raises Malformed."""
    if not is_readable(name, longest):
        found = _fault(name, longest, 1, is_name=True)
        raise Malformed(where, _expected("name", longest, 1) + found)


def is_printed(text: str) -> bool:
    """True if every character of a stored line can be shown."""
    return text.isprintable() or (not _unseen(text, is_name=False) and "\n" not in text)


def _fault(text: str, longest: int, least: int, is_name: bool) -> str:
    """What is wrong with a name, or a text, in words; '' if nothing is."""
    if len(text) > CODES * longest:
        return f"{len(text)} code points"
    unseen = _unseen(text, is_name)
    if unseen:
        return unseen
    count = len(text) if text.isascii() else len(_rules().cluster.findall(text))
    if not least <= count <= longest:
        return str(count) if count else "none"
    return ""


@lru_cache(4096)
def _unseen(text: str, is_name: bool) -> str:
    """The first thing in a text that is not seen, or not as it is written; '' if there is none."""
    if text.isascii() and (text.isprintable() or (not is_name and _breaks_only(text))):
        return ""
    rules = _rules()
    sign = rules.sign if is_name else rules.loose
    directs = not is_name and rules.right_to_left.search(text) is not None
    at = 0
    while at < len(text):
        found = sign.match(text, at)
        if found is None and not (directs and text[at] in "\u200e\u200f\u061c"):
            return _words(text[at])
        at = found.end() if found is not None else at + 1
    apart = unicodedata.normalize("NFD", text)
    stack = rules.stack.search(apart)
    if stack is not None:
        return f"{len(stack[0])} marks on one letter"
    twice = rules.twice.search(apart) if is_name else None
    return f"{_words(twice[1])} twice" if twice is not None else ""


def _breaks_only(text: str) -> bool:
    return text.replace("\n", "").isprintable()


def _words(sign: str) -> str:
    """A character by its code and name: `U+200B ZERO WIDTH SPACE`."""
    others = {"Cc": "control character", "Cs": "half a character", "Co": "private use"}
    kind = others.get(unicodedata.category(sign), "no character yet")
    return f"U+{ord(sign):04X} {unicodedata.name(sign, kind)}"
