import { type AnyKind, DOCUMENT_KINDS, KindTable, LoomError } from "@loom/protocol";
import { MACHINE_FORMATS } from "./exchange/formats.ts";
import { CHECKED_MACHINE_KIND } from "./machine_kind.ts";
import { parseJson, toDefinition } from "./parse/json.ts";

const { content } = CHECKED_MACHINE_KIND;

/** State machines with what reads them from texts. */
const MACHINE: AnyKind = content === undefined
  ? CHECKED_MACHINE_KIND
  : { ...CHECKED_MACHINE_KIND, content: { ...content, formats: MACHINE_FORMATS, fault: machineFault } };

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

function machineFault(value: unknown, text?: string): LoomError | undefined {
  try {
    if (text === undefined) toDefinition(value);
    else parseJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof LoomError) return error;
    throw error;
  }
}
