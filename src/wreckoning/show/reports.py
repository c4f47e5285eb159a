"""A turn as a post: the events, the standings, the open questions; in a forum's markup.

A report is data; `MARKUPS` turn it into text. The picture is an address or a file next to the text
(`show.picture`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from wreckoning.core.asks import Answer, Ask, Correction
from wreckoning.core.errors import Malformed
from wreckoning.core.match import Match
from wreckoning.core.shown import DIE, LogLine, Option, Row
from wreckoning.core.texts.wording import listed
from wreckoning.readers.posts import bbcode, bbcode_block, markdown, markdown_block
from wreckoning.readers.texts import lines, mail, one_line, unlinked
from wreckoning.show.drafts import with_phases
from wreckoning.show.notes import notes_from, notes_of, with_notes
from wreckoning.show.orders import CHANCE, Condition, Language, Preference, plain, write_preference

DISCORD_MOST = 2000  # characters in a message
Bold = str | tuple[str, str]
Link = Callable[[str, str], str]  # words and an address → the link in a markup
BB_BOLD = ("[b]", "[/b]")
STRETCH = 48  # answers
MOST_OPTIONS = 12  # lines under a question
MOST_WORDS = 8  # options of a question that may follow
A_DRIVER = "(a driver's name)"
LIKELY = Condition(CHANCE, ">=", 60)
Under = tuple[str, str, str]  # around the options of a question: before them, before each, after


@dataclass(frozen=True)
class Limit:
    """Until when to answer: in seconds since 1970, and in words."""

    at: float
    words: str


@dataclass(frozen=True)
class AskedNext:
    """A question that a driver has to answer next, until when; `kind` is its name in orders."""

    who: str
    question: str
    rule: str = ""
    by: Limit | None = None
    options: tuple[Option, ...] = ()
    kind: str = ""


@dataclass(frozen=True)
class MayFollow:
    """A question that may come later in the turn: its name in orders, and some of its options."""

    kind: str
    question: str
    options: tuple[str, ...] = ()
    more: int = 0  # options that are left out


@dataclass(frozen=True)
class Report:
    """A turn of a race. `standings` are those at its end, `waiting` what is asked then."""

    course: str
    unit: str  # turn or round
    number: int  # 0: before the first
    lines: tuple[LogLine, ...]
    standings: tuple[Row, ...]
    energy: str  # the name of the rows' energy; "" for none
    waiting: tuple[AskedNext, ...] = ()
    following: tuple[MayFollow, ...] = ()  # what may be asked after that in the same turn
    example: str = ""  # an order about one of these questions
    away: tuple[str, ...] = ()  # who does not answer now, and what happens, in sentences
    picture: str = ""  # an address or a file's name; "" for none
    alt: str = ""  # the picture in words
    link: str = ""  # where to answer
    scene: str = ""  # the game, lap, course at the turn's end, and the drivers who gave orders
    signs: Mapping[str, str] = field(default_factory=dict)  # of lines and standings, in words
    rules: str = ""  # the address of the rulebook; "" if it has none
    course_map: tuple[str, ...] = ()  # the course in lines of a fixed width, with the first turn

    @property
    def title(self) -> str:
        """The course, and its turn or round."""
        return f"{self.course}, {self.unit} {self.number}" if self.number else self.course


@dataclass(frozen=True)
class ReportedTurn:
    """A turn's report, the race at its end, and the first and the last turn of the race."""

    report: Report
    end: Match
    first: int
    last: int


def report_turn(match: Match, turn: int | None, complete: bool = False) -> ReportedTurn:
    """Report a turn of a race; if none is given the last one, or the last `complete` one.

    A last turn in which nothing has happened yet is left out, too. The questions after the present
    turn and the one before are those of now. Raises Malformed for a turn that the race lacks.
    """
    view = match.ruleset.view
    first = view.headline(_after(match, match.first)).turn
    last = view.headline(match).turn
    if turn is not None and not first <= turn <= last:
        raise Malformed("turn", f"the race has turns {first} to {last}, found {turn}")
    number = last if turn is None else turn
    mine, before = _events_in(match, number, first)
    has_news = any(not view.new_turn(event) for event in mine)
    is_left_out = number > first and not match.is_over and (complete or not has_news)
    if turn is None and is_left_out:
        number -= 1
        mine, before = _events_in(match, number, first)
    end = _end_of(match, number)
    notes = notes_from(notes_of(match, Correction), before)
    ahead = notes_from(notes_of(match, Answer), before)
    last_told = len(mine) - (end is not match)
    by_orders = dict.fromkeys(line.names[0] for told, line in ahead if told <= last_told)
    headline = view.headline(end)
    waiting = waiting_in(match if number >= last - 1 else end)
    following = may_follow(match, waiting)
    report = Report(
        course=headline.title,
        unit=headline.unit,
        number=number,
        lines=tuple(with_notes(match, mine, range(len(mine)), notes, end is match)),
        standings=tuple(view.standings(end)),
        energy=view.ENERGY,
        waiting=waiting,
        following=following,
        example=_example(match, waiting, following),
        scene=_scene(end, list(by_orders)),
        course_map=tuple(view.course_map(match.course)) if number == first else (),
    )
    report = replace(report, signs=_signs_in(report, match.ruleset.signs))
    return ReportedTurn(report, end, first, last)


