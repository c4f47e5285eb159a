"""`wreck arena`: races bots against bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from wreckoning.core.ruleset import Ruleset
    from wreckoning.lab.arena import ArenaRace, Contest
    from wreckoning.lab.arena_logs import Choices
    from wreckoning.lab.arena_sure import Watch


def arena(
    ruleset: Annotated[str, typer.Argument(help="Which game, e.g. rush.")] = "",
    bots: Annotated[
        str, typer.Option(help="Two or more, with commas between. Of two the first has one seat.")
    ] = "ace,rookie",
    races: Annotated[int, typer.Option(min=1, help="How many; rotations are completed.")] = 60,
    course: Annotated[str, typer.Option(help="A shipped course, or a .toml file.")] = "",
    seats: Annotated[int, typer.Option(help="How many race; usually six, or as many as may.")] = 0,
    budget: Annotated[
        int, typer.Option(min=1, help="Milliseconds of a turn or activation.")
    ] = 1000,
    option: Annotated[
        list[str] | None, typer.Option(help="A house rule, NAME=VALUE; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same dice.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Cores to use.")] = 1,
    ray: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Race on a Ray cluster; local starts one here.")
    ] = "",
    logs: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep a log of each race there.")
    ] = None,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop as soon as the first bot is judged.")
    ] = False,
    smallest: Annotated[
        float, typer.Option(min=0.1, help="Points of winning that matter, with --until-sure.")
    ] = 5.0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw old races away.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="What was raced on this machine.")] = False,
    pool: Annotated[
        bool, typer.Option("--pool", help="Rate all bots of a game by what was raced here.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Race bots against each other: who wins how often, ratings, and time a decision.

    Every bot sits in every seat equally often. The races of a rotation share their dice, so
    intervals are taken over rotations. Finished races are kept: the same command goes on where it
    was interrupted, and with more --races it adds to what there is.

    With --until-sure the first bot is judged after each rotation, and racing stops once it is
    stronger or weaker than its even share, or within --smallest points of it; at the latest after
    --races. The verdict's interval holds at all looks together, so looking often is allowed.

    With --logs each race can be replayed and reviewed (wreck replay, wreck review), and the options
    that a bot never took are listed.

    --pool races nothing: it rates all bots of the game together, over all its contests on this
    machine, on Elo's scale with the rookie at 1000.
    """
    from rich.console import Console

    from wreckoning.core.errors import Malformed
    from wreckoning.lab.arena_logs import open_folder
    from wreckoning.lab.arena_sure import Watch
    from wreckoning.lab.needs import LAB, RAY, check_needs

    check_needs(LAB, *([RAY] if ray else []))
    if ray and jobs > 1:
        raise Malformed("--jobs", "expected only without --ray: a cluster uses all its cores")
    if listed:
        _print_list(Console(), ruleset, as_json)
        return
    if pool:
        _print_pool(Console(), ruleset, as_json)
        return
    contest = _contest(ruleset, bots, course, seats, budget, option or [], seed)
    rotations = -(-races // contest.rotation)
    watch = Watch(contest, smallest, rotations) if until_sure else None
    if logs:
        open_folder(logs, contest)
    screen = Console(stderr=True)
    found = _run(contest, rotations, jobs, ray, fresh, logs, watch, screen)
    choices = _read_choices(contest, logs, found, screen) if logs else None
    _show(contest, found, watch, choices, as_json)


def _rules(ruleset: str) -> Ruleset:
    from wreckoning.core.errors import Malformed
    from wreckoning.core.ruleset import find_ruleset, registered

    if not ruleset:
        raise Malformed("arena", f"which game? one of {', '.join(registered())}")
    return find_ruleset(ruleset)


def _contest(
    ruleset: str, bots: str, course: str, seats: int, budget: int, option: list[str], seed: int
) -> Contest:
    from wreckoning.cli.simulations.simulate import read_options
    from wreckoning.core.seats import check_options
    from wreckoning.lab.arena import Contest, usual_seats

    rules = _rules(ruleset)
    names = tuple(name.strip().lower() for name in bots.split(","))
    where = course or rules.course_names()[0]
    rules.load_course(where)
    options = read_options(option)
    check_options(rules, options)
    count = seats or usual_seats(rules, names, where)
    contest = Contest(ruleset, names, where, count, budget, seed, tuple(sorted(options.items())))
    contest.check()
    return contest


def _run(
    contest: Contest,
    rotations: int,
    jobs: int,
    ray: str,
    fresh: bool,
    logs: Path | None,
    watch: Watch | None,
    screen: Console,
) -> list[ArenaRace]:
    """The races asked for: those that are stored, and those still to run.

    Stops at the rotation that settles what `watch` judges. With `logs` a race without its log is
    run again.
    """
    from contextlib import closing

    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from wreckoning.cli.compiling import compile_rules, compile_search
    from wreckoning.core.files.places import data_note
    from wreckoning.lab import arena_running, arena_store
    from wreckoning.lab.arena_logs import keep_log, log_path

    count = rotations * contest.rotation
    if fresh:
        arena_store.forget(contest)
    kept = arena_store.read_races(arena_store.folder_of(contest))
    done = {n: race for n, race in kept.items() if not logs or log_path(logs, n).exists()}
    left, lost = [number for number in range(count) if number not in done], ""
    if left and not (watch and watch.look(done)):
        arena_store.mend(contest)
        compile_needed = compile_search if contest.needs_search else compile_rules
        compile_needed(contest.rules, screen)
        columns = (TextColumn("Racing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        racing = arena_running.races_of(contest, left, jobs, ray, logs is not None)
        with Progress(*columns, console=screen, transient=True) as bar, closing(racing):
            task = bar.add_task("races", total=count, completed=count - len(left))
            for race, log in racing:
                done[race.number] = race
                if logs:
                    keep_log(logs, race.number, log)
                if not lost and race != kept.get(race.number):
                    lost = _keep(contest, race)
                bar.advance(task)
                if watch and watch.look(done):
                    break
        if said := f"Not all races are kept: {lost}" if lost else data_note():
            screen.print(said, soft_wrap=True, markup=False, highlight=False)
    if watch and watch.look(done):
        count = watch.races
    return [done[number] for number in range(count)]


def _keep(contest: Contest, race: ArenaRace) -> str:
    """Keep a race. Returns why that does not work, or ''."""
    from wreckoning.core.errors import Malformed
    from wreckoning.lab.arena_store import keep

    try:
        keep(contest, race)
    except Malformed as error:
        return str(error)
    return ""


def _read_choices(contest: Contest, logs: Path, races: list[ArenaRace], screen: Console) -> Choices:
    """What the bots were offered and took in these races."""
    from rich.progress import track

    from wreckoning.lab.arena_logs import choices_of

    numbers = [race.number for race in races]
    return choices_of(contest, logs, track(numbers, "Reading logs", console=screen, transient=True))


def _show(
    contest: Contest,
    races: list[ArenaRace],
    watch: Watch | None,
    choices: Choices | None,
    as_json: bool,
) -> None:
    from rich.console import Console

    from wreckoning.cli.reading import print_json
    from wreckoning.lab.arena_ratings import standings

    found = standings(contest, races)
    if as_json:
        judged = {"verdict": watch.as_json()} if watch else {}
        print_json({**_as_json(contest, races), **judged, **_untaken_json(contest, choices)})
        return
    console = Console()
    if watch:
        console.print(f"\n{watch.sentence()}", highlight=False)
    console.print(
        f"\n[bold]{len(races)} races[/] of {contest.rules.title} on {contest.course}, "
        f"{contest.seats} seats, {contest.budget} ms a turn, seed {contest.seed}\n"
    )
    from wreckoning.cli.simulations.simulate import table_of

    table = table_of("bot", "seats", "wins", "times even", "place", "rating", "ms", "p99")
    table.caption = "95 % intervals, over rotations; ms: a decision, median"
    for each in found:
        times = each.times_even
        table.add_row(
            each.name,
            str(each.seats),
            f"{each.wins} ({each.share.value:.1%})",
            f"{times.value:.2f} ({times.low:.2f}–{times.high:.2f})",
            f"{each.place.value:.2f}",
            f"{each.rating.value:.1f} ({each.rating.low:.1f}–{each.rating.high:.1f})",
            "" if each.ms_median is None else f"{each.ms_median:.1f}",
            "" if each.ms_p99 is None else f"{each.ms_p99:.1f}",
        )
    console.print(table)
    if choices:
        _print_untaken(console, contest, choices)


def _print_untaken(console: Console, contest: Contest, choices: Choices) -> None:
    """Print the options that each bot never took, a line for each question."""
    from itertools import groupby

    from wreckoning.lab.arena_logs import OFTEN

    console.print(f"\nNever taken, of what was offered {OFTEN} times or more:")
    for bot in contest.bots:
        found = sorted(choices.untaken(bot), key=lambda each: each.question)
        if not found:
            console.print(f"  {bot}: nothing", highlight=False)
        for question, options in groupby(found, key=lambda each: each.question):
            names = ", ".join(f"{each.option} ({each.offered:,})" for each in options)
            console.print(f"  {bot}, {question}: {names}", highlight=False, markup=False)


def _untaken_json(contest: Contest, choices: Choices | None) -> Json:
    """The options that each bot never took, for programs."""
    from wreckoning.lab.arena_logs import OFTEN

    if choices is None:
        return {}
    bots = {bot: [each.as_json() for each in choices.untaken(bot)] for bot in contest.bots}
    return {"never_taken": {"offered_at_least": OFTEN, "bots": bots}}


def _as_json(contest: Contest, races: Iterable[ArenaRace]) -> Json:
    from dataclasses import asdict

    from wreckoning.lab.arena_ratings import standings, whole_rotations

    done = list(races)
    rotations = whole_rotations(contest, done)
    about = {
        **asdict(contest),
        "options": dict(contest.options),
        "races": len(rotations) * contest.rotation,
        "rotations": len(rotations),
    }
    return {**about, "bots": [each.as_json() for each in standings(contest, done)]}


def _print_list(console: Console, ruleset: str, as_json: bool) -> None:
    """Print the contests that were raced on this machine."""
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.simulations.simulate import table_of
    from wreckoning.lab.arena_ratings import standings, whole_rotations
    from wreckoning.lab.arena_store import kept_contests

    kept = [
        (contest, list(races.values()), is_current)
        for contest, races, is_current in kept_contests()
        if ruleset in ("", contest.ruleset) and whole_rotations(contest, races.values())
    ]
    if as_json:
        print_json([{**_as_json(one, races), "current": now} for one, races, now in kept])
        return
    if not kept:
        console.print("Nothing was raced here yet.")
        return
    table = table_of("game", "course", "races", "ms a turn", "wins, times even")
    for contest, races, is_current in kept:
        found = standings(contest, races)
        wins = ", ".join(f"{each.name} {each.times_even.value:.2f}" for each in found)
        count, budget = str(found[0].races), str(contest.budget)
        if not is_current:
            wins += " (by earlier rules or bots)"
        table.add_row(contest.ruleset, contest.course, count, budget, wins)
    console.print(table)


def _print_pool(console: Console, ruleset: str, as_json: bool) -> None:
    """Print the ratings of all bots of a game, over what was raced on this machine."""
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.simulations.simulate import table_of
    from wreckoning.lab.arena_pool import pool
    from wreckoning.lab.arena_store import current_contests

    rules = _rules(ruleset)
    found = pool(rules.key, current_contests())
    if as_json:
        print_json({"ruleset": rules.key, "bots": [each.as_json() for each in found]})
        return
    table = table_of("bot", "rating", "95 %", "races")
    for each in found:
        low, high = round(each.rating.low), round(each.rating.high)
        is_anchor = low == high
        table.add_row(
            each.name,
            f"{each.rating.value:.0f}",
            "by definition" if is_anchor else f"{low} to {high}",
            f"{each.races:,}",
        )
    console.print(table)
