import { isObject } from "@loom/protocol";
import { eventTime } from "../event/event_time.ts";
import { type Universe, UNIVERSES } from "../types.ts";
import { askForBeat, type BeatAnswer, type BridgeCaller, callBridge } from "./bridge_call.ts";
import { type FlowOutcome, flowsOf, type RunFlow, runFlows } from "./flows.ts";
import { type HookClock, type HookSettings, PLATFORM_CLOCK } from "./hook_settings.ts";
import type { SpooledEvent } from "./shell_event.ts";
import { readPayload } from "./stdin_payload.ts";

/** Time limit of a whole run, in milliseconds: below the 30 seconds that dispatchers are known to allow. */
const ALL_MS = 25_000;
/** Time limit for the rest of the payload after a signal to end. */
const GRACE_MS = 1_000;
/** Time limit for writing the log line, and for spooling at the end of the run: a disk may hang. */
const FILE_MS = 2_000;
/** Delay before create-beat is retried. */
const RETRY_MS = 300;

/** All that the hook has of the outside; tests pass their own. */
export interface HookOutside {
  /** Standard input with the payload as JSON. */
  readonly stdin: ReadableStream<Uint8Array>;
  /** Sends requests to the bridge. */
  readonly fetch: typeof globalThis.fetch;
  /** Rejects when nothing listens at the address. Default: not tried beforehand. */
  readonly reach?: ((url: string, signal: AbortSignal) => Promise<void>) | undefined;
  /** Tells the time. */
  readonly now: () => Date;
  /** Starts the programs of flows. */
  readonly runFlow: RunFlow;
  /** Keeps an event for later; resolves with how many others made room. */
  readonly spool: (folder: string, event: SpooledEvent, now: Date) => Promise<number>;
  /** Appends a line to a file, all at once. */
  readonly append: (path: string, line: string) => Promise<void>;
  /** Takes what happens, for people. */
  readonly remark: (line: string) => void;
  /** Aborted by a signal to end. */
  readonly stop: AbortSignal;
  /** Clock and timers. Default: those of the platform. */
  readonly clock?: HookClock | undefined;
}

/** Outcome of a delivery: the line that the hook prints. */
export interface HookResult {
  /** The identity of the delivery; made from the payload where none was given. */
  readonly event_id: string;
  /** `local` when no bridge took it. */
  readonly mode: "bridge" | "local";
  /** The view that leads; `null` without a bridge. */
  readonly lead_universe: Universe | null;
  /** Agreement of the views, from 0 to 1; `null` without a bridge. */
  readonly coherence_score: number | null;
  /** `unknown` when the bridge analysed the event and made no beat. */
  readonly beat_id: string | null;
  /** The flows of the lead, in order. */
  readonly flows: readonly FlowOutcome[];
  /** Duration in milliseconds. */
  readonly ms: number;
}

/**
 * Takes a delivery to the bridge and runs the flows of the view that leads.
 *
 * It never rejects and never takes longer than its limit: without a bridge the delivery is spooled, or dropped.
 */
export async function runHook(settings: HookSettings, outside: HookOutside): Promise<HookResult> {
  const begun = outside.now();
  const { clock = PLATFORM_CLOCK, stop } = outside;
  const timeUp = clock.after(ALL_MS);
  const lastCall = AbortSignal.any([timeUp, someTimeAfter(stop, () => clock.after(GRACE_MS))]);
  const { payload, identity, isStopped, trouble } = await readPayload(outside.stdin, lastCall);
  if (trouble !== undefined) outside.remark(`The payload is left out: ${trouble}.`);
  const event: SpooledEvent = {
    ...settings.event,
    event_id: settings.event.event_id || identity,
    timestamp: eventTime(settings.event.timestamp) ?? begun.toISOString(),
    payload,
  };
  const outcome = await deliver(event, settings, {
    ...outside,
    clock,
    stop: AbortSignal.any([timeUp, stop]),
  });
  const lastMoment = someTimeAfter(timeUp, () => clock.after(FILE_MS));
  if (outcome.isKept) await keep(event, isStopped, settings, outside, lastMoment);
  const result: HookResult = {
    event_id: event.event_id,
    ...outcome.result,
    ms: Math.max(0, outside.now().getTime() - begun.getTime()),
  };
  await log(result, event, outcome.error ?? trouble, settings, outside, clock.after(FILE_MS));
  return result;
}

/**
 * A signal that is aborted some time after another one is.
 *
 * @param wait begins that time
 */
function someTimeAfter(signal: AbortSignal, wait: () => AbortSignal): AbortSignal {
  const later = new AbortController();
  const begin = () => wait().addEventListener("abort", () => later.abort(), { once: true });
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return later.signal;
}

interface Delivery {
  readonly result: Omit<HookResult, "event_id" | "ms">;
  /** `true` if the event is to be spooled. */
  readonly isKept: boolean;
  readonly error?: string;
}

