import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '../../src/lib/api';
import { Live, type Socket } from '../../src/lib/live.svelte';
import { seenOf } from '../../src/lib/digests';
import { keepHost, keepSeat, seatToken } from '../../src/lib/seats';
import { serverNow } from '../../src/lib/time';
import type { Ground, LogLine, Play, Push, TableInfo } from '../../src/lib/types';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: Socket['onclose'] = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  send(text: string): void {
    if (this.closed) throw new Error('sent on a closed line');
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.();
  }
  drop(code = 1006, reason = ''): void {
    this.closed = true;
    this.onclose?.({ code, reason });
  }
  says(push: Push | Push[]): void {
    this.onmessage?.({ data: JSON.stringify(push) });
  }
  get commands(): Record<string, unknown>[] {
    return this.sent.filter((message) => message['do'] !== 'hello');
  }
  get hellos(): Record<string, unknown>[] {
    return this.sent.filter((message) => message['do'] === 'hello');
  }
}

const line = (text: string): LogLine => ({
  parts: [{ text, kind: 'text', tone: '', face: 0 }],
  names: [],
  rules: [],
  heading: false,
  phase: '',
});
const texts = (live: Live): string => live.lines.map((one) => one.parts[0]?.text).join(' ');
const table = { id: 'T', title: 'A race' } as TableInfo;
const play = (number: number): Play => ({ number }) as Play;
const ground = {
  width: 1,
  height: 1,
  shapes: [],
  labels: [],
  symbols: [],
  around: 'ground',
  landscape: 'meadow',
  way: [],
} as Ground;
const state = (version: number, ...lines: string[]): Push => ({
  type: 'state',
  version,
  table,
  ground,
  play: play(version),
  lines: lines.map(line),
  chat: [],
});

let sockets: FakeSocket[];
const newest = (): FakeSocket => sockets[sockets.length - 1]!;
const tools = {
  connect: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  },
  find: async () => undefined,
};

function opened(...lines: string[]): Live {
  const live = new Live('T', tools).start();
  newest().open();
  newest().says(state(5, ...lines));
  return live;
}

