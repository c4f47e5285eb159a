import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inShort, keepDigest, seenOf } from '../../src/lib/digests';

const digest = (number: number): string => `${number.toString(16)}`.padStart(8, 'e').repeat(8);
const numbers = (table: string): number[] => seenOf(table).map((one) => one.number);

beforeEach(() => localStorage.clear());

describe('digests that were seen', () => {
  it('are kept by table, in the order of the race', () => {
    keepDigest('T', 0, digest(0));
    keepDigest('T', 3, digest(3));
    keepDigest('U', 1, digest(1));
    expect(seenOf('T')).toEqual([
      { number: 0, digest: digest(0).slice(0, 32) },
      { number: 3, digest: digest(3).slice(0, 32) },
    ]);
    expect(numbers('U')).toEqual([1]);
    expect(seenOf('V')).toEqual([]);
  });

  it('of answers taken back are dropped', () => {
    for (const number of [1, 2, 5]) keepDigest('T', number, digest(number));
    keepDigest('T', 4, digest(4));
    expect(numbers('T')).toEqual([1, 2, 4]);
    keepDigest('T', 4, digest(9));
    expect(seenOf('T').at(-1)).toEqual({ number: 4, digest: digest(9).slice(0, 32) });
  });

  it('are written only when they are new', () => {
    keepDigest('T', 1, digest(1));
    const write = vi.spyOn(Storage.prototype, 'setItem');
    keepDigest('T', 1, digest(1));
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  it('of a long race are thinned out, but the first and the latest stay', () => {
    for (let number = 0; number < 1000; number++) {
      keepDigest('T', number, digest(number));
      expect(numbers('T').at(-1)).toBe(number);
    }
    expect(numbers('T').length).toBeLessThanOrEqual(64);
    expect(numbers('T')[0]).toBe(0);
    expect(numbers('T').filter((number) => number < 500).length).toBeGreaterThan(5);
  });

  it('say where the page was away, also when that very one goes', () => {
    const away = (): number[] =>
      seenOf('T')
        .filter((one) => one.away)
        .map((one) => one.number);
    keepDigest('T', 0, digest(0), true);
    expect(away()).toEqual([]); // there was nothing before
    keepDigest('T', 3, digest(3));
    keepDigest('T', 3, digest(3), true);
    expect(away()).toEqual([]); // nothing has happened meanwhile
    keepDigest('T', 6, digest(6), true);
    keepDigest('T', 8, digest(8));
    expect(away()).toEqual([6]);
    keepDigest('T', 5, digest(5)); // answers that came after it are taken back
    expect([numbers('T'), away()]).toEqual([[0, 3, 5], [5]]);
    for (let number = 6; number < 1000; number++) keepDigest('T', number, digest(number));
    expect(numbers('T').indexOf(5)).toBe(-1);
    expect(away()).toEqual([numbers('T').find((number) => number > 5)]);
  });

  it('of old tables go', () => {
    for (let table = 0; table < 70; table++) keepDigest(`T${table}`, 1, digest(table));
    keepDigest('T10', 2, digest(2));
    expect(numbers('T9')).toEqual([]);
    expect(numbers('T10')).toEqual([1, 2]);
    keepDigest('X', 1, digest(1));
    expect(numbers('T11')).toEqual([]);
    expect(numbers('T10')).toEqual([1, 2]);
    expect(localStorage.length).toBe(61);
  });

  it('that are no digests count for nothing', () => {
    localStorage.setItem('wreckoning.digests.T', '[null, 3, {"number": 1}, {"number": 2, "digest": "ab"}]');
    expect(seenOf('T')).toEqual([{ number: 2, digest: 'ab' }]);
    localStorage.setItem('wreckoning.digests.T', '{"number": 1}');
    expect(seenOf('T')).toEqual([]);
  });

  it('are shown by their first digits', () => {
    expect(inShort('0123456789abcdef'.repeat(4))).toBe('0123 4567 89ab cdef …');
  });
});
