import { isObject } from "@loom/protocol";
import { type HookClock, PLATFORM_CLOCK } from "./hook_settings.ts";

/** Time limit for connecting to the bridge, in milliseconds. */
const REACH_MS = 2_000;
/** Time limit of a whole call. */
const CALL_MS = 5_000;
/** The largest answer that is read, in bytes. */
const MOST_ANSWER = 4 * 1024 * 1024;

/** Dependencies of bridge calls. */
export interface BridgeCaller {
  /** The address of the bridge, without a slash at its end. */
  readonly url: string;
  /** The token that it asks for. */
  readonly token: string | undefined;
  /** Sends the request. */
  readonly fetch: typeof globalThis.fetch;
  /** Rejects when nothing listens at the address, or not in time. Default: not tried beforehand. */
  readonly reach?: ((url: string, signal: AbortSignal) => Promise<void>) | undefined;
  /** Clock and timers. Default: those of the platform. */
  readonly clock?: HookClock | undefined;
  /** Aborted when the work is to end. */
  readonly stop: AbortSignal;
}

/** Outcome of a call. */
export type BridgeAnswer =
  | { readonly ok: true; readonly status: number; readonly body: Record<string, unknown> }
  | NoAnswer;

/** Outcome of a create-beat call. */
export type BeatAnswer = { readonly ok: true; readonly beatId: string } | NoAnswer;

/** Why there is no result. */
export interface NoAnswer {
  readonly ok: false;
  /** The status; none when there was no answer at all. */
  readonly status?: number;
  /** Why it is no answer, in a few words; never what the event says. */
  readonly reason: string;
}

/**
 * Posts an object to an operation of the bridge.
 *
 * An answer is a status of 2xx with a JSON object; redirections are not followed.
 *
 * @returns never rejects
 */
export async function callBridge(
  caller: BridgeCaller,
  operation: "analyze" | "create-beat",
  body: string,
): Promise<BridgeAnswer> {
  const url = `${caller.url}/${operation}`;
  const { after } = caller.clock ?? PLATFORM_CLOCK;
  const end = after(CALL_MS);
  const signal = AbortSignal.any([end, caller.stop]);
  try {
    await caller.reach?.(url, AbortSignal.any([after(REACH_MS), signal]));
    const response = await caller.fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        ...(caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` }),
      },
      body,
      signal,
    });
    return await answerOf(response, signal);
  } catch (error) {
    if (caller.stop.aborted) return { ok: false, reason: "stopped" };
    if (end.aborted) return { ok: false, reason: "no answer in time" };
    return { ok: false, reason: reasonOf(error) };
  }
}

/** Asks for the beat of an event. An answer that names none is not of a bridge, and the event is not to be let go for it. */
export async function askForBeat(caller: BridgeCaller, body: string): Promise<BeatAnswer> {
  const answer = await callBridge(caller, "create-beat", body);
  if (!answer.ok) return answer;
  const { beat_id: beatId } = answer.body;
  if (typeof beatId === "string" && beatId !== "") return { ok: true, beatId };
  return { ok: false, status: answer.status, reason: "the answer names no beat" };
}

async function answerOf(response: Response, signal: AbortSignal): Promise<BridgeAnswer> {
  const { status } = response;
  if (!response.ok) {
    await response.body?.cancel();
    return { ok: false, status, reason: `status ${status}` };
  }
  const text = await textOf(response, signal);
  const value = text === undefined ? undefined : jsonOf(text);
  if (isObject(value)) return { ok: true, status, body: value };
  return { ok: false, status, reason: "the answer is no JSON object" };
}

/** The text of an answer; `undefined` when it is too long. */
async function textOf(response: Response, signal: AbortSignal): Promise<string | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted();
    size += chunk.length;
    if (size > MOST_ANSWER) return undefined;
    chunks.push(chunk);
  }
  return await new Blob(chunks).text();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A few words; the system's longer texts may repeat addresses and more. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (/refused/i.test(text)) return "connection refused";
  if (/timed? ?out/i.test(text)) return "no connection in time";
  if (error instanceof TypeError && /url/i.test(text)) return "the address of the bridge is none";
  return "no connection";
}

/**
 * Tries whether something listens at an address, which `fetch` alone has no limit of time for.
 *
 * @param url an address of `http:` or `https:`
 * @param signal aborted when it has taken too long
 */
export async function reach(url: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { hostname, port, protocol } = new URL(url);
  const connection = Deno.connect({
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (protocol === "https:" ? 443 : 80),
  });
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    (await Promise.race([connection, tooLate])).close();
  } catch (error) {
    connection.then((late) => late.close(), () => {});
    throw error;
  }
}
