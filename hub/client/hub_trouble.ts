import type { BridgeError, BridgeErrorCode } from "./bridge_error.ts";

/** Why a hub was of no use. */
export interface HubTrouble {
  /** `silent`: nothing answers, or not in time; `refused`: it answers and refuses. */
  readonly kind: "silent" | "refused";
  /** A sentence for persons, without an advice. */
  readonly message: string;
}

/** What the client says itself when there is nothing that answers. */
const SILENT: ReadonlySet<BridgeErrorCode> = new Set(["connect_error", "timeout", "disconnected"]);

/**
 * Tells a hub that is not there from one that refuses.
 *
 * @param url Where the hub is.
 *
 * @example
 * ```ts
 * import { BridgeError, hubTrouble } from "@loom/hub/client";
 * import { assertEquals } from "@std/assert";
 * const url = "http://127.0.0.1:4599";
 * assertEquals(hubTrouble(new BridgeError("connect_error", "..."), url), {
 *   kind: "silent",
 *   message: "Nothing answers at http://127.0.0.1:4599.",
 * });
 * ```
 */
export function hubTrouble({ code, message }: BridgeError, url: string): HubTrouble {
  if (code === "timeout") return { kind: "silent", message: `The hub at ${url} did not answer in time.` };
  if (SILENT.has(code)) return { kind: "silent", message: `Nothing answers at ${url}.` };
  return { kind: "refused", message: `The hub at ${url} refuses: ${message}` };
}
