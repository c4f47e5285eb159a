"""The messages about channels, to and from the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from typing_extensions import TypeAliasType

from wreckoning.table.models import Model, Token

MAX_ADDRESS = 500
MAX_CHANNELS, MAX_OF_TABLE = 10, 3

Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=MAX_ADDRESS)
]
Secret = Annotated[str, StringConstraints(max_length=200, pattern=r"^[\w=-]+$")]


class NewChannel(Model):
    """A channel by its address, as Apprise or the service itself writes it."""

    address: Text


class PushKeys(Model):
    """The keys of a subscription."""

    p256dh: Secret
    auth: Secret


class Subscription(Model):
    """A browser's subscription, as `PushSubscription.toJSON()` returns it."""

    endpoint: Annotated[str, StringConstraints(max_length=1000, pattern="^https?://")]
    keys: PushKeys
    expirationTime: Annotated[float, Field(ge=0)] | None = None  # noqa: N815


Tells = TypeAliasType("Tells", Literal["turn", "posts"])


class AsHost(Model):
    """A request of a table's host, or a league's owner: by their token, or that of a device.

    `tells`: the channels that are told whose turn it is, or those that get each turn's post.
    """

    token: Token
    tells: Tells = "turn"


class NewTableChannel(AsHost):
    """A channel for a table or a league."""

    address: Text


# --- replies


@dataclass(frozen=True)
class ChannelKind:
    """A kind of channel that is switched on, with an example of its addresses."""

    key: str
    title: str
    example: str


@dataclass(frozen=True)
class Channel:
    """A channel as its owner sees it. `here`: it is the asking browser."""

    id: str
    kind: str
    title: str
    name: str
    created: float
    sent: float | None
    problem: str
    here: bool


@dataclass(frozen=True)
class Channels:
    """The channels of a person or a table, and those that may be added.

    `push` is the server's key for Web Push; '' if that is switched off.
    """

    kinds: list[ChannelKind]
    push: str
    channels: list[Channel]
