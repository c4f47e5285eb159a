"""The forms of address that each kind of channel takes: an allow-list.

An address has a form if each of its parts matches; a part without a place in the form refuses the
address. Each part becomes one argument of Apprise's object, and no other argument is ever given. So
none has a template, an attachment, a key, a header, or another method of the library's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_TARGETS = 5  # of one address


@dataclass(frozen=True)
class AddressPart:
    """A part of an address: the argument it becomes ('' for none), what it is, how it looks."""

    argument: str
    expected: str
    pattern: str
    is_secret: bool = False
    is_host: bool = False
    is_needed: bool = True


@dataclass(frozen=True)
class Form:
    """Where the parts stand: `user:password@host:port/folders/path/targets`.

    `folders` is the argument for folders of the visitor's server, in front of `path`, and
    `folders_end` what it ends with. `least`: targets needed. `needs`: a key needed after the `?`.
    `fixed`: arguments that are the same for all addresses.
    """

    host: AddressPart
    user: AddressPart | None = None
    password: AddressPart | None = None
    has_port: bool = False
    folders: str = ""
    folders_end: str = ""
    path: tuple[AddressPart, ...] = ()
    targets: AddressPart | None = None
    least: int = 0
    needs: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Forms:
    """The forms of a kind, the most general one last, and the keys that a `?` may bring."""

    forms: tuple[Form, ...]
    query: Mapping[str, AddressPart] = field(default_factory=dict)


WORD, LETTERS, TEXT, ANY = r"[A-Za-z0-9_-]+", r"[A-Za-z0-9]+", r"[ -~]+", r".+"
MAIL = r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"

HOST = AddressPart("host", "a host", ANY, is_host=True)
USER = AddressPart("user", "a user's name", TEXT)
PASSWORD = AddressPart("password", "a password", TEXT, is_secret=True)
MAY_USER, MAY_PASSWORD = (
    AddressPart(one.argument, one.expected, TEXT, one.is_secret, is_needed=False)
    for one in (USER, PASSWORD)
)
BOT_NAME = AddressPart("user", "a name of letters, digits and spaces", r"[\w .-]+", is_needed=False)
TOKEN = AddressPart("token", "a token of letters and digits", r"[A-Za-z0-9._-]+", is_secret=True)
THREAD = "a thread's number"
TOPIC = AddressPart("targets", "a topic of letters, digits, - and _", r"[A-Za-z0-9_-]{1,64}")
MAIL_HOST = AddressPart("host", "a host's name", r".*[A-Za-z]", is_host=True)
MAIL_USER = AddressPart("user", "a user's name", r"[A-Za-z0-9._+-]+(@[A-Za-z0-9.-]+)?")
MAIL_TO = AddressPart("targets", "an e-mail address", MAIL)
ROOM = AddressPart("targets", "a room such as #room", r"[#!@]?[A-Za-z0-9._=+-]+(:[A-Za-z0-9.-]+)?")
ROOM_HERE = AddressPart("targets", "a room such as #room", r"[#@][A-Za-z0-9_-]+|[A-Za-z0-9]+")
ROOM_THERE = AddressPart("targets", ROOM_HERE.expected, r"#[A-Za-z0-9_-]+|[A-Za-z0-9]+")
CHANNEL = AddressPart("targets", "a channel such as #channel", r"[#+@]?[A-Za-z0-9_-]+")

FORMS: Mapping[str, Forms] = {
    "discord": Forms(
        (
            Form(
                AddressPart("webhook_id", "the number of a webhook", r"[0-9]+"),
                user=BOT_NAME,
                path=(AddressPart("webhook_token", "its token", WORD, is_secret=True),),
            ),
        ),
        {"thread": AddressPart("thread", THREAD, r"[0-9]{1,20}")},
    ),
    "email": Forms(
        (
            Form(MAIL_HOST, MAIL_USER, MAY_PASSWORD, has_port=True, targets=MAIL_TO),
            Form(HOST, MAY_USER, MAY_PASSWORD, has_port=True, targets=MAIL_TO, needs="from"),
        ),
        {
            "from": AddressPart("from_addr", MAIL_TO.expected, MAIL),
            "smtp": AddressPart("smtp_host", "a mail server", ANY, is_host=True),
            "mode": AddressPart("secure_mode", "ssl or starttls", r"ssl|starttls"),
        },
    ),
    "gotify": Forms(
        (Form(HOST, has_port=True, folders="fullpath", folders_end="/", path=(TOKEN,)),),
        {"priority": AddressPart("priority", "a priority from 0 to 10", r"[0-9]|10")},
    ),
    "json": Forms((Form(HOST, MAY_USER, MAY_PASSWORD, has_port=True, folders="fullpath"),)),
    "matrix": Forms(
        (
            Form(
                AddressPart("password", "a token", r"[A-Za-z0-9]{64}", is_secret=True),
                fixed={"mode": "t2bot"},
            ),
            Form(
                HOST,
                AddressPart("password", "a token", TEXT, is_secret=True),
                has_port=True,
                targets=ROOM,
                least=1,
            ),
            Form(
                HOST,
                USER,
                AddressPart("password", PASSWORD.expected, ANY, is_secret=True),
                has_port=True,
                targets=ROOM,
                least=1,
            ),
        ),
    ),
    "mattermost": Forms(
        (Form(HOST, BOT_NAME, has_port=True, folders="fullpath", path=(TOKEN,)),),
        {"channel": AddressPart("targets", CHANNEL.expected, CHANNEL.pattern)},
    ),
    "ntfy": Forms(
        (
            Form(TOPIC, fixed={"mode": "cloud"}),
            Form(
                HOST,
                AddressPart("token", "a token", r"tk_[A-Za-z0-9]+", is_secret=True),
                has_port=True,
                targets=TOPIC,
                least=1,
                fixed={"mode": "private", "auth": "token"},
            ),
            Form(
                HOST,
                MAY_USER,
                MAY_PASSWORD,
                has_port=True,
                targets=TOPIC,
                least=1,
                fixed={"mode": "private"},
            ),
        ),
        {"priority": AddressPart("priority", "a priority from 1 to 5", r"[1-5]")},
    ),
    "pushover": Forms(
        (
            Form(
                AddressPart("token", "a token", LETTERS, is_secret=True),
                user=AddressPart("user_key", "a user's key", LETTERS, is_secret=True),
                targets=AddressPart("targets", "a device's name", r"[A-Za-z0-9_-]{1,25}"),
            ),
        ),
        {
            "priority": AddressPart("priority", "a priority from -2 to 1", r"-[12]|[01]"),
            "sound": AddressPart("sound", "a sound's name", WORD),
        },
    ),
    "rocketchat": Forms(
        (
            Form(
                HOST,
                AddressPart("webhook", "a webhook", rf"{LETTERS}/{LETTERS}", is_secret=True),
                has_port=True,
                targets=ROOM_HERE,
            ),
            Form(
                HOST,
                USER,
                AddressPart("password", PASSWORD.expected, ANY, is_secret=True),
                has_port=True,
                targets=ROOM_THERE,
                least=1,
            ),
        ),
    ),
    "slack": Forms(
        (
            Form(
                AddressPart(
                    "access_token", "a token", r"(xoxe\.)?xox[abp]-[A-Za-z0-9-]+", is_secret=True
                ),
                user=BOT_NAME,
                targets=CHANNEL,
            ),
            Form(
                AddressPart("token_a", "the first part of a webhook", LETTERS),
                user=BOT_NAME,
                path=(
                    AddressPart("token_b", "the second part of a webhook", LETTERS),
                    AddressPart("token_c", "the third part of a webhook", LETTERS, is_secret=True),
                ),
                targets=CHANNEL,
            ),
        ),
    ),
    "teams": Forms(
        (
            Form(
                HOST,
                has_port=True,
                path=(
                    AddressPart("workflow", "a workflow's id", WORD),
                    AddressPart("signature", "a signature", WORD, is_secret=True),
                ),
            ),
        ),
        {
            "api-version": AddressPart("version", "a version", r"[0-9a-z-]{1,30}"),
            "pa": AddressPart("power_automate", "yes", r"yes"),
            "route": AddressPart("routing_id", "a number", r"[0-9]{1,20}"),
            "sig": AddressPart("", "a signature", WORD),
            "sp": AddressPart("", "/triggers/manual/run", r"/triggers/manual/run"),
            "sv": AddressPart("", "1.0", r"1\.0"),
        },
    ),
    "telegram": Forms(
        (
            Form(
                AddressPart("bot_token", "a bot's token", r"[0-9]+:[A-Za-z0-9_-]+", is_secret=True),
                targets=AddressPart(
                    "targets", "a chat's number or name", r"-?[0-9]{1,32}|@?[A-Za-z_][A-Za-z0-9_]+"
                ),
                least=1,
            ),
        ),
        {"thread": AddressPart("topic", THREAD, r"[0-9]{1,20}")},
    ),
    "zulip": Forms(
        tuple(
            Form(
                organisation,
                user=AddressPart("botname", "a bot's name", r"[A-Za-z0-9_-]{1,32}"),
                path=(
                    AddressPart("token", "a token of 32 signs", r"[A-Za-z0-9]{32}", is_secret=True),
                ),
                targets=AddressPart("targets", "a stream or an e-mail address", rf"{WORD}|{MAIL}"),
            )
            for organisation in (
                AddressPart("organization", "its host", ANY, is_host=True),
                AddressPart("organization", "an organisation", r"[A-Za-z0-9_-]{1,32}"),
            )
        ),
    ),
}

_AZURE = r"https?://([A-Za-z0-9_.-]+)(:443)?"
_INVOKE = r"/workflows/([\w-]+)/triggers/manual/paths/invoke/?"
_SIGNED = r"\?(?=(?:.*&)?sig=([\w-]+)(?:&|$))(.*)"
_DIRECT = "/powerautomate/automations/direct"
AS_PASTED = tuple(  # addresses as services show them, and how they are written here
    (re.compile(pattern, re.ASCII | re.IGNORECASE), form)
    for pattern, form in (
        (
            r"https?://discord(?:app)?\.com/api/webhooks/([0-9]+)/([\w-]+)/?(\?.*)?",
            r"discord://\1/\2\3",
        ),
        (
            r"https?://hooks\.slack\.com/services/([a-z0-9]+)/([a-z0-9]+)/([a-z0-9]+)/?(\?.*)?",
            r"slack://\1/\2/\3\4",
        ),
        (r"https?://ntfy\.sh/([\w-]+)/?(\?.*)?", r"ntfys://\1\2"),
        (rf"{_AZURE}{_INVOKE}{_SIGNED}", r"workflows://\1\2/\3/\4?\5"),
        (rf"{_AZURE}{_DIRECT}{_INVOKE}{_SIGNED}", r"workflows://\1\2/\3/\4?\5&pa=yes"),
        (
            rf"{_AZURE}{_DIRECT}/cu/([0-9]+){_INVOKE}{_SIGNED}",
            r"workflows://\1\2/\4/\5?\6&pa=yes&route=\3",
        ),
        (r"https?://webhooks\.t2bot\.io/api/v1/matrix/hook/([a-z0-9]+)/?", r"matrixs://\1"),
        (r"tgram://(?:bot)?([0-9]+)(?::|%3A)([\w-]+)(.*)", r"tgram://\1%3A\2\3"),
        (r"(rockets?)://([a-z0-9]+)/([a-z0-9]+)@(.*)", r"\1://\2%2F\3@\4"),
    )
)
