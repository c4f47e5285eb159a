"""The kinds of channels: Web Push, and those of the library Apprise that we have looked at.

A kind is off until the host of the server switches it on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wreckoning.core.errors import Malformed

PUSH = "push"


@dataclass(frozen=True)
class Service:
    """A kind of channel: its name on the page, the beginnings of its addresses, an example."""

    key: str
    title: str
    schemas: tuple[str, ...]
    example: str


KINDS = {
    kind.key: kind
    for kind in (
        Service(PUSH, "Web Push", (), ""),
        Service(
            "discord", "Discord", ("discord",), "https://discord.com/api/webhooks/123456/TOKEN"
        ),
        Service("email", "E-mail", ("mailto", "mailtos"), "mailtos://you:password@mail.example"),
        Service("gotify", "Gotify", ("gotify", "gotifys"), "gotifys://gotify.example/TOKEN"),
        Service("json", "Webhook (JSON)", ("json", "jsons"), "jsons://example.org/turn"),
        Service(
            "matrix", "Matrix", ("matrix", "matrixs"), "matrixs://you:password@matrix.org/#room"
        ),
        Service("mattermost", "Mattermost", ("mmost", "mmosts"), "mmosts://chat.example/TOKEN"),
        Service("ntfy", "ntfy", ("ntfy", "ntfys"), "https://ntfy.sh/your-topic"),
        Service("pushover", "Pushover", ("pover",), "pover://USER@TOKEN"),
        Service(
            "rocketchat",
            "Rocket.Chat",
            ("rocket", "rockets"),
            "rockets://you:password@chat.example/#room",
        ),
        Service("slack", "Slack", ("slack",), "https://hooks.slack.com/services/A/B/C"),
        Service(
            "teams",
            "Microsoft Teams",
            ("workflow", "workflows"),
            "workflows://prod-01.westeurope.logic.azure.com/ID/TOKEN",
        ),
        Service("telegram", "Telegram", ("tgram",), "tgram://123456789:TOKEN/987654321"),
        Service(
            "zulip",
            "Zulip",
            ("zulip",),
            "zulip://bot@organisation/THE0TOKEN0HAS032LETTERS0OR0DIGIT",
        ),
    )
}


@dataclass(frozen=True)
class NoticeSettings:
    """What the host of the server has switched on.

    `private`: channels may lead to this machine and into private networks, by any port.
    """

    kinds: tuple[str, ...] = ()
    private: bool = False

    @property
    def addressed(self) -> list[Service]:
        """The kinds with an address that a person types."""
        return [KINDS[kind] for kind in self.kinds if kind != PUSH]


NO_NOTICES = NoticeSettings()


def read_kinds(given: Sequence[str]) -> tuple[str, ...]:
    """Read names of kinds, with commas or spaces between. Raises Malformed."""
    names = [name for text in given for name in text.replace(",", " ").split()]
    for name in names:
        if name not in KINDS:
            known = ", ".join(KINDS)
            raise Malformed("--notices", f"expected some of {known}, found {name[:20]!r}")
    return tuple(kind for kind in KINDS if kind in names)


def kind_of(scheme: str) -> str:
    """The kind of an address that begins like this; '' for none of ours."""
    return next((kind.key for kind in KINDS.values() if scheme in kind.schemas), "")
