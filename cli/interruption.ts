import type { Io } from "./io.ts";

/** Settles when the person interrupts the program, which from now on does not end it. */
export function interruption({ interrupted }: Pick<Io, "interrupted">): Promise<void> {
  const signal = interrupted();
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
