"""The referee: takes a position and answers, returns the events and the open asks, all as JSON.

    {"ruleset": "rtd", "course": "sundae_drive", "options": {"carry": "2"},
     "seats": ["A", {"name": "B", "perk": "keen_eye", "debuff": "slow"}],
     "dice": "physical", "position": {"phase": "jockeying"},
     "answers": [3, "yes", {"by": "B", "ask": "order", "answer": "ram"}, {"correct": {"turn": 4}}]}

Only the ruleset and the seats are required. An answer is a die's face or an option's name. One with
`by` or `ask` is refused if no such ask is open. `correct` lays a partial position over the race,
between two slots; a `reason` may stand next to it. `{"skip": "B", "reason": "…"}` answers a
driver's open question as for an absent player, and with `"turn": true` all of this turn.
`{"call": {"who": "B", "target": 4, "rolled": 5}, "reason": "…"}` is a check that no rule knows.
Dice are answers too, unless they are `seeded:N`; those, and seats of bots, answer by themselves
unless the list answers for them.

The returned position is the race as it stands. In the middle of a slot it is marked `mid_slot` and
cannot be played on from. `checkpoint` always can: it is a request that leads to the same point,
from the position at the beginning of the slot or phase.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from wreckoning.core import door
from wreckoning.core.asks import DICE_NAME, Answer, Ask, Skip
from wreckoning.core.called import count_called, read_called, thrown
from wreckoning.core.dice import Dice, Physical, read_dice
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import (
    Illegal,
    JournalFull,
    Malformed,
    NotYourTurn,
    Over,
    WreckError,
    unknown,
)
from wreckoning.core.logs.entries import read_reason, read_skip, skip_json
from wreckoning.core.match import Match
from wreckoning.core.protocols import CourseSource
from wreckoning.core.ruleset import Ruleset, find_ruleset, registered
from wreckoning.core.seats import read_seats

KEYS = ("ruleset", "course", "options", "seats", "dice", "position", "answers")
ANSWER_KEYS = ("by", "ask", "answer", "skipped", "reason")
CORRECT, REASON = "correct", "reason"
CALL = "call"
SKIP_KEYS = SKIP, _, TURN = "skip", REASON, "turn"
MID_SLOT = "mid_slot"
MAX_ANSWERS = 10_000


def referee(request: object, files: bool = False) -> Json:
    """Play the answers from the position. `files`: a course may be a `.toml` file's path.

    Raises WreckError, naming the key or the answer that is wrong.
    """
    return report(match_after(request, files), read_request(request))


def match_after(request: object, files: bool = False) -> Match:
    """The race after the answers of this request. Raises WreckError as `referee` does."""
    given = read_request(request)
    match = open_match(given, files)
    sitting = _RefereedMatch(match, _read_dice(given))
    answers = given.get("answers") or []
    if not isinstance(answers, list) or len(answers) > MAX_ANSWERS:
        raise Malformed("answers", f"expected a list of at most {MAX_ANSWERS}")
    for number, answer in enumerate(answers):
        sitting.take(answer, f"answers[{number}]")
    sitting.wait_for_people("answers")
    return match


def read_request(request: object) -> ReadOnlyJson:
    """Check that a request has no unknown keys, and return it."""
    if not isinstance(request, Mapping):
        raise Malformed("request", f"expected an object, found {_show(request)}")
    for key in request:
        if key not in KEYS:
            raise Malformed("request", unknown("key", key, KEYS))
    start = request.get("position")
    if isinstance(start, Mapping) and MID_SLOT in start:
        problem = "taken in the middle of a slot; what can be played on from is the checkpoint"
        raise Malformed("position", problem)
    return request


def open_match(request: ReadOnlyJson, files: bool) -> Match:
    """The race of this request before its first answer. Nothing answers by itself."""
    key = request.get("ruleset")
    if not isinstance(key, str):
        expected = ", ".join(sorted(registered()))
        raise Malformed("ruleset", f"expected one of {expected}, found {_show(key)}")
    ruleset = find_ruleset(key)
    options = request.get("options") or {}
    if not isinstance(options, Mapping):
        raise Malformed("options", f"expected an object of switches, found {_show(options)}")
    return Match(
        ruleset,
        ruleset.load_course(_course(ruleset, request.get("course"), files)),
        read_seats("seats", request.get("seats")),
        options,
        start_position=request.get("position"),
        automatic=False,
    )


def _course(ruleset: Ruleset, given: CourseSource | None, files: bool) -> CourseSource:
    """A shipped course by name (the first if none is given), a document, or a file."""
    names = ruleset.course_names()
    if given is None:
        return names[0]
    is_file = files and isinstance(given, str) and given.endswith(".toml")
    if isinstance(given, Mapping) or is_file or given in names:
        return given
    raise Malformed("course", unknown("course", given, names))


def _read_dice(request: ReadOnlyJson) -> Dice:
    text = request.get("dice") or Physical.name
    if not isinstance(text, str) or text == "random":
        raise Malformed("dice", f"expected physical or seeded:N, found {_show(text)}")
    return read_dice(text, _no_randomness)


def _no_randomness(below: int) -> int:
    raise AssertionError(below)


class _RefereedMatch:
    """A match that takes the answers of a list, one by one."""

    def __init__(self, match: Match, dice: Dice) -> None:
        self.match = match
        self.dice = dice
        self.rolls = 0

    def take(self, answer: object, where: str) -> None:
        """Give one answer or correction of the list, after the automatic ones before it."""
        try:
            if isinstance(answer, Mapping) and CORRECT in answer:
                self._correct(answer, where)
            elif isinstance(answer, Mapping) and CALL in answer:
                self._call(answer, where)
            elif isinstance(answer, Mapping) and SKIP in answer:
                self._skip(answer, where)
            else:
                self._answer(answer, where)
        except (Illegal, NotYourTurn, Over) as error:
            raise type(error)(f"{where}: {error}") from None
        except JournalFull:
            raise Malformed(where, "this slot never ends: too many events") from None

    def wait_for_people(self, where: str) -> None:
        """Play on while dice and bots answer by themselves."""
        try:
            while self._answer_by_itself():
                pass
        except JournalFull:
            raise Malformed(where, "this slot never ends: too many events") from None

    def _correct(self, answer: ReadOnlyJson, where: str) -> None:
        for key in answer:
            if key not in (CORRECT, REASON):
                raise Malformed(where, unknown("key", key, (CORRECT, REASON)))
        reason = read_reason(answer.get(REASON, ""), where)
        while not self.match.is_between_slots and self._answer_by_itself():
            pass
        try:
            self.match.correct(answer[CORRECT], reason)
        except Malformed as error:
            raise Malformed(f"{where}: {error.where}", error.problem) from None

    def _call(self, answer: ReadOnlyJson, where: str) -> None:
        for key in answer:
            if key not in (CALL, REASON):
                raise Malformed(where, unknown("key", key, (CALL, REASON)))
        check = read_called(answer[CALL], f"{where}.{CALL}")
        reason = read_reason(answer.get(REASON, ""), where)
        while not self.match.is_between_slots and self._answer_by_itself():
            pass
        dice, number = self.dice, count_called(self.match.entries)
        try:
            check = thrown(dice, number, check, self.match.names)
            self.match.call(check, reason)
        except Malformed as error:
            raise Malformed(f"{where}.{error.where}", error.problem) from None

    def _skip(self, answer: ReadOnlyJson, where: str) -> None:
        for key in answer:
            if key not in SKIP_KEYS:
                raise Malformed(where, unknown("key", key, SKIP_KEYS))
        who, turn = answer[SKIP], answer.get(TURN, False)
        if who not in self.match.names:
            raise Malformed(f"{where}.{SKIP}", unknown("seat", who, self.match.names))
        if not isinstance(turn, bool):
            raise Malformed(f"{where}.{TURN}", f"expected true or false, found {_show(turn)}")
        while self._find(who, None) is None and self._answer_by_itself():
            pass
        try:
            self.match.skip(who, read_reason(answer.get(REASON, ""), where), turn)
        except Malformed as error:
            raise Malformed(f"{where}.{error.where}", error.problem) from None

    def _answer(self, answer: object, where: str) -> None:
        by, question, given, skip = _read_answer(answer, where)
        while (ask := self._find(by, question)) is None and self._answer_by_itself():
            pass
        if ask is None:
            raise self._not_asked(by, question)
        if isinstance(given, bool) and set(ask.names) == {"yes", "no"}:
            given = "yes" if given else "no"
        if skip is None:
            self._give(ask, given)
        else:
            self.match.play_entry(Answer(ask.who, ask.question, str(given), skip=skip))

    def _find(self, by: str | None, question: str | None) -> Ask | None:
        """The open ask that this answer is for. To answer an automatic ask, name it."""
        for ask in self.match.asks:
            named = by in (ask.who, self._whose(ask))
            if by is None and question is None and self._is_automatic(ask):
                continue
            if (named or by is None) and question in (None, ask.question):
                return ask
        return None

    def _whose(self, ask: Ask) -> str | None:
        """The seat that a die is about: an answer may name it."""
        return about(self.match, ask) if ask.is_dice else None

    def _is_automatic(self, ask: Ask) -> bool:
        if ask.is_dice:
            return not isinstance(self.dice, Physical)
        return ask not in self.match.person_asks() or self.match.is_skipped(ask)

    def _answer_by_itself(self) -> bool:
        """Answer one open ask of the dice or a bot. False if there is none."""
        for ask in self.match.asks:
            if self._is_automatic(ask):
                if ask.is_dice:
                    face = self.dice.roll(self.rolls, len(ask.options), ask.question)
                    self._give(ask, face)
                elif self.match.is_skipped(ask):
                    self.match.skip_on(ask)
                else:
                    option = self.match.advice(ask)
                    self._give(ask, ask.names[ask.options.index(option)])
                return True
        return False

    def _give(self, ask: Ask, given: object) -> None:
        """Give a die's face, or an option by name: its number might be a misplaced face."""
        self.match.answer(given if ask.is_dice else str(given), ask.who, ask.question)
        self.rolls += ask.is_dice

    def _not_asked(self, by: str | None, question: str | None) -> WreckError:
        """The error for an answer that nothing asked for: it names the open asks."""
        if self.match.is_over:
            return Over("the race is over: no question is open")
        asks = self.match.asks
        mine = [ask for ask in asks if by in (ask.who, self._whose(ask))]
        shown = (mine or asks)[0]
        others = [ask.who for ask in asks if ask is not shown and not mine]
        asked = f"{shown.who} is asked {shown.question}: {', '.join(shown.names)}"
        also = f" (and {', '.join(others)})" if others else ""
        wanted = " ".join(_show(part) for part in (by, question) if part is not None)
        return NotYourTurn(f"{asked}{also}; not {wanted}")


