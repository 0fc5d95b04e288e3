import { changesOf, changesText, givenFields, optional, required } from "../../field_changes.ts";
import { counted } from "../../text/plural.ts";
import { isObject } from "../../json/value.ts";
import { planned, refuse, refuseUnknown } from "../../plan.ts";
import { changeTexts, renameData, STATE_TEXTS, type TextChange, TRANSITION_TEXTS } from "../data_names.ts";
import { objectsIn } from "../lookup.ts";
import type { MachineOp } from "../ops.ts";
import { walkStates } from "../tree.ts";
import type { DataField, DataType, Event, EventSource, ObjectRef, StateMachineDefinition } from "../types.ts";
import { type MachineCommand, stateNamed } from "./checks.ts";

const TYPE = '"text" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "any"';
const NAME = required("name", "string", "Its name in guards and actions.");
const FIELDS = [
  optional("initial", "unknown", "Its first value."),
  optional("description", "string", "Its meaning."),
  optional("optional", "boolean", "May be null."),
  optional("values", "string[]", "Of an enum."),
  optional("items", "DataType", "Type of a list's items."),
  optional("fields", "DataField[]", "Of an object."),
  optional("minimum", "number", "Smallest number."),
  optional("maximum", "number", "Largest number."),
];

/** The fields of declared data that an edit sets. */
export type DataValues = {
  /** Its first value. */
  readonly initial?: unknown;
  /** Its meaning. */
  readonly description?: string;
  /** True when it may be null. */
  readonly optional?: boolean;
  /** For an enum: the texts it may be. */
  readonly values?: readonly string[];
  /** For a list: the type of its items. */
  readonly items?: DataType;
  /** For an object: its members. */
  readonly fields?: readonly DataField[];
  /** For numbers: the smallest allowed. */
  readonly minimum?: number;
  /** For numbers: the largest allowed. */
  readonly maximum?: number;
};

