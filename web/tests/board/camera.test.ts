// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { between } from '../../src/board/glide';
import { boundsOf } from '../../src/board/bounds';
import {
  type Camera,
  confine,
  fit,
  keyed,
  panBy,
  pinch,
  toPixel,
  toScene,
  wheelFactor,
  zoomAt,
} from '../../src/board/camera';
import { placeNames, type Tag, unwind } from '../../src/board/names';
import { paintOf } from '../../src/board/paint';

const scene = { width: 1600, height: 1000 };
const pane = { width: 800, height: 600 };

describe('the camera', () => {
  it('fits the whole board into the pane, in the middle', () => {
    const camera = fit(scene, pane);
    expect(camera.scale).toBe(0.5);
    expect(toPixel(camera, { x: 800, y: 500 })).toEqual({ x: 400, y: 278 });
    expect(toPixel(camera, { x: 0, y: 0 })).toEqual({ x: 0, y: 28 });
  });

  it('keeps what is under the pointer there while zooming', () => {
    const before: Camera = { x: 100, y: 50, scale: 0.8 };
    const pixel = { x: 333, y: 222 };
    const after = zoomAt(before, 1.7, pixel);
    expect(after.scale).toBeCloseTo(1.36);
    expect(toScene(after, pixel).x).toBeCloseTo(toScene(before, pixel).x);
    expect(toScene(after, pixel).y).toBeCloseTo(toScene(before, pixel).y);
  });

  it('keeps both fingers on what they hold', () => {
    const before: Camera = { x: 100, y: 50, scale: 0.8 };
    const from: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ];
    const to: typeof from = [
      { x: 80, y: 140 },
      { x: 280, y: 140 },
    ];
    const after = pinch(before, from, to);
    expect(after.scale).toBeCloseTo(1.6);
    for (const finger of [0, 1] as const) {
      expect(toScene(after, to[finger]).x).toBeCloseTo(toScene(before, from[finger]).x);
      expect(toScene(after, to[finger]).y).toBeCloseTo(toScene(before, from[finger]).y);
    }
  });

  it('survives fingers on one point', () => {
    const point = { x: 10, y: 10 };
    expect(pinch({ x: 0, y: 0, scale: 1 }, [point, point], [point, point])).toEqual({ x: 0, y: 0, scale: 1 });
  });

  it('never leaves the board', () => {
    const far = confine(panBy({ x: 0, y: 0, scale: 2 }, -99999, 99999), scene, pane);
    expect(far).toEqual({ x: 1600 - 400, y: 0, scale: 2 });
  });

  it('goes neither further out than all of it nor closer than is of use', () => {
    expect(confine({ x: 0, y: 0, scale: 0.01 }, scene, pane)).toEqual(fit(scene, pane));
    expect(confine({ x: 0, y: 0, scale: 100 }, scene, pane).scale).toBe(4.5);
  });

  it('zooms and moves by keys, and leaves other keys alone', () => {
    const camera = fit(scene, pane);
    expect(keyed('+', camera, scene, pane)?.scale).toBeGreaterThan(camera.scale);
    expect(keyed('-', camera, scene, pane)?.scale).toBeLessThan(camera.scale);
    expect(keyed('ArrowRight', camera, scene, pane)?.x).toBeGreaterThan(camera.x);
    expect(keyed('0', { x: 5, y: 5, scale: 3 }, scene, pane)).toEqual(camera);
    expect(keyed('a', camera, scene, pane)).toBeNull();
  });

  it('turns the wheel evenly in and out, and never by leaps', () => {
    expect(wheelFactor(100, 0) * wheelFactor(-100, 0)).toBeCloseTo(1);
    expect(wheelFactor(-3, 1)).toBeGreaterThan(1);
    expect(wheelFactor(100000, 0)).toBeGreaterThan(0.4);
  });

  it('glides from one view to the other, and its fixed point stays', () => {
    const from = fit(scene, pane);
    const pixel = { x: 200, y: 100 };
    const to = zoomAt(from, 3, pixel);
    const half = between(from, to, 0.5);
    expect(toScene(half, pixel).x).toBeCloseTo(toScene(from, pixel).x);
    expect(between(from, to, 1)).toEqual(to);
    expect(between(from, { ...from, x: from.x + 10 }, 0.5).x).toBeCloseTo(from.x + 5);
  });
});

describe('the box around a drawing', () => {
  it('follows absolute and relative commands', () => {
    expect(boundsOf(['M-10-5h20v10H-10Z'])).toEqual({ left: -10, top: -5, right: 10, bottom: 5 });
    expect(boundsOf(['m1 1 l2 2 l-4,.5 z l0 -3'])).toEqual({ left: -1, top: -2, right: 3, bottom: 3.5 });
    expect(boundsOf(['M0 0C1 2 3 4 5 6'])).toEqual({ left: 0, top: 0, right: 5, bottom: 6 });
    expect(boundsOf(['M0 0a5 5 0 1 0 10 0'])).toEqual({ left: 0, top: 0, right: 10, bottom: 0 });
    expect(boundsOf(['M0 0q10 20 5 0'])).toEqual({ left: 0, top: 0, right: 10, bottom: 20 });
  });

  it('is empty for nothing', () => {
    expect(boundsOf([])).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  });
});

describe('names next to pieces', () => {
  const tag = (key: string, x: number, must = false): Tag => ({
    key,
    x,
    y: 0,
    radius: 10,
    width: 60,
    height: 16,
    must,
  });

  it('finds another place where one is taken', () => {
    const places = placeNames([tag('a', 0), tag('b', 25)]);
    expect(places.get('a')).not.toBeNull();
    expect(places.get('b')).not.toBeNull();
    expect(places.get('a')).not.toEqual(places.get('b'));
  });

  it('leaves a name out rather than cover another, but never one that must be seen', () => {
    const crowd = Array.from({ length: 12 }, (_, i) => tag(`k${i}`, i * 2, i === 11));
    const places = placeNames(crowd);
    expect([...places.values()].filter((spot) => spot === null).length).toBeGreaterThan(2);
    expect(places.get('k11')).not.toBeNull();
  });

  it('shortens a name where there is no room for all of it', () => {
    const view = { left: -40, top: -40, right: 40, bottom: 40 };
    const long = { ...tag('a', 0), width: 150, short: 60 };
    expect(placeNames([long], view).get('a')?.short).toBe(true);
    expect(placeNames([long]).get('a')?.short).toBe(false);
  });

  it('stays in sight', () => {
    const spot = placeNames([tag('a', 5)], { left: 0, top: -8, right: 300, bottom: 100 }).get('a');
    expect(spot?.dx).toBeGreaterThan(20);
  });

  it('turns the short way', () => {
    expect(unwind(350, 10)).toBe(-10);
    expect(unwind(10, 350)).toBe(370);
    expect(unwind(-10, -730)).toBe(-730);
    expect(unwind(90, 720)).toBe(810);
  });
});

describe('paints', () => {
  it('become variables; an unknown word is only ever a word', () => {
    expect(paintOf({ path: '', paint: 'road', width: 0 }).fill).toContain('--paint-road');
    expect(paintOf({ path: '', paint: 'outline:seat', width: 2 })).toMatchObject({ fill: 'none', width: 2 });
    expect(paintOf({ path: '', paint: 'x;}', width: 0 }).fill).toBe('var(--paint-line)');
  });
});
