// Names within sentences.

const LEFT_TO_RIGHT = /^[\u0000-\u0590\u0900-\u1fff\u2070-\u2bff]*$/;

/** A text in parts: every second one is one of these names. Without a name written from right to
    left the text stays whole. */
export function parted(text: string, names: readonly string[]): string[] {
  if (LEFT_TO_RIGHT.test(text)) return [text];
  const known = names.filter((name) => name !== '').sort((one, other) => other.length - one.length);
  if (known.length === 0) return [text];
  return text.split(new RegExp(`(${known.map(escaped).join('|')})`));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
