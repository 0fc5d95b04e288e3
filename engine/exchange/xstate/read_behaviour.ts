import { type Action, isObject } from "@loom/protocol";
import type { Expression } from "../../expression/ast.ts";
import { printExpression } from "../../expression/mod.ts";
import { isForbidden, isName } from "../../expression/names.ts";
import type { SourceModule } from "./source/module.ts";
import { ActionReader } from "./source/read_action.ts";
import { join, literalOf, NotSimple } from "./source/expressions.ts";
import { FunctionReader } from "./source/read_function.ts";
import { CreatorCall, listOf, SourceCode, type Spot } from "./values.ts";

type Members = Readonly<Record<string, unknown>>;

/** The surroundings of a configuration: none of it for JSON. */
export interface Surroundings {
  readonly module?: SourceModule | undefined;
  /** True for the form before XState 5. */
  readonly isOld: boolean;
  /** Guards, actions, delays and actors by name. */
  readonly parts: Readonly<Record<"guards" | "actions" | "delays" | "actors", Members>>;
  /** The members of an event that the types declare. */
  payloadOf(event: string): ReadonlySet<string>;
}

/** The guards, actions and values of a configuration in the language of machines. */
export class Behaviour {
  /** The members that functions read of events, by event. */
  readonly members = new Map<string, Set<string>>();
  readonly around: Surroundings;
  readonly #remark: (message: string, spot: Spot, value?: unknown) => void;
  readonly #stateOf: (target: string) => string | undefined;
  readonly #taken = new Map<unknown, string>();
  readonly #names = new Set<string>();
  readonly #actions: ActionReader;

  /**
   * @param remark Notes what could not be taken over.
   * @param stateOf Finds the name of the state that `stateIn` means.
   */
  constructor(
    around: Surroundings,
    remark: (message: string, spot: Spot, value?: unknown) => void,
    stateOf: (target: string) => string | undefined,
  ) {
    this.around = around;
    this.#remark = remark;
    this.#stateOf = stateOf;
    this.#actions = new ActionReader(this);
  }

  /** The text of a guard; `undefined` where there is none, or it always passes. */
  guard(value: unknown, spot: Spot): string | undefined {
    if (value === undefined || value === null) return undefined;
    try {
      const guard = this.guardExpression(value, spot);
      return guard.kind === "literal" && guard.value === true ? undefined : printExpression(guard);
    } catch (error) {
      if (!(error instanceof NotSimple)) throw error;
      this.#remark(`A guard was left out: ${error.message}.`, spot, value);
      return undefined;
    }
  }

  /** @throws {NotSimple} When it is no guard. */
  guardExpression(value: unknown, spot: Spot): Expression {
    if (typeof value === "string") return this.#namedGuard(value, undefined, spot);
    if (value instanceof CreatorCall) return this.#combined(value, spot);
    if (value instanceof SourceCode) {
      return this.simple(value, spot, "guard", () => this.reader(value, spot).test());
    }
    if (isObject(value) && typeof value["type"] === "string") {
      return this.#namedGuard(value["type"], value["params"], spot);
    }
    throw new NotSimple("it has no name");
  }

