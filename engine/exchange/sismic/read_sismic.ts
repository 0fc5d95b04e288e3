import {
  type Action,
  isObject,
  LoomError,
  type State,
  type StateMachineDefinition,
  type TextDocument,
  type TextRemark,
  type Transition,
} from "@loom/protocol";
import { isMap, LineCounter, parseDocument } from "yaml";
import type { Expression, Statement } from "../../expression/ast.ts";
import {
  ExpressionError,
  mapExpression,
  parseAction,
  parseGuard,
  printExpression,
  printStatements,
} from "../../expression/mod.ts";

/** The longest text to read, in UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;
/** The deepest nesting of states. */
const MAX_DEPTH = 200;

type Members = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/**
 * Reads a machine from a statechart of Sismic, in YAML. Python's guards and actions are taken over as far as the
 * language of machines goes: `event.x` is `x`, `active("A")` is `in_state("A")`, `send("e", x=1)` raises an event,
 * and the guard `after(5)` is a transition after 5 seconds. Everything else is listed.
 *
 * @param name The machine's name where the text has none.
 * @throws {LoomError} `sismic_syntax` with the line of the first thing that cannot be read.
 *
 * @example
 * ```ts
 * import { readSismic } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const { definition } = readSismic(`
 * statechart:
 *   name: Lamp
 *   root state:
 *     name: root
 *     states:
 *       - name: off
 *         transitions: [{event: press, target: on}]
 *       - name: on
 * `);
 * assertEquals(definition.state.states?.[0]?.transitions, [{ event: "press", nextState: "on" }]);
 * ```
 */
export function readSismic(text: string, name?: string): TextDocument<StateMachineDefinition> {
  if (text.length > MAX_LENGTH) {
    throw fault(`The text is ${text.length} characters long and at most ${MAX_LENGTH} are read: split it.`);
  }
  return new Reader(text).read(name);
}

class Reader {
  readonly #lines = new LineCounter();
  readonly #document;
  readonly #remarks: TextRemark[] = [];
  readonly #events = new Set<string>();

  constructor(text: string) {
    // Aliases multiply what is written once; none are needed here.
    this.#document = parseDocument(text, { lineCounter: this.#lines, merge: false, uniqueKeys: true });
    const [error] = this.#document.errors;
    if (error === undefined) return;
    const { line, col } = this.#lines.linePos(error.pos[0]);
    throw fault(
      `The YAML breaks off at line ${line}, column ${col} (${error.message.split("\n")[0]}): correct it.`,
    );
  }

  read(name: string | undefined): TextDocument<StateMachineDefinition> {
    const value: unknown = this.#document.toJS({ maxAliasCount: 0 });
    const chart = isObject(value) ? value["statechart"] : undefined;
    if (!isObject(chart) || !isObject(chart["root state"])) {
      throw fault("The text has no statechart with a root state: give the YAML of Sismic.");
    }
    const at: Path = ["statechart"];
    const title = textIn(chart["name"]) || name;
    const preamble = this.#actions(chart["preamble"], [...at, "preamble"]);
    const root = this.#state(chart["root state"], [...at, "root state"], 0);
    const entry = [...preamble, ...root.onEntry?.actions ?? []];
    const description = textIn(chart["description"]).trim();
    return {
      definition: {
        settings: {
          namespace: "Sismic",
          ...(title ? { name: title } : {}),
          ...(description === "" ? {} : { description }),
          asynchronous: false,
          _source: { kind: "sismic" },
        },
        events: [{ name: "Events", events: Array.from(this.#events, (id) => ({ id })) }],
        state: entry.length > 0 ? { ...root, onEntry: { actions: entry } } : root,
      },
      remarks: this.#remarks.toSorted((one, other) => one.line - other.line),
    };
  }

  #state(value: Members, at: Path, depth: number): State {
    if (depth > MAX_DEPTH) {
      throw fault(`States nest more than ${MAX_DEPTH} levels deep: make the statechart flatter.`);
    }
    if (value["contract"] !== undefined) this.#remark("The contract was left out.", [...at, "contract"]);
    const type = textIn(value["type"]);
    const history = /^(shallow|deep) history$/.exec(type)?.[1];
    const children = this.#states(value["states"], [...at, "states"], depth);
    const regions = this.#states(value["parallel states"], [...at, "parallel states"], depth);
    const onEntry = this.#actions(value["on entry"], [...at, "on entry"]);
    const onExit = this.#actions(value["on exit"], [...at, "on exit"]);
    const initial = textIn(value["initial"]);
    const transitions = [
      ...this.#transitions(value["transitions"], [...at, "transitions"]),
      ...(history !== undefined && textIn(value["memory"]) !== ""
        ? [{ nextState: textIn(value["memory"]) }]
        : []),
    ];
    const isFirst = children.find(({ kind }) => kind !== "history")?.name === initial;
    return {
      name: textIn(value["name"]),
      ...(type === "final" ? { kind: "final" } : history === undefined ? {} : { kind: "history" }),
      ...(history === "deep" ? { history: "deep" } : {}),
      ...(onEntry.length > 0 ? { onEntry: { actions: onEntry } } : {}),
      ...(onExit.length > 0 ? { onExit: { actions: onExit } } : {}),
      ...(initial === "" || isFirst ? {} : { initial }),
      ...(transitions.length > 0 ? { transitions } : {}),
      ...(children.length > 0 ? { states: children } : {}),
      ...(regions.length > 0 ? { parallel: { states: regions } } : {}),
    };
  }

  #states(value: unknown, at: Path, depth: number): State[] {
    return objectsIn(value).map((one, index) => this.#state(one, [...at, index], depth + 1));
  }

  /** Sismic takes transitions by priority, the highest first, and event-less ones before all. */
  #transitions(value: unknown, at: Path): Transition[] {
    return objectsIn(value)
      .map((one, index) => ({ one, index, priority: priorityOf(one["priority"]) }))
      .toSorted((a, b) => b.priority - a.priority)
      .map(({ one, index }) => this.#transition(one, [...at, index]));
  }

  #transition(value: Members, at: Path): Transition {
    const event = textIn(value["event"]);
    const target = textIn(value["target"]);
    if (event !== "") this.#events.add(event);
    if (value["contract"] !== undefined) this.#remark("The contract was left out.", [...at, "contract"]);
    const { after, condition } = this.#guard(textIn(value["guard"]), [...at, "guard"]);
    const actions = this.#actions(value["action"], [...at, "action"]);
    if (after !== undefined && event !== "") {
      this.#remark("The time beside an event was left out of the guard.", [...at, "guard"]);
    }
    return {
      ...(event === "" ? {} : { event }),
      ...(after === undefined || event !== "" ? {} : { after }),
      ...(target === "" ? {} : { nextState: target }),
      ...(condition === undefined ? {} : { condition }),
      ...(actions.length > 0 ? { actions } : {}),
    };
  }

  /** A guard; `after(5)` in it, alone or joined by `and`, is a delay. */
  #guard(
    text: string,
    at: Path,
  ): { readonly after: number | string | undefined; readonly condition: string | undefined } {
    if (text.trim() === "") return { after: undefined, condition: undefined };
    const tree = this.#parsed(text, at, () => parseGuard(text));
    if (tree === undefined) return { after: undefined, condition: text };
    const parts = tree.kind === "logical" && tree.operator === "and" ? tree.operands : [tree];
    const delay = parts.find((part) => delayIn(part) !== undefined);
    const rest = parts.filter((part) => part !== delay).map(translated);
    const [only, ...others] = rest;
    const condition = only === undefined
      ? undefined
      : printExpression(others.length === 0 ? only : { kind: "logical", operator: "and", operands: rest });
    return { after: delay === undefined ? undefined : delayIn(delay), condition };
  }

