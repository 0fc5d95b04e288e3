import { isObject } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";

/** The value that this browser keeps under a name; the default where it has nothing, or may keep nothing. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`loom.${name}.v1`) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value in this browser, if it may. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`loom.${name}.v1`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing works all the same.
  }
}

/** A state of flat values that this browser remembers. */
export function useRemembered<State extends Readonly<Record<string, number | boolean | string>>>(
  name: string,
  standard: State,
): [State, (change: Partial<State>) => void] {
  const [state, setState] = useState<State>(() => {
    const kept = recall(name);
    if (!isObject(kept)) return standard;
    const values = Object.entries(kept).filter(([key, value]) => typeof value === typeof standard[key]);
    return { ...standard, ...Object.fromEntries(values) };
  });
  return [state, (change) => {
    const next = { ...state, ...change };
    setState(next);
    keep(name, next);
  }];
}

/** The way that the page is laid out. */
export type LayoutName = "desktop" | "tablet" | "phone";

/** The layout for the width of the window, as it is now. */
export function useLayout(): LayoutName {
  const [layout, setLayout] = useState<LayoutName>(layoutNow);
  useEffect(() => {
    const look = () => setLayout(layoutNow());
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  return layout;
}

/** True where there is room for more than the canvas and the properties. */
export function isWide(): boolean {
  return innerWidth >= 1200;
}

function layoutNow(): LayoutName {
  return innerWidth >= 1024 ? "desktop" : innerWidth >= 640 ? "tablet" : "phone";
}

/** The smallest and the largest interface, as parts of the usual size. */
const SMALLEST = 0.75;
const LARGEST = 1.75;

/**
 * The size of the interface, which this browser remembers.
 *
 * @returns a function that changes it by so much; 0 sets the usual size
 */
export function useScale(): (change: number) => void {
  const [scale, setScale] = useState(() => {
    const kept = recall("uiScale");
    return typeof kept === "number" ? Math.min(LARGEST, Math.max(SMALLEST, kept)) : 1;
  });
  useEffect(() => {
    document.documentElement.style.setProperty("--ui-scale", String(scale));
    keep("uiScale", scale);
  }, [scale]);
  return (change) => setScale(change === 0 ? 1 : Math.min(LARGEST, Math.max(SMALLEST, scale + change)));
}
