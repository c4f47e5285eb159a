"""Standing answers that a driver gives ahead: "orders", and their text.

    order: red shell if target else aggressive if momentum <= 3 else defensive
    passes: yes >= 50% else no
    target: Bob else anyone ahead
    otherwise: wait

A line, or a part of it that ends with `;`, has a kind of questions and what to choose there, the
best first. Kinds and options are those that the ruleset declares in `questions`; its file
`data/orders.toml`, if there is one, gives several kinds one name. What orders choose at a question
is said by `standing_answers`.

read_orders     text to Orders; raises Malformed with the line and what was expected
write_orders    Orders to text: reading it gives the same Orders
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal, NoReturn, cast, get_args

from wreckoning.core.declared import Asked, Kind, Names, Offered, Seats, plainly
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.files.toml_files import read_toml
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.texts.wording import listed
from wreckoning.show.order_hints import choice_meant, comparison_meant, neighbour_meant, plain_words

LONGEST = 2000  # characters of a text
MOST_RULES, MOST_CHOICES, MOST_CONDITIONS = 40, 20, 6
MOST_VALUE = 10**6
MOST_QUOTED = 30
FEW = 6  # names that an error lists
MOST_OFFERED, MOST_LISTED = 24, 100  # options of a sort, and of a question, in a form
MOST_BYTES = 16 * 1024  # of a ruleset's file

WAIT: Final = "wait"
USUAL: Final = "usual"
ANY, ANYONE, AHEAD, BEHIND = "any", "anyone", "anyone ahead", "anyone behind"
HIGHEST, LOWEST = "highest", "lowest"
SPECIAL = (WAIT, USUAL, ANY, ANYONE, AHEAD, BEHIND, HIGHEST, LOWEST)
OF_SEATS = (ANYONE, AHEAD, BEHIND)
OF_NUMBERS = (HIGHEST, LOWEST)
ALIASES = {"target": ANY, "anything": ANY, "anybody": ANYONE}
OTHERWISE, UNTIL = "otherwise", "until"
CHANGED, NEXT_TURN = "changed", "next turn"

CHANCE, TARGET = "chance", "target"
SIGNS = (">=", "<=", ">", "<", "=")
NEIGHBOURS = ("someone ahead", "someone behind", "nobody ahead", "nobody behind")
FIGURES = ("place", "lap")  # of every ruleset
DECLINES = frozenset(("no", "none", "nobody", "nothing", "keep", "pass", "hold", "done", "stay"))
REFUSALS = ("no", "none")  # the names of options
CUTS = ("if", "else", "and")  # words that a name must not contain, unless it is quoted

Sign = Literal["", ">=", "<=", ">", "<", "="]
Otherwise = Literal["wait", "usual"]
Until = Literal["changed", "this turn", "next turn"]


@dataclass(frozen=True)
class Condition:
    """`chance >= 60`, `momentum < 3`; without a sign `target`, or one of NEIGHBOURS."""

    what: str
    sign: Sign = ""
    value: int = 0


@dataclass(frozen=True)
class Preference:
    """An option, some words of it, or one of SPECIAL; chosen if all its conditions hold.

    `exact`: `what` is the name of an option, also if it reads like one of SPECIAL.
    """

    what: str
    conditions: tuple[Condition, ...] = ()
    exact: bool = False


@dataclass(frozen=True)
class Order:
    """What to choose at a kind of questions, the best first."""

    kind: str
    preferences: tuple[Preference, ...]


@dataclass(frozen=True)
class Orders:
    """The standing answers of a seat. `otherwise`: at questions where none of them fits."""

    rules: tuple[Order, ...] = ()
    otherwise: Otherwise = "wait"
    until: Until = "changed"


# --- what can be said in a race


@dataclass(frozen=True)
class OrderWords:
    """A ruleset's own words for orders: `kinds` and `figures` by their names.

    `leave_out`: questions that are not a driver's. `declines`: options that do nothing. `own`: the
    words before the numbers of cards that a house file adds to a list of the data. `turn`: the
    questions of a turn by its stages; empty if any may come at any time.
    """

    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    figures: Mapping[str, str] = field(default_factory=dict)
    leave_out: tuple[str, ...] = ()
    declines: frozenset[str] = DECLINES
    own: Mapping[str, str] = field(default_factory=dict)
    turn: tuple[tuple[str, ...], ...] = ()


@cache
def order_words(questions: type[Asked], package: str) -> OrderWords:
    """What `data/orders.toml` of this package says. Raises Malformed."""
    path = files(package) / "data" / "orders.toml"
    if not path.is_file():
        return OrderWords()
    return read_words(path.name, read_toml(path, "table", MOST_BYTES), questions)


def read_words(where: str, value: object, questions: type[Asked]) -> OrderWords:
    """A ruleset's words for orders about these questions. Raises Malformed."""
    keys = ("kinds", "figures", "leave_out", "declines", "own", "turn")
    table = TomlTable(where, value, keys)
    kinds, figures, own, turn = (_inner(table, key) for key in ("kinds", "figures", "own", "turn"))
    choices = [one.word for one in questions if not one.is_die]
    left_out = tuple(table.words("leave_out", choices)) if "leave_out" in table.values else ()
    driven = [word for word in choices if word not in left_out]
    return OrderWords(
        {name: tuple(kinds.words(name, driven)) for name in kinds.values},
        {name: figures.text(name) for name in figures.values},
        left_out,
        DECLINES.union(_texts(table, "declines")),
        {word: own.text(word) for word in own.values},
        tuple(tuple(turn.words(stage, driven)) for stage in turn.values),
    )


