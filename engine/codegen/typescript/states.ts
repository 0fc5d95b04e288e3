import type { JsonValue } from "@loom/protocol";
import type { Expression, Statement } from "../../expression/ast.ts";
import type { RuntimeName } from "../dialect.ts";
import { typeScriptString } from "../escape.ts";
import { jsonLiteral } from "../json_literal.ts";
import { block, brackets, type Item, type Piece, sequence } from "../layout.ts";
import type { ActionPlan, CodePlan, DurationPlan, StatePlan, TransitionPlan } from "../plan.ts";
import type { ExpressionPrinter } from "../print_expression.ts";
import { printAction } from "../print_statements.ts";
import { body, parameters, type TypeScriptDialect } from "./dialect.ts";
import { docOf, lineOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** Options of a {@linkcode StatePrinter}. */
interface StatePrinterParts {
  readonly plan: CodePlan;
  readonly dialect: TypeScriptDialect;
  readonly expressions: ExpressionPrinter;
  readonly imports: Imports;
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
    imports.value("State");
    imports.type("Transition");
    imports.type("Action");
    const lines = this.#baseLines();
    for (const state of plan.states) {
      const own = this.#stateLines(state);
      lines.push(...this.#parts.takeParts(), ...own);
    }
    return lines;
  }

  #baseLines(): string[] {
    const { machine, names, events } = this.#parts.plan;
    const members = events.flatMap(({ handler }) =>
      handler ? [`  declare ${handler.typescript}?: Transitions;`] : []
    );
    const head = `export class ${names.base} extends State<${names.context}> {`;
    return [
      "",
      ...docOf(`A state of ${machine}: what it does on each event.`, ""),
      ...(members.length === 0 ? [`${head}}`] : [head, ...members, "}"]),
    ];
  }

  #stateLines(state: StatePlan): string[] {
    const members = [
      ...this.#valueLines("tags", [...state.tags]),
      ...this.#valueLines("meta", state.meta),
      ...this.#listLines("entry", "Actions", this.#actions(state.entry)),
      ...this.#listLines("exit", "Actions", this.#actions(state.exit)),
      ...this.#listLines("always", "Transitions", this.#transitions(state.always)),
      ...state.handlers.flatMap(({ event, transitions }) =>
        this.#listLines(event.handler?.typescript ?? "", "Transitions", this.#transitions(transitions))
      ),
    ];
    const head = `export class ${state.className} extends ${this.#parts.plan.names.base} {`;
    return [
      "",
      ...docOf(state.description, ""),
      ...(members.length === 0 ? [`${head}}`] : [head, ...members, "}"]),
    ];
  }

  #valueLines(member: "tags" | "meta", value: JsonValue): string[] {
    if (value === null || (member === "tags" && Array.isArray(value) && value.length === 0)) return [];
    return [lineOf(sequence(`override ${member} = `, jsonLiteral(value, this.#parts.dialect)), "  ", ";")];
  }

  #listLines(member: string, type: string, items: readonly Item[]): string[] {
    if (items.length === 0) return [];
    return [lineOf(sequence(`override ${member}: ${type} = `, brackets("[", items, "]")), "  ", ";")];
  }

  #transitions(transitions: readonly TransitionPlan[]): Item[] {
    return transitions.map((transition) => ({
      comment: docOf(transition.description, ""),
      piece: brackets(`${this.#runtime("transition")}({`, this.#transitionMembers(transition), "})", {
        isSpaced: true,
      }),
    }));
  }

  #transitionMembers(transition: TransitionPlan): Piece[] {
    const { target, targets, isExternal, guard, test, error, actions } = transition;
    const members: Piece[] = [];
    if (target !== undefined) members.push(`target: ${typeScriptString(target)}`);
    if (targets.length > 0) {
      members.push(sequence("targets: ", brackets("[", targets.map(typeScriptString), "]")));
    }
    if (isExternal) members.push("external: true");
    if (guard !== undefined) members.push(`guard: ${typeScriptString(guard)}`);
    if (test !== undefined) {
      const { piece, uses } = this.#parts.expressions.test(test);
      members.push(sequence(`test: ${parameters(uses)} => `, body(piece)));
    }
    if (error !== undefined) members.push(`error: ${typeScriptString(error)}`);
    const items = this.#actions(actions);
    if (items.length > 0) members.push(sequence("actions: ", brackets("[", items, "]")));
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
        return this.#call("startTimer", [typeScriptString(timer), first, typeScriptString(event), ...rest]);
      }
      case "stopTimer":
        return this.#call("stopTimer", [typeScriptString(action.timer)]);
      case "raise":
        return action.data === undefined
          ? this.#call("raise", [typeScriptString(action.event)])
          : this.#call("raiseWith", [typeScriptString(action.event), this.#value(action.data)]);
      case "send":
        return this.#send(action);
      case "invoke":
        return this.#call("invoke", [
          typeScriptString(action.id),
          this.#parts.dialect.object(
            Object.entries(action.source).map((
              [key, name],
            ): [string, Piece] => [key, typeScriptString(name)]),
          ),
          ...(action.input === undefined ? [] : [this.#value(action.input)]),
        ]);
      case "stopInvoke":
        return this.#call("stopInvoke", [typeScriptString(action.id)]);
      case "output":
        return this.#call("giveOutput", [
          typeScriptString(action.state),
          typeScriptString(action.text),
          this.#value(action.value),
        ]);
      case "log":
        return this.#call("logText", [typeScriptString(action.text), this.#value(action.value)]);
      case "if":
        return this.#call("chooseActions", [
          typeScriptString(action.text),
          this.#value(action.test),
          brackets("[", this.#actions(action.then), "]"),
          ...(action.otherwise.length === 0 ? [] : [brackets("[", this.#actions(action.otherwise), "]")]),
        ]);
      case "forEach":
        return this.#call("eachItem", [
          typeScriptString(action.text),
          this.#value(action.list),
          typeScriptString(action.item),
          typeScriptString(action.index),
          brackets("[", this.#actions(action.actions), "]"),
        ]);
      case "broken":
        return this.#call("broken", [typeScriptString(action.text), typeScriptString(action.error)]);
    }
  }

  /** Machines that wait between statements get a function for each. */
  #code({ text, statements }: Extract<ActionPlan, { kind: "code" }>): Piece {
    if (!this.#parts.plan.isAsync || statements.length < 2) {
      return this.#call("code", [typeScriptString(text), this.#statements(statements)]);
    }
    const steps = brackets("[", statements.map((one) => this.#statements([one])), "]");
    return this.#call("statements", [typeScriptString(text), steps]);
  }

  #statements(statements: readonly Statement[]): Piece {
    const { dialect, expressions } = this.#parts;
    const printed = printAction(statements, dialect, expressions);
    const [only, ...others] = printed.statements;
    if (only === undefined) return "() => null";
    const arrow = `${parameters(printed.uses)} => `;
    if (only.isExpression && others.length === 0) return sequence(arrow, body(only.piece));
    return sequence(arrow, block(printed.statements.map(({ piece }) => sequence(body(piece), ";"))));
  }

  #send({ event, data, delay, id, to }: Extract<ActionPlan, { kind: "send" }>): Piece {
    const payload = data === undefined ? undefined : this.#value(data);
    if (delay === undefined && to === undefined) {
      return this.#call("sendEvent", [typeScriptString(event), ...(payload === undefined ? [] : [payload])]);
    }
    const settings: [string, Piece][] = [];
    if (payload !== undefined) settings.push(["data", payload]);
    if (delay !== undefined) settings.push(["delay", this.#duration(delay)]);
    if (id !== undefined) settings.push(["id", typeScriptString(id)]);
    if (to !== undefined) settings.push(["to", typeScriptString(to)]);
    return this.#call("sendAway", [typeScriptString(event), this.#parts.dialect.object(settings)]);
  }

  #duration(duration: DurationPlan): Piece {
    return typeof duration === "number" ? this.#parts.dialect.constant(duration) : this.#value(duration);
  }

  /** A function that gives the value of an expression. */
  #value(expression: Expression): Piece {
    const { piece, uses } = this.#parts.expressions.value(expression);
    return sequence(`${parameters(uses)} => `, body(piece));
  }

  #call(name: RuntimeName, args: readonly Piece[]): Piece {
    return brackets(`${this.#runtime(name)}(`, args, ")");
  }

  #runtime(name: RuntimeName): string {
    return this.#parts.dialect.runtime(name);
  }
}
