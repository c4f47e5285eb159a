// A rulebook's text for reading: numbers become links, hits of a search are marked.
// Works on parsed nodes, never on the text of the markup.

const SEALED = 'a, code, pre, mark';

function texts(root: ParentNode): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function parsed(html: string): HTMLTemplateElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template;
}

/** Replace every occurrence of `pattern` in the text by the node that `wrap` makes. */
function wrapAll(root: ParentNode, pattern: RegExp, sealed: string, wrap: (hit: string) => HTMLElement | null): number {
  let hits = 0;
  for (const text of texts(root)) {
    if (sealed && text.parentElement?.closest(sealed)) continue;
    const words = text.data;
    const pieces: (string | Node)[] = [];
    let done = 0;
    for (const match of words.matchAll(pattern)) {
      const made = match[0] ? wrap(match[0]) : null;
      if (made === null) continue;
      made.textContent = match[0];
      pieces.push(words.slice(done, match.index), made);
      done = match.index + match[0].length;
      hits += 1;
    }
    if (pieces.length > 0) text.replaceWith(...pieces, words.slice(done));
  }
  return hits;
}

/** `html` with each of the `known` numbers as a link to its place in the rulebook. */
export function linkNumbers(html: string, known: ReadonlySet<string>, address: string): string {
  if (known.size === 0) return html;
  const template = parsed(html);
  wrapAll(template.content, /\b[A-Z]{1,3}\d+[a-z]?\b/g, SEALED, (number) => {
    if (!known.has(number)) return null;
    const link = document.createElement('a');
    link.href = `${address}#${number}`;
    link.dataset['rule'] = number;
    return link;
  });
  return template.innerHTML;
}

/** The words of a search; words between quotation marks stay together. */
export function searchWords(query: string): string[] {
  const words = [...query.matchAll(/"([^"]+)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
  return words.map((word) => word.replaceAll('"', '').trim().toLowerCase()).filter(Boolean);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A number such as R4 matches only itself, and not R42; any other word matches anywhere. */
function patternOf(word: string): string {
  return /^[a-z]{1,3}\d+$/.test(word) ? `\\b${word}\\b` : escaped(word);
}

export function matches(text: string, words: string[]): boolean {
  return words.every((word) => new RegExp(patternOf(word), 'i').test(text));
}

export function markHits(html: string, words: string[]): string {
  if (words.length === 0) return html;
  const template = parsed(html);
  const pattern = new RegExp(words.map(patternOf).join('|'), 'gi');
  wrapAll(template.content, pattern, '', () => document.createElement('mark'));
  return template.innerHTML;
}