def _events_in(match: Match, turn: int, first: int) -> tuple[list[object], int]:
    """The events of a turn, and how many there are before them."""
    mine, told, before = list[object](), first, 0
    for event in match.events():
        told = match.ruleset.view.new_turn(event) or told
        if told == turn:
            mine.append(event)
        before += not mine
    return mine, before


def _signs_in(report: Report, known: Mapping[str, str]) -> dict[str, str]:
    """Those of the known signs, and of the gauges, that a report contains, not in a word."""
    known = {**known, **_gauges_in(report)}
    cells = [cell for row in standings_table(report) for cell in row]
    told = "\n".join([*cells, *(line.text for line in report.lines)])
    return {sign: words for sign, words in known.items() if _has_sign(told, sign)}


def _gauges_in(report: Report) -> dict[str, str]:
    """What the gauges mean, if it is the same for several drivers."""
    found = [(gauge.name, gauge.about) for row in report.standings for gauge in row.gauges]
    counts = Counter(found)
    return {name: about.rstrip(".") for name, about in found if about and counts[name, about] > 1}


def _has_sign(text: str, sign: str) -> bool:
    return bool(re.search(rf"\b{sign}\b", text)) if sign.isalpha() else sign in text


def _scene(match: Match, by_orders: Sequence[str]) -> str:
    """`Kart RTD · lap 2 of 3 · Ice Cream Van: calm for 3 turns · by orders given ahead: Ann`."""
    headline = match.ruleset.view.headline(match)
    lap = f"lap {headline.lap} of {headline.laps}" if headline.laps > 1 else ""
    ahead = f"by orders given ahead: {listed(by_orders)}" if by_orders else ""
    over = "the race is over" if match.is_over else ""
    parts = (match.ruleset.title, lap, *headline.conditions, over, ahead)
    return " · ".join(filter(None, parts))


def _after(match: Match, answers: int) -> Match:
    """The race as it was after so many answers."""
    if answers == len(match.entries):
        return match
    then = match.fork()
    then.rewind(answers)
    return then


def _end_of(match: Match, turn: int) -> Match:
    """The race when it left a turn: the first moment of a later one, or as it stands now."""
    headline = match.ruleset.view.headline
    low, high = match.first, len(match.entries)
    if headline(match).turn <= turn:
        return match
    while high - low > STRETCH:  # going back plays up to a stretch again
        middle = (low + high) // 2
        if headline(_after(match, middle)).turn > turn:
            high = middle
        else:
            low = middle
    then = _after(match, low)
    for entry in match.entries[low:high]:
        if headline(then).turn > turn:
            break
        then.play_entry(entry)
    return then


def waiting_in(match: Match) -> tuple[AskedNext, ...]:
    """The open questions of a race, by driver. If only bots are asked, theirs, without options."""
    if match.is_over:
        return ()
    if people := match.person_asks():
        return tuple(asked_next(match, ask) for ask in people)
    prompts = [(ask.who, match.ruleset.view.describe_ask(match, ask)) for ask in match.asks]
    return tuple(AskedNext(who, prompt.question, prompt.rule) for who, prompt in prompts)


def asked_next(match: Match, ask: Ask, by: Limit | None = None) -> AskedNext:
    """An open question with its options and their chances; a die has none."""
    view = match.ruleset.view
    prompt, count = view.describe_ask(match, ask), 0 if ask.is_dice else len(ask.names)
    options = tuple(view.describe_option(match, ask, index) for index in range(count))
    kind = plain(ask.question)
    named = kind if kind in Language(match.ruleset).kinds() else ""
    return AskedNext(ask.who, prompt.question, prompt.rule or ask.rule, by, options, named)


