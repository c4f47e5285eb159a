"""A key that makes passkeys, as a phone or a security key does (WebAuthn, ES256)."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    """Bytes as WebAuthn writes them in JSON."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """An authenticator with one key for one site."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)
        self._uses = 0

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}
        return json.dumps({**said, "crossOrigin": False}).encode()

    def _data(self, site: str, flags: int) -> bytes:
        self._uses += 1
        known = hashlib.sha256(site.encode()).digest()
        return known + bytes([flags | PRESENT | VERIFIED]) + self._uses.to_bytes(4, "big")

    def _credential(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": encoded(self._id),
            "rawId": encoded(self._id),
            "type": "public-key",
            "response": {key: encoded(value) for key, value in response.items()},
            "clientExtensionResults": {},
        }

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the browser sends when a passkey is made."""
        point = self._key.public_key().public_numbers()
        public = {
            1: 2,
            3: -7,
            -1: 1,
            -2: point.x.to_bytes(32, "big"),
            -3: point.y.to_bytes(32, "big"),
        }
        data = self._data(options["rp"]["id"], NEW_KEY) + bytes(16)
        data += len(self._id).to_bytes(2, "big") + self._id + cbor2.dumps(public)
        return self._credential(
            clientDataJSON=self._client_data("create", options["challenge"]),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the browser sends when a person signs in."""
        client, data = (
            self._client_data("get", options["challenge"]),
            self._data(options["rpId"], 0),
        )
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)
