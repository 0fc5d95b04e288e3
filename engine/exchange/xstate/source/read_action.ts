import { type Action, isObject } from "@loom/protocol";
import type { Expression } from "../../../expression/ast.ts";
import { printExpression } from "../../../expression/mod.ts";
import { isForbidden, isName } from "../../../expression/names.ts";
import { CreatorCall, isPlain, SourceCode, type Spot } from "../values.ts";
import { literalOf, namesIn, NotSimple } from "./expressions.ts";
import type { FunctionReader } from "./read_function.ts";
import { bare, blockOf, isFunction, keyOf, nodesIn, part, parts, type SyntaxNode, word } from "./syntax.ts";

/** Parts of the configuration that the reader of actions needs. */
export interface ActionSurroundings {
  action(value: unknown, spot: Spot): Action[];
  actions(value: unknown, spot: Spot): Action[];
  guardExpression(value: unknown, spot: Spot): Expression;
  value(value: unknown, spot: Spot): Expression;
  delay(value: unknown, spot: Spot): number | string;
  callText(name: string, params: unknown, spot: Spot): string;
  reader(code: SourceCode, spot: Spot): FunctionReader;
  nameFor(
    code: { readonly node: unknown; readonly name?: string | undefined },
    spot: Spot,
    what: string,
  ): string;
  noteHost(code: unknown, name: string, what: string, why: string, spot: Spot): void;
}

/** One member to set: the actions, and the names that its value reads. */
interface Setting {
  readonly target: string;
  readonly actions: readonly Action[];
  readonly reads: ReadonlySet<string>;
}

/** Reads actions that are functions, or calls of functions of XState. */
export class ActionReader {
  readonly #around: ActionSurroundings;
  /** The actions by the name of the function of XState that makes them. */
  readonly #creators: Readonly<Record<string, (call: CreatorCall, spot: Spot) => Action[]>> = {
    assign: (call, spot) => this.#assign(call.args[0], spot),
    raise: ({ args: [event, options] }, spot) => this.#raise(event, options, spot),
    send: ({ args: [event, options] }, spot) => [this.#send(event, options, spot, targetIn(options))],
    sendTo: ({ args: [to, event, options] }, spot) => [
      this.#send(event, options, spot, this.#isSelf(to, spot) ? undefined : textOf(to)),
    ],
    sendParent: ({ args: [event, options] }, spot) => [this.#send(event, options, spot, "parent")],
    log: ({ args: [value = "event"] }, spot) => [{ log: printExpression(this.#logged(value, spot)) }],
    cancel: ({ args: [id] }) => [{ cancel: textOf(id) }],
    enqueueActions: ({ args: [code] }, spot) => this.#enqueued(code, spot),
    choose: ({ args: [ways] }, spot) => this.#chosen(Array.isArray(ways) ? ways : [], spot),
  };

  constructor(around: ActionSurroundings) {
    this.#around = around;
  }

  /** Reads an action as it is, else as the call of a function that the host has to bring. */
  read(value: SourceCode | CreatorCall, spot: Spot, name?: string): Action[] {
    try {
      if (value instanceof SourceCode) return this.#function(value, spot);
      const make = this.#creators[value.creator];
      if (make === undefined) throw new NotSimple(`machines have no ${value.creator}`);
      return make(value, spot);
    } catch (error) {
      if (!(error instanceof NotSimple)) throw error;
      const code = value instanceof SourceCode ? value : { node: value.node, name: undefined };
      const called = name ?? this.#around.nameFor(code, spot, "action");
      this.#around.noteHost(value, called, "action", error.message, spot);
      return [{ code: this.#around.callText(called, spot.params, spot) }];
    }
  }

  /** A function whose statements are calls. */
  #function(code: SourceCode, spot: Spot): Action[] {
    const reader = this.#around.reader(code, spot);
    const actions = reader.body.flatMap((statement): Action[] => {
      if (reader.declare(statement) || statement.type === "EmptyStatement") return [];
      const node = bare(part(statement, "expression") ?? statement);
      if (node.type !== "CallExpression") throw new NotSimple("it does more than call functions");
      const callee = bare(part(node, "callee") ?? node);
      const given = parts(node, "arguments").map((one) => messageOf(reader, one));
      if (callee.type === "MemberExpression" && word(callee, "object") === "console") {
        const [only] = given;
        if (only === undefined) return [];
        return [{ log: printExpression(given.length === 1 ? only : { kind: "list", items: given }) }];
      }
      return [{ code: printExpression(reader.expression(node)) }];
    });
    reader.check();
    return actions;
  }

  #logged(value: unknown, spot: Spot): Expression {
    if (!(value instanceof SourceCode)) return this.#around.value(value, spot);
    const reader = this.#around.reader(value, spot);
    const message = messageOf(reader, reader.result());
    reader.check();
    return message;
  }

  #assign(value: unknown, spot: Spot): Action[] {
    const settings = value instanceof SourceCode
      ? this.#settingsOfFunction(value, spot)
      : isPlain(value)
      ? Object.entries(value).map(([target, one]) => this.#setting(target, one, spot))
      : undefined;
    if (settings === undefined) throw new NotSimple("it computes what it assigns");
    return inOrder(settings).flatMap(({ actions }) => [...actions]);
  }

  #setting(target: string, value: unknown, spot: Spot): Setting {
    if (!(value instanceof SourceCode)) return settingOf(target, literalOf(value));
    return this.#orByHost(target, value, spot, () => {
      const reader = this.#around.reader(value, spot);
      return settingIn(reader, target, reader.result());
    });
  }

  #settingIn(reader: FunctionReader, target: string, node: SyntaxNode, spot: Spot): Setting {
    return this.#orByHost(target, new SourceCode(node), spot, () => settingIn(reader, target, node));
  }

