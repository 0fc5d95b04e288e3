import {
  type Action,
  type DataField,
  type Event,
  isObject,
  LoomError,
  type State,
  type StateMachineDefinition,
  type TextDocument,
  type TextRemark,
  type Transition,
} from "@loom/protocol";
import { isMap, LineCounter, parseDocument } from "yaml";
import type { Expression, KeywordArgument, Statement } from "../../expression/ast.ts";
import {
  ExpressionError,
  mapExpression,
  parseAction,
  parseGuard,
  printExpression,
  printStatements,
} from "../../expression/mod.ts";
import { type PythonBlock, pythonBlocks } from "./python_blocks.ts";

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

/** `target = first if condition else second`. */
const CHOSEN = /^([\w.]+\s*[-+*/]?=)\s*(.+?)\s+if\s+(.+?)\s+else\s+(.+)$/s;

class Reader {
  readonly #lines = new LineCounter();
  readonly #document;
  readonly #remarks: TextRemark[] = [];
  /** The events, with the members of their data. */
  readonly #events = new Map<string, ReadonlySet<string>>();
  /** The names that actions set. */
  readonly #assigned = new Set<string>();
  /** The event of the transition that is read. */
  #event = "";

  constructor(text: string) {
    // Aliases multiply what is written once; none are needed here.
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      merge: false,
      uniqueKeys: true,
      prettyErrors: false,
    });
    const [error] = this.#document.errors;
    if (error === undefined) return;
    const { line, col } = this.#lines.linePos(error.pos[0]);
    throw fault(
      `The YAML breaks off at line ${line}, column ${col} (${error.message}): correct it.`,
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
    const { data, preamble } = this.#preamble(chart["preamble"], [...at, "preamble"]);
    const root = this.#state(chart["root state"], [...at, "root state"], 0);
    const entry = [...preamble, ...root.onEntry?.actions ?? []];
    const description = textIn(chart["description"]).trim();
    const others = [...this.#assigned].filter((one) =>
      data.length > 0 && !data.some((field) => field.name === one)
    );
    const fields = [...data, ...others.map((one): DataField => ({ name: one, type: "any" }))];
    return {
      definition: {
        settings: {
          namespace: "Sismic",
          ...(title ? { name: title } : {}),
          ...(description === "" ? {} : { description }),
          asynchronous: false,
          ...(fields.length > 0 ? { data: fields } : {}),
          _source: { kind: "sismic" },
        },
        events: [{ name: "Events", events: Array.from(this.#events, ([id, names]) => eventOf(id, names)) }],
        state: entry.length > 0 ? { ...root, onEntry: { actions: entry } } : root,
      },
      remarks: this.#remarks.toSorted((one, other) => one.line - other.line),
    };
  }

  /** The preamble: what it sets first, to values that are written down, is declared data. */
  #preamble(value: unknown, at: Path): { readonly data: DataField[]; readonly preamble: readonly Action[] } {
    const data: DataField[] = [];
    const blocks = pythonBlocks(textIn(value));
    for (const block of blocks) {
      const field = block.kind === "line" ? fieldIn(block.text) : undefined;
      if (field === undefined || data.some(({ name }) => name === field.name)) break;
      data.push(field);
    }
    return { data, preamble: this.#blocks(blocks.slice(data.length), at) };
  }

  #state(value: Members, at: Path, depth: number): State {
    if (depth > MAX_DEPTH) {
      throw fault(`States nest more than ${MAX_DEPTH} levels deep: make the statechart flatter.`);
    }
    if (value["contract"] !== undefined) this.#remark("The contract was left out.", [...at, "contract"]);
    const type = textIn(value["type"]);
    const history = /^(shallow|deep) history$/.exec(type)?.[1];
    if (type !== "" && type !== "final" && history === undefined) {
      this.#remark(
        `The type ${JSON.stringify(type)} was left out: there are final, shallow history and deep history.`,
        [
          ...at,
          "type",
        ],
      );
    }
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
    if (event !== "") this.#use(event);
    this.#event = event;
    if (value["contract"] !== undefined) this.#remark("The contract was left out.", [...at, "contract"]);
    const { after, condition } = this.#guard(textIn(value["guard"]), [...at, "guard"]);
    const actions = this.#actions(value["action"], [...at, "action"]);
    this.#event = "";
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
    const delay = parts.find((part) => secondsIn(part) !== undefined);
    const seconds = delay === undefined ? undefined : secondsIn(delay);
    const rest = parts.filter((part) => part !== delay).map((part) => this.#translated(part, at));
    const [only, ...others] = rest;
    const condition = only === undefined
      ? undefined
      : printExpression(others.length === 0 ? only : { kind: "logical", operator: "and", operands: rest });
    return { after: seconds === undefined ? undefined : this.#milliseconds(seconds, at), condition };
  }

  #actions(value: unknown, at: Path): Action[] {
    return this.#blocks(pythonBlocks(textIn(value)), at);
  }

  #blocks(blocks: readonly PythonBlock[], at: Path): Action[] {
    return blocks.flatMap((block) => this.#block(block, at));
  }

  #block(block: PythonBlock, at: Path): Action[] {
    if (block.kind === "for") {
      const { item, index, body } = block;
      const list = this.#expression(block.list, at);
      return [{
        forEach: { list, item, ...(index === "" ? {} : { index }), actions: this.#blocks(body, at) },
      }];
    }
    if (block.kind === "if") {
      const then = this.#blocks(block.then, at);
      const otherwise = this.#blocks(block.else, at);
      const condition = this.#expression(block.condition, at);
      return [{ if: { condition, then, ...(otherwise.length > 0 ? { else: otherwise } : {}) } }];
    }
    const [, target, first = "", condition = "", second = ""] = CHOSEN.exec(block.text) ?? [];
    if (target !== undefined) {
      const line = (value: string): PythonBlock => ({ kind: "line", text: `${target} ${value}` });
      return this.#block({ kind: "if", condition, then: [line(first)], else: [line(second)] }, at);
    }
    const statements = this.#parsed(block.text, at, () => parseAction(block.text));
    if (statements === undefined) return [{ code: block.text }];
    return statements.flatMap((statement) => this.#action(statement, at));
  }

  /** An expression; one that does not parse is noted and kept. */
  #expression(text: string, at: Path): string {
    const tree = this.#parsed(text, at, () => parseGuard(text));
    return tree === undefined ? text : printExpression(this.#translated(tree, at));
  }

  #action(statement: Statement, at: Path): Action[] {
    if (statement.kind === "assign") {
      if (statement.target.kind === "name") this.#assigned.add(statement.target.name);
      return [{ code: printStatements([{ ...statement, value: this.#translated(statement.value, at) }]) }];
    }
    const { expression } = statement;
    const sent = expression.kind === "call" && expression.callee.kind === "name"
      ? expression.callee.name
      : "";
    if (expression.kind !== "call" || (sent !== "send" && sent !== "notify")) {
      return [{ code: printStatements([{ ...statement, expression: this.#translated(expression, at) }]) }];
    }
    const [event] = expression.args;
    if (sent === "notify" || event?.kind !== "literal" || typeof event.value !== "string") {
      this.#remark(`The call ${printExpression(expression)} was left out.`, at);
      return [];
    }
    return [this.#send(event.value, expression.kwargs, at)];
  }

  /** `send` of Sismic puts an event on the internal queue, or behind a delay in seconds. */
  #send(event: string, kwargs: readonly KeywordArgument[], at: Path): Action {
    const entries = kwargs.filter(({ name }) => name !== "delay")
      .map(({ name, value }) => ({ key: name, value: this.#translated(value, at) }));
    const delay = kwargs.find(({ name }) => name === "delay");
    this.#use(event, ...entries.map(({ key }) => key));
    const data = entries.length > 0 ? { data: printExpression({ kind: "object", entries }) } : {};
    if (delay === undefined) return { raise: event, ...data };
    return { send: { event, delay: this.#milliseconds(delay.value, at), ...data } };
  }

  #use(event: string, ...parameters: string[]): void {
    this.#events.set(event, new Set([...this.#events.get(event) ?? [], ...parameters]));
  }

  /** An expression with `event.x` as `x`, and `active` as `in_state`. */
  #translated(expression: Expression, at: Path): Expression {
    return mapExpression(expression, (part) => {
      if (part.kind === "name") {
        if (/^(?:idle|received|sent|time)$/.test(part.name)) {
          this.#remark(`There is no ${part.name} here: what uses it fails.`, at);
        }
        return part.name === "active" ? { kind: "name", name: "in_state" } : undefined;
      }
      const isOfEvent = part.kind === "member" && part.object.kind === "name" && part.object.name === "event";
      if (!isOfEvent) return undefined;
      if (this.#event !== "") this.#use(this.#event, part.name);
      return { kind: "name", name: part.name };
    });
  }

  /** Seconds as milliseconds. */
  #milliseconds(seconds: Expression, at: Path): number | string {
    if (seconds.kind === "literal" && typeof seconds.value === "number") return seconds.value * 1000;
    const factor: Expression = { kind: "literal", value: 1000 };
    return printExpression({
      kind: "binary",
      operator: "*",
      left: this.#translated(seconds, at),
      right: factor,
    });
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

/** The seconds of a call of `after`. */
function secondsIn(expression: Expression): Expression | undefined {
  const isAfter = expression.kind === "call" && expression.callee.kind === "name" &&
    expression.callee.name === "after";
  return isAfter ? expression.args[0] : undefined;
}

/** The declaration that `name = value` is, where the value is written down. */
function fieldIn(text: string): DataField | undefined {
  const [, name = "", value = ""] = /^([A-Za-z_]\w*)\s*=\s*(.+)$/s.exec(text) ?? [];
  try {
    const json = JSON.parse(printExpression(parseGuard(value)));
    return { name, type: "any", ...(json === null ? {} : { initial: json }) };
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function eventOf(id: string, names: ReadonlySet<string>): Event {
  const parameters = Array.from(names, (name) => ({ name, type: "any" }));
  return { id, ...(parameters.length > 0 ? { parameters } : {}) };
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
