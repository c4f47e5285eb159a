"""`wreck lab ask`: a hypothesis about the rules, and its verdict."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from wreckoning.lab.ask import Budget, Verdicts
    from wreckoning.lab.hypothesis import Hypothesis

INTERRUPTED = 130
MOST_BLOCKS = 3  # cases with a block each; more are a table


Source = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Which game, e.g. rtd; or a .toml file with an [ask]."),
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="The change: anything that may vary."),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="[PATH=]VALUE",
        help="What the change is compared with; by default the game as it is.",
    ),
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="PATH=VALUE", help="A setting of all races."),
]
Whom = Annotated[
    list[str] | None,
    typer.Option(
        "--for",
        help="Subject, Field, everyone, pole, start 2, every start, seat 2 or every seat.",
    ),
]
Measure = Annotated[
    str | None, typer.Option(help="wins (the default), place, length, or a tally of the game.")
]
Smallest = Annotated[
    float | None,
    typer.Option(help="The smallest effect that matters; by default one point of winning."),
]
Courses = Annotated[
    list[str] | None, typer.Option("--course", help="A course, or all; each is asked separately.")
]
Seats = Annotated[
    int,
    typer.Option("--seats", help="How many seats: Subject and a Field; 0 as usual."),
]
Drivers = Annotated[
    list[str] | None,
    typer.Option(help="Who drives; by default rookie, and veteran if the game has one compiled."),
]
Seconds = Annotated[float, typer.Option(min=0, help="Stop after so long; 0 never.")]
Races = Annotated[
    int,
    typer.Option(min=0, help="Stop after about so many races; 0 never."),
]
Title = Annotated[str | None, typer.Option(help="Your question, printed above the verdict.")]
Seed = Annotated[int | None, typer.Option(help="The same seed, the same dice.")]
Workers = Annotated[int, typer.Option(min=0, help="Cores to use; 0 for all.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs to read.")]


def ask(
    source: Source,
    sets: Sets = None,
    against: Against = None,
    both: With = None,
    whom: Whom = None,
    measure: Measure = None,
    smallest: Smallest = None,
    course: Courses = None,
    in_race: Seats = 0,
    drivers: Drivers = None,
    seconds: Seconds = 60.0,
    races: Races = 0,
    within: Annotated[
        float,
        typer.Option(min=0, help="Race on until the interval is ± this; 0: stop at a verdict."),
    ] = 0.0,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Give both sides dice of their own.")
    ] = False,
    confidence: Annotated[float | None, typer.Option(help="By default 0.95.")] = None,
    title: Title = None,
    seed: Seed = None,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Answer a question about the rules: yes, no, or not settled and how many more races.

    It races the changed rules and the unchanged ones with the same dice until the interval of the
    effect is clear of 0 (yes) or within the smallest effect that matters (no). Without a change it
    asks whether drivers, seats or starting places win more or less than their even share. Ctrl-C
    gives the verdict so far.

    Examples:

    Is Featherweight too weak a Debuff?

        wreck lab ask rtd --with seats.Subject.perk=hot_start
            --with seats.Subject.debuff=featherweight --for Subject
            --set data.karts.debuff.featherweight.figures.ram=-1 --against 0

    Does a kart with Hot Start and Featherweight win more than its even share?

        wreck lab ask rtd --with seats.Subject.perk=hot_start
            --with seats.Subject.debuff=featherweight --for Subject

    Does the pole win too often in Rush 'n' Crush, where, and would four drivers mend it?

        wreck lab ask rush --for pole --course all

        wreck lab ask rush --for pole --course all --seats 4

    Are races longer with two items in hand?

        wreck lab ask rtd --set options.carry=2 --measure length

    A hypothesis in a file, by an hour of racing at most:

        wreck lab ask mine.toml --seconds 3600
    """
    from wreckoning.lab.ask import Budget
    from wreckoning.lab.needs import LAB, check_needs

    check_needs(LAB)
    table = {
        "set": read_sets("--set", sets or []),
        "with": read_sets("--with", both or []),
        "against": _read_against(against, sets or []),
        "for": whom or None,
        "measure": measure,
        "smallest": smallest,
        "drivers": drivers or None,
        "confidence": confidence,
    }
    given = {key: value for key, value in table.items() if value not in (None, {})}
    top = {"title": title, "course": _courses(course), "seed": seed}
    asked = read_hypothesis(source, given, {k: v for k, v in top.items() if v is not None}, in_race)
    found = race(asked, Budget(seconds, races, within), workers, not unpaired)
    show(found, as_json)


