// @vitest-environment node
// The browser's dice are the package's: both are held to tests/core/fair_vectors.json.

import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/core/fair_vectors.json';
import { checkLog, commitment, digests, reduce, roll } from '../../src/table/dice/fair';

type Line = Record<string, unknown>;

const LINES = vectors.log.map((line) => JSON.parse(line) as Line);
const LAST = LINES.length - 1;
const ROLLED = LINES.flatMap((line, index) => (line['by'] === 'dice' ? [index] : []));
const OTHER = 'c7'.repeat(32);

/** The log, with fields of one of its lines (from 0) changed. */
function changed(index = 0, fields: Line = {}): string {
  return LINES.map((line, at) => JSON.stringify(at === index ? { ...line, ...fields } : line)).join('\n');
}

function terms(fields: Line): Line {
  return { fair: { ...(LINES[0]!['fair'] as Line), ...fields } };
}

describe('commitment', () => {
  it.each(vectors.commitments)('of $secret', async (known) => {
    expect(await commitment(known.secret)).toBe(known.commitment);
  });

  it.each(['', 'ab', OTHER.toUpperCase(), `${OTHER}\n`, 'zz'.repeat(32)])('not of %j', async (secret) => {
    await expect(commitment(secret)).rejects.toThrow('A secret is 64 hexadecimal digits.');
  });
});

describe('roll', () => {
  it.each(vectors.rolls)('$why', async (known) => {
    const { secret, match, texts, number, question, sides, face } = known;
    expect(await roll(secret, match, texts, number, question, sides)).toBe(face);
  });

  it.each([0, -6, 2.5, 2 ** 32 + 1, Number.NaN])('no die has %d sides', async (sides) => {
    await expect(roll(OTHER, 'k7', [], 0, 'way', sides)).rejects.toThrow('Expected a die with');
  });
});

describe('reduce', () => {
  /** A block of eight words; the last is repeated. */
  function words(...values: number[]): Uint8Array {
    const view = new DataView(new ArrayBuffer(32));
    for (let at = 0; at < 8; at++) view.setUint32(4 * at, values[at] ?? values.at(-1)!);
    return new Uint8Array(view.buffer);
  }

  it.each([1, 2, 3, 6, 7, 20, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32])('takes whole rounds of %d faces', (sides) => {
    const limit = Math.floor(2 ** 32 / sides) * sides;
    expect(reduce(() => words(0), sides)).toBe(1);
    expect(reduce(() => words(sides - 1), sides)).toBe(sides);
    expect(reduce(() => words(limit - 1), sides)).toBe(sides);
    if (limit < 2 ** 32) expect(reduce(() => words(limit, sides - 1), sides)).toBe(sides);
  });

  it('takes the next block when a whole one is too large, and its last word before', () => {
    const large = words(2 ** 32 - 4);
    const asked: number[] = [];
    const blocks = [large, large, words(...Array<number>(7).fill(2 ** 32 - 1), 4)];
    const face = reduce((index) => {
      asked.push(index);
      return blocks[index]!;
    }, 6);
    expect([face, asked]).toEqual([5, [0, 1, 2]]);
  });
});

describe('checkLog', () => {
  it('finds that a race holds', async () => {
    const found = await checkLog(`${changed()}\n`);
    expect(found.state).toBe('checked');
    expect(found.commitmentHolds).toBe(true);
    expect(found.wrong).toBeNull();
    expect(found.texts).toEqual(['kumquat', 'Zoë 🍊']);
    expect(found.secret).toBe(LINES[LAST]!['secret']);
    expect(found.rolls.map((one) => [one.line, one.number, one.question, one.sides, one.face])).toEqual(
      ROLLED.map((at, number) => [at + 1, number, LINES[at]!['ask'], 6, Number(LINES[at]!['answer'])]),
    );
  });

  it('finds a changed face', async () => {
    const at = ROLLED[1]!;
    const face = (Number(LINES[at]!['answer']) % 6) + 1;
    const found = await checkLog(changed(at, { answer: String(face) }));
    expect(found.wrong).toMatchObject({ line: at + 1, number: 1, face, fair: Number(LINES[at]!['answer']) });
    expect(found.commitmentHolds).toBe(true);
  });

  it('finds a changed secret', async () => {
    const found = await checkLog(changed(LAST, { secret: OTHER }));
    expect(found.commitmentHolds).toBe(false);
    expect(found.wrong).not.toBeNull();
  });

  it('finds a changed commitment', async () => {
    const found = await checkLog(changed(0, terms({ commitment: await commitment(OTHER) })));
    expect(found.commitmentHolds).toBe(false);
    expect(found.wrong).toBeNull();
  });

  it.each([{ texts: ['kumquats', 'Zoë 🍊'] }, { texts: ['Zoë 🍊', 'kumquat'] }, { match: 'k8' }])(
    'finds %j',
    async (fields) => {
      const found = await checkLog(changed(0, terms(fields)));
      expect(found.wrong).not.toBeNull();
    },
  );

  it('waits for the end of a race', async () => {
    const found = await checkLog(changed().split('\n').slice(0, 8).join('\n'));
    expect(found).toMatchObject({ state: 'hidden', match: 'k7', secret: '', rolls: [], commitmentHolds: false });
  });

  it('leaves other dice alone', async () => {
    expect(await checkLog(changed(0, { dice: 'physical' }))).toMatchObject({ state: 'other', rolls: [] });
  });

  it.each([
    ['', 'Line 1: this is not a line'],
    ['{"n": 1}', 'Line 1: this is not the log of a race.'],
    [`${changed()}\n[3]`, `Line ${LAST + 2}: this is not a line`],
    [`${changed()}\nnull`, `Line ${LAST + 2}: this is not a line`],
    [changed(0, { fair: null }), 'Line 1: expected the match'],
    [changed(0, terms({ texts: ['a', 3] })), 'Line 1: expected the match'],
    [changed(0, terms({ texts: 'ab' })), 'Line 1: expected the match'],
    [changed(LAST, { secret: 7 }), `Line ${LAST + 1}: this is not a secret.`],
    [changed(ROLLED[0], { of: '6' }), `Line ${ROLLED[0]! + 1}: expected what was rolled for`],
    [changed(ROLLED[0], { of: 0 }), 'Expected a die with'],
  ])('refuses %#', async (text, words) => {
    await expect(checkLog(text)).rejects.toThrow(words);
  });
});

