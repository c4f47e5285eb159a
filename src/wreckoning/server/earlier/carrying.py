"""Lets a running race go on after its rules have changed.

Its answers are given again to the current rules. If they lead to the same position at every
checkpoint, the race goes on as if nothing had happened. If not, it goes on from its last
checkpoint: an entry names the rules and the position from there on. Answers since then are given
again as long as they are still options. Nothing before can be undone any more.
"""

from __future__ import annotations

import base64
import lzma
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import orjson
import structlog

from wreckoning.core.asks import Entry, NewRules
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Illegal, JournalFull, WreckError
from wreckoning.core.logs.entries import entry_json, read_stored
from wreckoning.core.match import Match
from wreckoning.core.play.position import known_part
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.shown import LogLine, Part
from wreckoning.server.damage import DAMAGED
from wreckoning.server.damage import tell as tell_damage
from wreckoning.server.earlier.archives import EarlierRules, find, here
from wreckoning.table.earlier.ended import EndedRace, Tell
from wreckoning.table.earlier.untold import untold_race
from wreckoning.table.ids import TableId, TableVersion
from wreckoning.table.race_log import read_part
from wreckoning.table.racing import RacingTable
from wreckoning.table.shown.rulepages import version_history
from wreckoning.table.table import ABANDONED, FINISHED, RUNNING, Table, TableChange, header_of

Entries = Sequence[Json]
log = structlog.get_logger("upgrades")
REFUSED = (WreckError, JournalFull)


def rules_of(table: Table, entries: Entries) -> str:
    """The version of the rules for its last answer."""
    changes = [entry["rules"] for entry in entries if "rules" in entry]
    return str(changes[-1] if changes else table.settings.rules or table.settings.rules_version)


def tell_of(table: Table, entries: Entries, earlier: object = None) -> Tell:
    """A function that tells this race by its own rules. Raises Illegal if they are not here."""
    rules = _earlier_rules(table, rules_of(table, entries))
    request = {
        "header": header_of(table),
        "entries": entries,
        "secret": table.secret,
        "given_up": table.state == ABANDONED,
        "earlier": earlier,
    }

    def tell(*wants: str, **more: object) -> Json:
        return rules.tell({**request, "wants": wants, **more})

    return tell


def _earlier_rules(table: Table, version: str) -> EarlierRules:
    key = table.settings.ruleset
    found = find(key, version)
    if found is None:
        known = ", ".join(dict.fromkeys([table.ruleset.version, *here(key)]))
        problem = f"played by {key} {version}, and these rules are not here; those of {known} are"
        raise Illegal(problem)
    return found


def ended_race(
    table: Table,
    entries: Entries,
    earlier: object = None,
    turn: int = 0,
    kept: bytes | None = None,
) -> EndedRace:
    """A race that no current rules play, told by its own. `turn` is where it stood, as stored.

    `kept` is what these told already (`kept_races`).

    Of one that cannot go on, answers to an incomplete group stay secret. If its rules do not tell
    it, the log says why, and what is left without them is shown.
    """
    try:
        told = None if kept is None else unpack_told(kept, table.id)
        if told is not None:
            return _kept_race(table, entries, earlier, told)
        tell = tell_of(table, entries, earlier)
        stand = tell("stand")["stand"]
        known = stand["number"]
        if known < len(entries) and table.state == RUNNING:
            tell = tell_of(table, entries[:known], earlier)
            stand = tell("stand")["stand"]
        return EndedRace(stand, tell, len(entries))
    except (WreckError, KeyError, TypeError) as error:
        log.error("a race is not told by its rules", table=table.id, error=str(error)[:200])
        return untold_race(table, entries, turn, str(error))


def _kept_race(table: Table, entries: Entries, earlier: object, told: Json) -> EndedRace:
    """A race of which is kept what its rules told. To play on from it needs these."""

    def tell(*wants: str, **more: object) -> Json:
        if told.keys() >= set(wants):
            return told
        return tell_of(table, entries, earlier)(*wants, **more)

    return EndedRace(told["stand"], tell, len(entries))


@dataclass(frozen=True)
class Carried:
    """How a running race goes on by the current rules.

    `agrees`: with all its answers. `kept` of them stand; `lost` later ones were no longer options.
    """

    match: Match
    agrees: bool
    kept: int
    lost: int


def carry_on(
    begin: Callable[[str], Match], entries: Sequence[Entry], marks: Sequence[ReadOnlyJson]
) -> Carried:
    """Bring a running race to the point from which it goes on.

    `begin` makes it at its start, with the version for `rules` in its header, if any. `marks` are
    its checkpoints by the rules that it was played by. Raises Illegal if it cannot go on.
    """
    match = _agreeing(begin, entries, marks)
    if match is not None:
        return Carried(match, True, len(entries), 0)
    match = begin("")
    keep, ruleset = marks[-1]["entries"], match.ruleset
    known = known_part(match.race, marks[-1]["position"])
    try:
        match.take_over(entries[:keep], NewRules(ruleset.version, known))
    except WreckError as error:
        rules = f"{ruleset.key} {ruleset.version}"
        raise Illegal(f"cannot go on by {rules}: {error}") from None
    return Carried(match, False, keep, _give(match, entries[keep:]))


