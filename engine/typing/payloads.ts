import { type Event, isObject } from "@loom/protocol";
import { isWildcard, matchesEvent } from "../runtime/chart/wildcard.ts";
import { ANY, type DataType, type DeclaredData, type DeclaredMember, type MemberType } from "./data_type.ts";
import type { PayloadEvents } from "./text_sites.ts";

/** The words for types of parameters. */
const WORDS: ReadonlyMap<string, DataType> = new Map<string, DataType>([
  ...["text", "string", "enum"].map((word) => [word, { kind: "text" }] as const),
  ...["number", "float", "double"].map((word) => [word, numberType("number")] as const),
  ...["integer", "int"].map((word) => [word, numberType("integer")] as const),
  ...["boolean", "bool"].map((word) => [word, { kind: "boolean" }] as const),
  ["list", { kind: "list", items: ANY }],
]);

function numberType(kind: "number" | "integer"): DataType {
  return { kind, minimum: undefined, maximum: undefined };
}

function wordOf(word: unknown): DataType {
  return (typeof word === "string" ? WORDS.get(word) : undefined) ?? ANY;
}

/** The names of a payload with their types. */
export type PayloadTypes = ReadonlyMap<string, DataType>;

/** The outputs of invoked machines, by the events that bring them. */
export type OutputTypes = ReadonlyMap<string, MemberType>;

const NONE: PayloadTypes = new Map();
const NO_OUTPUTS: OutputTypes = new Map();

/** The payloads of a machine's events. */
export class Payloads {
  readonly #byEvent = new Map<string, Map<string, DataType>>();
  readonly #known = new Map<string, PayloadTypes>();

  /**
   * @param events The events that a machine declares.
   * @param outputs The outputs of the machines that it invokes, by `done.invoke.<id>`; a declared event comes first.
   */
  constructor(events: Iterable<Event>, outputs: OutputTypes = NO_OUTPUTS) {
    for (const { id, parameters } of events) {
      if (typeof id !== "string" || this.#byEvent.has(id)) continue;
      const types = new Map<string, DataType>();
      for (const parameter of Array.isArray(parameters) ? parameters as unknown[] : []) {
        if (!isObject(parameter)) continue;
        const { name, type } = parameter as Readonly<Record<string, unknown>>;
        if (typeof name === "string" && !types.has(name)) types.set(name, wordOf(type));
      }
      this.#byEvent.set(id, types);
    }
    for (const [id, { type, isOptional }] of outputs) {
      // A value that may be null is not checked.
      if (!this.#byEvent.has(id)) this.#byEvent.set(id, new Map([["output", isOptional ? ANY : type]]));
    }
  }

  /** The parameters of one event; `undefined` when it declares none. */
  of(event: string): PayloadTypes | undefined {
    const types = this.#byEvent.get(event);
    return types && types.size > 0 ? types : undefined;
  }

  /** The output of invoked work, which `done.invoke.<id>` declares as the parameter `output`. */
  outputOf(id: string): DataType {
    return this.#byEvent.get(`done.invoke.${id}`)?.get("output") ?? ANY;
  }

  /** The names that the payloads of some events may have. */
  seenBy(events: PayloadEvents): PayloadTypes {
    const key = events === null ? "" : JSON.stringify(events);
    let types = this.#known.get(key);
    if (!types) this.#known.set(key, types = this.#joined(events ?? ["*"]));
    return types;
  }

  #joined(patterns: readonly string[]): PayloadTypes {
    const all = new Map<string, DataType>();
    for (const [event, types] of this.#byEvent) {
      if (
        !patterns.some((pattern) =>
          pattern === event || (isWildcard(pattern) && matchesEvent(pattern, event))
        )
      ) continue;
      for (const [name, type] of types) all.set(name, joinTypes(all.get(name) ?? type, type));
    }
    // Completions and errors of the machine's own work, unless the event declares their type.
    for (const [name, prefix] of [["output", "done."], ["error", "error."]] as const) {
      const isOpen = patterns.some((pattern) =>
        (pattern === "*" || pattern.startsWith(prefix)) && !this.#byEvent.get(pattern)?.has(name)
      );
      if (isOpen) all.set(name, ANY);
    }
    return all.size === 0 ? NONE : all;
  }
}

/** The type of a value that has one type or the other. */
export function joinTypes(one: DataType, other: DataType): DataType {
  if (one === other) return one;
  if (one.kind === "list" && other.kind === "list") {
    return { kind: "list", items: joinTypes(one.items, other.items) };
  }
  if (isNumber(one) && isNumber(other)) {
    return numberType(one.kind === "integer" && other.kind === "integer" ? "integer" : "number");
  }
  if (isText(one) && isText(other)) return { kind: "text" };
  if (one.kind === "object" && other.kind === "object") {
    return { kind: "object", declared: joinMembers(one.declared, other.declared) };
  }
  return one.kind === other.kind ? one : ANY;
}

/** The members of an object that has the ones or the others, where their names are the same. */
function joinMembers(
  one: DeclaredData | undefined,
  other: DeclaredData | undefined,
): DeclaredData | undefined {
  if (!one || !other || one.members.size !== other.members.size) return undefined;
  const members = new Map<string, DeclaredMember>();
  for (const [name, member] of one.members) {
    const second = other.members.get(name);
    if (!second) return undefined;
    members.set(name, { ...member, ...joinMember(member, second) });
  }
  return { members, repeated: [] };
}

/** The type of a member that has one type or the other. */
export function joinMember(one: MemberType, other: MemberType): MemberType {
  return { type: joinTypes(one.type, other.type), isOptional: one.isOptional || other.isOptional };
}

/** True for numbers of either kind. */
export function isNumber({ kind }: DataType): boolean {
  return kind === "number" || kind === "integer";
}

/** True for texts and enums. */
export function isText({ kind }: DataType): boolean {
  return kind === "text" || kind === "enum";
}