  #namedGuard(name: string, params: unknown, spot: Spot): Expression {
    const own = this.around.parts.guards[name];
    const call = () => this.call(name, params, spot);
    if (own === undefined || spot.within?.has(name)) return call();
    const inner = { ...spot, params, within: new Set([...spot.within ?? [], name]) };
    if (own instanceof SourceCode) {
      return this.simple(own, inner, "guard", () => this.reader(own, inner).test(), { name, call });
    }
    return this.guardExpression(own, inner);
  }

  /** `and`, `or`, `not` and `stateIn`. */
  #combined({ creator, args: [first] }: CreatorCall, spot: Spot): Expression {
    if ((creator === "and" || creator === "or") && Array.isArray(first)) {
      return join(creator, first.map((one) => this.guardExpression(one, spot)));
    }
    if (creator === "not") return { kind: "not", operand: this.guardExpression(first, spot) };
    if (creator === "stateIn") return this.inStates(first);
    throw new NotSimple(`${creator} is no guard`);
  }

  /** The condition that states are active: `#id`, `a.b`, or an object as in `matches`. */
  inStates(value: unknown): Expression {
    const targets = typeof value === "string" ? [value] : [...pathsOf(value, "")];
    return join(
      "and",
      targets.map((target): Expression => {
        const name = this.#stateOf(target);
        if (name === undefined) throw new NotSimple(`there is no state ${JSON.stringify(target)}`);
        return {
          kind: "call",
          callee: { kind: "name", name: "in_state" },
          args: [literalOf(name)],
          kwargs: [],
        };
      }),
    );
  }

  /** Reads source as it is, else as the call of a function that the host has to bring; that is noted once. */
  simple(
    code: SourceCode,
    spot: Spot,
    what: string,
    read: () => Expression,
    named?: { readonly name: string; call(): Expression },
  ): Expression {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotSimple)) throw error;
      const name = named?.name ?? this.nameFor(code, spot, what);
      this.noteHost(code, name, what, error.message, spot);
      return named?.call() ?? this.call(name, undefined, spot);
    }
  }

  /** Notes that the host has to bring a function, and why. */
  noteHost(code: unknown, name: string, what: string, why: string, spot: Spot): void {
    const key = `${what} ${name}`;
    if (this.#names.has(key)) return;
    this.#names.add(key);
    this.#remark(
      `The ${what} is left to the host function ${plainName(name)}: ${why}.`,
      { ...spot, path: [] },
      code,
    );
  }

  /** A name for source without one, made of the words of its place. */
  nameFor(
    code: { readonly node: unknown; readonly name?: string | undefined },
    spot: Spot,
    what: string,
  ): string {
    const known = this.#taken.get(code.node);
    if (known !== undefined) return known;
    const taken = new Set(this.#taken.values());
    const wanted = code.name ?? plainName([...spot.words, what].join("_"));
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
    this.#taken.set(code.node, name);
    return name;
  }

  #membersOf(event: string): Set<string> {
    const members = this.members.get(event) ?? new Set();
    this.members.set(event, members);
    return members;
  }

  /** A reader of a function. */
  reader(code: SourceCode, spot: Spot): FunctionReader {
    const { module, isOld, payloadOf } = this.around;
    if (module === undefined) throw new NotSimple("there is no source");
    return new FunctionReader(code.node, {
      module,
      isOld,
      events: spot.events,
      payload: new Set(spot.events.flatMap((event) => [...payloadOf(event)])),
      params: spot.params,
      note: (events, member) => {
        for (const event of events) this.#membersOf(event).add(member);
      },
      guard: (value) => this.guardExpression(value, spot),
    });
  }

  /** A list of actions. */
  actions(value: unknown, spot: Spot): Action[] {
    return listOf(value).flatMap((one) => this.action(one, spot));
  }

  /** One action; those that cannot be read are noted and left out. */
  action(value: unknown, spot: Spot): Action[] {
    if (typeof value === "string") return this.#namedAction(value, undefined, spot);
    if (value instanceof SourceCode || value instanceof CreatorCall) return this.#actions.read(value, spot);
    if (isObject(value) && typeof value["type"] === "string" && !value["type"].startsWith("xstate.")) {
      return this.#namedAction(value["type"], value["params"], spot);
    }
    this.#remark("An action that has no name was left out.", spot, value);
    return [];
  }

  #namedAction(name: string, params: unknown, spot: Spot): Action[] {
    const own = this.around.parts.actions[name];
    if (own === undefined || spot.within?.has(name)) return [{ code: this.callText(name, params, spot) }];
    const inner = { ...spot, params, within: new Set([...spot.within ?? [], name]) };
    if (own instanceof SourceCode || own instanceof CreatorCall) return this.#actions.read(own, inner, name);
    return this.actions(own, inner);
  }

  /** A value that is written out, or that functions compute. @throws {NotSimple} When it cannot be read. */
  value(value: unknown, spot: Spot): Expression {
    if (value instanceof SourceCode) return this.reader(value, spot).value();
    if (Array.isArray(value)) return { kind: "list", items: value.map((one) => this.value(one, spot)) };
    if (!isObject(value) || value instanceof CreatorCall) return literalOf(value);
    return {
      kind: "object",
      entries: Object.entries(value).map(([key, one]) => ({ key, value: this.value(one, spot) })),
    };
  }

  /** The text of a value; what cannot be read is left to a function of the host. */
  valueText(value: unknown, spot: Spot, what: string): string {
    try {
      return printExpression(this.value(value, spot));
    } catch (error) {
      if (!(error instanceof NotSimple)) throw error;
      const code = value instanceof SourceCode ? value : { node: value };
      const name = this.nameFor(code, spot, what);
      this.noteHost(value, name, what, error.message, spot);
      return `${plainName(name)}()`;
    }
  }

  /** Milliseconds: a number, or an expression. */
  delay(value: unknown, spot: Spot): number | string {
    if (typeof value === "number") return value;
    if (value instanceof SourceCode) return this.valueText(value, spot, "delay");
    const name = String(value);
    const milliseconds = Number(name);
    if (name.trim() !== "" && !Number.isNaN(milliseconds)) return milliseconds;
    const own = this.around.parts.delays[name];
    if (own === undefined) return this.callText(name, undefined, spot);
    if (typeof own === "number") return own;
    return this.valueText(
      own instanceof SourceCode ? new SourceCode(own.node, own.name ?? name) : own,
      spot,
      "delay",
    );
  }

  /** The text of a call of a function of the host. */
  callText(name: string, params: unknown, spot: Spot): string {
    return printExpression(this.call(name, params, spot));
  }

  /** The call of a function of the host; its parameters are keyword arguments. */
  call(name: string, params: unknown, spot: Spot): Expression {
    const plain = plainName(name);
    if (plain !== name) {
      this.#remark(`The function ${JSON.stringify(name)} is called ${plain}.`, spot);
    }
    let given: Expression | undefined;
    try {
      given = params === undefined ? undefined : this.value(params, spot);
    } catch (error) {
      if (!(error instanceof NotSimple)) throw error;
      this.#remark(`The parameters of ${plain} were left out: ${error.message}.`, spot, params);
    }
    const entries = given?.kind === "object" ? given.entries : [];
    const isPlain = entries.every(({ key }) => isName(key) && !isForbidden(key));
    return {
      kind: "call",
      callee: { kind: "name", name: plain },
      args: given === undefined || (given.kind === "object" && isPlain) ? [] : [given],
      kwargs: isPlain ? entries.map(({ key, value }) => ({ name: key, value })) : [],
    };
  }

  /** Notes what could not be taken over. */
  note(message: string, spot: Spot, value?: unknown): void {
    this.#remark(message, spot, value);
  }
}

/** A name that guards and actions can call. */
export function plainName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_$]+/gu, "_").replace(/^(?=\p{N})/u, "_");
  return isName(plain) && !isForbidden(plain) ? plain : `_${plain.replace(/^_+/, "")}`;
}

/** The paths of the states that a state value names. */
function* pathsOf(value: unknown, path: string): Generator<string> {
  if (typeof value === "string") yield path === "" ? value : `${path}.${value}`;
  else if (isObject(value)) {
    const inner = Object.entries(value);
    if (inner.length === 0 && path !== "") yield path;
    for (const [key, one] of inner) yield* pathsOf(one, path === "" ? key : `${path}.${key}`);
  }
}