def _inner(table: TomlTable, key: str) -> TomlTable:
    found = table.values.get(key, {})
    keys = tuple(found) if isinstance(found, dict) else ()
    return TomlTable(f"{table.where}: {key}", found, keys)


def _texts(table: TomlTable, key: str) -> tuple[str, ...]:
    found = table.values.get(key, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        table.wrong(key, "a list of names")
    return tuple(found)


@dataclass(frozen=True)
class Language:
    """What orders can be about in a race: its ruleset, the names of its seats, drivers' figures."""

    ruleset: Ruleset
    seats: tuple[str, ...] = ()
    figures: tuple[str, ...] | None = None  # None: not known, so any word may be one
    labels: Callable[[Asked], Mapping[str, str]] | None = None  # names by what buttons say
    hints: bool = True  # whether a refusal says which form may be meant

    @property
    def words(self) -> OrderWords:
        """The ruleset's own words."""
        return order_words(self.ruleset.words.questions, self.ruleset.package)

    def kinds(self) -> dict[str, tuple[Asked, ...]]:
        """The questions of each kind, by its name."""
        return _kinds(self.ruleset.words.questions, self.ruleset.package)

    def offered_kinds(self) -> dict[str, tuple[Asked, ...]]:
        """The kinds to choose from: of several names for the same questions only the first."""
        found: dict[tuple[Asked, ...], str] = {}
        for name, questions in self.kinds().items():
            found.setdefault(questions, name)
        return {name: questions for questions, name in found.items()}

    def compared(self) -> tuple[str, ...]:
        """What conditions compare with a number."""
        return (CHANCE, *FIGURES, *(self.figures or ()))

    def offered_figures(self) -> list[str]:
        """The figures to choose from: without short names that have a word of their own."""
        own = self.words.figures
        short = {shown.lower() for name, shown in own.items() if shown.lower() != name}
        return [name for name in self.figures or () if name not in short]

    def following(self, asked: Collection[str]) -> dict[str, Asked]:
        """The questions that may come in the same turn after these, by the names of their kinds.

        Those of the stages from that of the earliest asked one on. After a question of no stage,
        such as one before the first turn, all may come.
        """
        questions = {plain(one.word): one for (one, *others) in self.kinds().values() if not others}
        stages = [list(map(plain, stage)) for stage in self.words.turn] or [list(questions)]
        first = min((_stage_of(stages, kind) for kind in asked), default=len(stages))
        names = [name for stage in stages[first:] for name in stage if name not in asked]
        return {name: questions[name] for name in names}

    def find_option(self, kind: str, text: str) -> str | None:
        """The plain name of the option of this name; None if the kind has none."""
        for question in self.kinds()[kind]:
            if text in names_of(question, self.seats):
                return text
            option = question.parse(text, self.seats)
            if option is not None:
                with suppress(KeyError, ValueError, IndexError):  # a number beyond the others
                    return plain_name(question, question.name_of(option, self.seats), self.seats)
        return None

    def find_spelled(self, kind: str, text: str) -> str | None:
        """The plain name of the option with this name or label, whatever its punctuation.

        If there is none, that of the only option whose label has these words in a row; of a
        refusal only the whole label: `attempt` is not "No attempt".
        """
        wanted, found, having = spelled(text), dict[str, None](), dict[str, None]()
        for question in self.kinds()[kind]:
            labels = self.labels(question) if self.labels else {}
            for name in names_of(question, self.seats):
                if spelled(name) == wanted:
                    found[plain_name(question, name, self.seats)] = None
            found |= {name: None for label, name in labels.items() if spelled(label) == wanted}
            having |= {
                name: None
                for label, name in labels.items()
                if contains(label, wanted) and name not in REFUSALS
            }
        found = found or having
        return next(iter(found)) if len(found) == 1 else None

    def spellings(self, kind: str) -> list[str]:
        """The names and labels of a kind's options."""
        found: dict[str, str] = {}  # by what they are compared as
        for question in self.kinds()[kind]:
            labels = self.labels(question) if self.labels else {}
            for name in (*names_of(question, self.seats), *labels):
                found.setdefault(spelled(name), name)
        return list(found.values())

    def offered(self, kind: str) -> list[str]:
        """The options of a kind for a form; of many of a sort, such as squares, only their word."""
        names = [
            name
            for question in self.kinds()[kind]
            for name in _offered(question.options, self.seats)
        ]
        return [
            self._titled_plainly(kind, name)
            for name in dict.fromkeys(names)
            if self._is_in_race(name)
        ]

    def _titled_plainly(self, kind: str, name: str) -> str:
        """The name with its card's title, if that is read as the same without quotes."""
        titled = self.titled(name)
        if titled == name or needs_quotes(Preference(titled, exact=True)):
            return name
        return titled if _read_one(kind, titled, self) == _read_one(kind, name, self) else name

    def _is_in_race(self, name: str) -> bool:
        """False for a card of a house file, such as `own 3`, that this race does not have."""
        own = "|".join(self.words.own)
        found = re.search(rf"\b(?:{own}) [0-9]+$", name) if own else None
        return found is None or found[0] in self.titles()

    def titles(self) -> dict[str, str]:
        """The titles of the cards that a house file adds, by their names: `own 1`."""
        found = dict[str, str]()
        for word, cards in self.words.own.items():
            of_cards = [
                card
                for path, card in self.ruleset.changes.items()
                if path.rpartition(".")[0] == cards and isinstance(card, Mapping)
            ]
            found |= {f"{word} {n}": str(card["title"]) for n, card in enumerate(of_cards, 1)}
        return found

    def titled(self, name: str) -> str:
        """`deploy Hot Potato` for `deploy own 1`."""
        for own, title in self.titles().items():
            if f" {name}".endswith(f" {own}"):
                return name.removesuffix(own) + title
        return name

    def untitled(self, text: str) -> str:
        """`deploy own 1` for `deploy Hot Potato`; of titles that end alike, the longest."""
        for own, title in sorted(self.titles().items(), key=lambda one: -len(spelled(one[1]))):
            if f" {spelled(text)}".endswith(f" {spelled(title)}"):
                return spelled(text).removesuffix(spelled(title)) + own
        return text

    def has_words(self, kind: str, text: str) -> bool:
        """True if the names of some options contain these words in a row."""
        return any(
            contains(name, text)
            for question in self.kinds()[kind]
            for name in names_of(question, self.seats)
        )

    def has_seats(self, kind: str) -> bool:
        """True if some options are drivers."""
        return any(map(_has_seats, self.kinds()[kind]))

    def has_numbers(self, kind: str) -> bool:
        """True if all options are numbers."""
        return all(question.options is int for question in self.kinds()[kind])


def _stage_of(stages: Sequence[Sequence[str]], kind: str) -> int:
    return next((number for number, stage in enumerate(stages) if kind in stage), 0)


def plain(name: str) -> str:
    """A declared name as a person types it."""
    return name.replace("_", " ")


def spelled(text: str) -> str:
    """A name as it is compared: small letters, without punctuation except commas."""
    return " ".join(re.sub(r"[^\w,]+", " ", plainly(plain(text))).split()).replace(" ,", ",")


def plain_name(question: Asked, name: str, seats: Sequence[str]) -> str:
    """An option's name as a person types it, if it is still read as the same option."""
    typed = plain(name)
    return typed if question.parse(typed, seats) == question.parse(name, seats) else name


def contains(name: str, words: str) -> bool:
    """True if a name contains these words in a row: `deploy red shell` and `red shell`."""
    return f" {words} " in f" {plain(name).lower()} "


def _has_seats(question: Asked) -> bool:
    kind = question.options
    if isinstance(kind, type) and issubclass(kind, Offered):
        return any(isinstance(member.of, Seats) for member in kind)
    return isinstance(kind, Seats)


@cache
def _kinds(questions: type[Asked], package: str) -> dict[str, tuple[Asked, ...]]:
    said = order_words(questions, package)
    choices = [one for one in questions if not one.is_die and one.word not in said.leave_out]
    found: dict[str, tuple[Asked, ...]] = {plain(one.word): (one,) for one in choices}
    for name, members in said.kinds.items():
        found[name] = tuple(one for one in choices if one.word in members)
    return found


def names_of(question: Asked, seats: Sequence[str]) -> list[str]:
    """The names of all options that can be counted; of a kind with numbers its word alone."""
    kind = cast("Hashable", question.options)
    return list(_names(kind, tuple(seats) if _has_seats(question) else ()))


@lru_cache(maxsize=256)
def _names(kind: Hashable, seats: tuple[str, ...]) -> tuple[str, ...]:
    """`kind` is a Kind of declared options, or None for a die."""
    if isinstance(kind, type) and issubclass(kind, Offered):
        return tuple(name for member in kind for name in _names_of_member(member, seats))
    if isinstance(kind, Names):
        return tuple(kind.values)
    if isinstance(kind, Seats):
        return *seats, "nobody"
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return tuple(plain(member.name.lower()) for member in kind)
    return ()


def _names_of_member(member: Offered, seats: tuple[str, ...]) -> Iterator[str]:
    values = _names(cast("Hashable", member.of), seats)
    if member.of is None or not values:
        yield plain(member.word)
    for value in values:
        yield f"{plain(member.word)} {value}".strip()


def _offered(kind: Kind | None, seats: tuple[str, ...]) -> Iterator[str]:
    if isinstance(kind, type) and issubclass(kind, Offered):
        for member in kind:
            names = list(_names_of_member(member, seats))
            yield from names if len(names) <= MOST_OFFERED else filter(None, [plain(member.word)])
    else:
        yield from _names(cast("Hashable", kind), seats)[:MOST_LISTED]


# --- text to orders

TOKEN = re.compile(
    r'\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<sign>>=|<=|=>|=<|==|[<>=≥≤])|(?P<comma>,)|'
    r'(?P<word>[^\s,"<>=≥≤]+))'
)
SPELLED: Mapping[str, Sign] = {"≥": ">=", "≤": "<=", "=>": ">=", "=<": "<=", "==": "="}


@dataclass(frozen=True)
class Token:
    """A `word`, a `sign`, a `comma`, or a text that is `quoted`."""

    kind: str
    text: str


def read_orders(text: str, language: Language) -> Orders:
    """Read orders. Raises Malformed, naming the line and what was expected."""
    if len(text) > LONGEST:
        raise Malformed("orders", f"expected at most {LONGEST} characters, found {len(text)}")
    rules, said = list[Order](), dict[str, str]()
    for where, part in _parts(text):
        kind, rest = _split_kind(where, part, language)
        if kind in (OTHERWISE, UNTIL):
            if kind in said:
                raise Malformed(where, f"{kind}: expected it only once")
            said[kind] = _one_of(where, kind, rest)
        else:
            rules.append(_Reader(where, language, kind, rest).order())
    if len(rules) > MOST_RULES:
        raise Malformed("orders", f"expected at most {MOST_RULES} lines, found {len(rules)}")
    return Orders(
        tuple(rules),
        "usual" if said.get(OTHERWISE) == USUAL else "wait",
        cast(Until, said.get(UNTIL, CHANGED)),
    )


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The lines, and the parts between `;` of each, with their place."""
    for number, line in enumerate(text.splitlines(), 1):
        found = re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^;])+', line)
        for part in filter(str.strip, found):
            yield f"orders: line {number}", part.strip()


def _split_kind(where: str, part: str, language: Language) -> tuple[str, str]:
    kind, colon, rest = part.partition(":")
    kind = plain_words(plain(kind))
    if kind not in (known := language.kinds()):
        kind = next((one for one in known if spelled(one) == spelled(kind)), kind)
    meant = _comparison_meant(kind, language)
    if not colon:
        expected = f"expected KIND: CHOICE, found {part[:MOST_QUOTED]!r}"
        hint = f"did you mean `KIND: CHOICE if {meant}`?" if meant else _line_meant(part, language)
        raise Malformed(where, f"{expected}; {hint or 'for example `otherwise: wait`'}")
    if meant:
        problem = f"no kind of question {kind[:MOST_QUOTED]!r}"
        hint = _line_meant(f"{rest.strip()} if {meant}", language)
        raise Malformed(where, f"{problem}; {hint or f'did you mean `KIND: CHOICE if {meant}`?'}")
    if not rest.strip():
        raise Malformed(where, f"{kind[:MOST_QUOTED]}: expected a choice after the colon")
    return kind, rest


def _is_read(text: str, language: Language) -> bool:
    """True if these orders can be read; what they are read as is not looked at."""
    try:
        read_orders(text, replace(language, hints=False))
    except Malformed:
        return False
    return True


def _comparison_meant(text: str, language: Language) -> str:
    """The condition that a text may mean, if it can be read as one; else ''."""
    meant = comparison_meant(text, language.compared()) if language.hints else ""
    kind = next(iter(language.kinds()))
    return meant if meant and _is_read(f"{kind}: {USUAL} if {meant}", language) else ""


def _line_meant(part: str, language: Language) -> str:
    """What is said about a line without a colon: `order draft`, `order = draft`, or `draft`.

    '' if the line begins with neither a kind nor an option, or could not be read with a colon.
    """
    if not language.hints or len(part) > 2 * MOST_QUOTED:
        return ""
    known = language.kinds()
    for cut in reversed(list(re.finditer(r"\s*=\s*|\s+", part))):
        kind = plain_words(plain(part[: cut.start()]))
        line = f"{kind}: {part[cut.end() :]}"
        if kind in known and _is_read(line, language):
            return f"did you mean `{line}`?"
    option = re.split(r" (?:if|else)\b|[,<>=≥≤]", part)[0].strip()
    kinds = [
        kind
        for kind, questions in language.offered_kinds().items()
        if len(questions) == 1
        and language.find_option(kind, option) is not None
        and _is_read(f"{kind}: {part}", language)
    ]
    if len(kinds) > 1:
        return f"begin with its kind of question: {listed(kinds, 'or')}"
    return f"did you mean `{kinds[0]}: {part}`?" if kinds else ""


def _one_of(where: str, kind: str, rest: str) -> str:
    known = (WAIT, USUAL) if kind == OTHERWISE else get_args(Until)
    given = " ".join(rest.lower().split())
    if given not in known:
        expected = listed(list(known), "or")
        raise Malformed(where, f"{kind}: expected {expected}, found {given[:MOST_QUOTED]!r}")
    return given


def nearest(what: str, given: str, known: Sequence[str], few: int = FEW) -> str:
    """The message for an unknown name: the most similar ones; of a few, or if none is, which."""
    if len(known) <= few:
        return unknown(what, given, known)
    names = {spelled(name): name for name in reversed(known)}
    similar = get_close_matches(spelled(given), names, 3)
    having = [name for name in reversed(names) if contains(name, spelled(given))]
    if close := list(dict.fromkeys((*having, *similar)))[:3]:
        said = f"did you mean {listed([names[name] for name in close], 'or')}?"
    else:
        said = "for example " + ", ".join([name for name in known if name != "none"][:FEW])
    return f"no {what} {given[:MOST_QUOTED]!r}; {said}"


def _oddness(name: str) -> tuple[bool, int]:
    """A name with fewer words is a better example; one with digits, such as a square, the worst."""
    return bool(re.search("[0-9]", name)), name.count(" ")


class _Reader:
    """Reads the preferences of one order, token by token."""

    def __init__(self, where: str, language: Language, kind: str, rest: str) -> None:
        self.where, self.language, self.kind = where, language, kind
        known = language.kinds()
        if kind not in known:
            raise Malformed(where, nearest("kind of question", kind, [*known, OTHERWISE, UNTIL]))
        self.tokens = self._tokens(rest)

    def _tokens(self, rest: str) -> list[Token]:
        found, at = list[Token](), 0
        while rest[at:].strip():
            match = TOKEN.match(rest, at)
            if match is None:
                self._wrong(f"a quote that is not closed: {rest[at:].strip()[:MOST_QUOTED]}")
            kind = match.lastgroup or ""
            found.append(Token(kind, match[kind]))
            at = match.end()
        return found

    def _wrong(self, problem: str) -> NoReturn:
        raise Malformed(self.where, f"{self.kind}: {problem}")

    def _next(self) -> Token | None:
        return self.tokens[0] if self.tokens else None

    def _takes(self, *words: str) -> bool:
        """Take these words in a row if they come next."""
        head = self.tokens[: len(words)]
        if [(t.kind, t.text.lower()) for t in head] != [("word", word) for word in words]:
            return False
        del self.tokens[: len(words)]
        return True

    def order(self) -> Order:
        """The whole order."""
        found = [self._preference()]
        while self.tokens:
            if self.tokens[0].kind == "comma":
                del self.tokens[0]
                self._takes("else")
            elif not self._takes("else"):
                self._wrong(f"expected `else` before {self._rest()}")
            found.append(self._preference())
        if len(found) > MOST_CHOICES:
            self._wrong(f"expected at most {MOST_CHOICES} choices, found {len(found)}")
        return Order(self.kind, tuple(found))

    def _rest(self) -> str:
        return repr(" ".join(token.text for token in self.tokens)[:MOST_QUOTED])

    def _preference(self) -> Preference:
        head = self._next()
        if head is not None and head.kind == "quoted":
            del self.tokens[0]
            what, exact = self._quoted(head.text), True
        else:
            what, exact = self._what()
        return Preference(what, tuple(self._conditions()), exact)

    def _quoted(self, text: str) -> str:
        try:
            name = str(json.loads(text))
        except ValueError:
            self._wrong(f"not a text in quotes: {text[:MOST_QUOTED]}")
        found = self._find(name)
        if found is None:
            self._wrong(self._no_option(name))
        return found

    def _named(self, text: str) -> str | None:
        """The option of this name, with the title of a card or without."""
        for name in (text, self.language.untitled(text)):
            if (found := self.language.find_option(self.kind, name)) is not None:
                return found
        return None

    def _find(self, text: str) -> str | None:
        """The option of this name or label."""
        exact = self._named(text)
        return self.language.find_spelled(self.kind, text) if exact is None else exact

    def _what(self) -> tuple[str, bool]:
        """An option or a special word, in words that may go over a comma."""
        words = self._words(0)
        count = len(words)
        if not words:
            self._wrong("expected a choice" + (f" before {self._rest()}" if self.tokens else ""))
        if count < len(self.tokens) and self.tokens[count].kind == "comma":
            more = self._words(count + 1)
            joined = f"{' '.join(words)}, {' '.join(more)}"
            found = self._find(joined) if more else None
            if found is not None:
                del self.tokens[: count + 1 + len(more)]
                return found, True
        del self.tokens[:count]
        return self._meant(" ".join(words))

    def _words(self, start: int) -> list[str]:
        """The words from this token on, up to one that cuts."""
        words = []
        for token in self.tokens[start:]:
            if token.kind != "word" or token.text.lower() in CUTS:
                break
            words.append(token.text)
        return words

    def _meant(self, text: str) -> tuple[str, bool]:
        low = plainly(plain(text))
        special = ALIASES.get(low, low)
        if special in SPECIAL:
            return self._special(special), False
        found = self._named(text)
        if found is not None:
            return found, True
        for name in (low, self.language.untitled(text)):
            if self.language.has_words(self.kind, name):
                return name, False
        found = self.language.find_spelled(self.kind, text)
        if found is not None:
            return found, True
        if not self.language.has_words(self.kind, spelled(text)):
            self._wrong(self._no_option(text))
        return spelled(text), False

    def _special(self, word: str) -> str:
        if word in OF_SEATS and not self.language.has_seats(self.kind):
            self._wrong(f"{word}: no option of this question is a driver")
        if word in OF_NUMBERS and not self.language.has_numbers(self.kind):
            self._wrong(f"{word}: the options of this question are no numbers")
        return word

    def _no_option(self, text: str) -> str:
        meant = choice_meant(text) if self.language.hints else ""
        if meant and _is_read(f"{self.kind}: {meant}", self.language):
            return f"no option {text[:MOST_QUOTED]!r}; did you mean `{meant}`?"
        known = sorted(self.language.spellings(self.kind), key=_oddness)
        return nearest("option", text, known or ["a number"])

    # Conditions

    def _conditions(self) -> list[Condition]:
        head = self._next()
        found = list[Condition]()
        if head is not None and head.kind == "sign":
            found.append(self._compared(CHANCE))
            if not self._takes("if") and not self._takes("and"):
                return found
        elif not self._takes("if"):
            return []
        found.append(self._condition())
        while self._takes("and"):
            found.append(self._condition())
        if len(found) > MOST_CONDITIONS:
            self._wrong(f"expected at most {MOST_CONDITIONS} conditions, found {len(found)}")
        return found

    def _condition(self) -> Condition:
        head = self._next()
        if head is not None and head.kind == "sign":
            return self._compared(CHANCE)
        words = self._words(0)
        if not words:
            self._wrong("expected a condition" + (f" before {self._rest()}" if self.tokens else ""))
        del self.tokens[: len(words)]
        low = self._condition_word(" ".join(words))
        if low in (TARGET, *NEIGHBOURS):
            return Condition(low)
        return self._compared(low)

    def _condition_word(self, text: str) -> str:
        low = plainly(plain(text)).removeprefix("my ")
        low = low.replace(" is ", " ")
        for tail in (" here", " in the segment", " in segment"):
            low = low.removesuffix(tail)
        low = low.replace("anyone ", "someone ").replace("no one ", "nobody ")
        figures = self.language.figures
        known = (TARGET, *NEIGHBOURS, *self.language.compared())
        if figures is not None and low not in known:
            self._refuse_condition(text)
        return low

    def _refuse_condition(self, text: str) -> NoReturn:
        problem = f"no condition {text[:MOST_QUOTED]!r}"
        meant = neighbour_meant(text, self.language.seats)
        meant = meant or _comparison_meant(text, self.language)
        if meant:
            self._wrong(f"{problem}; did you mean `{meant}`?")
        if plainly(text).endswith(("ahead", "behind")):
            self._wrong(f"{problem}; of the others: {listed(list(NEIGHBOURS), 'or')}")
        own = (*FIGURES, *self.language.offered_figures())
        offered = dict.fromkeys((TARGET, *NEIGHBOURS, CHANCE, *own))
        self._wrong(nearest("condition", text, list(offered), MOST_OFFERED))

    def _compared(self, what: str) -> Condition:
        head = self._next()
        if head is None or head.kind != "sign":
            self._wrong(f"{what}: expected {', '.join(SIGNS)} and a number")
        del self.tokens[0]
        number = self._next()
        text = "" if number is None else number.text
        unit = "%" if what == CHANCE else ""
        if text.endswith("%") and not unit:
            self._wrong(f"{what}: expected a number without %, found {text[:MOST_QUOTED]!r}")
        digits = text.removesuffix("%")
        most = 100 if unit else MOST_VALUE
        if not re.fullmatch("[0-9]{1,7}", digits) or int(digits) > most:
            found = repr(text[:MOST_QUOTED]) if text else "nothing"
            self._wrong(f"{what}: expected a whole number from 0 to {most}{unit}, found {found}")
        del self.tokens[0]
        if unit and not text.endswith("%"):
            self._takes("%")
        return Condition(what, _sign(head.text), int(digits))


def _sign(text: str) -> Sign:
    if text in SPELLED:
        return SPELLED[text]
    return next(sign for sign in (">=", "<=", ">", "<", "=") if sign == text)


# --- orders to text


def write_orders(orders: Orders, between: str = "\n", language: Language | None = None) -> str:
    """Write orders as text, a part each with `between` in between. `until` is left out if usual.

    With a language, cards of a house file have their titles, if those are read as the same.
    """
    parts = [f"{rule.kind}: {_written(rule.preferences, language)}" for rule in orders.rules]
    parts.append(f"{OTHERWISE}: {orders.otherwise}")
    if orders.until != CHANGED:
        parts.append(f"{UNTIL}: {orders.until}")
    return between.join(parts)


def _written(preferences: Iterable[Preference], language: Language | None) -> str:
    return " else ".join(write_preference(one, language) for one in preferences)


def write_preference(preference: Preference, language: Language | None = None) -> str:
    """`yes >= 50%`, `red shell if target and place > 1`."""
    if language is not None:
        titled = replace(preference, what=language.titled(preference.what))
        if titled != preference and _are_read_alike(preference, titled, language):
            preference = titled
    what = _quoted(preference.what) if needs_quotes(preference) else preference.what
    conditions = preference.conditions
    if len(conditions) == 1 and conditions[0].what == CHANCE:
        return f"{what} {conditions[0].sign} {conditions[0].value}%"
    said = " and ".join(map(write_condition, conditions))
    return f"{what} if {said}" if said else what


def _are_read_alike(one: Preference, other: Preference, language: Language) -> bool:
    """True if the second is read as the first, in each kind that the first can be read in."""
    kept, shown = (write_preference(replace(each, conditions=())) for each in (one, other))
    wanted = replace(one, conditions=())
    kinds = [kind for kind in language.kinds() if _read_one(kind, kept, language) == wanted]
    return bool(kinds) and all(_read_one(kind, shown, language) == wanted for kind in kinds)


def _read_one(kind: str, text: str, language: Language) -> Preference | None:
    """The only choice of an order with this text; None if it is none, or several."""
    try:
        rules = read_orders(f"{kind}: {text}", replace(language, hints=False)).rules
    except Malformed:
        return None
    found = [one for rule in rules for one in rule.preferences]
    return found[0] if len(found) == 1 else None


def write_condition(condition: Condition) -> str:
    """`chance >= 60%`, `place > 1`, `someone ahead`."""
    if not condition.sign:
        return condition.what
    unit = "%" if condition.what == CHANCE else ""
    return f"{condition.what} {condition.sign} {condition.value}{unit}"


def needs_quotes(preference: Preference) -> bool:
    """True if the name would be read as something else without quotes."""
    if not preference.exact:
        return False
    text = preference.what
    low = plainly(plain(text))
    words = low.split()
    return (
        bool(re.search(r'[;:,"<>=≥≤\\]', text))
        or text != " ".join(text.split())
        or low in SPECIAL
        or low in ALIASES
        or not words
        or not set(CUTS).isdisjoint(words)
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
