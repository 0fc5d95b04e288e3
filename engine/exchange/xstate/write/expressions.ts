import type { BinaryExpression, Expression } from "../../../expression/ast.ts";
import { ANY } from "../../../typing/data_type.ts";
import { joinTypes } from "../../../typing/payloads.ts";
import {
  ATOM,
  BOOLEAN,
  familyOf,
  LEVELS,
  NUMBER,
  number,
  POSTFIX,
  PREFIX,
  type Printed,
  printed,
  TEXT,
  textual,
  unliteral,
  within,
} from "./printed.ts";
import { keyText } from "./script.ts";
import type { WrittenMachine } from "./model.ts";

/** The surroundings of a text of the machine. */
export interface TextScope {
  /** The events it runs for; null when they are not known. */
  readonly events: readonly string[] | null;
  /** Names of loops around it. */
  readonly locals: ReadonlySet<string>;
  /** True where `check` tests guards: in `enqueueActions`. */
  readonly hasCheck?: boolean;
  /** True in functions whose arguments have no type. */
  readonly isLoose?: boolean;
}

/** Prints expressions of the language of machines as TypeScript that type-checks strictly. */
export class ExpressionWriter {
  readonly #machine: WrittenMachine;

  constructor(machine: WrittenMachine) {
    this.#machine = machine;
  }

