// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { driven, type Pose, type Way } from '../../src/board/drive';

const RADIUS = 200;
const ring: Way = Array.from({ length: 72 }, (_, at) => {
  const angle = (at / 72) * 2 * Math.PI;
  return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)] as const;
});
const on = (degrees: number, radius = RADIUS): Pose => {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), heading: degrees + 90 };
};
const turns = (poses: Pose[]): number[] =>
  poses.slice(1).map(({ heading }, at) => Math.abs(heading - poses[at]!.heading));

describe('the way of a piece', () => {
  it('goes along the road, in its lane, and over the line', () => {
    const poses = driven(on(300, 190), on(60, 210), ring);
    expect(poses.length).toBeGreaterThan(8);
    for (const { x, y } of poses) expect(Math.abs(Math.hypot(x, y) - RADIUS)).toBeLessThan(12);
    expect(
      poses.every(({ x }) => x > 0),
      'the short way round',
    ).toBe(true);
    expect(Math.max(...turns(poses))).toBeLessThan(20);
  });

  it('goes straight to what is next to the road', () => {
    const parked = { x: 0, y: 0, heading: -90 };
    const poses = driven(on(0), parked, ring);
    expect(poses.at(-1)).toMatchObject({ x: 0, y: 0 });
    expect(poses.length).toBeLessThan(15);
  });

  it('curves from heading to heading where there is no road', () => {
    const poses = driven({ x: 0, y: 0, heading: 0 }, { x: 100, y: 100, heading: 90 }, []);
    const middle = poses[Math.floor(poses.length / 2)]!;
    expect(middle.x).toBeGreaterThan(middle.y + 20);
    expect(middle.heading).toBeGreaterThan(30);
    expect(middle.heading).toBeLessThan(60);
  });

  it('is pushed aside without a curve, and turns the short way', () => {
    expect(driven({ x: 0, y: 0, heading: 0 }, { x: 0, y: 40, heading: 0 }, [])).toHaveLength(2);
    const [, turned] = driven({ x: 0, y: 0, heading: 170 }, { x: 0, y: 40, heading: -170 }, []);
    expect(turned?.heading).toBe(190);
  });
});
