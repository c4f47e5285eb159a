import { describe, expect, it } from 'vitest';
import { linkNumbers, markHits, matches, searchWords } from '../../src/rules/ruletext';

const known = new Set(['R1', 'R22', 'A30']);
const link = (number: string): string => `<a href="/rules/x#${number}" data-rule="${number}">${number}</a>`;

describe('numbers', () => {
  it('that are known become links', () => {
    expect(linkNumbers('<p>See R22, R1 and R99.</p>', known, '/rules/x')).toBe(
      `<p>See ${link('R22')}, ${link('R1')} and R99.</p>`,
    );
  });

  it('are not parts of others, of links or of code', () => {
    for (const html of ['R221', 'XR1', '<a href="#R1">R1</a>', '<code>R1</code>'])
      expect(linkNumbers(html, known, '/rules/x')).toBe(html);
  });

  it('in attributes stay as they are', () => {
    const html = '<em title="R1">x</em>';
    expect(linkNumbers(html, known, '/rules/x')).toBe(html);
  });
});

describe('a search', () => {
  it('is split into words, and what is quoted stays together', () => {
    expect(searchWords('  Ram "spins out" R22 ')).toEqual(['ram', 'spins out', 'r22']);
    expect(searchWords('"')).toEqual([]);
    expect(searchWords('')).toEqual([]);
  });

  it('finds all words, numbers only whole', () => {
    const text = 'R42 A rammed driver (R4) spins out';
    expect(matches(text, ['ram', 'spins out'])).toBe(true);
    expect(matches(text, ['ram', 'slide'])).toBe(false);
    expect(matches('see R42', ['r4'])).toBe(false);
    expect(matches(text, ['r4'])).toBe(true);
    expect(matches('a+b?', ['a+b?'])).toBe(true);
  });

  it('marks the hits, in links too, and never the markup', () => {
    expect(markHits('<p class="pass">To pass: <a href="#R22">R22</a> &lt;pass&gt;</p>', ['pass', 'r22'])).toBe(
      '<p class="pass">To <mark>pass</mark>: <a href="#R22"><mark>R22</mark></a> &lt;<mark>pass</mark>&gt;</p>',
    );
    expect(markHits('<p>x</p>', [])).toBe('<p>x</p>');
  });

  it('puts nothing into the page that was not there', () => {
    const words = searchWords('<img src=x onerror=alert(1)>');
    expect(markHits('<p>a &lt;img b</p>', words)).not.toContain('<img');
  });
});
