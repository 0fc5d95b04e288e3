import { KINDS, type KindTable } from "@loom/protocol";
import { emptyReplicaOf, type Replica } from "./replica.ts";

/** The replica of a document before anything arrived. */
export function emptyReplica(docId: string, kinds: KindTable = KINDS): Replica {
  return emptyReplicaOf(kinds, docId);
}