def may_follow(match: Match, waiting: Iterable[AskedNext]) -> tuple[MayFollow, ...]:
    """The questions that may come after these in the same turn, for orders."""
    asked = {one.kind for one in waiting if one.kind}
    language = Language(match.ruleset, (A_DRIVER,))
    found = list[MayFollow]()
    for kind, question in language.following(asked).items():
        names = [name for name in language.offered(kind) if name != "none"]
        names.sort(key=lambda name: name != "yes")  # before no
        told = [write_preference(Preference(name, exact=True)) for name in names[:MOST_WORDS]]
        found.append(MayFollow(kind, question.words, tuple(told), len(names) - len(told)))
    return tuple(found)


def _example(match: Match, waiting: Iterable[AskedNext], following: Iterable[MayFollow]) -> str:
    """An order about a question: if possible one of now, with an option that shows a chance."""
    language = Language(match.ruleset, tuple(match.names))
    now = [(one.kind, option) for one in waiting if one.kind for option in one.options]
    now.sort(key=lambda one: (one[1].chance is None, bool(re.search("[0-9]", one[1].name))))
    named = [(kind, option.name, (LIKELY,) * (option.chance is not None)) for kind, option in now]
    named += [(one.kind, name, ()) for one in following for name in one.options]
    for kind, name, conditions in named:
        if (known := language.find_option(kind, name)) is not None:
            return f"{kind}: {write_preference(Preference(known, conditions, exact=True))}"
    return ""


def _standings(report: Report) -> Iterator[tuple[str, ...]]:
    """Each driver's place, name, and the rest, with the name of the energy."""
    for row in report.standings:
        place, name, where, energy, *rest = _cells(row)
        yield place, name, where, f"{energy} {report.energy}" if energy else "", *rest


def standings_table(report: Report) -> list[tuple[str, ...]]:
    """The standings as rows of cells, headings first. Columns without any entry are left out."""
    heads = ("", "driver", "where", report.energy, "carries", "state")
    rows = [heads, *(_cells(row) for row in report.standings)]
    kept = [at for at in range(len(heads)) if any(row[at] for row in rows[1:])]
    return [tuple(row[at] for at in kept) for row in rows]


def _cells(row: Row) -> tuple[str, ...]:
    energy = f"{row.energy}/{row.most}" if row.most else ""
    gauges = [f"{gauge.name} {gauge.value}" for gauge in row.gauges]
    words = (*gauges, *(status.name for status in row.statuses), row.note)
    lap = f"lap {row.lap}" if row.lap else ""
    where = ", ".join(filter(None, (row.where, lap)))
    return (
        f"{row.place}.",
        row.name,
        where,
        energy,
        ", ".join(row.carried),
        ", ".join(filter(None, words)),
    )


# --- markups


def as_markdown(report: Report) -> str:
    """GitHub's Markdown: headings, a table, lists."""
    parts = [f"## {markdown(report.title)}", *filter(None, [markdown(report.scene)])]
    if report.picture:
        parts.append(f"![{markdown(report.alt)}]({report.picture})")
    parts += filter(None, [_fenced(report)])
    for phase, found in _story(report, markdown, "**", _md_link):
        parts += [f"**{phase}**"] if phase else []
        parts.append("\n".join(f"- {line}" for line in found))
    rows = [[markdown(cell) for cell in row] for row in standings_table(report)]
    table = [_bar(rows[0]), _bar(["---"] * len(rows[0])), *map(_bar, rows[1:])]
    parts.append("### Standings\n\n" + "\n".join(table))
    parts += filter(None, [markdown(_legend(report))])
    if report.waiting:
        asked = "\n".join(_next(report, markdown, "**", "- ", ("", "  - ", ""), link=_md_link))
        parts.append(f"### {_next_title(report)}\n\n{asked}")
    return "\n\n".join(parts) + "\n"


