"""Routes of profiles: your name, your devices, and your races.

A browser shows its profile by its device's token: `Authorization: Bearer d.…`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import Response
from pydantic import AfterValidator

from wreckoning.core.documents import Json
from wreckoning.server.http.routes.common import (
    REFUSALS,
    IsWhole,
    Served,
    address,
    send_in_thread,
    send_json,
)
from wreckoning.server.profiles import races
from wreckoning.server.profiles.service import describe_browser
from wreckoning.table import profile_messages as messages
from wreckoning.table.dates import check_day
from wreckoning.table.identity import is_device_token
from wreckoning.table.refusals import going_on

if TYPE_CHECKING:  # imported when a passkey is used: a server starts sooner without it
    from wreckoning.server.profiles import passkeys

router = APIRouter(prefix="/api", tags=["profiles"], responses=REFUSALS)
BEARER = "Bearer "
LEAGUE = "league:"  # before the id of a league among the tables that a browser holds
Id = Annotated[str, Path(max_length=32, pattern=r"^[a-z0-9]+$")]
Credential = Annotated[str, Path(max_length=1400, pattern=r"^[\w-]+$")]
Words = Annotated[str, Query(max_length=60)]


def _day(text: str) -> str:
    return text and check_day(text)


Day = Annotated[str, Query(description="2026-11-24"), AfterValidator(_day)]


def device_token(authorization: Annotated[str, Header(max_length=100)] = "") -> str:
    """The token of the asking device; '' without one."""
    token = authorization.removeprefix(BEARER)
    return token if is_device_token(token) else ""


Device = Annotated[str, Depends(device_token)]


def describe(request: Request) -> str:
    """The asking browser in words."""
    return describe_browser(request.headers.get("user-agent", ""))


def _site(request: Request) -> passkeys.Site:
    """The site of the browser: its host is one of the server's (`hosts`)."""
    from wreckoning.server.profiles import passkeys

    base = f"{request.url.scheme}://{request.url.netloc}"
    return passkeys.Site(request.url.hostname or "", request.headers.get("origin", base))


@router.post("/profile", response_model=messages.SignedIn)
async def create(wanted: messages.NewProfile, request: Request, served: Served) -> Response:
    """Make a profile, signed in on the asking browser."""
    served.people.take(address(request))
    return send_json(await served.profiles.create(wanted, describe(request)))


@router.get("/profile", response_model=messages.OwnProfile)
async def own(device: Device, served: Served) -> Response:
    """Your own profile, with its devices and passkeys."""
    return send_json(await served.profiles.look(device))


@router.post("/profile/change", response_model=messages.OwnProfile)
async def change(wanted: messages.ChangeProfile, device: Device, served: Served) -> Response:
    """Change your name, colour or settings."""
    return send_json(await served.profiles.change(device, wanted))


@router.post("/profile/active", response_model=Json)
async def active(device: Device, served: Served) -> Response:
    """Note that you are at this device: then no notice of your turn is needed."""
    await served.profiles.own(device)
    return send_json({})


@router.post("/profile/adopt", response_model=messages.Adopted)
async def adopt(held: messages.Held, device: Device, request: Request, served: Served) -> Response:
    """Seats that this browser holds by their tokens become the profile's, unless another's."""
    served.commands.take(address(request))
    adopted = await served.profiles.adopt(device, held)
    profiles = await served.profiles.all_of(device)
    for key, tokens in held.tables.items():
        if key.startswith(LEAGUE):
            with going_on():  # that league may be gone
                if await served.leagues.adopt(key.removeprefix(LEAGUE), tokens, profiles):
                    adopted.tables.append(key)
    return send_json(adopted)


@router.post("/profile/link", response_model=messages.JoinLink)
async def link(device: Device, request: Request, served: Served) -> Response:
    """Make a link, also as a QR code, that signs in one more device."""
    served.people.take(address(request))
    return send_json(await served.profiles.link(device, str(request.base_url)))


@router.post("/profile/join", response_model=messages.SignedIn)
async def join(wanted: messages.Join, device: Device, request: Request, served: Served) -> Response:
    """Sign this browser in by a link's code. A profile that it had joins the new one."""
    served.people.take(address(request))
    return send_json(await served.profiles.join(wanted.code, device, describe(request)))


