// Passkeys, by the browser's own WebAuthn.

import { asMe, enter, me } from './profile.svelte';
import { url } from '../lib/site';
import type { OwnProfile, PasskeyOptions, SignedIn } from '../lib/types';

/** True if this browser can keep passkeys at this address: https, or localhost. */
export function takesPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  );
}

/** Wait until the player confirms on their device. Returns null if they cancel. */
async function confirmed(asking: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asking;
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem;
    if (problem.name === 'InvalidStateError')
      throw new Error('This device has a passkey for this profile already.', { cause: problem });
    if (problem.name === 'NotAllowedError' || problem.name === 'AbortError') return null;
    throw new Error(`The browser made no passkey: ${problem.message}`, { cause: problem });
  }
}

/** Make a passkey for this profile. Returns false if the player cancels. */
export async function addPasskey(): Promise<boolean> {
  const { options } = await asMe<PasskeyOptions>(url`api/profile/passkeys/begin`, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const made = await confirmed(navigator.credentials.create({ publicKey }));
  if (!(made instanceof PublicKeyCredential)) return false;
  me.take(await asMe<OwnProfile>(url`api/profile/passkeys`, { credential: made.toJSON() }));
  return true;
}

/** Sign in by a passkey. Returns false if the player cancels. */
export async function useAPasskey(): Promise<boolean> {
  const { options } = await asMe<PasskeyOptions>(url`api/profile/sign_in/begin`, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const shown = await confirmed(navigator.credentials.get({ publicKey }));
  if (!(shown instanceof PublicKeyCredential)) return false;
  enter(await asMe<SignedIn>(url`api/profile/sign_in`, { credential: shown.toJSON() }));
  return true;
}
