import type { IncomingMessage } from "node:http";

/**
 * Bounds of what is received and dropped of a body that nobody wants. Many clients look for the answer only when they have sent all, as
 * Python's `http.client` does; one that sends no more than this gets it.
 */
const DROPPED = { maxBytes: 64 * 1024 * 1024, timeoutMs: 10_000 };

/** The body of a request of `node:http`. */
export interface IncomingBody {
  /** The body; nothing is received before it is read. `undefined` when there is none. */
  readonly stream: ReadableStream<Uint8Array> | undefined;
  /** True when all of it was received. */
  isOver(): boolean;
  /** Receives and drops the rest, up to a size and a time; ends the connection when there is more. */
  drop(): Promise<void>;
}

const NO_BODY: IncomingBody = { stream: undefined, isOver: () => true, drop: () => Promise.resolve() };

/** Makes a web-standard stream of a body. */
export function incomingBody(incoming: IncomingMessage): IncomingBody {
  const { "content-length": length = "0", "transfer-encoding": encoding } = incoming.headers;
  if (length === "0" && encoding === undefined) return NO_BODY;
  let isWanted = true;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on("data", (chunk: Uint8Array) => {
        if (!isWanted) return;
        controller.enqueue(chunk);
        incoming.pause();
      });
      incoming.once("end", () => isWanted && controller.close());
      incoming.once("error", (error) => controller.error(error));
      incoming.pause();
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isWanted = false;
    },
  }, { highWaterMark: 0 });
  return {
    stream,
    isOver: () => incoming.readableEnded,
    drop: async () => {
      isWanted = false;
      await receiveRest(incoming);
      if (!incoming.readableEnded) incoming.socket.destroy();
    },
  };
}

async function receiveRest(incoming: IncomingMessage): Promise<void> {
  let left = DROPPED.maxBytes;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DROPPED.timeoutMs);
    incoming.once("end", resolve).once("close", resolve).on("data", ({ byteLength }: Uint8Array) => {
      left -= byteLength;
      if (left < 0) resolve();
    });
    incoming.resume();
  });
  clearTimeout(timer);
}
