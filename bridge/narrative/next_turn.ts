import { setImmediate } from "node:timers";

/** Waits for the next turn of the event loop, so that what came meanwhile is taken in: a promise that is settled does not wait so. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
