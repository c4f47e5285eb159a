"""`wreck team new`: builds a team line by line in the terminal. The builder knows the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

from rich.table import Table
from rich.text import Text

from wreckoning.cli.files import write_atomic
from wreckoning.cli.teams.words import problem_words, standing, team_table
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.shown_teams import Built, BuiltPart, PartToAdd, VehicleToAdd
from wreckoning.core.texts.numerals import is_digits, read_whole

HELP = (
    "add, or add 2: a vehicle, or something on vehicle 2. drop 2: something off it.",
    "again 2, remove 2: that vehicle twice, or not at all. name 2 Rust Bucket: what it is called.",
    "size medium. save FILE. quit.",
)
Step = Callable[[Built, list[str]], Built]
Choice: TypeAlias = BuiltPart | VehicleToAdd | PartToAdd
C = TypeVar("C", bound=Choice)


def build_team(voice: Voice, game: Ruleset, team: Built, out: Path | None) -> None:
    """Read steps until `save` or `quit`. The end of the input means `save` if a file is named.

    Raises Malformed if that cannot be done.
    """
    builder = _Builder(voice, game)
    voice.say_all(HELP, "dim")
    is_over = False
    while True:
        _show(voice, team)
        try:
            words = voice.read("team > ").split()
        except EOFError:
            words, is_over = ["save"] if out else ["quit"], True
        if words[:1] == ["quit"]:
            return
        try:
            if words[:1] == ["save"]:
                _save(voice, team, Path(words[1]) if len(words) > 1 else out)
                return
            team = builder.step(team, words)
        except WreckError as error:
            if is_over:
                raise
            voice.complain(str(error))
        except EOFError:
            return


def _show(voice: Voice, team: Built) -> None:
    voice.say(team_table(team))
    voice.say(standing(team), "bold")
    for problem in team.problems:
        voice.say(f"Not yet legal: {problem_words(team, problem)}", "yellow")


def _save(voice: Voice, team: Built, path: Path | None) -> None:
    """Write the file, legal or not: building can go on later."""
    if path is None:
        raise Malformed("save", "expected the name of a file")
    write_atomic(path, team.file)
    voice.say(f"Written to {path}. Its code:")
    print(team.code)  # on one line, however long


class _Builder:
    """The possible steps."""

    def __init__(self, voice: Voice, game: Ruleset) -> None:
        assert game.builder is not None
        self.voice = voice
        self.build = game.builder

    def step(self, team: Built, words: list[str]) -> Built:
        """The team after a step. Raises Malformed for an unknown one."""
        steps: dict[str, Step] = {
            "add": self.add,
            "drop": self.drop,
            "again": self.double,
            "remove": self.remove,
            "name": self.rename,
            "size": self.resize,
        }
        if not words or words[0] not in steps:
            raise Malformed("step", f"expected one of {', '.join(steps)}, save, quit")
        return steps[words[0]](team, words[1:])

    def add(self, team: Built, words: list[str]) -> Built:
        """Add a vehicle, or a part to one; the rest of the words may name it."""
        number, rest = _number(team, words) if words and is_digits(words[0]) else (-1, words)
        chosen: VehicleToAdd | PartToAdd
        if number < 0:
            chosen = self.choose(team.add, " ".join(rest))
        else:
            chosen = self.choose(team.vehicles[number].add, " ".join(rest))
        if chosen.off:
            raise Malformed(chosen.title, chosen.off)
        return self.again(team, chosen.code)

    def drop(self, team: Built, words: list[str]) -> Built:
        """Remove a part from a vehicle."""
        number, rest = _number(team, words)
        parts = team.vehicles[number].parts
        if not parts:
            raise Malformed("drop", "nothing is on it")
        return self.again(team, self.choose(parts, " ".join(rest)).without)

    def double(self, team: Built, words: list[str]) -> Built:
        """The team with a vehicle twice."""
        number, _ = _number(team, words)
        return self.again(team, team.vehicles[number].again)

    def remove(self, team: Built, words: list[str]) -> Built:
        """The team without a vehicle."""
        number, _ = _number(team, words)
        return self.again(team, team.vehicles[number].without)

    def rename(self, team: Built, words: list[str]) -> Built:
        """Rename a vehicle; without a name, after its type."""
        number, rest = _number(team, words)
        return self.build(team.code, team.size, number, " ".join(rest))

    def resize(self, team: Built, words: list[str]) -> Built:
        """Change the size of the game."""
        return self.build(team.code, words[0] if words else "", -1, "")

    def again(self, team: Built, code: str) -> Built:
        """Load the team of a code, for the same size of game."""
        return self.build(code, team.size, -1, "")

    def choose(self, choices: Sequence[C], given: str) -> C:
        """Choose by number or by the beginning of a title."""
        if not given:
            self.voice.say(_menu(choices))
            given = self.voice.read("which > ").strip()
        if (number := read_whole(given, 1, len(choices))) is not None:
            return choices[number - 1]
        matches = [it for it in choices if it.title.lower().startswith(given.lower())]
        if not given or not matches:
            raise Malformed("which", f"expected 1 to {len(choices)}, or the beginning of a title")
        return matches[0]


def _number(team: Built, words: list[str]) -> tuple[int, list[str]]:
    """A vehicle's index, and the words after it."""
    count = len(team.vehicles)
    number = read_whole(words[0], 1, count) if words else None
    if number is None:
        raise Malformed("vehicle", f"expected 1 to {count}" if count else "there is none yet")
    return number - 1, words[1:]


def _menu(choices: Sequence[Choice]) -> Table:
    """All choices with their costs; illegal ones are dim, with the reason."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(no_wrap=True)
    table.add_column()
    for number, each in enumerate(choices, 1):
        off = "" if isinstance(each, BuiltPart) else each.off
        style = "dim" if off else ""
        table.add_row(
            str(number),
            Text(str(each.points), style=style),
            Text(each.title, style=style),
            Text(off or each.text, style="dim"),
        )
    return table
