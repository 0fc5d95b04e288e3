/**
 * Prints guards, durations and the right sides of actions: each operator by the function of the runtime library that
 * has its meaning, or natively where the types that are known make that the same.
 *
 * @module
 */
import type {
  BinaryExpression,
  BinaryOperator,
  CallExpression,
  ComparisonOperator,
  Expression,
  LogicalExpression,
} from "../expression/ast.ts";
import { isForbidden } from "../expression/names.ts";
import { printExpression } from "../expression/print.ts";
import {
  type Dialect,
  HOLD,
  type KeywordPiece,
  type Printed,
  type RuntimeName,
  USES,
  type ValueType,
} from "./dialect.ts";
import { brackets, type Piece, row, sequence } from "./layout.ts";
import type { NameScope } from "./plan.ts";

/** The deepest piece of code; what goes deeper becomes a function of its own, since parsers have their limits. */
const MAX_DEPTH = 12;
/** The longest row of operands. */
const MAX_ROW = 40;

/** The function of each arithmetic operator. */
export const ARITHMETIC: Readonly<Record<BinaryOperator, RuntimeName>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "mod",
  "**": "pow",
};

const COMPARISON: Readonly<Record<ComparisonOperator, RuntimeName>> = {
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
};

/** Prints expressions in a language. */
export class ExpressionPrinter {
  readonly #dialect: Dialect;
  readonly #scope: NameScope;

  /** A printer for a language and the names of a machine. */
  constructor(dialect: Dialect, scope: NameScope) {
    this.#dialect = dialect;
    this.#scope = scope;
  }

