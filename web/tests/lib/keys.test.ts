// Keys on many keyboards: what they type, with or without Shift, and their places by the US layout.

import { describe, expect, it } from 'vitest';
import { CAMERA_KEYS } from '../../src/board/camera';
import { isTyping, shortcut, types } from '../../src/lib/keys';

const TABLE = [...'123456789mt/uhrbxsldec?', 'ArrowDown', 'ArrowUp', 'Escape', 'Enter'];
const BOARD = [...CAMERA_KEYS, ...'fn.p,', 'Escape'];
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const press = (key: string, code = '', more: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, code, ...more });
const shift = { shiftKey: true };

/** The row of digits without Shift, from 1 to 9. */
const DIGITS: Record<string, string> = {
  US: '123456789',
  AZERTY: '&é"\'(-è_ç',
  Belgian: '&é"\'(§è!ç',
  Czech: '+ěščřžýáí',
  Slovak: '+ľščťžýáí',
  Lithuanian: 'ąčęėįšųū9',
  Persian: '۱۲۳۴۵۶۷۸۹',
  Arabic: '١٢٣٤٥٦٧٨٩',
  Hindi: '१२३४५६७८९',
  'full width': '１２３４５６７８９',
  Thai: 'ๅ/-ภถุึคต',
};
/** What the keys M, T, U, H, R, B, X, S, L, D, E, C, F, N, P type, by their places on the US layout. */
const PLACES = 'MTUHRBXSLDECFNP';
const LETTERS: Record<string, string[]> = {
  US: [...'mtuhrbxsldecfnp'],
  Russian: [...'ьегркичыдвусатз'],
  Greek: [...'μτθηρβχσλδεψφνπ'],
  Bulgarian: [...'пшкгтбйяолеъож_'].map((one) => (one === '_' ? 'з' : one)),
  Hebrew: [...'צאוירנסדךגקבכמפ'],
  Arabic: ['ة', 'ف', 'ع', 'ا', 'ق', 'لا', 'ء', 'س', 'م', 'ي', 'ث', 'ؤ', 'ب', 'ى', 'ح'],
  Georgian: [...'მთუჰრბხსლდეცფნპ'],
  Armenian: [...'մթւհրբխսլդեցֆնպ'],
  Hindi: ['स', 'ू', 'ह', 'प', 'ी', 'व', 'ॉ', 'े', 'त', '्', 'ा', 'म', 'ि', 'ल', 'ज'],
  Thai: [...'ทะี้พิปหสกำแดืย'],
  Korean: [...'ㅡㅅㅕㅗㄱㅠㅌㄴㅣㅇㄷㅊㄹㅜㅔ'],
  'input method': Array<string>(15).fill('Process'),
};
const among = (letter: string): string[] => ('fnp'.includes(letter) ? BOARD : TABLE);

describe.each(Object.entries(DIGITS))('digits on a keyboard: %s', (_, row) => {
  it('choose, whatever they type without Shift', () => {
    // Where such a key is a shortcut of its own, that counts.
    const typed = NUMBERS.map((number) => shortcut(press([...row][number - 1]!, `Digit${number}`), TABLE));
    expect(typed).toEqual(NUMBERS.map((number) => ([...row][number - 1] === '/' ? '/' : String(number))));
  });

  it('choose with Caps Lock, and from the number pad', () => {
    for (const number of NUMBERS) {
      expect(shortcut(press(String(number), `Digit${number}`), TABLE)).toBe(String(number));
      expect(shortcut(press(String(number), `Numpad${number}`), TABLE)).toBe(String(number));
      expect(shortcut(press(String.fromCodePoint(0x0660 + number), `Numpad${number}`), TABLE)).toBe(String(number));
    }
  });
});

it('a digit typed with Shift chooses, a sign typed with Shift does not', () => {
  expect(shortcut(press('1', 'Digit1', shift), TABLE)).toBe('1'); // AZERTY
  expect(shortcut(press('!', 'Digit1', shift), TABLE)).toBe(''); // US
  expect(shortcut(press('à', 'Digit0'), BOARD)).toBe('0');
  expect(shortcut(press('-', 'Digit6'), BOARD)).toBe('-'); // AZERTY: the board goes away
  expect(shortcut(press('+', 'Digit1'), BOARD)).toBe('+'); // Czech
});

it('the number pad without Num Lock leads, and chooses nothing', () => {
  expect(shortcut(press('End', 'Numpad1'), TABLE)).toBe('');
  expect(shortcut(press('ArrowDown', 'Numpad2'), TABLE)).toBe('ArrowDown');
  expect(shortcut(press('Enter', 'NumpadEnter'), TABLE)).toBe('Enter');
  expect(['+', '-'].map((key) => shortcut(press(key, key === '+' ? 'NumpadAdd' : 'NumpadSubtract'), BOARD))).toEqual([
    '+',
    '-',
  ]);
});

