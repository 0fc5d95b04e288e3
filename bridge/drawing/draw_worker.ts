/**
 * The thread of `drawApart`: it gets one wish, draws, answers and is ended.
 *
 * @module
 */
import { LoomError } from "@loom/protocol";
import type { DrawingWish, DrawnApart } from "./draw_apart.ts";
import { DRAWING_FORMATS } from "./drawing.ts";

/** The thread's own side, which the types of a program know nothing of. */
interface Thread {
  addEventListener(type: "message", listener: (event: MessageEvent<DrawingWish>) => void): void;
  postMessage(answer: DrawnApart): void;
}

const thread = globalThis as unknown as Thread;

thread.addEventListener("message", async ({ data }) => thread.postMessage(await answerTo(data)));

async function answerTo({ format, definition, style }: DrawingWish): Promise<DrawnApart> {
  try {
    return { drawing: await DRAWING_FORMATS[format].draw(definition, style) };
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    const { name, code, message } = error;
    return { error: { name, code, message } };
  }
}
