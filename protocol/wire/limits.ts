/** The bounds of what travels between clients and hub; lengths of text are in UTF-16 units. */
export interface WireLimits {
  /** The bytes of the JSON in one message from a client. */
  readonly messageBytes: number;
  /** Levels of a document or an operation from a client. */
  readonly depth: number;
  /** The bytes of the JSON in one message from the hub: a document can grow by what it gets in small parts. */
  readonly hubMessageBytes: number;
  /** Levels of a document from the hub: as many as one from a file may have. */
  readonly hubDepth: number;
  /** The operations in one patch from a client. */
  readonly ops: number;
  /** The length of a document's id. */
  readonly docId: number;
  /** The length of a participant's name, and of the label of who asked for a view. */
  readonly name: number;
  /** The length of the id of one sending. */
  readonly opId: number;
  /** The changes that a client names when it joins. */
  readonly heldOpIds: number;
  /** The overwritten values that one change lists. */
  readonly overwrites: number;
  /** The length of a file's revision, and of a hub's epoch. */
  readonly revision: number;
  /** The bytes of a cursor, and of a selection. */
  readonly presenceBytes: number;
  /** The length of the path of a system's member. */
  readonly member: number;
  /** The length of the element that a view selects. */
  readonly focus: number;
  /** The length of the sentence that goes with a view. */
  readonly note: number;
}

/** The bounds that every parser of a message keeps. */
export const WIRE_LIMITS: WireLimits = {
  messageBytes: 8 * 1024 * 1024,
  depth: 200,
  hubMessageBytes: 64 * 1024 * 1024,
  hubDepth: 1000,
  ops: 1000,
  docId: 4096,
  name: 200,
  opId: 80,
  heldOpIds: 4000,
  overwrites: 100,
  revision: 128,
  presenceBytes: 4096,
  member: 4096,
  focus: 1000,
  note: 2000,
};
