import { isObject } from "../../../json/value.ts";
import type { MachineOp } from "../../ops.ts";
import type { Members } from "../members.ts";
import { completionEvent } from "../references.ts";
import { broughtNames } from "./brought_names.ts";
import type { Descent, Spot, Vanished } from "./gone.ts";
import { type PlaceSpec, type RebaseRow, rowOf, type TargetSpec, type Verb } from "./table.ts";
import type { ListKind, ListRef, NamedKind, Thing, Whole } from "./thing.ts";

/** Where something is inserted. */
export interface InsertionPlace {
  /** The list. */
  readonly list: ListRef;
  /** The gap, `Infinity` for the end; `null` when nobody can tell without the document. */
  readonly index: number | null;
  /** Whether the index is known to lie in the list, so that it means the same to everybody. */
  readonly sure: boolean;
}

/** A name that becomes another. */
export interface Renaming {
  /** What bears it. */
  readonly kind: NamedKind;
  /** The name before. */
  readonly from: string;
  /** The name after. */
  readonly to: string;
}

/** An operation as others see it: what it refers to, and what it does to names and places. */
export interface Deed {
  /** The operation. */
  readonly op: MachineOp;
  /** Its row. */
  readonly row: RebaseRow;
  /** What it does. */
  readonly verb: Verb;
  /** What must be there. */
  readonly target: Thing | undefined;
  /** Where a named target stands, the index `null` when nobody can tell; `undefined` when nothing is known. */
  readonly from: { readonly list: ListRef; readonly index: number | null } | undefined;
  /** Where it inserts. */
  readonly place: InsertionPlace | undefined;
  /** The names it changes. */
  readonly renames: readonly Renaming[];
  /** Whether the texts that refer to those names change too. */
  readonly rewrites: boolean;
  /** The names that are taken afterwards and were free before, as {@linkcode broughtNames} writes them. */
  readonly brings: readonly string[];
  /** What it writes as a whole, with no regard for what is there. */
  readonly wholes: readonly Whole[];
  /** Those of them that it leaves empty, or takes away: what is new may still be put there. */
  readonly emptied: readonly Whole[];
  /** The kinds of lists in one of which, nobody can tell which, it did something. */
  readonly vague: readonly Whole["kind"][];
  /** The names that disappear with it, its target aside; `undefined` when they are not known. */
  readonly gone: Vanished | undefined;
  /** For what is moved to a state, who stands above it; `undefined` when it is not known. */
  readonly descent: Descent | undefined;
  /** The state that loses its `parallel`. */
  readonly unparallels: string | undefined;
  /** The name of the root state, when it is known. */
  readonly root: string | undefined;
}

/**
 * Reads an operation by its row.
 *
 * @param op The operation, not trusted to be one.
 * @param spot What only the document could tell about it.
 * @param root The name of the root state, when it is known.
 * @returns `undefined` for an operation that is not known, or whose references are of the wrong type.
 */
export function readDeed(op: MachineOp, spot: Spot | undefined, root: string | undefined): Deed | undefined {
  const fields = op as unknown as Members;
  const row = isObject(op) ? rowOf(op.op) : undefined;
  if (!row) return undefined;
  const target = row.target && targetOf(fields, row.target);
  const place = row.place && placeOf(fields, row.place);
  if ((row.target && !target) || (row.place && !place)) return undefined;
  if (row.verb === "rename" && typeof fields.to !== "string") return undefined;
  const patch = row.verb === "update" ? patchOf(fields, row) : undefined;
  if (row.verb === "update" && !patch) return undefined;
  const wholes = target && patch ? wholesOf(target, patch, row) : NONE;
  return {
    op,
    row,
    verb: row.verb,
    target,
    from: spot?.from,
    place: place && spot?.to ? { ...spot.to, sure: true } : place,
    renames: target ? renamesOf(fields, row.verb, target, patch) : NONE,
    rewrites: row.verb === "rename",
    brings: broughtNames(fields, row, target),
    wholes,
    vague: NONE,
    emptied: patch && wholes.length > 0 ? emptiedOf(wholes, patch) : NONE,
    gone: spot?.gone,
    descent: spot?.descent,
    unparallels: spot?.emptied ?? lostParallel(target, patch),
    root,
  };
}

const NONE: readonly never[] = [];

/** The list that a row names, of the owner that the fields name. */
export function listOf(
  fields: Members,
  kind: ListKind | "hook" | "slot",
  owner: unknown,
): ListRef | undefined {
  if (kind === "hook") {
    const hook = fields.hook;
    return (hook === "onEntry" || hook === "onExit") && typeof owner === "string"
      ? { kind: hook, of: owner }
      : undefined;
  }
  if (kind === "slot") {
    const slot = fields.region ? "regions" : "states";
    return typeof owner === "string" || owner === null ? { kind: slot, of: owner } : undefined;
  }
  if (kind === "sources") return SOURCES;
  const isRight = kind === "events" || kind === "timers"
    ? Number.isInteger(owner)
    : typeof owner === "string";
  return isRight ? { kind, of: owner as string | number } : undefined;
}

