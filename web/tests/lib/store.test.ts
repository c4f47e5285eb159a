// @vitest-environment node
// The memory of a browser whose storage does not work, or not always.

import { beforeEach, describe, expect, it, vi } from 'vitest';

/** A storage, and the ways in which it can fail. */
class Shelf {
  items = new Map<string, string>();
  full = false; // it takes nothing more
  blocked = false; // nobody gets at it
  unreadable = false;
  stuck = false; // nothing is removed
  forgetful = false; // it takes a value and loses it

  getItem(key: string): string | null {
    if (this.unreadable) throw new Error('cannot be read');
    return this.items.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    if (!this.forgetful) this.items.set(key, text);
  }
  removeItem(key: string): void {
    if (this.stuck) throw new Error('stuck');
    this.items.delete(key);
  }
  get text(): unknown {
    return JSON.parse(this.items.get('wreckoning.seats') ?? 'null');
  }
}

let local: Shelf;
let session: Shelf;
type Store = typeof import('../../src/lib/store');
let store: Store;

/** The page is opened, or loaded again: what it alone had is gone. */
async function open(): Promise<void> {
  vi.resetModules();
  store = await import('../../src/lib/store');
}

function install(name: string, shelf: () => Shelf): void {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      if (shelf().blocked) throw new DOMException('blocked', 'SecurityError');
      return shelf();
    },
  });
}

beforeEach(async () => {
  [local, session] = [new Shelf(), new Shelf()];
  install('localStorage', () => local);
  install('sessionStorage', () => session);
  await open();
});

const ways: Record<string, Partial<Shelf>> = {
  full: { full: true },
  'full, and nothing is removed': { full: true, stuck: true },
  blocked: { blocked: true },
  unreadable: { unreadable: true },
  'unreadable and full': { unreadable: true, full: true },
  forgetful: { forgetful: true },
};
const both = Object.entries(ways).flatMap(([one, here]) =>
  [['works', {}] as const, ...Object.entries(ways)].map(([other, there]) => [one, other, here, there] as const),
);

describe.each(both)('a storage that is %s, a tab whose storage is %s', (_, tab, here, there) => {
  beforeEach(() => {
    store.remember('seats', { A: 1 }); // while all was well
    Object.assign(local, here);
    Object.assign(session, there);
  });
  const worksInTab = tab === 'works';

  it('is read from where it was written to', () => {
    expect(store.recall('seats', {})).toEqual({ A: 1 });
    store.remember('seats', { A: 1, B: 2 });
    expect(store.recall('seats', {})).toEqual({ A: 1, B: 2 });
    store.remember('new', [1]);
    expect(store.recall('new', [])).toEqual([1]);
    store.remember('seats', { C: 3 });
    expect(store.recall('seats', {})).toEqual({ C: 3 });
  });

  it('says how long a value lasts, which a reload proves', async () => {
    expect(store.lasting('other')).toBe('kept');
    store.remember('new', 'x');
    expect(store.lasting('new', 'other')).toBe(worksInTab ? 'tab' : 'page');
    await open();
    expect(store.recall('new', '')).toBe(worksInTab ? 'x' : '');
  });

  it('forgets for good', () => {
    store.forget('seats');
    expect(store.recall('seats', 'gone')).toBe('gone');
    store.remember('seats', { B: 2 });
    store.forget('seats');
    expect(store.recall('seats', 'gone')).toBe('gone');
  });

  it('is kept as soon as that works again', async () => {
    store.remember('seats', { A: 1, B: 2 });
    Object.assign(local, new Shelf(), { items: local.items });
    expect(store.lasting('seats')).toBe('kept');
    expect(local.text).toEqual({ A: 1, B: 2 });
    await open();
    expect(store.recall('seats', {})).toEqual({ A: 1, B: 2 });
  });

  it('does not bring back what was forgotten, when it works again', () => {
    store.forget('seats');
    Object.assign(local, new Shelf(), { items: local.items });
    expect(store.recall('seats', 'gone')).toBe('gone');
    expect(store.lasting('seats')).toBe('kept');
    expect(local.items.size).toBe(0);
  });
});

it.each(['works', 'full'])('a storage that nobody could read from the beginning, a tab that %s', async (tab) => {
  local.items.set('wreckoning.seats', '{"A":1}');
  local.items.set('wreckoning.device', '"old"');
  local.blocked = true;
  session.full = tab === 'full';
  await open();
  store.remember('seats', { B: 2 });
  store.forget('device');
  local.blocked = false;
  expect(store.recall('seats', {})).toEqual({ A: 1, B: 2 });
  expect(store.recall('device', '')).toBe('');
  expect(store.lasting('seats', 'device')).toBe('kept');
  expect([local.text, local.items.size]).toEqual([{ A: 1, B: 2 }, 1]);
});

describe('two tabs', () => {
  const other = (seats: unknown): void => void local.items.set('wreckoning.seats', JSON.stringify(seats));

  it('see what the other keeps', () => {
    store.remember('seats', { A: 1 });
    other({ A: 1, B: 2 });
    expect(store.recall('seats', {})).toEqual({ A: 1, B: 2 });
  });

  it('lose nothing when one of them could not keep its own', () => {
    other({ A: { 1: 'a' }, D: 4 });
    local.full = true;
    store.remember('seats', { A: { 1: 'a', 2: 'b' }, B: 2 }); // D was given up here
    local.full = false;
    other({ A: { 1: 'a', 3: 'c' }, C: 3, D: 4 });
    const all = { A: { 1: 'a', 2: 'b', 3: 'c' }, B: 2, C: 3 };
    expect(store.recall('seats', {})).toEqual(all);
    expect(store.lasting('seats')).toBe('kept');
    expect(local.text).toEqual(all);
    expect(session.items.size).toBe(0);
  });

  it('take the later of two simple values', () => {
    local.full = true;
    store.remember('theme', 'dark');
    local.full = false;
    local.items.set('wreckoning.theme', '"light"');
    expect(store.recall('theme', '')).toBe('light');
  });
});

describe('the memory', () => {
  it('takes nonsense as nothing', () => {
    local.items.set('wreckoning.seats', '{"A":');
    session.items.set('wreckoning.theme', '[1]');
    expect([store.recall('seats', 'none'), store.recall('theme', 'none')]).toEqual(['none', 'none']);
  });

  it('tells of each change, until that is ended', () => {
    const heard: string[] = [];
    const end = store.onRemember((key) => heard.push(key));
    store.remember('a', 1);
    store.forget('b');
    end();
    store.remember('c', 1);
    expect(heard).toEqual(['a', 'b']);
  });
});
