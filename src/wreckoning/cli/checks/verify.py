"""`wreck verify`: checks the log of a race, or the file of a campaign, with all its dice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from rich.table import Table

    from wreckoning.cli.checks.verdicts import CheckedLog
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.logs.log_file import LogFile
    from wreckoning.core.logs.verify import CheckedRoll

MOST_FACES = 12  # faces of a die that are counted one by one
FEW = 5  # with fewer expected for each face, a measure of unevenness means nothing


def verify(
    log: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-", help="A race's log, or a campaign's file; - is standard input."
        ),
    ],
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LOG|FOLDER]...",
            help="Of a campaign: the logs of its games, or folders with them. "
            "If you name none, the folder next to its file is taken: tour.games for tour.json.",
        ),
    ] = None,
    digest: Annotated[
        list[str] | None,
        typer.Option(
            "--digest",
            metavar="NUMBER:DIGEST",
            help="What a player kept, as the table showed it; repeat it for several.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Check the dice of a race or a campaign: each roll against the secret and the rules.

    Only fair dice can be checked, and only when the race is over or given up: then its log ends
    with the secret. With --digest the answers of any race are compared with what a player kept.
    docs/fair-dice.md says how rolls and digests are made. A race of an earlier release is checked
    by the rules of that release. The games of a campaign are replayed from their logs, and their
    results compared with those in its file.
    """
    from wreckoning.cli.checks.race import check_log, read_race
    from wreckoning.cli.earlier import run_by_its_rules
    from wreckoning.cli.reading import (
        CAMPAIGN,
        LEAGUE,
        kind_of_file,
        name_of,
        print_json,
        read_text,
        wrong_kind,
    )
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.errors import Malformed
    from wreckoning.core.logs.digest import read_digest

    kept = [read_digest(text, "--digest") for text in digest or []]
    where, text = name_of(log), read_text(log)
    kind = kind_of_file(text)
    if kind == LEAGUE:
        raise wrong_kind(text, where, "a race's log or a campaign's file")
    if kind == CAMPAIGN:
        if kept:
            raise Malformed("--digest", "expected the log of a race, found a campaign's file")
        _verify_campaign(text, where, games or [], as_json)
        return
    if games:
        raise Malformed(games[0], "expected one log; several are checked with a campaign's file")
    options = [part for given in digest or [] for part in ("--digest", given)]
    options += ["--json"] * as_json
    status = run_by_its_rules(read_race(text, where), text, where, "verify", options)
    if status is not None:
        raise typer.Exit(status)
    checked = check_log(text, where, kept)
    if as_json:
        print_json(as_document(checked))
    else:
        tell_verdict(Voice(), checked)


def _verify_campaign(text: str, where: str, logs: Sequence[str], as_json: bool) -> None:
    from wreckoning.cli.checks import campaign as verify_campaign
    from wreckoning.cli.checks.games import check_games
    from wreckoning.cli.reading import print_json, read_json_text
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.table.campaigns.checking import check_campaign

    document = read_json_text(text, where)
    checked = check_campaign(document, where)
    games = check_games(checked, document, where, logs)
    if as_json:
        print_json(verify_campaign.as_document(checked, games))
    else:
        verify_campaign.tell_verdict(Voice(), checked, games)


@dataclass(frozen=True)
class Tally:
    """How often dice with this many sides showed each face."""

    sides: int
    faces: Counter[int]

    @property
    def rolls(self) -> int:
        return self.faces.total()

    @property
    def expected(self) -> float:
        """The expected number for each face."""
        return self.rolls / self.sides

    @property
    def mean(self) -> float:
        return sum(face * count for face, count in self.faces.items()) / self.rolls

    @property
    def unevenness(self) -> float:
        """Pearson's chi-square, with sides − 1 degrees of freedom."""
        squares = ((self.faces[face] - self.expected) ** 2 for face in range(1, self.sides + 1))
        return sum(squares) / self.expected

    @property
    def chance(self) -> float | None:
        """The chance that fair dice are at least this uneven; None if there are too few."""
        enough = self.sides > 1 and self.expected >= FEW
        return chance_of_more(self.unevenness, self.sides - 1) if enough else None


def tally(rolls: Sequence[CheckedRoll]) -> list[Tally]:
    """A tally for each kind of dice, the most frequent kind first."""
    faces: dict[int, Counter[int]] = {}
    for roll in rolls:
        faces.setdefault(roll.sides, Counter())[roll.face] += 1
    tallies = [Tally(sides, counts) for sides, counts in faces.items()]
    return sorted(tallies, key=lambda one: (-one.rolls, one.sides))


