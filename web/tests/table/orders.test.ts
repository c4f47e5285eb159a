// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { CheckedOrders } from '../../src/lib/types';
import { choiceText, linesOf, nowLines, withChoice, withEnd } from '../../src/table/orders/orders';

describe('orders in the form', () => {
  it('adds a choice to the line of its kind, before the last lines', () => {
    const first = withChoice('otherwise: wait', 'order', 'draft');
    expect(first).toBe('order: draft\notherwise: wait');
    expect(withChoice('Item_Box: no; order: draft\nuntil: changed', 'item box', 'yes >= 50%')).toBe(
      'Item_Box: no else yes >= 50%\norder: draft\nuntil: changed',
    );
  });

  it('sets the last lines once', () => {
    expect(withEnd('otherwise: wait; order: draft', 'otherwise', 'usual')).toBe('order: draft\notherwise: usual');
  });

  it('puts names of options in quotes, and special words not', () => {
    expect(choiceText('usual', ['usual'], [])).toBe('usual');
    const conditions = [
      { what: 'chance', sign: '>=', value: 60 },
      { what: 'someone ahead', sign: '', value: 0 },
    ];
    expect(choiceText('Ann; "x"', ['usual'], conditions)).toBe(
      String.raw`"Ann; \"x\"" if chance >= 60% and someone ahead`,
    );
    expect(linesOf(String.raw`target: "Ann; \"x\""; otherwise: wait`)).toEqual([
      String.raw`target: "Ann; \"x\""`,
      'otherwise: wait',
    ]);
  });

  it('says what is chosen now, with its chance', () => {
    const now = {
      ask: 'order',
      question: 'What now?',
      kind: 'order',
      said: 'slide',
      option: 'slide',
      label: 'Power Slide',
      chance: 0.5,
      chance_of: 'success',
    };
    const waits = { ...now, kind: '', said: 'wait', option: '', label: '', chance: null, chance_of: '' };
    const checked: CheckedOrders = {
      problem: '',
      text: '',
      rules: [],
      otherwise: 'wait',
      until: 'changed',
      now: [now, waits],
    };
    expect(nowLines(checked, (chance) => `${100 * chance}%`)).toEqual([
      { question: 'What now?', chosen: 'Power Slide, 50% success', behind: 'order: slide' },
      { question: 'What now?', chosen: 'You are asked', behind: 'otherwise: wait' },
    ]);
  });
});