  #orByHost(target: string, value: SourceCode, spot: Spot, read: () => Setting): Setting {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotSimple)) throw error;
      return this.#setByHost(target, value, error.message, spot);
    }
  }

  /** A value that a function of the host gives; whatever it may read is set later. */
  #setByHost(target: string, value: SourceCode, why: string, spot: Spot): Setting {
    checkTarget(target);
    const name = this.#around.nameFor(value, { ...spot, words: [...spot.words, target] }, "value");
    this.#around.noteHost(value, name, "value", why, spot);
    const reads = new Set(nodesIn(value.node).map((one) => word(one, "name")));
    return {
      target,
      reads,
      actions: [{ assign: { target, value: this.#around.callText(name, spot.params, spot) } }],
    };
  }

  /** `assign(({ context, event }) => ({ ...context, a: event.a }))`. */
  #settingsOfFunction(code: SourceCode, spot: Spot): Setting[] {
    const reader = this.#around.reader(code, spot);
    const result = reader.result();
    if (result.type !== "ObjectExpression") throw new NotSimple("it does not return an object");
    return parts(result, "properties").flatMap((one) => {
      if (one.type === "SpreadElement") {
        // What is spread stays as it is, when it is the context itself.
        const spread = bare(part(one, "argument") ?? one);
        if (/^(?:context|ctx)$/.test(word(spread, "name"))) return [];
        throw new NotSimple("it spreads something else than the context");
      }
      const [key, value] = [keyOf(one, "key"), part(one, "value")];
      if (key === undefined || value === undefined) throw new NotSimple("it computes what it assigns");
      return [this.#settingIn(reader, key, bare(value), spot)];
    });
  }

  /** True for `({ self }) => self`. */
  #isSelf(target: unknown, spot: Spot): boolean {
    if (!(target instanceof SourceCode)) return false;
    const result = this.#around.reader(target, spot).result();
    return word(result, "name") === "self" || keyOf(result, "property") === "self";
  }

  #raise(event: unknown, options: unknown, spot: Spot): Action[] {
    if (isPlain(options) && options["delay"] !== undefined) return [this.#send(event, options, spot)];
    const { type, data } = this.#event(event, spot);
    return [{ raise: type, ...(data === undefined ? {} : { data }) }];
  }

  #send(event: unknown, options: unknown, spot: Spot, to?: string): Action {
    const { type, data } = this.#event(event, spot);
    const { delay, id } = isPlain(options) ? options : {};
    return {
      send: {
        event: type,
        ...(to === undefined || to === "" ? {} : { to }),
        ...(delay === undefined ? {} : { delay: this.#around.delay(delay, spot) }),
        ...(id === undefined ? {} : { id: textOf(id) }),
        ...(data === undefined ? {} : { data }),
      },
    };
  }

  /** An event: its type, and its other members as payload. */
  #event(event: unknown, spot: Spot): { readonly type: string; readonly data?: string } {
    if (typeof event === "string") return { type: event };
    const value = event instanceof CreatorCall ? undefined : this.#around.value(event, spot);
    const entries = value?.kind === "object" ? value.entries : [];
    const type = entries.find(({ key }) => key === "type")?.value;
    if (type?.kind !== "literal" || typeof type.value !== "string") {
      throw new NotSimple("it computes the event");
    }
    const payload = entries.filter(({ key }) => key !== "type");
    if (payload.length === 0) return { type: type.value };
    return { type: type.value, data: printExpression({ kind: "object", entries: payload }) };
  }

  /** The calls of `enqueue` in a function; conditions become `if`. */
  #enqueued(code: unknown, spot: Spot): Action[] {
    if (!(code instanceof SourceCode)) throw new NotSimple("it computes actions");
    const reader = this.#around.reader(code, spot);
    const assigned = new Set<string>();
    const actions = reader.body.flatMap((one) => this.#queued(one, reader, spot, assigned));
    reader.check();
    return actions;
  }

  #queued(statement: SyntaxNode, reader: FunctionReader, spot: Spot, assigned: Set<string>): Action[] {
    if (reader.declare(statement)) return [];
    if (statement.type === "IfStatement") {
      const condition = reader.condition(part(statement, "test") ?? statement);
      if (!assigned.isDisjointFrom(namesIn(condition))) {
        throw new NotSimple("it compares what the context was before an assignment");
      }
      const [then, otherwise] = ["consequent", "alternate"].map((member) => {
        const block = part(statement, member);
        return block === undefined
          ? []
          : blockOf(block).flatMap((one) => this.#queued(one, reader, spot, assigned));
      });
      return [ifAction(condition, then ?? [], otherwise ?? [])];
    }
    const node = bare(part(statement, "expression") ?? statement);
    if (node.type !== "CallExpression") throw new NotSimple("it does more than enqueue actions");
    const callee = bare(part(node, "callee") ?? node);
    const { module } = reader.place;
    const given = parts(node, "arguments");
    const args = given.map((one) => module.valueOf(one));
    const creator = callee.type === "MemberExpression" ? keyOf(callee, "property") : undefined;
    if (word(callee, creator === undefined ? "name" : "object") !== "enqueue") {
      throw new NotSimple("it does more than enqueue actions");
    }
    const [first] = given;
    const actions = creator === undefined
      ? this.#around.actions(args[0], spot)
      : creator === "assign" && first !== undefined && isPlain(args[0])
      ? this.#queuedAssign(bare(first), args[0], reader, spot, assigned)
      : this.#made(new CreatorCall(creator, args, node), spot);
    for (const { assign } of actions) if (assign !== undefined) assigned.add(assign.target);
    return actions;
  }

  /** Values that are no functions see the context as it was when the actions were collected. */
  #queuedAssign(
    node: SyntaxNode,
    values: Readonly<Record<string, unknown>>,
    reader: FunctionReader,
    spot: Spot,
    assigned: ReadonlySet<string>,
  ): Action[] {
    const settings = parts(node, "properties").map((one) => {
      const [key, value] = [keyOf(one, "key"), part(one, "value")];
      if (key === undefined || value === undefined) throw new NotSimple("it computes what it assigns");
      const known = values[key];
      if (!(known instanceof SourceCode) || isFunction(known.node)) return this.#setting(key, known, spot);
      const setting = settingIn(reader, key, bare(value));
      if (assigned.isDisjointFrom(setting.reads)) return setting;
      throw new NotSimple("it reads what the context was before an assignment");
    });
    return inOrder(settings).flatMap(({ actions }) => [...actions]);
  }

  #made(call: CreatorCall, spot: Spot): Action[] {
    const make = this.#creators[call.creator];
    if (make === undefined) throw new NotSimple(`machines have no ${call.creator}`);
    return make(call, spot);
  }

  /** `choose` of XState 4: the first way whose condition holds. */
  #chosen(ways: readonly unknown[], spot: Spot): Action[] {
    return ways.reduceRight<Action[]>((otherwise, way) => {
      if (!isPlain(way)) throw new NotSimple("it computes its ways");
      const then = this.#around.actions(way["actions"], spot);
      const test = way["cond"] ?? way["guard"];
      return test === undefined
        ? then
        : [ifAction(this.#around.guardExpression(test, spot), then, otherwise)];
    }, []);
  }
}

