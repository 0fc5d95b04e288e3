import { type AnyOp, WIRE_LIMITS } from "@loom/protocol";
import { BridgeError } from "./bridge_error.ts";
import type { BridgeClient, Committed, WrittenFile } from "./client_options.ts";

/** A change that is in the file already. */
export interface WrittenChange extends WrittenFile {
  /** The operations, from the content before. */
  readonly ops: readonly AnyOp[];
}

/** Codes of refusals that are about the operations, not about the file. */
const ABOUT_OPS: ReadonlySet<string> = new Set([
  "too_large",
  "bad_request",
  "apply_failed",
  "stale_base",
  "no_base",
]);

/**
 * Announces a change that is in the file: by its operations if the hub accepts them, else so that it reads the file.
 *
 * @param client A client that has joined the document, or is about to.
 * @throws {BridgeError} As {@linkcode BridgeClient.announce}, except for refusals of the operations.
 */
export async function announceWritten(
  client: Pick<BridgeClient, "announce">,
  { ops, ...written }: WrittenChange,
): Promise<Committed> {
  if (ops.length > 0 && ops.length <= WIRE_LIMITS.ops) {
    try {
      return await client.announce(ops, written);
    } catch (error) {
      if (!(error instanceof BridgeError) || !ABOUT_OPS.has(error.code)) throw error;
    }
  }
  // Without the revision before, no operations mean that anything may have changed.
  const { after, mtime } = written;
  return await client.announce([], { after, mtime });
}
