"""The loop of a race: tell what happened, ask, take the answer, save; until the race is over."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from rich.rule import Rule
from rich.text import Text

from wreckoning.cli.compiling import warn_of_compiling
from wreckoning.cli.files import at_home, program, write_new
from wreckoning.cli.terminal import board, pages, podium
from wreckoning.cli.terminal.orders import OrdersDesk
from wreckoning.cli.terminal.race_log import LogReader, tell
from wreckoning.cli.terminal.referee import REFEREE_COMMANDS, RefereeDesk
from wreckoning.cli.terminal.saved_match import SavedMatch
from wreckoning.cli.terminal.voice import HEADING, Voice
from wreckoning.core.asks import Answer, Ask, Correction, Entry, find_ask
from wreckoning.core.errors import WreckError
from wreckoning.core.files.places import data_note
from wreckoning.core.logs.log_file import write_log
from wreckoning.core.ruleset import default_opponent
from wreckoning.core.shown import Option, Prompt
from wreckoning.core.texts.numerals import read_whole
from wreckoning.core.texts.wording import several
from wreckoning.show.learning import phase_name
from wreckoning.show.notes import correction_line, skip_line
from wreckoning.show.typed_moves import Choice, Command, Meaning, MoveReader, Unclear, read_number

RECENT, REMINDER = 25, 8  # lines of the report
END = 10**6
WEIGHED, BEST = 1.0, 5  # a hint: seconds, and the options that it lists
ORDERS = "orders"
FEW, BOARD_ROWS = 4, 24  # rows for a board and a question
COMMANDS = (
    *("undo", "hint", "auto", "board", "map", "log", "save", "quit", "help", "rule"),
    *("roll", *REFEREE_COMMANDS, ORDERS),
)


class TerminalRace:
    """One race at one terminal."""

    def __init__(self, saved: SavedMatch, voice: Voice, resumed: bool = False) -> None:
        self.saved = saved
        self.match = saved.match
        self.voice = voice
        self.race_log = LogReader(self.match)
        self.people = saved.people()
        self.viewer = self.people[0] if self.people else ""
        self.auto_until = 0  # the rookie drives until this turn
        self.roll_until = 0  # the computer rolls physical dice until this turn
        self.faces: list[str] = []  # typed ahead, for the next physical dice
        self.moves = ""  # typed ahead, for the same question asked again
        self.moves_for = ("", "")  # the player who typed `moves`, and their question
        self.hide = False  # whether something secret is on the screen
        self.board_turn = -1  # the turn whose board was drawn last
        self.strip: tuple[str, ...] = ()  # the road as drawn last
        self.desk = RefereeDesk(self.match, voice)
        self.orders = OrdersDesk(self.match, voice, saved.path)
        if resumed:
            self.race_log.catch_up(self.people, REMINDER)

    def play(self) -> None:
        """Play to the end of the race, or until the players quit; the log is complete anyway."""
        try:
            while not self.match.is_over:
                self._one(self.match.person_asks()[0])
        except (EOFError, KeyboardInterrupt):
            self._leave()
            return
        self.orders.forget()
        tell(self.voice, self.race_log.unread(self.viewer), self.viewer)
        podium.draw_podium(self.voice, self.saved)

    def _leave(self) -> None:
        self.saved.save()
        self.voice.say()
        if self.saved.lost:
            self.voice.say("This race is kept nowhere, and is gone.")
        else:
            self.voice.say_path(f"Saved. Go on with: {program()} play --resume {self.saved.path}")

    def _turn(self) -> int:
        turn: int = self.match.ruleset.view.headline(self.match).turn
        return turn

    # One question

    def _one(self, ask: Ask) -> None:
        if ask.is_dice and self._turn() < self.roll_until:
            self._answer(ask, secrets.randbelow(len(ask.options)))
        elif ask.is_dice and self.faces and 1 <= read_number(self.faces[0]) <= len(ask.options):
            self._answer(ask, read_number(self.faces.pop(0)) - 1)
        elif not ask.is_dice and ask.by >= 0 and self._turn() < self.auto_until:
            self._answer(ask, self._advice(ask))
        elif (ordered := self.orders.chosen(ask)) is not None:
            self._answer(ask, ordered, ahead=True)
        else:
            self._put(ask)

    def _put(self, ask: Ask) -> None:
        """Show the news and the question; then read until it is answered or undone."""
        self.faces = []
        self._hand_over(ask)
        rows = tell(self.voice, self.race_log.unread(self.viewer), self.viewer)
        if not ask.is_dice and self.board_turn != self._turn():
            if rows > FEW and rows + BOARD_ROWS > self.voice.console.height:
                self.voice.pause()
            self._draw_board()
        view = self.match.ruleset.view
        prompt: Prompt = view.describe_ask(self.match, ask)
        if ask.is_dice:
            options = [Option(face, face, "") for face in ask.names]
        else:
            count = len(ask.options)
            options = [view.describe_option(self.match, ask, index) for index in range(count)]
        if not self._is_ahead(ask):
            self._draw_question(ask, prompt, options)
        reader = MoveReader(COMMANDS, options, prompt.default, self.match, ask)
        while not self._take_line(ask, prompt, reader):
            pass

    def _draw_board(self) -> None:
        self.voice.say()
        board.draw_board(self.voice, self.match, self.viewer)
        self.board_turn, self.strip = self._turn(), ()

    def _draw_question(self, ask: Ask, prompt: Prompt, options: Sequence[Option]) -> None:
        if ask.is_dice:
            return  # the prompt says everything
        self.voice.say()
        strip = board.strip_lines(self.voice, self.match, ask.who)
        if strip != self.strip:
            board.draw_strip(self.voice, strip)
            self.strip = strip
        whose = f"{ask.who}: " if len(self.people) > 1 and ask.by >= 0 else ""
        board.draw_question(self.voice, prompt, options, whose)

    def _hand_over(self, ask: Ask) -> None:
        """Hot seat: clear a secret choice off the screen before the next player looks."""
        hide, self.hide = self.hide, False
        if hide:
            self.voice.clear()
        if ask.who not in self.people or ask.who == self.viewer:
            return
        self.viewer = ask.who
        self.board_turn = -1
        self.voice.say(Rule(Text(f"{ask.who} at the wheel", style=HEADING)))
        if self._is_secret():
            self.voice.pause(f"{ask.who}, press Enter when nobody else looks. ")
            self.voice.ahead = ""

    def _is_secret(self) -> bool:
        """True if several players answer the open group, each in secret."""
        door = self.match.race.door
        seats = [door.asks[index].by for index in range(door.open)]
        return len([by for by in seats if by >= 0 and self.match.names[by] in self.people]) > 1

    def _take_line(self, ask: Ask, prompt: Prompt, reader: MoveReader) -> bool:
        """Read a line and execute it. Returns True if the question is done."""
        typed = self._typed_ahead(ask)
        line = typed or self.voice.read(self._prompt(prompt, reader.options))
        is_order = line.lower().startswith(f"{ORDERS} ")  # its commas are its own
        move, rest = (reader.read_move(line), "") if is_order else reader.read(line)
        if ask.is_dice:
            self.faces = rest.split()
        elif rest:
            self.moves, self.moves_for = rest, (ask.who, ask.question)
        if isinstance(move, Choice):
            self._answer(ask, move.index)
            return True
        self.moves, self.faces = "", []
        is_unseen = bool(typed)  # then the question has not been shown yet
        if isinstance(move, Unclear):
            self.voice.complain(f"{move.problem} ({move.rule})" if move.rule else move.problem)
            return is_unseen
        if isinstance(move, Meaning):
            pages.draw_option(self.voice, self.match.ruleset, reader.options[move.index])
            return is_unseen
        try:
            return self._obey(move, ask, prompt, reader.options) or is_unseen
        except WreckError as error:
            self.voice.complain(str(error))
            return False

    def _is_ahead(self, ask: Ask) -> bool:
        """True if the answer was typed ahead: then the question need not be shown."""
        return bool(self.moves) and self.moves_for == (ask.who, ask.question)

    def _typed_ahead(self, ask: Ask) -> str:
        """Moves typed ahead for this question. Those meant for another one are reported and
        dropped.
        """
        moves, self.moves = self.moves, ""
        if moves and self.moves_for != (ask.who, ask.question):
            self.voice.complain(f"not done any more: {moves}")
            return ""
        return moves

    def _prompt(self, prompt: Prompt, options: Sequence[Option]) -> str:
        if prompt.sides:
            return f"  {prompt.question}, {prompt.rule}: 1–{prompt.sides} > "
        if prompt.default is not None:
            return f"  [Enter: {options[prompt.default].label}] > "
        return "  > "

    def _answer(self, ask: Ask, index: int, ahead: bool = False) -> None:
        self.hide = self.hide or self._is_secret()
        self.match.answer(ask.names[index], ask.who, ask.question, ahead)
        self.orders.answered(ask.who)
        self.saved.save()

    # Commands

    def _obey(self, command: Command, ask: Ask, prompt: Prompt, options: Sequence[Option]) -> bool:
        """Run a command. Returns True if the question must be asked again."""
        word, argument = command.word, command.argument
        self._refuse(word)
        if word == "quit":
            raise EOFError
        if word == "undo":
            return self._undo()
        if word == "auto":
            return self._auto(argument)
        if word == "roll":
            return self._roll(ask, argument)
        if word == ORDERS:
            self.hide = self.hide or len(self.people) > 1
            return self.orders.command(ask, argument)
        if word in REFEREE_COMMANDS:
            self.desk.obey(word, argument)
            self.saved.save()
            self.board_turn = -1
            return True
        if word == "board":
            self._draw_board()
        elif word == "map":
            board.draw_map(self.voice, self.match)
        elif word == "log":
            self._log(argument)
        elif word == "save":
            self._save(argument)
        elif word == "help":
            physical = self.match.dice.name == "physical"
            phase = phase_name(self.match.race)
            referee = self.desk.commands().values() if self.desk.is_open else ()
            pages.draw_help(self.voice, self.match.ruleset, phase, referee, physical)
        elif word == "rule":
            self._rule(argument)
        else:
            self._hint(ask, options)
        if word in ("board", "map"):
            self._draw_question(ask, prompt, options)
        return False

    def _refuse(self, word: str) -> None:
        """Raise Illegal for a command that this kind of race does not have."""

    def _undo(self) -> bool:
        before = list(self.match.entries)
        if not self.match.undo():
            self.voice.complain("there is no decision of yours to take back")
            return False
        self.orders.rest()
        self.saved.save()
        self.race_log.mark_read(self.people or [self.viewer])
        self.board_turn = -1
        is_physical = self.match.dice.name == "physical"
        dice = "All dice since are asked again" if is_physical else "The dice stay what they were"
        self.voice.note(f"Taken back: {self._words_of_undone(before)}. {dice}.")
        return True

    def _words_of_undone(self, before: Sequence[Entry]) -> str:
        """What undo took back, from the entries before it; its question is open again."""
        now = self.match.entries
        entry = next(old for number, old in enumerate(before) if now[number : number + 1] != [old])
        if isinstance(entry, Correction):
            return correction_line(self.match, entry).text.removeprefix("Referee: ")
        assert isinstance(entry, Answer)
        if entry.skip is not None:
            return skip_line(self.match, entry, entry.skip).text.removeprefix("Referee: ")
        ask = find_ask(self.match.asks, (), entry.who, entry.question)
        view = self.match.ruleset.view
        question = view.describe_ask(self.match, ask).question
        if ask.is_dice:
            return f"{entry.name} ({question})"
        if self._is_secret():
            return f"the answer of {entry.who} ({question})"
        label = view.label_option(self.match, ask, ask.names.index(entry.name)).label
        return f"{entry.who}, {label} ({question})"

    def _auto(self, argument: str) -> bool:
        if argument in ("race", "end"):
            self.auto_until = END
        elif argument in ("", "turn"):
            self.auto_until = self._turn() + 1
        elif (turns := read_whole(argument, 1, 999)) is not None:
            self.auto_until = self._turn() + turns
        else:
            self.voice.complain("auto, auto 3 (turns) or auto race")
            return False
        return True

    def _roll(self, ask: Ask, argument: str) -> bool:
        if not ask.is_dice:
            self.voice.complain("there is no die to roll now")
            return False
        if argument == "turn":
            self.roll_until = self._turn() + 1
        elif argument:
            self.voice.complain("roll (this die) or roll turn (all dice of this turn)")
            return False
        self._answer(ask, secrets.randbelow(len(ask.options)))
        return True

    def _log(self, argument: str) -> None:
        count = read_whole(argument, 1) if argument else RECENT
        if count is None:
            self.voice.complain("log, or log 60 for more lines")
            return
        tell(self.voice, self.race_log.lines()[-count:], self.viewer)

    def _save(self, argument: str) -> None:
        if argument:
            write_new(at_home(argument), write_log(self.match))
            place = "" if self.saved.lost else f"; the race goes on in {self.saved.path}"
            self.voice.note(f"A copy is in {argument}{place}.")
            return
        if self.saved.lost:
            self.voice.complain("this race is kept nowhere: save FILE keeps a copy")
            return
        self.saved.save()
        self.voice.note(f"Saved: {self.saved.path}")

    def _rule(self, argument: str) -> None:
        for number in argument.upper().replace(",", " ").split() or [""]:
            if not pages.draw_rule(self.voice, self.match.ruleset, number):
                what = f"no rule {number[:10]!r}" if number else "which rule?"
                self.voice.complain(f"{what}: for example rule R24")

    def _hint(self, ask: Ask, options: Sequence[Option]) -> None:
        if ask.is_dice or ask.by < 0:
            self.voice.complain("no hint for this one")
            return
        option = options[self._advice(ask)]
        self.voice.note(f"{default_opponent(self.match.ruleset).title()}: {option.label}")
        if len(self.saved.people()) == 1 and len(options) > 1:
            self._weigh(ask, options)

    def _weigh(self, ask: Ask, options: Sequence[Option]) -> None:
        """Say how likely a win is with each option, the best first; with physical dice too."""
        from wreckoning.analysis.win_chance import NINETY_FIVE, weigh

        warn_of_compiling(self.match.ruleset, self.voice.note)
        outlook = self.match.outlook(ask.by)
        found = weigh(outlook, ask, WEIGHED)
        best = sorted(zip(found, options, strict=True), key=lambda each: -each[0][0])
        self.voice.note("Your chance to win, with rookies at every wheel from then on:")
        for (chance, error), option in best[:BEST]:
            self.voice.note(f"  {chance:.0%} ±{100 * NINETY_FIVE * error:.0f}  {option.label}")
        if len(best) > BEST:
            self.voice.note(f"  {best[BEST][0][0]:.0%} or less with {len(best) - BEST} others")

    def _advice(self, ask: Ask) -> int:
        """The index of the option that the rookie would choose in this seat."""
        rookie = default_opponent(self.match.ruleset)
        return ask.options.index(self.match.advice(ask, rookie))


def open_page(voice: Voice, saved: SavedMatch, resumed: bool) -> None:
    """Print the first words: the game, the drivers, and the log file."""
    match = saved.match
    title = Text(f"{match.ruleset.title}: {match.course.title}", style=HEADING)
    voice.say(title)
    if match.series is not None:
        voice.say(match.series.words(match.ruleset))
    view = match.ruleset.view
    if not resumed:
        facts, blurb = view.course_card(match.course)
        voice.say(Text(blurb))
        voice.note(facts)
        drivers = [
            row.name + (f" ({row.vehicle})" if row.vehicle else "") for row in view.standings(match)
        ]
        voice.say(Text(f"Drivers: {', '.join(drivers)}."))
        pages.draw_house_rules(voice, match.ruleset, match.options)
    else:
        voice.note(f"Taken up again after {several(len(match.entries), 'answer')}.")
        if saved.news:
            voice.say(Text(saved.news))
    is_saved = "" if saved.lost else " Every decision is saved."
    voice.note(f"Type a number or a name to choose; ? for help.{is_saved}")
    if saved.lost:
        voice.complain(f"{saved.lost}: this race is kept nowhere; save FILE keeps a copy")
    elif note := data_note():
        voice.complain(note)
