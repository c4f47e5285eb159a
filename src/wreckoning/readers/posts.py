"""Words in the markup of chats and forums, where nothing in them is read as markup or a link."""

from __future__ import annotations

import re

from wreckoning.readers.texts import UNSEEN, lines, part_of_line, unlinked

MARKS = re.compile(r"[\\`*_~|\[\]<>#&!^$]")
FIRST = re.compile(r"^(?:[-+=]|\d{1,9}(?=[.)]))")  # begins a list, a heading or a block
SMILEY = re.compile(r"(?<![\w])(?:[:;=8xX]-?|>:|O:)(?=[()\[\]DPpOoSsXx?|/\\*])|:(?=\w+:)")


def markdown(text: str) -> str:
    """Words in Markdown: CommonMark, and what GitHub, Discord, Mattermost and Zulip add."""
    words = MARKS.sub(r"\\\g<0>", unlinked(part_of_line(text)))
    words = re.sub(r":(?=[\w+-]+:)", rf":{UNSEEN}", words)
    if first := FIRST.match(words):
        end = first.end()
        cut = end if words[:end].isdigit() else 0
        return f"{words[:cut]}\\{words[cut:]}"
    return words


def bbcode(text: str) -> str:
    """Words in BBCode, as phpBB, Simple Machines and others read it."""
    words = unlinked(part_of_line(text)).replace("[", f"[{UNSEEN}")
    return SMILEY.sub(lambda found: found[0] + UNSEEN, words)


def bbcode_block(text: str) -> str:
    """Lines between `[code]` and `[/code]`."""
    return lines(text).replace("[", f"[{UNSEEN}")


def markdown_block(text: str) -> str:
    """Lines between fences of Markdown."""
    return lines(text).replace("`", "'").replace("~~~", f"~{UNSEEN}~~")