def _read_answer(answer: object, where: str) -> tuple[str | None, str | None, object, Skip | None]:
    """Split an answer into its seat, its question, the answer itself, and what was skipped."""
    if not isinstance(answer, Mapping):
        return None, None, _plain(answer, where), None
    for key in answer:
        if key not in ANSWER_KEYS:
            raise Malformed(where, unknown("key", key, (*ANSWER_KEYS, CORRECT, SKIP, CALL)))
    if "answer" not in answer:
        raise Malformed(where, 'expected "answer"')
    by, question = answer.get("by"), answer.get("ask")
    for key, value in (("by", by), ("ask", question)):
        if value is not None and not isinstance(value, str):
            raise Malformed(f"{where}.{key}", f"expected a name, found {_show(value)}")
    return by, question, _plain(answer["answer"], where), read_skip(answer, where)


def _plain(answer: object, where: str) -> object:
    if isinstance(answer, str | int):
        return answer
    raise Malformed(where, f"expected a face or an option's name, found {_show(answer)}")


def _show(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:40]


def report(match: Match, request: ReadOnlyJson) -> Json:
    """The reply: the events, the open asks, the position, and the request to get here again."""
    asks = [ask_json(match, ask) for ask in match.asks]
    found: Json = {"events": match.events_json(), "ask": asks[0] if asks else None}
    if len(asks) > 1:
        found["asks"] = asks
    found["position"] = match.position()
    found["result"] = match.result()
    found["checkpoint"] = checkpoint(match, request)
    if not can_be_played_on_from(match, found["position"]):
        found["position"] = {MID_SLOT: True, **found["position"]}
    return found


