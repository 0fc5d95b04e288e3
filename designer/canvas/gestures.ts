import {
  panBy,
  type Point,
  type ScaleLimits,
  screenToWorld,
  type Viewport,
  zoomAt,
  zoomTo,
} from "@loom/protocol";

/** A pointer that goes down, or where it is now. */
export interface Press {
  /** The place on the pane, in pixels. */
  readonly at: Point;
  /** The place in the world. */
  readonly world: Point;
  /** The place in the window of the browser. */
  readonly client: Point;
  /** True for fingers, which need larger targets. */
  readonly isTouch: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Ctrl, or Command. */
  readonly mod: boolean;
}

/** Work that a drag does from its beginning, which is where the pointer went down. */
export interface Drag {
  /** Pixels before it begins. Default: those of the pointer. */
  readonly slop?: number;
  readonly move: (now: Press) => void;
  readonly end: (now: Press) => void;
  /** Another gesture takes over, or Escape was pressed. */
  readonly cancel: () => void;
}

/** The board's answers to gestures. What pans and zooms is common to all boards. */
export interface GestureHandlers {
  /** The drag that a press begins; `pan` to move the board; nothing for neither. */
  readonly press: (press: Press) => Drag | "pan" | undefined;
  /** A press that ended where it began. */
  readonly tap: (press: Press) => void;
  readonly doubleTap?: ((press: Press) => void) | undefined;
  /** A right click or a long press; without it the browser shows its own menu. */
  readonly menu?: ((press: Press) => void) | undefined;
  /** The pointer moves without being down; `undefined` when it leaves. */
  readonly hover?: ((press: Press | undefined) => void) | undefined;
}

/** The canvas that gestures work on. */
export interface GestureHost {
  readonly viewport: () => Viewport;
  readonly limits: () => ScaleLimits;
  readonly setViewport: (viewport: Viewport) => void;
  readonly handlers: () => GestureHandlers;
  /** Tells what goes on. */
  readonly show: (mode: GestureMode) => void;
}

/** The gesture that goes on; the pointer's shape and the hint of the zoom bar follow it. */
export type GestureMode = "idle" | "held" | "panning" | "pinching" | "dragging";

/** Elements over the board that have gestures of their own; only pinches pass through them. */
export const CHROME = "data-canvas-chrome";

const MOUSE_SLOP = 3;
const TOUCH_SLOP = 8;
const LONG_PRESS_MS = 500;
const LINE = 16;
const PAGE = 400;
const WHEEL_ZOOM = 0.0025;

interface Down {
  readonly id: number;
  readonly begin: Press;
  readonly isChrome: boolean;
  now: Point;
}

/** A pinch, computed from how it began so that errors never add up. */
interface Pinch {
  readonly distance: number;
  readonly middle: Point;
  readonly viewport: Viewport;
}

/**
 * Follows pointers and wheel on a pane: wheel pans, with Ctrl it zooms, two fingers pinch, the middle button and the held space bar
 * pan, a long press opens the menu; all other presses are the board's.
 */
export class Gestures {
  readonly #pane: HTMLElement;
  readonly #host: GestureHost;
  readonly #pointers = new Map<number, Down>();
  readonly #abort = new AbortController();
  #drag: Drag | undefined;
  /** The place that a pan has come to; `undefined` when none goes on. */
  #pan: Point | undefined;
  #pinch: Pinch | undefined;
  #hasMoved = false;
  #isHeld = false;
  #longPress: ReturnType<typeof setTimeout> | undefined;
  #swallowsClick = false;

