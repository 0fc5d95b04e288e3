import { useEffect, useState } from "preact/hooks";
import { keep, recall } from "./remembered.ts";

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
