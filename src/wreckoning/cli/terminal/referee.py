"""The referee's desk: corrections by hand, skipped questions, and checks of the referee's own.

Every command ends with `because REASON`.
"""

from __future__ import annotations

import re

from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.called import CalledCheck
from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.log_file import read_reason
from wreckoning.core.match import Match
from wreckoning.core.ruleset import unknown
from wreckoning.show.corrections import (
    ADDED,
    ROLL,
    fields_of,
    for_people,
    modified_subjects,
    next_roll,
)
from wreckoning.show.standing_answers import count_fixed

BECAUSE = " because "
REFEREE_COMMANDS = {  # how each command is typed, with an example
    "set": "set DRIVER FIELD VALUE because REASON, for example: set Bolt momentum 3 because a "
    "misread die; several values with plus signs: set Bolt hand boo+star because …",
    "award": "award DRIVER FIELD NUMBER because REASON, which is added, for example: award Bolt "
    "momentum 2 because a fine speech; or taken away: award Bolt momentum -1 because …",
    "modify": "modify DRIVER ROLL NUMBER because REASON, which is added to the driver's next roll "
    "of this kind (in a team game, name the vehicle), for example: modify Bolt ram_check -1 "
    "because a flat tyre; 0 takes it away",
    "check": "check DRIVER MODIFIER SUCCESS FAILURE because REASON, for example: check Bolt -1 "
    "gain_1 spin_out because of the oil; against another: check Bolt -1 ram lose_1 against Fay …",
    "skip": "skip DRIVER because REASON, which answers the driver's open question as for an "
    "absent player, for example: skip Bolt because no answer; for all of this turn's questions: "
    "skip Bolt turn because …",
    "call": "call DRIVER TARGET because REASON, which rolls a d6 for a check that the rules do not "
    "know, for example: call Bolt 4 because over the fence; with another die, a modifier, or a "
    "real die: call Bolt 12 d20 +2 rolled 9 because …",
}
CALLED = re.compile(
    r"(?P<who>.+?) (?P<target>\d{1,3})(?: d(?P<sides>\d{1,3}))?(?: (?P<modifier>[+\-−]\d{1,2}))?"
    r"(?: rolled (?P<rolled>\d{1,3}))?"
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

    def obey(self, word: str, argument: str) -> None:
        """Run a command of `REFEREE_COMMANDS`. Raises WreckError, and then changes nothing."""
        if not self.is_open:
            raise Illegal("no referee at this table: begin the race with --referee")
        what, _, given = argument.partition(BECAUSE)
        what, reason = what.strip(), read_reason(given, "because")
        if not (what and reason):
            raise _unclear(word)
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
            raise _unclear("call")
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
            if known.casefold() == name.casefold():
                return known
        expected = ", ".join(self.match.names)
        raise Malformed("driver", f"expected one of {expected}, found {name[:30]!r}")

    def _set(self, what: str) -> Json:
        name, name_of_field, text = _three_words("set", what)
        known = fields_of(self.match, name)
        if name_of_field not in known:
            raise Malformed("set", unknown("field", name_of_field, known))
        one, field = known[name_of_field]
        value = [_value(each) for each in text.split("+")] if field.length else _value(text)
        return one.changed({name_of_field: value})

    def _award(self, what: str) -> Json:
        name, field, text = _three_words("award", what)
        one, _ = fields_of(self.match, name).get(field, (None, None))
        now = one.record(self.match.checkpoint_position())[field] if one else None
        if one is None or not isinstance(now, int) or isinstance(now, bool):
            raise Malformed("award", f"{field[:30]!r} is no number that {name} has")
        return one.changed({field: now + _number("award", text)})

    def _modify(self, what: str) -> Json:
        if next_roll(self.match.ruleset) is None:
            problem = f"the rules of {self.match.ruleset.title} let no referee add to a next roll"
            raise Illegal(f"{problem}: correct what follows, or `call` a check")
        name, roll, text = _three_words("modify", what)
        known = {one.name.casefold(): one for one in modified_subjects(self.match)}
        if name.casefold() not in known:
            expected = ", ".join(one.name for one in known.values())
            raise Malformed("modify", f"expected one of {expected}, found {name[:30]!r}")
        added = _number("modify", text)
        return known[name.casefold()].changed({ROLL: roll if added else "none", ADDED: added})

    def _check(self, what: str) -> Json:
        what, against, other = what.partition(" against ")
        words = what.rsplit(maxsplit=3)
        if len(words) != 4:
            raise _unclear("check")
        check = {
            "ordered": True,
            "driver": self._driver(words[0]),
            "modifier": _number("check", words[1]),
            "success": words[2],
            "failure": words[3],
        }
        if against:
            check["other"] = self._driver(other.strip())
        return {"check": check}


def _unclear(word: str) -> Malformed:
    return Malformed("expected", REFEREE_COMMANDS[word])


def _three_words(word: str, what: str) -> list[str]:
    """A driver, whose name may have spaces, and two words. Raises Malformed."""
    words = what.rsplit(maxsplit=2)
    if len(words) != 3:
        raise _unclear(word)
    return words


def _number(word: str, text: str) -> int:
    number = _value(text)
    if not isinstance(number, int) or isinstance(number, bool):
        raise _unclear(word)
    return number


def _value(text: str) -> object:
    """A number, true or false, or a name."""
    plain = text.replace("−", "-").removeprefix("+")
    try:
        return int(plain)
    except ValueError:
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
