import { analyzed, withPayload } from "../../event/analyze_event.ts";
import { bodyIdentity } from "../../sha256.ts";
import { readEvent } from "../../event/read_event.ts";
import type { WebhookEvent } from "../../types.ts";
import type { NarrativeDeps } from "../deps.ts";
import { putRecord } from "../operations/analyze.ts";
import { keepBeat } from "../operations/create_beat.ts";
import { parseDelivery } from "../parse_body.ts";
import { go, refuse, type Step } from "../refusals.ts";
import { type Answer, headerText, json } from "../respond.ts";
import type { Call, Route } from "../route.ts";
import { isWanted } from "./event_filter.ts";
import { commitNames, type NaturalEvent, naturalEvent } from "../../event/natural_event.ts";

/** Takes a delivery of the forge whose signature is right. */
export const receiveWebhook: Route["run"] = async ({ request: { headers }, bytes }, deps) => {
  const type = headers.get("x-github-event")?.trim();
  if (type === undefined || type === "") {
    return refuse("missing_event", "X-GitHub-Event is required");
  }
  const payload = parseDelivery(bytes, headers.get("content-type"));
  if (!payload.ok) return payload;
  if (type === "ping") {
    deps.meters.webhooks.add({ outcome: "ping" });
    return go(json({ ok: true }));
  }
  if (!isWanted(deps.filter, type, payload.value)) {
    deps.meters.webhooks.add({ outcome: "ignored" });
    return go(json({ ignored: true }, { status: 202 }));
  }
  const hook = hookOf(headers);
  warnOfSeveralHooks(hook, deps);
  const delivery = headers.get("x-github-delivery")?.trim() ?? "";
  const now = new Date(deps.now()).toISOString();
  const event = readEvent({ event_type: type, event_id: delivery, payload: payload.value }, {
    now,
    get eventId() {
      return bodyIdentity(bytes);
    },
  });
  return go(await keep(event, { now, hook }, deps));
};

/** Stores an event once, however it comes again: by the same delivery, another hook, or a fetch of what was missed. */
async function keep(
  event: WebhookEvent,
  { now, hook }: { readonly now: string; readonly hook: string },
  deps: NarrativeDeps,
): Promise<Answer> {
  const { store, story, rules, meters } = deps;
  const { record: read, texts } = analyzed(event, { story, now, rules });
  const natural = naturalEvent(read.key, event);
  const timestamp = natural?.at ?? event.timestamp;
  const holder = natural === undefined
    ? event.event_id
    : await holderOf(natural, { eventId: event.event_id, hook }, deps);
  await Promise.all(commitNames(read.key, event).map((name) => store.claim(story, name, holder)));
  const record = { ...read, event_id: holder, event_at: timestamp };
  // The delivery that holds the name may have broken off before this; what it stored stays.
  await putRecord(deps.keepPayload ? await withPayload(record, event) : record, texts, deps);
  const { analysis, key } = record;
  const { beat, created } = await keepBeat(
    { event_id: holder, analysis, raw_payload: event.payload, timestamp, story },
    deps,
  );
  meters.webhooks.add({ outcome: created ? "stored" : "duplicate" });
  return json({
    event_id: holder,
    beat_id: beat.id,
    lead_universe: beat.lead_universe,
    duplicate: !created,
  }, {
    status: 202,
    headers: { "x-narrative-key": headerText(key), ...(created ? {} : { "x-narrative-duplicate": "true" }) },
  });
}

/** A delivery: its id, and the hook that it is of, `""` where it names none. */
interface Delivery {
  readonly eventId: string;
  readonly hook: string;
}

/**
 * The event that what happened is known by: the first one under its name. A fetched push, and one that an earlier
 * version stored, has only the plain name of pushes, and its record does not say what the branch was at before: it
 * counts as this push. Any other holder of the plain name is a push from another commit.
 */
async function holderOf(
  { name, plainName }: NaturalEvent,
  delivery: Delivery,
  deps: NarrativeDeps,
): Promise<string> {
  const { store, story } = deps;
  const { eventId } = delivery;
  if (name === undefined) return eventId;
  const repeat = plainName === undefined ? 0 : await earlierPushes(name, delivery, deps);
  const holder = await store.claim(story, repeat === 0 ? name : `${name}#${repeat}`, eventId);
  if (plainName === undefined || repeat > 0) return holder;
  const plain = await store.claim(story, plainName, holder);
  if (plain === holder) return holder;
  const record = await store.getAnalysis(story, plain);
  return record === undefined || record.facts.commits?.before !== undefined ? holder : plain;
}

/**
 * Number of earlier pushes of the same name: a branch that is moved back and forth goes from one commit to another
 * several times. A hook delivers each push under an id of its own and redelivers it under the same, so the place of an
 * id among those of its hook is the number of the push, for every hook.
 */
async function earlierPushes(
  name: string,
  { eventId, hook }: Delivery,
  { store, story }: NarrativeDeps,
): Promise<number> {
  let count = 0;
  while (await store.claim(story, `${name}@${hook}#${count}`, eventId) !== eventId) count++;
  return count;
}

/** Id of the hook that a delivery is of; `""` where it names none. */
function hookOf(headers: Headers): string {
  return /^\d{1,20}$/.exec(headers.get("x-github-hook-id") ?? "")?.[0] ?? "";
}

/** Warns when two hooks feed one story: each change reaches it twice, under two names. */
function warnOfSeveralHooks(hookId: string, { hookIds, log, story }: NarrativeDeps): void {
  if (hookId === "" || hookIds.has(hookId) || hookIds.size > 1) return;
  hookIds.add(hookId);
  if (hookIds.size === 2) {
    log({ level: "warn", event: "several_hooks", story, hooks: [...hookIds].join(",") });
  }
}

/** Refuses webhooks that no secret can check. */
export function checkWebhookSecret({ signature }: NarrativeDeps): Step<void> {
  if (signature !== undefined) return go(undefined);
  return refuse("webhook_secret_missing", "webhooks are not taken: the bridge has no GITHUB_WEBHOOK_SECRET");
}

/** Checks the signature of a webhook. */
export async function checkWebhookSignature(
  { request, bytes }: Pick<Call, "request" | "bytes">,
  { signature, meters }: NarrativeDeps,
): Promise<Step<void>> {
  if (signature === "unsigned") return go(undefined);
  const given = request.headers.get("x-hub-signature-256");
  if (signature !== undefined && await signature(bytes, given)) return go(undefined);
  meters.webhooks.add({ outcome: "unsigned" });
  return refuse("bad_signature", "signature mismatch");
}
