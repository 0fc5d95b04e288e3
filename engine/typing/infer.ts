import { didYouMean } from "@loom/protocol";
import type { BinaryExpression, CallExpression, Expression, LogicalExpression } from "../expression/ast.ts";
import { printExpression } from "../expression/print.ts";
import { isForbidden } from "../expression/names.ts";
import { quoted } from "../naming/case.ts";
import { ANY, type DataType, type MemberType } from "./data_type.ts";
import { isNumber, isText, joinTypes } from "./payloads.ts";
import { faultOfLiteral, literalOf, type LiteralValue } from "./literals.ts";

/** The rules about declared data. */
export type DataRule = "W121" | "W122" | "W123";

/** Takes a fault: `what` continues a sentence that begins with the text's place. */
export type Fault = (rule: DataRule, what: string) => void;

/** The meaning of plain names. */
export interface NameTypes {
  /** The type of a name's value; `undefined` for a name that nothing declares. */
  typeOf(name: string): MemberType | undefined;
  /** A question that offers the nearest name, or `""`. */
  hint(name: string): string;
}

/** The type that a value is used as; `nothing` for one that is not used. */
export type Expected = DataType | "nothing" | undefined;

/** Takes a call of what may be a function of the host, with the types of its arguments and the use of its result. */
export type OnCall = (call: CallExpression, args: readonly MemberType[], expected: Expected) => void;

/** The type of null, which is no type of the format. */
const NULL: MemberType = { type: ANY, isOptional: true };
const UNKNOWN: MemberType = { type: ANY, isOptional: false };
const BOOLEAN: MemberType = { type: { kind: "boolean" }, isOptional: false };
const TEXT: MemberType = { type: { kind: "text" }, isOptional: false };
const NUMBER: MemberType = numberOf("number");
const INTEGER: MemberType = numberOf("integer");

const WORDS: Readonly<Record<DataType["kind"], string>> = {
  text: "a text",
  enum: "a text",
  number: "a number",
  integer: "a number",
  boolean: "a boolean",
  list: "a list",
  object: "an object",
  any: "any value",
};

/** A type in words. */
export function wordsOf({ kind }: DataType): string {
  return WORDS[kind];
}

/** True when no value has both types. */
export function areApart(one: DataType, other: DataType): boolean {
  return one.kind !== "any" && other.kind !== "any" && wordsOf(one) !== wordsOf(other);
}

/** A part of a text, cut when it is long. */
export function shown(expression: Expression): string {
  const text = printExpression(expression);
  return `\`${text.length > 80 ? text.slice(0, 79) + "…" : text}\``;
}

/** Infers the types of expressions and reports what cannot be meant. */
export class Inference {
  readonly #names: NameTypes;
  readonly #fault: Fault;
  #quiet: Inference | undefined;

  readonly #onCall: OnCall | undefined;

  constructor(names: NameTypes, fault: Fault, onCall?: OnCall) {
    this.#names = names;
    this.#fault = fault;
    this.#onCall = onCall;
  }