/** A value to log; a text with values in it is the list of its parts. */
function messageOf(reader: FunctionReader, given: SyntaxNode): Expression {
  const node = bare(given);
  const values = node.type === "TemplateLiteral" ? parts(node, "expressions") : [];
  if (values.length === 0) return reader.expression(node);
  const items = parts(node, "quasis").flatMap((quasi, at): Expression[] => {
    const { cooked = "" } = quasi["value"] as { cooked?: string };
    const value = values[at];
    return [
      ...(cooked.trim() === "" ? [] : [literalOf(cooked.trim())]),
      ...(value === undefined ? [] : [reader.expression(value)]),
    ];
  });
  return { kind: "list", items };
}

function settingOf(target: string, value: Expression): Setting {
  checkTarget(target);
  return {
    target,
    reads: namesIn(value),
    actions: [{ assign: { target, value: printExpression(value) } }],
  };
}

/** A value that is chosen becomes an `if`. */
function settingIn(reader: FunctionReader, target: string, node: SyntaxNode): Setting {
  const setting = chosenIn(reader, target, node);
  reader.check();
  return setting;
}

function chosenIn(reader: FunctionReader, target: string, node: SyntaxNode): Setting {
  const isDefault = node.type === "LogicalExpression" && word(node, "operator") === "??";
  if (!isDefault && node.type !== "ConditionalExpression") {
    return accumulated(reader, target, node) ?? settingOf(target, reader.expression(node));
  }
  const of = (member: string): SyntaxNode => bare(part(node, member) ?? node);
  const test: Expression = isDefault
    ? {
      kind: "comparison",
      operator: "!=",
      left: reader.expression(of("left")),
      right: { kind: "literal", value: null },
    }
    : reader.condition(of("test"));
  if (test.kind === "literal") return chosenIn(reader, target, of(test.value ? "consequent" : "alternate"));
  const then = chosenIn(reader, target, of(isDefault ? "left" : "consequent"));
  const otherwise = chosenIn(reader, target, of(isDefault ? "right" : "alternate"));
  return {
    target,
    reads: new Set([...namesIn(test), ...then.reads, ...otherwise.reads]),
    actions: [ifAction(test, [...then.actions], [...otherwise.actions])],
  };
}

