import { collectAllStates } from "@loom/protocol";
import { drawApart, type DrawingWish } from "./draw_apart.ts";
import { type Drawing, DRAWING_FORMATS } from "./drawing.ts";

/** A machine with more states takes long enough that others would wait for it. */
const MOST_AT_ONCE = 60;

/**
 * Draws a machine so that nothing else has to wait: a small one at once, which is sooner than a thread is there, a larger one in
 * a thread of its own.
 *
 * @param signal Ends the work.
 * @throws {LoomError} What the row of the format throws.
 * @throws The reason of the signal.
 *
 * @example
 * ```ts
 * import { DRAWING_DEFAULTS, drawUnblocked } from "@loom/bridge/drawing";
 * import { assertEquals } from "@std/assert";
 * const definition = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * const { signal } = new AbortController();
 * const { content } = await drawUnblocked({ format: "ascii", definition, style: DRAWING_DEFAULTS }, signal);
 * assertEquals(content, "Lamp\n");
 * ```
 */
export async function drawUnblocked(wish: DrawingWish, signal: AbortSignal): Promise<Drawing> {
  const { format, definition, style } = wish;
  signal.throwIfAborted();
  if (collectAllStates(definition.state).length > MOST_AT_ONCE) return await drawApart(wish, signal);
  return await DRAWING_FORMATS[format].draw(definition, style);
}
