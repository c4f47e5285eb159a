import { mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeagueInfo, LeagueRound, RulesetCard } from '../../src/lib/types';
import Rounds from '../../src/pages/league/Rounds.svelte';

const GAME = {
  key: 'any',
  title: 'Any',
  seats: [2, 6],
  switches: [],
  courses: [
    { key: 'oval', title: 'The Oval' },
    { key: 'hill', title: 'The Hill' },
  ],
  campaign: { players: [2, 3], fields: [{ name: 'rounds', label: 'Rounds', values: ['3', '4'] }] },
} as unknown as RulesetCard;
const plan = (course: string): LeagueRound => ({
  title: '',
  ruleset: 'any',
  courses: [course],
  options: {},
  pace: { kind: 'days', days: 3 },
  laps: 0,
  seats: 4,
  heats: 1,
  opens: null,
  closes: null,
  opened: null,
  closed: null,
  lineups: [],
  present: [],
});
const row = (round: number, state: string, course: string): unknown => ({ round, state, plan: plan(course) });
const CALENDAR = {
  rows: [row(1, 'over', 'oval'), row(2, 'planned', 'oval'), row(3, 'planned', 'hill')],
  page: 1,
  pages: 1,
};
const LEAGUE = { id: 'cup', time_zone: 'Europe/Berlin' } as unknown as LeagueInfo;

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    async (path: string) => new Response(JSON.stringify(path.includes('/calendar') ? CALENDAR : [GAME])),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const HOUSE = { rules: [{ text: 'Keen Eye: box is 2', rule: '' }], ruleset: GAME };

describe('the calendar of a league', () => {
  const button = (name: string): HTMLButtonElement => {
    const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(name));
    if (!found) throw new Error(`no button ${name}`);
    return found;
  };
  const legends = (): (string | null)[] => [...document.querySelectorAll('legend')].map((one) => one.textContent);

  it('lets the owner add, change and remove rounds that have not opened', async () => {
    let saved: LeagueRound[] = [];
    const shown = mount(Rounds, {
      target: document.body,
      props: { league: LEAGUE, busy: false, onsave: async (rounds) => ((saved = rounds), true) },
    });
    await shown.open();
    await tick();
    expect(legends()).toEqual(['Round 2', 'Round 3']);
    expect(button('Save').disabled).toBe(true);
    button('Remove round 2').click();
    button('Add a round').click();
    await tick();
    expect(legends()).toEqual(['Round 2', 'Round 3']);
    const title = document.querySelectorAll<HTMLInputElement>('input[type=text]')[1];
    if (!title) throw new Error('no title');
    title.value = 'Final night';
    title.dispatchEvent(new Event('input', { bubbles: true }));
    await tick();
    button('Save').click();
    await vi.waitFor(() => expect(saved.length).toBe(2));
    expect(saved.map((one) => [one.title, one.courses[0]])).toEqual([
      ['', 'hill'],
      ['Final night', 'hill'],
    ]);
    expect(saved[1]?.pace).toEqual({ kind: 'days', days: 3 });
    await unmount(shown);
  });

  it('gives a round a house file, and tells what it changes', async () => {
    let saved: LeagueRound[] = [];
    const server = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string) =>
      path.endsWith('/house') ? new Response(JSON.stringify(HOUSE)) : server(path),
    );
    const shown = mount(Rounds, {
      target: document.body,
      props: { league: LEAGUE, busy: false, onsave: async (rounds) => ((saved = rounds), true) },
    });
    await shown.open();
    await tick();
    const area = document.querySelectorAll('textarea')[1];
    if (!area) throw new Error('no field for a house file');
    area.value = '[items]';
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.dispatchEvent(new Event('change', { bubbles: true }));
    await vi.waitFor(() => expect(document.body.textContent).toContain('Keen Eye: box is 2'));
    button('Save').click();
    await vi.waitFor(() => expect(saved.map((one) => one.house)).toEqual(['', '[items]']));
    await unmount(shown);
  });

  it('makes a round a campaign, with its settings and without a course, and a race again', async () => {
    let saved: LeagueRound[] = [];
    const shown = mount(Rounds, {
      target: document.body,
      props: { league: LEAGUE, busy: false, onsave: async (rounds) => ((saved = rounds), true) },
    });
    await shown.open();
    await tick();
    const kind = (at: number): HTMLSelectElement => {
      const found = [...document.querySelectorAll('select')].filter((one) =>
        [...one.options].some((option) => option.value === 'campaign'),
      )[at];
      if (!found) throw new Error('no choice of a campaign');
      return found;
    };
    const choose = async (at: number, value: string): Promise<void> => {
      kind(at).value = value;
      kind(at).dispatchEvent(new Event('change', { bubbles: true }));
      await tick();
    };
    await choose(0, 'campaign');
    await choose(1, 'campaign');
    await choose(1, 'race');
    button('Save').click();
    await vi.waitFor(() => expect(saved.length).toBe(2));
    expect(saved.map((one) => [one.campaign, one.courses])).toEqual([
      [{ rounds: '3' }, []],
      [null, ['oval']],
    ]);
    expect(saved[0]?.seats).toBe(3);
    await unmount(shown);
  });
});