/** `context.count + event.count`: `+=` reads the context, also where the event has a member of this name. */
function accumulated(reader: FunctionReader, target: string, node: SyntaxNode): Setting | undefined {
  const [left, right] = [part(node, "left"), part(node, "right")];
  const operator = word(node, "operator");
  if (left === undefined || right === undefined || !/^(?:[-+*/%]|\*\*)$/.test(operator)) return undefined;
  const isOwn = /^(?:context|ctx)$/.test(word(bare(left), "object")) &&
    keyOf(bare(left), "property") === target;
  if (!isOwn) return undefined;
  const value = reader.expression(right);
  if (!namesIn(value).has(target) && !reader.place.payload.has(target)) return undefined;
  checkTarget(target);
  return {
    target,
    reads: namesIn(value),
    actions: [{ code: `${target} ${operator}= ${printExpression(value)}` }],
  };
}

function checkTarget(target: string): void {
  if (!isName(target) || isForbidden(target)) throw new NotSimple(`"${target}" is no name in actions`);
}

function ifAction(condition: Expression, then: Action[], otherwise: Action[]): Action {
  return {
    if: {
      condition: printExpression(condition),
      then,
      ...(otherwise.length > 0 ? { else: otherwise } : {}),
    },
  };
}

/** The settings so that none reads what another has set before: all of them see the context as it was. */
function inOrder(settings: readonly Setting[]): Setting[] {
  const waiting = [...settings];
  const sorted: Setting[] = [];
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ target }) =>
      waiting.every((other) => other.target === target || !other.reads.has(target))
    );
    if (free < 0) throw new NotSimple("it swaps members of the context");
    sorted.push(...waiting.splice(free, 1));
  }
  return sorted;
}

function targetIn(options: unknown): string | undefined {
  return isObject(options) && options["to"] !== undefined ? textOf(options["to"]) : undefined;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new NotSimple("it computes a name");
}
