// Options that stand together: those of one group that follow each other.

import type { MenuOption } from '../../lib/types';

export interface Block {
  first: number;
  options: MenuOption[];
  group: string;
} // a group, or one option by itself

export function blocksOf(options: readonly MenuOption[]): Block[] {
  const blocks: Block[] = [];
  options.forEach((option, index) => {
    const last = blocks.at(-1);
    if (option.group && last?.group === option.group) last.options.push(option);
    else blocks.push({ first: index, options: [option], group: option.group ?? '' });
  });
  return blocks;
}