async function deliver(
  event: SpooledEvent,
  settings: HookSettings,
  outside: HookOutside & { readonly clock: HookClock },
): Promise<Delivery> {
  const { clock, stop } = outside;
  if (event.event_type === "") return locally("WEBHOOK_EVENT_TYPE is not set", outside, false);
  const caller: BridgeCaller = {
    url: settings.url,
    token: settings.token,
    fetch: outside.fetch,
    reach: outside.reach,
    clock,
    stop,
  };
  const answer = await callBridge(caller, "analyze", JSON.stringify(event));
  if (!answer.ok) {
    // What the bridge understood and refused, it will refuse again.
    const isRefused = answer.status === 400 || answer.status === 413;
    return locally(answer.reason, outside, !isRefused);
  }
  const analysis = answer.body;
  const lead = UNIVERSES.find((universe) => universe === analysis.lead_universe) ?? "story_engine";
  const { coherence_score: score } = analysis;
  const created = await createBeat(caller, clock, event, analysis);
  if (!created.ok) outside.remark(`The bridge made no beat: ${created.reason}.`);
  const beat = created.ok ? created.beatId : "unknown";
  return {
    result: {
      mode: "bridge",
      lead_universe: lead,
      coherence_score: typeof score === "number" ? score : 0,
      beat_id: beat,
      flows: await followLead(lead, event, analysis, beat, settings, outside),
    },
    isKept: !created.ok && created.status !== 400 && created.status !== 413,
    ...(created.ok ? {} : { error: `no beat: ${created.reason}` }),
  };
}

function locally(reason: string, outside: HookOutside, isKept: boolean): Delivery {
  outside.remark(`The bridge is of no use (${reason}): the event is processed locally, without a beat.`);
  return {
    result: { mode: "local", lead_universe: null, coherence_score: null, beat_id: null, flows: [] },
    isKept,
    error: reason,
  };
}

/** Tried a second time where no answer or a 503 came: the same event makes one beat however often it is asked for. */
async function createBeat(
  caller: BridgeCaller,
  clock: HookClock,
  { event_id, payload }: SpooledEvent,
  analysis: Record<string, unknown>,
): Promise<BeatAnswer> {
  const body = JSON.stringify({ event_id, analysis, raw_payload: payload });
  const first = await askForBeat(caller, body);
  const isWorthAnother = !first.ok && (first.status === undefined || first.status === 503);
  if (!isWorthAnother || first.reason === "no answer in time" || caller.stop.aborted) return first;
  await clock.pause(RETRY_MS, caller.stop);
  return await askForBeat(caller, body);
}

async function followLead(
  lead: Universe,
  event: SpooledEvent,
  analysis: Record<string, unknown>,
  beatId: string,
  settings: HookSettings,
  outside: HookOutside,
): Promise<FlowOutcome[]> {
  const view = analysis[lead];
  return await runFlows({
    names: flowsOf(lead, isObject(view) ? view.suggested_flows : undefined),
    folder: settings.flows,
    input: JSON.stringify({ event, analysis, beat_id: beatId }),
    run: outside.runFlow,
    stop: outside.stop,
    remark: outside.remark,
    clock: outside.clock,
  });
}

async function keep(
  event: SpooledEvent,
  isStopped: boolean,
  { spool }: HookSettings,
  outside: HookOutside,
  late: AbortSignal,
): Promise<void> {
  if (spool === undefined) return;
  if (isStopped) {
    // Half an event would later block the whole one, which has the same identity.
    outside.remark("The event is not spooled, for its payload did not come: have it delivered again.");
    return;
  }
  try {
    const gone = await unlessLate(outside.spool(spool, event, outside.now()), late);
    if (gone > 0) outside.remark(`The spool is full: the oldest ${gone} made room.`);
  } catch (error) {
    outside.remark(`The event cannot be spooled in ${spool} (${nameOf(error)}).`);
  }
}

/** Neither the payload nor the token is ever written. */
async function log(
  result: HookResult,
  { event_type, action, repository }: SpooledEvent,
  error: string | undefined,
  { log: path }: HookSettings,
  outside: HookOutside,
  late: AbortSignal,
): Promise<void> {
  if (path === undefined) return;
  const ts = outside.now().toISOString();
  const line = { ts, ...result, event_type, action, repository, error: error ?? null };
  try {
    await unlessLate(outside.append(path, `${JSON.stringify(line)}\n`), late);
  } catch (error) {
    outside.remark(`The log ${path} cannot be written (${nameOf(error)}).`);
  }
}

/** @throws {DOMException} `TimeoutError` when the work is not done by then; it goes on */
async function unlessLate<Value>(work: Promise<Value>, late: AbortSignal): Promise<Value> {
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(new DOMException("", "TimeoutError")), { once: true });
  });
  return await Promise.race([work, tooLate]);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}
