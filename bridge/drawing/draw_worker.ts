/**
 * The worker of `drawApart`: takes one request, draws, answers and is terminated.
 *
 * @module
 */
import { KINDS, LoomError } from "@loom/protocol";
import type { WorkerAnswer, WorkerRequest } from "./draw_document.ts";
import { DRAWING_FORMATS } from "./drawing.ts";

/** The worker's side, which the types of a program lack. */
interface Thread {
  addEventListener(type: "message", listener: (event: MessageEvent<WorkerRequest>) => void): void;
  postMessage(answer: WorkerAnswer): void;
}

const thread = globalThis as unknown as Thread;

thread.addEventListener("message", async ({ data }) => thread.postMessage(await answerTo(data)));

async function answerTo({ format, kind, definition, style }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    const row = KINDS.named(kind);
    if (row === undefined) throw new LoomError("unknown_kind", `There is no kind of document "${kind}".`);
    return { drawing: await DRAWING_FORMATS[format].draw(row, definition, style) };
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    const { name, code, message } = error;
    return { error: { name, code, message } };
  }
}
