import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as seats from '../../src/lib/seats';

beforeEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

describe('seats', () => {
  it('are kept per table', () => {
    seats.keepTable({
      id: 'T',
      host: 'h',
      seats: [
        { seat: 0, token: 'a' },
        { seat: 10, token: 'k' },
      ],
    });
    seats.keepSeat('U', 2, 'c');
    expect(seats.tokensOf('T')).toEqual(['h', 'a', 'k']);
    expect(seats.seatsOf('T')).toEqual([0, 10]);
    expect(seats.seatToken('T', 10)).toBe('k');
    expect(seats.seatToken('T', 2)).toBe('');
    expect(seats.hostToken('U')).toBe('');
    expect(seats.tokensOf('V')).toEqual([]);
  });

  it('of a table that names no host leave the host’s token alone', () => {
    seats.keepTable({ id: 'T', host: 'h', seats: [] });
    seats.keepTable({ id: 'T', host: '', seats: [{ seat: 1, token: 'b' }] });
    expect(seats.tokensOf('T')).toEqual(['h', 'b']);
  });

  it('outlive the page', async () => {
    seats.keepSeat('T', 1, 'b');
    vi.resetModules();
    const again = await import('../../src/lib/seats');
    expect(again.seatToken('T', 1)).toBe('b');
  });

  it('that are given up are forgotten, and an empty table with them', () => {
    seats.keepSeat('T', 1, 'b');
    seats.dropSeat('T', 1);
    expect(seats.myTables()).toEqual([]);
    seats.keepHost('T', 'h');
    seats.dropTable('T');
    expect(seats.hostToken('T')).toBe('');
  });

  it('are listed newest table first, and only so many', () => {
    vi.useFakeTimers();
    for (let number = 0; number < 210; number++) {
      vi.setSystemTime(1_000_000 - number); // the order does not hang on the clock
      seats.keepSeat(`T${number}`, 0, 'x');
    }
    expect(seats.myTables()).toHaveLength(200);
    expect(seats.myTables()[0]).toBe('T209');
    expect(seats.myTables()).not.toContain('T0');
  });

  it.each(['{', '[]', 'null', '7', '{"T":3}', '{"T":{"host":4,"seats":null}}'])(
    'survive a spoilt storage: %s',
    (text) => {
      localStorage.setItem('wreckoning.seats', text);
      expect(seats.tokensOf('T')).toEqual([]);
      seats.keepSeat('T', 0, 'a');
      expect(seats.seatToken('T', 0)).toBe('a');
    },
  );

  it('are remembered without storage until the page is left', () => {
    const refuse = (): never => {
      throw new DOMException('no', 'SecurityError');
    };
    const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    seats.keepSeat('T', 0, 'a');
    expect(seats.seatToken('T', 0)).toBe('a');
    get.mockRestore();
    set.mockRestore();
  });
});