def read_hypothesis(
    source: str, table: dict[str, Any], top: dict[str, Any], in_race: int
) -> Hypothesis:
    """The hypothesis of a file, or of these options. Raises Malformed."""
    from wreckoning.core.errors import Malformed
    from wreckoning.lab import hypothesis
    from wreckoning.lab.ask import USUAL_TITLE, usual_seats

    if source.endswith(".toml"):
        if table or top or in_race:
            words = "the hypothesis stands in the file; only budget and output may be given with it"
            raise Malformed(source, words)
        return hypothesis.load(Path(source))
    document = {"title": USUAL_TITLE, "ruleset": source, **top, "ask": table}
    document["seats"] = usual_seats(source, in_race)
    return hypothesis.hypothesis(document, Path())


def read_sets(option: str, given: list[str]) -> dict[str, Any]:
    """Read settings given as PATH=VALUE. Raises Malformed."""
    from wreckoning.core.errors import Malformed

    found = {}
    for text in given:
        path, equals, value = text.partition("=")
        if not equals or not path.strip():
            raise Malformed(option, f"expected PATH=VALUE, found {text[:60]!r}")
        found[path.strip()] = read_value(path.strip(), value.strip())
    return found


def read_value(path: str, text: str) -> Any:
    """A value as TOML reads it, or the text itself. House rules and choices are texts."""
    import tomllib

    if path.startswith(("options.", "seats.")) and not path.endswith(".count"):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _read_against(given: list[str] | None, sets: list[str]) -> dict[str, Any] | None:
    """A bare value is one of the path that `--set` changes. Raises Malformed."""
    from wreckoning.core.errors import Malformed

    if given is None:
        return None
    if len(given) == 1 and "=" not in given[0]:
        if len(sets) != 1:
            raise Malformed("--against", f"expected PATH=VALUE, found {given[0][:60]!r}")
        path = sets[0].partition("=")[0].strip()
        return {path: read_value(path, given[0].strip())}
    return read_sets("--against", given)


def _courses(given: list[str] | None) -> str | list[str] | None:
    if not given:
        return None
    return given[0] if len(given) == 1 else given


def race(asked: Hypothesis, budget: Budget, workers: int, is_paired: bool) -> Verdicts:
    """Race a hypothesis, with a line that shows the verdict so far."""
    from rich.console import Console

    from wreckoning.cli.compiling import compile_rules
    from wreckoning.lab.ask import settle
    from wreckoning.lab.verdict_words import headline

    screen = Console(stderr=True)
    asked.scenes()  # refuses impossible races before anything is compiled
    compile_rules(asked.experiment.ruleset, screen)
    if not screen.is_terminal:
        return settle(asked, budget, workers, is_paired)
    with screen.status("Racing …") as status:

        def tell(far: Verdicts) -> None:
            status.update(f"{far.races:,} races. {headline(far)}")

        return settle(asked, budget, workers, is_paired, tell)


def show(found: Verdicts, as_json: bool) -> None:
    """Print verdicts. Ends the command with status 130 after Ctrl-C."""
    from wreckoning.cli.reading import print_json
    from wreckoning.lab import verdict_words

    if as_json:
        print_json(verdict_words.as_document(found))
    else:
        print_verdicts(found)
    if found.is_stopped:
        raise typer.Exit(INTERRUPTED)


def print_verdicts(found: Verdicts) -> None:
    """The title, the verdict, the figures, the method."""
    from wreckoning.lab import verdict_words
    from wreckoning.lab.ask import USUAL_TITLE

    if found.hypothesis.experiment.title != USUAL_TITLE:
        print(f"{found.hypothesis.experiment.title}\n")
    print(verdict_words.headline(found))
    if len(found.cases) > MOST_BLOCKS:
        print()
        for line in verdict_words.table(found):
            print(line)
    else:
        for case in found.cases:
            print(f"\n{verdict_words.where(case)}")
            if len(found.cases) > 1:
                print(f"    {verdict_words.sentence(found, case)}")
            print(f"    {verdict_words.figures(found, case)}")
    races = verdict_words.several_races(found.races)
    print(f"\n{races} in {verdict_words.spell(found.seconds)}.")
    print(verdict_words.method(found))