  #actions(value: unknown, at: Path): Action[] {
    const text = textIn(value).trim();
    if (text === "") return [];
    const statements = this.#parsed(text, at, () => parseAction(text));
    if (statements === undefined) return [{ code: text }];
    return statements.flatMap((statement) => this.#action(statement, at));
  }

  #action(statement: Statement, at: Path): Action[] {
    if (statement.kind === "assign") {
      return [{ code: printStatements([{ ...statement, value: translated(statement.value) }]) }];
    }
    const { expression } = statement;
    const sent = expression.kind === "call" && expression.callee.kind === "name"
      ? expression.callee.name
      : "";
    if (expression.kind !== "call" || (sent !== "send" && sent !== "notify")) {
      return [{ code: printStatements([{ ...statement, expression: translated(expression) }]) }];
    }
    const [event] = expression.args;
    if (sent === "notify" || event?.kind !== "literal" || typeof event.value !== "string") {
      this.#remark(`The call ${printExpression(expression)} was left out.`, at);
      return [];
    }
    this.#events.add(event.value);
    const entries = expression.kwargs.map(({ name, value }) => ({ key: name, value: translated(value) }));
    return [{
      raise: event.value,
      ...(entries.length > 0 ? { data: printExpression({ kind: "object", entries }) } : {}),
    }];
  }

  /** A tree; a text that does not parse is noted and kept. */
  #parsed<Tree>(text: string, at: Path, parse: () => Tree): Tree | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.#remark(`The text ${JSON.stringify(text)} was taken over and cannot run: ${error.message}`, at);
      return undefined;
    }
  }

  #remark(message: string, at: Path): void {
    const node = this.#document.getIn(at, true);
    const offset = isMap(node) || isObject(node) ? rangeOf(node) : 0;
    const { line, col } = this.#lines.linePos(offset);
    this.#remarks.push({ code: "left_out", message, line, column: col });
  }
}

function rangeOf(node: object): number {
  const { range } = node as { readonly range?: readonly number[] | null };
  return range?.[0] ?? 0;
}

/** The milliseconds of a call of `after`, whose argument is seconds. */
function delayIn(expression: Expression): number | string | undefined {
  if (expression.kind !== "call" || expression.callee.kind !== "name" || expression.callee.name !== "after") {
    return undefined;
  }
  const [seconds] = expression.args;
  if (seconds?.kind === "literal" && typeof seconds.value === "number") return seconds.value * 1000;
  if (seconds === undefined) return undefined;
  const factor: Expression = { kind: "literal", value: 1000 };
  return printExpression({ kind: "binary", operator: "*", left: translated(seconds), right: factor });
}

/** An expression with `event.x` as `x`, and `active` as `in_state`. */
function translated(expression: Expression): Expression {
  return mapExpression(expression, (part) => {
    if (part.kind === "name" && part.name === "active") return { kind: "name", name: "in_state" };
    const isOfEvent = part.kind === "member" && part.object.kind === "name" && part.object.name === "event";
    return isOfEvent ? { kind: "name", name: part.name } : undefined;
  });
}

function priorityOf(value: unknown): number {
  if (value === "high") return 1;
  if (value === "low") return -1;
  return typeof value === "number" ? value : 0;
}

function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function objectsIn(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function fault(message: string): LoomError {
  return new LoomError("sismic_syntax", message);
}
