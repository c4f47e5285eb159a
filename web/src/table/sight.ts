// A new question begins at its heading, wherever the previous one was scrolled; also while another seat is
// waited for. The content is new, so there is no smooth scrolling.

const REST = 400; // ms without a hand on the panel: until then scrolling is not interrupted
const HIGH = 0.6; // of the panel's height: a heading that ends lower has its options out of sight
const NEAR = 0.4; // of it: what stands before the heading, such as the dashboard, may stay above it
const GAP = 6; // pixels above the heading otherwise

interface Span {
  top: number;
  bottom: number;
}

/** The distance to scroll a panel so that its heading is seen; null if it is in sight. */
export function scrollFor(heading: Span, panel: Span, scrolled: number): number | null {
  const height = panel.bottom - panel.top;
  const above = heading.top - panel.top;
  if (above > -1 && heading.bottom - panel.top <= height * HIGH) return null;
  const offset = scrolled + above;
  return offset <= height * NEAR ? 0 : offset - GAP;
}

/** The element that scrolls around it; null if only the page as a whole does. */
function panelOf(element: Element): HTMLElement | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (scrolls && around.scrollHeight > around.clientHeight + 1) return around;
  }
  return null;
}

/** Brings the headings of one page into sight. */
export class Sight {
  #hand: { at: number; on: EventTarget | null } = { at: -Infinity, on: null };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The player scrolls, by wheel or finger. */
  scrolled = (event: Event): void => {
    this.#hand = { at: performance.now(), on: event.target };
  };

  /** `answered`: the question before was answered here; else a page that scrolls as a whole is left
      where it is, for its reader may be at the board. */
  bring(page: HTMLElement | undefined, answered: boolean): void {
    clearTimeout(this.#timer);
    const heading = page?.querySelector<HTMLElement>('[data-question]');
    if (!heading) return;
    const panel = panelOf(heading);
    const left = REST - (performance.now() - this.#hand.at);
    if (left > 0 && (panel ?? page)?.contains(this.#hand.on as Node | null))
      this.#timer = setTimeout(() => this.bring(page, answered), left);
    else if (panel) show(heading, panel);
    else if (answered && heading.getBoundingClientRect().top < 0) heading.scrollIntoView({ behavior: 'instant' });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function show(heading: HTMLElement, panel: HTMLElement): void {
  const to = scrollFor(heading.getBoundingClientRect(), panel.getBoundingClientRect(), panel.scrollTop);
  if (to !== null) panel.scrollTo({ top: to, behavior: 'instant' });
}
