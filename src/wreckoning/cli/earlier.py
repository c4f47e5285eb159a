"""Runs commands on logs of races that were played by earlier rules, with those rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from wreckoning.core.logs.log_file import LogFile
    from wreckoning.server.earlier.archives import EarlierRules


def run_by_its_rules(
    log: LogFile, text: str, where: str, command: str, options: Sequence[str]
) -> int | None:
    """Run a command on a log of earlier rules, by these rules. Returns its exit status.

    Returns None for a log of the current rules. Raises Malformed if those rules are not here.
    """
    from wreckoning.core.ruleset import find_ruleset

    key = str(log.header.get("ruleset"))
    if log.rules == find_ruleset(key).version:
        return None
    sys.stdout.flush()
    return earlier_rules_of(log, where).run(
        [command, "-", *options], text.encode("utf-8", "surrogatepass")
    )


def earlier_rules_of(log: LogFile, where: str) -> EarlierRules:
    """The rules of a log's last answer. Raises Malformed if they are not here."""
    from wreckoning.core.errors import Malformed
    from wreckoning.core.ruleset import find_ruleset
    from wreckoning.server.earlier.archives import find, here

    key = str(log.header.get("ruleset"))
    found = find(key, log.rules)
    if found is None:
        known = ", ".join([find_ruleset(key).version, *here(key)])
        problem = f"played by {key} {log.rules}, and these rules are not here; those of {known} are"
        raise Malformed(f"{where}: line 1", problem)
    return found


def first_part(log: LogFile) -> tuple[LogFile, str] | None:
    """The log and text of the part before other rules took the race over; None if none."""
    from wreckoning.core.logs.log_file import read_log, sealed

    if log.change is None:
        return None
    text = "".join(sealed([log.header, *log.entries[: log.change]]))
    return read_log(text, "its first part"), text


def check_first_part(log: LogFile, where: str) -> str:
    """Check that the race was the same when other rules took it over. Returns the earlier version.

    '' for a race of one version, or if those rules are not here. Raises Malformed or Changed.
    """
    from wreckoning.core.errors import Changed, Malformed
    from wreckoning.server.earlier.carrying import covers

    part = first_part(log)
    if part is None:
        return ""
    before, _ = part
    place = f"{where}: line {len(before.entries) + 2}"
    try:
        archive = earlier_rules_of(before, where)
    except Malformed:
        return ""
    told: Json = archive.tell(
        {
            "header": before.header,
            "entries": before.entries,
            "secret": log.secret or "",
            "wants": ["marks"],
        }
    )
    last = told["marks"]["marks"][-1]
    assert log.change is not None
    if last["entries"] != log.change or not covers(
        log.entries[log.change]["position"], last["position"]
    ):
        raise Changed(place, f"by the rules {before.rules} the race differs here")
    return before.rules
