import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "./handler.ts";

const EVENT_STREAM = "text/event-stream";

/**
 * Adapts a handler to a server of `node:http`. Event streams are sent as they come; other answers are sent whole, with their length. A
 * client that goes away aborts the request's signal and cancels its event stream. Settles when the answer is written.
 */
export function nodeListener(
  handler: RequestHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    const body = incomingBody(incoming);
    try {
      const request = incomingRequest(incoming, { body: body.stream, signal: gone.signal });
      const response = request === undefined
        ? badRequest()
        : await handler(request, incoming.socket.remoteAddress);
      await send(response, outgoing, body, gone.signal);
    } catch {
      // The handler failed, or the client went away.
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { connection: "close" }).end();
    }
  };
}

/** The answer to a request whose target or `Host` does not parse. */
export function badRequest(): Response {
  return new Response("The address or the Host of the request does not parse.\n", { status: 400 });
}

/** Sends an answer, then receives what the handler did not read of the body, so that the client comes to look for the answer. */
async function send(
  response: Response,
  outgoing: ServerResponse,
  body: IncomingBody,
  gone: AbortSignal,
): Promise<void> {
  const stream = response.headers.get("content-type")?.startsWith(EVENT_STREAM) ? response.body : null;
  const bytes = stream === null ? await response.bytes() : new Uint8Array();
  const hasLength = stream !== null || response.body === null || response.headers.has("content-length");
  outgoing.writeHead(response.status, [
    ...[...response.headers].flat(),
    ...(hasLength ? [] : ["content-length", String(bytes.byteLength)]),
  ]);
  if (stream !== null) await sendStream(stream, outgoing, gone);
  if (!body.isOver()) {
    outgoing.write(bytes);
    await body.drop();
    return void outgoing.end();
  }
  outgoing.end(bytes);
}

async function sendStream(
  stream: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const reader = stream.getReader();
  gone.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  // Sends the head, which `flushHeaders` does not in Deno 2.6.
  outgoing.write("");
  while (!gone.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  await reader.cancel();
}

/** Settles when the client has read what was written, or has gone. */
async function drained(outgoing: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const settle = () => {
      outgoing.off("drain", settle).off("close", settle);
      resolve();
    };
    outgoing.on("drain", settle).on("close", settle);
  });
}

/** Methods that `Request` does not represent; they become OPTIONS, so handlers refuse them like other methods they do not take. */
const UNREPRESENTED = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Parts of a request that its head does not have. */
export interface IncomingParts {
  readonly body?: ReadableStream<Uint8Array> | undefined;
  readonly signal?: AbortSignal;
}

/** A request of `node:http` as a web-standard one; `undefined` when its address does not parse, of which `Host` is a part. */
export function incomingRequest(incoming: IncomingMessage, parts: IncomingParts = {}): Request | undefined {
  const { url: target = "/", method = "GET", headers: { host = "host.invalid" } } = incoming;
  const { body, ...rest } = parts;
  const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
  try {
    return new Request(`http://${host}${target.startsWith("/") ? "" : "/"}${target}`, {
      ...rest,
      method: UNREPRESENTED.has(method) ? "OPTIONS" : method,
      headers: headersOf(incoming),
      ...(hasBody ? { body, duplex: "half" } : {}),
    });
  } catch {
    return undefined;
  }
}

/** The headers as sent: `node:http` would drop the second of some that must not repeat. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  return headers;
}

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
