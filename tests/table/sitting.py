"""A table without a server: seats, tokens, commands by name, and dice that are given.

table = Sitting("Ann", "Bob", "Cid:rookie")      persons, and a bot; dice are typed in
table.start()
table.answer("Ann", "yes")                       with Ann's token, to whatever she is asked
table.roll(3, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import pytest
from pydantic import TypeAdapter

from wreckoning.core.asks import Answer, Ask
from wreckoning.core.errors import WreckError
from wreckoning.core.match import Match
from wreckoning.core.records import pack
from wreckoning.core.ruleset import ABSENT_NAME
from wreckoning.server.live.commands import apply, authorise
from wreckoning.table import lobby, models
from wreckoning.table.ids import TableId
from wreckoning.table.table import Table, TableChange

RULESET, COURSE = "rtd", "sundae_drive"
DICE, REFEREE = -1, -2  # the seats that answer for dice and referee, as they are sent
HOST = "token-of-the-host"
SECRET = "5eed" * 16
COMMANDS: TypeAdapter[Any] = TypeAdapter(models.Command)


def chance(name: str = "t1", secret: str = SECRET) -> lobby.Randomness:
    """Fixed randomness for tests."""
    tokens = [f"token-{name}-{seat}" for seat in range(models.MAX_SEATS)]
    return lobby.Randomness(TableId(name), HOST, tokens, secret, 7)


def wanted(*players: str, **rest: Any) -> models.NewTable:
    """A new table: `Ann` sits there at once, `Ann:rookie` is a bot, `open` an open seat."""
    seats = []
    for player in players:
        name, _, bot = player.partition(":")
        kind = bot or ("open" if name == "open" else "mine")
        seats.append({"player": kind, "name": "" if name == "open" else name})
    given = {"ruleset": RULESET, "course": COURSE, "dice": "physical", "seats": seats, **rest}
    return models.NewTable.model_validate(given)


class Sitting:
    """A table, and the tokens of all who sit there."""

    def __init__(self, *players: str, game: Table | None = None, **rest: Any) -> None:
        self.tokens: dict[int, str] = {}
        if game is None:
            game, claimed = lobby.new_table(wanted(*players, **rest), chance())
            self.tokens = {one.seat: one.token for one in claimed}
        self.game = game
        self._fresh = count()

    def do(
        self, kind: str, token: str | None = HOST, sent_from: Any = "", **fields: Any
    ) -> TableChange:
        """Run a command, with the newest version if it needs one and none is given."""
        given = {"do": kind, "request": f"request-{next(self._fresh)}", **fields}
        if token is not None:
            given["token"] = token
        if kind in ("answer", "undo", "correct", "skip", "call"):
            given.setdefault("version", self.game.version)
        command = COMMANDS.validate_python(given)
        authorise(self.game, command)
        return apply(self.game, command, sent_from)

    def claim(self, seat: int, name: str, **rest: Any) -> None:
        """Take an open seat."""
        change = self.do("claim", rest.pop("token", None), seat=seat, name=name, **rest)
        assert change.result.token is not None
        self.tokens[seat] = change.result.token

    def start(self) -> Sitting:
        """The host starts the race."""
        self.do("start")
        return self

    @property
    def match(self) -> Match:
        assert self.game.match is not None
        return self.game.match

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The open questions, with their drivers."""
        return [(ask.who, ask.question) for ask in self.game.waiting()]

    @property
    def entries(self) -> list[tuple[str, ...]]:
        """The answers so far."""
        return [tuple(vars(entry).values())[:3] for entry in self.match.entries]

    def seat(self, who: str) -> int:
        """A seat by its name."""
        if who in ("dice", "referee"):
            return DICE if who == "dice" else REFEREE
        return self.match.names.index(who)

    def token(self, who: str) -> str:
        """The token to answer with: any player's for dice, the host's for the referee."""
        if who in ("dice", "referee"):
            return HOST
        return self.tokens[self.seat(who)]

    def ask(self, who: str) -> Ask:
        """The open question to a driver."""
        return next(ask for ask in self.game.waiting() if ask.who == who)

    def answer(self, who: str, answer: str, **rest: Any) -> TableChange:
        """Answer for a driver, with the right token unless another is given."""
        ask = next((ask.question for ask in self.game.waiting() if ask.who == who), "none")
        given = {"token": self.token(who), "seat": self.seat(who), "ask": ask, **rest}
        return self.do("answer", answer=answer, **given)

    def roll(self, *faces: int) -> None:
        """Enter real dice."""
        for face in faces:
            self.answer("dice", str(face))

    def undo(self, who: str, **rest: Any) -> TableChange:
        """Take back for a driver."""
        return self.do("undo", **{"token": self.token(who), "seat": self.seat(who), **rest})

    def play_until(
        self,
        there: Callable[[], bool],
        choose: Callable[[Ask], str] | None = None,
        most: int = 3000,
    ) -> Sitting:
        """Answer all questions until a condition holds. Without `choose`, options take turns."""
        for step in range(most):
            if there():
                return self
            assert self.game.state == "running", "the race ended before"
            ask = self.game.waiting()[0]
            self.answer(ask.who, choose(ask) if choose else by_turns(ask, step))
        raise AssertionError(f"not within {most} answers")

    def to_the_end(self) -> Sitting:
        """Play the whole race."""
        return self.play_until(lambda: self.game.state == "over")

    def reloaded(self, entries: Sequence[Mapping[str, Any]]) -> Table:
        """The same table as a server reads it after a restart."""
        game = self.game
        twin = Table(game.id, game.settings.model_copy(deep=True), game.secret, game.state)
        twin.version, twin.posed = game.version, dict(game.posed)
        twin.load([dict(entry) for entry in entries], None)
        return twin


