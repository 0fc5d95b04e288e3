import type { AssignmentStatement, AssignmentTarget, Statement } from "../expression/ast.ts";
import { rootOf } from "../expression/compile_statement.ts";
import { type Dialect, HOLD, type Printed, type Statement as PrintedStatement, USES } from "./dialect.ts";
import { brackets, type Piece } from "./layout.ts";
import { ARITHMETIC, type ExpressionPrinter } from "./print_expression.ts";

/** The printed form of an action. */
export interface PrintedAction {
  readonly statements: readonly PrintedStatement[];
  /** Which of {@linkcode USES} it needs, added up. */
  readonly uses: number;
}

/** Prints the statements of an action. */
export function printAction(
  statements: readonly Statement[],
  dialect: Dialect,
  expressions: ExpressionPrinter,
): PrintedAction {
  const printer = new StatementPrinter(dialect, expressions);
  for (const statement of statements) printer.add(statement);
  return printer;
}

class StatementPrinter implements PrintedAction {
  readonly statements: PrintedStatement[] = [];
  uses = 0;
  readonly #dialect: Dialect;
  readonly #expressions: ExpressionPrinter;
  #bound = 0;

  constructor(dialect: Dialect, expressions: ExpressionPrinter) {
    this.#dialect = dialect;
    this.#expressions = expressions;
  }

  add(statement: Statement): void {
    if (statement.kind === "expression") {
      const { piece, uses } = this.#expressions.value(statement.expression);
      this.#push({ piece, isExpression: true }, uses);
    } else if (statement.target.kind === "name") this.#assignName(statement.target.name, statement);
    else this.#assignMember(statement.target, statement);
  }

  #assignName(name: string, { operator, value }: AssignmentStatement): void {
    const operand = this.#expressions.value(value);
    const result = operator === undefined
      ? operand
      : this.#combine(operator, this.#dialect.own(name), operand);
    this.#push(this.#dialect.assignName(name, result), result.uses | USES.context);
  }

  #assignMember(target: Exclude<AssignmentTarget, { kind: "name" }>, statement: AssignmentStatement): void {
    const { operator, value } = statement;
    const owner = this.#expressions.value(target.object);
    const key = target.kind === "member" ? undefined : this.#expressions.value(target.index);
    const name = target.kind === "member" ? this.#dialect.string(target.name) : "";
    if (operator === undefined) {
      const operand = this.#expressions.value(value);
      this.#setMember(target, owner.piece, key?.piece ?? name, operand, owner.uses | (key?.uses ?? 0));
      return;
    }
    // Owner and key are worked out once, although they are read and then assigned.
    const place = `place${++this.#bound}`;
    this.#push({ piece: this.#dialect.bind(place, owner.piece), isExpression: false }, owner.uses);
    const index = key && `index${this.#bound}`;
    if (index !== undefined) {
      this.#push({ piece: this.#dialect.bind(index, key?.piece ?? ""), isExpression: false }, key?.uses ?? 0);
    }
    const before = brackets(`${this.#dialect.runtime("item")}(`, [place, index ?? name], ")");
    const result = this.#combine(operator, before, this.#expressions.value(value));
    this.#setMember(target, place, index ?? name, result, 0);
  }

  #combine(operator: NonNullable<AssignmentStatement["operator"]>, before: Piece, operand: Printed): Printed {
    const piece = brackets(`${this.#dialect.runtime(ARITHMETIC[operator])}(`, [before, operand.piece], ")");
    return { ...operand, piece, hold: HOLD.atom, type: "unknown" };
  }

  #setMember(target: AssignmentTarget, owner: Piece, key: Piece, value: Printed, uses: number): void {
    const root = rootOf(target);
    const rootName = root === undefined ? this.#dialect.constant(null) : this.#dialect.string(root);
    const open = `${this.#dialect.runtime("setMember")}(`;
    const piece = brackets(open, ["p", rootName, owner, key, value.piece], ")");
    this.#push({ piece, isExpression: true }, uses | value.uses | USES.payload);
  }

  #push(statement: PrintedStatement, uses: number): void {
    this.statements.push(statement);
    this.uses |= uses;
  }
}
