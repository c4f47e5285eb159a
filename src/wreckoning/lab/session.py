"""Runs an experiment from its file to its report, for commands and for programs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.toml_files import read_text
from wreckoning.core.files.toml_tables import suggestion
from wreckoning.core.ruleset import Ruleset, rulesets
from wreckoning.lab import experiment_file
from wreckoning.lab.cluster import Cluster
from wreckoning.lab.experiment import Experiment
from wreckoning.lab.findings import Findings, gather
from wreckoning.lab.luck import luck
from wreckoning.lab.needs import LAB, RAY, check_needs
from wreckoning.lab.pools import Cores
from wreckoning.lab.running import ExperimentRun, Progress
from wreckoning.lab.sentences import sentences
from wreckoning.lab.store import EXPERIMENT, ExperimentStore, clear, read_plan, stored_lots
from wreckoning.lab.tables import rows
from wreckoning.lab.variants import Lineup, line_up

SHIPPED = "experiments"  # next to a ruleset's data
FOLDER = ".lab"  # the ending of the folder for an experiment's results


def shipped() -> dict[str, tuple[Ruleset, Traversable]]:
    """The experiments that come with the games: the ruleset and the file, by name."""
    found = {}
    for ruleset in rulesets():
        folder = files(ruleset.package) / "data" / SHIPPED
        if folder.is_dir():
            for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
                if entry.name.endswith(".toml"):
                    found[entry.name.removesuffix(".toml")] = (ruleset, entry)
    return found


def open_experiment(source: str) -> Experiment:
    """Open an experiment from a file, or one that comes with a game. Raises Malformed."""
    if source.endswith(".toml"):
        return experiment_file.load(Path(source))
    known = shipped()
    if source not in known:
        names = ", ".join(known) or "none"
        problem = f"no such experiment; expected a .toml file or one of {names}"
        raise Malformed(source[:60], problem + suggestion(source, known))
    file = known[source][1]
    return experiment_file.read(file.read_text("utf-8"), file.name, Path())


def folder_of(source: str) -> Path:
    """The default folder for results: `every_perk.lab`, here."""
    return Path(Path(source).stem + FOLDER)


def pool_for(
    ruleset: Ruleset, workers: int, ray: str | None
) -> AbstractContextManager[Cores | Cluster]:
    """This machine's cores, or those of a cluster."""
    return Cluster(ruleset, ray, workers) if ray else Cores(ruleset, workers)


def run(
    lineup: Lineup,
    folder: Path,
    workers: int = 0,
    ray: str | None = None,
    fresh: bool = False,
    tell: Callable[[Progress], None] = lambda progress: None,
) -> Findings:
    """Run the missing races, and return all findings. Raises WreckError."""
    check_needs(LAB, *([RAY] if ray else []))
    with ExitStack() as stack:

        def start() -> Cores | Cluster:
            return stack.enter_context(pool_for(lineup.experiment.ruleset, workers, ray))

        # Check that the cluster is there before anything is deleted.
        cluster = start() if fresh and ray else None
        if fresh:
            clear(folder)
        store = stack.enter_context(ExperimentStore(folder, lineup))
        running = ExperimentRun(lineup, store.lots, store.add)
        if not running.is_finished:
            running.run(cluster or start(), tell)
        return gather(lineup, store.lots, running.is_finished)


def so_far(folder: Path) -> Findings:
    """The findings in a folder: of a complete experiment, or of an interrupted one so far.

    Raises Malformed if it is not the folder of an experiment, or no lot is finished.
    """
    plan = read_plan(folder)
    text = read_text(folder / EXPERIMENT, "file", experiment_file.MAX_BYTES)
    lineup = line_up(experiment_file.read(text, EXPERIMENT, Path(plan["folder"])))
    if lineup.digest != plan["digest"]:
        raise Malformed(str(folder), "a course or the rules have changed since it was raced")
    lots = stored_lots(folder)
    if not lots:
        raise Malformed(str(folder), "no race is finished yet")
    return gather(lineup, lots, ExperimentRun(lineup, lots, lambda *_: None).is_finished)


def as_document(findings: Findings, folder: Path) -> Json:
    """The findings as JSON."""
    experiment = findings.experiment
    return {
        "title": experiment.title,
        "ruleset": experiment.ruleset.key,
        "version": experiment.ruleset.version,
        "folder": str(folder),
        "finished": findings.is_finished,
        "races": findings.races,
        "left_out": len(findings.lineup.left_out),
        "in_short": sentences(findings),
        "luck": dict(luck(findings.found).parts()),
        "rows": rows(findings),
    }
