// Writes src/lib/types.ts from the server's OpenAPI document: node types.js FILE [--check]
// With --check it only says whether the file is as it would be.

import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const FILE = new URL('src/lib/types.ts', import.meta.url);
const HEAD = `// Made by scripts/types from the server's models (src/wreckoning/table/replies.py and models.py):
// change those.
`;

/** A schema as the compiler reads it: references from the root, tuples by draft 7, titles only of types. */
function plain(schema, isType = false) {
  if (Array.isArray(schema)) return schema.map((part) => plain(part));
  if (schema === null || typeof schema !== 'object') return schema;
  const found = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'title' && typeof value === 'string' && !isType) continue;
    if (key === 'discriminator' || key === 'examples' || key === 'default') continue;
    if (/^(min|max)Items$/.test(key) && !schema.prefixItems) continue;
    if (key === '$ref') found.$ref = value.replace('#/components/schemas/', '#/definitions/');
    else if (key === 'prefixItems') found.items = plain(value);
    else if (key === 'properties')
      found.properties = Object.fromEntries(Object.entries(value).map(([name, of]) => [name, plain(of)]));
    else found[key] = plain(value);
  }
  // What tells members of a union apart is always there, although the server could do without.
  const fixed = Object.entries(schema.properties ?? {}).filter(([, of]) => 'const' in of);
  if (fixed.length) found.required = [...new Set([...(schema.required ?? []), ...fixed.map(([name]) => name)])];
  return found;
}

const { components } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const names = Object.keys(components.schemas);
const everything = {
  type: 'object',
  description: 'All types by name.',
  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
  required: names,
  definitions: Object.fromEntries(
    names.map((name) => [name, { ...plain(components.schemas[name], true), title: name }]),
  ),
};
const text = await compile(everything, 'Everything', {
  additionalProperties: false,
  bannerComment: HEAD,
  style: { singleQuote: true, printWidth: 100 },
});
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('web/src/lib/types.ts differs from the server: run scripts/types');
  process.exit(1);
}
