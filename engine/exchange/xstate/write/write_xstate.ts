import type { StateMachineDefinition, WrittenText } from "@loom/protocol";
import type { DataType, DeclaredData } from "../../../typing/data_type.ts";
import { withoutRegionsFirst } from "../parallel.ts";
import { WrittenMachine } from "./model.ts";
import { Code, type ConfigValue, keyText, plainValue, printValue } from "./script.ts";
import { StateWriter } from "./states.ts";

/**
 * Writes a machine as TypeScript for XState 5: `setup(...).createMachine(...)`, which type-checks strictly and behaves the
 * same. Guards and actions that the machine calls by name are to be provided; what XState has no place for is listed.
 *
 * @example
 * ```ts
 * import { writeXState } from "@loom/engine";
 * import { assertStringIncludes } from "@std/assert";
 * const { text } = writeXState({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }] },
 * });
 * assertStringIncludes(text, 'on: { press: "On" }');
 * ```
 */
export function writeXState(definition: StateMachineDefinition): WrittenText {
  const { machine, config } = written(definition);
  const hasData = machine.data.members.size > 0;
  const contextType = contextText(machine);
  const { id, context, ...rest } = config;
  const body = printValue({
    id,
    ...(hasData ? { context: CONTEXT } : contextType.length > 0 ? { context: {} } : {}),
    ...rest,
  });
  const setup = setupText(machine, hasData, contextType.length > 0);
  const name = identifier(definition.settings.name ?? definition.state.name);
  const lines = [
    `import { ${[...machine.imports].sort().join(", ")} } from "xstate";`,
    ...contextType,
    eventsText(machine),
    ...(hasData ? [`const data: Context = ${printValue(context ?? null)};`] : []),
    ...hostText(machine),
    ...Object.keys(HELPERS).filter((one) => machine.helpers.has(one)).map((one) => HELPERS[one] ?? ""),
    `export const ${name} = setup(${setup}).createMachine(${body});`,
  ];
  return { text: `${lines.join("\n\n")}\n`, leftOut: machine.leftOut };
}

/**
 * Writes a machine as the JSON configuration of one of XState 5. Guards, actions and delays that are no plain names are
 * named by their text, and listed: provide them by these names.
 */
export function writeXStateJson(definition: StateMachineDefinition): WrittenText {
  const { machine, config } = written(definition);
  const named = new Map<string, Code>();
  const value = plainValue(config, (code) => named.set(code.text, code));
  for (const text of [...named.keys(), ...machine.delays.keys()]) {
    machine.leave("text", ["code"], `code in JSON: provide ${JSON.stringify(text)} by this name`);
  }
  return { text: `${JSON.stringify(value, null, 2)}\n`, leftOut: machine.leftOut };
}

function written(definition: StateMachineDefinition): {
  readonly machine: WrittenMachine;
  readonly config: { readonly [key: string]: ConfigValue | undefined };
} {
  const both: string[] = [];
  const state = withoutRegionsFirst(
    definition.state,
    (name, event) =>
      both.push(`both ${JSON.stringify(event)} of a region of "${name}" and that of a state around it`),
  );
  const machine = new WrittenMachine({ ...definition, state });
  const config = new StateWriter(machine).machine();
  for (const what of both) machine.leave("state", ["transitions"], what);
  const { settings } = definition;
  if (settings.asynchronous) {
    machine.leave("settings", ["asynchronous"], "waiting for asynchronous actions", "/settings/asynchronous");
  }
  if (settings.completion === "bubble") {
    machine.leave("settings", ["completion"], "completion that bubbles", "/settings/completion");
  }
  return { machine, config };
}

function setupText(machine: WrittenMachine, hasData: boolean, hasContext: boolean): string {
  const types = [
    ...(hasContext ? ["context: {} as Context"] : []),
    "events: {} as Events",
    ...(hasData ? ["input: {} as Partial<Context> | undefined"] : []),
  ];
  const members = (names: Iterable<string>, of: (name: string) => string): string =>
    [...names].map((name) => `    ${keyText(name)}: ${of(name)},\n`).join("");
  const part = (name: string, inner: string): string => inner === "" ? "" : `  ${name}: {\n${inner}  },\n`;
  // XState's types refuse guards that it combines itself where setup names none.
  const isBare = machine.guards.size === 0 &&
    ["and", "or", "not", "stateIn"].some((one) => machine.imports.has(one));
  for (const kind of machine.actors.values()) {
    machine.imports.add(kind === "task" ? "fromPromise" : "type AnyActorLogic");
  }
  if ([...machine.actors.values()].includes("machine")) machine.imports.add("fromPromise");
  return `{\n  types: { ${types.join(", ")} },\n${
    part(
      "guards",
      isBare ? "    always: () => true,\n" : members(machine.guards, () => "(_, _params?: any) => false"),
    )
  }${part("actions", members(machine.actions, () => "(_, _params?: any) => {}"))}${
    part("delays", members(machine.delays.keys(), (name) => machine.delays.get(name) ?? "0"))
  }${
    part(
      "actors",
      members(machine.actors.keys(), (name) => {
        const stub = `fromPromise<any, any>(async () => {\n      throw new Error(${
          JSON.stringify(`Provide ${name}.`)
        });\n    })`;
        return machine.actors.get(name) === "task" ? stub : `${stub} as AnyActorLogic`;
      }),
    )
  }}`;
}

