import type { StoreListener } from "./room_store.ts";

/** Tells a listener something; what it throws does not reach the store. */
export function tell(listener: StoreListener | undefined, what: (listener: StoreListener) => void): void {
  if (listener === undefined) return;
  try {
    what(listener);
  } catch (error) {
    listener.failed?.(error);
  }
}
