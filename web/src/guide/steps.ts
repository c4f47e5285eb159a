// The steps of the guide, in order. It knows no game, only the parts of a table.

export interface Step {
  target: string; // a data-guide of the table page; '' for none
  tab: string; // the tab that shows it, where the page has tabs
  title: string;
  text: string;
}

export const STEPS: Step[] = [
  {
    target: '',
    tab: 'move',
    title: 'Welcome to race night',
    text: 'This is a practice race against bots. Nothing is at stake, nobody waits for you, and you may do things while I talk.',
  },
  {
    target: 'board',
    tab: 'move',
    title: 'The course',
    text: 'Here they drive. Drag to look around, pinch or scroll to come closer, and tap anything to learn what it is.',
  },
  {
    target: 'standings',
    tab: 'standings',
    title: 'Who is where',
    text: 'Everybody in race order, with what they have, what they carry and what is at work on them. Your own line is marked.',
  },
  {
    target: 'menu',
    tab: 'move',
    title: 'Your decision',
    text: 'When you are asked something, it stands here. Every option says what it may bring and how likely that is; point at one to see it on the board. Choose whatever looks good: you cannot break anything.',
  },
  {
    target: 'dice',
    tab: 'dice',
    title: 'The dice',
    text: 'Each die that was rolled, with everything that was added or taken away, and why. Nobody chooses these dice: not the table, not the bots.',
  },
  {
    target: 'log',
    tab: 'log',
    title: 'What happened',
    text: 'The race as a story, turn by turn. The small numbers next to a line are rules: press one, and its text opens.',
  },
  {
    target: 'undo',
    tab: 'move',
    title: 'Taking back',
    text: 'A slip of the finger can be undone, as long as no die has been rolled and nobody else has answered since.',
  },
  {
    target: 'chat',
    tab: 'chat',
    title: 'Talking',
    text: 'At a table with friends, this is where one gloats. The bots do not read it.',
  },
  {
    target: 'rules',
    tab: 'move',
    title: 'The rulebook',
    text: 'Any rule’s number opens its text, and the whole rulebook can be searched. You need not read it first: the table never lets you do what is not allowed.',
  },
  {
    target: 'menu',
    tab: 'move',
    title: 'That is all. Race!',
    text: 'Make your decisions here until the flag falls. When you like it, make a table of your own and send the link to your friends.',
  },
];
