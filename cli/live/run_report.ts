import type { BridgeClient, BridgeError } from "@loom/hub/client";
import type { MachineOp } from "@loom/protocol";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import { configuredHub, type HubAccess, hubDocument, likelyHub } from "./hub_access.ts";

/** Reports to a hub where a run stands, so that pages and `watch` show it. */
export interface RunReport {
  /** Reports the active states, and the event that led there. */
  readonly show: (configuration: readonly string[], event?: string) => void;
  /** Waits until the hub has the last report, and ends the connection; of a run that is over nothing stays active. */
  readonly close: (isOver: boolean) => Promise<void>;
}

/** The report without a hub. */
export const NO_REPORT: RunReport = { show: () => {}, close: () => Promise.resolve() };

/** The name that others see, if the person gives none. */
const NAME = "loom run";
/** Longest wait for a hub that nobody named, in milliseconds. */
const PROBE_MS = 500;
/** Longest wait for a hub, in milliseconds: a person waits with it. */
const PATIENCE = { joinTimeoutMs: 3_000, ackTimeoutMs: 4_000, commitTimeoutMs: 5_000 };
/** Reports in flight at which further steps wait. */
const MOST_PENDING = 100;
/** Steps that wait for the hub; of more, the latest are reported. */
const MOST_STEPS = 200;

/**
 * Begins to report a run to the hub that is named, else to one that answers on this machine. A hub that cannot be used never stops the
 * run; one that was named and cannot be used is remarked.
 *
 * @throws {UsageError} When the hub's address or token is wrong.
 */
export async function reportRun(context: Context, path: string): Promise<RunReport> {
  const configured = await configuredHub(context);
  // An empty address asks for no hub.
  if (path === STANDARD_INPUT || (configured === undefined && context.hub.url === "")) return NO_REPORT;
  const access = configured ?? await likelyHub(context);
  return new Report(context, access, hubDocument(path));
}

/** The active states after a step, and the event that led there. */
interface Step {
  readonly configuration: readonly string[];
  readonly event: string | undefined;
}

class Report implements RunReport {
  readonly #context: Context;
  readonly #access: HubAccess;
  readonly #opening: Promise<void>;
  #client: BridgeClient | undefined;
  /** Steps that the hub was not told of. */
  #steps: readonly Step[] = [];
  /** The last step that it was told of. */
  #last: Step | undefined;
  /** The states that the hub was last told of. */
  #shown: readonly string[] = [];
  readonly #sending = new Set<Promise<unknown>>();
  #isRemarked = false;

  constructor(context: Context, access: HubAccess, docId: string) {
    this.#context = context;
    this.#access = access;
    this.#opening = this.#open(docId);
  }

  show(configuration: readonly string[], event?: string): void {
    this.#steps = [...this.#steps, { configuration, event }].slice(-MOST_STEPS);
    if (this.#sending.size < MOST_PENDING) this.#send();
  }

  async close(isOver: boolean): Promise<void> {
    if (isOver) this.#steps = [...this.#steps, { configuration: [], event: undefined }];
    await this.#opening;
    const client = this.#client;
    if (client === undefined) return;
    await Promise.all(this.#sending);
    this.#send();
    await Promise.all(this.#sending);
    await client.close();
  }

  async #open(docId: string): Promise<void> {
    const { url, token, name = NAME, isConfigured } = this.#access;
    if (!isConfigured && !await answers(url)) return;
    // Lazy import: the client is large, and needed only with a hub.
    const { BridgeError, createBridgeClient } = await import("@loom/hub/client");
    const client = createBridgeClient({ url, token, name, role: "runtime", docId, ...PATIENCE });
    this.#client = client;
    client.on("phase", (phase) => {
      if (phase !== "live") return;
      this.#shown = client.document.active;
      if (this.#steps.length === 0 && this.#last !== undefined) this.#steps = [this.#last];
      this.#send();
    });
    client.on("error", () => {});
    await client.join().catch((error) => {
      if (!(error instanceof BridgeError)) throw error;
      return this.#remark(error);
    });
  }

  /** Sends the steps that wait, while the client is in the room. */
  #send(): void {
    const client = this.#client;
    if (client?.phase !== "live" && client?.phase !== "resyncing") return;
    for (const step of this.#steps) {
      const ops = moves(this.#shown, step);
      this.#last = step;
      this.#shown = step.configuration;
      if (ops.length === 0) continue;
      const sent = client.commit(ops).catch((error: BridgeError) => this.#remark(error))
        .finally(() => this.#sending.delete(sent));
      this.#sending.add(sent);
    }
    this.#steps = [];
  }

  async #remark(error: BridgeError): Promise<void> {
    const { hubTrouble } = await import("@loom/hub/client");
    if (this.#isRemarked || !this.#access.isConfigured) return;
    this.#isRemarked = true;
    this.#context.remark(`live: not shown. ${hubTrouble(error, this.#access.url).message}`);
  }
}

/** True when a server answers at an address. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PROBE_MS) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** The reports that lead from some active states to those of a step. */
function moves(from: readonly string[], { configuration: to, event: eventId }: Step): MachineOp[] {
  const left = from.filter((state) => !to.includes(state));
  const entered = to.filter((state) => !from.includes(state));
  const [first] = left;
  const cause = {
    ...(first === undefined ? {} : { from: first }),
    ...(eventId === undefined ? {} : { eventId }),
  };
  return [
    ...left.map((state) => ({ op: "runtime.exit", state }) as const),
    ...entered.map((state) => ({ op: "runtime.enter", state, ...cause }) as const),
  ];
}
