"""`wreck healthy`: asks a running server whether it is well, as containers do."""

from __future__ import annotations

from typing import Annotated

import typer

WITHIN = 5  # seconds


def healthy(
    address: Annotated[
        str,
        typer.Argument(
            show_default=False,
            help="Of the server, such as http://127.0.0.1:8740/; without it, the one that was "
            "started last with this data folder.",
        ),
    ] = "",
) -> None:
    """Say whether a server on this machine is well: exit status 0 if it is, else 1."""
    import json
    from urllib.request import ProxyHandler, build_opener

    from wreckoning.server.serving_at import noted_address

    where = address or noted_address()
    try:
        with build_opener(ProxyHandler({})).open(
            f"{where.rstrip('/')}/healthz", None, WITHIN
        ) as it:
            print(f"{where}: {json.load(it)['status']}")
    except (OSError, ValueError, KeyError) as error:
        print(f"{where}: {error}")
        raise typer.Exit(1) from None
