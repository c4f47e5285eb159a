// What can go wrong, as far as a linter sees it. Prettier shapes the code, svelte-check knows the types.

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['.svelte-check/', 'src/lib/types.ts'] }, // made by svelte-check and scripts/types
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      'no-undef': 'off', // svelte-check knows every name
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that the compiler keeps
      'svelte/prefer-svelte-reactivity': 'off', // its Maps and Sets are caches and locals, which nothing draws
    },
  },
  {
    files: ['src/**', 'tests/**'],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      'svelte/require-store-reactive-access': 'off', // there are no stores, and it takes a while
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
