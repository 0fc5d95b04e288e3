import {
  type AnyKind,
  type JsonObject,
  panBy,
  type Point,
  type Viewport,
  VIEWPORT_LIMITS,
  zoomAt,
  zoomTo,
} from "@loom/protocol";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps } from "./board_props.ts";
import type { ElementKey } from "./element_key.ts";

/** The types of elements that pictures name in `data-<type>`. */
const MARKED = [
  "transition",
  "message",
  "fragment",
  "state",
  "entity",
  "participant",
  "member",
  "actor",
] as const;

/** Pixels that an arrow key moves the picture by, and the factor of a zoom step. */
const NUDGE = 48;
const ZOOM_STEP = 1.25;
/** Pixels that a pointer may move in a click. */
const SLOP = 4;

/** The picture of a document, which can be moved, zoomed and pointed at. */
export function Board({ row, def, active, selected, onSelect, onPointer }: BoardProps) {
  const svg = useMemo(() => pictureOf(row, def, active), [row, def, active]);
  const pane = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Viewport>();
  const size = sizeOf(svg);
  const fit = () => {
    const { clientWidth = 0, clientHeight = 0 } = pane.current ?? {};
    setView(fitted(size, clientWidth, clientHeight));
  };
  useEffect(fit, []);
  useMarks(pane, svg, selected);
  useGestures(pane, setView);
  const zoom = (factor: number) => setView((now) => now && zoomAt(now, factor, middleOf(pane.current)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (step === "fit") fit();
    else if (typeof step === "number") zoom(step);
    else setView((now) => now && panBy(now, step.x, step.y));
  };
  return (
    <section class="canvas" aria-label="Picture">
      <div
        class="pane"
        ref={pane}
        tabIndex={0}
        role="group"
        aria-label="Board: arrows move it, + and − zoom, 0 fits it"
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          if (view === undefined) return;
          const { left, top } = event.currentTarget.getBoundingClientRect();
          onPointer({
            x: Math.round((event.clientX - left - view.x) / view.scale),
            y: Math.round((event.clientY - top - view.y) / view.scale),
          });
        }}
        onClick={(event) => {
          const key = keyAt(event.target);
          if (key !== undefined) onSelect(key);
        }}
      >
        <div
          class="world"
          style={view === undefined
            ? { visibility: "hidden" }
            : { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          dangerouslySetInnerHTML={{ __html: svg }}
        />
      </div>
      <div class="tools" role="toolbar" aria-label="Tools">
        <button type="button" onClick={() => zoom(1 / ZOOM_STEP)} aria-label="Zoom out">−</button>
        <button
          type="button"
          onClick={() => setView((now) => now && zoomTo(now, 1, middleOf(pane.current)))}
          aria-label={`Zoom is ${percentOf(view)}, set to 100 %`}
        >
          {percentOf(view)}
        </button>
        <button type="button" onClick={() => zoom(ZOOM_STEP)} aria-label="Zoom in">+</button>
        <button type="button" onClick={fit}>Fit</button>
      </div>
    </section>
  );
}

const KEYS: Readonly<Record<string, Point | number | "fit">> = {
  ArrowLeft: { x: NUDGE, y: 0 },
  ArrowRight: { x: -NUDGE, y: 0 },
  ArrowUp: { x: 0, y: NUDGE },
  ArrowDown: { x: 0, y: -NUDGE },
  "+": ZOOM_STEP,
  "=": ZOOM_STEP,
  "-": 1 / ZOOM_STEP,
  "0": "fit",
};

function pictureOf({ content }: AnyKind, def: JsonObject, active: readonly string[]): string {
  return content?.pictures.svg(def, {
    theme: "auto",
    title: "",
    active: new Set(active),
    actions: true,
    view: "tree",
    columns: undefined,
  }) ?? "";
}

/** The size that the picture says it has. */
function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width = "400", height = "300"] =
    /<svg[^>]*?\bwidth="([\d.]+)"[^>]*?\bheight="([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

