// A race's log, checked in the browser: its dice, if they are fair, and the digest of its answers.
// How a commitment, a roll and a digest are made: docs/fair-dice.md.
// Without `crypto.subtle`, as pages under http://192.168.… have none.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Seen } from '../../lib/digests';

const WORDS = 2 ** 32;
const BYTES = 32; // of a block: eight words of 4

export interface Roll {
  line: number; // of the log
  number: number; // among the rolls, from 0
  question: string;
  sides: number;
  face: number;
  fair: number; // the face that it has to show
}

/** The answers of a log next to its own digest, and next to those that were seen. */
export interface Answers {
  number: number;
  digest: string;
  own: 'agrees' | 'differs' | 'none'; // none: the race goes on, or the log is older than digests
  agrees: number[]; // the numbers of those seen that agree …
  differs: number | null; // … the first that does not, …
  unsure: number | null; // … and the first that does not, but may have been taken back unseen
}

export interface Check {
  state: 'checked' | 'hidden' | 'other'; // hidden: the race is not over; other: not with fair dice
  match: string;
  commitment: string;
  texts: string[]; // in the order of the seats
  secret: string; // '' while hidden
  commitmentHolds: boolean;
  rolls: Roll[];
  wrong: Roll | null; // the first that shows another face
  answers: Answers;
}

/** The commitment shown before the race: the SHA-256 of the secret's 32 bytes, as hex. */
export async function commitment(secret: string): Promise<string> {
  return bytesToHex(sha256(secretBytes(secret)));
}

/** The face, 1 … sides, of the roll of this number (from 0). */
export async function roll(
  secret: string,
  match: string,
  texts: readonly string[],
  number: number,
  question: string,
  sides: number,
): Promise<number> {
  const key = secretBytes(secret);
  return reduce((block) => {
    const lines = ['wreckoning dice 1', hex(match), number, hex(question), sides, block];
    return hmac(sha256, key, utf8ToBytes([...lines, ...texts.map(hex)].join('\n')));
  }, sides);
}

/** A face 1 … sides from blocks of random bytes, without bias. */
export function reduce(block: (index: number) => Uint8Array, sides: number): number {
  if (!Number.isInteger(sides) || sides < 1 || sides > WORDS)
    throw new Error(`Expected a die with 1 to ${WORDS} sides, found ${sides}.`);
  const limit = Math.floor(WORDS / sides) * sides;
  for (let index = 0; ; index++) {
    const bytes = block(index);
    const words = new DataView(bytes.buffer, bytes.byteOffset, BYTES);
    for (let at = 0; at < BYTES; at += 4) {
      const word = words.getUint32(at);
      if (word < limit) return (word % sides) + 1;
    }
  }
}

/**
 * A log (JSON Lines): every roll next to what its secret makes it, and its answers next to the digests
 * that were seen. Throws if it is no log.
 */
export async function checkLog(text: string, seen: readonly Seen[] = []): Promise<Check> {
  const raw = text.trimEnd().split(/\r?\n/);
  const lines = raw.map(readLine);
  const header = lines[0] ?? {};
  if (!('wreckoning' in header)) throw new Error('Line 1: this is not the log of a race.');
  const answers = checkAnswers(raw, lines, seen);
  if (header['dice'] !== 'fair') return { ...NOTHING, state: 'other', answers };
  const terms = readTerms(header['fair']);
  const secret = lines.at(-1)?.['secret'];
  if (secret === undefined) return { ...NOTHING, ...terms, answers };
  if (typeof secret !== 'string') throw new Error(`Line ${lines.length}: this is not a secret.`);
  const commitmentHolds = (await commitment(secret)) === terms.commitment;
  const rolls = await readRolls(lines, secret, terms);
  const wrong = rolls.find((one) => one.face !== one.fair) ?? null;
  return { state: 'checked', ...terms, secret, commitmentHolds, rolls, wrong, answers };
}

