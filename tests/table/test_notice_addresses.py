"""Addresses of channels: only parts that a kind needs pass, and only the internet is reached."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from ipaddress import ip_network
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update
from tests.table.devices import Device
from tests.table.hosting import hosting
from tests.table.receiving import MailServer, PushBrowser, Receiver, receiving

from wreckoning.core.errors import Malformed
from wreckoning.server.notices.addresses import ChannelAddress, check_endpoint, read_address
from wreckoning.server.notices.forms import FORMS, MOST_TARGETS, AddressPart, Form
from wreckoning.server.notices.hosts import INSIDE, why_no_host, why_no_port, why_not
from wreckoning.server.notices.kinds import KINDS, PUSH, NoticeSettings, Service
from wreckoning.server.notices.pieces import Letter
from wreckoning.server.notices.sending import Outcome, begin_sending, instance_of, send
from wreckoning.server.store import schema

ADDRESSED = [kind for kind in KINDS.values() if kind.key != PUSH]
NAMED = ["email", "gotify", "json", "matrix", "mattermost", "ntfy", "rocketchat", "teams", "zulip"]
PLUGIN_WARNINGS = pytest.mark.filterwarnings("ignore:'imghdr'")  # of one that looks for it


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as service:
        yield service


def understood(address: str, is_private: bool = False) -> ChannelAddress:
    read = read_address(address, is_private)
    assert read.kind
    return read


def problem(address: str, is_private: bool = False) -> str:
    """Why an address is refused."""
    with pytest.raises(Malformed) as refused:
        read_address(address, is_private)
    return str(refused.value)


def with_host(kind: str, host: str) -> str:
    """The example of a kind, at another host."""
    return {
        "email": f"mailtos://you:word@{host}",
        "gotify": f"gotifys://{host}/TOKEN",
        "json": f"json://{host}/turn",
        "matrix": f"matrixs://you:word@{host}/#room",
        "mattermost": f"mmosts://{host}/TOKEN",
        "ntfy": f"ntfys://{host}/topic",
        "rocketchat": f"rockets://you:word@{host}/#room",
        "teams": f"workflows://{host}/ID/TOKEN",
        "zulip": f"zulip://bot@{host}/{'T' * 32}",
    }[kind]


# --- what passes


@PLUGIN_WARNINGS
@pytest.mark.parametrize("service", ADDRESSED)
def test_example_of_each_kind_is_an_address_of_it(service: Service) -> None:
    read = understood(service.example)
    assert read.kind == service.key
    assert "password" not in read.shown
    assert "TOKEN" not in read.shown
    assert instance_of(read) is not None


AZURE = "prod-01.westeurope.logic.azure.com:443"
SIGNED = "api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=a-S_g"


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("https://discordapp.com/api/webhooks/12/T-k?thread=9", "discord://12/T-k?thread=9"),
        ("https://hooks.slack.com/services/A/B/C", "slack://A/B/C"),
        ("https://ntfy.sh/topic", "ntfys://topic"),
        (
            f"https://{AZURE}/workflows/ID/triggers/manual/paths/invoke?{SIGNED}",
            f"workflows://{AZURE}/ID/a-S_g?api-version=2016-06-01",
        ),
        (
            f"https://{AZURE}/powerautomate/automations/direct/workflows/ID"
            f"/triggers/manual/paths/invoke?{SIGNED}",
            f"workflows://{AZURE}/ID/a-S_g?api-version=2016-06-01&pa=yes",
        ),
        (f"https://webhooks.t2bot.io/api/v1/matrix/hook/{'a' * 64}/", f"matrixs://{'a' * 64}"),
        ("tgram://bot12:T_k/@chat", "tgram://12%3AT_k/@chat"),
        ("rockets://aB/cD@chat.example/#room", "rockets://aB%2FcD@chat.example/#room"),
        (
            "MAILTOS://you:word@mail.example/a@b.example",
            "mailtos://you:word@mail.example?to=a@b.example",
        ),
    ],
)
def test_address_as_its_service_shows_it(address: str, same: str) -> None:
    assert understood(address) == understood(same)


def parts_of(form: Form) -> list[AddressPart]:
    given = [form.user, form.password, form.host, *form.path, form.targets]
    return [part for part in given if part is not None]


@st.composite
def addresses(draw: st.DrawFn) -> tuple[Service, Form, str]:
    """An address of any form, of parts that match."""
    service = draw(st.sampled_from(ADDRESSED))
    form = draw(st.sampled_from(FORMS[service.key].forms))

    def text(part: AddressPart) -> str:
        if part.is_host:
            return draw(st.sampled_from(["chat.example", "8.8.8.8", "a-b.c.example"]))
        return quote(draw(st.from_regex(rf"(?a:{part.pattern})\Z").map(str)), safe="")

    user = f"{text(form.user)}" if form.user else ""
    user += f":{text(form.password)}" if form.password else ""
    port = draw(st.sampled_from(["", ":443", ":8080"])) if form.has_port else ""
    folders = draw(st.sampled_from(["", "/a/b", "/a%20b"])) if form.folders else ""
    path = [text(part) for part in form.path]
    if form.targets:
        path += [text(form.targets) for _ in range(draw(st.integers(form.least, MOST_TARGETS)))]
    scheme = draw(st.sampled_from(service.schemas))
    address = f"{scheme}://{user and user + '@'}{text(form.host)}{port}{folders}"
    address += "".join(f"/{one}" for one in path)
    return service, form, address + (f"?{form.needs}=a@b.example" if form.needs else "")


@PLUGIN_WARNINGS
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(addresses())
def test_checked_parts_make_an_object_of_the_kind_and_nothing_more(
    drawn: tuple[Service, Form, str],
) -> None:
    service, _, address = drawn
    try:
        read = read_address(address, is_private=False)
    except Malformed:  # of signs that cannot be seen, or a name of spaces
        return
    assert read.kind == service.key
    made: Any = instance_of(read)
    assert made is not None, address
    assert made.schema in (*service.schemas, "http", "https")
    assert made.verify_certificate
    assert not made.redirects
    assert not made.port or not why_no_port(made.port)
    for name in ("template", "headers", "params", "payload_extras", "cc", "bcc", "reply_to"):
        assert not getattr(made, name, None), name
    for name in ("pgp_key", "pgp_privkey", "attach", "click", "email", "icon_url", "avatar_url"):
        assert not getattr(made, name, None), name
    assert getattr(made, "method", "POST") == "POST"


# --- what does not


def all_keys() -> list[str]:
    """The keys that any kind of Apprise takes after a `?`, and those of all addresses."""
    from apprise import NotificationManager

    manager: Any = NotificationManager()  # type: ignore[no-untyped-call]
    found = {"user", "pass", "password", "port", "pw", "path", "type", "tag", "token", "tokens"}
    for kind in ADDRESSED:
        found |= set(manager[kind.schemas[0]].template_args)
    return sorted(found)


@PLUGIN_WARNINGS
@pytest.mark.parametrize("service", ADDRESSED)
def test_every_other_key_after_the_question_mark_is_refused(service: Service) -> None:
    """Also in capitals, encoded, with the signs of headers and payloads, and twice."""
    example = service.example + ("/" if service.example.endswith("example") else "")
    known = {*FORMS[service.key].query, "to"}
    for key in all_keys():
        encoded = f"%{ord(key[0]):02x}{key[1:]}"
        written = [encoded, key.upper(), f"+{key}", f"-{key}", f":{key}", f"%2B{key}", f" {key}"]
        for one in written + ([] if key in known else [key]):
            assert read_fails(f"{example}?{one}=/etc/shadow"), one
    for key in known:
        assert read_fails(f"{example}?{key}=1&{key}=1"), key


def read_fails(address: str) -> bool:
    try:
        read_address(address, is_private=False)
    except Malformed:
        return True
    return False


@given(st.sampled_from(ADDRESSED), st.text(max_size=30), st.text(max_size=30))
def test_query_that_passes_has_only_known_keys(service: Service, key: str, value: str) -> None:
    known = {*FORMS[service.key].query, "to", ""}
    for text in (f"{key}={value}", f"{quote(key)}={quote(value)}"):
        if key not in known and text != "=":
            assert read_fails(f"{service.example}?{text}"), text


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("discord://12/T?template=/etc/shadow", "found `template`"),
        ("discord://12/T?template=file:///etc/shadow", "several"),
        ("discord://12/T?avatar_url=x", "found `avatar_url`"),
        ("discord://12/../../etc", "expected its token"),
        ("discord://127.0.0.1/T", "expected the number of a webhook"),
        ("discord://12:8080/T", "expected no port"),
        ("discord://12/T/more", "expected nothing more in its path"),
        ("https://discord.com/api/webhooks/12/T?template=/etc/shadow", "found `template`"),
        ("slack://A/B/C?template=/etc/shadow", "found `template`"),
        ("https://hooks.slack.com/services/A/B/C?template=x", "found `template`"),
        ("slack://A/B", "expected the third part"),
        ("workflows://a.example/ID/T?template=/etc/shadow", "found `template`"),
        (
            f"https://{AZURE}/workflows/ID/triggers/manual/paths/invoke?{SIGNED}&template=x",
            "`template`",
        ),
        ("tgram://12:T/9?template=/etc/shadow", "found `template`"),
        ("tgram://12:T", "expected a chat's number"),
        ("json://a.example?method=DELETE", "found `method`"),
        ("json://a.example?+X-Header=1", "found `+X-Header`"),
        ("json://a.example?:message=", "found `:message`"),
        ("json://a.example?-a=b", "found `-a`"),
        ("json://a.example?verify=no", "found `verify`"),
        ("json://a.example/x,json://b.example", "several"),
        ("json://a.example/ json://b.example", "without spaces"),
        ("json://a.example/%0d%0aX:1", "signs that can be seen"),
        ("json://a.example/../admin", "'..'"),
        ("json://a.example/%2e%2e/admin", "'%2e%2e'"),
        ("json://u%0d%0a:p@a.example/", "signs that can be seen"),
        ("json://a.example\\@b.example/", "ASCII"),
        ("json://b\u00fccher.example/", "ASCII"),
        ("json://\uff4cocalhost/", "ASCII"),
        ("json://b%C3%BCcher.example/", "in ASCII"),
        ("json://a@b@c.example/", "expected one such as"),
        ("json://a.example./", "expected a host's name"),
        ("json://-a.example/", "expected a host's name"),
        ("json://a.example:0/", "port 0"),
        ("json://a.example:25/", "port 25"),
        ("json://a.example:99999/", "port 99999"),
        ("json:///turn", "expected a host"),
        ("mailto://you:word@mail.example/?bcc=" + ",".join("abcdefgh"), "found `bcc`"),
        ("mailto://you:word@mail.example/?cc=a@b.example", "found `cc`"),
        ("mailto://you:word@mail.example/?reply=a@b.example", "found `reply`"),
        ("mailto://you:word@mail.example/?pgppub=/etc/passwd", "found `pgppub`"),
        ("mailto://you:word@mail.example/?pgpprv=/etc/passwd", "found `pgpprv`"),
        ("mailto://you:word@mail.example/?smtp=127.0.0.1", INSIDE),
        ("mailto://you:word@mail.example/?smtp=localhost", INSIDE),
        ("mailto://you:word@mail.example/?from=a@b.example%0d%0aBcc:c@d.example", "can be seen"),
        ("mailto://you:word@mail.example/?to=a@b.example%20c@d.example", "an e-mail address"),
        ("mailto://you:word@mail.example/?to=" + ",".join(["a@b.example"] * 6), "at most 5"),
        ("mailto://you:word@mail.example" + "/a@b.example" * 6, "at most 5"),
        ("mailto://:word@mail.example", "expected `from=`"),
        ("mailto://:word@mail.example?from=a@b.example", "before the password"),
        ("ntfy://a.example/topic?attach=http", "found `attach`"),
        ("ntfy://a.example/topic?email=a@b.example", "found `email`"),
        ("ntfy://a.example/topic?actions=http", "found `actions`"),
        ("ntfy://a.example/" + "/".join("abcdef"), "at most 5"),
        ("gotify://a.example/../TOKEN", "'..'"),
        ("mmost://a.example/T?icon_url=x", "found `icon_url`"),
        ("mmost://a.example/T?mode=bot", "found `mode`"),
        ("rocket://you:word@a.example", "expected a room"),
        ("rocket://you:word@a.example/@ann", "a room such as #room"),
        ("pover://U@T?key=x", "found `key`"),
        ("pover://U@T?priority=2", "expected a priority"),
        ("matrix://you:word@a.example/#room?path=/x", "found `path`"),
        ("matrix://you:word@a.example", "expected a room"),
        (f"zulip://bot@a.example%2fx/{'T' * 32}", "expected"),
        (f"zulip://bot@a.example%23x/{'T' * 32}", "expected"),
    ],
)
def test_hostile_address_is_refused_by_the_name_of_its_part(address: str, named: str) -> None:
    assert named in problem(address)


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "dbus://", "syslog://", "nonsense", "http://a.example/", ""]
)
def test_address_of_another_kind_has_none(address: str) -> None:
    assert read_address(address, is_private=True).kind == ""


# --- where it may lead

SPECIAL = [  # IANA's registries of special-purpose addresses, and what is like them
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
    *("172.16.0.0/12", "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32"),
    *("192.0.0.10/32", "192.0.0.170/32", "192.0.0.171/32", "192.0.0.192/32", "192.0.2.0/24"),
    *("192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16"),
    *("192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4"),
    *("240.0.0.0/4", "255.255.255.255/32", "168.63.129.16/32", "::1/128", "::/128", "::/96"),
    *("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64"),
    *("2001::/23", "2001::/32", "2001:1::1/128", "2001:1::2/128", "2001:2::/48", "2001:3::/32"),
    *("2001:4:112::/48", "2001:10::/28", "2001:20::/28", "2001:30::/28", "2001:db8::/32"),
    *("2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10"),
    *("fec0::/10", "ff00::/8", "4000::/3"),
]


@pytest.mark.parametrize("network", SPECIAL)
def test_no_special_number_is_reached_nor_stored(network: str) -> None:
    numbers = ip_network(network)
    middle = numbers[numbers.num_addresses // 2]
    for number in {numbers[0], numbers[-1], middle}:
        assert why_not(str(number), 443) == INSIDE, number
        host = f"[{number}]" if number.version == 6 else str(number)
        for kind in NAMED:
            assert read_fails(with_host(kind, host)), (kind, number)
        with pytest.raises(Malformed):
            check_endpoint(f"https://{host}/push", is_private=False)


@pytest.mark.parametrize("number", ["93.184.215.14", "8.8.8.8", "2606:4700::1", "2a00:1450::1"])
def test_public_numbers_are_reached_at_the_ports_of_the_web_and_of_mail(number: str) -> None:
    for port in (80, 443, 465, 587, 1024, 8443, 65535):
        assert why_not(number, port) == ""
    for port in (0, 22, 25, 1023, 65536):
        assert why_not(number, port) == f"port {port} is not allowed"


@pytest.mark.parametrize(
    "host",
    [
        *("2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "017700000001", "1.2.3"),
        *("127.0.0.1.", "localhost", "localhost.", "LOCALHOST", "a.localhost", "db", "db.local"),
        *("metadata.google.internal", "nas.home.arpa", "router.lan", "a.onion", "x.0x7f", "x.1"),
        *("[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[fe80::1%25eth0]", "[::1%25lo]", "[]"),
        *("[v1.a]", "127.0.0.1%00.example.org", "a..example", ".example", "a_.example", "a b"),
        *("\u2460\u2461.example", "127\u30020\u30020\u30021", "xn--.", "a" * 64 + ".example"),
    ],
)
def test_host_of_no_internet_name_is_stored_for_no_kind(host: str) -> None:
    assert why_no_host(host, is_private=False)
    for kind in NAMED:
        if kind != "zulip" or "." in host:  # else an organisation at zulipchat.com
            assert read_fails(with_host(kind, host)), kind
    with pytest.raises(Malformed):
        check_endpoint(f"https://{host}/push", is_private=False)


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://push.example/a", "https://you:word@push.example/a", "https://push.example:22/a"),
        *("https://push.example@127.0.0.1/a", "https:///a", "file:///etc/passwd", "https://a b/"),
    ],
)
def test_browsers_push_service_is_a_host_of_the_internet(endpoint: str) -> None:
    with pytest.raises(Malformed):
        check_endpoint(endpoint, is_private=False)
    assert check_endpoint("https://push.example:8443/a?b=c", is_private=False) == "push.example"


def connect(port: int) -> str:
    """In a process that sends: what becomes of a connection to this machine."""
    letter = Letter("json", f"json://a.example:{port}/", "Hi", "there", "")
    import socket

    found = socket.getaddrinfo("127.0.0.1", port)
    socket.getaddrinfo = lambda *_, **__: found  # as a name server may
    return send(letter).problem


@pytest.mark.slow
def test_name_that_leads_inside_is_refused_at_the_moment_of_use(receiver: Receiver) -> None:
    with ProcessPoolExecutor(1, get_context("spawn"), begin_sending, (False,)) as pool:
        assert pool.submit(connect, receiver.port).result() == INSIDE
    assert receiver.count() == 0


def test_private_addresses_are_refused_when_they_are_added(
    tmp_path: Path, receiver: Receiver
) -> None:
    """And those that an earlier release has stored rest, with the reason."""
    with hosting(tmp_path / "table.db", sends=NoticeSettings(("json", "push"))) as hosted:
        ann = Device(hosted, "Ann")
        for host in ("127.0.0.1", "localhost", "[::1]", "0x7f.1"):
            address = f"json://{host}:{receiver.port}/"
            assert ann.refused("POST", "/api/profile/channels", address=address)[0] == 422
        push = PushBrowser(f"https://127.0.0.1:{receiver.port}/push").subscription
        assert ann.refused("POST", "/api/profile/channels/push", **push)[0] == 422
        name = ann.post("/api/profile/channels", address="json://a.example")["channels"][0]["id"]
        engine = hosted.app.state.serving.tables.store.engine
        for address, told in (
            (f"json://127.0.0.1:{receiver.port}/", INSIDE),
            ("json://a.example/?method=DELETE", "found `method`"),
        ):
            with engine.begin() as connection:
                connection.execute(update(schema.channels).values(address=address))
            (shown,) = ann.post(f"/api/profile/channels/{name}/test")["channels"]
            assert shown["problem"].startswith("this address is no longer accepted: ")
            assert told in shown["problem"]
            with engine.connect() as connection:
                row = connection.execute(schema.channels.select()).mappings().one()
            assert row["rest_until"] > time.time() + 300 * 24 * 3600
        assert receiver.count() == 0


# --- what arrives


@pytest.fixture(scope="module")
def sending() -> Iterator[ProcessPoolExecutor]:
    """A process that sends, to this machine too."""
    with ProcessPoolExecutor(1, get_context("spawn"), begin_sending, (True,)) as pool:
        yield pool


def sent(sending: ProcessPoolExecutor, kind: str, address: str) -> Outcome:
    link = "https://race.example/table/k7"
    letter = Letter(kind, address, "Your turn", "Ann: What now?", link, is_private=True)
    return sending.submit(send, letter).result()


@pytest.mark.parametrize(
    ("kind", "address", "path"),
    [
        ("json", "json://u:p@127.0.0.1:{}/a%20b/", "/a%20b/"),
        ("gotify", "gotify://127.0.0.1:{}/sub/TOKEN", "/sub/message"),
        ("mattermost", "mmost://Bot@127.0.0.1:{}/sub/TOKEN?channel=a", "/sub/hooks/TOKEN"),
        ("ntfy", "ntfy://127.0.0.1:{}/topic", "/"),
        ("rocketchat", "rocket://aB/cD@127.0.0.1:{}", "/hooks/aB/cD"),
    ],
)
def test_one_post_with_our_headers_arrives(
    sending: ProcessPoolExecutor, receiver: Receiver, kind: str, address: str, path: str
) -> None:
    assert sent(sending, kind, address.format(receiver.port)) == Outcome()
    posted = receiver.next()
    assert (posted.method, posted.path) == ("POST", path)
    assert posted.headers["content-type"].partition(";")[0] == "application/json"
    known = {"host", "user-agent", "accept-encoding", "accept", "connection", "content-type"}
    known |= {"content-length", "authorization", "x-gotify-key"}
    assert set(posted.headers) <= known
    assert b"Ann: What now?" in posted.body
    assert receiver.count() == 0


def test_mail_goes_to_the_named_recipients_only(sending: ProcessPoolExecutor) -> None:
    server = MailServer()
    at = f"127.0.0.1:{server.port}"
    address = f"mailto://{at}/a@b.example/c@d.example?from=you@e.example&to=f@g.example"
    assert sent(sending, "email", address) == Outcome()
    said = server.next()
    server.close()
    lower = map(str.lower, said)  # Pythons write the command in different letters
    assert sorted(line for line in lower if line.startswith("rcpt")) == [
        f"rcpt to:<{one}>" for one in ("a@b.example", "c@d.example", "f@g.example")
    ]
    assert not [line for line in said if line.lower().startswith(("bcc:", "cc:", "reply-to:"))]


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
def test_failure_is_told_in_our_words_and_by_its_status(
    sending: ProcessPoolExecutor, receiver: Receiver, status: int
) -> None:
    receiver.status = status
    problem = sent(sending, "json", f"json://127.0.0.1:{receiver.port}/secret").problem
    assert problem.startswith(f"the service answered {status}")
    assert "secret" not in problem


def test_service_that_is_not_there_cannot_be_reached(sending: ProcessPoolExecutor) -> None:
    with receiving() as gone:
        port = gone.port
    for kind, address in (
        ("json", f"json://127.0.0.1:{port}/"),
        ("email", f"mailto://127.0.0.1:{port}?from=you@e.example"),
    ):
        assert sent(sending, kind, address).problem == "the service cannot be reached"
