import { RunningRequests, settlesWithin } from "@loom/bridge/server";
import process from "node:process";
import type { ClientSession } from "./client_session.ts";
import { type JSONRPCMessage, StdioServerTransport, type Transport } from "./sdk.ts";

/** Longest time for running calls after the client has closed its input, in milliseconds. */
const LAST_ANSWERS = 10_000;

/**
 * Serves the one client at the standard streams, until it closes them or the server is told to stop. What it asked before it
 * closed them is still answered.
 *
 * @param stop Aborted when the server is to stop.
 */
export async function serveStdio(clientSession: ClientSession, stop: AbortSignal): Promise<void> {
  const transport = new StdioServerTransport();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => end(), { once: true });
  if (stop.aborted) end();
  // The transport itself does not look out for the end of what it reads, nor for a reader that has gone.
  for (const event of ["end", "close", "error"]) process.stdin.once(event, end);
  process.stdout.once("error", end);
  await clientSession.connect(transport);
  const calls = countCalls(transport);
  await over;
  if (!stop.aborted) await settlesWithin(LAST_ANSWERS, calls.none());
  await clientSession.close();
}

/** Counts what is asked and not answered yet. */
function countCalls(transport: Transport): RunningRequests {
  const calls = new RunningRequests();
  const running = new Map<unknown, () => void>();
  const finish = (id: unknown) => {
    running.get(id)?.();
    running.delete(id);
  };
  const { onmessage, send } = transport;
  transport.onmessage = (message, extra) => {
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
