import { type Action, isObject } from "@loom/protocol";
import { actionsOf } from "../../../actions.ts";
import type { Expression, Statement } from "../../../expression/ast.ts";
import { ExpressionError, parseAction, parseGuard, printExpression } from "../../../expression/mod.ts";
import type { ExpressionWriter, TextScope } from "./expressions.ts";
import { ATOM, fitted, number, type Printed } from "./printed.ts";
import type { WrittenMachine } from "./model.ts";
import { Code, type ConfigValue, keyText } from "./script.ts";

/** Actions of machines as those of XState. */
export class ActionWriter {
  readonly #machine: WrittenMachine;
  readonly #expressions: ExpressionWriter;

  constructor(machine: WrittenMachine, expressions: ExpressionWriter) {
    this.#machine = machine;
    this.#expressions = expressions;
  }

  /** The actions of a list or a block, as values of a configuration. */
  list(list: Parameters<typeof actionsOf>[0], scope: TextScope): ConfigValue[] {
    return actionsOf(list).flatMap((action) => this.#action(action, scope));
  }

  /** A function of XState for a value: `({ context, event }) => ...`. */
  lambda(value: Printed | undefined, type = ""): string {
    if (value === undefined) return "() => null";
    const body = value.text.startsWith("{") ? `(${value.text})` : value.text;
    const given = argumentsIn(value.text);
    return `(${given === "" ? "" : given + type}) => ${body}`;
  }

  /** The value of a text; `undefined`, with a note, when it does not parse. */
  value(text: string, scope: TextScope): Printed | undefined {
    const expression = this.parsed(text);
    return expression === undefined ? undefined : this.#expressions.value(expression, scope);
  }

  /** The tree of a text; `undefined`, with a note, when it does not parse. */
  parsed(text: string): Expression | undefined {
    try {
      return parseGuard(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.#machine.leave("text", ["code"], `the text ${JSON.stringify(text)}, which does not parse`);
      return undefined;
    }
  }

  /** A number of milliseconds, or the function that computes it. */
  delay(delay: string | number, scope: TextScope): number | Code {
    const milliseconds = Number(delay);
    if (delay === "" || !Number.isNaN(milliseconds)) return milliseconds;
    const text = String(delay);
    const value = this.value(text, scope);
    return new Code(this.lambda(value === undefined ? undefined : number(value)), text);
  }

  #action(action: Action, scope: TextScope): ConfigValue[] {
    const { code, raise, timerStart, timerStop, assign, send, log } = action;
    if (typeof code === "string" && code.trim() !== "") return this.#code(code, scope);
    if (isObject(timerStart)) {
      const { timer, duration, repeat } = timerStart;
      if (repeat !== undefined) {
        this.#machine.leave("action", ["repeat"], `the repetition of the timer "${timer}"`);
      }
      const event = this.#machine.timers.get(timer) ?? timer;
      return [this.#cancel(timer), this.#raise({ event, id: timer, delay: duration }, scope)];
    }
    if (typeof timerStop === "string") return [this.#cancel(timerStop)];
    if (typeof raise === "string") return [this.#raise({ event: raise, data: action.data }, scope)];
    if (isObject(assign)) return this.#code(`${assign.target} = ${assign.value}`, scope);
    if (isObject(action.if) || isObject(action.forEach)) return [this.#block(action, scope)];
    if (isObject(send)) return this.#send(send, scope);
    if (typeof action.cancel === "string") return [this.#cancel(action.cancel)];
    if (typeof log !== "string") return [];
    this.#machine.imports.add("log");
    return [new Code(`log(${this.lambda(this.value(log, scope))})`, `log ${log}`)];
  }

  #cancel(id: string): Code {
    this.#machine.imports.add("cancel");
    return new Code(`cancel(${JSON.stringify(id)})`, `cancel ${id}`);
  }

  #raise(
    { event, data, id, delay }: {
      readonly event: string;
      readonly data?: string | undefined;
      readonly id?: string | undefined;
      readonly delay?: string | number | undefined;
    },
    scope: TextScope,
  ): Code {
    this.#machine.imports.add("raise");
    const options = [
      ...(delay === undefined ? [] : [`delay: ${codeOf(this.delay(delay, scope))}`]),
      ...(id === undefined ? [] : [`id: ${JSON.stringify(id)}`]),
    ];
    const more = options.length > 0 ? `, { ${options.join(", ")} }` : "";
    return new Code(`raise(${this.#event(event, data, scope)}${more})`, `raise ${event}`);
  }

  #send(send: NonNullable<Action["send"]>, scope: TextScope): ConfigValue[] {
    const { event, data, delay, id, to } = send;
    if (to === undefined && delay !== undefined) {
      return [
        ...(id === undefined ? [] : [this.#cancel(id)]),
        this.#raise({ event, data, id, delay }, scope),
      ];
    }
    const written = this.#event(event, data, scope);
    const options = delay === undefined ? "" : `, { delay: ${codeOf(this.delay(delay, scope))} }`;
    if (to === "parent") {
      this.#machine.imports.add("sendParent");
      return [new Code(`sendParent(${written}${options})`, `send ${event} to parent`)];
    }
    this.#machine.imports.add("sendTo");
    const target = to === undefined ? "({ self }) => self" : JSON.stringify(to);
    return [new Code(`sendTo(${target}, ${written}${options})`, `send ${event}`)];
  }

  /** An event with its payload; the types of what it lacks are not checked. */
  #event(event: string, data: string | undefined, scope: TextScope): string {
    this.#machine.events.add(event);
    const type = `type: ${JSON.stringify(event)}`;
    const value = data === undefined ? undefined : this.value(data, scope);
    const isComplete = this.#machine.payloads.of(event) === undefined;
    if (value === undefined) return isComplete ? `{ ${type} }` : `{ ${type} } as any`;
    const isWritten = value.type.kind === "object" && value.text.startsWith("{ ") && value.level === ATOM;
    const members = isWritten ? value.text.slice(2, -2) : `...(${value.text} as any)`;
    return `(${argumentsIn(value.text)}) => ({ ${type}, ${members} }) as any`;
  }

  /** The statements of a code; those that call a function alone are actions of its name. */
  #code(text: string, scope: TextScope): ConfigValue[] {
    let statements: readonly Statement[];
    try {
      statements = parseAction(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.#machine.leave("action", ["code"], `the code ${JSON.stringify(text)}, which does not parse`);
      return [];
    }
    return statements.map((one) =>
      one.kind === "assign" ? this.#assign(one, text, scope) : this.#statement(one.expression, scope)
    );
  }

  #statement(expression: Expression, scope: TextScope): ConfigValue {
    const text = printExpression(expression);
    const isNamed = expression.kind === "call" && expression.callee.kind === "name" &&
      expression.args.length === 0 && expression.callee.name !== "in_state" &&
      this.#machine.typeOf(expression.callee.name) === undefined && !scope.locals.has(expression.callee.name);
    if (isNamed && expression.kind === "call" && expression.callee.kind === "name") {
      const { callee: { name }, kwargs } = expression;
      this.#machine.actions.add(name);
      if (kwargs.length === 0) return name;
      const values = kwargs.map(({ value }) => value.kind === "literal" ? value.value : undefined);
      if (!values.includes(undefined)) {
        const fixed = kwargs.map((one, at): [string, ConfigValue] => [one.name, values[at] ?? null]);
        return { type: name, params: Object.fromEntries(fixed) };
      }
      const params = this.#expressions.value({
        kind: "object",
        entries: kwargs.map(({ name: key, value }) => ({ key, value })),
      }, scope).text;
      return { type: name, params: new Code(`(${argumentsIn(params)}) => (${params})`, text) };
    }
    const value = this.#expressions.value(expression, scope);
    const body = value.text.startsWith("{") ? `(${value.text})` : value.text;
    return new Code(`(${argumentsIn(value.text)}) => {\n  ${body};\n}`, text);
  }

  #assign(statement: Statement & { readonly kind: "assign" }, text: string, scope: TextScope): Code {
    this.#machine.imports.add("assign");
    const { target, operator } = statement;
    const value: Expression = operator === undefined
      ? statement.value
      : { kind: "binary", operator, left: target, right: statement.value };
    // A plain name on the left of `+=` is the context's, also where the event has such a member.
    const inner = target.kind === "name" && operator !== undefined
      ? this.#ownValue(target.name, operator, statement.value, scope)
      : this.#expressions.value(value, scope);
    const path: string[] = [];
    let owner: Expression = target;
    for (; owner.kind === "member" || owner.kind === "index"; owner = owner.object) {
      path.unshift(
        owner.kind === "member"
          ? JSON.stringify(owner.name)
          : this.#expressions.value(owner.index, scope).text,
      );
    }
    if (owner.kind !== "name") return new Code("() => {}", text);
    const { name } = owner;
    const known = this.#machine.typeOf(name);
    if (known === undefined) this.#machine.undeclared.add(name);
    if (path.length > 0) {
      this.#machine.helpers.add("changed");
      const code = `changed(context.${name}, [${path.join(", ")}], ${inner.text})`;
      return new Code(assignment(name, code), text);
    }
    const fit = fitted(inner, known?.type, known?.isOptional ?? true);
    return new Code(assignment(name, fit, inner.literal !== undefined), text);
  }