function checkAnswers(raw: readonly string[], lines: readonly Line[], seen: readonly Seen[]): Answers {
  const last = lines.at(-1) ?? {};
  const count = lines.length - ('secret' in last || 'digest' in last ? 1 : 0);
  const made = digests(raw.slice(0, count), 'result' in (lines[count - 1] ?? {}));
  const number = made.length - 1;
  const digest = made[number] ?? '';
  const agrees = (one: Seen): boolean => made[one.number]?.startsWith(one.digest) ?? false;
  const lastAway = seen.findLastIndex((one) => one.away === true);
  const first = (from: number, to: number): number | null =>
    seen.slice(from, to).find((one) => !agrees(one))?.number ?? null;
  const fits = last['answers'] === number && last['digest'] === digest;
  return {
    number,
    digest,
    own: 'digest' in last ? (fits ? 'agrees' : 'differs') : 'none',
    agrees: seen.filter(agrees).map((one) => one.number),
    differs: first(Math.max(lastAway, 0), seen.length),
    unsure: first(0, Math.max(lastAway, 0)),
  };
}

/** The digest after each number of answers, from 0 on; the last one covers the result too. */
export function digests(lines: readonly string[], hasResult: boolean): string[] {
  const found: string[] = [];
  let link = new Uint8Array();
  for (const [index, line] of lines.entries()) {
    link = sha256
      .create()
      .update(link)
      .update(utf8ToBytes(bare(line, index === 0)))
      .digest();
    if (hasResult && index === lines.length - 1) found.pop();
    found.push(bytesToHex(link));
  }
  return found;
}

/** A line without its sum; the header also without the bots' seed and the newer rules that it agrees with. */
function bare(line: string, isHeader: boolean): string {
  const whole = line.replace(/, "sum": "[^"]*"\}$/, '}');
  if (!isHeader) return whole;
  const rules = /^(\{"wreckoning": \d+, "ruleset": "[^"]*", "version": "[^"]*"), "rules": "[^"]*"/;
  return whole.replace(/("dice": "[^"]*"), "bots": \d+/, '$1').replace(rules, '$1');
}

type Line = Record<string, unknown>;
type Terms = Pick<Check, 'match' | 'commitment' | 'texts'>;

const NOTHING: Omit<Check, 'answers'> = {
  state: 'hidden',
  match: '',
  commitment: '',
  texts: [],
  secret: '',
  commitmentHolds: false,
  rolls: [],
  wrong: null,
};

function readLine(text: string, index: number): Line {
  let line: unknown = null;
  try {
    line = JSON.parse(text);
  } catch {
    // no JSON is no object either
  }
  if (typeof line !== 'object' || line === null || Array.isArray(line))
    throw new Error(`Line ${index + 1}: this is not a line of a log.`);
  return line as Line;
}

function readTerms(given: unknown): Terms {
  const { match, commitment, texts } = (given ?? {}) as Record<string, unknown>;
  const all = Array.isArray(texts) ? (texts as unknown[]) : [null];
  const known = all.every((text) => typeof text === 'string');
  if (typeof match !== 'string' || typeof commitment !== 'string' || !known)
    throw new Error('Line 1: expected the match, the commitment and the texts of the seats.');
  return { match, commitment, texts: all };
}

async function readRolls(lines: readonly Line[], secret: string, terms: Terms): Promise<Roll[]> {
  const rolls: Roll[] = [];
  for (const [index, line] of lines.entries()) {
    if (line['by'] !== 'dice') continue;
    const { ask: question, of: sides, answer } = line;
    if (typeof question !== 'string' || typeof sides !== 'number')
      throw new Error(`Line ${index + 1}: expected what was rolled for, and with how many sides.`);
    const number = rolls.length;
    const fair = await roll(secret, terms.match, terms.texts, number, question, sides);
    rolls.push({ line: index + 1, number, question, sides, face: Number(answer), fair });
  }
  return rolls;
}

function secretBytes(secret: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error('A secret is 64 hexadecimal digits.');
  return hexToBytes(secret);
}

function hex(text: string): string {
  return bytesToHex(utf8ToBytes(text));
}
