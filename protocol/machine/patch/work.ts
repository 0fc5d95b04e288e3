import { cloneJson } from "../../json/clone.ts";
import type { MachineOp } from "../ops.ts";
import type { StateMachineDefinition } from "../types.ts";
import { applyOp, draftOf } from "./apply.ts";
import type { Draft } from "./draft.ts";

/**
 * A list of operations in the making, and the document as it is after them. Whoever adds to the list sees the
 * very document that the next operation will meet, so that every index is right by construction.
 */
export class Work {
  /** The operations so far. */
  readonly ops: MachineOp[] = [];
  /** The document after them. */
  readonly draft: Draft;

  /** Begins with a document and no operations. */
  constructor(def: StateMachineDefinition) {
    this.draft = draftOf(def);
  }

  /**
   * Adds an operation, as a copy that shares nothing with the documents it was made from.
   *
   * @throws {Refusal} When the document does not take it.
   */
  emit(op: MachineOp): void {
    const own = cloneJson(op);
    applyOp(this.draft, own);
    this.ops.push(own);
  }
}