def _agreeing(
    begin: Callable[[str], Match], entries: Sequence[Entry], marks: Sequence[ReadOnlyJson]
) -> Match | None:
    """The race after all these answers, if every checkpoint has the same position; else None."""
    if any(isinstance(entry, NewRules) for entry in entries):
        return None
    try:
        match = begin(begin("").ruleset.version)
        seen, number = [match.checkpoint_position()], match.checkpoint.number
        for entry in entries:
            match.play_entry(entry)
            if match.checkpoint.number != number:
                number = match.checkpoint.number
                seen.append(match.checkpoint_position())
    except REFUSED:
        return None
    pairs = zip([mark["position"] for mark in marks], seen, strict=False)
    agree = len(marks) == len(seen) and all(covers(old, new) for old, new in pairs)
    return match if agree else None


def carry_table_on(
    table: Table, entries: Entries, earlier: ReadOnlyJson | None = None
) -> tuple[TableChange, Carried]:
    """Let a table's race go on; returns the change to store. `earlier`: told before its last rules.

    Raises Illegal or Malformed if it cannot go on, and then changes nothing.
    """
    told = tell_of(table, entries, earlier)("marks")["marks"]
    settings, before = table.settings, rules_of(table, entries)
    carried = _carried(table, entries, told["marks"])
    table.match, part = carried.match, ""
    if not carried.agrees:
        told["part"]["lines"].append(asdict(_line(table.ruleset, before)))
        part = pack(told["part"])
        table.earlier = read_part(told["part"])
        for seat in settings.seats:  # there is one entry more
            seat.since += seat.since > carried.kept
    RacingTable(table, carried.match).go_on()
    table.version = TableVersion(table.version + 1)
    table.state = FINISHED if carried.match.is_over else table.state
    table.posed = {ask.who: table.version for ask in table.waiting()}
    new = [entry_json(entry) for entry in carried.match.entries[carried.kept :]]
    return TableChange("rules", "", carried.kept, new, True, earlier=part), carried


def look_ahead(table: Table, entries: Entries) -> Carried | None:
    """How a table's race would go on; None if it is over, and its own rules play it.

    Raises Illegal or Malformed if it cannot go on, or be shown.
    """
    marks = tell_of(table, entries)("checkpoints")["checkpoints"]
    return _carried(table, entries, marks) if table.state == RUNNING else None


def _carried(table: Table, entries: Entries, marks: Sequence[ReadOnlyJson]) -> Carried:
    """Bring the race to the point from which it goes on; `rules` are set if it agrees."""
    settings, first_rules = table.settings, table.settings.rules

    def begin(rules: str) -> Match:
        settings.rules = rules or first_rules
        return table.begin()

    try:
        return carry_on(begin, [read_stored(entry) for entry in entries], marks)
    except WreckError:
        table.match, settings.rules = None, first_rules
        raise


def covers(old: object, new: object) -> bool:
    """True if a position has everything that an older one says. It may have more."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and covers(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(covers, old, new))
    return bool(old == new)


def _give(match: Match, entries: Sequence[Entry]) -> int:
    """Give these answers again, up to the first that is not an option. Returns the number left."""
    for number, entry in enumerate(entries):
        try:
            match.play_entry(entry)
        except REFUSED:
            return len(entries) - number
    return 0


def words_of(ruleset: Ruleset, before: str) -> str:
    """The log's words for a change of rules, from this version to the current one."""
    history = version_history(ruleset)
    later = list(history)[list(history).index(before) + 1 :] if before in history else []
    changes = " ".join(history[version] for version in later)
    begun = f"The rules have changed from {before} to {ruleset.version} since this race was begun."
    since = "From here on the new ones hold; what came before stands, and is not undone any more."
    return f"{begun} {since} {changes}".strip()


def _line(ruleset: Ruleset, before: str) -> LogLine:
    return LogLine((Part(words_of(ruleset, before)),))


def pack(part: object) -> str:
    """Pack a told part for the store: to between a tenth and a fiftieth of its length."""
    return base64.b64encode(lzma.compress(orjson.dumps(part))).decode()


def unpack(text: str) -> Json:
    """Unpack a told part."""
    found: Json = orjson.loads(lzma.decompress(base64.b64decode(text)))
    return found


def pack_told(told: Json) -> bytes:
    """Pack what was told of a race, to 20 to 40 kB."""
    return lzma.compress(orjson.dumps(told))


def unpack_told(packed: bytes, name: TableId) -> Json | None:
    """Unpack what was told of this table's race. None if that is damaged, which the log tells."""
    try:
        found: Json = orjson.loads(lzma.decompress(packed))
    except DAMAGED as error:
        tell_damage("telling", name, error)
        return None
    return found
