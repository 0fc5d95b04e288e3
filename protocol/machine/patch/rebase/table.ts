import type { MachineOp } from "../../ops.ts";
import type { ListKind } from "./thing.ts";

/** What an operation does, as far as others are concerned. */
export type Verb = "add" | "update" | "remove" | "move" | "rename" | "runtime";

/** The thing that an operation refers to, and the fields that say which. */
export type TargetSpec =
  | { readonly kind: "state" | "event" | "timer" | "declared" | "parallel"; readonly field: string }
  | { readonly kind: "settings" | "document" }
  | { readonly kind: "item"; readonly list: ListKind | "hook"; readonly owner?: string };

/** The place where an operation inserts, and the fields that say which. */
export interface PlaceSpec {
  /** The list; `hook` and `slot` are told by the fields `hook` and `region`. */
  readonly list: ListKind | "hook" | "slot";
  /** The fields that may hold its owner, the first that is there counts. */
  readonly owner?: readonly string[];
  /** The field with the index; without one it is always the end. */
  readonly index?: string;
}

/** What a part of an operation is in a document, so that renames reach the texts in it. */
export type PayloadKind = "state" | "parallel" | "transition" | "action" | "source" | "event" | "timer";

/** How one operation is rebased. */
export interface RebaseRow {
  /** What it does. */
  readonly verb: Verb;
  /** What must still be there. */
  readonly target?: TargetSpec;
  /** Where it inserts. */
  readonly place?: PlaceSpec;
  /** The field with a part of a document. */
  readonly payload?: { readonly field: string; readonly as: PayloadKind };
  /** The member of the target that the payload becomes; without it, an update merges `patch`. */
  readonly sets?: string;
}

const HOOK_ITEM: TargetSpec = { kind: "item", list: "hook", owner: "state" };
const TRANSITION_ITEM: TargetSpec = { kind: "item", list: "transitions", owner: "state" };
const PARAMETER_ITEM: TargetSpec = { kind: "item", list: "parameters", owner: "eventId" };
const SOURCE_ITEM: TargetSpec = { kind: "item", list: "sources" };

/** How operations are rebased, one row an operation; the algorithm and its page are made from it. */
export const REBASE_ROWS: { readonly [Name in MachineOp["op"]]: RebaseRow } = {
  "settings.update": { verb: "update", target: { kind: "settings" } },
  "state.add": {
    verb: "add",
    place: { list: "slot", owner: ["parent"], index: "index" },
    payload: { field: "state", as: "state" },
  },
  "state.update": {
    verb: "update",
    target: { kind: "state", field: "name" },
    payload: { field: "patch", as: "state" },
  },
  "state.remove": { verb: "remove", target: { kind: "state", field: "name" } },
  "state.nest": {
    verb: "move",
    target: { kind: "state", field: "child" },
    place: { list: "states", owner: ["newParent"] },
  },
  "state.rename": { verb: "rename", target: { kind: "state", field: "name" } },
  "state.move": {
    verb: "move",
    target: { kind: "state", field: "name" },
    place: { list: "slot", owner: ["parent"], index: "index" },
  },
  "parallel.set": {
    verb: "update",
    target: { kind: "state", field: "state" },
    payload: { field: "parallel", as: "parallel" },
    sets: "parallel",
  },
  "parallel.update": {
    verb: "update",
    target: { kind: "parallel", field: "state" },
    payload: { field: "patch", as: "parallel" },
  },
  "eventSource.add": {
    verb: "add",
    place: { list: "sources", index: "index" },
    payload: { field: "source", as: "source" },
  },
  "eventSource.update": { verb: "update", target: SOURCE_ITEM, payload: { field: "patch", as: "source" } },
  "eventSource.remove": { verb: "remove", target: SOURCE_ITEM },
  "eventSource.move": { verb: "move", target: SOURCE_ITEM, place: { list: "sources", index: "to" } },
  "event.add": {
    verb: "add",
    place: { list: "events", owner: ["sourceIndex"], index: "index" },
    payload: { field: "event", as: "event" },
  },
  "event.update": {
    verb: "update",
    target: { kind: "event", field: "id" },
    payload: { field: "patch", as: "event" },
  },
  "event.remove": { verb: "remove", target: { kind: "event", field: "id" } },
  "event.rename": { verb: "rename", target: { kind: "declared", field: "id" } },
  "event.move": {
    verb: "move",
    target: { kind: "event", field: "id" },
    place: { list: "events", owner: ["sourceIndex"], index: "index" },
  },
  "parameter.add": { verb: "add", place: { list: "parameters", owner: ["eventId"], index: "index" } },
  "parameter.update": { verb: "update", target: PARAMETER_ITEM },
  "parameter.remove": { verb: "remove", target: PARAMETER_ITEM },
  "timer.add": {
    verb: "add",
    place: { list: "timers", owner: ["sourceIndex"], index: "index" },
    payload: { field: "timer", as: "timer" },
  },
  "timer.update": {
    verb: "update",
    target: { kind: "timer", field: "id" },
    payload: { field: "patch", as: "timer" },
  },
  "timer.remove": { verb: "remove", target: { kind: "timer", field: "id" } },
  "transition.add": {
    verb: "add",
    place: { list: "transitions", owner: ["state"], index: "index" },
    payload: { field: "transition", as: "transition" },
  },
  "transition.update": {
    verb: "update",
    target: TRANSITION_ITEM,
    payload: { field: "patch", as: "transition" },
  },
  "transition.remove": { verb: "remove", target: TRANSITION_ITEM },
  "transition.move": {
    verb: "move",
    target: TRANSITION_ITEM,
    place: { list: "transitions", owner: ["toState", "state"], index: "to" },
  },
  "action.add": {
    verb: "add",
    place: { list: "hook", owner: ["state"], index: "index" },
    payload: { field: "action", as: "action" },
  },
  "action.update": {
    verb: "update",
    target: HOOK_ITEM,
    payload: { field: "action", as: "action" },
    sets: "",
  },
  "action.remove": { verb: "remove", target: HOOK_ITEM },
  "document.update": { verb: "update", target: { kind: "document" } },
  "document.set": { verb: "update", target: { kind: "document" }, sets: "" },
  "runtime.enter": { verb: "runtime" },
  "runtime.exit": { verb: "runtime" },
};

/** Finds the row of an operation; `undefined` for one that is not known. */
export function rowOf(name: unknown): RebaseRow | undefined {
  return typeof name === "string" && Object.hasOwn(REBASE_ROWS, name)
    ? REBASE_ROWS[name as MachineOp["op"]]
    : undefined;
}
