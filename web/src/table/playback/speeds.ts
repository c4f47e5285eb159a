// The speeds at which steps are played. 0: shown at once.

export const SPEEDS = [
  { value: 0.5, text: '½ ×' },
  { value: 1, text: '1 ×' },
  { value: 2, text: '2 ×' },
  { value: 4, text: '4 ×' },
  { value: 0, text: 'at once' },
];
