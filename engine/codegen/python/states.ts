import type { JsonValue } from "@loom/protocol";
import type { Expression, Statement } from "../../expression/ast.ts";
import type { RuntimeName } from "../dialect.ts";
import { commentLine, pythonString } from "../escape.ts";
import { jsonLiteral } from "../json_literal.ts";
import { brackets, type Item, type Piece, sequence } from "../layout.ts";
import type { ActionPlan, CodePlan, DurationPlan, StatePlan, TransitionPlan } from "../plan.ts";
import type { ExpressionPrinter } from "../print_expression.ts";
import { printAction } from "../print_statements.ts";
import { closed, type PythonDialect, tupleOf } from "./dialect.ts";
import { docOf, lineOf, remarkOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** Options of a {@linkcode StatePrinter}. */
interface StatePrinterParts {
  readonly plan: CodePlan;
  readonly dialect: PythonDialect;
  readonly expressions: ExpressionPrinter;
  readonly imports: Imports;
  /** Adds the lines of a function that the next class needs. */
  readonly addLines: (lines: readonly string[]) => void;
  /** The lines of the functions that the classes printed since need. */
  readonly takeParts: () => string[];
}

/** Prints the classes of the states. */
export class StatePrinter {
  readonly #parts: StatePrinterParts;

  constructor(parts: StatePrinterParts) {
    this.#parts = parts;
  }

  /** The base class, then a class for each state, each behind the functions that it needs. */
  lines(): string[] {
    const { plan, imports } = this.#parts;
    for (const name of ["Action", "State", "Transition"]) imports.runtime(name);
    const lines = this.#baseLines();
    for (const state of plan.states) {
      const own = this.#stateLines(state);
      lines.push(...this.#parts.takeParts(), ...own);
    }
    return lines;
  }

  #baseLines(): string[] {
    const { machine, names, events } = this.#parts.plan;
    const members = events.flatMap(({ handler }) => handler ? [`    ${handler.python}: Transitions`] : []);
    return [
      "",
      "",
      `class ${names.base}(State):`,
      ...docOf(`A state of ${commentLine(machine)}: what it does on each event.`, "    "),
      ...(members.length === 0 ? [] : ["", ...members]),
    ];
  }

  #stateLines(state: StatePlan): string[] {
    const tags = state.tags.map((tag) => ({ comment: [], piece: pythonString(tag) }));
    const members = [
      ...this.#listLines("tags", "Sequence[str]", tags),
      ...this.#metaLines(state.meta),
      ...this.#listLines("entry", "Actions", this.#actions(state.entry)),
      ...this.#listLines("exit", "Actions", this.#actions(state.exit)),
      ...this.#listLines("always", "Transitions", this.#transitions(state.always)),
      ...state.handlers.flatMap(({ event, transitions }) =>
        this.#listLines(event.handler?.python ?? "", "Transitions", this.#transitions(transitions))
      ),
    ];
    const written = docOf(state.description ?? "", "    ");
    const doc = written.length > 0 ? written : docOf(`The state ${commentLine(state.name)}.`, "    ");
    return [
      "",
      "",
      `class ${state.className}(${this.#parts.plan.names.base}):`,
      ...doc,
      ...(members.length === 0 ? [] : ["", ...members]),
    ];
  }

  #metaLines(meta: JsonValue): string[] {
    if (meta === null) return [];
    return [lineOf(sequence(`meta: ${jsonType(meta)} = `, jsonLiteral(meta, this.#parts.dialect)), "    ")];
  }

  #listLines(member: string, type: string, items: readonly Item[]): string[] {
    if (items.length === 0) return [];
    return [lineOf(sequence(`${member}: ${type} = `, tupleOf(items)), "    ")];
  }

  #transitions(transitions: readonly TransitionPlan[]): Item[] {
    return transitions.map((transition) => ({
      comment: remarkOf(transition.description),
      piece: brackets(`${this.#runtime("transition")}(`, this.#transitionMembers(transition), ")"),
    }));
  }

  #transitionMembers(transition: TransitionPlan): Piece[] {
    const { target, targets, isExternal, guard, test, error, actions } = transition;
    const members: Piece[] = [];
    if (target !== undefined) members.push(`target=${pythonString(target)}`);
    if (targets.length > 0) {
      members.push(
        sequence("targets=", tupleOf(targets.map((name) => ({ comment: [], piece: pythonString(name) })))),
      );
    }
    if (isExternal) members.push("external=True");
    if (guard !== undefined) members.push(`guard=${pythonString(guard)}`);
    if (test !== undefined) {
      members.push(sequence("test=lambda c, p: ", this.#parts.expressions.test(test).piece));
    }
    if (error !== undefined) members.push(`error=${pythonString(error)}`);
    const items = this.#actions(actions);
    if (items.length > 0) members.push(sequence("actions=", tupleOf(items)));
    return members;
  }

  #actions(actions: readonly ActionPlan[]): Item[] {
    return actions.map((action) => ({ comment: [], piece: this.#action(action) }));
  }

  #action(action: ActionPlan): Piece {
    switch (action.kind) {
      case "code":
        return this.#code(action);
      case "startTimer": {
        const { timer, event, duration, repeat } = action;
        const times = [duration, ...(repeat === undefined ? [] : [repeat])].map((time) =>
          this.#duration(time)
        );
        const [first = "0", ...rest] = times;
        return this.#call("startTimer", [pythonString(timer), first, pythonString(event), ...rest]);
      }
      case "stopTimer":
        return this.#call("stopTimer", [pythonString(action.timer)]);
      case "raise":
        return action.data === undefined
          ? this.#call("raise", [pythonString(action.event)])
          : this.#call("raiseWith", [pythonString(action.event), this.#value(action.data)]);
      case "send":
        return this.#send(action);
      case "invoke":
        return this.#call("invoke", [
          pythonString(action.id),
          this.#parts.dialect.object(
            Object.entries(action.source).map(([key, name]): [string, Piece] => [key, pythonString(name)]),
          ),
          ...(action.input === undefined ? [] : [this.#value(action.input)]),
        ]);
      case "stopInvoke":
        return this.#call("stopInvoke", [pythonString(action.id)]);
      case "output":
        return this.#call("giveOutput", [
          pythonString(action.state),
          pythonString(action.text),
          this.#value(action.value),
        ]);
      case "log":
        return this.#call("logText", [pythonString(action.text), this.#value(action.value)]);
      case "if":
        return this.#call("chooseActions", [
          pythonString(action.text),
          this.#value(action.test),
          tupleOf(this.#actions(action.then)),
          ...(action.otherwise.length === 0 ? [] : [tupleOf(this.#actions(action.otherwise))]),
        ]);
      case "forEach":
        return this.#call("eachItem", [
          pythonString(action.text),
          this.#value(action.list),
          pythonString(action.item),
          pythonString(action.index),
          tupleOf(this.#actions(action.actions)),
        ]);
      case "broken":
        return this.#call("broken", [pythonString(action.text), pythonString(action.error)]);
    }
  }

  /** Machines that wait between statements get a function for each. */
  #code({ text, statements }: Extract<ActionPlan, { kind: "code" }>): Piece {
    if (!this.#parts.plan.isAsync || statements.length < 2) {
      return this.#call("code", [pythonString(text), this.#statements(statements)]);
    }
    const steps = tupleOf(statements.map((one) => ({ comment: [], piece: this.#statements([one]) })));
    return this.#call("statements", [pythonString(text), steps]);
  }

  /** One expression is a lambda; anything else needs a function of its own. */
  #statements(statements: readonly Statement[]): Piece {
    const { plan, dialect, expressions, imports, addLines } = this.#parts;
    const printed = printAction(statements, dialect, expressions);
    const [only, ...others] = printed.statements;
    if (only === undefined) return "lambda c, p: None";
    if (only.isExpression && others.length === 0) return sequence("lambda c, p: ", only.piece);
    imports.runtime("Payload");
    const name = plan.spelled.part().python;
    addLines([
      "",
      "",
      `def ${name}(c: ${plan.names.context}, p: Payload | None) -> None:`,
      ...printed.statements.map(({ piece }) => lineOf(closed(piece), "    ")),
    ]);
    return name;
  }

  #send({ event, data, delay, id, to }: Extract<ActionPlan, { kind: "send" }>): Piece {
    const payload = data === undefined ? undefined : this.#value(data);
    if (delay === undefined && to === undefined) {
      return this.#call("sendEvent", [pythonString(event), ...(payload === undefined ? [] : [payload])]);
    }
    const settings: [string, Piece][] = [];
    if (payload !== undefined) settings.push(["data", payload]);
    if (delay !== undefined) settings.push(["delay", this.#duration(delay)]);
    if (id !== undefined) settings.push(["id", pythonString(id)]);
    if (to !== undefined) settings.push(["to", pythonString(to)]);
    return this.#call("sendAway", [pythonString(event), this.#parts.dialect.object(settings)]);
  }

  #duration(duration: DurationPlan): Piece {
    return typeof duration === "number" ? this.#parts.dialect.constant(duration) : this.#value(duration);
  }

  /** A function that gives the value of an expression. */
  #value(expression: Expression): Piece {
    return sequence("lambda c, p: ", this.#parts.expressions.value(expression).piece);
  }

  #call(name: RuntimeName, args: readonly Piece[]): Piece {
    return brackets(`${this.#runtime(name)}(`, args, ")");
  }

  #runtime(name: RuntimeName): string {
    return this.#parts.dialect.runtime(name);
  }
}

/** The type of a JSON value; \`object\` for null and where the items differ. */
function jsonType(value: JsonValue): string {
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "float";
  if (value === null) return "object";
  const [type = "object", ...others] = new Set(Object.values(value).map(jsonType));
  const inner = others.length === 0 ? type : "object";
  return Array.isArray(value) ? `list[${inner}]` : `dict[str, ${inner}]`;
}
