import { isObject } from "../../../json/value.ts";
import type { MachineOp } from "../../ops.ts";
import type { Members } from "../members.ts";
import { renameEventReferences, renameStateReferences } from "../references.ts";
import type { Deed } from "./deed.ts";
import type { PayloadKind } from "./table.ts";

/** Where in a document each kind of payload stands, so that one function renames in all of them. */
const FRAMES: Readonly<Record<PayloadKind, { put(value: unknown): Members; take(top: Members): unknown }>> = {
  state: frame(["state"]),
  parallel: frame(["state", "parallel"]),
  transition: frame(["state", "transitions", 0]),
  action: frame(["state", "onEntry", "actions", 0]),
  source: frame(["events", 0]),
  event: frame(["events", 0, "events", 0]),
  timer: frame(["events", 0, "timers", 0]),
};

/** Renames in the texts that an operation brings along, as the rename of an earlier one did in the document. */
export function renameInPayload(deed: Deed, by: Deed): MachineOp {
  const { op, row } = deed;
  const fields = op as unknown as Members;
  if (row.verb === "runtime") return renameInRuntime(fields, by) as unknown as MachineOp;
  const renaming = by.renames[0];
  if (!by.rewrites || !renaming || !row.payload) return op;
  const { field, as } = row.payload;
  // Of an event or a timer, an update names nothing but its own new id.
  if (row.verb === "update" && (as === "event" || as === "timer")) return op;
  const before = fields[field];
  const rename = renaming.kind === "state" ? renameStateReferences : renameEventReferences;
  const after = FRAMES[as].take(rename(FRAMES[as].put(before), renaming.from, renaming.to));
  return after === before ? op : { ...fields, [field]: after } as unknown as MachineOp;
}

function renameInRuntime(fields: Members, { renames }: Deed): Members {
  let renamed = fields;
  for (const { kind, from, to } of renames) {
    for (const key of kind === "state" ? ["state", "from"] : ["eventId"]) {
      if (fields[key] === from) renamed = { ...renamed, [key]: to };
    }
  }
  return renamed;
}

function frame(path: readonly (string | number)[]) {
  return {
    put: (value: unknown): Members =>
      path.reduceRight<unknown>(
        (inner, key) => typeof key === "number" ? [inner] : { [key]: inner },
        value,
      ) as Members,
    take: (top: Members): unknown =>
      path.reduce<unknown>(
        (outer, key) => isObject(outer) || Array.isArray(outer) ? (outer as Members)[key] : outer,
        top,
      ),
  };
}
