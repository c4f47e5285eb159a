// The board first: what stands next to it (log, dice) is drawn after the frame that shows the board, so
// that the board does not wait for it.

const LATEST = 100; // ms after that frame, if the page is never idle

/** The value of `now`, once the frame after its change has been drawn. */
export function later<T>(now: () => T): { readonly value: T } {
  let value: T = $state.raw(now());
  $effect(() => {
    const next = now();
    if (next === value) return;
    if (document.visibilityState === 'hidden') {
      value = next; // no frames there
      return;
    }
    let stop: (() => void) | undefined;
    const frame = requestAnimationFrame(() => (stop = whenIdle(() => (value = next))));
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
    };
  });
  return {
    get value() {
      return value;
    },
  };
}

/** Returns a function that cancels it. Not every browser says when it is idle. */
function whenIdle(what: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(what, { timeout: LATEST });
    return () => cancelIdleCallback(waiting);
  }
  const timer = setTimeout(what);
  return () => clearTimeout(timer);
}
