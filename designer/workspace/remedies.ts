import {
  type AnyOp,
  type EditedKind,
  type Finding,
  isObject,
  type JsonObject,
  memberAt,
} from "@loom/protocol";
import { commandsOf } from "./command_fields.ts";

/** An edit that mends what a finding is about. */
export interface Remedy {
  /** A phrase on a button: `Add the event`. */
  readonly label: string;
  readonly ops: readonly AnyOp[];
  readonly summary: string;
}

/** A remedy as a call of a command, made of a finding and the value that it is about. */
type RemedyOf = (finding: Finding, value: unknown, def: JsonObject) => readonly RemedyCall[];

interface RemedyCall {
  readonly label: string;
  readonly command: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const removeTransition: RemedyOf = ({ path }, _value, def) => {
  const [, owner = "", index = ""] = /^(.*)\/transitions\/(\d+)/.exec(path) ?? [];
  const state = nameAt(def, owner);
  if (state === undefined || index === "") return [];
  return [{
    label: "Remove the transition",
    command: "transition.remove",
    values: { state, index: Number(index) },
  }];
};

const makeFinal: RemedyOf = ({ element: name }) =>
  name === undefined ? [] : [{
    label: "Make it final",
    command: "state.update",
    values: { name, changes: { patch: { kind: "final" } } },
  }];

const makeNormal: RemedyOf = ({ element: name }) =>
  name === undefined ? [] : [{
    label: "Make it a normal state",
    command: "state.update",
    values: { name, changes: { patch: {}, unset: ["kind"] } },
  }];

/** The remedies by rule, the most likely one first. A rule without a row has none. */
const REMEDIES: Readonly<Record<string, RemedyOf>> = {
  V005: (finding, value, def) =>
    typeof value !== "string" ? [] : [
      { label: "Add the event", command: "event.add", values: { id: value } },
      ...removeTransition(finding, value, def),
    ],
  V006: (finding, value, def) =>
    typeof value !== "string" ? [] : [
      { label: "Add the state", command: "state.add", values: { name: value } },
      ...removeTransition(finding, value, def),
    ],
  V007: makeNormal,
  V008: makeNormal,
  V013: () => [{ label: "Add an event", command: "event.add", values: { id: "event_1" } }],
  V014: (_finding, value) =>
    typeof value !== "string"
      ? []
      : [{ label: "Add the timer", command: "timer.add", values: { id: value, name: value } }],
  W101: ({ element: name }) =>
    name === undefined
      ? []
      : [{ label: "Remove the state", command: "state.remove", values: { name, cascade: true } }],
  W102: removeTransition,
  W103: removeTransition,
  W104: makeFinal,
  W105: ({ element: id }) =>
    id === undefined ? [] : [{ label: "Remove the event", command: "event.remove", values: { id } }],
  W121: (finding) => {
    const [, name] = /"([A-Za-z_]\w*)"/.exec(finding.message) ?? [];
    return name === undefined
      ? []
      : [{ label: `Declare ${name}`, command: "data.add", values: { name, type: "any" } }];
  },
  W125: ({ element: name }) =>
    name === undefined ? [] : [{ label: "Remove the value", command: "data.remove", values: { name } }],
};

/** The edits that mend a finding; those that would be refused are left out. */
export function remediesOf(row: EditedKind, def: JsonObject, finding: Finding): readonly Remedy[] {
  const find = REMEDIES[finding.ruleId];
  if (find === undefined || row.content === undefined) return [];
  return find(finding, memberAt(def, finding.path), def).flatMap(({ label, command, values }): Remedy[] => {
    const result = commandsOf(row).find(({ id }) => id === command)?.run(def, values);
    return result?.ok ? [{ label, ops: result.value.ops, summary: result.value.summary }] : [];
  });
}

function nameAt(def: JsonObject, path: string): string | undefined {
  const value = memberAt(def, path);
  return isObject(value) && "name" in value && typeof value.name === "string" ? value.name : undefined;
}
