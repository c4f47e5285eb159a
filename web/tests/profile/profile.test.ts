import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, type Socket } from '../../src/lib/live.svelte';
import { make } from '../../src/setup/making';
import { lookAtMine } from '../../src/pages/lobby/mine';
import { look, me, signIn, startProfile } from '../../src/profile/profile.svelte';
import { deviceToken, keepDevice, keepTable, myTables, tokensOf } from '../../src/lib/seats';
import { recall, remember } from '../../src/lib/store';
import { choice } from '../../src/lib/theme.svelte';
import type { Push } from '../../src/lib/types';

interface Asked {
  path: string;
  body: Record<string, unknown>;
  bearer: string;
}
let asked: Asked[];
let replies: Record<string, () => unknown>;
const OWN = {
  id: 'p1',
  name: 'Ann',
  colour: '#b3261e',
  public: false,
  page: {},
  created: 1,
  devices: [],
  passkeys: [],
};
const refuse = (status: number): Response =>
  new Response(JSON.stringify({ error: { kind: 'forbidden', text: 'signed out', rule: '' } }), { status });

function bodyOf(path: string): Record<string, unknown> | undefined {
  return asked.find((one) => one.path === path)?.body;
}

beforeEach(() => {
  localStorage.clear();
  me.own = null;
  asked = [];
  replies = {
    '/api/profile': () => ({ token: 'd.fresh', profile: OWN }),
    '/api/profile/active': () => ({}),
    '/api/profile/adopt': () => ({ tables: ['old'] }),
    '/api/tables': () => ({ id: 'new', host: 'HOST', seats: [{ seat: 0, token: 'SEAT' }] }),
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = init.headers as Record<string, string> | undefined;
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    asked.push({ path, body, bearer: headers?.['authorization'] ?? '' });
    const reply = replies[path]?.();
    return reply instanceof Response ? reply : new Response(JSON.stringify(reply ?? {}), { status: 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const table = { ruleset: 'x', course: 'y', seats: [{ player: 'mine', name: 'Ann', setup: {}, text: '' }] };

describe('a profile', () => {
  it('is made with the first table, which belongs to it', async () => {
    remember('table-settings', { speed: 2 });
    await make(table);
    expect(bodyOf('/api/profile')).toMatchObject({
      name: 'Ann',
      settings: { page: { 'table.speed': 2, theme: 'system' } },
    });
    expect(bodyOf('/api/tables')).toMatchObject({ token: 'd.fresh' });
    expect(tokensOf('new')).toEqual(['d.fresh']); // a signed-out browser has no way back to the seat
    await make(table);
    expect(asked.filter((one) => one.path === '/api/profile')).toHaveLength(1);
    expect(asked.find((one) => one.path === '/api/profile/active')?.bearer).toBe('Bearer d.fresh');
  });

  it('takes in the seats that the browser holds already, and leaves those of others', async () => {
    keepTable({ id: 'old', host: 'H', seats: [{ seat: 1, token: 'S' }] });
    keepTable({ id: 'another', host: '', seats: [{ seat: 2, token: 'T' }] });
    await signIn('Ann');
    await vi.waitFor(() => expect(myTables()).toEqual(['another']));
    expect(bodyOf('/api/profile/adopt')).toEqual({ tables: { old: ['H', 'S'], another: ['T'] } });
  });

  it('is not needed: without one a seat is kept by its token', async () => {
    replies['/api/profile'] = () => refuse(429);
    await make(table);
    expect(bodyOf('/api/tables')).toMatchObject({ token: '' });
    expect(tokensOf('new')).toEqual(['HOST', 'SEAT']);
  });

  it('is made again in a browser that was signed out', async () => {
    keepDevice('d.old');
    replies['/api/profile/active'] = () => refuse(403);
    expect(await signIn('Ann')).toBe('d.fresh');
    replies['/api/profile'] = () => refuse(403);
    await expect(look()).rejects.toThrow('signed out');
    expect([deviceToken(), me.own]).toEqual(['', null]);
  });

  it('is not replaced because the server is busy', async () => {
    keepDevice('d.old');
    replies['/api/profile/active'] = () => refuse(503);
    await expect(make(table)).rejects.toThrow();
    expect(deviceToken()).toBe('d.old');
    expect(bodyOf('/api/tables')).toBeUndefined();
  });

  it('brings its settings to this browser, and takes them from it', async () => {
    keepDevice('d.old');
    replies['/api/profile'] = () => ({ ...OWN, page: { theme: 'dark', 'table.speed': 4 } });
    await startProfile();
    expect([choice.theme, recall('table-settings', {}), recall('name', '')]).toEqual(['dark', { speed: 4 }, 'Ann']);
    vi.useFakeTimers();
    choice.choose('light');
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(bodyOf('/api/profile/change')).toEqual({ page: { theme: 'light', 'table.speed': 4 } });
  });

  it('lists its races with those held by tokens, each once', async () => {
    const summary = {
      id: 'a',
      title: 'A',
      state: 'running',
      names: ['Ann', 'Bob'],
      open_seats: 0,
      series: '',
      where: 'lap 2',
    };
    const race = { table: summary, seats: ['Ann'], numbers: [0], host: false, turn: true, updated: 5, deadline: null };
    const info = { id: 'a', title: 'A', state: 'running', seats: [], series: null, updated: 5 };
    keepDevice('d.old');
    keepTable({ id: 'a', host: '', seats: [{ seat: 0, token: 'S' }] });
    keepTable({ id: 'b', host: 'H', seats: [] });
    replies['/api/profile/current'] = () => ({ races: [race] });
    replies['/api/tables/several?id=b&id=a'] = replies['/api/tables/several?id=a&id=b'] = () => ({
      tables: [
        { table: info, asked: [], where: '' },
        { table: { ...info, id: 'b', state: 'open' }, asked: [], where: '' },
      ],
    });
    const mine = await lookAtMine();
    expect(mine.map((one) => [one.id, one.turn, one.others])).toEqual([
      ['a', true, ['Bob']],
      ['b', false, []],
    ]);
  });
});

it('proves seats and the host at the table by the device', () => {
  keepDevice('d.mine');
  const sent: Record<string, unknown>[] = [];
  const socket: Socket = {
    onopen: null,
    onclose: null,
    onmessage: null,
    send: (text) => sent.push(JSON.parse(text)),
    close: () => undefined,
  };
  const live = new Live('T', { connect: () => socket, find: async () => undefined }).start();
  socket.onopen?.();
  const says = (push: Partial<Push>): void => socket.onmessage?.({ data: JSON.stringify(push) });
  says({ type: 'current', version: 3 });
  says({ type: 'you', you: { seats: [2], host: true, undo: [] } });
  live.do({ do: 'answer', seat: 2, ask: 'order', answer: 'draft' }).catch(() => undefined);
  live.do({ do: 'start' }).catch(() => undefined);
  live.do({ do: 'chat', text: 'hello' }).catch(() => undefined);
  expect(sent[0]).toMatchObject({ do: 'hello', tokens: ['d.mine'] });
  expect(sent.slice(1).map((one) => one['token'])).toEqual(['d.mine', 'd.mine', 'd.mine']);
  live.stop();
});
