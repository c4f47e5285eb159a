import { mount, tick, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Coach, racesWith, speaksAt } from '../../src/table/question/coach';
import CoachLine from '../../src/table/question/CoachLine.svelte';

afterEach(() => vi.unstubAllGlobals());

describe('the coach', () => {
  it('speaks in the first three races, each of them to its end', () => {
    let coached = '';
    for (const table of ['a', 'b', 'a', 'c', 'd', 'c']) coached = racesWith(coached, table);
    expect(coached).toBe('a b c');
    expect(['a', 'b', 'c', 'd'].map((table) => speaksAt(coached, table))).toEqual([true, true, true, false]);
    expect(speaksAt('', 'd')).toBe(true);
  });

  it('speaks at the first question of a kind, until it is answered', () => {
    const coach = new Coach();
    expect(coach.isNew('order', '1 0')).toBe(true);
    expect(coach.isNew('order', '1 0')).toBe(true); // the same, with its chances
    expect(coach.isNew('use', '2 0')).toBe(true);
    expect(coach.isNew('order', '3 0')).toBe(false);
  });

  it('leads to the rule, notes the race, and is off with one click', async () => {
    const page = { turn: [], coach: { order: 'Momentum wins passes.', silent: '' } };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(page))));
    const set = vi.fn();
    const live = { id: 'a', table: { lesson: '' } };
    const settings = { now: { coached: '' }, set };
    const menu = { ask: 'order', prompt: { rule: 'R17' } };
    const line = mount(CoachLine, {
      target: document.body,
      props: { live, settings, ruleset: 'rtd', lesson: null, menu } as never,
    });
    await vi.waitFor(() => expect(document.body.textContent).toContain('Momentum wins passes.'));
    expect(document.querySelector('.coach a')?.getAttribute('href')).toBe('/rules/rtd#R17');
    await tick();
    expect(set.mock.calls).toEqual([['coached', 'a']]);
    document.querySelector<HTMLElement>('.coach button')?.click();
    expect(set.mock.calls.at(-1)).toEqual(['coach', false]);
    await unmount(line);
  });
});
