"""`wreck lab find`: which value of a figure is fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from wreckoning.cli.simulations.ask import (
    INTERRUPTED,
    AsJson,
    Measure,
    Races,
    Seats,
    Seconds,
    Seed,
    Smallest,
    Source,
    Whom,
    With,
    Workers,
    read_hypothesis,
    read_sets,
    read_value,
)

if TYPE_CHECKING:
    from wreckoning.lab.ask import Budget
    from wreckoning.lab.find import FairSearch, TriedValue
    from wreckoning.lab.hypothesis import Hypothesis

MOST_WHOLE = 500


def find(
    source: Source,
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="The figure: anything that may vary.")
    ],
    values: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="The values, from one end to the other.")
    ] = None,
    least: Annotated[int | None, typer.Option("--from", help="The least whole number.")] = None,
    most: Annotated[int | None, typer.Option("--to", help="The greatest whole number.")] = None,
    both: With = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=VALUE", help="Fair is what wins as often as with this."),
    ] = None,
    subject: Whom = None,
    measure: Measure = None,
    smallest: Smallest = None,
    course: Annotated[str | None, typer.Option(help="The course; by default the first.")] = None,
    in_race: Seats = 0,
    drivers: Annotated[
        str | None, typer.Option(help="The policy that drives; by default the rookie.")
    ] = None,
    seconds: Seconds = 60.0,
    races: Races = 0,
    seed: Seed = None,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Find the value of a figure that is fair: that gives an even share, or the same as before.

    It judges value after value as `wreck lab ask` does, by bisection, and says if none is fair.
    A value is fair if its effect is certainly smaller than `--smallest`. Seconds and races are
    those of each value.

    Examples:

    Which Turbo gives Gravedigger its even share in Rush 'n' Crush?

        wreck lab find rush data.cars.car.gravedigger.turbo --from 1 --to 6
            --with seats.Subject.car=gravedigger --for Subject

    How slow must Slow be, to make up for Hot Start?

        wreck lab find rtd data.karts.debuff.slow.figures.maximum --from -3 --to 0
            --with seats.Subject.perk=hot_start --with seats.Subject.debuff=slow --for Subject
    """
    from wreckoning.lab.ask import Budget
    from wreckoning.lab.needs import LAB, check_needs

    check_needs(LAB)
    table = {
        "with": read_sets("--with", both or []) or None,
        "against": read_sets("--against", against) if against else None,
        "for": subject or None,
        "measure": measure,
        "smallest": smallest,
        "drivers": drivers or usual_drivers(source),
    }
    given = {key: value for key, value in table.items() if value is not None}
    top = {"course": course, "seed": seed}
    tops = {key: value for key, value in top.items() if value is not None}
    asked = read_hypothesis(source, given, tops, in_race)
    found = _search(
        asked, path, _values(path, values, least, most), Budget(seconds, races), workers
    )
    _show(found, as_json)


def usual_drivers(source: str) -> str | None:
    """The default opponent; None for a file, which says it itself."""
    from wreckoning.core.ruleset import default_opponent, find_ruleset

    return None if source.endswith(".toml") else default_opponent(find_ruleset(source))


def _values(path: str, text: str | None, least: int | None, most: int | None) -> list[Any]:
    """The values from either option. Raises Malformed."""
    from wreckoning.core.errors import Malformed

    if text is not None and least is None and most is None:
        return [read_value(path, each.strip()) for each in text.split(",")]
    if text is not None or least is None or most is None:
        raise Malformed("values", "expected --values A,B,… or --from A --to B")
    if not least < most < least + MOST_WHOLE:
        expected = f"expected a greater number than --from, by less than {MOST_WHOLE}"
        raise Malformed("--to", f"{expected}, found {most}")
    return list(range(least, most + 1))


def _search(
    asked: Hypothesis, path: str, values: list[Any], budget: Budget, workers: int
) -> FairSearch:
    """FairSearch, with a line for each value as it is judged."""
    from rich.console import Console

    from wreckoning.cli.compiling import compile_rules
    from wreckoning.lab.find import find as search
    from wreckoning.lab.find_words import shown
    from wreckoning.lab.verdict_words import sentence

    screen = Console(stderr=True)
    compile_rules(asked.experiment.ruleset, screen)

    def tell(tried: TriedValue) -> None:
        if screen.is_terminal:
            screen.print(f"{shown(tried)}: {sentence(tried.verdicts, tried.case)}")

    return search(asked, path, values, budget, workers, tell)


def _show(found: FairSearch, as_json: bool) -> None:
    from wreckoning.cli.reading import print_json
    from wreckoning.lab import find_words

    if as_json:
        print_json(find_words.search_document(found))
    else:
        print(find_words.headline(found))
        print()
        for line in find_words.lines(found):
            print(f"    {line}")
        print(f"\n{find_words.how(found)}")
    if found.is_stopped:
        raise typer.Exit(INTERRUPTED)
