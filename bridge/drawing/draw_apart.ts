import { LoomError, type StateMachineDefinition } from "@loom/protocol";
import { PictureError, type PictureErrorCode } from "../picture/picture_error.ts";
import { type Drawing, DRAWING_FORMATS, type DrawingFormat, type DrawingStyle } from "./drawing.ts";

/** What the thread is asked for. */
export interface DrawingWish {
  /** The format. */
  readonly format: DrawingFormat;
  /** The machine. */
  readonly definition: StateMachineDefinition;
  /** How it is drawn. */
  readonly style: DrawingStyle;
}

/** What the thread answers. */
export type DrawnApart =
  | { readonly drawing: Drawing }
  | { readonly error: { readonly name: string; readonly code: string; readonly message: string } };

/**
 * Draws a machine in a thread of its own, so that a server goes on meanwhile and the work can be ended. Where there can be no
 * such thread, it is drawn at once.
 *
 * @param signal Ends the work.
 * @throws {LoomError} What the row of the format throws.
 * @throws The reason of the signal.
 *
 * @example
 * ```ts
 * import { drawApart, DRAWING_DEFAULTS } from "@loom/bridge/drawing";
 * import { assertEquals } from "@std/assert";
 * const definition = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * const { signal } = new AbortController();
 * const { content } = await drawApart({ format: "ascii", definition, style: DRAWING_DEFAULTS }, signal);
 * assertEquals(content, "Lamp\n");
 * ```
 */
export async function drawApart(wish: DrawingWish, signal: AbortSignal): Promise<Drawing> {
  signal.throwIfAborted();
  const answer = await answerOf(wish, signal);
  if (answer === undefined) return await DRAWING_FORMATS[wish.format].draw(wish.definition, wish.style);
  if ("drawing" in answer) return answer.drawing;
  throw errorOf(answer.error);
}

/** What the thread answers; `undefined` when it does not come up. */
async function answerOf(wish: DrawingWish, signal: AbortSignal): Promise<DrawnApart | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawnApart | undefined>();
  const abort = () => reject(signal.reason);
  const worker = new Worker(new URL("./draw_worker.ts", import.meta.url), {
    type: "module",
    name: "drawing",
  });
  worker.onmessage = ({ data }: MessageEvent<DrawnApart>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    resolve(undefined);
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    worker.postMessage(wish);
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
    worker.terminate();
  }
}

function errorOf({ name, code, message }: { name: string; code: string; message: string }): LoomError {
  return name === "PictureError"
    ? new PictureError(code as PictureErrorCode, message)
    : new LoomError(code, message);
}
