// @vitest-environment node
// What only one file may do, because it is easily done wrong.

import { describe, expect, it } from 'vitest';

// Vitest caches no test with `import.meta.glob(`, so never write a type argument before the bracket.
const sources: Record<string, string> = import.meta.glob('../../src/**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function without(text: string): string {
  return text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
}

function filesWith(words: RegExp): string[] {
  return Object.entries(sources)
    .filter(([, text]) => words.test(without(text)))
    .map(([path]) => path.replace('../../src/', ''));
}

describe('only one file', () => {
  it.each([
    [
      "reads the device's clock",
      /\bDate\.now\b|\bnew Date(\(\)|;)|(?<!new )\bDate\(\)|\btimeOrigin\b|getTimezoneOffset\(\)/,
      ['lib/time.ts'],
    ],
    [
      "uses the browser's storage",
      /\b(localStorage|sessionStorage|indexedDB)\b|\bdocument\.cookie\b/,
      ['lib/store.ts'],
    ],
    [
      'reads keys',
      /\bevent\.(key|code|keyCode|which|isComposing)\b|getModifierState|\{ key, (code|shiftKey)/,
      ['lib/keys.ts'],
    ],
  ])('%s', (_, words, files) => {
    expect(Object.keys(sources).length).toBeGreaterThan(150);
    expect(filesWith(words)).toEqual(files);
  });
});