def can_be_played_on_from(match: Match, position: ReadOnlyJson) -> bool:
    """True if the current position, given back, leads to the same questions."""
    if not match.is_between_slots:
        return False
    try:
        twin = Match(
            match.ruleset,
            match.course,
            match.seats,
            match.options,
            start_position=position,
            automatic=False,
        )
    except WreckError:
        return False
    return twin.position() == position and twin.asks == match.asks


def ask_json(match: Match, ask: Ask) -> Json:
    """An open question as JSON; a die also has the driver it is about and its modifiers."""
    shown: Json = {"by": ask.who, "ask": ask.question, "rule": ask.rule}
    if ask.is_dice:
        shown["about"] = about(match, ask)
        shown["modifiers"] = list(pending_modifiers(match))
    shown["options"] = list(ask.options if ask.is_dice else ask.names)
    return shown


def about(match: Match, ask: Ask) -> str | None:
    """The seat that a die is about: the one that rolls, or the target of a shell."""
    return match.names[ask.subject] if 0 <= ask.subject < len(match.names) else None


def pending_modifiers(match: Match) -> Iterator[Json]:
    """The modifiers told so far for the die that is asked for."""
    pending: list[list[int]] = []
    for entry in match.told:
        if entry[0] == door.ROLL:
            pending = []
        elif entry[0] == door.MODIFIER:
            pending.append(entry)
    for entry in pending:
        if entry[1] == pending[-1][1]:
            added = match.ruleset.words.vocabulary.modifiers(entry[2])
            yield {"name": added.word, "value": entry[3], "rule": added.rule}


def checkpoint(match: Match, request: ReadOnlyJson) -> Json:
    """A request that leads to this point again: the last checkpoint, and the answers since."""
    answers = [
        {
            "by": entry.who,
            "ask": entry.question,
            "answer": int(entry.name) if entry.who == DICE_NAME else entry.name,
            **skip_json(entry.skip),
        }
        for entry in match.entries_since_checkpoint()
        if isinstance(entry, Answer)
    ]
    kept = {key: request[key] for key in KEYS if key in request}
    return {**kept, "position": match.checkpoint_position(), "answers": answers}
