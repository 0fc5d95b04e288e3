import {
  type AnyKind,
  isObject,
  type JsonObject,
  MACHINE_KIND,
  type StateMachineDefinition,
} from "@loom/protocol";
import { enrich } from "./model.ts";
import { RULES } from "./validate/rules.ts";
import { validate } from "./validate/validate.ts";

/** The rules about guards, actions and durations. */
const TEXT_RULES: ReadonlySet<string> = new Set(["W106", "W114"]);

const { content } = MACHINE_KIND;

/** State machines with what needs the engine, but for what reads texts: findings, and whether there is anything in it. */
export const CHECKED_MACHINE_KIND: AnyKind = content === undefined ? MACHINE_KIND : {
  ...MACHINE_KIND,
  content: {
    ...content,
    findings: (definition: StateMachineDefinition) => validate(enrich(definition), { suggest: true }),
    rules: RULES,
    textRules: TEXT_RULES,
    isBlank,
    parts: "states, events, notes or objects",
  },
};

/** True when a machine has no states below its root, no events, no notes and no objects. */
function isBlank({ state, events, settings }: JsonObject): boolean {
  const isRootBare = !isObject(state) ||
    Object.keys(state).every((key) => key === "name" || (key === "states" && isEmptyList(state[key])));
  const isQuiet = !Array.isArray(events) ||
    events.every((source) =>
      !isObject(source) || (isEmptyList(source["events"]) && isEmptyList(source["timers"]))
    );
  const { notes, objects } = isObject(settings) ? settings : {};
  const hasNotes = notes !== undefined && (typeof notes !== "string" || notes.trim() !== "");
  return isRootBare && isQuiet && !hasNotes && isEmptyList(objects);
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
