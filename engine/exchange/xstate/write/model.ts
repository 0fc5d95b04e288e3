import { isObject, type LeftOut, type State, type StateMachineDefinition } from "@loom/protocol";
import { childrenOf, regionsOf } from "../../../members.ts";
import type { DataType, DeclaredData } from "../../../typing/data_type.ts";
import { declaredDataOf } from "../../../typing/declared.ts";
import { Payloads } from "../../../typing/payloads.ts";

const NO_DATA: DeclaredData = { members: new Map(), repeated: [] };

/** A function or an object that the host brings. */
export type HostPart = "function" | Set<string>;

/** Facts about the machine being written, and needs of its code. */
export class WrittenMachine {
  readonly definition: StateMachineDefinition;
  readonly data: DeclaredData;
  readonly payloads: Payloads;
  /** The events that the machine mentions. */
  readonly events = new Set<string>();
  /** The events of timers by the name of the timer. */
  readonly timers = new Map<string, string>();
  readonly leftOut: LeftOut[] = [];
  /** The names that written code imports from XState. */
  readonly imports = new Set<string>(["setup"]);
  readonly helpers = new Set<string>();
  readonly host = new Map<string, HostPart>();
  /** The named guards and actions that the machine calls. */
  readonly guards = new Set<string>();
  readonly actions = new Set<string>();
  readonly delays = new Map<string, string>();
  /** The tasks and machines that states run. */
  readonly actors = new Map<string, "task" | "machine">();
  /** Members of the context that are not declared. */
  readonly undeclared = new Set<string>();
  readonly #ids = new Map<string, string>();
  readonly #instances: ReadonlySet<string>;

  constructor(definition: StateMachineDefinition) {
    this.definition = definition;
    this.data = declaredDataOf(definition.settings) ?? NO_DATA;
    const sources = Array.isArray(definition.events) ? definition.events.filter(isObject) : [];
    this.payloads = new Payloads(sources.flatMap(({ events }) => events ?? []));
    for (const { events = [], timers = [] } of sources) {
      for (const { id } of events) this.events.add(id);
      for (const { id, name } of timers) {
        this.timers.set(name, id);
        this.events.add(id);
      }
    }
    this.#instances = new Set((definition.settings.objects ?? []).map(({ instance }) => instance));
    this.#name(definition.state);
  }

  /** Gives every state an id that targets can name. */
  #name(state: State): void {
    const taken = new Set(this.#ids.values());
    const plain = String(state.name).replace(/[^\p{L}\p{N}_$-]+/gu, "_") || "_";
    let id = plain;
    for (let number = 2; taken.has(id); number++) id = `${plain}_${number}`;
    this.#ids.set(state.name, id);
    for (const child of [...childrenOf(state), ...regionsOf(state)]) this.#name(child);
  }

  /** The id of a state. */
  idOf(name: string): string | undefined {
    return this.#ids.get(name);
  }

  /** The declared type of a member of the context. */
  typeOf(name: string): { readonly type: DataType; readonly isOptional: boolean } | undefined {
    return this.data.members.get(name);
  }

  /** True for an object of the host. */
  isInstance(name: string): boolean {
    return this.#instances.has(name) && !this.data.members.has(name);
  }

  /** The word for an event in XState: completions and results have others there. */
  eventWord(event: string): string {
    const [, word, name = ""] = /^(done\.state|done\.invoke|error\.invoke)\.(.+)$/.exec(event) ?? [];
    if (word === "done.state") return `xstate.done.state.${this.idOf(name) ?? name}`;
    if (word !== undefined) return `xstate.${word === "done.invoke" ? "done" : "error"}.actor.${name}`;
    return /^(?:done|error)\.\*$/.test(event)
      ? `xstate.${event}`
      : event.replace(/^done\.invoke\.\*$/, "xstate.done.actor.*")
        .replace(/^error\.invoke\.\*$/, "xstate.error.actor.*")
        .replace(/^done\.state\.\*$/, "xstate.done.state.*");
  }

  /** Notes what has no place in XState. */
  leave(part: string, members: readonly string[], what: string, path = ""): void {
    this.leftOut.push({
      part,
      members,
      count: 1,
      path,
      message: `XState has no place for ${what}: it was left out.`,
    });
  }
}
