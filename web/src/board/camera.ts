// The camera over the board: pan and zoom, as plain numbers.

export interface Camera {
  x: number;
  y: number;
  scale: number;
} // the scene's point at the top left; pixels per unit
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

const CLOSEST = 9; // times the whole board
const STEP = 1.35; // one press of + or −
const LIFT = 22; // pixels the whole board stands above the middle, if there is room: below are buttons

/** The whole scene, in the middle. */
export function fit(scene: Size, pane: Size, margin = 0): Camera {
  const width = Math.max(pane.width - 2 * margin, 1);
  const height = Math.max(pane.height - 2 * margin, 1);
  const scale = Math.min(width / Math.max(scene.width, 1), height / Math.max(scene.height, 1));
  return {
    x: scene.width / 2 - pane.width / 2 / scale,
    y: confineAxis(0, scene.height, pane.height / scale, margin / scale, LIFT / scale),
    scale,
  };
}

/** Keep a camera between the whole board and the closest useful view, and on the board. */
export function confine(camera: Camera, scene: Size, pane: Size, margin = 0): Camera {
  const least = fit(scene, pane, margin).scale;
  const scale = Math.min(Math.max(camera.scale, least), least * CLOSEST);
  return {
    x: confineAxis(camera.x, scene.width, pane.width / scale, margin / scale),
    y: confineAxis(camera.y, scene.height, pane.height / scale, margin / scale, LIFT / scale),
    scale,
  };
}

function confineAxis(at: number, length: number, seen: number, margin: number, lift = 0): number {
  const room = (seen - length) / 2 - margin;
  if (room >= 0) return (length - seen) / 2 + Math.min(room, lift); // all of it fits: in the middle
  return Math.min(Math.max(at, 0 - margin), length + margin - seen);
}

/** Zoom by a factor; the point under the pixel stays under it. */
export function zoomAt(camera: Camera, factor: number, pixel: Point): Camera {
  const under = toScene(camera, pixel);
  const scale = camera.scale * factor;
  return { x: under.x - pixel.x / scale, y: under.y - pixel.y / scale, scale };
}

export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Follow two fingers: the points under them stay under them. */
export function pinch(camera: Camera, from: [Point, Point], to: [Point, Point]): Camera {
  const before = middle(...from);
  const after = middle(...to);
  const factor = Math.max(distance(...to), 1) / Math.max(distance(...from), 1);
  return panBy(zoomAt(camera, factor, before), after.x - before.x, after.y - before.y);
}

/** A camera with this point of the scene in the middle of the pane, at this scale. */
export function centreOn(point: Point, scale: number, pane: Size): Camera {
  return { x: point.x - pane.width / 2 / scale, y: point.y - pane.height / 2 / scale, scale };
}

export function toScene(camera: Camera, pixel: Point): Point {
  return { x: camera.x + pixel.x / camera.scale, y: camera.y + pixel.y / camera.scale };
}

export function toPixel(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) * camera.scale, y: (point.y - camera.y) * camera.scale };
}

/** How much a turn of the wheel zooms: a notch of a mouse about a step, a touch pad smoothly. */
export function wheelFactor(deltaY: number, deltaMode: number): number {
  const pixels = deltaY * (deltaMode === 1 ? 33 : deltaMode === 2 ? 400 : 1);
  return Math.exp(-Math.min(Math.max(pixels, -240), 240) * 0.003);
}

export const CAMERA_KEYS = ['+', '=', '-', '−', '_', '0', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** The camera after one of these keys; null for other keys. */
export function keyed(key: string, camera: Camera, scene: Size, pane: Size, margin = 0): Camera | null {
  const centre = { x: pane.width / 2, y: pane.height / 2 };
  const step = Math.min(pane.width, pane.height) / 6;
  switch (key) {
    case '+':
    case '=':
      return zoomAt(camera, STEP, centre);
    case '-':
    case '−':
    case '_':
      return zoomAt(camera, 1 / STEP, centre);
    case '0':
      return fit(scene, pane, margin);
    case 'ArrowLeft':
      return panBy(camera, step, 0);
    case 'ArrowRight':
      return panBy(camera, -step, 0);
    case 'ArrowUp':
      return panBy(camera, 0, step);
    case 'ArrowDown':
      return panBy(camera, 0, -step);
    default:
      return null;
  }
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
