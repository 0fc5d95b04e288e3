import { isObject } from "../../json/value.ts";
import { refuse } from "../../plan.ts";
import { checkShape } from "../../shape/check.ts";
import type { MachineOp } from "../ops.ts";
import { MACHINE_SHAPE } from "../shape.ts";
import { walkStates } from "../tree.ts";
import type { Action, Invoke, State, StateMachineDefinition, Transition } from "../types.ts";

/** Endings of documents, which tell a machine from a task. */
const DOCUMENT_END = /(?:\.smdf)?\.(?:json|xml|fsm)$/;

/**
 * Takes work that a state invokes: a text is the path of a machine's document, else the name of a task, which is its
 * id too; an object is an entry of `invoke` as documents have it.
 */
export function checkedWork(values: readonly unknown[] | undefined): Invoke[] | undefined {
  return values?.map((value, index): Invoke => {
    if (typeof value === "string" && value.trim() !== "") {
      if (!DOCUMENT_END.test(value)) return { id: value, task: value };
      return { id: value.replace(/^.*\//, "").replace(DOCUMENT_END, ""), machine: value };
    }
    const issue = checkShape(MACHINE_SHAPE, "Invoke", value)[0];
    if (isObject(value) && issue === undefined && ("machine" in value) !== ("task" in value)) {
      return value as unknown as Invoke;
    }
    refuse("bad_parameter", `Work ${index} is none${issue === undefined ? "" : ` (${issue.message})`}`, {
      remedy:
        'give the name of a task, the path of a machine, or {"id": "pay", "task": "charge", "input": "amount"} ' +
        'with one of "task" and "machine"',
    });
  });
}

/** Renames the ids of work in events and sends, where a state's `invoke` becomes another list. */
export function followWork(machine: StateMachineDefinition, state: State, invoke: unknown): MachineOp[] {
  const renamed = renamedIds(idsOf(state.invoke), idsOf(invoke));
  // An id that other states invoke too keeps its references.
  for (const { state: other } of walkStates(machine.state)) {
    if (other !== state) { for (const id of idsOf(other.invoke)) renamed.delete(id); }
  }
  if (renamed.size === 0) return [];
  return Array.from(walkStates(machine.state)).flatMap(({ state: one }) => followIn(one, renamed));
}

function idsOf(invoke: unknown): string[] {
  return Array.isArray(invoke) ? invoke.map((entry) => isObject(entry) ? String(entry.id ?? "") : "") : [];
}

/** The ids that another one replaces at the same place. */
function renamedIds(before: readonly string[], after: readonly string[]): Map<string, string> {
  const renamed = new Map<string, string>();
  before.forEach((id, index) => {
    const to = after[index] ?? "";
    if (id !== "" && to !== "" && !after.includes(id) && !before.includes(to)) renamed.set(id, to);
  });
  return renamed;
}

function followIn(state: State, renamed: ReadonlyMap<string, string>): MachineOp[] {
  const blocks = (["onEntry", "onExit"] as const).flatMap((hook) => {
    const actions: unknown = state[hook]?.actions;
    return !Array.isArray(actions) ? [] : actions.flatMap((action: unknown, index): MachineOp[] => {
      const next = withWork(action, renamed);
      return next === action
        ? []
        : [{ op: "action.update", state: state.name, hook, index, action: next as Action }];
    });
  });
  const ways = !Array.isArray(state.transitions)
    ? []
    : state.transitions.flatMap((way: Transition, index) => {
      if (!isObject(way)) return [];
      const patch: Record<string, unknown> = {};
      for (const member of ["event", "events", "actions"] as const) {
        const next = member === "actions" ? withWork(way.actions, renamed) : withEvents(way[member], renamed);
        if (next !== way[member]) patch[member] = next;
      }
      if (Object.keys(patch).length === 0) return [];
      return [{ op: "transition.update", state: state.name, index, patch } as MachineOp];
    });
  return [...blocks, ...ways];
}

/** An event, or several, with the ids of work renamed; the same value where nothing changes. */
function withEvents(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    const next = value.map((one) => withEvents(one, renamed));
    return next.some((one, index) => one !== value[index]) ? next : value;
  }
  const [, prefix = "", id = ""] = typeof value === "string"
    ? /^((?:done|error)\.invoke\.)(.+)$/.exec(value) ?? []
    : [];
  const to = renamed.get(id);
  return to === undefined ? value : prefix + to;
}

/** Actions with the `to` of their sends renamed, at any depth; the same value where nothing changes. */
function withWork(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    const next = value.map((one) => withWork(one, renamed));
    return next.some((one, index) => one !== value[index]) ? next : value;
  }
  if (!isObject(value)) return value;
  const send: unknown = value.send;
  if (isObject(send) && typeof send.to === "string") {
    const to = renamed.get(send.to);
    return to === undefined ? value : { ...value, send: { ...send, to } };
  }
  for (const [member, lists] of [["if", ["then", "else"]], ["forEach", ["actions"]]] as const) {
    const inner: unknown = value[member];
    if (!isObject(inner)) continue;
    const changed = lists.flatMap((list) => {
      const next = withWork(inner[list], renamed);
      return next === inner[list] ? [] : [[list, next] as const];
    });
    return changed.length === 0
      ? value
      : { ...value, [member]: { ...inner, ...Object.fromEntries(changed) } };
  }
  return value;
}
