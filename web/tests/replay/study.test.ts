import { describe, expect, it } from 'vitest';
import type { RaceReview } from '../../src/lib/types';
import { Study } from '../../src/replay/study.svelte';

/** Decisions by driver: the number of answers before each, and how many costly ones it stands for. */
function study(...made: [string, number, number][]): Study {
  const decisions = made.map(([who, number, times]) => ({ who, number, times, loss: times ? 0.1 : 0 }));
  return new Study({ names: ['Ann', 'Bob'], decisions } as unknown as RaceReview);
}

const of = () => study(['Ann', 1, 0], ['Bob', 1, 1], ['Ann', 4, 2], ['Bob', 6, 0], ['Ann', 9, 0]);

describe('the decisions of a review', () => {
  it('are stepped through, and not beyond the ends', () => {
    const found = of();
    found.step(-1);
    expect(found.at).toBe(0);
    for (let n = 0; n < 9; n++) found.step(1);
    expect(found.now?.number).toBe(9);
  });

  it('have a next costly one: after the last the first', () => {
    const found = of();
    const seen = [1, 2, 3].map(() => {
      found.next();
      return found.at;
    });
    expect(seen).toEqual([1, 2, 1]);
    expect(found.costly).toBe(2);
  });

  it('stay where they are without a costly one', () => {
    const found = study(['Ann', 1, 0], ['Ann', 2, 0]);
    found.next();
    expect(found.at).toBe(0);
  });

  it('may be of one driver, from about the same moment on', () => {
    const found = of();
    found.seek(6);
    expect(found.now?.who).toBe('Bob');
    found.of('Ann');
    expect([found.decisions.length, found.now?.number]).toEqual([3, 9]);
    found.of('');
    expect([found.decisions.length, found.now?.number]).toEqual([5, 9]);
  });

  it('are found by the answers before them and the driver, or the last', () => {
    const found = of();
    found.seek(1, 'Bob');
    expect(found.at).toBe(1);
    found.seek(99);
    expect(found.at).toBe(4);
  });

  it('may be none', () => {
    const found = study();
    found.next();
    found.step(1);
    found.seek(3);
    expect(found.now).toBeNull();
  });
});