  /** The value of a guard; only its truth counts. */
  test(expression: Expression): Printed {
    if (expression.kind !== "logical" || expression.operator === "or") return this.value(expression);
    const last = expression.operands.length - 1;
    return this.#row(
      "and",
      expression.operands.map((operand, index) =>
        index < last ? this.condition(operand) : this.test(operand)
      ),
    );
  }

  /** The value of an expression. */
  value(expression: Expression): Printed {
    const printed = this.#print(expression);
    if (printed.depth <= MAX_DEPTH) return printed;
    return this.#part(printed);
  }

  /** True when an expression counts as true. */
  condition(expression: Expression): Printed {
    if (expression.kind === "logical") {
      return this.#row(expression.operator, expression.operands.map((operand) => this.condition(operand)));
    }
    const printed = this.value(expression);
    return printed.type === "boolean" ? printed : this.#call("truthy", [printed], "boolean");
  }

  /** The arguments that tell an object of the settings, when it is named: the payload, its name, and where it is held. */
  #heldAt(expression: Expression): readonly Piece[] | undefined {
    if (expression.kind !== "name") return undefined;
    const member = this.#scope.objectOf(expression.name);
    return member === undefined ? undefined : ["p", this.#dialect.string(expression.name), `c.${member}`];
  }

  #print(expression: Expression): Printed {
    switch (expression.kind) {
      case "literal": {
        const { value } = expression;
        if (typeof value === "string") return atom(this.#dialect.string(value), "string");
        return atom(this.#dialect.constant(value), value === null ? "null" : typeof value as ValueType);
      }
      case "list":
      case "object":
        return this.#data(expression);
      case "name":
        return this.#name(expression.name);
      case "member": {
        const owner = this.value(expression.object);
        const piece = this.#runtime("member", [owner.piece, this.#dialect.string(expression.name)]);
        return over([owner], piece, "unknown");
      }
      case "index":
        return this.#call("item", [this.value(expression.object), this.value(expression.index)], "unknown");
      case "call":
        return this.#callOf(expression);
      case "unary":
        return this.#unary(expression);
      case "binary":
        return this.#binary(expression);
      case "comparison":
        return this.#comparison(
          expression.operator,
          this.value(expression.left),
          this.value(expression.right),
        );
      case "membership":
        return this.#call(
          "contains",
          [this.value(expression.item), this.value(expression.collection)],
          "boolean",
        );
      case "logical":
        return this.#logical(expression);
      case "not":
        return expression.operand.kind === "not"
          ? this.condition(expression.operand.operand)
          : this.#not(this.condition(expression.operand));
    }
  }

  #unary({ operator, operand: inner }: Extract<Expression, { kind: "unary" }>): Printed {
    const operand = this.value(inner);
    if (inner.kind !== "literal" || operand.type !== "number") {
      return this.#call(operator === "-" ? "neg" : "pos", [operand], "number");
    }
    const piece = operator === "-" ? sequence("-", operand.piece) : operand.piece;
    return { ...operand, piece, hold: HOLD.sign };
  }

  #data(expression: Extract<Expression, { kind: "list" | "object" }>): Printed {
    if (expression.kind === "list") {
      const items = expression.items.map((item) => this.value(item));
      return over(items, this.#dialect.list(piecesOf(items)), "data");
    }
    const values = expression.entries.map(({ value }) => this.value(value));
    const pieces = piecesOf(values);
    const entries = expression.entries.map(({ key }, index) => [key, pieces[index] ?? ""] as const);
    return over(values, this.#dialect.object(entries), "data");
  }

  #name(name: string): Printed {
    if (isForbidden(name)) return atom(this.#dialect.constant(null), "null");
    const held = this.#heldAt({ kind: "name", name });
    const piece = held === undefined ? this.#dialect.read(name) : this.#runtime("held", held);
    return { ...atom(piece, "unknown"), depth: 1, uses: USES.both };
  }

  #callOf(expression: CallExpression): Printed {
    const { callee } = expression;
    if (callee.kind === "name" && callee.name === "in_state") return this.#inState(expression);
    const args = expression.args.map((argument) => this.value(argument));
    const values = expression.kwargs.map(({ value }) => this.value(value));
    const pieces = piecesOf(values);
    const keywords = expression.kwargs.map(({ name }, index): KeywordPiece => ({
      name,
      piece: pieces[index] ?? "",
    }));
    const { name, head, operands } = this.#callee(callee);
    const text = printExpression(expression);
    const piece = this.#dialect.safeCall(name, head, piecesOf(args), text, keywords);
    return over([...operands, ...args, ...values], piece, "unknown");
  }

  /** Which function makes a call, what it is given first, and what that is made of. */
  #callee(callee: Expression): { name: RuntimeName; head: readonly Piece[]; operands: readonly Printed[] } {
    if (
      callee.kind === "name" && !isForbidden(callee.name) && this.#scope.objectOf(callee.name) === undefined
    ) {
      const name = this.#dialect.string(callee.name);
      return {
        name: "callName",
        head: ["p", "c", name],
        operands: [{ ...atom("", "unknown"), uses: USES.both }],
      };
    }
    const held = callee.kind === "member" ? this.#heldAt(callee.object) : undefined;
    if (held !== undefined && callee.kind === "member" && this.#dialect.isNativeMember(callee.name)) {
      return {
        name: "callHeld",
        head: [...held, this.#dialect.string(callee.name)],
        operands: [{ ...atom("", "unknown"), uses: USES.both }],
      };
    }
    if (callee.kind === "member") {
      const owner = this.value(callee.object);
      return {
        name: "callMember",
        head: [owner.piece, this.#dialect.string(callee.name)],
        operands: [owner],
      };
    }
    if (callee.kind === "index") {
      const operands = [this.value(callee.object), this.value(callee.index)];
      return { name: "callItem", head: piecesOf(operands), operands };
    }
    const value = this.value(callee);
    return { name: "call", head: [value.piece, this.#dialect.constant(null)], operands: [value] };
  }

  #inState(expression: CallExpression): Printed {
    const [name] = expression.args;
    const text = printExpression(expression);
    const question = { depth: 1, uses: USES.context };
    if (name === undefined || expression.args.length > 1 || expression.kwargs.length > 0) {
      return { ...atom(this.#dialect.inState(null, text), "boolean"), ...question };
    }
    if (name.kind === "literal" && typeof name.value === "string") {
      return { ...atom(this.#dialect.isActive(name.value), "boolean"), ...question };
    }
    const value = this.value(name);
    const printed = over([value], this.#dialect.inState(value.piece, text), "boolean");
    return { ...printed, uses: printed.uses | USES.context };
  }

  /** Goes down the left operands in a loop, since a chain may be thousands deep. */
  #binary(expression: BinaryExpression): Printed {
    const links: BinaryExpression[] = [];
    let start: Expression = expression;
    for (; start.kind === "binary"; start = start.left) links.push(start);
    let printed = this.value(start);
    for (const { operator, right } of links.reverse()) {
      printed = this.#call(
        ARITHMETIC[operator],
        [printed, this.value(right)],
        operator === "+" ? "data" : "number",
      );
      if (printed.depth > MAX_DEPTH) printed = this.#part(printed);
    }
    return printed;
  }

  #comparison(operator: ComparisonOperator, left: Printed, right: Printed): Printed {
    const native = operator === "==" || operator === "!="
      ? this.#dialect.nativeEquality(operator, left, right)
      : undefined;
    if (native === undefined) return this.#call(COMPARISON[operator], [left, right], "boolean");
    return { ...over([left, right], native, "boolean"), hold: HOLD.comparison };
  }

  #logical({ operator, operands }: LogicalExpression): Printed {
    const printed = operands.map((operand) => this.value(operand));
    if (printed.slice(0, -1).every(({ type }) => type === "boolean")) return this.#row(operator, printed);
    const pieces = piecesOf(printed).map((piece, index) => index === 0 ? piece : this.#dialect.later(piece));
    return over(printed, this.#runtime(operator, pieces), "unknown");
  }

  #row(operator: "and" | "or", operands: readonly Printed[]): Printed {
    if (operands.length > MAX_ROW) return this.#row(operator, this.#chunks(operator, operands));
    const hold = HOLD[operator];
    const pieces = operands.map((operand) => within(operand, hold + 1));
    const last = operands[operands.length - 1];
    const isBoolean = operands.every(({ type }) => type === "boolean");
    const type = isBoolean ? "boolean" : last?.type === "unknown" ? "unknown" : "data";
    return { ...over(operands, row(this.#dialect[operator], pieces), type), hold };
  }

  /** A long row as a row of shorter ones, each a function of its own. */
  #chunks(operator: "and" | "or", operands: readonly Printed[]): Printed[] {
    const chunks: Printed[] = [];
    for (let start = 0; start < operands.length; start += MAX_ROW) {
      chunks.push(this.#part(this.#row(operator, operands.slice(start, start + MAX_ROW))));
    }
    return chunks;
  }

  #not(operand: Printed): Printed {
    const { word, hold } = this.#dialect.not;
    return { ...operand, piece: sequence(word, within(operand, hold)), hold, type: "boolean" };
  }

  #call(name: RuntimeName, operands: readonly Printed[], type: ValueType): Printed {
    return over(operands, this.#runtime(name, piecesOf(operands)), type);
  }

  #part(printed: Printed): Printed {
    return { ...atom(this.#dialect.part(printed), printed.type), uses: USES.both };
  }

  #runtime(name: RuntimeName, args: readonly Piece[]): Piece {
    return brackets(`${this.#dialect.runtime(name)}(`, args, ")");
  }
}

/** A piece, in parentheses unless it holds together at least as tightly as is needed. */
export function within({ piece, hold }: Printed, needed: number): Piece {
  return hold >= needed ? piece : brackets("(", [piece], ")", { hasLastComma: false });
}

function atom(piece: Piece, type: ValueType): Printed {
  return { piece, hold: HOLD.atom, type, depth: 0, uses: 0 };
}

/** A piece that is made of operands and holds together as a call does. */
function over(operands: readonly Printed[], piece: Piece, type: ValueType): Printed {
  let depth = 0;
  let uses = 0;
  for (const operand of operands) {
    depth = Math.max(depth, operand.depth);
    uses |= operand.uses;
  }
  return { piece, hold: HOLD.atom, type, depth: depth + 1, uses };
}

function piecesOf(operands: readonly Printed[]): Piece[] {
  return operands.map(({ piece }) => piece);
}