const SOURCES: ListRef = { kind: "sources", of: null };

function targetOf(fields: Members, spec: TargetSpec): Thing | undefined {
  if ("field" in spec) {
    const name = fields[spec.field];
    return typeof name === "string" ? { kind: spec.kind, name } : undefined;
  }
  if (!("list" in spec)) return { kind: spec.kind };
  const list = listOf(fields, spec.list, spec.owner === undefined ? null : fields[spec.owner]);
  const index = fields.index;
  return list && Number.isInteger(index) ? { kind: "item", list, index: index as number } : undefined;
}

function placeOf(fields: Members, spec: PlaceSpec): InsertionPlace | undefined {
  const field = spec.owner?.find((name) => fields[name] !== undefined);
  const list = listOf(fields, spec.list, field === undefined ? undefined : fields[field]);
  if (!list) return undefined;
  const index = spec.index === undefined ? undefined : fields[spec.index];
  if (index === undefined || index === null) return { list, index: Infinity, sure: false };
  if (typeof index !== "number") return undefined;
  const whole = Math.trunc(index) || 0;
  return { list, index: whole < 0 ? null : whole, sure: false };
}

/** The members that an update sets; a deleted one is set to `undefined`. */
function patchOf(fields: Members, row: RebaseRow): ReadonlyMap<string, unknown> | undefined {
  if (row.sets === "") return new Map();
  if (row.sets !== undefined) return new Map([[row.sets, fields[row.payload?.field ?? ""]]]);
  const { patch, unset } = fields;
  if (!isObject(patch) || (unset !== undefined && !Array.isArray(unset))) return undefined;
  const keys = new Map<string, unknown>();
  for (const key of unset ?? []) keys.set(String(key), undefined);
  for (const key of Object.keys(patch)) keys.set(key, patch[key]);
  return keys;
}

/** The members of each kind of thing that are lists with things of their own, or hold them. */
export const WHOLE_MEMBERS: Readonly<Record<string, Readonly<Record<string, Whole["kind"]>>>> = {
  state: {
    states: "states",
    parallel: "regions",
    transitions: "transitions",
    onEntry: "onEntry",
    onExit: "onExit",
  },
  parallel: { states: "regions" },
  event: { parameters: "parameters" },
  source: { events: "events", timers: "timers" },
  document: { settings: "settings", events: "sources", state: "root" },
};

const WHOLE_DOCUMENT: readonly Whole[] = (["document", "settings", "sources", "root"] as const).map(
  (kind) => ({ kind, of: null }),
);

function wholesOf(target: Thing, patch: ReadonlyMap<string, unknown>, row: RebaseRow): readonly Whole[] {
  if (target.kind === "document" && row.sets !== undefined) return WHOLE_DOCUMENT;
  const isSource = target.kind === "item" && target.list.kind === "sources";
  const members = WHOLE_MEMBERS[isSource ? "source" : target.kind];
  if (!members) return NONE;
  const of = target.kind === "item" ? target.index : "name" in target ? target.name : null;
  let wholes: Whole[] | undefined;
  for (const key of patch.keys()) {
    if (Object.hasOwn(members, key)) (wholes ??= []).push({ kind: members[key] as Whole["kind"], of });
  }
  return wholes ?? NONE;
}

/** The lists that an update leaves empty, or takes away. */
function emptiedOf(wholes: readonly Whole[], patch: ReadonlyMap<string, unknown>): readonly Whole[] {
  const isEmpty = [...patch].filter(([, value]) => holdsNothing(value)).map(([key]) => key);
  return wholes.filter(({ kind }) => isEmpty.some((key) => LISTS_OF[key] === kind));
}

/** The members that are lists, or hold one. */
const LISTS_OF: Readonly<Record<string, Whole["kind"]>> = {
  ...WHOLE_MEMBERS.state,
  ...WHOLE_MEMBERS.event,
  ...WHOLE_MEMBERS.source,
};

/** Whether a value for a list, or for what holds one, has nothing in it. */
function holdsNothing(value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) &&
    [value.states, value.actions].every((list) => list === undefined || holdsNothing(list));
}

function lostParallel(
  target: Thing | undefined,
  patch: ReadonlyMap<string, unknown> | undefined,
): string | undefined {
  return target?.kind === "state" && patch?.has("parallel") ? target.name : undefined;
}

function renamesOf(
  fields: Members,
  verb: Verb,
  target: Thing,
  patch: ReadonlyMap<string, unknown> | undefined,
): readonly Renaming[] {
  if (!("name" in target) || target.kind === "parallel") return NONE;
  const { kind, name: from } = target;
  const to = verb === "rename" ? fields.to : patch?.get(kind === "state" ? "name" : "id");
  // A name that is kept is kept against others, too.
  if (typeof to !== "string") return NONE;
  const renaming: Renaming = { kind, from, to };
  if (kind !== "state" || verb !== "rename") return [renaming];
  // The event of its completion, where it is declared, follows the state.
  return [renaming, { kind: "event", from: completionEvent(from), to: completionEvent(to) }];
}