def chance_of_more(chi_square: float, freedom: int) -> float:
    """The chance that a chi-square with this many degrees of freedom (1 …) is this or more.

    Abramowitz and Stegun 26.4.4 and 26.4.5: a sum, different for odd and even degrees.
    """
    if chi_square == 0:
        return 1.0
    half, odd = chi_square / 2, freedom % 2
    powers = [term + odd / 2 for term in range(freedom // 2)]
    logarithms = [power * math.log(half) - half - math.lgamma(power + 1) for power in powers]
    return odd * math.erfc(math.sqrt(half)) + sum(map(math.exp, logarithms))


def as_document(checked: CheckedLog) -> Json:
    """The result as JSON. Anything wrong was refused before."""
    from wreckoning.cli.checks.verdicts import not_proved, proved

    keys = ("line", "number", "question", "about", "sides", "face")
    log, terms = checked.log, checked.terms
    said = proved(checked)
    return {
        "verdict": said[0],
        "proved": said,
        "not_proved": not_proved(checked),
        **(terms.as_json() if terms else {"match": None, "commitment": None, "texts": []}),
        "seats": names_of(log),
        "secret": log.secret,
        "over": log.result is not None,
        "answers": {
            "number": checked.answers,
            "digest": checked.digest,
            "bound": log.end is not None,
            "kept": list(checked.kept),
        },
        "rolls": [{key: getattr(roll, key) for key in keys} for roll in checked.rolls],
        "dice": [
            {
                "sides": one.sides,
                "rolls": one.rolls,
                "faces": {str(face): count for face, count in sorted(one.faces.items())},
                "chi_square": one.unevenness,
                "chance": one.chance,
            }
            for one in tally(checked.rolls)
        ],
    }


def names_of(log: LogFile) -> list[str]:
    """The names of the seats."""
    from wreckoning.core.seats import read_seats

    return [seat.name for seat in read_seats("seats", log.header["seats"])]


def tell_verdict(voice: Voice, checked: CheckedLog) -> None:
    """Print what was fixed beforehand, how the dice fell, what is proved and what is not."""
    from rich.text import Text

    from wreckoning.cli.checks.verdicts import not_proved, proved
    from wreckoning.cli.terminal.voice import GOOD, HEADING

    ruleset, log = checked.ruleset, checked.log
    course, names = ruleset.load_course(log.header["course"]), names_of(log)
    voice.say(Text(f"{ruleset.title} {ruleset.version}: {course.title}", style=HEADING))
    _tell_terms(voice, checked, names)
    for one in tally(checked.rolls):
        voice.say()
        voice.say(_counts(one, [r for r in checked.rolls if r.sides == one.sides], names))
        if one.chance is not None:
            voice.note(f"Fair dice are at least as uneven in {one.chance:.0%} of all races.")
    for heading, said, style in (
        ("Proved", proved(checked), GOOD),
        ("Not proved", not_proved(checked), ""),
    ):
        voice.say()
        voice.say(Text(heading, style=HEADING))
        for sentence in said:
            voice.say(Text(f"- {sentence}", style=style))


def _tell_terms(voice: Voice, checked: CheckedLog, names: Sequence[str]) -> None:
    """Print the terms of the dice and of the answers."""
    from wreckoning.cli.checks.verdicts import given_texts

    log, terms = checked.log, checked.terms
    end = "The race goes on"
    if log.result is not None:
        end = "The race is over"
    elif log.has_ended:
        end = "The race was given up"
    told = [f"{end}."]
    if terms is not None:
        told = [
            f"Match {terms.match}. {end}; its secret is the one committed to.",
            f"commitment {terms.commitment}",
            f"secret     {log.secret}",
        ]
    for text in (*told, f"digest     {checked.answers}:{checked.digest}"):
        voice.say_path(text)
    if terms is not None:
        voice.say()
        voice.say(given_texts(names, terms.texts))


def _counts(whole: Tally, rolls: Sequence[CheckedRoll], names: Sequence[str]) -> Table:
    """A table of how often each face came, for each seat with dice, and in all."""
    from rich.text import Text

    from wreckoning.cli.checks.verdicts import plain_table

    faces = range(1, whole.sides + 1) if whole.sides <= MOST_FACES else ()
    table = plain_table(f"d{whole.sides}", *map(str, faces), "rolls", "mean")
    for column in table.columns[1:]:
        column.justify = "right"
    for name in (*names, None):
        for one in tally([roll for roll in rolls if roll.about == name]):
            counts = [str(one.faces[face]) for face in faces]
            table.add_row(Text(name or "nobody"), *counts, str(one.rolls), f"{one.mean:.2f}")
    counts = [str(whole.faces[face]) for face in faces]
    table.add_row("all", *counts, str(whole.rolls), f"{whole.mean:.2f}", style="bold")
    mean = f"{(whole.sides + 1) / 2:.2f}"
    table.add_row("expected", *[f"{whole.expected:.1f}"] * len(faces), "", mean, style="dim")
    return table
