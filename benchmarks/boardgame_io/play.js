// Random races of the boardgame.io game, for `benchmarks.compare` and for the test.
//
// The framework's reducer is driven directly: no client, no server, no store around it, which is
// the fastest way there is to play a boardgame.io game.
//
//   node play.js time          a line {"seconds": s} in, a line {"games", "moves", "seconds"} out
//   node play.js trace N SEED  N races: a line each with its orders and dice, and the places
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { CreateGameReducer, InitializeGame } from 'boardgame.io/dist/cjs/internal.js';
import { DRIVERS, makeGame, orders } from './game.js';

const { version } = createRequire(import.meta.url)('boardgame.io/package.json');

/** A race from start to end; `choose` takes one of the options. Returns how many orders it took. */
function race(reducer, game, choose, told = () => {}) {
  let state = InitializeGame({ game, numPlayers: DRIVERS });
  let moves = 0;
  while (!state.ctx.gameover) {
    for (const seat of state.G.order) {
      if (state.G.karts[seat].place) continue;
      const action = choose(orders(state.G, seat));
      told(seat, action);
      const payload = { type: 'order', args: [action], playerID: String(seat) };
      state = reducer(state, { type: 'MAKE_MOVE', payload });
      moves += 1;
    }
  }
  return { moves, places: state.ctx.gameover.places };
}

function time(seconds) {
  const game = makeGame();
  const reducer = CreateGameReducer({ game });
  const choose = (options) => options[Math.floor(Math.random() * options.length)];
  const began = process.cpuUsage();
  let [games, moves, taken] = [0, 0, 0];
  while (taken < seconds) {
    moves += race(reducer, game, choose).moves;
    games += 1;
    const { user, system } = process.cpuUsage(began);
    taken = (user + system) / 1e6;
  }
  return { games, moves, seconds: taken };
}

/** Small numbers from a seed, for orders that can be had again. */
function generator(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

function trace(games, seed) {
  const below = generator(seed);
  for (let number = 0; number < games; number += 1) {
    const steps = [];
    const game = makeGame((face) => steps.push({ die: face }));
    game.seed = `${seed}/${number}`;
    const reducer = CreateGameReducer({ game });
    const choose = (options) => {
      steps.push({ options });
      return options[below(options.length)];
    };
    const { places } = race(reducer, game, choose, (seat, action) => {
      Object.assign(steps.at(-1), { seat, action });
    });
    console.log(JSON.stringify({ steps, places }));
  }
}

if (process.argv[2] === 'trace') {
  trace(Number(process.argv[3]), Number(process.argv[4]));
} else {
  time(0.5);
  console.log(JSON.stringify({ versions: { 'boardgame.io': version, node: process.version } }));
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(time(JSON.parse(line).seconds)));
  }
}
