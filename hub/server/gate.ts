import { LoomError, type RequestGate, requestGate, type RequestGateOptions } from "@loom/protocol";
import { HubStartError } from "./hub_error.ts";

/**
 * The gate of a hub.
 *
 * @throws {HubStartError} when an origin is none
 */
export function hubGate(options: RequestGateOptions): RequestGate {
  try {
    return requestGate(options);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    throw new HubStartError("bad_option", error.message, { cause: error });
  }
}