  constructor(pane: HTMLElement, host: GestureHost) {
    this.#pane = pane;
    this.#host = host;
    const { signal } = this.#abort;
    // Not passive: the page must neither scroll nor zoom.
    pane.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false, signal });
    pane.addEventListener("pointerdown", (event) => this.#onDown(event), { signal });
    pane.addEventListener("pointermove", (event) => this.#onMove(event), { signal });
    pane.addEventListener("pointerleave", () => this.#host.handlers().hover?.(undefined), { signal });
    pane.addEventListener("dblclick", (event) => this.#onDoubleClick(event), { signal });
    pane.addEventListener("contextmenu", (event) => this.#onContextMenu(event), { signal });
    pane.addEventListener("click", (event) => this.#onClick(event), { signal, capture: true });
    pane.addEventListener("auxclick", (event) => event.button === 1 && event.preventDefault(), { signal });
    // Pointers that end outside of the pane are forgotten, too.
    for (const name of ["pointerup", "pointercancel"] as const) {
      addEventListener(name, (event) => this.#onUp(event), { signal });
    }
    addEventListener("keydown", (event) => this.#onKey(event, true), { signal });
    addEventListener("keyup", (event) => this.#onKey(event, false), { signal });
    addEventListener("blur", () => this.#hold(false), { signal });
  }

  /** Stops following. */
  close(): void {
    this.#cancel();
    this.#abort.abort();
  }

  /** Ends the drag that goes on as if it had not begun; returns whether there was one. */
  cancelDrag(): boolean {
    if (this.#drag === undefined || !this.#hasMoved) return false;
    this.#cancel();
    this.#host.show("idle");
    return true;
  }

  /** The press at an event of the pointer. */
  pressOf(event: MouseEvent): Press {
    const { left, top } = this.#pane.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    return {
      at,
      world: screenToWorld(this.#host.viewport(), at),
      client: { x: event.clientX, y: event.clientY },
      isTouch: "pointerType" in event && event.pointerType === "touch",
      shift: event.shiftKey,
      alt: event.altKey,
      mod: event.ctrlKey || event.metaKey,
    };
  }

  #onWheel(event: WheelEvent): void {
    if (event.target instanceof Element && event.target.closest("[data-canvas-scrolls]") && !event.ctrlKey) {
      return;
    }
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? PAGE : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    const viewport = this.#host.viewport();
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-dy * WHEEL_ZOOM);
      this.#host.setViewport(zoomAt(viewport, factor, this.pressOf(event).at, this.#host.limits()));
    } else if (event.shiftKey) {
      this.#host.setViewport(panBy(viewport, -(dx || dy), 0));
    } else {
      this.#host.setViewport(panBy(viewport, -dx, -dy));
    }
  }

  #onDown(event: PointerEvent): void {
    this.#swallowsClick = false;
    const isChrome = isOnChrome(event.target);
    if (isChrome && event.pointerType !== "touch") return;
    if (this.#pointers.size >= 2 || event.button > 1) return;
    const begin = this.pressOf(event);
    this.#pointers.set(event.pointerId, { id: event.pointerId, begin, isChrome, now: begin.at });
    if (this.#pointers.size === 2) return this.#beginPinch();
    this.#hasMoved = false;
    if (isChrome) return;
    if (event.button === 1 || this.#isHeld) {
      event.preventDefault();
      this.#pan = begin.at;
      this.#pane.setPointerCapture(event.pointerId);
      this.#host.show("panning");
      return;
    }
    const drag = this.#host.handlers().press(begin);
    if (drag === "pan") this.#pan = begin.at;
    else this.#drag = drag;
    if (begin.isTouch && this.#host.handlers().menu) {
      this.#longPress = setTimeout(() => this.#onLongPress(begin), LONG_PRESS_MS);
    }
  }

  #onMove(event: PointerEvent): void {
    const down = this.#pointers.get(event.pointerId);
    if (down === undefined) {
      if (event.buttons === 0 && event.pointerType !== "touch") {
        this.#host.handlers().hover?.(isOnChrome(event.target) ? undefined : this.pressOf(event));
      }
      return;
    }
    const press = this.pressOf(event);
    down.now = press.at;
    if (this.#pinch !== undefined) return this.#onPinch(this.#pinch);
    if (down.isChrome || !this.#isBeyondSlop(down)) return;
    if (this.#pan !== undefined) {
      const { x, y } = this.#pan;
      this.#pan = press.at;
      this.#host.show("panning");
      this.#host.setViewport(panBy(this.#host.viewport(), press.at.x - x, press.at.y - y));
    } else if (this.#drag !== undefined) {
      this.#host.show("dragging");
      this.#drag.move(press);
    }
  }

  /** A gesture begins when its pointer has left the place where it went down; it then goes on even back there. */
  #isBeyondSlop({ id, begin, now }: Down): boolean {
    if (this.#hasMoved) return true;
    const slop = this.#drag?.slop ?? (begin.isTouch ? TOUCH_SLOP : MOUSE_SLOP);
    if (Math.hypot(now.x - begin.at.x, now.y - begin.at.y) <= slop) return false;
    clearTimeout(this.#longPress);
    this.#hasMoved = true;
    this.#pane.setPointerCapture(id);
    return true;
  }

  #onUp(event: PointerEvent): void {
    const down = this.#pointers.get(event.pointerId);
    if (down === undefined) return;
    this.#pointers.delete(event.pointerId);
    clearTimeout(this.#longPress);
    if (this.#pinch !== undefined) return this.#endPinch();
    const press = this.pressOf(event);
    const [drag, hasMoved, wasPan] = [this.#drag, this.#hasMoved, this.#pan !== undefined];
    this.#drag = undefined;
    this.#pan = undefined;
    this.#host.show(this.#isHeld ? "held" : "idle");
    if (event.type === "pointercancel") return drag?.cancel();
    this.#swallowsClick = hasMoved;
    if (hasMoved) drag?.end(press);
    else if (!down.isChrome && event.button === 0 && !(wasPan && this.#isHeld)) {
      this.#host.handlers().tap(down.begin);
    }
  }

  #beginPinch(): void {
    clearTimeout(this.#longPress);
    this.#drag?.cancel();
    this.#drag = undefined;
    this.#pan = undefined;
    this.#hasMoved = true;
    const { distance, middle } = this.#spread();
    this.#pinch = { distance: Math.max(1, distance), middle, viewport: this.#host.viewport() };
    this.#host.show("pinching");
  }

  #onPinch({ distance, middle, viewport }: Pinch): void {
    const now = this.#spread();
    const scale = viewport.scale * now.distance / distance;
    const zoomed = zoomTo(viewport, scale, middle, this.#host.limits());
    this.#host.setViewport(panBy(zoomed, now.middle.x - middle.x, now.middle.y - middle.y));
  }

  /** The finger that stays goes on as a pan from where it is. */
  #endPinch(): void {
    this.#pinch = undefined;
    this.#swallowsClick = true;
    const [rest] = this.#pointers.values();
    this.#pan = rest?.now;
    this.#host.show(rest === undefined ? "idle" : "panning");
  }

  #spread(): { readonly distance: number; readonly middle: Point } {
    const [a = { x: 0, y: 0 }, b = a] = [...this.#pointers.values()].map(({ now }) => now);
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  }

  #onLongPress(press: Press): void {
    this.#drag?.cancel();
    this.#drag = undefined;
    this.#pan = undefined;
    this.#pointers.clear();
    this.#swallowsClick = true;
    navigator.vibrate?.(10);
    this.#host.handlers().menu?.(press);
  }

  #onContextMenu(event: MouseEvent): void {
    const { menu } = this.#host.handlers();
    if (menu === undefined || isOnChrome(event.target)) return;
    event.preventDefault();
    // A long press has opened it already, and so has the key.
    if (!this.#swallowsClick && event.button === 2) menu(this.pressOf(event));
  }

  #onDoubleClick(event: MouseEvent): void {
    if (this.#swallowsClick || isOnChrome(event.target) || event.button !== 0) return;
    this.#host.handlers().doubleTap?.(this.pressOf(event));
  }

  /** A click that ends a movement or a long press clicks nothing, not even the menu that has just opened under the finger. */
  #onClick(event: MouseEvent): void {
    const isByKey = event.detail === 0;
    if (!this.#swallowsClick || isByKey) return;
    event.stopPropagation();
    event.preventDefault();
  }

  #onKey(event: KeyboardEvent, isDown: boolean): void {
    if (event.key === "Escape" && isDown) {
      if (this.cancelDrag()) event.stopImmediatePropagation();
      return;
    }
    if (event.key !== " " || (isDown && takesText(event.target))) return;
    if (isDown && this.#pane.matches(":hover")) event.preventDefault();
    this.#hold(isDown);
  }

  #hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (this.#pointers.size === 0) this.#host.show(isHeld ? "held" : "idle");
  }

  #cancel(): void {
    clearTimeout(this.#longPress);
    this.#drag?.cancel();
    this.#drag = undefined;
    this.#pan = undefined;
    this.#pinch = undefined;
    this.#pointers.clear();
  }
}

function isOnChrome(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${CHROME}]`) !== null;
}

/** Checks whether keys that are pressed on an element are meant for it. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, button, option, a[href], summary"));
}
