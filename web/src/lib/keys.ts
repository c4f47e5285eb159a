// Which shortcut a key press means, on any keyboard: with Caps Lock, on a Cyrillic or Greek layout, or on one
// where digits need Shift. What the key types comes first; where that is no shortcut, its place on the keyboard
// counts, which `event.code` names after the US layout.

const NAMED = /^[A-Z][A-Za-z0-9]+$/; // Enter, ArrowUp …: no character
const UNSAID = ['Process', 'Unidentified', 'Dead']; // an input method or a dead key hides the character
const OTHER_LETTERS = /^(?:(?!\p{Script=Latin})[\p{L}\p{M}])+$/u; // of no Latin alphabet
const PLACES: Record<string, string> = { Slash: '/', Period: '.', Comma: ',', Minus: '-', Equal: '=' };

/** The one among these shortcuts that this press means; '' if none. With Shift, keys without a character have
    names of their own: `Shift+ArrowLeft`. Letters are written small, and mean nothing with Shift. */
export function shortcut(event: KeyboardEvent, among: readonly string[]): string {
  if (isHeld(event)) return '';
  const found = (name: string): string => (among.includes(name) ? name : '');
  const { key, shiftKey } = event;
  if (!isCharacter(event) || key === ' ') return found(shiftKey ? `Shift+${key}` : key);
  const small = key.toLowerCase();
  const isLetter = small !== key.toUpperCase();
  return (isLetter && shiftKey ? '' : found(small)) || found(atPlace(event));
}

/** Whether this press types something. */
export function types(event: KeyboardEvent): boolean {
  return isCharacter(event) && !isHeld(event);
}

/** Whether a key is held with which this press is a command to the browser, or makes another character. */
function isHeld(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.getModifierState?.('AltGraph');
}

function isCharacter({ key, code }: KeyboardEvent): boolean {
  return !NAMED.test(key) || (UNSAID.includes(key) && code !== '');
}

/** What the US layout has at the place of this key, if its own character says nothing of it. */
function atPlace({ key, code, shiftKey }: KeyboardEvent): string {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shiftKey ? '' : digit;
  if (!OTHER_LETTERS.test(key) && !(UNSAID.includes(key) && key !== 'Dead')) return '';
  if (shiftKey) return code === 'Slash' ? '?' : '';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? PLACES[code] ?? '';
}

/** Whether what is typed goes into a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type);
}

/** Whether Enter and Space do something to this element. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, input') !== null;
}
