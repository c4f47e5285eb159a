// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { parted } from '../../src/lib/names';

describe('names within sentences', () => {
  it('leaves a text whole that runs from left to right', () => {
    expect(parted('Ann rammed Bolt: 2 hits', ['Ann', 'Bolt'])).toEqual(['Ann rammed Bolt: 2 hits']);
  });

  it('parts a name from the right to the left from what follows it', () => {
    expect(parted('עמית: 3 hits on Bolt', ['Bolt', 'עמית', ''])).toEqual(['', 'עמית', ': 3 hits on ', 'Bolt', '']);
  });

  it('takes the longer of two names, and names as they are written', () => {
    expect(parted('عمر (2) passed عمر', ['عمر', 'عمر (2)'])).toEqual(['', 'عمر (2)', ' passed ', 'عمر', '']);
  });
});
