// The memory of this browser. What is kept lies in the browser's storage; where that is full, blocked or
// broken, in the tab's, which a reload survives; else in this page alone. A value that could not be kept in
// the storage is noted with what the storage still says about it, so the newer one is always read, and
// another tab's change is not undone. `lasting` says how long a value will last.

type Text = string | null; // null: nothing
interface Note {
  text: Text;
  over?: Text | undefined; // what the browser's storage says while this is newer; undefined: nobody could read it
}
export type Lasting = 'kept' | 'tab' | 'page'; // until the tab is closed; until the page is left or reloaded

const PREFIX = 'wreckoning.';

/** A place that may not work: reading and writing say whether they did. */
class Place {
  constructor(private storage: () => Storage) {}

  /** undefined: it cannot be read. */
  read(key: string): Text | undefined {
    try {
      return this.storage().getItem(PREFIX + key);
    } catch {
      return undefined;
    }
  }

  write(key: string, text: Text): boolean {
    try {
      if (text === null) this.storage().removeItem(PREFIX + key);
      else this.storage().setItem(PREFIX + key, text);
    } catch {
      return false;
    }
    return this.read(key) === text; // some take a value and lose it
  }
}

const browser = new Place(() => localStorage);
const tab = new Place(() => sessionStorage);
const page = new Map<string, Note>(); // notes that not even the tab keeps
const known = new Map<string, Text>(); // what the browser's storage said last, in case it breaks
const listeners = new Set<(key: string) => void>();

export function recall<T>(key: string, fallback: T): T {
  const text = textOf(key);
  return text === null ? fallback : ((parse(text) ?? fallback) as T);
}

export function remember(key: string, value: unknown): void {
  keep(key, JSON.stringify(value));
}

export function forget(key: string): void {
  keep(key, null);
}

/** Call this function after each change of the memory. Returns a function that ends this. */
export function onRemember(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How long all of these values will last; tries again to keep what could not be kept. */
export function lasting(...keys: string[]): Lasting {
  const each = keys.map((key) => {
    const note = noteOf(key);
    if (note === undefined || settle(key, note)) return 'kept';
    return page.has(key) ? 'page' : 'tab';
  });
  return each.includes('page') ? 'page' : each.includes('tab') ? 'tab' : 'kept';
}

function textOf(key: string): Text {
  const stored = storedOf(key);
  const note = noteOf(key);
  if (note === undefined) return stored ?? null;
  return stored === undefined || stored === note.over ? note.text : merged(note, stored);
}

function keep(key: string, text: Text): void {
  const before = storedOf(key);
  if (browser.write(key, text)) drop(key);
  else put(key, { text, over: before });
  storedOf(key);
  for (const listener of listeners) listener(key);
}

/** What the browser's storage says, or said when it could be read last. */
function storedOf(key: string): Text | undefined {
  const text = browser.read(key);
  if (text === undefined) return known.get(key);
  known.set(key, text);
  return text;
}

/** Try again to keep a noted value. True if that worked. */
function settle(key: string, note: Note): boolean {
  const stored = browser.read(key);
  if (stored === undefined) return false;
  const text = stored === note.over ? note.text : merged(note, stored);
  if (!browser.write(key, text)) return false;
  drop(key);
  return true;
}

// --- notes

function noteOf(key: string): Note | undefined {
  const note = page.get(key);
  if (note !== undefined) return note;
  const text = tab.read(key);
  const found = typeof text === 'string' ? parse(text) : null;
  return isNote(found) ? found : undefined;
}

function put(key: string, note: Note): void {
  if (tab.write(key, JSON.stringify(note))) page.delete(key);
  else {
    tab.write(key, null); // an older one
    page.set(key, note);
  }
}

function drop(key: string): void {
  page.delete(key);
  if (tab.read(key) !== null) tab.write(key, null);
}

function isNote(found: unknown): found is Note {
  return isRecord(found) && isText(found['text']) && (found['over'] === undefined || isText(found['over']));
}

const isText = (found: unknown): found is Text => found === null || typeof found === 'string';

// --- another tab has changed what is kept, while a newer value is noted here

/** What was changed here since, laid over what the storage says now. */
function merged({ text, over }: Note, stored: Text): Text {
  const [mine, base, theirs] = [text, over ?? null, stored].map((one) => (one === null ? null : parse(one)));
  if (!isRecord(mine) || !isRecord(theirs)) return over === undefined ? text : (stored ?? text);
  return JSON.stringify(overlaid(mine, isRecord(base) ? base : {}, theirs));
}

type Fields = Record<string, unknown>;

function overlaid(mine: Fields, base: Fields, theirs: Fields): Fields {
  const found = { ...theirs };
  for (const key of new Set([...Object.keys(mine), ...Object.keys(base)])) {
    const [here, before, there] = [mine[key], base[key], theirs[key]];
    if (JSON.stringify(here) === JSON.stringify(before)) continue;
    if (here === undefined) delete found[key];
    else found[key] = isRecord(here) && isRecord(there) ? overlaid(here, isRecord(before) ? before : {}, there) : here;
  }
  return found;
}

function isRecord(found: unknown): found is Fields {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
