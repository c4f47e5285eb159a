// The player's profile: the server keeps it, and this browser proves it by a token. It is made without
// a question when its player takes a first seat.

import { fetchJson, post, Refused } from '../lib/api';
import { COLOURS } from './colours';
import { deviceToken, dropDevice, dropTable, heldTables, keepDevice } from '../lib/seats';
import { onRemember, recall, remember } from '../lib/store';
import { choice, type Theme, THEMES } from '../lib/theme.svelte';
import { url } from '../lib/site';
import type { Adopted, ChangeProfile, OwnProfile, Setting, SignedIn } from '../lib/types';

const SHARED = ['theme', 'table-settings']; // settings of the page that the profile keeps
const TABLE = 'table.'; // before a setting of the table, among the profile's
const SHARE_AFTER = 800; // ms: several changes go as one
const AT_ONCE = 24; // tables adopted by one request

class Me {
  own: OwnProfile | null = $state.raw(null);
  asked = $state(false); // whether there is a profile is known now

  /** Take what the server tells of this profile. */
  take(own: OwnProfile): OwnProfile {
    this.own = own;
    this.asked = true;
    return own;
  }

  forget(): void {
    dropDevice();
    this.own = null;
    this.asked = true;
  }
}

export const me = new Me();

/** The proof of the profile, as a request's header. */
export function proof(): Record<string, string> {
  const token = deviceToken();
  return token === '' ? {} : { authorization: `Bearer ${token}` };
}

/** Ask the server as this profile. A browser that was signed out elsewhere forgets its token. */
export async function asMe<T>(path: string, body?: unknown): Promise<T> {
  const token = deviceToken();
  try {
    return body === undefined ? await fetchJson<T>(path, { headers: proof() }) : await post<T>(path, body, proof());
  } catch (problem) {
    if (problem instanceof Refused && problem.status === 403 && token === deviceToken()) me.forget();
    throw problem;
  }
}

/** Fetch the profile, once when a page of this browser is opened; settings come along. */
export async function startProfile(): Promise<void> {
  onRemember((key) => SHARED.includes(key) && share());
  if (deviceToken() === '') {
    me.asked = true;
    return;
  }
  await look().then(applySettings, () => undefined);
}

export async function look(): Promise<OwnProfile> {
  return me.take(await asMe<OwnProfile>(url`api/profile`));
}

export async function change(wanted: ChangeProfile): Promise<OwnProfile> {
  const own = me.take(await asMe<OwnProfile>(url`api/profile/change`, wanted));
  remember('name', own.name);
  return own;
}

let signing: Promise<string> | null = null;

/** The token of this browser's profile, which is made if there is none. It takes this name if it has
    none. '' if the server makes no profiles now: then seats are kept by tokens of their own. */
export function signIn(name = ''): Promise<string> {
  signing ??= find(name).finally(() => (signing = null));
  return signing;
}

async function find(name: string): Promise<string> {
  if (deviceToken() !== '') {
    try {
      await asMe(url`api/profile/active`, {});
      if (me.own?.name === '' && name !== '') await change({ name });
      return deviceToken();
    } catch (problem) {
      if (deviceToken() !== '') throw problem;
    }
  }
  return makeProfile(name).catch(() => '');
}

/** Make a profile with this browser's settings and name. The browser's seats come along. */
export async function makeProfile(name: string): Promise<string> {
  const colours = Object.keys(COLOURS);
  const colour = colours[Math.floor(Math.random() * colours.length)] ?? '#b3261e';
  const wanted = { name: name || recall('name', ''), colour, settings: { page: settings() } };
  enter(await post<SignedIn>(url`api/profile`, wanted));
  void adopt().catch(() => undefined); // the next time, then
  return deviceToken();
}

/** This browser is signed in from now on. */
export function enter({ token, profile }: SignedIn): void {
  keepDevice(token);
  me.take(profile);
}

/** Seats that this browser holds by tokens of their own become the profile's. */
export async function adopt(): Promise<void> {
  const held = heldTables();
  for (let at = 0; at < held.length; at += AT_ONCE) {
    const tables = Object.fromEntries(held.slice(at, at + AT_ONCE));
    const adopted = await asMe<Adopted>(url`api/profile/adopt`, { tables });
    adopted.tables.forEach(dropTable);
  }
}

// --- settings

function settings(): Record<string, Setting> {
  const table = Object.entries(recall<Record<string, Setting>>('table-settings', {}));
  return { theme: recall('theme', 'system'), ...Object.fromEntries(table.map(([key, value]) => [TABLE + key, value])) };
}

let applying = false;
let sharing: ReturnType<typeof setTimeout> | undefined;

function share(): void {
  if (applying || deviceToken() === '') return;
  clearTimeout(sharing);
  sharing = setTimeout(
    () => void asMe<OwnProfile>(url`api/profile/change`, { page: settings() }).catch(() => undefined),
    SHARE_AFTER,
  );
}

/** Apply the profile's settings to this browser. */
export function applySettings({ page, name }: OwnProfile): void {
  applying = true;
  if (name !== '') remember('name', name);
  const theme = page['theme'] as Theme;
  if (THEMES.includes(theme) && theme !== choice.theme) choice.choose(theme);
  const table = Object.entries(page).filter(([key]) => key.startsWith(TABLE));
  if (table.length > 0)
    remember('table-settings', Object.fromEntries(table.map(([key, value]) => [key.slice(TABLE.length), value])));
  applying = false;
}
