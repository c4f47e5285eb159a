import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import TablePage from '../../src/pages/TablePage.svelte';

class Line {
  static all: Line[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Line.all.push(this);
  }
  send(): void {}
  close(): void {}
}

afterEach(async () => {
  await vi.dynamicImportSettled(); // the page fetches the table's parts while it waits
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

it('a page that is not let in says why and when it tries again', () => {
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const page = mount(TablePage, { target: document.body, props: { id: 'tab' } });
  flushSync();
  const [first] = Line.all;
  first?.onopen?.();
  const error = { kind: 'too_many', text: 'too many people watch here; watch again later', rule: '' };
  first?.onmessage?.({ data: JSON.stringify({ type: 'refusal', request: '', version: 0, error }) });
  first?.onclose?.({ code: 1013, reason: 'come again' });
  flushSync();
  expect(document.querySelector('[role=status]')?.textContent).toContain(
    'Too many people watch here; watch again later.',
  );
  expect(document.body.textContent).toMatch(/tries again in \d+ s/);
  expect(document.body.textContent).not.toContain('Finding the table');
  document.querySelector<HTMLButtonElement>('.loading button')?.click();
  expect(Line.all).toHaveLength(2);
  void unmount(page);
});
