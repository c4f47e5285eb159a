import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSealed } from '../../src/lib/api';
import { dayBefore } from '../../src/setup/making';
import { keepDevice } from '../../src/lib/seats';
import type { DailyRace, DailyResult, TableInfo } from '../../src/lib/types';
import Daily from '../../src/pages/lobby/Daily.svelte';

const finisher = (rank: number, name: string, more: Partial<DailyResult> = {}): DailyResult => ({
  rank,
  name,
  place: rank,
  drivers: 6,
  turns: 20 + rank,
  mine: false,
  table: null,
  ...more,
});
const TODAY: DailyRace = {
  day: '2026-03-01',
  ends: Date.now() / 1000 + 7200,
  ruleset: 'any',
  ruleset_title: 'Any game',
  course: { key: 'c', title: 'Sundae Drive' },
  bots: 5,
  commitment: 'c',
  secret: null,
  following: 'f',
  own: null,
  results: [],
};

let answers: Record<string, unknown>;
let asked: string[];
const text = (): string => document.body.textContent?.replace(/\s+/g, ' ') ?? '';
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(name));
  if (!found) throw new Error(`no button ${name}`);
  return found;
};

beforeEach(() => {
  localStorage.clear();
  keepDevice('d.ann');
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? 'GET'} ${path}`);
    const answer = answers[path];
    if (!answer)
      return new Response(JSON.stringify({ error: { kind: 'unknown', text: 'none', rule: '' } }), { status: 404 });
    return new Response(JSON.stringify(answer));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('the race of the day', () => {
  it('is offered once, and yesterday’s is told with its secret', async () => {
    const many = ['Bob', 'Cid', 'Dot', 'Eve', 'Fay', 'Gus'].map((name, at) => finisher(at + 1, name));
    answers = {
      '/api/daily': { ...TODAY, results: [...many, finisher(7, 'Hal')] },
      '/api/daily?day=2026-02-28': {
        ...TODAY,
        day: '2026-02-28',
        secret: 'a'.repeat(64),
        results: [finisher(1, 'Ida', { table: 't1' })],
      },
    };
    const page = mount(Daily, { target: document.body });
    await vi.waitFor(() => expect(text()).toContain('Sundae Drive'));
    expect(button('Race it').disabled).toBe(false);
    expect(text()).toContain('Eve');
    expect(text()).not.toContain('Gus');
    button('All 7').click();
    await vi.waitFor(() => expect(text()).toContain('Hal'));
    button('Yesterday').click();
    await vi.waitFor(() => expect(text()).toContain('Ida'));
    expect(document.querySelector('a[href="/table/t1/replay"]')).not.toBeNull();
    expect(text()).toContain('aaaaaaaaaaaa…');
    await unmount(page);
  });

  it('tells your rank, and a day without a race', async () => {
    answers = {
      '/api/daily': {
        ...TODAY,
        own: { table: 't2', state: 'over' },
        results: [finisher(1, 'Bob'), finisher(2, 'Ann', { mine: true })],
      },
    };
    const page = mount(Daily, { target: document.body });
    await vi.waitFor(() => expect(text()).toContain('You are 2nd of 2'));
    expect(text()).not.toContain('Race it');
    button('Yesterday').click();
    await vi.waitFor(() => expect(text()).toContain('No race of that day is kept here'));
    button('Today').click();
    await vi.waitFor(() => expect(text()).toContain('Bob'));
    await unmount(page);
  });

  it('keeps dice and log from the others who race with them, until the day is over', () => {
    const race = (day: string, secret: string | null): TableInfo => ({ day, fair: { secret } }) as TableInfo;
    expect(isSealed(race('2026-03-01', null))).toBe(true);
    expect(isSealed(race('2026-03-01', 'ab'))).toBe(false);
    expect(isSealed(race('', null))).toBe(false);
  });

  it('is looked up by the day before, over months', () => {
    expect(dayBefore('2026-03-01')).toBe('2026-02-28');
    expect(dayBefore('2026-01-01')).toBe('2025-12-31');
  });
});
