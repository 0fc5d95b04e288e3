import type { StoreListener } from "./room_store.ts";

/** Calls a listener; what it throws does not reach the store. */
export function notify(listener: StoreListener | undefined, call: (listener: StoreListener) => void): void {
  if (listener === undefined) return;
  try {
    call(listener);
  } catch (error) {
    listener.failed?.(error);
  }
}
