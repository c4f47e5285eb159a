"""A ruleset's RULES.md as chapters of numbered rules, in HTML that is safe to show."""

from __future__ import annotations

import re

from wreckoning.core.ruleset import Ruleset
from wreckoning.table.replies import RuleBlock, RuleChapter, RulesPage

CHAPTER = re.compile(r"^## (.+)$", re.MULTILINE)
IMAGE = re.compile(r"^!\[.*\]\(.*\)\n", re.MULTILINE)  # the page draws the board itself
ELSEWHERE = re.compile(r"\[([^]]*)\]\((?!#|https?:)[^)]*\)")  # a link to a file of the source
RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* ", re.MULTILINE)
FORMAT = re.compile(r"[*`_]{1,2}(?=\S)|(?<=\S)[*`_]{1,2}")
INTRODUCTION = "About these rules"
HISTORY = "Version history"
VERSION = re.compile(r"^- \*\*(\d[\d.]*)\*\* \([0-9-]+\): ", re.MULTILINE)


def rules_page(ruleset: Ruleset) -> RulesPage:
    """Every chapter with its rules; text without a number is a block of its own."""
    return RulesPage(
        ruleset=ruleset.key,
        title=ruleset.title,
        version=ruleset.version,
        chapters=[
            RuleChapter(title, _anchor(title), _blocks(body))
            for title, body in _chapters(ruleset)
            if body.strip()
        ],
    )


def _chapters(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Each chapter's title and its text."""
    opening, *parts = CHAPTER.split(IMAGE.sub("", ruleset.rules_text()))
    chapters = [(INTRODUCTION, re.sub(r"^# .+\n", "", opening))]
    return [*chapters, *zip(parts[::2], parts[1::2], strict=True)]


def version_history(ruleset: Ruleset) -> dict[str, str]:
    """The changes of each version of the rules, in words, the oldest first."""
    _, *parts = VERSION.split(dict(_chapters(ruleset)).get(HISTORY, ""))
    told = (" ".join(FORMAT.sub("", text).split()) for text in parts[1::2])
    return dict(zip(parts[::2], told, strict=True))


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _blocks(body: str) -> list[RuleBlock]:
    before, *rules = RULE.split(body)
    blocks = [_block("", before)] if before.strip() else []
    for number, text in zip(rules[::2], rules[1::2], strict=True):
        rule, after = _split_off(text)
        blocks.append(_block(number, rule))
        if after.strip():
            blocks.append(_block("", after))
    return blocks


def _split_off(text: str) -> tuple[str, str]:
    """A rule's own text, and what follows the list that it ends."""
    end = re.search(r"\n\n(?=\S)", text)
    return (text[: end.start()], text[end.start() :]) if end else (text, "")


def _block(number: str, markdown: str) -> RuleBlock:
    source = re.sub(r"^  ", "", markdown.strip(), flags=re.MULTILINE)
    source = ELSEWHERE.sub(r"\1", source)
    from markdown_it import MarkdownIt  # here: a server starts sooner without it

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    html = html.replace("<table>", '<table tabindex="0">')  # a wide one scrolls, by keyboard too
    return RuleBlock(number, html.strip(), FORMAT.sub("", source))
