import {
  type AnyKind,
  DOCUMENT_KINDS,
  KindTable,
  MACHINE_KIND,
  type StateMachineDefinition,
} from "@loom/protocol";
import { enrich } from "./model.ts";
import { validate } from "./validate/validate.ts";

const { content } = MACHINE_KIND;

/** State machines with their validator. */
const MACHINE: AnyKind = content === undefined ? MACHINE_KIND : {
  ...MACHINE_KIND,
  content: { ...content, findings: (definition: StateMachineDefinition) => validate(enrich(definition)) },
};

/**
 * The kinds of documents of the loom, complete: what needs the engine is in their rows.
 *
 * @example
 * ```ts
 * import { LOOM_KINDS } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(LOOM_KINDS.ofPath("orders/Checkout.smdf.json")?.title, "state machine");
 * ```
 */
export const LOOM_KINDS: KindTable = new KindTable(
  DOCUMENT_KINDS.map((row) => row.kind === MACHINE.kind ? MACHINE : row),
);