  #ownValue(
    name: string,
    operator: NonNullable<(Statement & { kind: "assign" })["operator"]>,
    right: Expression,
    scope: TextScope,
  ): Printed {
    const known = this.#machine.typeOf(name);
    const left: Expression = { kind: "name", name };
    if (known === undefined) return this.#expressions.value({ kind: "binary", operator, left, right }, scope);
    const whole = this.#expressions.value(
      {
        kind: "binary",
        operator,
        left: { kind: "member", object: { kind: "name", name: OWN }, name },
        right,
      },
      { ...scope, locals: new Set([...scope.locals, OWN]) },
    );
    const isPlain = /^(?:number|integer|text)$/.test(known.type.kind) && !known.isOptional;
    const own = isPlain ? `context.${name}` : `(context.${name} as any)`;
    return { ...whole, text: whole.text.replace(`${OWN}?.${name}`, own) };
  }

  /** `if` and `forEach`: their actions are collected when they run. */
  #block(action: Action, scope: TextScope): Code {
    return new Code(this.#enqueued(action, { ...scope, hasCheck: true }, "", ""), JSON.stringify(action));
  }

  #enqueued(action: Action, scope: TextScope, indent: string, type: string): string {
    this.#machine.imports.add("enqueueActions");
    const lines: string[] = [];
    const used: string[] = [];
    const inner = type === "" ? scope : { ...scope, isLoose: true };
    this.#lines({ lines, used, scope: inner, isFresh: true }, `${indent}  `, action);
    const names = ["context", "event", "check"].filter((name) => uses(used.join(" "), name));
    const given = [...names, "enqueue"].join(", ");
    return `enqueueActions(({ ${given} }${type}) => {\n${lines.join("\n")}\n${indent}})`;
  }

  #lines(queue: Queue, indent: string, action: Action): void {
    const { lines, used, scope } = queue;
    if (!queue.isFresh) {
      return void lines.push(`${indent}enqueue(${this.#enqueued(action, scope, indent, ": any")});`);
    }
    if (action.if !== undefined) {
      const condition = this.parsed(action.if.condition);
      const test = condition === undefined ? "false" : this.#expressions.test(condition, scope);
      used.push(test);
      lines.push(`${indent}if (${test}) {`);
      this.#queue({ ...queue }, `${indent}  `, action.if.then);
      if (actionsOf(action.if.else).length > 0) {
        lines.push(`${indent}} else {`);
        this.#queue({ ...queue }, `${indent}  `, action.if.else);
      }
      return void lines.push(`${indent}}`);
    }
    if (action.forEach === undefined) return;
    const { list, item, index, actions } = action.forEach;
    const printed = this.value(list, scope);
    const isList = printed?.type.kind === "list" && !printed.isNullable;
    const value = `(${printed?.text ?? "[]"}${isList ? "" : " ?? []"}) as any[]`;
    used.push(value);
    lines.push(
      index === undefined
        ? `${indent}for (const ${item} of ${value}) {`
        : `${indent}for (const [${index}, ${item}] of (${value}).entries()) {`,
    );
    const locals = new Set([...scope.locals, item, ...(index === undefined ? [] : [index])]);
    this.#queue({ lines, used, scope: { ...scope, locals }, isFresh: false }, `${indent}  `, actions);
    lines.push(`${indent}}`);
  }

  #queue(queue: Queue, indent: string, list: Parameters<typeof actionsOf>[0]): void {
    for (const action of actionsOf(list)) {
      if (action.if !== undefined || action.forEach !== undefined) {
        this.#lines(queue, indent, action);
        queue.isFresh = false;
        continue;
      }
      for (const value of this.#action(action, queue.scope)) {
        const code = value instanceof Code ? value.code : inlined(value);
        // The functions of `enqueue` know the types of the machine; those of the module do not here.
        const made = /^(assign|raise|cancel|sendTo)\(/.exec(code);
        const isLoose = made === null || queue.scope.isLoose === true;
        const line = `enqueue${made === null ? `(${untyped(code)})` : `.${isLoose ? untyped(code) : code}`}`;
        queue.lines.push(`${indent}${line};`.replaceAll("\n", `\n${indent}`));
        if (made?.[1] === "assign") queue.isFresh = false;
      }
    }
  }
}

