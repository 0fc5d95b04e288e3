import { askForBeat, type BridgeCaller, callBridge, type NoAnswer } from "./bridge_call.ts";
import { readSpooled, spooledFiles } from "./spool.ts";
import type { SpooledEvent } from "./shell_event.ts";

/** Options for draining a spool. */
export interface DrainOptions {
  /** Told of each event what became of it. */
  readonly onEvent?: (event: DrainedEvent) => void;
}

/** Outcome of a spooled event. */
export interface DrainedEvent {
  /** The file that the event waits in. */
  readonly path: string;
  /** The identity of the delivery; empty when the file holds no event. */
  readonly event_id: string;
  /** `sent` has a beat now, `refused` never will, `kept` waits on. */
  readonly outcome: "sent" | "refused" | "kept";
  /** The beat of the event, when it was sent. */
  readonly beat_id?: string;
  /** Why it was not sent, in a few words. */
  readonly reason?: string;
}

/** Outcome of draining a spool. */
export interface DrainOutcome {
  /** Number of events that the bridge accepted. */
  readonly sent: number;
  /** Set aside as `<name>.refused`. */
  readonly refused: number;
  /** Still waiting. */
  readonly left: number;
  /** Why the rest waits. */
  readonly reason?: string;
}

/**
 * Takes the events that wait to the bridge, the oldest first. It stops at the first that gets no answer; an event that
 * the bridge has already is taken as sent, and one that another program took away meanwhile is passed over.
 */
export async function drainSpool(
  folder: string,
  caller: BridgeCaller,
  { onEvent }: DrainOptions = {},
): Promise<DrainOutcome> {
  const paths = await spooledFiles(folder);
  let sent = 0;
  let refused = 0;
  let gone = 0;
  for (const path of paths) {
    const drained = await unlessGone(drain(path, caller));
    if (drained === undefined) {
      gone++;
      continue;
    }
    onEvent?.(drained);
    if (drained.outcome === "kept") {
      const reason = drained.reason ?? "no answer";
      return { sent, refused, left: paths.length - sent - refused - gone, reason };
    }
    if (drained.outcome === "sent") {
      await unlessGone(Deno.remove(path));
      sent++;
    } else {
      await unlessGone(Deno.rename(path, `${path}.refused`));
      refused++;
    }
  }
  return { sent, refused, left: 0 };
}

/** `undefined` where the file is not there any more. */
async function unlessGone<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function drain(path: string, caller: BridgeCaller): Promise<DrainedEvent> {
  const event = await readSpooled(path);
  if (event === undefined) {
    return { path, event_id: "", outcome: "refused", reason: "the file holds no event" };
  }
  return { path, event_id: event.event_id, ...await send(event, caller) };
}

async function send(
  event: SpooledEvent,
  caller: BridgeCaller,
): Promise<Omit<DrainedEvent, "path" | "event_id">> {
  const analyzed = await callBridge(caller, "analyze", JSON.stringify(event));
  if (!analyzed.ok) return unsent(analyzed);
  const { event_id, timestamp, payload: raw_payload } = event;
  const body = JSON.stringify({ event_id, analysis: analyzed.body, raw_payload, timestamp });
  const created = await askForBeat(caller, body);
  return created.ok ? { outcome: "sent", beat_id: created.beatId } : unsent(created);
}

function unsent({ status, reason }: NoAnswer) {
  const isRefused = status === 400 || status === 413;
  return { outcome: isRefused ? "refused" : "kept", reason } as const;
}
