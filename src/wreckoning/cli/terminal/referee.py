"""The referee's desk: corrections by hand, skipped questions, and checks of the referee's own.

Every command ends with `because REASON`.
"""

from __future__ import annotations

import re

from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.called import CalledCheck
from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, WreckError, unknown
from wreckoning.core.logs.entries import LONGEST_REASON
from wreckoning.core.match import Match
from wreckoning.core.records import Field
from wreckoning.core.texts.names import folded, read_line, same_name
from wreckoning.core.texts.numerals import LARGEST, read_whole
from wreckoning.show.corrections import (
    ADDED,
    ROLL,
    fields_for_people,
    fields_of,
    for_people,
    modified_subjects,
    next_roll,
    ordered_check,
    subjects,
)
from wreckoning.show.standing_answers import count_fixed

BECAUSE = " because "
REFEREE_COMMANDS = ("set", "award", "modify", "check", "skip", "call")
CALLED = re.compile(
    r"(?P<who>.+?) (?P<target>[0-9]{1,3})(?: d(?P<sides>[0-9]{1,3}))?"
    r"(?: (?P<modifier>[+\-−][0-9]{1,2}))?"
    r"(?: rolled (?P<rolled>[0-9]{1,3}))?"
)


class RefereeDesk:
    """The desk of a table; open only if its switch `referee` is on."""

    def __init__(self, match: Match, voice: Voice) -> None:
        self.match = match
        self.voice = voice

    @property
    def is_open(self) -> bool:
        """True if corrections are allowed here."""
        return self.match.options.get("referee") == "on"

    def commands(self) -> dict[str, tuple[str, str]]:
        """How each command of this game is typed before `because REASON`, and what it does."""
        rules = self.match.ruleset
        known, modifier, check = fields_for_people(rules), next_roll(rules), ordered_check(rules)
        part = known[-1][0]
        one = next(each.name for each in subjects(self.match) if each.part == part)
        plain = (f for where, f in known if where == part and not (f.enum or f.flag or f.length))
        field = next(plain).name
        lists = (f for _, f in known if f.length and f.enum)
        several = next((f"; of several: set {one} {_two(f)}" for f in lists), "")
        found = {
            "set": ("set NAME FIELD VALUE", f"give it this value: set {one} {field} 3{several}"),
            "award": (
                "award NAME FIELD NUMBER",
                f"add to it, or take away: award {one} {field} -1",
            ),
            "skip": (
                "skip NAME",
                "answer what is asked as for an absent player; all of this turn: skip NAME turn",
            ),
            "call": (
                "call NAME TARGET",
                "roll a d6 for a check that the rules do not know; with another die, a modifier, "
                "or a real die: call NAME 12 d20 +2 rolled 9",
            ),
        }
        if modifier:
            mine = next(each.name for each in modified_subjects(self.match))
            example = f"modify {mine} {next(iter(modifier.kinds))} -1"
            found["modify"] = (
                "modify NAME ROLL NUMBER",
                f"add to the next roll of this kind, once; 0 takes it away: {example}",
            )
        if check:
            nothing, good, *_ = check
            found["check"] = (
                "check NAME NUMBER SUCCESS FAILURE",
                f"order a check with this modifier: check {one} -1 {good} {nothing}; against "
                "another driver: … against NAME",
            )
        return {word: found[word] for word in REFEREE_COMMANDS if word in found}

    def obey(self, word: str, argument: str) -> None:
        """Run a command of `REFEREE_COMMANDS`. Raises WreckError, and then changes nothing."""
        if not self.is_open:
            raise Illegal("no referee at this table: begin the race with --referee")
        what, _, given = argument.partition(BECAUSE)
        what, reason = what.strip(), read_line("because", given, LONGEST_REASON, 0)
        if word not in self.commands():
            without = {"modify": "let no referee add to a next roll", "check": "know no such check"}
            problem = f"the rules of {self.match.ruleset.title} {without[word]}"
            raise Illegal(f"{problem}: correct what follows, or `call` a check")
        if not (what and reason):
            raise self._unclear(word)
        try:
            if word == "skip":
                self._skip(what, reason)
            elif word == "call":
                self._call(what, reason)
            else:
                self._correct(word, what, reason)
        except WreckError as error:
            raise for_people(error, self.match) from None

    def _skip(self, what: str, reason: str) -> None:
        name = what.removesuffix(" turn")
        self.match.skip(self._driver(name), reason, turn=name != what)

    def _call(self, what: str, reason: str) -> None:
        found = CALLED.fullmatch(what)
        if found is None:
            raise self._unclear("call")
        check = CalledCheck(
            self._driver(found["who"]),
            int(found["target"]),
            int(found["sides"] or 6),
            int((found["modifier"] or "0").replace("−", "-")),
            int(found["rolled"] or 0),
        )
        self.match.call(check, reason, take_back=True, stay=count_fixed(self.match))

    def _correct(self, word: str, what: str, reason: str) -> None:
        reading = {
            "set": self._set,
            "award": self._award,
            "modify": self._modify,
            "check": self._check,
        }
        stay = count_fixed(self.match)
        again = self.match.entries_since_checkpoint()[stay:]
        self.match.correct(reading[word](what), reason, take_back=True, stay=stay)
        but = ", except what orders have shown" if stay else ""
        asked = f" What was answered in this part of the turn is asked again{but}."
        self.voice.note(f"Corrected.{asked if again else ''}")

    def _driver(self, name: str) -> str:
        for known in self.match.names:
            if same_name(known, name):
                return known
        expected = ", ".join(self.match.names)
        raise Malformed("driver", f"expected one of {expected}, found {name[:30]!r}")

    def _set(self, what: str) -> Json:
        name, name_of_field, text = self._three_words("set", what)
        known = fields_of(self.match, name)
        if name_of_field not in known:
            raise Malformed("set", unknown("field", name_of_field, known))
        one, field = known[name_of_field]
        value = [_value(each) for each in text.split("+")] if field.length else _value(text)
        return one.changed({name_of_field: value})

    def _award(self, what: str) -> Json:
        name, field, text = self._three_words("award", what)
        one, _ = fields_of(self.match, name).get(field, (None, None))
        now = one.record(self.match.checkpoint_position())[field] if one else None
        if one is None or not isinstance(now, int) or isinstance(now, bool):
            raise Malformed("award", f"{field[:30]!r} is no number that {name} has")
        return one.changed({field: now + self._number("award", text)})

    def _modify(self, what: str) -> Json:
        name, roll, text = self._three_words("modify", what)
        known = {folded(one.name): one for one in modified_subjects(self.match)}
        if folded(name) not in known:
            expected = ", ".join(one.name for one in known.values())
            raise Malformed("modify", f"expected one of {expected}, found {name[:30]!r}")
        added = self._number("modify", text)
        return known[folded(name)].changed({ROLL: roll if added else "none", ADDED: added})

    def _check(self, what: str) -> Json:
        what, against, other = what.partition(" against ")
        words = what.rsplit(maxsplit=3)
        if len(words) != 4:
            raise self._unclear("check")
        check = {
            "ordered": True,
            "driver": self._driver(words[0]),
            "modifier": self._number("check", words[1]),
            "success": words[2],
            "failure": words[3],
        }
        if against:
            check["other"] = self._driver(other.strip())
        return {"check": check}

    def _unclear(self, word: str) -> Malformed:
        form, meaning = self.commands()[word]
        return Malformed("expected", f"{form} because REASON, to {meaning} because …")

    def _three_words(self, word: str, what: str) -> list[str]:
        """A driver, whose name may have spaces, and two words. Raises Malformed."""
        words = what.rsplit(maxsplit=2)
        if len(words) != 3:
            raise self._unclear(word)
        return words

    def _number(self, word: str, text: str) -> int:
        number = _value(text)
        if not isinstance(number, int) or isinstance(number, bool):
            raise self._unclear(word)
        return number


def _two(field: Field) -> str:
    """`hand banana+boo`: a field of several names with two of them."""
    names = [name.name.lower() for name in field.enum or ()]
    return f"{field.name} {'+'.join(names[1:3])}"


def _value(text: str) -> object:
    """A number, true or false, or a name."""
    plain = text.replace("−", "-").removeprefix("+")
    number = read_whole(plain, -LARGEST)
    if number is not None:
        return number
    return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