/** Lines of a function that enqueues actions. */
interface Queue {
  readonly lines: string[];
  /** The code that uses its arguments. */
  readonly used: string[];
  readonly scope: TextScope;
  /** True while nothing was assigned: conditions see the context as it is. */
  isFresh: boolean;
}

const OWN = "$own";

/** Code with arguments of no type, where the compiler does not know it. */
function untyped(code: string): string {
  return code.replace(/\((\{ (?:context|event|self|, )+ \})\) =>/g, "($1: any) =>");
}

function inlined(value: ConfigValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  const parts = Object.entries(value as Record<string, ConfigValue>);
  return `{ ${
    parts.map(([key, one]) => `${keyText(key)}: ${one instanceof Code ? one.code : JSON.stringify(one)}`)
      .join(", ")
  } }`;
}

/** Members that functions have, too: XState's types mistake an object with them for a function. */
const OF_FUNCTIONS = new Set([
  "name",
  "length",
  ...Object.getOwnPropertyNames(Function.prototype),
  "toString",
]);

function assignment(name: string, value: string, isPlain = false): string {
  const given = argumentsIn(value);
  if (OF_FUNCTIONS.has(name)) return `assign((${given}) => ({ ${name}: ${value} }))`;
  const body = value.startsWith("{") ? `(${value})` : value;
  return `assign({ ${name}: ${isPlain ? value : `(${given}) => ${body}`} })`;
}

/** The arguments that a code uses, as a pattern. */
export function argumentsIn(code: string): string {
  const used = ["context", "event"].filter((name) => uses(code, name));
  return used.length > 0 ? `{ ${used.join(", ")} }` : "";
}

function uses(code: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name}\\b(?!:)`).test(code.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
}

function codeOf(value: number | Code): string {
  return typeof value === "number" ? String(value) : value.code;
}
