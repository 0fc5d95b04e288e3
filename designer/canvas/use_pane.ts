import type { ScaleLimits, Size, Viewport } from "@loom/protocol";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { type GestureHandlers, type GestureMode, Gestures } from "./gestures.ts";

/** A value that handlers read when they run, as the last drawing had it. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  ref.current = value;
  return ref;
}

let ids = 0;

/** An id of its own: those of the library are the same in two canvases that are mounted one by one. */
export function useOwnId(): string {
  return useState(() => `slc${++ids}`)[0];
}

/** The size of an element, followed. */
export function useSize(element: { readonly current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const read = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** True when a finger points here: the device says so, or a first touch has shown it. */
export function useIsCoarse(pane: { readonly current: HTMLElement | null }): boolean {
  const [isCoarse, setCoarse] = useState(false);
  useEffect(() => {
    const query = matchMedia("(pointer: coarse)");
    const read = () => setCoarse(query.matches);
    read();
    query.addEventListener("change", read);
    const onTouch = () => setCoarse(true);
    pane.current?.addEventListener("touchstart", onTouch, { passive: true, once: true });
    return () => query.removeEventListener("change", read);
  }, []);
  return isCoarse;
}

/** Gestures on a pane; the viewport that they read is the newest, even between two drawings. */
export function useGestures(
  pane: { readonly current: HTMLElement | null },
  options: {
    readonly viewport: Viewport;
    readonly limits: ScaleLimits;
    readonly onViewportChange: (viewport: Viewport) => void;
    readonly handlers: GestureHandlers;
  },
): {
  readonly mode: GestureMode;
  readonly gestures: RefObject<Gestures | undefined>;
  readonly view: RefObject<Viewport>;
} {
  const latest = useLatest(options);
  const view = useLatest(options.viewport);
  const [mode, setMode] = useState<GestureMode>("idle");
  const gestures = useRef<Gestures | undefined>(undefined);
  useEffect(() => {
    if (pane.current === null) return;
    const followed = new Gestures(pane.current, {
      viewport: () => view.current,
      limits: () => latest.current.limits,
      setViewport(next) {
        if (next === view.current) return;
        view.current = next;
        latest.current.onViewportChange(next);
      },
      handlers: () => latest.current.handlers,
      show: setMode,
    });
    gestures.current = followed;
    return () => followed.close();
  }, []);
  return { mode, gestures, view };
}
