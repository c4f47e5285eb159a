"""The server's figures for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The metrics of the process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Counter("wreck_tables_made", "Tables made here", registry=self.registry)
        self.loads = Counter(
            "wreck_tables_loaded", "Tables read from the store", registry=self.registry
        )
        self.dropped = Counter(
            "wreck_tables_dropped",
            "Tables dropped from memory, by why",
            ["why"],
            registry=self.registry,
        )
        self.moves = Counter(
            "wreck_moves", "Changes stored, by kind", ["kind"], registry=self.registry
        )
        self.refusals = Counter(
            "wreck_refusals", "Commands refused, by kind", ["kind"], registry=self.registry
        )
        self.conflicts = Counter(
            "wreck_conflicts",
            "Changes that another process was first to make",
            registry=self.registry,
        )
        self.errors = Counter(
            "wreck_errors", "Requests and lines that failed here", registry=self.registry
        )
        self.notices = Counter(
            "wreck_notices",
            "Notices of a turn, by kind of channel and outcome",
            ["kind", "outcome"],
            registry=self.registry,
        )
        self.lines = Gauge("wreck_lines", "Browsers connected", registry=self.registry)
        self.rooms = Gauge("wreck_rooms", "Tables in memory", registry=self.registry)
        self.doing = Histogram(
            "wreck_command_seconds",
            "From a command to its reply",
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
            registry=self.registry,
        )
        self.menus = Histogram(
            "wreck_menu_seconds",
            "From a question to its chances",
            buckets=(0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
            registry=self.registry,
        )


METRICS = Metrics()
