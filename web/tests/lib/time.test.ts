import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchJson } from '../../src/lib/api';
import { ago, moment } from '../../src/lib/format';
import { clockJumped, elapsed, serverNow, tellTime, today } from '../../src/lib/time';
import type { Play } from '../../src/lib/types';
import { Playback } from '../../src/table/playback/playback.svelte';

const SERVER = Date.UTC(2027, 4, 31, 12) / 1000;
const OFF = [-86_400, -600, -3, 0, 3, 600, 86_400]; // seconds by which the device is wrong

const REMEMBERED = 8;

/** As if nothing had been said before. */
function tellOnly(time: number): void {
  for (let said = 0; said < REMEMBERED; said += 1) tellTime(time);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  tellOnly(Date.now() / 1000);
});

describe.each(OFF)('a device whose clock is %s s off', (off) => {
  beforeEach(() => {
    vi.setSystemTime((SERVER + off) * 1000);
    tellOnly(SERVER);
  });

  it('shows the time of the server, as it goes on', () => {
    expect(serverNow()).toBeCloseTo(SERVER, 3);
    vi.advanceTimersByTime(80_000);
    expect(serverNow()).toBeCloseTo(SERVER + 80, 3);
    expect([ago(SERVER), ago(SERVER - 600), today()]).toEqual(['1 min ago', '11 min ago', '2027-05-31']);
    expect(moment(SERVER)).not.toContain(','); // of today
  });

  it('goes on when the clock of the device is set, and notices it', () => {
    clockJumped();
    vi.setSystemTime((SERVER + off + 7200) * 1000);
    expect(serverNow()).toBeCloseTo(SERVER, 3);
    expect([clockJumped(), clockJumped()]).toEqual([true, false]);
  });

  it('plays what happened at the same pace', () => {
    const playback = new Playback(
      () => 1,
      () => undefined,
      () => false,
    );
    const step = (lines: number) => ({ lines, things: [], gone: [], rolls: [{}], effects: [] }) as never;
    playback.add([1, 2, 3, 4].map(step), { number: 1, things: [] } as unknown as Play, 0, SERVER + 120);
    expect(playback.scene?.ms).toBe(1000);
    playback.skip();
    playback.add([1, 2, 3, 4].map(step), { number: 1, things: [] } as unknown as Play, 0, SERVER + 8);
    expect(playback.scene?.ms).toBe(500); // a quarter of the time for four steps
    playback.skip();
  });
});

describe("the server's time", () => {
  beforeEach(() => {
    vi.setSystemTime(SERVER * 1000);
    tellOnly(SERVER);
  });

  it('is the latest of what was said lately: a message can come late, never early', () => {
    tellTime(SERVER + 600);
    tellTime(SERVER + 595);
    expect(serverNow()).toBeCloseTo(SERVER + 600, 3);
    tellOnly(SERVER + 300); // the server's clock was put back
    expect(serverNow()).toBeCloseTo(SERVER + 300, 3);
  });

  it('comes with each reply, and no nonsense does', async () => {
    const reply = (time: string): void => {
      vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'server-time': time } }));
    };
    reply(String(SERVER + 42));
    await fetchJson('/api/x');
    reply('soon');
    await fetchJson('/api/x');
    expect(serverNow()).toBeCloseTo(SERVER + 42, 3);
  });

  it('comes with each refusal', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response('{}', { status: 403, headers: { 'server-time': String(SERVER + 7) } }),
    );
    await expect(fetchJson('/api/x')).rejects.toThrow();
    expect(serverNow()).toBeCloseTo(SERVER + 7, 3);
  });

  it('is measured by a clock that goes on', () => {
    const before = elapsed();
    vi.advanceTimersByTime(2500);
    expect(elapsed() - before).toBeCloseTo(2.5, 3);
  });
});
