import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The chosen theme is put on <html> before anything is painted. A file of its own, not an inline
// script: the table's pages allow none.
const THEME_FIRST = `try {
  var note = JSON.parse(sessionStorage.getItem('wreckoning.theme')); // newer, where there is one: lib/store.ts
  var chosen = note ? note.text : localStorage.getItem('wreckoning.theme');
  if (chosen === '"light"') document.documentElement.dataset.theme = 'light';
  if (chosen === '"dark"') document.documentElement.dataset.theme = 'dark';
} catch (error) { /* no storage: as the system has it */ }
`;

function themeFirst(): Plugin {
  let file = '';
  return {
    name: 'theme-first',
    apply: 'build',
    buildStart() {
      file = this.emitFile({ type: 'asset', name: 'theme.js', source: THEME_FIRST });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const name = Object.keys(context.bundle ?? {}).find((key) => /theme-[^/]*\.js$/.test(key));
        return name === undefined || file === ''
          ? []
          : [{ tag: 'script', attrs: { src: `./${name}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

// `npm run dev` draws on a running table: WRECKONING=http://127.0.0.1:8740 (the default).
const server = process.env['WRECKONING'] ?? 'http://127.0.0.1:8740';

export default defineConfig({
  base: './', // the server writes its root into the pages: it may be below a path
  plugins: [svelte(), themeFirst()],
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
  build: {
    outDir: '../src/wreckoning/server/pages',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rollupOptions: { input: ['index.html', 'docs.html'] },
    chunkSizeWarningLimit: 1600, // of the interface's page, which only programmers open
  },
  test: {
    environment: 'happy-dom', // tests that need no page say so: one takes a second to make
    pool: 'threads',
    isolate: false, // starting again for each file would take longer than the tests
    include: ['tests/**/*.test.ts'],
    css: true, // the colours are tested as they stand
    experimental: { fsModuleCache: true }, // what did not change is not compiled again
    testTimeout: 120_000, // a safety net: a busy machine is no fault
    hookTimeout: 120_000,
  },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
});
