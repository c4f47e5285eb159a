// Kart RTD's turn without items, as a boardgame.io game. Everybody gives an order; the last one
// settles the turn, with the framework's own dice.
import { INVALID_MOVE } from 'boardgame.io/dist/cjs/core.js';

export const DRIVERS = 6;
const SEGMENTS = 5;
const LENGTH = 3 * SEGMENTS;
const SLIDES = [0, 1, 0, -1, -1];
const MAXIMUM = 5;
const NOBODY = -1;
export const [AGGRESSIVE, DEFENSIVE, SLIDE, RAM, DRAFT] = [1, 2, 3, 4, 5];

/** What a driver may order now. */
export function orders(G, seat) {
  const open = [AGGRESSIVE, DEFENSIVE, SLIDE, RAM];
  return ahead(G, G.order.indexOf(seat)) === NOBODY ? open : [...open, DRAFT];
}

/** The game. `watch` is told of every die; it is for the test that replays them. */
export function makeGame(watch = () => {}) {
  const die = (random) => {
    const face = random.D6();
    watch(face);
    return face;
  };

  return {
    name: 'kart-turn',
    minPlayers: DRIVERS,
    maxPlayers: DRIVERS,
    disableUndo: true,
    setup: () => ({
      turn: 1,
      over: false,
      order: Array.from({ length: DRIVERS }, (_, seat) => seat),
      karts: Array.from({ length: DRIVERS }, () => ({
        momentum: 1,
        progress: 0,
        order: 0,
        ramming: false,
        slideBonus: 0,
        fellBack: false,
        place: 0,
      })),
    }),
    turn: { activePlayers: { all: 'orders' } },
    moves: {
      order: ({ G, playerID, random }, action) => {
        const seat = Number(playerID);
        const kart = G.karts[seat];
        if (kart.place || kart.order || !orders(G, seat).includes(action)) return INVALID_MOVE;
        kart.order = action;
        kart.ramming = action === RAM;
        if (G.karts.every((each) => each.order || each.place)) settle(G, () => die(random));
        return undefined;
      },
    },
    endIf: ({ G }) => (G.over ? { places: G.karts.map((kart) => kart.place) } : undefined),
  };
}

function settle(G, die) {
  for (const seat of [...G.order]) if (!G.karts[seat].place) act(G, seat, die);
  for (const seat of [...G.order].reverse()) jockey(G, seat, die);
  fallBacks(G, die);
  pullAheads(G, die);
  finishLine(G);
  if (!G.over) cleanUp(G);
}

function act(G, seat, die) {
  const kart = G.karts[seat];
  if (kart.order === AGGRESSIVE) {
    const result = check(kart, die());
    if (result >= 4) kart.momentum += result === 4 ? 1 : 2;
  } else if (kart.order === SLIDE) {
    if (check(kart, die() + SLIDES[kart.progress % SEGMENTS]) < 4) return;
    kart.slideBonus = 1;
    if (mayPass(G, seat)) tryToPass(G, seat, die);
  } else if (kart.order === DRAFT && ahead(G, G.order.indexOf(seat)) !== NOBODY) {
    tryToPass(G, seat, die);
  }
}

function jockey(G, seat, die) {
  if (G.karts[seat].order === DEFENSIVE) return;
  while (mayPass(G, seat) && tryToPass(G, seat, die));
}

function fallBacks(G, die) {
  G.order.forEach((seat, index) => {
    const kart = G.karts[seat];
    if (kart.momentum > 0 || kart.place) return;
    if (index < DRIVERS - 1 && ahead(G, index + 1) !== NOBODY) return;
    if (check(kart, die()) >= 4) return;
    kart.fellBack = true;
    kart.momentum += 2;
  });
}

function pullAheads(G, die) {
  let group = NOBODY;
  for (let index = 0; index < DRIVERS; index += 1) {
    const kart = G.karts[G.order[index]];
    if (kart.progress === group) continue;
    group = kart.progress;
    if (kart.momentum < 4 || kart.place || kart.fellBack) continue;
    if (kart.order === DEFENSIVE || group + 1 >= LENGTH) continue;
    if (check(kart, die()) >= 4) pullAhead(G, kart, index);
  }
}

function pullAhead(G, kart, from) {
  kart.progress += 1;
  kart.momentum -= 3;
  for (let index = from; index > 0; index -= 1) {
    const other = G.karts[G.order[index - 1]];
    if (other.progress > kart.progress) return;
    if (other.progress === kart.progress && !other.fellBack) return;
    swap(G, index);
  }
}

function finishLine(G) {
  G.order.forEach((seat, index) => {
    const kart = G.karts[seat];
    if (kart.place || kart.progress < LENGTH - 1 || kart.fellBack) return;
    kart.progress = LENGTH;
    kart.place = index + 1;
  });
  if (G.karts.filter((kart) => !kart.place).length > 1) return;
  G.over = true;
  G.order.forEach((seat, index) => {
    G.karts[seat].place ||= index + 1;
  });
}

function cleanUp(G) {
  for (const kart of G.karts) {
    if (kart.place) continue;
    kart.order = 0;
    kart.ramming = false;
    kart.slideBonus = 0;
    kart.momentum = Math.max(0, Math.min(kart.momentum, MAXIMUM));
    if (!kart.fellBack) kart.progress += 1;
    kart.fellBack = false;
  }
  G.order.sort((one, other) => G.karts[other].progress - G.karts[one].progress);
  G.turn += 1;
}

// --- passing

function tryToPass(G, seat, die) {
  const index = G.order.indexOf(seat);
  const other = G.order[index - 1];
  const [kart, rival] = [G.karts[seat], G.karts[other]];
  const [rams, isRammed] = [kart.ramming, rival.ramming];
  kart.ramming = false;
  rival.ramming = false;
  if (!(rams && ram(kart, rival, die))) {
    if (isRammed && ram(rival, kart, die)) return false;
    const attack = die() + kart.momentum + kart.slideBonus;
    if (attack <= die() + rival.momentum + rival.slideBonus + defensive(rival)) return false;
  }
  swap(G, index);
  kart.momentum -= 1;
  return true;
}

function ram(kart, other, die) {
  const attack = die();
  const defence = die() + defensive(other);
  kart.momentum -= 1;
  if (attack <= defence) return false;
  other.momentum -= 1;
  if (check(other, die() + defensive(other)) < 4) other.momentum -= 1;
  return true;
}

// --- what rules share

function check(kart, result) {
  if (result >= 6) kart.momentum += result === 6 ? 1 : 2;
  else if (result <= 1) kart.momentum -= result === 1 ? 1 : 2;
  return result;
}

function defensive(kart) {
  return kart.order === DEFENSIVE ? 1 : 0;
}

function ahead(G, index) {
  if (index === 0) return NOBODY;
  const other = G.order[index - 1];
  const [kart, rival] = [G.karts[G.order[index]], G.karts[other]];
  if (kart.progress !== rival.progress || kart.place || rival.place) return NOBODY;
  return kart.fellBack || rival.fellBack ? NOBODY : other;
}

function mayPass(G, seat) {
  const other = ahead(G, G.order.indexOf(seat));
  return other !== NOBODY && G.karts[seat].momentum > G.karts[other].momentum;
}

function swap(G, index) {
  [G.order[index - 1], G.order[index]] = [G.order[index], G.order[index - 1]];
}
