import { type Event, isObject } from "@loom/protocol";
import { classPart, isPythonWord, isReservedWord, pascalCase, snakeCase } from "../naming.ts";
import { Names } from "./names.ts";
import { perSurvey } from "./per_survey.ts";
import { quoted, type Remark } from "./rule.ts";
import { isLeaf, type StateSite } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** Members that a generated context inherits or has for its own use, in either target's spelling. */
const CONTEXT_MEMBERS: ReadonlySet<string> = new Set([
  "name",
  "observer",
  "timers",
  "children",
  "transition_name",
  "transitionName",
  "state_current",
  "stateCurrent",
  "state_previous",
  "statePrevious",
  "state_next",
  "stateNext",
  "state_history",
  "stateHistory",
]);

/** States that would become one of those members. */
const CONTEXT_STATES: ReadonlySet<string> = new Set(["current", "previous", "next", "history"]);

const CONTEXT_MEMBER = "a member of the generated context";
const RESERVED = "a word that TypeScript or Python keeps for itself";

/** W107: names that no generated code can hold, or that two things would share there. */
export function* checkGeneratedNames(survey: Survey): Iterable<Remark> {
  yield* checkSettings(survey);
  yield* checkEvents(survey);
  yield* checkFeeders(survey);
  yield* checkStates(survey);
}

function* checkSettings({ settings }: Survey): Iterable<Remark> {
  const { name, context, objects } = settings;
  if (typeof name === "string") yield* new Names("machine name").check(name, "/settings/name");
  const contextClass: unknown = isObject(context) ? context.class : undefined;
  if (typeof contextClass === "string") {
    yield* new Names("context class").check(contextClass, "/settings/context/class");
  }
  const instances = new Names("object", { tellsRepeats: true });
  for (const [index, object] of listOf(objects).entries()) {
    const instance: unknown = isObject(object) ? object.instance : undefined;
    if (typeof instance !== "string") continue;
    const taken = CONTEXT_MEMBERS.has(instance)
      ? CONTEXT_MEMBER
      : isReservedWord(instance)
      ? RESERVED
      : undefined;
    yield* instances.check(instance, `/settings/objects/${index}/instance`, taken);
  }
}

function* checkEvents({ events, timers }: Survey): Iterable<Remark> {
  const ids = new Names("event", { keysOf: (id) => [snakeCase(id)] });
  for (const { value, path } of events) {
    if (typeof value.id !== "string") continue;
    yield* ids.check(value.id, `${path}/id`, takenHandler(value.id));
    yield* checkParameters(value, path);
  }
  for (const { value: { id }, path } of timers) {
    if (typeof id === "string") yield* ids.check(id, `${path}/id`, takenHandler(id));
  }
}

/** An event becomes a method `on...` of the context, and a method of the feeder. */
function takenHandler(id: string): string | undefined {
  const snake = snakeCase(id);
  const handler = `on${pascalCase(snake)}`;
  if (handler === "onEnd" || handler === "onEntry" || handler === "onExit") return `the hook ${handler}`;
  return isPythonWord(snake) ? "a word that Python keeps for itself" : undefined;
}

function* checkParameters(event: Event, path: string): Iterable<Remark> {
  const parameters = new Names("parameter", {
    keysOf: (name) => [snakeCase(name)],
    tellsRepeats: true,
    element: event.id,
  });
  for (const [index, parameter] of listOf(event.parameters).entries()) {
    const name: unknown = isObject(parameter) ? parameter.name : undefined;
    if (typeof name !== "string") continue;
    const snake = snakeCase(name);
    const taken = snake === "context" || isReservedWord(snake) ? RESERVED : undefined;
    yield* parameters.check(name, `${path}/parameters/${index}/name`, taken);
  }
}

function* checkFeeders(survey: Survey): Iterable<Remark> {
  const feeders = new Names("feeder");
  for (const { value: { feeder }, path } of survey.sources) {
    if (typeof feeder !== "string" || feeder === "") continue;
    yield* feeders.check(feeder, `${path}/feeder`, classesOf(survey).get(feeder));
  }
}

function* checkStates({ states, settings }: Survey): Iterable<Remark> {
  const machine = machineName(settings);
  const names = new Names("state", { keysOf: (name) => [snakeCase(name), `State${classPart(name)}`] });
  for (const site of states) {
    const message = names.problem(site.name, takenByMachine(site, machine));
    if (message) yield { message, element: site.name, path: `${site.path}/name` };
  }
}

/** A state becomes a field of the context; a leaf becomes a class too. */
function takenByMachine(site: StateSite, machine: string): string | undefined {
  if (CONTEXT_STATES.has(site.name.toLowerCase())) return CONTEXT_MEMBER;
  const part = classPart(site.name);
  if ((part !== "Kind" && part !== machine) || !hasClass(site)) return undefined;
  return part === "Kind" ? "the enumeration StateKind" : `the base class State${machine}`;
}

/** Leaves get a class of their own; the states above them are plain objects. */
function hasClass(site: StateSite): boolean {
  return site.kind !== "history" && isLeaf(site);
}

/** The classes that the machine itself gives generated code, with what each is. */
const classesOf = perSurvey(({ settings, states }: Survey): ReadonlyMap<string, string> => {
  const machine = machineName(settings);
  const named: unknown = isObject(settings.context) ? settings.context.class : undefined;
  const classes = new Map<string, string>();
  for (const site of states) {
    if (hasClass(site)) {
      classes.set(`State${classPart(site.name)}`, `the class of state ${quoted(site.name)}`);
    }
  }
  classes.set(typeof named === "string" ? named : `${machine}Context`, "the context class");
  classes.set(`State${machine}`, "the base class of the states");
  classes.set(`${machine}StateEnum`, "the enumeration of the states");
  return classes;
});

function machineName({ name }: Survey["settings"]): string {
  return typeof name === "string" ? name : "StateMachine";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
