// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { campaigns } from '../../src/leagues/campaigns';

const sent: { path: string; body: Record<string, unknown> }[] = [];
let answers: (() => Response)[] = [];
const lost = (): Response => {
  throw new TypeError('the connection is lost');
};
const refused = (kind: string, status: number) => () =>
  new Response(JSON.stringify({ error: { kind, text: kind, rule: '' } }), { status });
const done = (body: unknown) => () => new Response(JSON.stringify(body));

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    return new Promise<Response>((resolve) => resolve((answers.shift() ?? lost)()));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What comes of it, with no time passing in between. */
async function soon<T>(does: Promise<T>): Promise<T> {
  does.catch(() => {}); // it is looked at below
  await vi.runAllTimersAsync();
  return does;
}

it('sends a move again, under the same request, until the table answers', async () => {
  answers = [lost, refused('busy', 503), done({ version: 3 })];
  expect(await soon(campaigns.move('c1', 'token', 0, 2, { do: 'ready' }))).toEqual({ version: 3 });
  expect(sent.map(({ path }) => path)).toEqual(Array(3).fill('/api/campaigns/c1/move'));
  expect(new Set(sent.map(({ body }) => body.request)).size).toBe(1);
  expect(sent[0]?.body).toMatchObject({ token: 'token', seat: 0, version: 2, move: { do: 'ready' } });
});

it('gives each move a request of its own', async () => {
  answers = [done({}), done({}), done({ token: 't' })];
  for (let n = 0; n < 2; n++) await campaigns.move('c1', 'token', 0, 2, { do: 'ready' });
  await campaigns.claim('c1', 1, 'Ann', 'kumquat', '');
  expect(new Set(sent.map(({ body }) => body.request)).size).toBe(3);
});

it('gives a seat its text for the dice', async () => {
  answers = [done({ token: 't' }), done({})];
  await campaigns.claim('c1', 1, 'Ann', 'kumquat', '');
  await campaigns.giveText('c1', 't', 1, 'other words');
  expect(sent.map(({ path }) => path)).toEqual(['/api/campaigns/c1/claim', '/api/campaigns/c1/text']);
  expect(sent[0]?.body).toMatchObject({ seat: 1, name: 'Ann', text: 'kumquat' });
  expect(sent[1]?.body).toMatchObject({ token: 't', seat: 1, text: 'other words' });
});

it('tells a refusal at once, and gives up on a table that never answers', async () => {
  answers = [refused('illegal', 409)];
  await expect(soon(campaigns.claim('c1', 1, 'Ann', '', ''))).rejects.toThrow('illegal');
  expect(sent.length).toBe(1);
  answers = [];
  await expect(soon(campaigns.claim('c1', 1, 'Ann', '', ''))).rejects.toThrow('cannot be reached');
  expect(sent.length).toBe(6);
});
