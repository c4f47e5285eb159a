"""The entries of a race as JSON, for a log and for a store: one writer and one reader.

entry_json     an entry as it is stored, with everything that was told of it
log_line       the part of it that a log has: a replay finds the rest again
read_entry     reads both; `read_stored` also what only a store keeps
"""

from __future__ import annotations

from dataclasses import astuple, replace

from wreckoning.core.asks import DICE_NAME, Answer, Correction, Entry, NewRules, Skip, Skipped
from wreckoning.core.called import called_of
from wreckoning.core.documents import ChangedValue, Json, ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.texts.names import is_printed

LONGEST_REASON = 200  # characters
IN_A_LOG = (  # in this order
    *("by", "ask", "answer", "correct", "rules", "position", "ahead", "skipped", "reason"),
    *("taken_back", "called", "of"),
)


def entry_json(entry: Entry) -> Json:
    """An entry as it is stored."""
    if isinstance(entry, Correction):
        corrected: Json = {"correct": dict(entry.changes)}
        corrected |= {"reason": entry.reason} if entry.reason else {}
        corrected |= {"called": entry.called.as_json()} if entry.called else {}
        corrected |= {"taken_back": list(entry.taken_back)} if entry.taken_back else {}
        return corrected | {"told": entry.told, "changed": [astuple(one) for one in entry.changed]}
    if isinstance(entry, NewRules):
        return {"rules": entry.version, "position": dict(entry.position)}
    stored: Json = {"by": entry.who, "ask": entry.question, "answer": entry.name}
    if entry.sides:
        stored["of"] = entry.sides
    if entry.ahead >= 0:
        stored |= {"ahead": entry.ahead, "label": entry.label}
    if entry.skip is not None:
        stored |= {**skip_json(entry.skip), "turn": entry.skip.turn, "told": entry.skip.told}
    return stored


def log_line(number: int, entry: Entry, with_sides: bool) -> Json:
    """The line of a log for its answer `number`. Only fair dice say how many sides they have."""
    stored = entry_json(entry)
    if isinstance(entry, Correction):
        stored["by"] = "referee"
    if "ahead" in stored:
        stored["ahead"] = True
    if not with_sides:
        stored.pop("of", None)
    return {"n": number, **{key: stored[key] for key in IN_A_LOG if key in stored}}


def skip_json(skip: Skip | None) -> Json:
    """The keys of an answer that the referee gave; none for another answer."""
    if skip is None:
        return {}
    return {"skipped": str(skip.kind), **({"reason": skip.reason} if skip.reason else {})}


def read_entry(line: ReadOnlyJson, where: str) -> Entry:
    """Read an answer, a correction or a change of rules. Raises Malformed."""
    if isinstance(line.get("rules"), str) and isinstance(line.get("position"), dict):
        return NewRules(line["rules"], line["position"])
    if isinstance(line.get("correct"), dict):
        reason, whose = read_reason(line.get("reason", ""), where), line.get("taken_back", [])
        if not isinstance(whose, list) or not all(isinstance(who, str) for who in whose):
            raise Malformed(where, "expected a list of names as `taken_back`")
        called = called_of(line, where)
        return Correction(line["correct"], reason, tuple(whose), called=called)
    if not all(isinstance(line.get(key), str) for key in ("by", "ask", "answer")):
        raise Malformed(where, 'expected "by", "ask" and "answer"')
    ahead = 0 if line.get("ahead") is True else -1  # counted when it is given
    skip = read_skip(line, where)
    return Answer(line["by"], line["ask"], line["answer"], _sides_of(line), ahead=ahead, skip=skip)


def read_stored(stored: ReadOnlyJson, where: str = "entry") -> Entry:
    """Read an entry of a store, with everything that was told of it. Raises Malformed."""
    entry = read_entry(stored, where)
    if isinstance(entry, Correction):
        told = stored.get("told", -1)  # older ones are told only if they are made again
        changed = tuple(ChangedValue(tuple(at), *both) for at, *both in stored.get("changed", ()))
        return replace(entry, told=told, changed=changed)
    if isinstance(entry, Answer):
        skip = entry.skip and replace(entry.skip, turn=stored["turn"], told=stored["told"])
        ahead, label = stored.get("ahead", -1), stored.get("label", "")
        return replace(entry, ahead=ahead, label=label, skip=skip)
    return entry


def read_skip(line: ReadOnlyJson, where: str) -> Skip | None:
    """Read the keys of an answer that the referee gave; None if it has none. Raises Malformed."""
    if "skipped" not in line:
        return None
    if line["skipped"] not in list(Skipped):
        found = str(line["skipped"])[:40]
        raise Malformed(f"{where}: skipped", f"expected {' or '.join(Skipped)}, found {found!r}")
    return Skip(Skipped(line["skipped"]), read_reason(line.get("reason", ""), where))


def read_reason(given: object, where: str) -> str:
    """The referee's reason. Raises Malformed."""
    if not isinstance(given, str) or len(given) > LONGEST_REASON or not is_printed(given):
        problem = f"expected a reason of at most {LONGEST_REASON} characters in one line"
        raise Malformed(where, problem)
    return given.strip()


def _sides_of(line: ReadOnlyJson) -> int:
    """The number of sides of the die in this line; 0 if it does not say."""
    sides = line.get("of", 0)
    return sides if type(sides) is int and line.get("by") == DICE_NAME else 0
