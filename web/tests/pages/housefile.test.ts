import { mount, tick, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RulesetCard } from '../../src/lib/types';
import HouseFile from '../../src/pages/new/HouseFile.svelte';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('the field of a house file', () => {
  it('cuts no text that is pasted, and shows that the server finds it too long', async () => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      sent.push((JSON.parse(body) as { text: string }).text);
      return new Response(JSON.stringify({ error: { kind: 'malformed', text: 'too long', rule: '' } }), {
        status: 422,
      });
    });
    const ruleset = { key: 'any', house_example: '' } as unknown as RulesetCard;
    const text = '#'.repeat(16_001);
    const shown = mount(HouseFile, {
      target: document.body,
      props: { ruleset, text, read: null, onchange: () => undefined },
    });
    await tick();
    const area = document.querySelector('textarea');
    expect(area?.maxLength).toBe(-1); // a browser cuts silently at a limit
    area?.dispatchEvent(new Event('change', { bubbles: true }));
    await vi.waitFor(() =>
      expect(document.querySelector('.problem')?.textContent?.toLowerCase()).toContain('too long'),
    );
    expect(sent).toEqual([text]);
    await unmount(shown);
  });
});