def by_turns(ask: Ask, step: int) -> str:
    """Choose options in turn, so that everything happens at times."""
    return ask.names[step * 5 % len(ask.names)]


def is_absent(table: Sitting, seat: int) -> bool:
    """Whether the absent rule drives this seat."""
    return table.game.settings.seats[seat].driver == ABSENT_NAME


# --- tables that stand somewhere

GROUP = [("Ann", "rocket_start"), ("Bob", "rocket_start")]


def pair(**rest: Any) -> Sitting:
    """Ann and Bob at a running race; both are asked for their start."""
    table = Sitting("Ann", "Bob", **rest).start()
    assert table.asked == GROUP
    return table


def one(**rest: Any) -> Sitting:
    """Ann against a bot."""
    return Sitting("Ann", "Cid:rookie", **rest).start()


def state_of(table: Sitting) -> tuple[Any, ...]:
    """The whole state of a table, to see that nothing has changed."""
    game = table.game
    race = (pack(table.match.race), list(table.match.entries), table.match.asks)
    kept = (game.state, game.version, dict(game.posed), game.settings.model_dump())
    return (*kept, *race)


def refused(table: Sitting, error: type[WreckError], words: str, do: Callable[[], Any]) -> None:
    """Check that an action is refused in one line, and changes nothing."""
    before = state_of(table)
    with pytest.raises(error, match=words) as found:
        do()
    assert "\n" not in str(found.value)
    assert state_of(table) == before


def to(table: Sitting, *there: tuple[str, str]) -> Sitting:
    """Play on until these drivers are asked these questions."""
    return table.play_until(lambda: sorted(table.asked) == sorted(there))


def asked_after(table: Sitting, last: str, asked: tuple[str, str]) -> Sitting:
    """Play on until this is asked after this driver's answer, without item boxes."""

    def choose(ask: Ask) -> str:
        by_turns = ask.names[len(table.entries) * 5 % len(ask.names)]
        return "no" if ask.question == "item_box" else by_turns

    return table.play_until(lambda: table.asked == [asked] and table.entries[-1][0] == last, choose)


def asked_again(table: Sitting, who: str) -> Sitting:
    """Play until one seat alone answers and is then asked alone again, without a roll between."""
    options: dict[str, str] = {"pull_ahead": "no", "item_box": "no"}

    def there() -> bool:
        last = table.match.entries[-1] if table.match.entries else None
        is_his = isinstance(last, Answer) and last.who == who and last.question == "pull_ahead"
        return is_his and [ask.who for ask in table.match.asks] == [who]

    def choose(ask: Ask) -> str:
        wish = options.get(ask.question, "aggressive" if ask.question == "order" else "")
        return wish if wish in ask.names else ask.names[len(table.match.entries) % len(ask.names)]

    return table.play_until(there, choose)
