import type { AnyOp, JsonObject } from "@loom/protocol";

/** A document of a system, with the path that the system has for it. */
export interface MemberDocument {
  /** The path, as the system writes it. */
  readonly path: string;
  /** The definition; it need not be valid. */
  readonly def: JsonObject;
}

/** The documents of a system that can be read. */
export interface SystemDocuments {
  /** The system; absent for scenarios that no system lists. */
  readonly system?: MemberDocument;
  /** The machines, in the order of the system. */
  readonly machines: readonly MemberDocument[];
  /** The entity-relationship diagrams. */
  readonly erds: readonly MemberDocument[];
  /** The scenarios. */
  readonly scenarios: readonly MemberDocument[];
}

/** The place in a scenario that asks for something. */
export interface Origin {
  /** The path of the scenario. */
  readonly scenario: string;
  /** The element: `message:<address>` or `participant:<name>`. */
  readonly element: string;
}

/** A change of one document that a scenario asks for. It only adds. */
export interface Proposal {
  /** Its id, the same in the next call: what it adds, such as `actor:Guest`, or the message that asks for it. */
  readonly id: string;
  /** The path of the document that it changes. */
  readonly document: string;
  /** The operations. */
  readonly ops: readonly AnyOp[];
  /** The additions, as phrases. */
  readonly reasons: readonly string[];
  /** The place that asks for it. */
  readonly from: Origin;
}

/** A document that proposals change. */
export interface ChangedDocument {
  /** Its path. */
  readonly path: string;
  /** The kind of document. */
  readonly kind: string;
  /** All operations, in order. */
  readonly ops: readonly AnyOp[];
  /** The definition before. */
  readonly before: JsonObject;
  /** The definition afterwards. */
  readonly def: JsonObject;
}

/** Proposals that bring the documents of a system level with its scenarios. */
export interface Reconciliation {
  /** The proposals, in the order in which they apply. */
  readonly proposals: readonly Proposal[];
  /** The documents that the proposals change. */
  readonly documents: readonly ChangedDocument[];
  /** The questions that a person has to decide, as sentences. */
  readonly unresolved: readonly string[];
}
