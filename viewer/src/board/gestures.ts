// Mouse, pen and fingers on the board: drag to pan, wheel and pinch to zoom, tap to choose.

import type { Board } from "./board.ts";

/** A press that moves farther than this, in CSS pixels, is a drag. */
const TAP_SLOP = 6;
const WHEEL_STEP = 0.0016;

/** What gestures lead to. */
export interface Touching {
  /** The pointer is over a cell, or over none (-1). */
  hover(cell: number, x: number, y: number): void;
  tap(cell: number, x: number, y: number): void;
}

/** Listens to a board's canvas. */
export function attach(board: Board, touching: Touching): void {
  const { canvas, camera } = board;
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const ratio = (): number => canvas.width / Math.max(1, canvas.clientWidth);
  const local = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const cellAt = (event: MouseEvent): number => {
    const [x, y] = local(event);
    return camera.cellAt(x * ratio(), y * ratio());
  };
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    const [x, y] = local(event);
    fingers.set(event.pointerId, { x, y });
    if (fingers.size === 1) travelled = 0;
  });
  canvas.addEventListener("pointermove", event => {
    const [x, y] = local(event);
    const before = fingers.get(event.pointerId);
    if (!before) return touching.hover(cellAt(event), x, y);
    travelled += Math.hypot(x - before.x, y - before.y);
    if (fingers.size === 2) pinch(event.pointerId, x, y);
    else if (travelled > TAP_SLOP) camera.pan((x - before.x) * ratio(), (y - before.y) * ratio());
    fingers.set(event.pointerId, { x, y });
    board.touch();
  });
  const pinch = (id: number, x: number, y: number): void => {
    const [own, other] = [fingers.get(id), [...fingers].find(([each]) => each !== id)?.[1]];
    if (!own || !other) return;
    const factor =
      Math.hypot(x - other.x, y - other.y) / Math.max(1, Math.hypot(own.x - other.x, own.y - other.y));
    camera.zoom(factor, ((x + other.x) / 2) * ratio(), ((y + other.y) / 2) * ratio());
    camera.pan(((x - own.x) / 2) * ratio(), ((y - own.y) / 2) * ratio());
  };
  const lift = (event: PointerEvent): void => {
    const wasTap = fingers.size === 1 && travelled <= TAP_SLOP && event.type === "pointerup";
    fingers.delete(event.pointerId);
    const [x, y] = local(event);
    if (wasTap) touching.tap(cellAt(event), x, y);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", event => {
    if (event.pointerType === "mouse") touching.hover(-1, 0, 0);
  });
  canvas.addEventListener(
    "wheel",
    event => {
      event.preventDefault();
      const [x, y] = local(event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      const step = Math.max(-240, Math.min(240, event.deltaY * lines));
      camera.zoom(Math.exp(-step * WHEEL_STEP * (event.ctrlKey ? 4 : 1)), x * ratio(), y * ratio());
      board.touch();
    },
    { passive: false },
  );
}
