import { KINDS, type KindTable } from "@loom/protocol";
import { createClientOf } from "./client.ts";
import type { BridgeClient, BridgeClientOptions } from "./client_options.ts";
import { emptyReplicaOf, type Replica } from "./replica/replica.ts";

/**
 * Makes a client of a document at a hub, for a browser or a program. It joins again by itself after every reconnection, keeps
 * pending changes, and asks for missed ones; its own changes show at once in `client.document.view`.
 *
 * @example
 * ```ts
 * import { BridgeError, createBridgeClient } from "@loom/hub/client";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const client = createBridgeClient({ url: "http://127.0.0.1:9", role: "cli", docId: "door.smdf.json" });
 * client.on("patch", ({ seq, origin }) => console.log(`change ${seq} by ${origin}`));
 * const error = await client.join().catch((error) => error);
 * assert(error instanceof BridgeError);
 * assertEquals(error.code, "connect_error");
 * client.disconnect();
 * ```
 */
export function createBridgeClient(options: BridgeClientOptions): BridgeClient {
  return createClientOf(options.kinds ?? KINDS, options);
}

/** The replica of a document before anything arrived. */
export function emptyReplica(docId: string, kinds: KindTable = KINDS): Replica {
  return emptyReplicaOf(kinds, docId);
}
