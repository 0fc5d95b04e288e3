import type { MachineOp } from "../../ops.ts";
import type { Members } from "../members.ts";
import type { Deed, InsertionPlace } from "./deed.ts";
import type { Thing } from "./thing.ts";

/**
 * An operation with its references as they are now. Only what changed is written, so that an operation that
 * nothing concerns stays as its author wrote it.
 */
export function rewriteOp(
  deed: Deed,
  op: MachineOp,
  target: Thing | undefined,
  place: InsertionPlace | undefined,
): MachineOp {
  const changes: Members = {};
  if (target && deed.target && target !== deed.target) writeTarget(changes, deed, deed.target, target);
  if (place && deed.place) writePlace(changes, deed, op as unknown as Members, deed.place, place);
  // Without a second owner the item stays where it is, which may be elsewhere now.
  const [own, shared] = deed.row.place?.owner ?? [];
  if (own !== undefined && shared !== undefined && target?.kind === "item" && place) {
    if (target.list.of !== place.list.of) changes[own] = place.list.of;
  }
  return Object.keys(changes).length === 0 ? op : changed(op, changes);
}

/** The operation with other members; what is `undefined` now is left out. */
function changed(op: MachineOp, changes: Members): MachineOp {
  const members = Object.entries({ ...op, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as unknown as MachineOp;
}

function writeTarget(changes: Members, { row }: Deed, before: Thing, now: Thing): void {
  const spec = row.target;
  if (!spec) return;
  if (spec.kind === "item") {
    if (before.kind !== "item" || now.kind !== "item") return;
    if (spec.owner !== undefined && now.list.of !== before.list.of) changes[spec.owner] = now.list.of;
    if (now.index !== before.index) changes.index = now.index;
  } else if ("field" in spec && "name" in now) {
    changes[spec.field] = now.name;
  }
}

function writePlace(
  changes: Members,
  { row }: Deed,
  fields: Members,
  before: InsertionPlace,
  now: InsertionPlace,
): void {
  const spec = row.place;
  if (!spec) return;
  const owner = spec.owner?.[0];
  const isNamed = owner !== undefined && fields[owner] !== undefined && fields[owner] !== null;
  if (isNamed && now.list.of !== before.list.of) changes[owner] = now.list.of;
  const given = spec.index === undefined ? undefined : fields[spec.index];
  if (spec.index === undefined || typeof given !== "number" || now.index === null) return;
  // An index from the end would mean another place once the list is longer.
  const index = now.index === Infinity ? undefined : now.index;
  if (now.index !== before.index || given < 0) changes[spec.index] = index;
}
