import { afterEach, describe, expect, it, vi } from 'vitest';

// Vitest caches no test with `import.meta.glob(`, so never write a type argument before the bracket.
const sources: Record<string, string> = import.meta.glob('../../src/**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const others: Record<string, string> = import.meta.glob(
  ['../../public/{manifest.json,sw.js,offline.html}', '../../docs.html'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** The module as a page of this root loads it. */
async function siteAt(content: string | null): Promise<typeof import('../../src/lib/site')> {
  vi.resetModules();
  document.head.innerHTML = content === null ? '' : `<meta name="root" content="${content}">`;
  return import('../../src/lib/site');
}

afterEach(() => {
  document.head.innerHTML = '';
  vi.resetModules();
});

describe('an address', () => {
  it.each([
    [null, ''],
    ['/', ''],
    ['./', ''],
    ['/race/', '/race'],
    ['/games/race/', '/games/race'],
  ])('begins with the root: %s', async (content, root) => {
    const { inSite, raceUrl, url } = await siteAt(content);
    expect(url``).toBe(`${root}/`);
    expect(url`table/${'a b'}/replay?at=${4}#${'R22'}`).toBe(`${root}/table/a%20b/replay?at=4#R22`);
    expect(
      url`api/tables/several?${new URLSearchParams([
        ['id', 'x7'],
        ['id', 'k2'],
      ])}`,
    ).toBe(`${root}/api/tables/several?id=x7&id=k2`);
    expect([raceUrl('x7', false), raceUrl('x7', true)]).toEqual([`${root}/table/x7`, `${root}/table/x7/replay`]);
    expect(inSite(url`rules/rtd`)).toBe('/rules/rtd');
    expect(inSite(root)).toBe('/');
  });

  it('outside the root is none of the site', async () => {
    const { inSite } = await siteAt('/race/');
    expect(['/', '/table/x7', '/racer/table/x7', '/api/tables'].map(inSite)).toEqual([null, null, null, null]);
  });

  it('is made in one place only', () => {
    const byHand =
      /(?:href|src|action|poster)\s*[=:]\s*\{?\s*["'`]\/|(?:fetch|fetchJson|post|asMe|command|go|note|open|register|Worker|import|URL)(?:<[^()]*>)?\(\s*["'`]\/|["'`]\/(?:api|table|league|campaign|rules|profile|build|me|new|join|learn|about|docs|icons|assets)\b|location\.(?:href|pathname)\s*=[^=]/;
    const lines = Object.entries(sources)
      .filter(([file]) => !/lib\/(?:types|site)\.ts$/.test(file))
      .flatMap(([file, text]) => text.split('\n').map((line, index) => `${file}:${index + 1}: ${line.trim()}`));
    const found = lines.filter((line) => byHand.test(line) && !/inSite|startsWith\(|split\(/.test(line));
    expect(lines.length).toBeGreaterThan(5000);
    expect(found).toEqual([]);
    expect(byHand.test('<a href="/new">')).toBe(true);
    expect(byHand.test('fetch(`/api/tables`)')).toBe(true);
  });
});

describe('files next to the pages', () => {
  it.each(Object.entries(others))('%s names no path of its own', (_, text) => {
    const told = text.replaceAll(/<script type="module".*|<link rel="icon".*/g, '');
    expect(told.match(/["'`(]\/[\w/.]*["'`)]/g)).toBeNull();
  });

  it('are all there', () => {
    expect(Object.keys(others)).toHaveLength(4);
  });
});
