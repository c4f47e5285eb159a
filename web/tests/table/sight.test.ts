import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrollFor, Sight } from '../../src/table/sight';

const panel = { top: 400, bottom: 700 };
const heading = (top: number): { top: number; bottom: number } => ({ top, bottom: top + 40 });

describe('a new question', () => {
  it('is left alone where its heading is seen, and its options with it', () => {
    expect(scrollFor(heading(400), panel, 0)).toBeNull();
    expect(scrollFor(heading(530), panel, 25)).toBeNull();
  });

  it('begins at its heading where that was scrolled away, with the dashboard if that is short', () => {
    expect(scrollFor(heading(80), panel, 330)).toBe(0); // 10 pixels above it
    expect(scrollFor(heading(200), panel, 300)).toBe(0); // a dashboard of 100
    expect(scrollFor(heading(200), panel, 500)).toBe(294); // much stands before it
  });

  it('comes up where it began too low to show an option', () => {
    expect(scrollFor(heading(600), panel, 0)).toBe(194);
  });
});

describe('a panel that the player scrolls', () => {
  const page = document.createElement('div');
  page.innerHTML = '<div class="log"></div><div class="panel" style="overflow-y: auto"><h2 data-question></h2></div>';
  const around = page.querySelector<HTMLElement>('.panel') as HTMLElement;
  const sight = new Sight();
  const wheel = (on: string): void => {
    const event = new Event('wheel');
    Object.defineProperty(event, 'target', { value: page.querySelector(on) });
    sight.scrolled(event);
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    document.body.append(page);
    Object.defineProperties(around, {
      scrollHeight: { value: 900 },
      clientHeight: { value: 300 },
      scrollTop: { value: 200, writable: true },
    });
    around.getBoundingClientRect = () => panel as DOMRect;
    (page.querySelector('h2') as HTMLElement).getBoundingClientRect = () => heading(220) as DOMRect;
    around.scrollTo = vi.fn();
  });
  afterEach(() => {
    sight.stop();
    page.remove();
    vi.useRealTimers();
  });

  it('goes to the question once it is let go of', () => {
    wheel('h2');
    vi.advanceTimersByTime(200);
    sight.bring(page, false);
    vi.advanceTimersByTime(150);
    wheel('h2');
    vi.advanceTimersByTime(300);
    expect(around.scrollTo).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(around.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  });

  it('goes there at once while another one is scrolled', () => {
    wheel('.log');
    sight.bring(page, false);
    expect(around.scrollTo).toHaveBeenCalledOnce();
  });
});