def _bar(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def as_bbcode(report: Report) -> str:
    """BBCode as all forums read it: bold, lists, and the standings in a fixed width."""
    parts = [f"[b]{bbcode(report.title)}[/b]", *filter(None, [bbcode(report.scene)])]
    if report.picture:
        parts.append(f"[img]{report.picture}[/img]")
    if report.course_map:
        parts.append(f"[code]{bbcode_block(_course(report))}[/code]")
    for phase, found in _story(report, bbcode, BB_BOLD, _bb_link):
        told = "\n".join(f"[*]{line}" for line in found)
        parts.append((f"[b]{phase}[/b]\n" if phase else "") + f"[list]\n{told}\n[/list]")
    parts.append(f"[b]Standings[/b]\n[code]{bbcode_block(_fixed(report, mail))}[/code]")
    parts += filter(None, [bbcode(_legend(report))])
    if report.waiting:
        asked = "\n".join(
            _next(report, bbcode, BB_BOLD, "[*]", ("[list]", "[*]", "[/list]"), link=_bb_link)
        )
        parts.append(f"[b]{_next_title(report)}[/b]\n[list]\n{asked}\n[/list]")
    return "\n\n".join(parts) + "\n"


def as_discord(report: Report) -> str:
    """Discord's Markdown, for one or more messages: see `messages`. Lines fit a phone."""
    parts = [
        f"**{markdown(report.title)}**",
        *filter(None, [markdown(report.scene), _fenced(report)]),
    ]
    for phase, found in _story(report, markdown, "**"):
        parts += [f"__{phase}__"] if phase else []
        parts += [f"• {line}" for line in found]
    parts.append("__Standings__")
    for place, name, *rest in _standings(report):
        parts.append(
            " · ".join(
                [f"{place} **{markdown(name).strip()}**", *map(markdown, filter(None, rest))]
            )
        )
    parts += filter(None, [markdown(_legend(report)), report.rules and f"Rules: <{report.rules}>"])
    if report.waiting:
        asked = "\n".join(_next(report, markdown, "**", "• ", ("", "◦ ", ""), _discord_time))
        parts.append(f"__{_next_title(report, _discord_time)}__\n{asked}")
    if report.picture.startswith("http"):
        parts.append(report.picture)
    return "\n".join(parts) + "\n"


def as_text(report: Report) -> str:
    """Plain text, for an e-mail."""
    parts = ["\n".join(filter(None, (mail(report.title), mail(report.scene))))]
    parts += filter(None, [_course(report)])
    for phase, found in _story(report, mail, ""):
        parts.append("\n".join([*([phase] if phase else []), *(f"  {line}" for line in found)]))
    parts.append("Standings\n" + _fixed(report, mail))
    parts += filter(None, [mail(_legend(report)), report.rules and f"Rules: {report.rules}"])
    if report.waiting:
        asked = "\n".join(_next(report, mail, "", "  ", ("", "    ", "")))
        parts.append(f"{_next_title(report)}\n{asked}")
    if report.picture.startswith("http"):
        parts.append(f"The board: {report.picture}")
    return "\n\n".join(parts) + "\n"


MARKUPS: Mapping[str, Callable[[Report], str]] = {
    "markdown": as_markdown,
    "bbcode": as_bbcode,
    "discord": as_discord,
    "text": as_text,
}


def messages(text: str, most: int = DISCORD_MOST) -> list[str]:
    """Cut a text between lines into pieces of at most `most` characters. Code blocks stay whole.

    A part that fits into one piece, from its heading `__Standings__` on, is not cut. A sign that
    takes two units of UTF-16, such as an emoji, counts twice.
    """
    pieces, piece, fenced = list[str](), "", False
    for line in text.splitlines():
        room = most - len("\n```\n")
        while _size(piece) + _size(line) + 1 > room:
            heading = 0 if fenced else piece.rfind("\n__") + 1
            if heading and _size(piece[heading:]) + _size(line) + 1 <= room:
                pieces.append(piece[:heading])
                piece = piece[heading:]
                continue
            if piece:
                pieces.append(piece + ("```" if fenced else ""))
                piece = "```\n" if fenced else ""
            if _size(piece) + _size(line) + 1 > room:
                cut = _cut_at(line, room - _size(piece) - 1)
                piece, line = piece + line[:cut] + "\n", line[cut:]
        if line.startswith("```"):
            fenced = not fenced
        piece += line + "\n"
    return [*pieces, piece] if piece.strip() else pieces


def _size(text: str) -> int:
    """How many units of UTF-16 a text takes: that is how services count."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def _cut_at(line: str, room: int) -> int:
    """Where to cut a line that is too long: not between a backslash and what it escapes."""
    cut = room
    while _size(line[:cut]) > room:
        cut -= 1
    slashes = cut - len(line[:cut].rstrip("\\"))
    return cut - slashes % 2


def _story(
    report: Report, plain: Callable[[str], str], bold: Bold, link: Link | None = None
) -> Iterator[tuple[str, list[str]]]:
    """The turn's lines by phases, dice in bold, rules at the end; '' for lines without a phase."""
    opening, closing = (bold, bold) if isinstance(bold, str) else bold
    phase, lines = "", list[str]()
    for line in with_phases(report.lines):
        if line.heading:
            if lines:
                yield phase, lines
            phase, lines = plain(line.phase), []
            continue
        words = "".join(
            f"{opening}{plain(part.text).strip()}{closing}" + " " * part.text.endswith(" ")
            if part.kind == DIE and part.text.strip()
            else plain(part.text)
            for part in line.parts
        )
        lines.append(words + _rules(report, line.rules, link))
    if lines:
        yield phase, lines


def _rules(report: Report, rules: Sequence[str], link: Link | None) -> str:
    """` (R27 R4)`, each with a link to its text, if the markup has links and there is one."""
    if link is not None and report.rules:
        rules = [link(rule, f"{report.rules}#{rule}") for rule in rules]
    return f" ({' '.join(rules)})" if rules else ""


def _legend(report: Report) -> str:
    """`M: Momentum · ~: the item behind the kart`; '' if no sign needs words."""
    return " · ".join(f"{sign}: {words}" for sign, words in report.signs.items())


def _md_link(words: str, address: str) -> str:
    return f"[{words}]({address})"


def _bb_link(words: str, address: str) -> str:
    return f"[url={address}]{words}[/url]"


def _in_words(limit: Limit) -> str:
    return limit.words


def _discord_time(limit: Limit) -> str:
    """Discord shows it to each reader by their own clock."""
    return f"<t:{round(limit.at)}:F>"


def _next_title(report: Report, when: Callable[[Limit], str] = _in_words) -> str:
    """The heading of what is asked next, with the deadline if it is the same for all."""
    limits = {asked.by for asked in report.waiting}
    limit = next(iter(limits)) if len(limits) == 1 else None
    return "Next" if limit is None else f"Next, until {when(limit)}"


def _next(
    report: Report,
    plain: Callable[[str], str],
    bold: Bold,
    mark: str,
    under: Under,
    when: Callable[[Limit], str] = _in_words,
    link: Link | None = None,
) -> Iterator[str]:
    """A line for each question, with its drivers, and until when, if that differs; its options."""
    opening, closing = (bold, bold) if isinstance(bold, str) else bold
    asked: dict[AskedNext, list[str]] = {}
    for one in report.waiting:
        asked.setdefault(replace(one, who=""), []).append(one.who)
    differ = len({one.by for one in report.waiting}) > 1
    for one, names in asked.items():
        who = listed([f"{opening}{plain(name).strip()}{closing}" for name in names])
        number = _rules(report, (one.rule,) if one.rule else (), link)
        until = f" Until {when(one.by)}." if differ and one.by is not None else ""
        ahead = f" The word for it in orders: {plain(one.kind)}." if one.kind else ""
        yield f"{mark}{who}: {plain(one.question)}{number}{until}{ahead}"
        if one.options:
            yield from _listed(under, map(plain, _options(one.options)))
    if report.example:
        about = f'Orders are answers given ahead, a line each, such as "{report.example}".'
        yield mark + plain(about)
    if report.following:
        yield f"{mark}Orders can also answer what may be asked later in the {report.unit}:"
        yield from _listed(under, (plain(_may_follow(one)) for one in report.following))
    yield from (mark + plain(words) for words in report.away)
    if report.link:
        yield f"{mark}Answer at {report.link}"


def _listed(under: Under, below: Iterable[str]) -> Iterator[str]:
    """Lines below another one."""
    before, each, after = under
    yield from filter(None, (before, *(each + line for line in below), after))


def _may_follow(one: MayFollow) -> str:
    """`pull ahead: yes, no (Try to Pull Ahead?)`."""
    more = [f"and {one.more} more"] if one.more else []
    return f"{one.kind}: {', '.join([*one.options, *more]) or 'a number'} ({one.question})"


def _course(report: Report) -> str:
    return unlinked(lines("\n".join(report.course_map)))


def _fenced(report: Report) -> str:
    """The course as a block of code; '' without one."""
    told = markdown_block(_course(report))
    return f"```\n{told}\n```" if told else ""


def _options(options: Sequence[Option]) -> list[str]:
    """`Yes, 25% success: roll 4+; it costs 3 M`, a line each; a group of options on one line."""
    lines = list[str]()
    for group, each in groupby(options, lambda option: option.group):
        if group:
            lines.append(f"{group}: {', '.join(option.short for option in each)}")
        else:
            lines += map(_option, each)
    more = len(lines) - MOST_OPTIONS
    return lines if more <= 0 else [*lines[:MOST_OPTIONS], f"and {more} more"]


def _option(option: Option) -> str:
    chance = "" if option.chance is None else f", {option.chance:.0%} {option.chance_of}".rstrip()
    return f"{option.label}{chance}" + (f": {option.meaning}" if option.meaning else "")


def _fixed(report: Report, plain: Callable[[str], str] = one_line) -> str:
    """The standings in columns of fixed width."""
    rows = [tuple(map(plain, row)) for row in standings_table(report)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    joined = (
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)) for row in rows
    )
    return "\n".join(line.rstrip() for line in joined)
