"""What two kinds of forums make of BBCode, as far as their tags and their links go."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

SHARED = {"b", "i", "u", "url", "img", "list", "*", "code", "quote"}
SIZES = {
    "phpbb": re.compile(r"\d{1,3}"),
    "smf": re.compile(r"[1-7]|\d\d?p[xt]|(?:x?x-)?(?:small|large)|medium|\d(?:\.\d+)?em"),
}
TAG = re.compile(r"\[(/?)(\w+|\*)(?:=([^\]\[]*))?\]")
AUTOMATIC = {
    "phpbb": re.compile(r"(?:[a-z][a-z\d+]*:/{2}\S+|\bwww\.\w\S*|[\w.+-]+@[\w-]+\.\w+)", re.I),
    "smf": re.compile(
        r"(?:\b[a-z][\w+.-]*://\S+|(?<![\w:])//[\w-]+\.\w\S*|\bwww\.\w\S*"
        r"|[\w.+-]+@[\w-]+\.[a-z]{2,}"
        r"|\b(?:[\w-]+\.)+(?:com|test|org|net|uk|de)\b|(?<!\w)@\w+)",
        re.I,
    ),
}  # fmt: skip


@dataclass
class Rendered:
    """The words that readers see, and where links and pictures lead."""

    words: str = ""
    links: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)


def render(text: str, dialect: str) -> Rendered:
    """Render a post. Tags that the dialect lacks stay in the words."""
    found, at, raw = Rendered(), 0, ""
    for tag in TAG.finditer(text):
        closing, name, value = tag[1], tag[2].lower(), tag[3]
        if raw and (name != raw or not closing):
            continue
        found.words += _part(text[at : tag.start()], found, dialect, raw)
        at = tag.end()
        if raw:
            raw = ""
        elif name in ("code", "img") and not closing:
            raw = name
        elif name == "url" and value:
            found.links.append(value)
        elif name not in SHARED and not (name == "size" and SIZES[dialect].fullmatch(value or "")):
            found.words += tag[0]
            continue
        found.tags.append(closing + name)
    found.words += _part(text[at:], found, dialect, raw)
    return found


def _part(text: str, found: Rendered, dialect: str, raw: str) -> str:
    if raw == "img":
        found.pictures.append(text)
        return ""
    if raw != "code":
        found.links += AUTOMATIC[dialect].findall(text)
    return text
