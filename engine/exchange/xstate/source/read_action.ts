import { type Action, isObject } from "@loom/protocol";
import type { Expression } from "../../../expression/ast.ts";
import { printExpression } from "../../../expression/mod.ts";
import { CreatorCall, isPlain, SourceCode, type Spot } from "../values.ts";
import { literalOf, namesIn, NotSimple } from "./expressions.ts";
import type { FunctionReader } from "./read_function.ts";
import { checkTarget, ifAction, inOrder, type Setting, settingIn, settingOf } from "./settings.ts";
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
    emit: (call, spot) =>
      this.#byHost(call, "machines have no listeners of events, so the function gets it", spot),
    spawnChild: (call, spot) =>
      this.#byHost(call, "work begins with a state, except what the root spawns on entry", spot),
    stopChild: (call, spot) => this.#byHost(call, "work ends when its state is left", spot),
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

  /** A call of the host's function of the same name, with what it is given. */
  #byHost(call: CreatorCall, why: string, spot: Spot): Action[] {
    const { creator } = call;
    const args = call.args.map((one) => this.#around.value(isReference(one) ? one.name : one, spot));
    this.#around.noteHost(call, creator, "action", why, spot);
    const callee: Expression = { kind: "name", name: creator };
    return [{ code: printExpression({ kind: "call", callee, args, kwargs: [] }) }];
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

/** True for source that only names something, such as the logic of an actor. */
function isReference(value: unknown): value is SourceCode & { readonly name: string } {
  return value instanceof SourceCode && value.name !== undefined && !isFunction(value.node);
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

function targetIn(options: unknown): string | undefined {
  return isObject(options) && options["to"] !== undefined ? textOf(options["to"]) : undefined;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new NotSimple("it computes a name");
}