/** The functions and objects that the code calls. */
function hostText(machine: WrittenMachine): string[] {
  if (machine.host.size === 0) return [];
  const parts = [...machine.host].map(([name, part]) =>
    part === "function"
      ? `  ${keyText(name)}: () => null,\n`
      : `  ${keyText(name)}: { ${[...part].map((one) => `${keyText(one)}: () => null`).join(", ")} },\n`
  );
  return [
    `/** What the machine calls: bring these functions and objects. */\nexport const host: Record<string, any> = {\n${
      parts.join("")
    }};`,
  ];
}

/** The first values; those that the input gives win. */
const CONTEXT = new Code("({ input }) => ({ ...structuredClone(data), ...input })", "context");

function identifier(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_$]+/gu, "_").replace(/^(?=\p{N})/u, "_") || "machine";
  const first = plain.charAt(0).toLowerCase() + plain.slice(1);
  return `${first}${/machine$/i.test(first) ? "" : "Machine"}`;
}

/** The type of a value in TypeScript. */
export function typeText(type: DataType): string {
  switch (type.kind) {
    case "text":
      return "string";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "any":
      return "any";
    case "enum":
      return type.values.length > 0 ? type.values.map((one) => JSON.stringify(one)).join(" | ") : "string";
    case "list": {
      const items = typeText(type.items);
      return /[|{]/.test(items) ? `Array<${items}>` : `${items}[]`;
    }
    case "object":
      return type.declared === undefined
        ? "Record<string, any>"
        : `{ ${membersText(type.declared).join(" ")} }`;
  }
}

function membersText({ members }: DeclaredData): string[] {
  return [...members.values()].map(({ name, type, isOptional }) => {
    const text = typeText(type);
    return `${keyText(name)}: ${text}${isOptional && type.kind !== "any" ? " | null" : ""};`;
  });
}

/** The type of the context; none when the machine has none. */
export function contextText(machine: WrittenMachine): string[] {
  const members = membersText(machine.data);
  const more = [...machine.undeclared].filter((name) => machine.typeOf(name) === undefined)
    .map((name) => `${name}?: any;`);
  const all = [...members, ...more];
  return all.length > 0 ? [`export interface Context {\n${all.map((one) => `  ${one}\n`).join("")}}`] : [];
}

/** The type of the events: those that are declared or mentioned. */
export function eventsText(machine: WrittenMachine): string {
  const found = [...machine.events].filter((event) => event !== "*").map((event) => {
    const word = machine.eventWord(event);
    if (word.endsWith(".*")) {
      const prefix = JSON.stringify(word.slice(0, -1)).slice(1, -1);
      return `{ type: ${JSON.stringify(word.slice(0, -2))} | \`${prefix}\${string}\` }`;
    }
    const payload = word === event ? machine.payloads.of(event) : undefined;
    const members = [...payload ?? []].map(([name, type]) => `; ${keyText(name)}: ${typeText(type)}`);
    const more = word === event ? "" : "; output?: any; error?: any";
    return `{ type: ${JSON.stringify(word)}${members.join("")}${more} }`;
  });
  const union = [...new Set(found)];
  return union.length > 0
    ? `export type Events =\n${union.map((one) => `  | ${one}`).join("\n")};`
    : "export type Events = { type: string };";
}

/** Functions that written code brings along when it needs them: what the language of machines has and JavaScript has not. */
export const HELPERS: Readonly<Record<string, string>> = {
  find: `/** A member of the event, else of the context, else null. */
function find({ context, event }: { context: object; event: object }, name: string): any {
  const owner: any = [event, context].find((one) => Object.hasOwn(one, name));
  return owner?.[name] ?? null;
}`,
  isTrue: `/** False are null, false, 0, "", an empty list and an empty object. */
function isTrue(value: any): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Object.getPrototypeOf(value) !== Object.prototype || Object.keys(value).length > 0;
}`,
  isEqual: `/** Equality of values, of lists and plain objects by content. */
function isEqual(one: any, other: any): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]));
}`,
  isIn: `/** True for an item of a list, a part of a text, a key of an object. */
function isIn(item: any, collection: any): boolean {
  if (Array.isArray(collection)) return collection.some((one) => isEqual(one, item));
  if (typeof collection === "string") return collection.includes(item);
  return Object.hasOwn(collection ?? {}, item);
}`,
  modulo: `/** The remainder with the sign of the divisor. */
function modulo(value: number, divisor: number): number {
  return value - divisor * Math.floor(value / divisor);
}`,
  changed: `/** A copy of a value in which the member at the end of a path is another. */
function changed(value: any, path: readonly (string | number)[], to: unknown): any {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const copy: any = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = changed(value?.[key], rest, to);
  return copy;
}`,
};
