"""The referee's desk: corrections by hand."""

from __future__ import annotations

from typing import Any

from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.match import Match
from wreckoning.core.records import PER_SEAT, Field

SET = (
    "set DRIVER FIELD VALUE, for example: set Bolt momentum 3; "
    "where a driver may have several, with plus signs: set Bolt hand boo+star"
)
CHECK = (
    "check DRIVER MODIFIER SUCCESS FAILURE, for example: check Bolt -1 gain_1 spin_out; "
    "against another driver: check Bolt -1 ram lose_1 against Fay"
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

    def correct(self, word: str, argument: str) -> bool:
        """Read and make a correction. Raises Malformed or Illegal, and then changes nothing."""
        if not self.is_open:
            raise Illegal("no referee at this table: begin the race with --referee")
        changes = self._set(argument) if word == "set" else self._check(argument)
        before = list(self.match.entries)
        kept = len(before) - len(self.match.entries_since_checkpoint())
        self.match.rewind(kept)  # corrections are made between slots
        try:
            self.match.correct(changes)
        except Exception:
            self.match.rewind(kept)
            for entry in before[kept:]:
                self.match.play_entry(entry)
            raise
        self.voice.note("Corrected; what had been answered in this slot is asked again.")
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
        drivers = self._drivers()
        lists = drivers.record.fields if drivers.record else ()
        is_list = any(part.name == field and part.length for part in lists)
        value = [_value(each) for each in text.split("+")] if is_list else _value(text)
        return {drivers.name: {self._driver(name): {field: value}}}

    def _drivers(self) -> Field:
        """The list of the drivers' parts in the position."""
        fields: tuple[Field, ...] = self.match.ruleset.race.fields
        return next(part for part in fields if part.record and PER_SEAT in part.markers)

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