  /** The type of an expression, which is used as a value of a type. */
  typeOf(expression: Expression, expected?: Expected): MemberType {
    switch (expression.kind) {
      case "literal":
        return literalType(expression.value);
      case "list":
        return this.#list(expression.items);
      case "object":
        for (const { value } of expression.entries) this.typeOf(value);
        return { type: { kind: "object", declared: undefined }, isOptional: false };
      case "name":
        return this.#name(expression.name);
      case "member":
        return this.#member(this.typeOf(expression.object).type, expression.name, expression.object);
      case "index":
        return this.#index(expression.object, expression.index);
      case "call":
        return this.#call(expression, expected);
      case "unary":
        return this.#signed(
          this.typeOf(expression.operand, NUMBER.type).type,
          expression.operator,
          expression.operand,
        );
      case "binary":
        return this.#binary(expression);
      case "comparison":
        this.#compare(expression);
        return BOOLEAN;
      case "membership":
        this.#membership(expression.item, expression.collection);
        return BOOLEAN;
      case "logical":
        return this.#logical(expression, expected);
      case "not":
        this.typeOf(expression.operand, BOOLEAN.type);
        return BOOLEAN;
    }
  }

  /** Reports a value that a place of this type cannot take. */
  checkValue(expression: Expression, member: MemberType, place: string): void {
    this.typeOf(expression, member.type);
    this.conform(expression, member, place);
  }

  /** The same without its parts, which were looked at before. */
  conform(expression: Expression, { type, isOptional }: MemberType, place: string): void {
    const given = this.#silent.typeOf(expression).type;
    const literal = literalOf(expression);
    if (literal?.value === null) {
      if (isOptional || type.kind === "any") return;
      const remedy = "declare it as optional, or give it a value.";
      this.#fault("W122", `sets ${place} to null, but it is not optional: ${remedy}`);
    } else if (areApart(given, type)) {
      this.#fault(
        "W122",
        `sets ${place} to ${wordsOf(given)}, but it is ${wordsOf(type)}: give it ${wordsOf(type)}.`,
      );
    } else if (literal !== undefined) {
      const fault = faultOfLiteral(type, literal.value);
      if (fault !== undefined) this.#fault("W123", `sets ${place} to ${fault}`);
    } else this.#conformParts(expression, type, place);
  }

  #conformParts(expression: Expression, type: DataType, place: string): void {
    if (expression.kind === "list" && type.kind === "list") {
      const items = { type: type.items, isOptional: false };
      for (const item of expression.items) this.conform(item, items, `an item of ${place}`);
    }
    if (expression.kind !== "object" || type.kind !== "object" || !type.declared) return;
    const { members } = type.declared;
    for (const { key, value } of expression.entries) {
      const member = members.get(key);
      if (member) this.conform(value, member, `${quoted(key)} of ${place}`);
      else this.#unknownMember(key, place, members.keys());
    }
  }

  get #silent(): Inference {
    return this.#quiet ??= new Inference(this.#names, () => {});
  }

  #list(items: readonly Expression[]): MemberType {
    const [first, ...others] = items.map((item) => this.typeOf(item).type);
    const type = others.reduce(joinTypes, first ?? ANY);
    return { type: { kind: "list", items: type }, isOptional: false };
  }

  #name(name: string): MemberType {
    if (isForbidden(name)) return NULL;
    const known = this.#names.typeOf(name);
    if (known) return known;
    this.#fault(
      "W121",
      `reads ${
        quoted(name)
      }, which nothing declares: declare it in "settings.data", or as a parameter of the event.` +
        this.#names.hint(name),
    );
    return UNKNOWN;
  }

  #member(owner: DataType, name: string, object: Expression): MemberType {
    if (owner.kind === "any") return UNKNOWN;
    if ((owner.kind === "list" || isText(owner)) && name === "length") return INTEGER;
    if (owner.kind === "object") {
      if (!owner.declared) return UNKNOWN;
      const member = owner.declared.members.get(name);
      if (member) return member;
      this.#unknownMember(name, shown(object), owner.declared.members.keys());
      return UNKNOWN;
    }
    this.#fault(
      "W121",
      `reads ${quoted(name)} of ${shown(object)}, ${wordsOf(owner)}, which has no such member.`,
    );
    return UNKNOWN;
  }

  #unknownMember(name: string, place: string, names: Iterable<string>): void {
    this.#fault(
      "W121",
      `names the member ${
        quoted(name)
      } of ${place}, which is not declared: add it to "fields", or name another.` +
        didYouMean(name, names),
    );
  }

  #index(object: Expression, index: Expression): MemberType {
    const { type: owner } = this.typeOf(object);
    const { type: key } = this.typeOf(index);
    const literal = literalOf(index)?.value;
    if (typeof literal === "string") return this.#member(owner, literal, object);
    if (owner.kind === "list") return { type: owner.items, isOptional: true };
    if (owner.kind !== "any" && owner.kind !== "object" && key.kind !== "any" && !isText(owner)) {
      this.#fault("W122", `takes an item of ${shown(object)}, ${wordsOf(owner)}, which has none.`);
    }
    return UNKNOWN;
  }

  #call(call: CallExpression, expected: Expected): MemberType {
    const { callee, args, kwargs } = call;
    if (callee.kind !== "name") this.#callee(callee, this.typeOf(callee).type);
    // A name that nothing declares is a function of the host.
    else if (callee.name !== "in_state") this.#callee(callee, this.#names.typeOf(callee.name)?.type ?? ANY);
    const types = [...args, ...kwargs.map(({ value }) => value)].map((value) => this.typeOf(value));
    this.#onCall?.(call, types, expected);
    return callee.kind === "name" && callee.name === "in_state" ? BOOLEAN : UNKNOWN;
  }

  #callee(callee: Expression, { kind }: DataType): void {
    if (kind === "any") return;
    this.#fault(
      "W122",
      `calls ${shown(callee)}, which is ${WORDS[kind]} and no function: call a function of the host.`,
    );
  }

  #signed(type: DataType, operator: string, operand: Expression): MemberType {
    this.#needNumber(type, operator, operand);
    return type.kind === "integer" ? INTEGER : NUMBER;
  }

  #needNumber(type: DataType, operator: string, operand: Expression): void {
    if (type.kind === "any" || isNumber(type)) return;
    this.#fault("W122", `uses "${operator}" on ${shown(operand)}, ${wordsOf(type)}: it needs numbers.`);
  }

  /** Goes down the left operands in a loop, since a chain may be thousands deep. */
  #binary(expression: BinaryExpression): MemberType {
    const links: BinaryExpression[] = [];
    let start: Expression = expression;
    for (; start.kind === "binary"; start = start.left) links.push(start);
    links.reverse();
    let type = this.typeOf(start, operandOf(links[0]?.operator)).type;
    for (const { operator, left, right } of links) {
      const other = this.typeOf(right, operandOf(operator)).type;
      type = operator === "+"
        ? this.#sum(type, other, left, right)
        : this.#calculated(operator, type, other, left, right);
    }
    return { type, isOptional: false };
  }

  #calculated(
    operator: string,
    one: DataType,
    other: DataType,
    left: Expression,
    right: Expression,
  ): DataType {
    this.#needNumber(one, operator, left);
    this.#needNumber(other, operator, right);
    const isWhole = one.kind === "integer" && other.kind === "integer" && operator !== "/" &&
      operator !== "**";
    return (isWhole ? INTEGER : NUMBER).type;
  }

  #sum(one: DataType, other: DataType, left: Expression, right: Expression): DataType {
    if (!this.#areAlike("+", one, other, left, right)) return ANY;
    const known = one.kind === "any" ? other : one;
    if (known.kind === "any") return ANY;
    if (isText(known)) return TEXT.type;
    if (known.kind === "list") {
      return one.kind === other.kind ? joinTypes(one, other) : { kind: "list", items: ANY };
    }
    return (one.kind === "integer" && other.kind === "integer" ? INTEGER : NUMBER).type;
  }

  /** Reports operands that are not two numbers or two texts; `+` also joins two lists. */
  #areAlike(operator: string, one: DataType, other: DataType, left: Expression, right: Expression): boolean {
    const need = `it needs two numbers${operator === "+" ? ", two texts or two lists" : " or two texts"}.`;
    for (const [type, operand] of [[one, left], [other, right]] as const) {
      if (type.kind === "any" || isNumber(type) || isText(type)) continue;
      if (operator === "+" && type.kind === "list") continue;
      this.#fault("W122", `uses "${operator}" on ${shown(operand)}, ${wordsOf(type)}: ${need}`);
      return false;
    }
    if (!areApart(one, other)) return true;
    const pair = `${shown(left)}, ${wordsOf(one)}, and ${shown(right)}, ${wordsOf(other)}`;
    this.#fault("W122", `uses "${operator}" on ${pair}: ${need}`);
    return false;
  }

  #compare({ operator, left, right }: Extract<Expression, { kind: "comparison" }>): void {
    const one = this.typeOf(left, this.#beside(left, right)).type;
    const other = this.typeOf(right, this.#beside(right, left)).type;
    if (operator === "==" || operator === "!=") this.#equality(one, other, left, right);
    else this.#areAlike(operator, one, other, left, right);
  }

  /** The type that a call is compared with: any number, any text. */
  #beside(value: Expression, other: Expression): Expected {
    if (value.kind !== "call" || !this.#onCall) return undefined;
    const { type } = this.#silent.typeOf(other);
    return isNumber(type) ? NUMBER.type : isText(type) ? TEXT.type : type;
  }

  #equality(one: DataType, other: DataType, left: Expression, right: Expression): void {
    if (areApart(one, other)) {
      const pair = `${shown(left)}, ${wordsOf(one)}, with ${shown(right)}, ${wordsOf(other)}`;
      this.#fault("W122", `compares ${pair}, which are never equal: compare values of one type.`);
      return;
    }
    this.#possible(one, left, right);
    this.#possible(other, right, left);
  }

  /** Reports a literal that a value of the type is never equal to. */
  #possible(type: DataType, value: Expression, other: Expression): void {
    const literal = literalOf(value) === undefined ? literalOf(other) : undefined;
    const fault = literal && faultOfLiteral(type, literal.value);
    if (fault !== undefined) this.#fault("W123", `compares ${shown(value)} with ${fault}`);
  }

  #membership(item: Expression, collection: Expression): void {
    const [one, all] = [this.typeOf(item).type, this.typeOf(collection).type];
    if (all.kind === "boolean" || isNumber(all)) {
      this.#fault(
        "W122",
        `looks into ${shown(collection)}, ${wordsOf(all)}: "in" needs a list, a text or an object.`,
      );
    } else if (isText(all) && one.kind !== "any" && !isText(one)) {
      this.#fault("W122", `looks for ${shown(item)}, ${wordsOf(one)}, in a text: look for a text.`);
    } else if (collection.kind === "list") {
      for (const other of collection.items) this.#equality(one, this.#silent.typeOf(other).type, item, other);
    } else if (all.kind === "list") this.#itemOf(one, all.items, item, collection);
  }

  #itemOf(one: DataType, items: DataType, item: Expression, collection: Expression): void {
    if (!areApart(one, items)) return this.#possible(items, collection, item);
    const place = `${shown(collection)}, whose items are never equal to it`;
    this.#fault(
      "W122",
      `looks for ${shown(item)}, ${wordsOf(one)}, in ${place}: look for ${wordsOf(items)}.`,
    );
  }

  #logical({ operands }: LogicalExpression, expected: Expected): MemberType {
    const [first = ANY, ...others] = operands.map((operand) => this.typeOf(operand, expected).type);
    return { type: others.reduce(joinTypes, first), isOptional: true };
  }
}

/** The type of the operands of an operator; `+` has two. */
function operandOf(operator: BinaryExpression["operator"] | undefined): Expected {
  return operator === undefined || operator === "+" ? undefined : NUMBER.type;
}

function literalType(value: LiteralValue): MemberType {
  if (typeof value === "string") return TEXT;
  if (typeof value === "boolean") return BOOLEAN;
  if (typeof value === "number") return Number.isInteger(value) ? INTEGER : NUMBER;
  return NULL;
}

function numberOf(kind: "number" | "integer"): MemberType {
  return { type: { kind, minimum: undefined, maximum: undefined }, isOptional: false };
}