function fitted(
  size: { readonly width: number; readonly height: number },
  width: number,
  height: number,
): Viewport {
  const margin = 16;
  const most = Math.min((width - margin) / size.width, (height - margin) / size.height, 1);
  const scale = Math.max(VIEWPORT_LIMITS.min, most);
  return { scale, x: Math.max(margin / 2, (width - size.width * scale) / 2), y: margin / 2 };
}

function percentOf(view: Viewport | undefined): string {
  return `${Math.round((view?.scale ?? 1) * 100)} %`;
}

function middleOf(pane: HTMLElement | null): Point {
  return { x: (pane?.clientWidth ?? 0) / 2, y: (pane?.clientHeight ?? 0) / 2 };
}

/** The element under a pointer. */
function keyAt(target: EventTarget | null): ElementKey | undefined {
  if (!(target instanceof Element)) return undefined;
  const marked = target.closest(MARKED.map((type) => `[data-${type}]`).join(","));
  const type = MARKED.find((one) => marked?.hasAttribute(`data-${one}`));
  return type === undefined ? undefined : `${type}:${marked?.getAttribute(`data-${type}`)}`;
}

/** Marks the element in hand, in each new picture too. */
function useMarks(pane: { readonly current: HTMLElement | null }, svg: string, selected: ElementKey): void {
  useEffect(() => {
    const at = selected.indexOf(":");
    if (at < 0 || !pane.current) return;
    const name = `data-${selected.slice(0, at)}`;
    const found = [...pane.current.querySelectorAll(`[${CSS.escape(name)}]`)]
      .filter((one) => one.getAttribute(name) === selected.slice(at + 1));
    for (const one of found) one.classList.add("in-hand");
    return () => {
      for (const one of found) one.classList.remove("in-hand");
    };
  }, [svg, selected]);
}

type SetView = (change: (now: Viewport | undefined) => Viewport | undefined) => void;

/** Wheel and pointers move the picture; with Ctrl, and with two fingers, they zoom it where they are. */
function useGestures(pane: { readonly current: HTMLDivElement | null }, setView: SetView): void {
  useEffect(() => {
    const { current } = pane;
    if (current === null) return;
    const placeOf = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = current.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
      const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
      setView((now) => {
        if (now === undefined) return now;
        if (event.ctrlKey || event.metaKey) return zoomAt(now, Math.exp(-dy * 0.0025), placeOf(event));
        return event.shiftKey ? panBy(now, -(dx || dy), 0) : panBy(now, -dx, -dy);
      });
    };
    const pointers = new Map<number, Point>();
    let travel = 0;
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 && event.button !== 1) return;
      if (pointers.size === 0) travel = 0;
      if (pointers.size < 2) pointers.set(event.pointerId, placeOf(event));
    };
    const onMove = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const after = placeOf(event);
      const [dx, dy] = [after.x - before.x, after.y - before.y];
      travel += Math.abs(dx) + Math.abs(dy);
      if (travel <= SLOP) return;
      if (!current.hasPointerCapture(event.pointerId)) current.setPointerCapture(event.pointerId);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, after);
      setView((now) => {
        if (now === undefined) return now;
        if (other === undefined) return panBy(now, dx, dy);
        const factor = distance(after, other) / Math.max(1, distance(before, other));
        return panBy(zoomAt(now, factor, other), dx / 2, dy / 2);
      });
    };
    const onUp = (event: PointerEvent) => void pointers.delete(event.pointerId);
    // A click that ends a movement selects nothing.
    const onClick = (event: MouseEvent) => {
      if (travel > SLOP) event.stopPropagation();
    };
    current.addEventListener("wheel", onWheel, { passive: false });
    current.addEventListener("pointerdown", onDown);
    current.addEventListener("pointermove", onMove);
    for (const name of ["pointerup", "pointercancel"] as const) current.addEventListener(name, onUp);
    current.addEventListener("click", onClick, { capture: true });
    return () => {
      current.removeEventListener("wheel", onWheel);
      current.removeEventListener("pointerdown", onDown);
      current.removeEventListener("pointermove", onMove);
      for (const name of ["pointerup", "pointercancel"] as const) current.removeEventListener(name, onUp);
      current.removeEventListener("click", onClick, { capture: true });
    };
  }, [setView]);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
