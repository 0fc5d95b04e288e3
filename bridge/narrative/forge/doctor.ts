import { isObject, oneLine } from "@loom/protocol";
import type { BeatStore } from "../store/beat_store.ts";
import { checkRepository, type ForgeClient, ForgeError } from "./forge_client.ts";

/** Options of a search for missing deliveries. */
export interface DoctorOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** The id of the hook. Default: the one that leads to a narrative bridge. */
  readonly hook?: number | undefined;
  /** The story that is searched for the events. */
  readonly story: string;
  /** The types that become beats. Default: all. */
  readonly types?: ReadonlySet<string> | undefined;
  /** Returns `true` if a delivery of that type and payload becomes a beat. Payloads of missing deliveries are fetched for it. Default: each does. */
  readonly isWanted?: ((type: string, payload: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** `true` to redeliver nothing. */
  readonly dryRun?: boolean;
}

/** A delivery that the store knows nothing of. */
export interface MissingDelivery {
  /** The number of its last attempt, by which it can be delivered again. */
  readonly id: number;
  /** Identity at both ends. */
  readonly event_id: string;
  /** The type of the event, such as `issues`. */
  readonly event: string;
  /** Such as `opened`; empty for none. */
  readonly action: string;
  /** Time of the last attempt, as the forge writes it; empty when unknown. */
  readonly delivered_at: string;
  /** Status that the bridge answered; 0 for no answer. */
  readonly status_code: number;
}

/** Report of a search for missing deliveries. */
export interface DoctorReport {
  /** The id of the hook that was examined. */
  readonly hook: number;
  /** The deliveries that the forge remembers, of types that become beats. */
  readonly deliveries: number;
  /** Deliveries without a beat that should have one. */
  readonly missing: readonly MissingDelivery[];
  /** Deliveries that need no beat. */
  readonly skipped: readonly MissingDelivery[];
  /** Redelivered ones. */
  readonly redelivered: readonly number[];
  /** Failed redeliveries, with reasons. */
  readonly failed: readonly { readonly id: number; readonly reason: string }[];
}

/**
 * Compares what the forge delivered with what the store has, and has the missing delivered again. A delivery that had arrived after
 * all makes no second beat.
 *
 * @throws {ForgeError} when the forge does not answer, or refuses; `no_hook` when several hooks exist and none is named
 * @throws {StoreUnavailableError} when the store cannot be reached
 */
export async function examineDeliveries(
  forge: ForgeClient,
  store: BeatStore,
  options: DoctorOptions,
): Promise<DoctorReport> {
  const hooks = `/repos/${checkRepository(options.repository)}/hooks`;
  const hook = options.hook ?? await hookOf(forge, hooks, options.repository);
  const deliveries = await deliveriesOf(forge, `${hooks}/${hook}`, options.types);
  const missing: MissingDelivery[] = [];
  const skipped: MissingDelivery[] = [];
  for (const delivery of deliveries) {
    const { event_id } = delivery;
    const isKnown = await store.beatOfEvent(options.story, event_id) !== undefined;
    if (isKnown) continue;
    const isSkipped = await isLeftOut(forge, `${hooks}/${hook}`, delivery, options.isWanted);
    (isSkipped ? skipped : missing).push(delivery);
  }
  const redelivered: number[] = [];
  const failed: { id: number; reason: string }[] = [];
  for (const { id } of options.dryRun ? [] : missing) {
    try {
      await forge.post(`${hooks}/${hook}/deliveries/${id}/attempts`);
      redelivered.push(id);
    } catch (error) {
      // One that is too old is refused; the others need not be.
      if (!(error instanceof ForgeError) || error.code !== "forge_refused") throw error;
      failed.push({ id, reason: error.message });
    }
  }
  return { hook, deliveries: deliveries.length, missing, skipped, redelivered, failed };
}

/** Returns `true` if a delivery needs no beat. One that the forge does not show counts as missing: the bridge decides when it arrives. */
async function isLeftOut(
  forge: ForgeClient,
  hook: string,
  { id, event }: MissingDelivery,
  isWanted: DoctorOptions["isWanted"],
): Promise<boolean> {
  if (isWanted === undefined) return false;
  try {
    const { request } = await forge.get(`${hook}/deliveries/${id}`);
    const payload = isObject(request) ? request.payload : undefined;
    return isObject(payload) && !isWanted(event, payload);
  } catch (error) {
    if (!(error instanceof ForgeError) || error.code !== "forge_refused") throw error;
    return false;
  }
}

async function hookOf(forge: ForgeClient, path: string, repository: string): Promise<number> {
  const found: number[] = [];
  for await (const { id, config } of forge.list(`${path}?per_page=100`)) {
    const url = isObject(config) && typeof config.url === "string" ? config.url : "";
    if (typeof id === "number" && url.includes("/api/narrative-bridge")) found.push(id);
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const which = found.length === 0
    ? "has no hook that leads to a narrative bridge: make one, or name one with --hook"
    : `has several that lead to narrative bridges, ${found.join(", ")}: name one with --hook`;
  throw new ForgeError("no_hook", `The repository ${oneLine(repository)} ${which}.`);
}

/** The last attempt of each delivery; the forge lists the newest first. */
async function deliveriesOf(
  forge: ForgeClient,
  hook: string,
  types: ReadonlySet<string> | undefined,
): Promise<MissingDelivery[]> {
  const byGuid = new Map<string, MissingDelivery>();
  for await (const delivery of forge.list(`${hook}/deliveries?per_page=100`)) {
    const { id, guid, event } = delivery;
    if (typeof id !== "number" || typeof guid !== "string" || typeof event !== "string") continue;
    if (event === "ping" || byGuid.has(guid) || !(types?.has(event) ?? true)) continue;
    byGuid.set(guid, {
      id,
      event_id: guid,
      event,
      action: typeof delivery.action === "string" ? delivery.action : "",
      delivered_at: typeof delivery.delivered_at === "string" ? delivery.delivered_at : "",
      status_code: typeof delivery.status_code === "number" ? delivery.status_code : 0,
    });
  }
  return [...byGuid.values()];
}
