"""A table in memory and its clients: what each of them has been sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import orjson

from wreckoning.core.asks import Ask
from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex
from wreckoning.core.logs.log_file import RunningDigest
from wreckoning.core.match import Match
from wreckoning.core.shown import LogLine, Prompt
from wreckoning.server.encoding import dump
from wreckoning.server.live.clients import Client
from wreckoning.server.store.store import News
from wreckoning.server.store.writer import ENDED
from wreckoning.show.learning import phase_name
from wreckoning.table import messages, moderation, replies
from wreckoning.table.deadlines import Deadlines
from wreckoning.table.house_files import ruleset_with
from wreckoning.table.ids import DICE_SEAT, REFEREE_SEAT, ShownSeat, TableVersion, shown_seat
from wreckoning.table.lessons import lesson_now
from wreckoning.table.models import Settings
from wreckoning.table.orders import in_force, own_answers
from wreckoning.table.race_log import DiceSoFar, RaceLog, rolls_of_move
from wreckoning.table.refusals import Forbidden, Stale
from wreckoning.table.shown.steps import Steps
from wreckoning.table.table import RUNNING, Table

REPLIES = 256  # kept in memory for each table; the store has all
REMEMBERED = 32  # updates kept for players who were away for a moment
REMEMBERED_SIZE = 64 * 1024  # their most total length: a whole state is not longer
SIZE, RACE_SIZE, ENTRY_SIZE, LINE_SIZE = 16 * 1024, 320 * 1024, 400, 2 * 1024  # bytes


Reply = tuple[TableVersion, replies.Result]  # the version after a command, and its result


@dataclass(frozen=True)
class RemoteProcess:
    """The clients of another process; it reports again before `until`, or is forgotten."""

    seats: tuple[SeatIndex, ...]
    watching: int
    until: float
    addresses: frozenset[str] = frozenset()  # of its players: digests, as at their seats


class LiveTable:
    """A table in memory. Hold `lock` while changing it."""

    def __init__(self, table: Table, created: float, updated: float) -> None:
        self.table = table
        self.created, self.updated = created, updated
        self.used = 0.0  # when it was last used, by the clock of `LiveTables`
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.elsewhere: dict[str, RemoteProcess] = {}  # clients of other processes
        self.replies: dict[str, Reply] = {}  # to the latest commands, by their keys
        self.race_log: RaceLog | None = None
        self._dice = DiceSoFar()
        self._running, self._digest = RunningDigest(), ""
        self.where = ""  # how far the race was when its summary was stored
        self.snapshot_at = 0  # entries in the last snapshot
        self._updates: deque[tuple[TableVersion, TableVersion, str]] = deque()  # from, to, text
        self._told = table.version
        self._ground: orjson.Fragment | None = None  # it never changes; drawing it takes a while
        self._board: Json = {}
        self._drawing_told = -1  # the drawing that all clients have been sent
        self.drawing = 0  # counts the moments of which the board and the questions were drawn
        self.complete: tuple[int, dict[ShownSeat, bytes]] | None = (
            None  # a drawing's menus, by seat
        )
        self._drawn: object = None
        self._waiting: tuple[int, dict[ShownSeat, list[Ask]]] | None = (
            None  # at this version, by seat
        )
        self._prompts: dict[int, Prompt] = {}  # of the moment, by their index in the group
        self._menus: dict[int, orjson.Fragment] = {}  # without chances
        self._steps = Steps()
        self._settle()
        self._lines_told = self._so_far()

    def copy(self) -> Table:
        """A copy of the table, to work on in a thread."""
        match = self.table.match
        return replace(self.table, match=match.fork() if match else None)

    def log_line(self, number: int) -> str:
        """A line of the log as plain text. Raises Stale if it was taken back."""
        ended = self.table.ended
        own = self.race_log.lines if self.race_log else []
        lines: Sequence[Any] = ended.stand["lines"] if ended is not None else own
        if number >= len(lines):
            raise Stale("that line of the log was taken back")
        line = lines[number]
        if isinstance(line, LogLine):
            return line.text
        return "".join(str(part["text"]) for part in line["parts"])

    # Who is here

    def here(self) -> list[SeatIndex]:
        """The seats whose players are connected, to any process."""
        seats = set(self.seats_here())
        for others in self.elsewhere.values():
            seats.update(others.seats)
        return sorted(seats)

    def seats_here(self) -> list[SeatIndex]:
        """The seats connected to this process."""
        return sorted({seat for client in self.clients for seat in client.seats})

    def watching_here(self) -> int:
        """The number of watchers connected to this process."""
        return sum(not client.seats for client in self.clients)

    def addresses_here(self) -> frozenset[str]:
        """Digests of the addresses from which players are connected to this process."""
        players = (client.address for client in self.clients if client.seats)
        return frozenset(moderation.address_digest(self.table, each) for each in players)

    def check_shows_chances(self, address: str) -> None:
        """Check that this address may see who may win. Raises Illegal if nobody may.

        Raises Forbidden if a player is connected from this address, or took a seat from it.
        """
        if not self.table.shows_chances:
            raise Illegal("this table shows nobody the chances before the race is over")
        taken = frozenset(seat.address for seat in self.table.settings.seats if seat.address)
        known = taken.union(self.addresses_here(), *(o.addresses for o in self.elsewhere.values()))
        if moderation.address_digest(self.table, address) in known:
            raise Forbidden(
                "a player of this race is at your address: the chances are for spectators"
            )

    def here_message(self) -> replies.Here:
        """The connected seats, and the number of watchers."""
        watching = self.watching_here() + sum(o.watching for o in self.elsewhere.values())
        return replies.Here("here", self.here(), watching)

    @property
    def is_idle(self) -> bool:
        """True if no client is connected, and nothing is under way."""
        return not self.clients and not self.lock.locked()

    @property
    def size(self) -> int:
        """About how many bytes it uses, as measured at tables of all four games."""
        match = self.table.match
        if match is None:
            return SIZE
        lines = len(self.race_log.lines) if self.race_log else 0
        of_race = RACE_SIZE + ENTRY_SIZE * len(match.entries) + LINE_SIZE * lines
        return SIZE + of_race + self._remembered()

    # What was replied

    def note_reply(self, key: str, reply: Reply) -> None:
        """Remember the reply to a command, which may be sent again."""
        self._forget_tokens()
        self.replies[key] = reply
        if len(self.replies) > REPLIES:
            del self.replies[next(iter(self.replies))]

    def _forget_tokens(self) -> None:
        """Forget the replies to claims, which contain tokens of seats, after the end."""
        if self.table.state in ENDED:
            self.replies.clear()

    # What others have done

    def follow(self, news: News) -> bool:
        """Apply another process's changes. True if the table itself changed, not only the race."""
        table = self.table
        settings = Settings.model_validate_json(news.settings, strict=False)
        changed = settings != table.settings or news.state != table.state
        table.settings, table.state = settings, news.state
        taken_back = table.follow(news.moves)
        if taken_back and self.race_log is not None and table.match is not None:
            self.race_log.start_over(table.match)
        table.posed, table.records = news.standing["posed"], news.standing["records"]
        table.acted = news.standing.get("acted", {})
        table.deadlines = Deadlines.read(news.standing.get("deadlines"))
        table.deadline, self.updated, self._drawn = news.deadline, news.updated, None
        self._forget_tokens()
        table.version = news.version  # last, because open questions are cached by version
        return changed

    def renew(self, table: Table, updated: float) -> None:
        """Replace what is in memory by the stored table."""
        self.table, self._waiting, self._ground = table, None, None
        if self.race_log is not None and table.match is not None:
            self.race_log.start_over(table.match)
        self._drawn, self.updated, self.snapshot_at, self.where = None, updated, 0, ""
        self._forget_tokens()

    # What is told

    def table_message(self) -> replies.TableInfo:
        """The table as it is sent."""
        return messages.table_json(self.table, self.here(), self.created, self.updated)

    def state(self, chat: Sequence[replies.ChatLine]) -> replies.State:
        """The whole state, for a client that has nothing yet."""
        match = self.table.match
        self._settle()
        ended = self.table.ended
        if self._ground is None and ended is not None:
            self._ground = orjson.Fragment(dump(ended.stand["ground"]))
        elif self._ground is None:
            settings = self.table.settings
            course, data = orjson.dumps(settings.course), orjson.dumps(settings.data)
            self._ground = _ground(settings.ruleset, data, course)
        shown: Any = self._ground
        lines = self.race_log.lines if self.race_log else []
        return replies.State(
            type="state",
            version=self.table.version,
            table=self.table_message(),
            ground=shown,
            play=self._whole_play() if match or ended else None,
            lines=ended.stand["lines"] if ended else lines,
            chat=list(chat),
        )

    def update(self, with_table: bool) -> str:
        """The changes since the last update, for a client that has everything before it."""
        table = self.table
        play: replies.Play | replies.Moment | None = None
        keep, add = self._lines_told, list[LogLine]()
        if table.match:
            keep = min(self._settle(), self._lines_told)
            assert self.race_log is not None
            add = self.race_log.lines[keep:]
            is_new = self.drawing != self._drawing_told
            play = self._whole_play() if is_new else self._moment()
            self._drawing_told = self.drawing
            self._lines_told = self._so_far()
        message = dump(
            replies.Update(
                type="update",
                version=table.version,
                table=self.table_message() if with_table else None,
                play=play,
                lines=replies.LineChange(keep, add),
                steps=self._steps.take() or None,
            )
        )
        self._updates.append((self._told, table.version, message))
        self._told = table.version
        while len(self._updates) > REMEMBERED or self._remembered() > REMEMBERED_SIZE:
            self._updates.popleft()
        return message

    def _remembered(self) -> int:
        return sum(len(text) for _, _, text in self._updates)

    def since(self, seen: TableVersion) -> list[str] | None:
        """The updates after this version; None if some of them are no longer kept."""
        if seen == self.table.version:
            return [dump(replies.Current("current", seen))]
        found = [text for before, _, text in self._updates if before >= seen]
        starts = [before for before, _, _ in self._updates if before >= seen]
        return found if starts and starts[0] == seen else None

    def _so_far(self) -> int:
        """The number of lines."""
        return len(self.race_log.lines) if self.race_log else 0

    def _settle(self) -> int:
        """Bring log and board up to date. Returns how many lines are unchanged."""
        match = self.table.match
        if match is None:
            return 0
        if self.race_log is None:
            self.race_log, self._drawn = RaceLog(match, self.table.earlier), None
        elif self.race_log.match is not match:
            self.race_log.start_over(match)
        moment = (match.moment, match.settled, self.table.state)
        if moment == self._drawn:
            return self._so_far()
        self._drawn, self._prompts, self._menus = moment, {}, {}
        self.drawing += 1
        self._digest = self._running.of(match)
        kept = self._play_through(match, self.race_log)
        latest = len(self.race_log.rolls) - rolls_of_move(match)
        board = messages.board_json(match, self._dice.of(match), self.race_log.rolls[latest:])
        self._steps.stand(match, board.things)
        parts = vars(board).items()
        self._board = {name: orjson.Fragment(orjson.dumps(part)) for name, part in parts}
        return kept

    def _play_through(self, match: Match, race_log: RaceLog) -> int:
        """Tell the events up to now, step by step if a client is here. Returns the lines kept."""
        kept, moments = self._so_far(), match.passed()
        if not self.clients or len(match.told) < self._steps.told:  # or something was taken back
            return race_log.catch_up()[0]
        view = match.ruleset.view
        for moment in [*self._steps.new(moments), match]:
            if self._steps.see(moment, view.things(moment), moment is match):
                race_log.match = moment
                lines, rolls = race_log.catch_up()
                kept = min(kept, lines)
                self._steps.tell(race_log, rolls)
        return kept

    def _whole_play(self) -> replies.Play:
        """The race with its board, as drawn."""
        ended = self.table.ended
        board = self._board if ended is None else ended.board
        return replies.Play(**vars(self._moment()), **board)

    def _moment(self) -> replies.Moment:
        table = self.table
        ended = table.ended
        return replies.Moment(
            number=table.number,
            digest=ended.digest if ended else self._running.of(table.check_begun()),
            asked=self._asked(),
            deadline=table.deadline,
            held=table.is_held,
            holidays=table.deadlines.holidays,
            records=table.records,
            lesson=lesson_now(table),
            phase=phase_name(table.match.race) if table.match else "",
        )

    def _asked(self) -> list[replies.Waiting]:
        """Who is asked what. For a group, who has answered, but not what."""
        match = self.table.match
        if match is None or self.table.state != RUNNING:
            return []
        due = self.table.deadlines.due
        asked = [
            replies.Waiting(
                seat=shown_seat(ask),
                who=ask.who,
                question=self._prompt(ask).question,
                rule=ask.rule,
                answered=False,
                by=due(ask.who),
            )
            for ask in match.asks
        ]
        for who in match.answered():
            seat = ShownSeat(match.names.index(who)) if who in match.names else DICE_SEAT
            asked.append(replies.Waiting(seat, who, "", "", answered=True, by=None))
        return asked

    def _prompt(self, ask: Ask) -> Prompt:
        """An open question in words."""
        match = self.table.match
        assert match is not None
        if ask.index not in self._prompts:
            self._prompts[ask.index] = match.ruleset.view.describe_ask(match, ask)
        return self._prompts[ask.index]

    def _menu(self, ask: Ask) -> orjson.Fragment:
        """An open question with its options, without chances."""
        match = self.table.match
        assert match is not None
        if ask.index not in self._menus:
            menu = messages.menu_of(match, ask, self._prompt(ask), self.table.number, False)
            self._menus[ask.index] = orjson.Fragment(orjson.dumps(menu))
        return self._menus[ask.index]

    def questions(self, client: Client) -> object:
        """Changes when this client is asked something else; None if it is asked nothing."""
        asked = tuple(ask.index for ask in self.asks_of(client))
        if not asked:
            return None
        self._settle()
        return self.drawing, asked

    def menus(self, client: Client) -> list[Any]:
        """The questions that this client may answer, at once: chances come later."""
        self._settle()
        return [self._menu(ask) for ask in self.asks_of(client)]

    # What one line is told

    def you(self, client: Client, undoable: Sequence[ShownSeat]) -> replies.You:
        """This client's seats, and which of the table's `undoable` it may take back."""
        table, seats = self.table, client.seats if self.table.state == RUNNING else ()
        bans = removed = None
        if table.settings.sanctions:
            if client.host:
                bans = [one.name for one in moderation.bans_of(table)]
            removal = moderation.sanction_of(table, "removed", client.tokens)
            if removal is not None and not client.seats:
                removed = replies.Removed(removal.by, removal.name)
        return replies.You(
            seats=list(client.seats),
            host=client.host,
            undo=self.undo_of(client, undoable),
            orders=in_force(table, seats) or None,
            answers=own_answers(table, seats) or None,
            bans=bans,
            removed=removed,
        )

    def why_banned(self, client: Client) -> str:
        """Why this line may not be here; '' if it may."""
        return moderation.why_banned(self.table, client.tokens, client.address)

    def undo_of(self, client: Client, undoable: Sequence[ShownSeat]) -> list[ShownSeat]:
        """The part of the table's `undoable` that this client may take back."""

        def may(seat: ShownSeat) -> bool:
            if seat == REFEREE_SEAT:
                return client.host
            return seat in client.seats or (seat == DICE_SEAT and self._sits(client))

        return [seat for seat in undoable if may(seat)]

    def _sits(self, client: Client) -> bool:
        return bool(client.seats) or client.host

    def asks_of(self, client: Client) -> list[Any]:
        """The open questions that this client may answer."""
        if self.table.state != RUNNING:
            return []
        if self._waiting is None or self._waiting[0] != self.table.version:
            by: dict[ShownSeat, list[Ask]] = {}
            for ask in self.table.waiting():
                by.setdefault(shown_seat(ask), []).append(ask)
            self._waiting = self.table.version, by
        by = self._waiting[1]
        own = [ShownSeat(seat) for seat in client.seats]
        own += [DICE_SEAT] * (DICE_SEAT in by and self._sits(client))
        own += [REFEREE_SEAT] * (REFEREE_SEAT in by and client.host)
        found = [ask for seat in own if seat in by for ask in by[seat]]
        return sorted(found, key=lambda ask: ask.index)

    def drop(self, lines: Iterable[Client]) -> None:
        """Forget these clients."""
        self.clients.difference_update(lines)

    def close(self) -> None:
        """Close all connections; the clients will reconnect."""
        for client in self.clients:
            client.close()


@lru_cache(maxsize=64)
def _ground(ruleset: str, data: bytes, document: bytes) -> orjson.Fragment:
    """A course's drawing as JSON: one for all tables that race on it by the same data."""
    rules = ruleset_with(ruleset, orjson.loads(data))
    course = rules.load_course(orjson.loads(document))
    return orjson.Fragment(orjson.dumps(rules.view.ground(course)))