describe.each(Object.entries(LETTERS))('letters on a keyboard: %s', (_, keys) => {
  const each = [...PLACES].map((place, at) => [keys[at]!, `Key${place}`, place.toLowerCase()] as const);

  it('are shortcuts, also with Caps Lock', () => {
    expect(keys).toHaveLength(PLACES.length);
    for (const [key, code, letter] of each) {
      expect([key, shortcut(press(key, code), among(letter))]).toEqual([key, letter]);
      const large = key === 'Process' ? key : key.toUpperCase();
      expect([large, shortcut(press(large, code), among(letter))]).toEqual([large, letter]);
    }
  });

  it('are none with Shift or another modifier, nor while something is composed', () => {
    for (const [key, code, letter] of each) {
      const large = key === 'Process' ? key : key.toUpperCase();
      expect(shortcut(press(large, code, shift), among(letter))).toBe('');
      for (const held of ['ctrlKey', 'altKey', 'metaKey', 'isComposing', 'modifierAltGraph'])
        expect(shortcut(withHeld(press(key, code), held), among(letter))).toBe('');
    }
  });
});

/** Not every environment of tests knows all of these. */
function withHeld(event: KeyboardEvent, held: string): KeyboardEvent {
  const value =
    held === 'modifierAltGraph' ? ['getModifierState', (name: string) => name === 'AltGraph'] : [held, true];
  Object.defineProperty(event, value[0] as string, { value: value[1] });
  return event;
}

it.each([
  // key, code, the shortcut among those of the table
  ['m', 'Semicolon', 'm'], // AZERTY
  [',', 'KeyM', ''],
  ['b', 'KeyN', 'b'], // Dvorak
  ['x', 'KeyB', 'x'],
  ['ö', 'Semicolon', ''], // German
  ['ğ', 'KeyE', ''], // Turkish F
  ['ı', 'KeyR', ''],
  ['/', 'Digit7', '/'],
  ['ظ', 'Slash', '/'], // Arabic
  ['.', 'Slash', ''], // Russian
  ['-', 'Slash', ''], // German
  ['Dead', 'KeyM', ''],
  ['Unidentified', '', ''], // a keyboard on the screen
  ['Shift', 'ShiftLeft', ''],
  ['CapsLock', 'CapsLock', ''],
  ['F1', 'F1', ''],
])('%s at %s is %s', (key, code, name) => {
  expect(shortcut(press(key, code), TABLE)).toBe(name);
});

it('takes signs that need Shift', () => {
  expect(shortcut(press('?', 'Slash', shift), TABLE)).toBe('?');
  expect(shortcut(press('?', 'Comma', shift), TABLE)).toBe('?'); // AZERTY
  expect(shortcut(press('/', 'Digit7', shift), TABLE)).toBe('/'); // German
  expect(shortcut(press('؟', 'Slash', shift), TABLE)).toBe('');
  expect(shortcut(press('Ю', 'Slash', shift), TABLE)).toBe('?');
  expect(shortcut(press('ю', 'Period'), BOARD)).toBe('.');
  expect(shortcut(press('б', 'Comma'), BOARD)).toBe(',');
  expect(shortcut(press('+', 'Equal', shift), BOARD)).toBe('+');
});

it('names keys without a character by Shift', () => {
  expect(shortcut(press('ArrowLeft', '', shift), ['ArrowLeft'])).toBe('');
  expect(shortcut(press('ArrowLeft', '', shift), ['ArrowLeft', 'Shift+ArrowLeft'])).toBe('Shift+ArrowLeft');
  expect(shortcut(press('Tab', 'Tab', shift), ['Tab'])).toBe('');
  expect(shortcut(press(' ', 'Space'), [' '])).toBe(' ');
});

it('tells what types something', () => {
  const does = (key: string, code = '', more = {}): boolean => types(press(key, code, more));
  expect([does('m'), does('Ь'), does('لا'), does(' '), does('Process', 'KeyM'), does('M', '', shift)]).toEqual(
    Array(6).fill(true),
  );
  expect(['Shift', 'Escape', 'F5', 'ArrowUp', 'Unidentified'].map((key) => does(key))).toEqual(Array(5).fill(false));
  expect(does('r', 'KeyR', { ctrlKey: true })).toBe(false);
});

it('knows where something is typed', () => {
  const field = (html: string): Element => {
    const box = document.createElement('div');
    box.innerHTML = html;
    return box.firstElementChild!;
  };
  const fields = [
    '<input>',
    '<input type="search">',
    '<input type="number">',
    '<input type="date">',
    '<textarea></textarea>',
    '<select></select>',
  ];
  expect(fields.map((one) => isTyping(field(one)))).toEqual(fields.map(() => true));
  const others = ['<input type="checkbox">', '<input type="range">', '<button></button>', '<p></p>'];
  expect(others.map((one) => isTyping(field(one)))).toEqual(others.map(() => false));
});
