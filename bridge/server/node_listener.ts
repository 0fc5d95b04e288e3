import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "./handler.ts";
import { type IncomingBody, incomingBody } from "./incoming_body.ts";
import { incomingRequest } from "./incoming_request.ts";

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
