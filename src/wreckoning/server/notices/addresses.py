"""Reads the address of a channel: takes it apart, and checks each part against its kind's forms.

Nothing is connected to, and no library is needed. What sends gets the checked parts only, never
the text that a visitor typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.texts.wording import listed
from wreckoning.server.notices.forms import AS_PASTED, FORMS, MOST_TARGETS, AddressPart, Form
from wreckoning.server.notices.hosts import HIGHEST_PORT, why_no_host, why_no_port
from wreckoning.server.notices.kinds import KINDS, kind_of

SHAPE = re.compile(
    r"(?P<scheme>[A-Za-z]+)://"
    r"(?:(?P<user>[^/?@:]*)(?::(?P<password>[^/?@]*))?@)?"
    r"(?P<host>\[[0-9A-Fa-f:.]*\]|[^/?@:#\[\]]*)(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>/[^?]*)?(?:\?(?P<query>[^?]*))?"
)
NOT_ENCODED = re.compile(r"%(?![0-9A-Fa-f]{2})")
FOLDER = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@%-]+")
LONGEST_NAMED = 30  # of a part that a message repeats
HIDDEN = "…"

Raw = Mapping[str, str | None]


@dataclass(frozen=True)
class ChannelAddress:
    """An address that was understood.

    `shown` hides what is secret in it. `host` is the service, or the host if the visitor named it.
    `arguments` are those of Apprise's object.
    """

    kind: str
    shown: str
    host: str
    arguments: ReadOnlyJson


def read_address(address: str, is_private: bool) -> ChannelAddress:
    """Read an address. Its kind is '' if it is none of ours. Raises Malformed at a bad part.

    With `is_private` it may lead to any machine, by any port.
    """
    if not all("!" <= sign <= "~" for sign in address) or "\\" in address:
        raise _bad("expected one address in ASCII without spaces; other signs as %XX")
    if address.count("://") > 1:
        raise _bad("expected one address, found several")
    pasted = _as_written_here(address)
    kind = kind_of(pasted.partition("://")[0].lower())
    if not kind:
        return ChannelAddress("", "", "", {})
    raw = SHAPE.fullmatch(pasted)
    if raw is None:
        raise _bad(f"{KINDS[kind].title}: expected one such as {KINDS[kind].example}")
    reading = _Reading(kind, is_private)
    reading.take_query(raw["query"] or "")
    furthest, problem = -1, Malformed("address", "")
    for form in FORMS[kind].forms:
        try:
            return reading.take(form, raw.groupdict())
        except Malformed as found:
            if reading.matched >= furthest:  # the form that was probably meant
                furthest, problem = reading.matched, found
    raise problem


def check_endpoint(endpoint: str, is_private: bool) -> str:
    """Check the address of a browser's push service. Returns its host. Raises Malformed."""
    raw = SHAPE.fullmatch(endpoint)
    secure = ("https", "http") if is_private else ("https",)
    if raw is None or raw["scheme"].lower() not in secure:
        raise Malformed("endpoint", f"expected an address that begins with {secure[0]}:")
    if raw["user"] is not None or not all("!" <= sign <= "~" for sign in endpoint):
        raise Malformed("endpoint", "expected a host, then a path")
    why = why_no_host(raw["host"], is_private) or _why_no_port(raw["port"], is_private)
    if why:
        raise Malformed("endpoint", why)
    return raw["host"].lower()


def _as_written_here(address: str) -> str:
    for pasted, form in AS_PASTED:
        if found := pasted.fullmatch(address):
            return found.expand(form)
    return address


def _bad(problem: str) -> Malformed:
    return Malformed("address", problem)


def _why_no_port(port: str | None, is_private: bool) -> str:
    if port is None:
        return ""
    if is_private:
        return "" if 0 < int(port) <= HIGHEST_PORT else f"port {int(port)} is not allowed"
    return why_no_port(int(port))


