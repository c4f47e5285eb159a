// Ask again and again, but only while the page is visible.

/** Calls `look` now and at intervals. Returns a function that stops it. */
export function every(seconds: number, look: () => Promise<unknown> | void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  async function once(): Promise<void> {
    clearTimeout(timer);
    if (stopped || document.visibilityState === 'hidden') return;
    try {
      await look();
    } finally {
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(() => void once(), seconds * 1000);
    }
  }
  const seen = (): void => void once();
  document.addEventListener('visibilitychange', seen);
  void once();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
