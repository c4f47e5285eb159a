// Names as a few letters, for where there is little room.

const LEAST = 2;

/** The first letters of each name: as few as tell them apart, and two at least. */
export function abbreviated(names: readonly string[]): string[] {
  return names.map((name) => {
    let letters = LEAST;
    const others = names.filter((other) => other !== name);
    while (letters < name.length && others.some((other) => other.startsWith(name.slice(0, letters)))) letters += 1;
    return name.slice(0, letters);
  });
}
