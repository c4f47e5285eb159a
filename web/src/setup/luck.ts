// A seat's own words for the dice. Nobody could have known them when the table committed itself.

const WORDS = `amber anvil apron arrow barrel bonnet brass canyon chalk cinder clutch cobalt comet copper
coral crank crater dash diesel dingo drift ember engine falcon fender ferry flint fuse gallon garage gasket
gravel gulch hammer hazel hinge ivory jolt kettle ladle lantern lever lime magnet mango marble meteor nickel
onyx otter paddle pepper piston plum puddle quartz radio raven rivet rocket saddle saffron signal siren
spark spindle spoke static stucco summit tango tarmac tempo thunder timber toffee torque turbine turnip
tyre umber valve velvet violet walnut whistle widget willow yonder zephyr zinc`.split(/\s+/);

export const MOST_TEXT = 64; // characters
// In a field: the server counts what is seen, up to 24, and a joined emoji is several of these.
export const MOST_NAME = 96;

export function luckyText(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(4));
  const words = Array.from(drawn.subarray(0, 3), (number) => WORDS[number % WORDS.length]);
  return `${words.join('-')}-${(drawn[3] ?? 0) % 1_000_000}`;
}

const NICKNAMES = ['Ace', 'Blaze', 'Comet', 'Dash', 'Flash', 'Hazard', 'Nitro', 'Rocket', 'Turbo', 'Vroom'];

/** A name for a player who has not given one yet. */
export function luckyName(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return NICKNAMES[drawn % NICKNAMES.length] ?? 'Ace';
}
