"""The log of a race: JSON Lines. A header, a line for every answer, a result, an end.

    {"wreckoning": 1, "ruleset": "rtd", "version": "1.0", "course": {…}, "seats": […], …}
    {"n": 1, "by": "Ann", "ask": "rocket_start", "answer": "yes", "sum": "5b0c…"}
    {"n": 2, "by": "dice", "ask": "rocket_check", "answer": "6", "sum": "19ae…"}
    {"n": 3, "by": "referee", "correct": {"karts": {"Ann": {"momentum": 2}}}, "sum": "…"}
    {"result": {…}, "sum": "…"}
    {"answers": 3, "digest": "…", "sum": "…"}

Dice are answers too, so a log replays without any generator. Every line carries a checksum over
itself and all lines before it, so a changed line is found and named. The last line of a race that
is over or given up protects the whole log: it has the number of answers and their digest
(`digest`).

A check that the referee called is a correction that changes nothing, with its die:

    {"n": 4, "by": "referee", "correct": {}, "called": {"who": "Ann", "target": 4, …, "rolled": 5}}

An answer that orders gave, which its player had left for such a question, has `"ahead": true`.
One that the referee gave, who skipped the seat's `question` or `turn`, says so, and why; in a
skipped turn the others are marked `still`:

    {"n": 4, "by": "Bob", "ask": "order", "answer": "draft", "skipped": "turn", "reason": "…"}

With fair dice (`fair`) the header has their terms, a die's line says how many sides it has, and the
last line also has the secret:

    {"wreckoning": 1, …, "dice": "fair", "fair": {"match": "k7", "commitment": "…", "texts": […]}}
    {"n": 2, "by": "dice", "ask": "rocket_check", "answer": "6", "of": 6, "sum": "…"}
    {"secret": "…", "answers": 3, "digest": "…", "sum": "…"}

Such a log has no seed for bots: that comes from the secret too, and stays unknown during the race.

A race may go on with a newer version of the rules than it began with. If its answers lead to the
same positions by the newer rules, `rules` in the header names these. If not, a line says from which
answer and position on they apply:

    {"wreckoning": 1, "ruleset": "rtd", "version": "1.0", "rules": "1.1", …}
    {"n": 42, "rules": "1.2", "position": {…}, "sum": "…"}

If the race belongs to a series, `series` in the header has all its courses and the results of the
earlier races. An upgrade that those results do not pay for is refused.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from wreckoning.core.asks import Answer, Entry, NewRules
from wreckoning.core.dice import Dice, Physical
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Changed, JournalFull, Malformed, WreckError
from wreckoning.core.fair import Fair, Sealed, commitment, read_secret, read_terms
from wreckoning.core.logs.digest import WHOLE, Digest, chain, first_link, next_link
from wreckoning.core.logs.entries import log_line, read_entry
from wreckoning.core.logs.headers import FORMAT, begin, header_of
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset

SUM_LENGTH = 12


@dataclass(frozen=True)
class LogFile:
    """A log as read: its header, its answers, and its result if the race was over.

    With fair dice it also has their secret, once that is revealed. `end` is the digest in the last
    line, if there is one.
    """

    header: Json
    entries: list[Json]
    result: Json | None
    secret: str | None = None
    end: Digest | None = None

    @property
    def has_ended(self) -> bool:
        """True if its last line says that nothing follows."""
        return self.secret is not None or self.end is not None

    @property
    def last_line(self) -> int:
        """The number of its last line."""
        return 1 + len(self.entries) + (self.result is not None) + self.has_ended

    @property
    def change(self) -> int | None:
        """The index of the last line by which other rules took over; None if there is none."""
        changes = (n for n, line in enumerate(self.entries) if "rules" in line)
        return max(changes, default=None)

    @property
    def rules(self) -> str:
        """The version of the rules for its last answer."""
        line = self.header if self.change is None else self.entries[self.change]
        return str(line.get("rules", self.header.get("version")))[:40]

    @cached_property
    def digests(self) -> list[str]:
        """Its digest after each number of answers, from 0 on."""
        return chain(self.header, self.entries, self.result)


def write_log(match: Match, given_up: bool = False) -> str:
    """The whole log as text.

    If the race is over or `given_up`, the log has its last line, with the secret of fair dice: then
    it cannot go on. Sealed dice cannot end a race, since their secret is not known here.
    """
    return RunningLog().of(match, given_up)


class RunningLog:
    """The log of one race as it goes on and back. Only new answers are written."""

    def __init__(self) -> None:
        self._header: Json = {}
        self._entries: list[Entry] = []
        self._texts: list[str] = []  # a line for the header and for each entry
        self._sums: list[str] = []  # their checksums

    def of(self, match: Match, given_up: bool = False) -> str:
        """The whole log as text, as `write_log` gives it."""
        header, entries = header_of(match), match.entries
        if header != self._header:
            self._header, self._entries, self._texts, self._sums = header, [], [], []
            self._add([header])
        kept = common_prefix(self._entries, entries)
        del self._entries[kept:], self._texts[kept + 1 :], self._sums[kept + 1 :]
        self._entries += entries[kept:]
        self._add(_entries_json(match, kept))
        last = list(self._last_lines(match, given_up))
        return "".join([*self._texts, *(text for text, _ in _sealed(last, self._sums[-1]))])

    def _last_lines(self, match: Match, given_up: bool) -> Iterator[ReadOnlyJson]:
        """The lines behind the answers."""
        result, dice = match.result(), match.dice
        if result is not None:
            yield {"result": result}
        if (match.is_over or given_up) and not isinstance(dice, Sealed):
            secret = {"secret": dice.reveal()} if isinstance(dice, Fair) else {}
            digest = chain(self._header, list(_entries_json(match)), result)[-1]
            yield {**secret, "answers": len(self._entries), "digest": digest}

    def _add(self, lines: Iterable[ReadOnlyJson]) -> None:
        for text, checksum in _sealed(lines, self._sums[-1] if self._sums else ""):
            self._texts.append(text)
            self._sums.append(checksum)


def write_entries(header: Json, entries: Sequence[Entry], secret: str = "") -> str:
    """The log of a race without playing it: its header, its answers, and the secret if given."""
    with_sides = header["dice"] == Fair.name
    lines = [log_line(number, entry, with_sides) for number, entry in enumerate(entries, 1)]
    last: list[ReadOnlyJson] = []
    if secret:
        digest = chain(header, lines, None)[-1]
        last = [{"secret": secret, "answers": len(entries), "digest": digest}]
    return "".join(text for text, _ in _sealed([header, *lines, *last], ""))


def common_prefix(old: Sequence[Entry], new: Sequence[Entry]) -> int:
    """How many entries these races have in common: the very same ones, from the first on."""
    for at, (before, now) in enumerate(zip(old, new, strict=False)):
        if before is not now:
            return at
    return min(len(old), len(new))


def _entries_json(match: Match, first: int = 0, last: int | None = None) -> Iterator[ReadOnlyJson]:
    """The lines for these answers of a match."""
    with_sides = isinstance(match.dice, Fair | Sealed)
    for number, entry in enumerate(match.entries[first:last], first + 1):
        yield log_line(number, entry, with_sides)


class RunningDigest:
    """The digest of one race as it goes on and back. Only new answers are hashed."""

    def __init__(self) -> None:
        self._link = b""
        self._counted = 0  # how many answers are hashed
        self._last: Entry | None = None  # the last of them

    def of(self, match: Match) -> str:
        """The digest after the answers that everyone may know."""
        entries, settled = match.entries, match.settled
        goes_on = 0 < self._counted <= settled and entries[self._counted - 1] is self._last
        if not goes_on:
            self._link, self._counted = first_link(header_of(match)), 0
        for line in _entries_json(match, self._counted, settled):
            self._link = next_link(self._link, line)
        self._counted, self._last = settled, entries[settled - 1] if settled else None
        result = match.result()
        return (self._link if result is None else next_link(self._link, {"result": result})).hex()


def sealed(lines: Iterable[ReadOnlyJson]) -> list[str]:
    """These lines as a log has them, each with its checksum."""
    return [text for text, _ in _sealed(lines)]


def _sealed(lines: Iterable[ReadOnlyJson], before: str = "") -> Iterator[tuple[str, str]]:
    """These lines, and their checksums. `before` is that of the line before them."""
    for line in lines:
        before = _sum(before, line)
        yield json.dumps({**line, "sum": before}, ensure_ascii=False) + "\n", before


def _sum(before: str, line: ReadOnlyJson) -> str:
    text = json.dumps(line, ensure_ascii=False, sort_keys=True)
    data = (before + text).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:SUM_LENGTH]


def read_log(text: str, where: str = "log") -> LogFile:
    """Read a log and check its checksums. Raises Malformed or Changed, naming the line."""
    lines, before = [], ""
    for number, raw in enumerate(text.rstrip().split("\n"), 1):
        line = _read_line(raw, f"{where}: line {number}")
        if number == 1 and "wreckoning" not in line:
            raise Malformed(f"{where}: line 1", "expected a log's header")
        found = line.pop("sum", None)
        before = _sum(before, line)
        if found != before:
            raise Changed(f"{where}: line {number}", "changed since it was written (its sum)")
        lines.append(line)
    header, *entries = lines
    secret = result = end = None
    if entries and not {"secret", "digest"}.isdisjoint(entries[-1]):
        last, place = entries.pop(), f"{where}: line {len(lines)}"
        secret = _read_secret(header, last, place) if "secret" in last else None
        end = _read_end(last, place) if "digest" in last else None
    if entries and "result" in entries[-1]:
        result = entries.pop()["result"]
    for number, line in enumerate(entries, 1):
        if line.get("n") != number:
            raise Changed(f"{where}: line {number + 1}", f"expected answer {number}")
    return LogFile(header, entries, result, secret, end)


def _read_secret(header: Json, line: Json, where: str) -> str:
    """Read the secret at the end of a race with fair dice. Raises Malformed."""
    if header.get("dice") != Fair.name:
        raise Malformed(where, "a secret, but the header has no fair dice")
    try:
        return read_secret(line["secret"]).hex()
    except Malformed as error:
        raise Malformed(where, str(error)) from None


def _read_end(line: Json, where: str) -> Digest:
    """Read the digest in the last line. Raises Malformed."""
    answers, digest = line.get("answers"), line["digest"]
    if type(answers) is not int:
        raise Malformed(where, "answers: expected their number")
    if not isinstance(digest, str) or not re.fullmatch(f"[0-9a-f]{{{WHOLE}}}", digest):
        raise Malformed(where, f"digest: expected {WHOLE} hexadecimal digits, 0 to 9 and a to f")
    return Digest(digest, answers)


def dice_of(log: LogFile, where: str = "log") -> Dice:
    """The dice of a log: fair ones (sealed if it has no secret), or else physical ones.

    Raises Malformed, or Changed if the secret does not fit its commitment.
    """
    if log.header.get("dice") != Fair.name:
        return Physical()
    try:
        terms = read_terms(log.header.get("fair"))
    except Malformed as error:
        raise Malformed(f"{where}: line 1", str(error)) from None
    if log.secret is None:
        return Sealed(terms)
    if commitment(log.secret) != terms.commitment:
        problem = "this secret is not the one that the commitment on line 1 was made of"
        raise Changed(f"{where}: line {log.last_line}", problem)
    return Fair(log.secret, terms.match, terms.texts)


def _read_line(raw: str, where: str) -> Json:
    try:
        line = json.loads(raw, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Malformed(where, f"not JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError):
        raise Malformed(where, "not JSON: a number is too long, or nested too deeply") from None
    if not isinstance(line, dict):
        raise Malformed(where, "expected an object")
    return line


def _no_number(name: str) -> None:
    """NaN and Infinity are no JSON, though Python reads them."""
    raise json.JSONDecodeError(f"expected a number, found {name}", "", 0)


def check_version(log: LogFile, ruleset: Ruleset, where: str) -> None:
    """Refuse a log of another format, ruleset or version."""
    header = log.header
    if header["wreckoning"] != FORMAT:
        problem = f"log format {header['wreckoning']}, this program reads {FORMAT}"
        raise Changed(f"{where}: line 1", problem)
    if (header.get("ruleset"), log.rules) != (ruleset.key, ruleset.version):
        raise Changed(
            f"{where}: line {1 if log.change is None else log.change + 2}",
            f"played by {header.get('ruleset')} {log.rules}; these are the rules "
            f"{ruleset.key} {ruleset.version}, they might replay it differently",
        )


def replay(log: LogFile, ruleset: Ruleset, where: str = "log", dice: Dice | None = None) -> Match:
    """Replay a log as far as it goes. Raises Changed or Malformed, naming the line.

    Afterwards nothing in the match answers by itself; `Match.go_on` plays on. Its dice are those of
    the log (`dice_of`) unless others are given.
    """
    *_, match = replay_steps(log, ruleset, where, dice)
    return match


def replay_steps(
    log: LogFile, ruleset: Ruleset, where: str = "log", dice: Dice | None = None
) -> Iterator[Match]:
    """Replay a log answer by answer: yields the match before the first, and then after each.

    If these rules took the race over from another version, it begins after that line
    (`Match.first`). The end of the log is checked after the last answer.
    """
    check_version(log, ruleset, where)
    dice = dice or dice_of(log, where)
    try:
        match = begin(log.header, ruleset, dice)
    except WreckError as error:
        raise Malformed(f"{where}: line 1", str(error)) from None
    if log.change is not None:
        _take_over(match, log, where)
    yield match
    for number, line in enumerate(log.entries[match.first :], match.first + 2):
        place = f"{where}: line {number}"
        entry = read_entry(line, place)
        try:
            match.play_entry(entry)
        except Malformed as error:
            raise Malformed(place, str(error)) from None
        except WreckError as error:
            raise Changed(place, str(error)) from None
        except JournalFull:
            raise Changed(place, "this slot never ends: too many events") from None
        _check_sides(line, match.entries[-1], place)
        yield match
    if log.result is not None and match.result() != log.result:
        line_number = len(log.entries) + 2
        raise Changed(f"{where}: line {line_number}", "the race did not end like this")
    _check_end(log, match, f"{where}: line {log.last_line}")


def _take_over(match: Match, log: LogFile, where: str) -> None:
    """Put the match where these rules took over. Raises Malformed."""
    lines = enumerate(log.entries[: (log.change or 0) + 1], 2)
    *before, change = [read_entry(line, f"{where}: line {number}") for number, line in lines]
    place = f"{where}: line {(log.change or 0) + 2}"
    if not isinstance(change, NewRules):
        raise Malformed(place, 'expected "rules" and "position"')
    try:
        match.take_over(before, change)
    except WreckError as error:
        raise Malformed(place, str(error)) from None


def _check_end(log: LogFile, match: Match, where: str) -> None:
    """Check the log against the digest in its last line. Raises Changed."""
    count = len(log.entries)
    if log.end is not None and log.end.answers != count:
        problem = f"the race ended after {log.end.answers} answers, but this log has {count}"
        raise Changed(where, problem)
    if log.has_ended and log.result is None and match.is_over:
        raise Changed(where, "the race is over, but its result is missing")
    if log.end is not None and log.end.hex != log.digests[-1]:
        problem = "this is not the digest of the header, answers and result above: one was changed"
        raise Changed(where, problem)


def _check_sides(line: Json, entry: Entry, where: str) -> None:
    """Check the number of sides that a line gives for a die, if it gives one."""
    sides = entry.sides if isinstance(entry, Answer) else 0
    if "of" in line and line["of"] != sides:
        raise Changed(where, f"expected {sides} sides, found {str(line['of'])[:40]}")
