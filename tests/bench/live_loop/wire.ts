/**
 * What the process with the clients is told, and what it says, a line of JSON each.
 *
 * @module
 */

/** The servers that are measured. */
export type ServerKind = "hub" | "plain" | "yjs";

/** Where a server listens. */
export interface Address {
  readonly kind: ServerKind;
  readonly port: number;
}

/** What the clients are to do. */
export type CrowdOrder =
  /** Connect to a server. */
  | { readonly type: "connect"; readonly address: Address; readonly clients: number }
  /** Make that many edits, as fast as they come back. */
  | { readonly type: "burst"; readonly kind: ServerKind; readonly edits: number }
  /** Make one edit every so many milliseconds. */
  | { readonly type: "paced"; readonly kind: ServerKind; readonly edits: number; readonly everyMs: number };

/** What came of it. */
export interface CrowdReport {
  /** From the first edit sent to the last one delivered, in milliseconds. */
  readonly ms: number;
  /** Edits times the clients that got them. */
  readonly delivered: number;
  /** The size of what was delivered, without frame heads. */
  readonly bytes: number;
  /** From sending to each delivery, in milliseconds; of paced edits only. */
  readonly latencies: readonly number[];
}
