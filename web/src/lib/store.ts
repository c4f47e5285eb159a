// The memory of this browser. Without storage (a private window, a full disk) it lasts until the page
// is left.

const memory = new Map<string, string>();

export function recall<T>(key: string, fallback: T): T {
  let text: string | null = null;
  try {
    text = localStorage.getItem(`wreckoning.${key}`);
  } catch {
    text = memory.get(key) ?? null;
  }
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}

const listeners: ((key: string) => void)[] = [];

/** Call this function after each change of the memory. */
export function onRemember(listener: (key: string) => void): void {
  listeners.push(listener);
}

export function remember(key: string, value: unknown): void {
  keep(key, JSON.stringify(value));
  for (const listener of listeners) listener(key);
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(`wreckoning.${key}`, text);
  } catch {
    memory.set(key, text);
  }
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(`wreckoning.${key}`);
  } catch {
    // without storage there was nothing else
  }
}