@router.post("/profile/devices/{name}/sign_out", response_model=Json)
async def sign_out(name: Id, device: Device, served: Served) -> Response:
    """End a device's sign-in, also this one's."""
    await served.profiles.sign_out(device, name)
    return send_json({})


@router.post("/profile/passkeys/begin", response_model=messages.PasskeyOptions)
async def begin_passkey(device: Device, request: Request, served: Served) -> Response:
    """The data that the browser needs to make a passkey."""
    from wreckoning.server.profiles import passkeys

    served.people.take(address(request))
    options = await passkeys.begin_adding(served.profiles, device, _site(request))
    return send_json(messages.PasskeyOptions(options))


@router.post("/profile/passkeys", response_model=messages.OwnProfile)
async def add_passkey(
    wanted: messages.Passkey, device: Device, request: Request, served: Served
) -> Response:
    """Store a new passkey."""
    from wreckoning.server.profiles import passkeys

    site, name = _site(request), describe(request)
    await passkeys.add(served.profiles, device, site, wanted.credential, name)
    return send_json(await served.profiles.look(device))


@router.post("/profile/passkeys/{credential}/remove", response_model=messages.OwnProfile)
async def remove_passkey(credential: Credential, device: Device, served: Served) -> Response:
    """Remove a passkey."""
    from wreckoning.server.profiles import passkeys

    await passkeys.remove(served.profiles, device, credential)
    return send_json(await served.profiles.look(device))


@router.post("/profile/sign_in/begin", response_model=messages.PasskeyOptions)
async def begin_sign_in(request: Request, served: Served) -> Response:
    """The data that the browser needs to sign in by a passkey."""
    from wreckoning.server.profiles import passkeys

    served.people.take(address(request))
    options = await passkeys.begin_signing_in(served.profiles, _site(request))
    return send_json(messages.PasskeyOptions(options))


@router.post("/profile/sign_in", response_model=messages.SignedIn)
async def sign_in(
    wanted: messages.Passkey, device: Device, request: Request, served: Served
) -> Response:
    """Sign this browser in by a passkey. A profile that it had joins the new one."""
    from wreckoning.server.profiles import passkeys

    served.people.take(address(request))
    site, name = _site(request), describe(request)
    return send_json(await passkeys.sign_in(served.profiles, device, site, wanted.credential, name))


@router.get("/profile/current", response_model=messages.CurrentRaces)
async def current(device: Device, served: Served) -> Response:
    """Your open and running races, your turn first."""
    return send_json(await races.current_races(served.profiles, device))


@router.get("/profile/races", response_model=messages.OwnRaces)
async def own_races(
    device: Device,
    served: Served,
    kind: messages.RaceKind = "all",
    game: Words = "",
    course: Words = "",
    opponent: Words = "",
    since: Day = "",
    until: Day = "",
    offset: Annotated[int, Query(ge=0, le=100_000), IsWhole] = 0,
) -> Response:
    """Your own races: your turn first, then the latest."""
    search = races.RaceSearch(game, course, opponent, since, until)
    return send_json(await races.own_races(served.profiles, device, kind, search, offset))


@router.get("/profile/export", response_model=Json)
async def export(device: Device, request: Request, served: Served) -> Response:
    """Download everything that is stored about your profile, as a file."""
    served.commands.take(address(request))
    data = await races.all_data(served.profiles, device)
    answer = await send_in_thread(lambda: data)
    answer.headers["content-disposition"] = 'attachment; filename="wreckoning-profile.json"'
    return answer


@router.post("/profile/delete", response_model=Json)
async def delete(device: Device, served: Served) -> Response:
    """Delete your profile, its chat lines, and the ownership of its seats."""
    await served.profiles.delete(device)
    return send_json({})


@router.get("/profiles/{name}", response_model=messages.ProfilePage)
async def page(name: Id, device: Device, served: Served) -> Response:
    """A profile's results: your own, or one that its owner shows to all."""
    return send_json(await races.profile_page(served.profiles, name, device))
