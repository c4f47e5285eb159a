"""Tokens: a seat's token opens that seat; a device's token stands for a profile.

A device's token begins with `d.`. When a request arrives, the server replaces it by a proof, `@`
and the profile's id. No request may contain a proof (`models.Token`), so it cannot be forged. A
profile that absorbed others proves all of them: `@k7…@m3…`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence

DEVICE = "d."
PROOF = "@"


def new_device_token() -> str:
    """Draw the token of a device that signs in."""
    return DEVICE + secrets.token_urlsafe(24)


def is_device_token(token: str) -> bool:
    """True if this token stands for a profile."""
    return token.startswith(DEVICE)


def proof_of(profiles: Sequence[str]) -> str:
    """The proof that a request comes from these profiles, which belong to one person."""
    return "".join(PROOF + profile for profile in profiles)


def is_proof(token: str) -> bool:
    """True if this token was made from a device's."""
    return token.startswith(PROOF)


def profiles_in(tokens: Iterable[str]) -> list[str]:
    """The profiles that these tokens prove, the current one of each person first."""
    return [one for token in tokens if is_proof(token) for one in token.split(PROOF)[1:]]


def profile_in(token: str) -> str:
    """The profile for new seats of this token's owner; '' without one."""
    return next(iter(profiles_in([token])), "")


def secret_digest(secret: str) -> str:
    """The stored digest of a device's token, or of a code."""
    return hashlib.sha256(b"profile " + secret.encode()).hexdigest()
