import { RunningRequests, settlesWithin } from "@loom/bridge/server";
import process from "node:process";
import { boundedLines, visibleId } from "./bounded_lines.ts";
import type { ClientSession } from "./client_session.ts";
import { agreedRevision, hasBatches, NO_BATCHES } from "./server/revision.ts";
import {
  ErrorCode,
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  StdioServerTransport,
  type Transport,
} from "./sdk.ts";

/** Longest time for running calls after the client has closed its input, in milliseconds. */
const LAST_ANSWERS = 10_000;

/** The most bytes of a message. */
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Serves the one client at the standard streams, until it closes them or the server is told to stop. What it asked before it
 * closed them is still answered; a message that is too long is answered with an error.
 *
 * @param stop Aborted when the server is to stop.
 * @param remark Takes what the client is not answered.
 */
export async function serveStdio(
  clientSession: ClientSession,
  stop: AbortSignal,
  remark: (text: string) => void,
): Promise<void> {
  const input = boundedLines(MOST_BYTES, (line) => {
    const id = visibleId(line);
    const message = tooLong(line.bytes);
    if (id === undefined) return remark(`loom-mcp: ${message}\n`);
    const error = { code: ErrorCode.InvalidRequest, message };
    transport.send({ jsonrpc: "2.0", id, error }).catch(() => {});
  }, (line) => {
    const messages = messagesOf(line);
    if (messages === undefined) return String(line);
    if (hasBatches(revision)) return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
    const error = { code: ErrorCode.InvalidRequest, message: NO_BATCHES };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`);
    return "";
  });
  let revision = LATEST_PROTOCOL_VERSION;
  // The lines are bounded already.
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: Infinity });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => end(), { once: true });
  if (stop.aborted) end();
  // The transport itself does not look out for the end of what it reads, nor for a reader that has gone.
  for (const event of ["end", "close", "error"]) process.stdin.once(event, () => input.end());
  input.once("end", end);
  process.stdout.once("error", end);
  // The program does not outlive its transport.
  transport.onclose = end;
  await clientSession.connect(transport);
  const calls = countCalls(transport, (message) => {
    revision = agreedRevision(message) ?? revision;
  });
  process.stdin.pipe(input);
  await over;
  if (!stop.aborted) await settlesWithin(LAST_ANSWERS, calls.none());
  await settlesWithin(LAST_ANSWERS, clientSession.close());
}

function tooLong(bytes: number): string {
  return `A message has ${bytes} bytes, and ${MOST_BYTES} are the most: send less at once, such as the parts of a ` +
    "definition one by one.";
}

/** The messages of a batch, each to be answered on its own line; `undefined` when the line is none. */
function messagesOf(line: Uint8Array): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(line));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Counts what is asked and not answered yet, and passes on what comes. */
function countCalls(transport: Transport, onMessage: (message: JSONRPCMessage) => void): RunningRequests {
  const calls = new RunningRequests();
  const running = new Map<unknown, () => void>();
  const finish = (id: unknown) => {
    running.get(id)?.();
    running.delete(id);
  };
  const { onmessage, send } = transport;
  transport.onmessage = (message, extra) => {
    onMessage(message);
    if (isRequest(message)) running.set(message.id, calls.begin());
    // What is taken back is not answered.
    if (isCancellation(message)) finish(message.params?.requestId);
    onmessage?.call(transport, message, extra);
  };
  transport.send = async (message, options) => {
    await send.call(transport, message, options);
    if ("id" in message && !("method" in message)) finish(message.id);
  };
  return calls;
}

function isRequest(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { method: string; id: unknown }> {
  return "method" in message && "id" in message;
}

function isCancellation(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string }> {
  return "method" in message && message.method === "notifications/cancelled";
}
