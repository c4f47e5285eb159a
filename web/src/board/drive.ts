// The way of a piece from its old place to its new one: along the road if there is one, else in a
// curve from heading to heading, like a vehicle.

import { unwind } from './names';

export interface Pose {
  x: number;
  y: number;
  heading: number;
} // degrees clockwise from +x
export type Way = readonly (readonly [number, number])[];

const ROADSIDE = 75; // units of the scene: further from its middle nothing is on the road
const EVERY = 22; // units between two poses
const TURNS = 80; // degrees: a piece that does not move along its heading is pushed, or slides

const headingOf = (dx: number, dy: number): number => (Math.atan2(dy, dx) * 180) / Math.PI;
const between = (one: number, other: number): number => Math.abs(unwind(one, other) - other);

/** Poses from one to the other, evenly spaced, both included. */
export function driven(from: Pose, to: Pose, way: Way): Pose[] {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (far < 1) return [from, to];
  return alongRoad(from, to, way) ?? curved(from, to, far);
}

interface Place {
  along: number;
  aside: number;
}

function alongRoad(from: Pose, to: Pose, way: Way): Pose[] | null {
  if (way.length < 3) return null;
  const road = measured(way);
  const [one, two] = [placeOn(road, from), placeOn(road, to)];
  if (Math.abs(one.aside) > ROADSIDE || Math.abs(two.aside) > ROADSIDE) return null;
  let ahead = two.along - one.along;
  if (road.closed && ahead > road.length / 2) ahead -= road.length;
  if (road.closed && ahead < -road.length / 2) ahead += road.length;
  const count = Math.ceil(Math.abs(ahead) / EVERY);
  if (count < 2) return null;
  const poses = [from];
  for (let at = 1; at < count; at++) {
    const part = at / count;
    poses.push(pointOn(road, one.along + ahead * part, one.aside + (two.aside - one.aside) * part));
  }
  return smooth([...poses, to]);
}

interface Road {
  points: Way;
  starts: number[];
  length: number;
  closed: boolean;
}
const roads = new WeakMap<Way, Road>();

function measured(way: Way): Road {
  const known = roads.get(way);
  if (known) return known;
  const gap = (one: readonly [number, number], other: readonly [number, number]): number =>
    Math.hypot(one[0] - other[0], one[1] - other[1]);
  const [first, last] = [way[0]!, way.at(-1)!];
  const closed = gap(first, last) < 3 * gap(first, way[1]!) + 1;
  const points = closed ? [...way, first] : way;
  const starts = [0];
  for (let at = 1; at < points.length; at++) starts.push(starts[at - 1]! + gap(points[at - 1]!, points[at]!));
  const road = { points, starts, length: starts.at(-1)!, closed };
  roads.set(way, road);
  return road;
}

/** The nearest place of the road: how far along it, and how far to the right of its middle. */
function placeOn({ points, starts }: Road, { x, y }: Pose): Place {
  let best = { along: 0, aside: Infinity };
  for (let at = 1; at < points.length; at++) {
    const [[ax, ay], [bx, by]] = [points[at - 1]!, points[at]!];
    const [dx, dy] = [bx - ax, by - ay];
    const length = Math.hypot(dx, dy) || 1;
    const part = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length ** 2, 0), 1);
    const [ox, oy] = [x - ax - dx * part, y - ay - dy * part];
    const side = Math.sign(dx * oy - dy * ox) || 1;
    if (Math.hypot(ox, oy) < Math.abs(best.aside))
      best = { along: starts[at - 1]! + part * length, aside: side * Math.hypot(ox, oy) };
  }
  return best;
}

function pointOn({ points, starts, length, closed }: Road, along: number, aside: number): Pose {
  const on = closed ? ((along % length) + length) % length : Math.min(Math.max(along, 0), length);
  let at = starts.findIndex((start) => start > on);
  if (at < 1) at = points.length - 1;
  const [[ax, ay], [bx, by]] = [points[at - 1]!, points[at]!];
  const [dx, dy] = [bx - ax, by - ay];
  const size = Math.hypot(dx, dy) || 1;
  const part = (on - starts[at - 1]!) / size;
  return {
    x: ax + dx * part - (dy / size) * aside,
    y: ay + dy * part + (dx / size) * aside,
    heading: headingOf(dx, dy),
  };
}

/** Each turns the short way from the one before. */
function smooth(poses: Pose[]): Pose[] {
  let before = poses[0]!.heading;
  return poses.map((pose) => ({ ...pose, heading: (before = unwind(pose.heading, before)) }));
}

function curved(from: Pose, to: Pose, far: number): Pose[] {
  const straight = headingOf(to.x - from.x, to.y - from.y);
  if (between(from.heading, straight) > TURNS || between(to.heading, straight) > TURNS) return smooth([from, to]);
  const count = Math.min(Math.max(Math.ceil(far / EVERY), 4), 24);
  const reach = far / 3;
  const ray = (heading: number): [number, number] => [
    Math.cos((heading * Math.PI) / 180) * reach,
    Math.sin((heading * Math.PI) / 180) * reach,
  ];
  const [[ax, ay], [bx, by]] = [ray(from.heading), ray(to.heading)];
  const bend = (t: number, p: number, q: number, r: number, s: number): number =>
    (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t ** 2 * r + t ** 3 * s;
  const poses: Pose[] = [];
  for (let at = 0; at <= count; at++) {
    const t = at / count;
    poses.push({
      x: bend(t, from.x, from.x + ax, to.x - bx, to.x),
      y: bend(t, from.y, from.y + ay, to.y - by, to.y),
      heading: 0,
    });
  }
  poses.forEach((pose, at) => {
    const [one, two] = [poses[Math.max(at - 1, 0)]!, poses[Math.min(at + 1, count)]!];
    pose.heading = headingOf(two.x - one.x, two.y - one.y);
  });
  poses[0] = from;
  poses[count] = to;
  return smooth(poses);
}
