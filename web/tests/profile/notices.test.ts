import worker from '../../public/sw.js?raw';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchActivity } from '../../src/notices/activity';
import { keepDevice } from '../../src/lib/seats';
import type { Channel, Channels, OwnProfile } from '../../src/lib/types';
import Notices from '../../src/pages/me/Notices.svelte';

const CHANNEL: Channel = {
  id: 'c1',
  kind: 'ntfy',
  title: 'ntfy',
  name: 'ntfys://topic',
  created: 1,
  sent: null,
  problem: '',
  here: false,
};
const CHANNELS: Channels = {
  kinds: [{ key: 'ntfy', title: 'ntfy', example: 'https://ntfy.sh/your-topic' }],
  push: '',
  channels: [CHANNEL],
};
const OWN: OwnProfile = {
  id: 'ann',
  name: 'Ann',
  colour: '#c2410c',
  public: false,
  wait: 2,
  waits: {},
  rhythm: {},
  page: {},
  created: 1,
  devices: [],
  passkeys: [],
};

let asked: { path: string; body: unknown }[];
let answers: (path: string) => unknown;

beforeEach(() => {
  localStorage.clear();
  keepDevice('d.ann');
  asked = [];
  answers = () => CHANNELS;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    return new Response(JSON.stringify(answers(path)));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('activity', () => {
  it('is told to the server at most every half minute, and only of a profile', () => {
    let time = 0;
    const stop = watchActivity(() => time);
    const press = (): boolean => dispatchEvent(new Event('keydown'));
    press();
    press();
    expect(asked.map(({ path }) => path)).toEqual(['/api/profile/active']);
    time = 30;
    press();
    expect(asked.length).toBe(2);
    stop();
    time = 90;
    press();
    expect(asked.length).toBe(2);
    keepDevice('');
  });
});

describe('notices of a turn', () => {
  const text = (): string => document.body.textContent?.replace(/\s+/g, ' ') ?? '';
  const button = (name: string): HTMLButtonElement => {
    const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(name));
    if (!found) throw new Error(`no button ${name}`);
    return found;
  };
  async function open(): Promise<ReturnType<typeof mount>> {
    const page = mount(Notices, { target: document.body, props: { own: OWN } });
    await vi.waitFor(() => expect(text()).toMatch(/ntfy|sends no notices/));
    return page;
  }

  it('say whether the last one arrived, and send one now', async () => {
    const page = await open();
    expect(text()).toContain('Nothing sent yet');
    answers = () => ({ ...CHANNELS, channels: [{ ...CHANNEL, problem: 'the service answered 500' }] });
    button('Send one now').click();
    await vi.waitFor(() => expect(text()).toContain('Did not arrive: the service answered 500'));
    expect(asked.at(-1)).toEqual({ path: '/api/profile/channels/c1/test', body: {} });
    await unmount(page);
  });

  it('have a time for each pace', async () => {
    const page = await open();
    const field = [...document.querySelectorAll('label')]
      .find((one) => one.textContent?.includes('Races by post'))!
      .querySelector('select')!;
    expect([...field.options].slice(0, 3).map((one) => one.text)).toEqual(['as above', 'never', 'at once']);
    answers = () => ({ ...OWN, waits: { days: 60 } });
    for (const [value, chosen] of [
      ['never', 'never'],
      ['60', 60],
      ['', null],
    ] as const) {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await vi.waitFor(() =>
        expect(asked.at(-1)).toEqual({ path: '/api/profile/change', body: { waits: { days: chosen } } }),
      );
      await vi.waitFor(() => expect(field.disabled).toBe(false));
    }
    await unmount(page);
  });

  it('take an address, and remove a channel', async () => {
    const page = await open();
    const field = document.querySelector<HTMLInputElement>('input')!;
    expect(text()).toContain('For example https://ntfy.sh/your-topic');
    field.value = 'https://ntfy.sh/ann';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    button('Add').click();
    await vi.waitFor(() =>
      expect(asked.at(-1)).toEqual({ path: '/api/profile/channels', body: { address: 'https://ntfy.sh/ann' } }),
    );
    await vi.waitFor(() => expect(text()).toContain('Added.'));
    button('Remove').click();
    await vi.waitFor(() => expect(asked.at(-1)?.path).toBe('/api/profile/channels/c1/remove'));
    await unmount(page);
  });

  it('say how a server is made to send them', async () => {
    answers = () => ({ kinds: [], push: '', channels: [] });
    const page = await open();
    expect(text()).toContain('wreck serve --notices');
    await unmount(page);
  });
});

describe('the service worker', () => {
  it('answers only pages that cannot be reached, by the page kept for that', async () => {
    const heard: Record<string, (event: unknown) => void> = {};
    const self = {
      addEventListener: (name: string, does: (event: unknown) => void) => (heard[name] = does),
      registration: { scope: 'https://race.example/race/' },
    };
    const offline = new Response('No connection');
    const caches = { match: async (path: string) => (path === 'offline.html' ? offline : undefined) };
    let reached: Response | null = new Response('the page');
    const fetches = async (): Promise<Response> => reached ?? Promise.reject(new TypeError('no connection'));
    new Function('self', 'caches', 'fetch', worker)(self, caches, fetches);
    const respondWith = vi.fn<(answer: Promise<Response>) => void>();
    heard['fetch']?.({ request: { mode: 'cors' }, respondWith });
    expect(respondWith).not.toHaveBeenCalled();
    heard['fetch']?.({ request: { mode: 'navigate' }, respondWith });
    expect(await respondWith.mock.lastCall?.[0]).toBe(reached);
    reached = null;
    heard['fetch']?.({ request: { mode: 'navigate' }, respondWith });
    expect(await respondWith.mock.lastCall?.[0]).toBe(offline);
  });

  it('clears only caches of its own', async () => {
    const heard: Record<string, (event: unknown) => void> = {};
    const scope = 'https://race.example/race/';
    const self = {
      addEventListener: (name: string, does: (event: unknown) => void) => (heard[name] = does),
      registration: { scope },
    };
    const kept = [
      'offline-1',
      `wreckoning ${scope} offline-0`,
      `wreckoning ${scope} offline-1`,
      'wreckoning https://race.example/ offline-1',
      'other app',
    ];
    const removed = vi.fn(async () => true);
    new Function('self', 'caches', worker)(self, { keys: async () => kept, delete: removed });
    let done: Promise<unknown> = Promise.resolve();
    heard['activate']?.({ waitUntil: (one: Promise<unknown>) => (done = one) });
    await done;
    expect(removed.mock.calls).toEqual([['offline-1'], [`wreckoning ${scope} offline-0`]]);
  });

  it('shows a notice, and leads to the table', async () => {
    const heard: Record<string, (event: unknown) => void> = {};
    const showNotification = vi.fn(async () => undefined);
    const openWindow = vi.fn(async () => undefined);
    const self = {
      addEventListener: (name: string, does: (event: unknown) => void) => (heard[name] = does),
      registration: { showNotification, scope: 'https://race.example/race/' },
      clients: { matchAll: async () => [], openWindow },
    };
    new Function('self', worker)(self);
    const told = { title: 'Your turn', body: 'Ann: What now?', url: 'https://race.example/table/k7' };
    const waits: Promise<unknown>[] = [];
    const waitUntil = (one: Promise<unknown>): void => void waits.push(one);
    heard['push']?.({ data: { json: () => told }, waitUntil });
    expect(showNotification).toHaveBeenCalledWith(
      'Your turn',
      expect.objectContaining({ body: told.body, data: { url: told.url } }),
    );
    const close = vi.fn();
    heard['notificationclick']?.({ notification: { close, data: { url: told.url } }, waitUntil });
    await Promise.all(waits);
    expect(close).toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledWith(told.url);
  });
});
