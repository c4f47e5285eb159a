// Names within sentences.

const NOT_LEFT_TO_RIGHT = /[\u0591-\u08ff\u2000-\u206f\u2c00-\uffff]/;

/** A text in parts: every second one is one of these names. Without a name written from right to
    left the text stays whole. */
export function parted(text: string, names: readonly string[]): string[] {
  if (!NOT_LEFT_TO_RIGHT.test(text)) return [text];
  const known = names.filter((name) => name !== '').sort((one, other) => other.length - one.length);
  if (known.length === 0) return [text];
  return text.split(new RegExp(`(${known.map(escaped).join('|')})`));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
