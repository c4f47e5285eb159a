// Dragging, pinching and turning the wheel over the board, told as changes of the camera.

import type { Attachment } from 'svelte/attachments';
import { type Camera, type Point, panBy, pinch, wheelFactor, zoomAt } from './camera';

const SLACK = 5; // pixels a finger may tremble before a tap becomes a drag

type Change = (move: (camera: Camera) => Camera) => void;

export function gestures(change: Change, dragging: (now: boolean) => void): Attachment<HTMLElement> {
  return (pane) => {
    const down = new Map<number, Point>();
    let from: Point | null = null; // of a drag that has not begun
    let moved = false;

    function pixel(event: { clientX: number; clientY: number }): Point {
      const box = pane.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    function press(event: PointerEvent): void {
      if (event.button !== 0 || (event.target as Element).closest('button, a, [data-still]')) return;
      down.set(event.pointerId, pixel(event));
      from = down.size === 1 ? pixel(event) : null;
      if (down.size === 1) moved = false;
    }

    function move(event: PointerEvent): void {
      const before = down.get(event.pointerId);
      if (!before) return;
      const now = pixel(event);
      if (from) {
        if (Math.hypot(now.x - from.x, now.y - from.y) < SLACK) return;
        from = null;
      }
      if (!moved) {
        moved = true;
        dragging(true);
        for (const id of down.keys()) pane.setPointerCapture(id);
      }
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      down.set(event.pointerId, now);
      if (other) change((camera) => pinch(camera, [before, other], [now, other]));
      else change((camera) => panBy(camera, now.x - before.x, now.y - before.y));
    }

    function lift(event: PointerEvent): void {
      if (!down.delete(event.pointerId) || down.size > 0) return;
      from = null;
      if (moved) dragging(false);
    }

    function click(event: MouseEvent): void {
      if (moved) event.stopPropagation(); // the end of a drag is no tap
      moved = false;
    }

    function wheel(event: WheelEvent): void {
      event.preventDefault();
      const factor = wheelFactor(event.deltaY, event.deltaMode);
      change((camera) => zoomAt(camera, factor, pixel(event)));
    }

    pane.addEventListener('pointerdown', press);
    pane.addEventListener('pointermove', move);
    pane.addEventListener('pointerup', lift);
    pane.addEventListener('pointercancel', lift);
    pane.addEventListener('click', click, { capture: true });
    pane.addEventListener('wheel', wheel, { passive: false });
    return () => {
      pane.removeEventListener('pointerdown', press);
      pane.removeEventListener('pointermove', move);
      pane.removeEventListener('pointerup', lift);
      pane.removeEventListener('pointercancel', lift);
      pane.removeEventListener('click', click, { capture: true });
      pane.removeEventListener('wheel', wheel);
    };
  };
}
