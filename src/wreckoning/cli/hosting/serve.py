"""`wreck serve`: the table in the browser."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8740,
    host: Annotated[
        str, typer.Option(help="0.0.0.0 lets everybody in your network in.")
    ] = "127.0.0.1",
    db: Annotated[
        str,
        typer.Option(
            envvar="WRECK_DB",
            show_default=False,
            metavar="DATABASE",
            help="Where all races are kept: a file (SQLite), or postgresql://user@host/name. "
            "[default: table.db in your data folder, which WRECK_DATA names]",
        ),
    ] = "",
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser.")
    ] = False,
    log_format: Annotated[
        str,
        typer.Option(
            metavar="lines|json",
            help="What the server writes while it runs: lines to be read, or a JSON object a line.",
        ),
    ] = "lines",
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="WRECK_PROXY",
            show_default=False,
            help="The IP address of your reverse proxy. Only from there the X-Forwarded headers "
            "are believed, or Forwarded: who a visitor is, by which name, whether by https. "
            "Repeatable; WRECK_PROXY takes several, with spaces between.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="WRECK_NAME",
            show_default=False,
            help="A name by which browsers reach the server, such as race.example. Addresses, "
            "localhost and, in your network, names such as box or box.local are known without. "
            "Repeatable; WRECK_NAME takes several, with spaces between.",
        ),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            metavar="PATH",
            envvar="WRECK_ROOT_PATH",
            show_default=False,
            help="The path below which browsers reach the server, such as /race, if it is not at "
            "the root of its name. Your proxy may leave it in the paths or take it off.",
        ),
    ] = "",
    notices: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KINDS",
            envvar="WRECK_NOTICES",
            show_default=False,
            help="The kinds of notices that the server may send to people whose turn it is, for "
            "example push,discord,ntfy (see docs/operations.md). Without it, it sends none.",
        ),
    ] = None,
    notices_private: Annotated[
        bool,
        typer.Option(
            "--notices-private",
            envvar="WRECK_NOTICES_PRIVATE",
            help="Send notices to addresses on this machine and in private networks too.",
        ),
    ] = False,
    review_leagues: Annotated[
        bool,
        typer.Option(
            "--review-leagues",
            envvar="WRECK_REVIEW_LEAGUES",
            help="Review the races of leagues by itself while nobody is connected, one after "
            "another, so that the standings show luck.",
        ),
    ] = False,
    compiles: Annotated[
        bool,
        typer.Option(
            "--compile",
            envvar="WRECK_COMPILE",
            help="Compile the games that are not compiled yet, one after another in the "
            "background, so that bots, reviews and simulations need not wait. Takes some minutes "
            "of one core, once.",
        ),
    ] = False,
) -> None:
    """Serve the table in the browser: make a race, send the link, and play."""
    from wreckoning.cli.hosting.table import address
    from wreckoning.core.errors import Malformed
    from wreckoning.server.notices.kinds import NoticeSettings, read_kinds
    from wreckoning.server.running import run

    if log_format not in ("lines", "json"):
        raise Malformed("--log-format", f"expected lines or json, found {log_format[:20]!r}")
    as_json = log_format == "json"
    sends = NoticeSettings(read_kinds(notices or []), notices_private)
    run(
        address(db),
        host,
        port,
        open_browser,
        as_json,
        proxies=proxy or [],
        names=name or [],
        root=root_path,
        sends=sends,
        review_leagues=review_leagues,
        compiles=compiles,
    )
