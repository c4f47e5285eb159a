"""Passkeys: sign in to a profile with a key on the person's own devices (WebAuthn).

The browser requests options, lets the person confirm, and sends the key's answer. Every challenge
is stored as a code, so any process can check the answer, once.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.server.profiles import storage
from wreckoning.server.profiles.service import Profiles
from wreckoning.table.profile_messages import MAX_PASSKEYS, SignedIn
from wreckoning.table.refusals import Forbidden, Unknown

CHALLENGE_SECONDS = 300
TITLE = "Wreckoning"
ADD, SIGN_IN = "add-key", "use-key"


@dataclass(frozen=True)
class Site:
    """The site of a passkey: its host's name, and its origin."""

    host: str
    origin: str

    def check(self) -> None:
        """Raise Illegal for a site without a name: passkeys need one."""
        try:
            ip_address(self.host.strip("[]"))
        except ValueError:
            return
        raise Illegal("passkeys need a site with a name, such as localhost or race.example")


async def begin_adding(profiles: Profiles, token: str, site: Site) -> Json:
    """Options for `navigator.credentials.create`. Raises Forbidden or Illegal."""
    site.check()
    own = await profiles.look(token)
    if len(own.passkeys) >= MAX_PASSKEYS:
        raise Illegal(f"expected at most {MAX_PASSKEYS} passkeys; remove one first")
    challenge = await _challenge(profiles, ADD, own.id)
    named = own.name or "Driver"
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=TITLE,
        user_id=own.id.encode(),
        user_name=named,
        user_display_name=named,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in own.passkeys
        ],
    )
    return dict(json.loads(options_to_json(options)))


async def add(profiles: Profiles, token: str, site: Site, credential: Json, name: str) -> None:
    """Store the public half of a passkey. Raises Forbidden, or Malformed if it proves nothing."""
    own = await profiles.own(token)
    challenge = _challenge_in(credential)
    used = await _use(profiles, challenge, ADD)
    if used["profile_id"] != own:
        raise Forbidden("this passkey was asked for by another profile")
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise _wrong(error) from None
    row = {
        "credential": bytes_to_base64url(verified.credential_id),
        "profile_id": own,
        "public_key": verified.credential_public_key,
        "uses": verified.sign_count,
        "name": name,
        "created": profiles.now(),
    }
    await profiles.read(storage.add_passkey, row)


async def begin_signing_in(profiles: Profiles, site: Site) -> Json:
    """Options for `navigator.credentials.get`. Raises Illegal."""
    site.check()
    challenge = await _challenge(profiles, SIGN_IN, None)
    options = generate_authentication_options(rp_id=site.host, challenge=challenge)
    return dict(json.loads(options_to_json(options)))


async def sign_in(
    profiles: Profiles, token: str, site: Site, credential: Json, device: str
) -> SignedIn:
    """Sign a browser in by a passkey. Raises Unknown or Malformed."""
    challenge = _challenge_in(credential)
    await _use(profiles, challenge, SIGN_IN)
    known = await profiles.read(storage.passkey, str(credential.get("id", ""))[:1400])
    if known is None:
        raise Unknown("this passkey belongs to no profile here: it may have been removed")
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=known["public_key"],
            credential_current_sign_count=known["uses"],
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise _wrong(error) from None
    await profiles.read(storage.count_use, known["credential"], verified.new_sign_count)
    return await profiles.sign_in(known["profile_id"], token, device)


async def remove(profiles: Profiles, token: str, credential: str) -> None:
    """Remove a passkey. Raises Forbidden or Unknown."""
    if not await profiles.read(storage.remove_passkey, await profiles.own(token), credential):
        raise Unknown("no such passkey: it may be removed already")


async def _challenge(profiles: Profiles, kind: str, profile: str | None) -> bytes:
    challenge, now = secrets.token_bytes(32), profiles.now()
    code = bytes_to_base64url(challenge)
    await profiles.read(storage.add_code, code, kind, profile, now, now + CHALLENGE_SECONDS)
    return challenge


async def _use(profiles: Profiles, challenge: bytes, kind: str) -> Any:
    used = await profiles.read(
        storage.use_code, bytes_to_base64url(challenge), kind, profiles.now()
    )
    if used is None:
        raise Unknown("this took too long, or was sent twice: begin again")
    return used


def _challenge_in(credential: Json) -> bytes:
    """The challenge that a credential answers. Raises Malformed."""
    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(said["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _wrong(error) from None


def _wrong(error: Exception) -> Malformed:
    problem = str(error)[:120] if isinstance(error, WebAuthnException) else "not a passkey's answer"
    return Malformed("credential", problem)