class _Reading:
    """Takes the parts of one address. All its methods raise Malformed."""

    def __init__(self, kind: str, is_private: bool) -> None:
        self._kind, self._is_private = kind, is_private
        self._title = KINDS[kind].title
        self._given: Json = {}  # by the query
        self._targets: list[str] = []  # by the query
        self.matched = 0  # parts that matched the last form

    def take_query(self, query: str) -> None:
        """Take what stands after the `?`: keys of the kind, each once; `to` adds targets."""
        known = dict(FORMS[self._kind].query)
        targets = next((one.targets for one in FORMS[self._kind].forms if one.targets), None)
        if targets is not None:
            known["to"] = targets
        seen = set[str]()
        for pair in query.split("&") if query else []:
            key, _, value = pair.partition("=")
            if key not in known:
                named = listed([f"`{name}`" for name in sorted(known)], "or") or "nothing"
                raise self._bad(f"expected {named} after the `?`, found `{key[:LONGEST_NAMED]}`")
            if key in seen:
                raise self._bad(f"expected `{key}` once")
            seen.add(key)
            self._take_value(known[key], value)

    def _take_value(self, part: AddressPart, value: str) -> None:
        if part.argument == "targets":
            self._targets += [self._checked(part, one) for one in value.split(",")]
            return
        text = self._checked(part, value)
        if part.argument:
            self._given[part.argument] = text

    def take(self, form: Form, raw: Raw) -> ChannelAddress:
        """Take the parts before the `?`, as this form has them."""
        scheme, host = str(raw["scheme"]).lower(), self._checked(form.host, raw["host"] or "")
        self.matched = 0
        if form.needs and FORMS[self._kind].query[form.needs].argument not in self._given:
            raise self._bad(f"expected `{form.needs}=` after a `?`")
        found: Json = {"schema": scheme, **form.fixed, **self._given}
        _add(found, form.host, host)
        shown = f"{scheme}://{self._take_user(form, raw, found)}{_shown(form.host, host)}"
        if raw["port"] is not None:
            shown += f":{self._take_port(form, str(raw['port']), found)}"
        if scheme == "mailto" and raw["port"] is None:  # port 25 is not allowed, nor plain text
            found.setdefault("secure_mode", "starttls")
        shown += self._take_path(form, raw["path"] or "", found)
        if len(found.get("targets", ())) > MOST_TARGETS:
            raise self._bad(f"expected at most {MOST_TARGETS} recipients")
        leads_to = host.lower() if form.host.is_host else self._kind
        return ChannelAddress(self._kind, shown, found.get("smtp_host", leads_to), found)

    def _take_user(self, form: Form, raw: Raw, found: Json) -> str:
        shown = ""
        for part, name in ((form.user, "user"), (form.password, "password")):
            text = raw[name] or ""
            if part is None and raw[name] is not None:
                raise self._bad(f"expected no {name} before the `@`")
            if part is None or not (text or part.is_needed):
                continue
            value = self._checked(part, text)
            _add(found, part, value)
            shown += f"{':' if shown else ''}{_shown(part, value)}"
        if "password" in found and form.user and form.user.argument not in found:
            raise self._bad(f"expected {form.user.expected} before the password")
        return f"{shown}@" if shown else ""

    def _take_port(self, form: Form, port: str, found: Json) -> int:
        if not form.has_port:
            raise self._bad("expected no port")
        if why := _why_no_port(port, self._is_private):
            raise self._bad(why)
        found["port"] = int(port)
        return int(port)

    def _take_path(self, form: Form, path: str, found: Json) -> str:
        segments, shown = path.removesuffix("/").split("/")[1:], ""
        if form.folders:
            count = max(len(segments) - len(form.path), 0)
            shown, segments = self._folders(segments[:count]), segments[count:]
            end = "/" if path.endswith("/") and not form.path else form.folders_end
            found[form.folders] = shown + end
        for at, part in enumerate(form.path):
            value = self._checked(part, segments[at] if at < len(segments) else "")
            _add(found, part, value)
            shown += f"/{_shown(part, value)}"
        return shown + self._take_targets(form, segments[len(form.path) :], found)

    def _folders(self, segments: list[str]) -> str:
        for one in segments:
            if not FOLDER.fullmatch(one) or set(self._decoded(one)) <= {"."}:
                raise self._bad(f"expected a path, found {one[:LONGEST_NAMED]!r} in it")
        return "".join(f"/{one}" for one in segments)

    def _take_targets(self, form: Form, segments: list[str], found: Json) -> str:
        part = form.targets
        if part is None:
            if segments:
                raise self._bad("expected nothing more in its path")
            targets = self._targets
        else:
            targets = [self._checked(part, one) for one in segments] + self._targets
            if len(targets) < form.least:
                raise self._bad(f"expected {part.expected} at its end")
        if targets:
            found["targets"] = [*found.get("targets", ()), *targets]
        return "".join(f"/{one}" for one in targets)

    def _checked(self, part: AddressPart, text: str) -> str:
        value = self._decoded(text)
        if not re.fullmatch(part.pattern, value, re.ASCII):
            raise self._bad(f"expected {part.expected}")
        if part.is_host and (why := why_no_host(value, self._is_private)):
            raise self._bad(why)
        self.matched += 1
        return value

    def _decoded(self, text: str) -> str:
        value = unquote(text)
        if NOT_ENCODED.search(text) or not value.isprintable() or "\ufffd" in value:
            raise self._bad("expected signs that can be seen, those outside of ASCII as %XX")
        return value

    def _bad(self, problem: str) -> Malformed:
        return _bad(f"{self._title}: {problem}")


def _add(found: Json, part: AddressPart, value: str) -> None:
    found[part.argument] = [value] if part.argument == "targets" else value


def _shown(part: AddressPart, value: str) -> str:
    return HIDDEN if part.is_secret else value
