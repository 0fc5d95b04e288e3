import { type AnyKind, type JsonObject, type KindName, KINDS, LoomError } from "@loom/protocol";
import { PictureError, type PictureErrorCode } from "../picture/picture_error.ts";
import { type Drawing, DRAWING_FORMATS, type DrawingFormat, type DrawingStyle } from "./drawing.ts";

/** A document to draw. */
export interface DrawingRequest {
  /** The format. */
  readonly format: DrawingFormat;
  /** The kind of document. */
  readonly row: AnyKind;
  /** The document. */
  readonly definition: JsonObject;
  /** The style. */
  readonly style: DrawingStyle;
}

/** The message to the worker: the kind goes by its name, since functions cannot be sent. */
export interface WorkerRequest extends Omit<DrawingRequest, "row"> {
  /** The kind's name in {@linkcode KINDS}. */
  readonly kind: KindName;
}

/** The worker's answer. */
export type WorkerAnswer =
  | { readonly drawing: Drawing }
  | { readonly error: { readonly name: string; readonly code: string; readonly message: string } };

/** Documents with more elements are drawn in a worker: they take longer than a worker takes to start. */
const MAX_INLINE_ELEMENTS = 60;

/**
 * Draws a document without blocking: a small one at once, a larger one in a worker.
 *
 * @param signal Ends the work.
 * @throws {LoomError} What the row of the format throws.
 * @throws The reason of the signal.
 *
 * @example
 * ```ts
 * import { DRAWING_DEFAULTS, drawUnblocked } from "@loom/bridge/drawing";
 * import { MACHINE_KIND } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const definition = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * const { signal } = new AbortController();
 * const request = { format: "ascii", row: MACHINE_KIND, definition, style: DRAWING_DEFAULTS } as const;
 * const { content } = await drawUnblocked(request, signal);
 * assertEquals(content, "Lamp\n");
 * ```
 */
export async function drawUnblocked(request: DrawingRequest, signal: AbortSignal): Promise<Drawing> {
  const { row, definition } = request;
  signal.throwIfAborted();
  const isLarge = (row.content?.elements(definition).length ?? 0) > MAX_INLINE_ELEMENTS;
  return isLarge ? await drawApart(request, signal) : await drawHere(request);
}

/**
 * Draws a document in a worker, so that a server is not blocked and the work can be ended. A kind that the worker does not know is
 * drawn in this thread, as is everything where no worker can be started.
 *
 * @param signal Ends the work.
 * @throws {LoomError} What the row of the format throws.
 * @throws The reason of the signal.
 */
export async function drawApart(request: DrawingRequest, signal: AbortSignal): Promise<Drawing> {
  signal.throwIfAborted();
  const answer = isKnownApart(request.row) ? await answerOf(request, signal) : undefined;
  if (answer === undefined) return await drawHere(request);
  if ("drawing" in answer) return answer.drawing;
  throw errorOf(answer.error);
}

async function drawHere({ format, row, definition, style }: DrawingRequest): Promise<Drawing> {
  return await DRAWING_FORMATS[format].draw(row, definition, style);
}

function isKnownApart({ kind, content }: AnyKind): boolean {
  return content !== undefined && KINDS.named(kind)?.content?.pictures === content.pictures;
}

/** The answer of a worker; `undefined` when it cannot be started. */
async function answerOf(
  { row, ...rest }: DrawingRequest,
  signal: AbortSignal,
): Promise<WorkerAnswer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer | undefined>();
  const abort = () => reject(signal.reason);
  const worker = new Worker(new URL("./draw_worker.ts", import.meta.url), {
    type: "module",
    name: "drawing",
  });
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    resolve(undefined);
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    const request: WorkerRequest = { ...rest, kind: row.kind };
    worker.postMessage(request);
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
