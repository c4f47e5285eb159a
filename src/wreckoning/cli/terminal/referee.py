"""The referee's desk: corrections by hand, and skipped questions."""

from __future__ import annotations

import re
from typing import Any

from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.called import CalledCheck
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.log_file import read_reason
from wreckoning.core.match import Match
from wreckoning.core.position import drivers_part

BECAUSE = " because "
SET = (
    "set DRIVER FIELD VALUE [because REASON], for example: set Bolt momentum 3 because …; "
    "where a driver may have several, with plus signs: set Bolt hand boo+star"
)
AWARD = (
    "award DRIVER FIELD NUMBER [because REASON], which is added: award Bolt momentum 2 because …; "
    "or taken away: award Bolt momentum -1"
)
SKIP = (
    "skip DRIVER because REASON, which answers the driver's open question as for an absent player; "
    "for all of the driver's questions this turn: skip Bolt turn because …"
)
MODIFY = (
    "modify DRIVER ROLL NUMBER because REASON, which is added to the driver's next roll of this "
    "kind: modify Bolt ram_check -1 because …"
)
EXTRA_ROLL, EXTRA = "extra_roll", "extra"  # the fields of a driver, in rules that sum modifiers
CALL = (
    "call DRIVER TARGET because REASON, which rolls a d6 for a check that the rules do not know: "
    "call Bolt 4 because …; another die, a modifier, or a real die: call Bolt 12 d20 +2 rolled 9 …"
)
CALLED = re.compile(
    r"(?P<who>.+?) (?P<target>\d{1,3})(?: d(?P<sides>\d{1,3}))?(?: (?P<modifier>[+\-−]\d{1,2}))?"
    r"(?: rolled (?P<rolled>\d{1,3}))?"
)
CHECK = (
    "check DRIVER MODIFIER SUCCESS FAILURE, for example: check Bolt -1 gain_1 spin_out; "
    "against another driver: check Bolt -1 ram lose_1 against Fay"
)


DESK = ("set", "award", "modify", "check", "skip", "call")


class RefereeDesk:
    """The desk of a table; open only if its switch `referee` is on."""

    def __init__(self, match: Match, voice: Voice) -> None:
        self.match = match
        self.voice = voice

    @property
    def is_open(self) -> bool:
        """True if corrections are allowed here."""
        return self.match.options.get("referee") == "on"

    def obey(self, word: str, argument: str) -> bool:
        """Run a command of `DESK`. Raises WreckError, and then changes nothing."""
        if word == "skip":
            return self.skip(argument)
        return self.call(argument) if word == "call" else self.correct(word, argument)

    def skip(self, argument: str) -> bool:
        """Skip a driver's question, or their turn. Raises WreckError, and then changes nothing."""
        who, _, reason = argument.partition(BECAUSE)
        self._check_open()
        words = who.split()
        turn = words[-1:] == ["turn"]
        name = " ".join(words[:-1] if turn else words)
        if not (name and reason):
            raise Malformed("skip", SKIP)
        self.match.skip(self._driver(name), read_reason(reason, "because"), turn)
        return True

    def call(self, argument: str) -> bool:
        """Have a driver roll a check. Raises WreckError, and then changes nothing."""
        what, _, reason = argument.partition(BECAUSE)
        self._check_open()
        found = CALLED.fullmatch(what.strip())
        if found is None or not reason:
            raise Malformed("call", CALL)
        check = CalledCheck(
            self._driver(found["who"]),
            int(found["target"]),
            int(found["sides"] or 6),
            int((found["modifier"] or "0").replace("−", "-")),
            int(found["rolled"] or 0),
        )
        self.match.call(check, read_reason(reason, "because"), take_back=True)
        return True

    def _check_open(self) -> None:
        if not self.is_open:
            raise Illegal("no referee at this table: begin the race with --referee")

    def correct(self, word: str, argument: str) -> bool:
        """Read and make a correction. Raises Malformed or Illegal, and then changes nothing."""
        argument, _, reason = argument.partition(BECAUSE)
        self._check_open()
        reading = {
            "set": self._set,
            "award": self._award,
            "modify": self._modify,
            "check": self._check,
        }
        why = read_reason(reason, "because")
        self.match.correct(reading[word](argument), why, take_back=True)
        self.voice.note("Corrected. What was answered in this part of the turn is asked again.")
        return True

    def _driver(self, name: str) -> str:
        for known in self.match.names:
            if known.casefold() == name.casefold():
                return known
        expected = ", ".join(self.match.names)
        raise Malformed("driver", f"expected one of {expected}, found {name[:30]!r}")

    def _set(self, argument: str) -> dict[str, Any]:
        words = argument.rsplit(maxsplit=2)
        if len(words) != 3:
            raise Malformed("set", SET)
        name, field, text = words
        drivers, record = drivers_part(self.match.ruleset.race)
        is_list = any(part.name == field and part.length for part in record.fields)
        value = [_value(each) for each in text.split("+")] if is_list else _value(text)
        return {drivers: {self._driver(name): {field: value}}}

    def _award(self, argument: str) -> dict[str, Any]:
        words = argument.rsplit(maxsplit=2)
        added = _value(words[2]) if len(words) == 3 else None
        if not isinstance(added, int):
            raise Malformed("award", AWARD)
        drivers, _ = drivers_part(self.match.ruleset.race)
        driver, field = self._driver(words[0]), words[1]
        now = self.match.checkpoint_position()[drivers][driver].get(field)
        if not isinstance(now, int) or isinstance(now, bool):
            problem = f"{field[:30]!r} is no number that a driver has"
            raise Malformed("award", problem)
        return {drivers: {driver: {field: now + added}}}

    def _modify(self, argument: str) -> dict[str, Any]:
        drivers, record = drivers_part(self.match.ruleset.race)
        if not any(field.name == EXTRA_ROLL for field in record.fields):
            problem = f"the rules of {self.match.ruleset.title} add no modifiers to single rolls"
            raise Illegal(f"{problem}: correct what follows, or `call` a check")
        words = argument.rsplit(maxsplit=2)
        extra = _value(words[2]) if len(words) == 3 else None
        if not isinstance(extra, int):
            raise Malformed("modify", MODIFY)
        return {drivers: {self._driver(words[0]): {EXTRA_ROLL: words[1], EXTRA: extra}}}

    def _check(self, argument: str) -> dict[str, Any]:
        argument, against, other = argument.partition(" against ")
        words = argument.rsplit(maxsplit=3)
        number = _value(words[1]) if len(words) == 4 else None
        if not isinstance(number, int):
            raise Malformed("check", CHECK)
        check = {
            "ordered": True,
            "driver": self._driver(words[0]),
            "modifier": number,
            "success": words[2],
            "failure": words[3],
        }
        if against:
            check["other"] = self._driver(other.strip())
        return {"check": check}


def _value(text: str) -> object:
    """A number, true or false, or a name."""
    plain = text.replace("−", "-").removeprefix("+")
    try:
        return int(plain)
    except ValueError:
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