function reconnect(): void {
  newest().drop();
  vi.advanceTimersByTime(1000);
  newest().open();
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  sockets = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the greeting', () => {
  it('says the tokens of this browser and that nothing was seen', () => {
    keepHost('T', 'host');
    keepSeat('T', 1, 'one');
    keepSeat('U', 0, 'elsewhere');
    const live = new Live('T', tools).start();
    newest().open();
    expect(newest().sent).toEqual([{ do: 'hello', tokens: ['host', 'one'], seen: null }]);
    expect(live.connected).toBe(false);
    newest().says(state(5));
    expect(live.connected).toBe(true);
    expect(live.table?.title).toBe('A race');
  });

  it('says after an interruption what was seen last', () => {
    const live = opened('a');
    newest().says({ type: 'update', version: 7, table: null, play: play(7), lines: { keep: 1, add: [line('b')] } });
    newest().drop();
    expect(live.connected).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    newest().open();
    expect(newest().hellos).toEqual([{ do: 'hello', tokens: [], seen: 7 }]);
    newest().says({ type: 'current', version: 7 });
    expect(live.connected).toBe(true);
    expect(texts(live)).toBe('a b');
  });

  it('keeps the digest of every state', () => {
    const live = opened('a');
    const now = (number: number, digest: string): Play => ({ number, digest }) as Play;
    newest().says({
      type: 'update',
      version: 6,
      table: null,
      play: now(3, 'ab'.repeat(32)),
      lines: { keep: 1, add: [] },
    });
    newest().says({
      type: 'update',
      version: 7,
      table: null,
      play: now(5, 'cd'.repeat(32)),
      lines: { keep: 1, add: [] },
    });
    newest().says({ type: 'update', version: 8, table, play: null, lines: { keep: 1, add: [] } });
    expect(seenOf('T').map((one) => [one.number, one.digest.slice(0, 4)])).toEqual([
      [3, 'abab'],
      [5, 'cdcd'],
    ]);
    newest().says({
      type: 'update',
      version: 9,
      table: null,
      play: now(4, 'ef'.repeat(32)),
      lines: { keep: 1, add: [] },
    });
    expect(seenOf('T').map((one) => one.number)).toEqual([3, 4]);
    live.stop();
  });

  it('notes with a digest whether it has missed what came before', () => {
    const live = opened('a');
    const now = (number: number): Play => ({ number, digest: `${number}`.repeat(64) }) as Play;
    const lines = { keep: 1, add: [] };
    newest().says({ type: 'update', version: 6, table: null, play: now(3), lines });
    newest().says({ type: 'update', version: 7, table: null, play: now(4), lines });
    newest().says({ type: 'update', version: 9, table: null, play: now(6), lines }); // one of them was not told
    newest().says({ type: 'update', version: 9, table, play: null, lines });
    newest().says({ type: 'update', version: 10, table: null, play: now(7), lines });
    newest().says({ type: 'state', version: 11, table, ground, play: now(8), lines: [], chat: [] });
    expect(
      seenOf('T')
        .filter((one) => one.away)
        .map((one) => one.number),
    ).toEqual([6]);
    live.stop();
  });

  it('waits longer after each failure, and starts over once it was greeted', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5); // no jitter
    opened();
    for (const wait of [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]) {
      const before = sockets.length;
      newest().drop();
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
    newest().open();
    newest().says({ type: 'current', version: 5 });
    newest().drop();
    vi.advanceTimersByTime(300);
    newest().open();
    expect(newest().hellos).toHaveLength(1);
    random.mockRestore();
  });

  it('does not sit out a wait when the network comes back', () => {
    opened();
    newest().drop();
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('stops when there is no such table', async () => {
    const gone = new Refused({ kind: 'unknown', text: 'There is no such table.', rule: '' }, 404);
    const live = new Live('X', { ...tools, find: () => Promise.reject(gone) }).start();
    newest().drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(live.missing?.text).toBe('There is no such table.');
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('says that the table was deleted under a player', () => {
    const live = new Live('T', tools).start();
    newest().open();
    newest().says(state(1));
    const error = { kind: 'unknown', text: 'this table was deleted', rule: '' } as const;
    newest().says({ type: 'refusal', request: '', version: 1, error });
    newest().drop(1008, 'turned away');
    expect([live.missing?.kind, live.table?.id]).toEqual(['unknown', 'T']);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('stops when the host has banned us, and says who', () => {
    const live = new Live('T', tools).start();
    newest().open();
    newest().says(state(1));
    const error = { kind: 'forbidden', text: 'Ann has banned you from this table', rule: '' } as const;
    newest().says({ type: 'refusal', request: '', version: 1, error });
    newest().drop(1008, 'turned away');
    expect([live.missing?.kind, live.missing?.text]).toEqual(['forbidden', error.text]);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe('a table that is full', () => {
  const full = { kind: 'too_many', text: 'too many people watch this table; watch again later', rule: '' } as const;
  const turnAway = (): void => {
    newest().open();
    newest().says({ type: 'refusal', request: '', version: 0, error: full });
    newest().drop(1013, 'come again');
  };

  it('is said, with the seconds until the next try', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5); // no jitter
    const live = new Live('T', tools).start();
    turnAway();
    expect(live.turnedAway).toBe('Too many people watch this table; watch again later.');
    expect(live.triesIn).toBe(10);
    vi.advanceTimersByTime(4000);
    expect(live.triesIn).toBe(6);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(6000);
    expect(sockets).toHaveLength(2);
    expect(live.triesIn).toBe(0);
    newest().open();
    newest().says(state(5));
    expect(live.turnedAway).toBe('');
    live.stop();
    random.mockRestore();
  });

  it('is asked at once by who does not want to wait', () => {
    const live = new Live('T', tools).start();
    turnAway();
    live.tryNow();
    expect(sockets).toHaveLength(2);
    live.tryNow();
    expect(sockets).toHaveLength(2);
    live.stop();
  });

  it.each([
    [1013, 'made room for a player', 'Made room for a player.'],
    [1008, 'made room for a newer line', 'Made room for a newer line.'],
  ])('says why it closed a line (%i), and is not asked again at once', (code, reason, said) => {
    const live = opened();
    newest().drop(code, reason);
    expect(live.turnedAway).toBe(said);
    vi.advanceTimersByTime(7000);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(6000);
    expect(sockets).toHaveLength(2);
    live.stop();
  });

  it.each([
    [1012, ''],
    [1013, 'come again'],
    [1006, ''],
  ])('is not what it is when the server stops (%i)', (code, reason) => {
    const live = opened();
    newest().drop(code, reason);
    expect(live.turnedAway).toBe('');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    live.stop();
  });

  it('is said also when no line can be opened', async () => {
    const busy = new Refused(
      { kind: 'too_many', text: 'expected at most 500 connections from one address', rule: '' },
      429,
    );
    const live = new Live('T', { ...tools, find: () => Promise.reject(busy) }).start();
    newest().drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(live.missing).toBe(null);
    expect(live.turnedAway).toBe('Expected at most 500 connections from one address.');
    live.stop();
  });
});

describe('updates', () => {
  it('keep so many lines and add the new ones', () => {
    const live = opened('a', 'b', 'c');
    newest().says({ type: 'update', version: 6, table: null, play: null, lines: { keep: 3, add: [line('d')] } });
    expect(texts(live)).toBe('a b c d');
    newest().says({ type: 'update', version: 7, table: null, play: null, lines: { keep: 1, add: [line('x')] } });
    expect(texts(live)).toBe('a x');
    newest().says({ type: 'update', version: 8, table: null, play: null, lines: { keep: 0, add: [] } });
    expect(texts(live)).toBe('');
    expect(live.version).toBe(8);
  });

  it('leave alone what they do not speak of', () => {
    const live = opened('a');
    const [before, lines] = [live.play, live.lines];
    newest().says({
      type: 'update',
      version: 6,
      table: { ...table, title: 'New' },
      play: null,
      lines: { keep: 1, add: [] },
    });
    expect(live.table?.title).toBe('New');
    expect(live.play).toBe(before);
    expect(live.lines).toBe(lines);
  });

  it('that build on lines never seen make it ask for everything', () => {
    const live = opened('a');
    newest().says({ type: 'update', version: 9, table: null, play: play(9), lines: { keep: 4, add: [line('e')] } });
    expect(sockets).toHaveLength(2);
    newest().open();
    expect(newest().hellos).toEqual([{ do: 'hello', tokens: [], seen: null }]);
    expect(live.connected).toBe(true); // nobody needs to hear of it
    newest().says(state(9, 'a', 'b', 'c', 'd', 'e'));
    expect(texts(live)).toBe('a b c d e');
    expect(live.version).toBe(9);
  });

  it('of a race whose ground never came make it ask for everything', () => {
    const live = new Live('T', tools).start();
    newest().open();
    newest().says({ ...state(1), ground: null, play: null } as Push);
    newest().says({ type: 'update', version: 2, table: null, play: play(0), lines: { keep: 0, add: [] } });
    newest().open();
    expect(newest().hellos).toEqual([{ do: 'hello', tokens: [], seen: null }]);
    newest().says(state(2));
    expect(live.ground).toEqual(ground);
  });

  it('of the chat come once each', () => {
    const live = opened();
    const chat = { id: 3, seat: 0, name: 'Ann', text: 'hello', at: 0, emote: '' as const, line: null, quote: '' };
    newest().says({ type: 'chat', chat });
    newest().says({ type: 'chat', chat });
    expect(live.chat).toHaveLength(1);
  });
});

describe('doing something', () => {
  it('fills in request, version and the token of the seat', async () => {
    keepHost('T', 'host');
    keepSeat('T', 2, 'two');
    const live = opened();
    const done = live.do({ do: 'answer', seat: 2, ask: 'order', answer: 'draft' });
    const [sent] = newest().commands;
    expect(sent).toMatchObject({ do: 'answer', seat: 2, ask: 'order', answer: 'draft', token: 'two', version: 5 });
    expect(sent?.['request']).toMatch(/^[0-9a-f]{32}$/);
    expect(live.waiting).toBe(1);
    newest().says({ type: 'reply', request: String(sent?.['request']), version: 6, result: { id: 1 } });
    await expect(done).resolves.toEqual({ version: 6, result: { id: 1 } });
    expect(live.waiting).toBe(0);
  });

  it('takes the host’s token for what is not a seat of ours', () => {
    keepHost('T', 'host');
    keepSeat('T', 2, 'two');
    const live = opened();
    void live.do({ do: 'start' });
    void live.do({ do: 'seat_bot', seat: 1, player: 'rookie' });
    expect(newest().commands.map((command) => command['token'])).toEqual(['host', 'host']);
  });

  it('is refused with one line', async () => {
    const live = opened();
    const done = live.do({ do: 'start' });
    const request = String(newest().commands[0]?.['request']);
    newest().says({ type: 'refusal', request, version: 5, error: { kind: 'illegal', text: 'Not yet.', rule: 'R1' } });
    await expect(done).rejects.toMatchObject({ kind: 'illegal', text: 'Not yet.', rule: 'R1' });
  });

  it('waits until the line has been greeted', () => {
    const live = new Live('T', tools).start();
    void live.do({ do: 'start' });
    newest().open();
    expect(newest().commands).toEqual([]);
    newest().says(state(5));
    expect(newest().commands).toHaveLength(1);
  });

  it('is said again, word for word and in order, when the line broke before the reply', async () => {
    keepSeat('T', 0, 'zero');
    const live = opened();
    const first = live.do({ do: 'answer', seat: 0, ask: 'order', answer: 'ram' });
    const second = live.do({ do: 'chat', text: 'ha' });
    const said = newest().commands;
    reconnect();
    expect(newest().commands).toEqual([]); // not before the table has said where it is
    newest().says({ type: 'update', version: 6, table: null, play: play(6), lines: { keep: 0, add: [] } });
    expect(newest().commands).toEqual(said);
    for (const command of said)
      newest().says({ type: 'reply', request: String(command['request']), version: 6, result: {} });
    await expect(first).resolves.toEqual({ version: 6, result: {} });
    await expect(second).resolves.toBeTruthy();
    reconnect();
    newest().says({ type: 'current', version: 6 });
    expect(newest().commands).toEqual([]); // what was answered is not said again
  });

  it('that gets no reply makes it try another line', () => {
    const live = opened();
    void live.do({ do: 'start' });
    const first = newest();
    vi.advanceTimersByTime(7000);
    expect(first.closed).toBe(false);
    vi.advanceTimersByTime(3000);
    expect(first.closed).toBe(true);
    newest().open();
    newest().says({ type: 'current', version: 5 });
    expect(newest()).not.toBe(first);
    expect(newest().commands).toEqual(first.commands);
  });

  it('keeps the token of a claimed seat, and greets again with it', async () => {
    const live = opened();
    const done = live.do({ do: 'claim', seat: 3, name: 'Ann', setup: {}, text: 'x' });
    const [sent] = newest().commands;
    expect(sent).not.toHaveProperty('token');
    newest().says({ type: 'reply', request: String(sent?.['request']), version: 6, result: { token: 'three' } });
    await done;
    expect(seatToken('T', 3)).toBe('three');
    expect(newest().hellos[1]).toMatchObject({ tokens: ['three'] });
  });

  it('forgets the token of a seat that was left', async () => {
    keepSeat('T', 3, 'three');
    const live = opened();
    const done = live.do({ do: 'leave', seat: 3 });
    const [sent] = newest().commands;
    newest().says({ type: 'reply', request: String(sent?.['request']), version: 6, result: {} });
    await done;
    expect(seatToken('T', 3)).toBe('');
    expect(newest().hellos[1]).toMatchObject({ tokens: [] });
  });

  it('takes the time of the server, and asks again when the clock here was set', () => {
    opened();
    const there = Date.now() / 1000 + 600;
    newest().says([
      { type: 'time', now: there },
      { type: 'current', version: 5 },
    ]);
    expect(serverNow()).toBeCloseTo(there, 1);
    vi.advanceTimersByTime(3000);
    expect(newest().hellos).toHaveLength(1);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(3000);
    expect(newest().hellos).toHaveLength(2);
    expect(serverNow()).toBeCloseTo(there + 6, 1);
  });

  it('ends with the page', async () => {
    const live = opened();
    const done = live.do({ do: 'start' });
    live.stop();
    await expect(done).rejects.toBeInstanceOf(Refused);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(newest().closed).toBe(true);
  });
});