describe('answers', () => {
  const RAW = vectors.log;
  const MADE = vectors.digests;
  const COUNT = MADE.length - 1;
  const seen = (number: number, digest = MADE[number]!): { number: number; digest: string } => ({ number, digest });

  /** The log with the last line that is written now. */
  function ended(raw: readonly string[] = RAW.slice(0, -1), number = COUNT, digest = MADE[COUNT]!): string {
    const end = `{"secret": "${String(LINES[LAST]!['secret'])}", "answers": ${number}, "digest": "${digest}", "sum": "0"}`;
    return [...raw, end].join('\n');
  }

  it('have the digests that the package makes', () => {
    expect(digests(RAW.slice(0, -1), true)).toEqual(MADE);
    expect(digests(RAW.slice(0, -2), false).slice(0, -1)).toEqual(MADE.slice(0, -1));
  });

  it('do without the seed of bots', () => {
    const header = '{"wreckoning": 1, "dice": "physical", "position": {}, "sum": "1"}';
    const shown = '{"wreckoning": 1, "dice": "physical", "bots": 77, "position": {}, "sum": "2"}';
    expect(digests([shown], false)).toEqual(digests([header], false));
  });

  it('leave out which newer rules a race agrees with', () => {
    const header = '{"wreckoning": 1, "ruleset": "rtd", "version": "1.0", "course": {"version": "1.0", "rules": "7"}}';
    const later = header.replace('"version": "1.0",', '"version": "1.0", "rules": "1.1",');
    expect(digests([later], false)).toEqual(digests([header], false));
  });

  it('fit the last line, and what was seen', async () => {
    const found = await checkLog(ended(), [seen(0), seen(7, MADE[7]!.slice(0, 32)), seen(COUNT)]);
    expect(found.answers).toEqual({
      number: COUNT,
      digest: MADE[COUNT],
      own: 'agrees',
      agrees: [0, 7, COUNT],
      differs: null,
      unsure: null,
    });
    expect(found.state).toBe('checked');
  });

  it('that differ before the page was away may have been taken back', async () => {
    const back = { ...seen(9), away: true };
    const answers = async (...given: Parameters<typeof checkLog>[1] & object): Promise<unknown> =>
      (await checkLog(ended(), given)).answers;
    expect(await answers(seen(4), seen(7, MADE[6]), back)).toMatchObject({ agrees: [4, 9], differs: null, unsure: 7 });
    expect(await answers(seen(4, MADE[3]), back, seen(10, MADE[9]))).toMatchObject({ differs: 10, unsure: 4 });
    expect(await answers(seen(4), { ...back, digest: MADE[8]! })).toMatchObject({ differs: 9, unsure: null });
    expect(await answers(seen(4), back, seen(COUNT))).toMatchObject({ differs: null, unsure: null });
  });

  it('of a log older than digests are compared all the same', async () => {
    const found = await checkLog(RAW.join('\n'), [seen(3), seen(5, MADE[4])]);
    expect(found.answers).toMatchObject({ number: COUNT, own: 'none', agrees: [3], differs: 5 });
  });

  it('of a race that goes on, or of other dice', async () => {
    const going = await checkLog(RAW.slice(0, 8).join('\n'), [seen(7)]);
    expect(going.answers).toMatchObject({ number: 7, own: 'none', agrees: [7], differs: null });
    const other = await checkLog(RAW.join('\n').replace('"dice": "fair"', '"dice": "physical"'), [seen(7)]);
    expect([other.state, other.answers.differs]).toEqual(['other', 7]);
  });

  it.each([
    ['cut short', ended(RAW.slice(0, 8)), 'differs', 9],
    ['without its result', ended(RAW.slice(0, -2)), 'differs', COUNT],
    ['another answer', ended().replace('"answer": "step"', '"answer": "leap"'), 'differs', 2],
    [
      'another answer and a new last line',
      ended([...RAW.slice(0, 15), RAW[15]!.replace('"rounds": 4', '"rounds": 5')]),
      'differs',
      COUNT,
    ],
    ['another number', ended(undefined, 3), 'differs', null],
  ])('%s', async (_, text, own, differs) => {
    const found = await checkLog(text, [seen(0), seen(2), seen(9), seen(COUNT)]);
    expect(found.answers.own).toBe(own);
    expect(found.answers.differs).toBe(differs);
  });
});