/** A name that guards and actions can use. */
const USABLE =
  /^(?!(?:[tT]rue|[fF]alse|null|None|undefined|and|or|not|in|is|in_state|constructor|prototype)$)(?!__.*__$)[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Declares data. */
export const ADD_DATA_COMMAND: MachineCommand<
  DataValues & { readonly name: string; readonly type: DataField["type"] }
> = planned({
  id: "data.add",
  title: "Add data",
  summary: "Declares data: a member of the context.",
  effect: "add",
  arguments: [NAME, required("type", TYPE, "Its type."), ...FIELDS],
}, (machine, { name, type, initial, ...values }) => {
  checkNew(machine, name);
  const field = {
    name,
    type,
    ...givenFields(values),
    ...(initial === undefined ? {} : { initial }),
  } as DataField;
  return { ops: [{ op: "data.add", data: field }], summary: `Declared data "${name}" (${type}).` };
});

/** Changes declared data. */
export const UPDATE_DATA_COMMAND: MachineCommand<
  DataValues & { readonly name: string; readonly type?: DataField["type"] }
> = planned({
  id: "data.update",
  title: "Update data",
  summary: "Changes declared data.",
  effect: "set",
  arguments: [NAME, optional("type", TYPE, "Its type."), ...FIELDS],
}, (machine, { name, initial, ...values }) => {
  dataNamed(machine, name);
  const given = initial === undefined ? {} : { initial };
  const changes = changesOf({ ...values, ...given });
  // A first value of false or "" is one.
  const patch = { ...changes.patch, ...given };
  const unset = changes.unset?.filter((field) => !Object.hasOwn(patch, field)) ?? [];
  return {
    ops: [{
      op: "data.update",
      name,
      patch: patch as Partial<DataField>,
      ...(unset.length > 0 && { unset }),
    }],
    summary: `Updated data "${name}": ${changesText({ patch, unset })}.`,
  };
});

/** Renames declared data with the guards and actions that use it. */
export const RENAME_DATA_COMMAND: MachineCommand<{ readonly name: string; readonly newName: string }> =
  planned({
    id: "data.rename",
    title: "Rename data",
    summary: "Renames declared data; guards and actions follow.",
    effect: "set",
    arguments: [NAME, required("newName", "string", "The name it gets.")],
  }, (machine, { name, newName }) => {
    dataNamed(machine, name);
    if (newName !== name) checkNew(machine, newName);
    const events = eventsWith(machine, newName);
    if (events.length > 0) {
      refuse("duplicate", `"${newName}" is a parameter of ${events.join(", ")}, which would hide the data`, {
        remedy: "give another name",
      });
    }
    const ops = textOps(machine, name, newName);
    const follow = ops.length === 0 ? "" : `, in ${counted(ops.length, "place")} that use it`;
    return {
      ops: [{ op: "data.rename", name, to: newName }, ...ops],
      summary: `Renamed data "${name}" to "${newName}"${follow}.`,
    };
  });

/** Removes declared data. */
export const REMOVE_DATA_COMMAND: MachineCommand<{ readonly name: string }> = planned({
  id: "data.remove",
  title: "Remove data",
  summary: "Removes declared data; its uses stay.",
  effect: "remove",
  arguments: [NAME],
}, (machine, { name }) => {
  dataNamed(machine, name);
  const using = textOps(machine, name, `${name}_`).length;
  const still = `${counted(using, "place")} still ${using === 1 ? "uses" : "use"} it`;
  return {
    ops: [{ op: "data.remove", name }],
    summary: `Removed data "${name}".`,
    notes: using === 0 ? [] : [{ text: `${still}: the validator lists them.`, brief: `${still}.` }],
  };
});

/** The edits of declared data. */
export const DATA_COMMANDS = [
  ADD_DATA_COMMAND,
  UPDATE_DATA_COMMAND,
  RENAME_DATA_COMMAND,
  REMOVE_DATA_COMMAND,
] as const;

function dataOf(machine: StateMachineDefinition): DataField[] {
  return objectsIn<DataField>(machine.settings?.data);
}

function dataNamed(machine: StateMachineDefinition, name: string): DataField {
  const fields = dataOf(machine);
  return fields.find((field) => field.name === name) ??
    refuseUnknown("declared data", name, fields.map((field) => String(field.name)), [
      "use ",
      { command: "data.add" },
      " to declare it",
    ]);
}

function checkNew(machine: StateMachineDefinition, name: string): void {
  if (!USABLE.test(name)) {
    refuse("bad_name", `${JSON.stringify(name)} is no name that guards and actions can use`, {
      remedy: "give letters, digits and _, and no word of the expression language",
    });
  }
  const isObject = objectsIn<ObjectRef>(machine.settings?.objects).some(({ instance }) => instance === name);
  if (isObject || dataOf(machine).some((field) => field.name === name)) {
    const what = isObject ? "an object" : "declared data";
    refuse("duplicate", `There is ${what} "${name}" already`, { remedy: "give another name" });
  }
}

/** The events with a parameter of a name. */
function eventsWith(machine: StateMachineDefinition, name: string): string[] {
  return objectsIn<EventSource>(machine.events).flatMap(({ events }) => objectsIn<Event>(events))
    .filter(({ parameters }) => objectsIn<{ name?: unknown }>(parameters).some((one) => one.name === name))
    .map(({ id }) => `"${id}"`);
}

/** The operations that rename data in all texts, one a transition and one a state. */
function textOps(machine: StateMachineDefinition, name: string, to: string): MachineOp[] {
  const hiding = eventsWith(machine, name);
  const change = (isHidden: boolean): TextChange => ({
    name,
    rewrite: (text) => renameData(text, name, to, isHidden ? "assigned" : "all"),
    place: (text) => text.trim() === name || !isHidden ? renameData(text, name, to, "all") : text,
  });
  return Array.from(walkStates(machine.state)).flatMap(({ state }): MachineOp[] => {
    const ops: MachineOp[] = [];
    const own = patchOf(state, changeTexts(state, STATE_TEXTS, change(false)));
    const invoke = invokeOf(state.invoke, change(false));
    const patch = { ...own, ...(invoke === state.invoke ? {} : { invoke }) };
    if (Object.keys(patch).length > 0) ops.push({ op: "state.update", name: state.name, patch } as MachineOp);
    objectsIn<object>(state.transitions).forEach((transition, index) => {
      const { event, events } = transition as { event?: unknown; events?: unknown };
      const taken = [event, ...(Array.isArray(events) ? events : [])];
      const isHidden = taken.some((one) => hiding.includes(`"${one}"`));
      const patch = patchOf(transition, changeTexts(transition, TRANSITION_TEXTS, change(isHidden)));
      if (Object.keys(patch).length === 0) return;
      ops.push({ op: "transition.update", state: state.name, index, patch } as MachineOp);
    });
    // Operations find states by their names.
    if (ops.length > 0) stateNamed(machine, state.name);
    return ops;
  });
}

function invokeOf(list: unknown, change: TextChange): unknown {
  if (!Array.isArray(list)) return list;
  const after = list.map((one: unknown) => changeTexts(one, { input: "text" }, change));
  return after.some((one, index) => one !== list[index]) ? after : list;
}

/** The members that differ. */
function patchOf(before: object, after: unknown): Record<string, unknown> {
  if (!isObject(after) || after === before) return {};
  const old = before as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(after).filter(([member, value]) => old[member] !== value));
}