  /** A value. */
  value(expression: Expression, scope: TextScope): Printed {
    const value = (one: Expression) => this.value(one, scope);
    switch (expression.kind) {
      case "literal": {
        const { value: literal } = expression;
        const type = typeof literal === "string" ? TEXT : typeof literal === "number" ? NUMBER : BOOLEAN;
        if (literal === null) return { ...printed("null", ATOM, ANY, true), literal };
        return { ...printed(JSON.stringify(literal), ATOM, type), literal };
      }
      case "list":
        return printed(`[${expression.items.map((one) => value(one).text).join(", ")}]`, ATOM, {
          kind: "list",
          items: ANY,
        });
      case "object": {
        const members = new Map(expression.entries.map((one) => [one.key, one.value]));
        const entries = [...members].map(([key, one]) => `${keyText(key)}: ${value(one).text}`);
        return printed(entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}", ATOM, {
          kind: "object",
          declared: undefined,
        });
      }
      case "name":
        return this.#name(expression.name, scope);
      case "member":
        return this.#member(value(expression.object), expression.name);
      case "index":
        return this.#index(value(expression.object), value(expression.index));
      case "call":
        return this.#call(expression, scope);
      case "unary":
        return printed(
          `${expression.operator}${within(number(value(expression.operand)), POSTFIX)}`,
          PREFIX,
          NUMBER,
        );
      case "binary":
        return this.#binary(expression, scope);
      case "logical":
        return this.#logical(expression, scope);
      case "not":
      case "comparison":
      case "membership":
        return this.#condition(expression, scope);
    }
  }

  /** The text of a condition: a boolean. */
  test(expression: Expression, scope: TextScope): string {
    return this.#condition(expression, scope).text;
  }

  #condition(expression: Expression, scope: TextScope): Printed {
    switch (expression.kind) {
      case "logical": {
        const level = LEVELS[expression.operator] ?? 0;
        const sign = expression.operator === "and" ? " && " : " || ";
        const parts = folded(expression);
        const [only] = parts;
        if (only !== undefined && parts.length === 1) return this.#condition(only, scope);
        const operands = parts.map((one) => within(this.#condition(one, scope), level + 1));
        return printed(operands.join(sign), level, BOOLEAN);
      }
      case "not":
        return printed(`!${within(this.#condition(expression.operand, scope), PREFIX)}`, PREFIX, BOOLEAN);
      case "comparison": {
        const [left, right] = [this.value(expression.left, scope), this.value(expression.right, scope)];
        return /[<>]/.test(expression.operator)
          ? this.#order(left, expression.operator, right)
          : this.#equality(left, expression.operator === "!=", right);
      }
      case "membership":
        this.#machine.helpers.add("isIn").add("isEqual");
        return printed(
          `isIn(${this.value(expression.item, scope).text}, ${
            this.value(expression.collection, scope).text
          })`,
          POSTFIX,
          BOOLEAN,
        );
      default:
        return this.#truth(expression, scope);
    }
  }

  #truth(expression: Expression, scope: TextScope): Printed {
    if (scope.hasCheck === true && expression.kind === "call") {
      const guard = this.guardText(expression);
      if (guard !== undefined) return printed(`check(${guard})`, POSTFIX, BOOLEAN);
    }
    const value = this.value(expression, scope);
    const family = familyOf(value);
    if (value.literal !== undefined) return printed(String(Boolean(value.literal)), ATOM, BOOLEAN);
    if (family === "boolean" && !value.isNullable) return value;
    if (/^(?:number|text|boolean)$/.test(family)) {
      return printed(`Boolean(${value.text})`, POSTFIX, BOOLEAN);
    }
    this.#machine.helpers.add("isTrue");
    return printed(`isTrue(${value.text})`, POSTFIX, BOOLEAN);
  }

  /** A guard that XState knows by name, or `stateIn`; `undefined` for any other expression. */
  guardText(expression: Expression): string | undefined {
    if (expression.kind !== "call" || expression.callee.kind !== "name") return undefined;
    const { callee: { name }, args: [first, ...others], kwargs } = expression;
    if (name === "in_state" && first?.kind === "literal") {
      const id = this.#machine.idOf(String(first.value));
      this.#machine.imports.add("stateIn");
      return id === undefined ? "() => false" : `stateIn(${JSON.stringify(`#${id}`)})`;
    }
    if (first !== undefined || others.length > 0 || kwargs.length > 0 || this.#isData(name)) return undefined;
    this.#machine.guards.add(name);
    return JSON.stringify(name);
  }

  #isData(name: string): boolean {
    return this.#machine.typeOf(name) !== undefined;
  }

  #name(name: string, { events, locals }: TextScope): Printed {
    if (locals.has(name)) return printed(name, ATOM, ANY);
    const { payloads } = this.#machine;
    const declared = this.#machine.typeOf(name);
    if (name === "output" && events?.every((event) => event.startsWith("done.invoke."))) {
      return printed("event.output", POSTFIX);
    }
    const isExact = events !== null && events.length > 0 &&
      events.every((event) => !/\*$|^(?:done|error)\./.test(event));
    const types = isExact ? events.map((event) => payloads.of(event)?.get(name)) : [];
    const [first] = types;
    if (isExact && first !== undefined && types.every((type) => type?.kind === first.kind)) {
      return printed(`event.${name}`, POSTFIX, first);
    }
    const isHidden = isExact
      ? types.some((type) => type !== undefined)
      : payloads.seenBy(null).has(name) || /^(?:output|error)$/.test(name);
    if (declared !== undefined && !isHidden) {
      return printed(`context.${name}`, POSTFIX, declared.type, declared.isOptional);
    }
    if (this.#machine.isInstance(name)) {
      this.#hostObject(name);
      return printed(`host.${name}`, POSTFIX);
    }
    this.#machine.helpers.add("find");
    return printed(`find({ context, event }, ${JSON.stringify(name)})`, POSTFIX, ANY, true);
  }

  #hostObject(name: string): Set<string> {
    const known = this.#machine.host.get(name);
    if (known instanceof Set) return known;
    const members = new Set<string>();
    this.#machine.host.set(name, members);
    return members;
  }

  #member(object: Printed, name: string): Printed {
    if (object.literal === null) return object;
    const { type, isNullable } = object;
    const dot = isNullable || type.kind === "any" ? "?." : ".";
    const text = `${within(object, POSTFIX)}${dot}${name}`;
    if (name === "length" && (type.kind === "list" || familyOf(object) === "text")) {
      return printed(text, POSTFIX, NUMBER, isNullable);
    }
    if (type.kind === "any") return printed(text, POSTFIX, ANY, true);
    if (type.kind === "object") {
      const member = type.declared?.members.get(name);
      if (member !== undefined) return printed(text, POSTFIX, member.type, isNullable || member.isOptional);
      if (type.declared === undefined && object.level === POSTFIX) return printed(text, POSTFIX, ANY, true);
    }
    return printed(`((${object.text}) as any)?.${name}`, POSTFIX, ANY, true);
  }

  #index(object: Printed, index: Printed): Printed {
    const isKey = /^(?:number|text)$/.test(familyOf(index)) && !index.isNullable;
    const key = isKey ? index.text : `(${index.text}) as any`;
    return printed(`((${object.text}) as any)?.[${key}]`, POSTFIX, ANY, true);
  }

  #call(expression: Expression & { readonly kind: "call" }, scope: TextScope): Printed {
    const { callee, args, kwargs } = expression;
    const values = args.map((one) => this.value(one, scope).text);
    if (kwargs.length > 0) {
      const members = kwargs.map(({ name, value }) => `${keyText(name)}: ${this.value(value, scope).text}`);
      values.push(`{ ${members.join(", ")} }`);
    }
    const given = `(${values.join(", ")})`;
    if (callee.kind === "name" && !scope.locals.has(callee.name) && !this.#isData(callee.name)) {
      if (callee.name === "in_state") {
        this.#machine.leave("action", ["code"], "in_state outside of a guard");
        return printed("false", ATOM, BOOLEAN);
      }
      if (!this.#machine.host.has(callee.name)) this.#machine.host.set(callee.name, "function");
      return printed(`host.${callee.name}${given}`, POSTFIX);
    }
    if (
      callee.kind === "member" && callee.object.kind === "name" &&
      this.#machine.isInstance(callee.object.name)
    ) {
      this.#hostObject(callee.object.name).add(callee.name);
      return printed(`host.${callee.object.name}.${callee.name}${given}`, POSTFIX);
    }
    return printed(`((${this.value(callee, scope).text}) as any)?.${given}`, POSTFIX);
  }

  #binary(expression: BinaryExpression, scope: TextScope): Printed {
    const chain: BinaryExpression[] = [expression];
    let first: Expression = expression.left;
    for (; first.kind === "binary"; first = first.left) chain.push(first);
    let left = this.value(first, scope);
    for (const { operator, right: operand } of chain.reverse()) {
      const right = this.value(operand, scope);
      left = this.#pair(left, operator, right);
    }
    return left;
  }

  #pair(left: Printed, operator: BinaryExpression["operator"], right: Printed): Printed {
    if (operator === "%") {
      this.#machine.helpers.add("modulo");
      return printed(`modulo(${number(left).text}, ${number(right).text})`, POSTFIX, NUMBER);
    }
    const lists = operator === "+" ? [left, right].filter((one) => familyOf(one) === "list") : [];
    if (lists.length > 0) {
      const type = lists.map((one) => one.type).reduce(joinTypes);
      return printed(`[${[left, right].flatMap(spread).join(", ")}]`, ATOM, type);
    }
    const level = LEVELS[operator] ?? 0;
    const isText = operator === "+" && (familyOf(left) === "text" || familyOf(right) === "text");
    const part = isText ? textual : number;
    const [one, other] = [part(left), part(right)];
    const isPower = operator === "**";
    const text = `${within(one, isPower ? level + 1 : level)} ${operator} ${
      within(other, isPower ? level : level + 1)
    }`;
    const isKnown = familyOf(left) !== "any" || familyOf(right) !== "any" || operator !== "+";
    return printed(text, level, isText ? TEXT : isKnown ? NUMBER : ANY);
  }

  #logical(expression: Expression & { readonly kind: "logical" }, scope: TextScope): Printed {
    const values = folded(expression, true).map((one) => this.value(one, scope));
    const [only] = values;
    if (only !== undefined && values.length === 1) return only;
    if (values.every((one) => familyOf(one) === "boolean" && !one.isNullable)) {
      return this.#condition(expression, scope);
    }
    const level = LEVELS[expression.operator] ?? 0;
    const sign = expression.operator === "and" ? " && " : " || ";
    const operands = values.map((one) =>
      one.level === ATOM ? `(${one.text} as any)` : within(one, level + 1)
    );
    return printed(`((${operands.join(sign)}) as any)`, ATOM, ANY, true);
  }

  #equality(left: Printed, isNot: boolean, right: Printed): Printed {
    const sign = isNot ? "!=" : "==";
    const level = LEVELS["=="] ?? 0;
    const binary = (one: string, other: string, strict = "=") =>
      printed(`${one} ${sign}${strict} ${other}`, level, BOOLEAN);
    if (right.literal === null) return binary(within(unliteral(left), level), "null", "");
    if (left.literal === null) return binary(within(unliteral(right), level), "null", "");
    const [one, other] = [familyOf(left), familyOf(right)];
    const isSimple = (family: string) => /^(?:number|text|boolean)$/.test(family);
    const isDeep = (family: string) => family === "list" || family === "object";
    if ((!isSimple(one) && !isSimple(other)) || isDeep(one) || isDeep(other)) {
      this.#machine.helpers.add("isEqual");
      return printed(
        `${isNot ? "!" : ""}isEqual(${left.text}, ${right.text})`,
        isNot ? PREFIX : POSTFIX,
        BOOLEAN,
      );
    }
    const plain = left.type.kind === "enum" || right.type.kind === "enum" || left.literal !== undefined ||
        (one !== other && one !== "any" && other !== "any")
      ? `((${left.text}) as unknown)`
      : within(left, level);
    const isMember = left.type.kind === "enum" && left.type.values.includes(String(right.literal));
    return binary(isMember ? within(left, level) : plain, within(right, level + 1));
  }

  #order(left: Printed, operator: string, right: Printed): Printed {
    const isText = familyOf(left) === "text" || familyOf(right) === "text";
    const part = isText ? textual : number;
    const level = LEVELS[operator] ?? 0;
    return printed(
      `${within(part(left), level)} ${operator} ${within(part(right), level + 1)}`,
      level,
      BOOLEAN,
    );
  }
}

/** The operands that can decide: what is written out is true or false from the start. */
function folded(
  { operator, operands }: Expression & { readonly kind: "logical" },
  keepsLast = false,
): readonly Expression[] {
  const decides = operator === "or";
  const kept: Expression[] = [];
  for (const one of operands) {
    const truth = one.kind === "literal"
      ? Boolean(one.value)
      : one.kind === "list"
      ? one.items.length > 0
      : one.kind === "object"
      ? one.entries.length > 0
      : undefined;
    const isKept = truth === undefined || truth === decides || (keepsLast && one === operands.at(-1));
    if (isKept) kept.push(one);
    if (truth === decides) break;
  }
  return kept.length > 0 ? kept : operands.slice(-1);
}

/** The items of a list in another list: those that are written out, or all of it. */
function spread(list: Printed): string[] {
  if (familyOf(list) !== "list" || !list.text.startsWith("[")) return [`...${within(list, POSTFIX)}`];
  return list.text === "[]" ? [] : [list.text.slice(1, -1)];
}
