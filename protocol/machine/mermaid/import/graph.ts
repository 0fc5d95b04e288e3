import { isAlias } from "../ids.ts";
import { readStateLabel, type StateLabel } from "../label.ts";
import { plainText } from "../text.ts";
import { type Diagram, MARK, type Shape, type Statement } from "./diagram.ts";

/** A state diagram with its states joined: each once, where Mermaid draws it. */
export interface Graph {
  /** The outermost level. */
  readonly root: Level;
  /** The states; those of a level in its order, see {@linkcode Order}. */
  readonly nodes: readonly Node[];
  /** The arrows between states, and from states to end marks, in the order of the text. */
  readonly edges: Edge[];
  /** The notes about the whole diagram. */
  readonly notes: readonly string[];
}

/** The states of a block, of one of its parts, or of the outermost level. */
export interface Level {
  /** The state around it; `undefined` for the outermost level. */
  readonly owner: Node | undefined;
  /** The arrows from its start mark. */
  readonly starts: Start[];
  /** The start point. */
  readonly at: number;
}

/** A state. */
export interface Node {
  /** The word of the text; `""` for a history that is only a mark. */
  readonly id: string;
  /** The displayed text in place of the id, as spelled in the source. */
  label: string | undefined;
  /** Further texts, as the text spells them. */
  readonly texts: string[];
  readonly notes: string[];
  /** The shape that `<<...>>` gives it. */
  shape: Shape | undefined;
  level: Level;
  /** Its content: one level for a block, one for each of its concurrent parts. */
  sections: Level[];
  /** The offset of its first mention. */
  readonly at: number;
}

/** An arrow; `to` is `undefined` for the end mark of its level. */
export interface Edge {
  readonly from: Node;
  to: Node | undefined;
  readonly label: string;
  /** The level whose text holds it. */
  level: Level;
  readonly at: number;
}

/** An arrow from a start mark; `to` is `undefined` for the end mark. */
export interface Start {
  readonly to: Node | undefined;
  readonly label: string;
  readonly at: number;
}

/** Ends reading because states nest too deep. */
export type FailTooDeep = (at: number) => never;

/**
 * Joins the statements of a diagram. A state is inside the last block that mentions it, as Mermaid has it; the
 * outermost level moves no state, and no state is moved into itself.
 *
 * @param maxDepth How deep states may nest.
 */
export function graphOf(diagram: Diagram, maxDepth: number, fail: FailTooDeep): Graph {
  return new GraphMaker(maxDepth, fail).make(diagram.statements);
}

class GraphMaker {
  readonly #maxDepth: number;
  readonly #fail: FailTooDeep;
  readonly #root: Level = { owner: undefined, starts: [], at: 0 };
  /** All states, in the order of their first mention. */
  readonly #nodes: Node[] = [];
  readonly #byName = new Map<string, Node>();
  readonly #histories = { history: new Map<Level, Node>(), "history*": new Map<Level, Node>() };
  readonly #edges: Edge[] = [];
  readonly #notes: string[] = [];
  readonly #order = new Order<Node>();

  constructor(maxDepth: number, fail: FailTooDeep) {
    this.#maxDepth = maxDepth;
    this.#fail = fail;
  }

  make(statements: readonly Statement[]): Graph {
    this.#readAll(statements, this.#root);
    // What has a block is a state, whatever else is said of it.
    for (const node of this.#nodes) if (node.sections.length > 0) node.shape = undefined;
    return {
      root: this.#root,
      nodes: this.#order.sorted(this.#nodes, ({ level }) => level),
      edges: this.#edges,
      notes: this.#notes,
    };
  }

  #readAll(statements: readonly Statement[], level: Level): void {
    for (const statement of statements) this.#read(statement, level);
  }

  #read(statement: Statement, level: Level): void {
    switch (statement.kind) {
      case "edge":
        return this.#readEdge(statement, level);
      case "state":
      case "alias":
        if (statement.id !== MARK) {
          this.#describe(this.#subject(statement.id, statement, level), statement.text);
        }
        return;
      case "shape":
        this.#subject(statement.id, statement, level).shape = statement.shape;
        return;
      case "block":
        return this.#readBlock(statement, level);
      case "note":
        if (statement.id === undefined) this.#notes.push(statement.text);
        else this.#subject(statement.id, statement, level).notes.push(statement.text);
    }
  }

  /** The state that a statement is about. */
  #subject(id: string, { kind, at }: Statement, level: Level): Node {
    const node = this.#node(id, level, at);
    this.#order.add(kind, node);
    return node;
  }

  #readEdge(statement: Statement & { kind: "edge" }, level: Level): void {
    const { label, at } = statement;
    const from = statement.from === MARK ? undefined : this.#node(statement.from, level, at);
    const to = statement.to === MARK ? undefined : this.#node(statement.to, level, at);
    if (!from) return void level.starts.push({ to, label, at });
    this.#edges.push({ from, to, label, level, at });
    this.#order.add(to === undefined ? "end" : from.level === level ? "edge" : "edge of another level", from);
  }

  /** Entry and exit actions are not names; the first other text is shown as the name. */
  #describe(node: Node, text: string | undefined): void {
    if (text === undefined || text.trim() === "") return;
    if (node.label === undefined && !isActivity(text)) node.label = text;
    else node.texts.push(text);
  }

  #readBlock(block: Statement & { kind: "block" }, level: Level): void {
    const { id, sections } = block;
    const node = this.#subject(id, block, level);
    const parts = sections.filter((statements) => statements.length > 0);
    if (parts.length < 2) {
      node.sections[0] ??= { owner: node, starts: [], at: block.at };
      return this.#readAll(parts[0] ?? [], node.sections[0]);
    }
    for (const statements of parts) {
      const section: Level = { owner: node, starts: [], at: block.at };
      node.sections.push(section);
      this.#readAll(statements, section);
    }
  }

  /** The state of a name, moved to the level that mentions it. */
  #node(name: string, level: Level, at: number): Node {
    const mark = /^(.*)\[H(\*?)\]$/.exec(name);
    if (mark) return this.#historyNode(mark[1] ?? "", mark[2] === "" ? "history" : "history*", level, at);
    const node = this.#byName.get(name);
    if (!node) return this.#newNode(name, level, at);
    if (level.owner !== undefined && !this.#isInside(level.owner, node, at)) node.level = level;
    return node;
  }

  #newNode(id: string, level: Level, at: number): Node {
    const node: Node = {
      id,
      label: undefined,
      texts: [],
      notes: [],
      shape: undefined,
      level,
      sections: [],
      at,
    };
    this.#nodes.push(node);
    if (id !== "") this.#byName.set(id, node);
    return node;
  }

  /** `[H]` and `[H*]` stand for the history of the level, `X[H]` and `X[H*]` for that of the state X. */
  #historyNode(name: string, shape: "history" | "history*", level: Level, at: number): Node {
    let inside = level;
    if (name !== "") {
      const owner = this.#byName.get(name) ?? this.#newNode(name, level, at);
      inside = owner.sections[0] ??= { owner, starts: [], at };
    }
    const node = this.#histories[shape].get(inside) ?? this.#newNode("", inside, at);
    this.#histories[shape].set(inside, node);
    node.shape = shape;
    return node;
  }

  /** Checks whether `node` is `outer` or below it. */
  #isInside(node: Node, outer: Node, at: number): boolean {
    let depth = 0;
    for (let one: Node | undefined = node; one; one = one.level.owner) {
      if (one === outer) return true;
      if (++depth > this.#maxDepth) this.#fail(at);
    }
    return false;
  }
}

/** Ends reading when states nest too deep. */
export function checkDepth(nodes: readonly Node[], maxDepth: number, fail: FailTooDeep): void {
  for (const { level, at } of nodes) {
    let depth = 0;
    for (let owner = level.owner; owner; owner = owner.level.owner) if (++depth > maxDepth) fail(at);
  }
}

/** `entry / ...`, `exit / ...`, `do / ...` and internal transitions are what is done in a state. */
export function isActivity(text: string): boolean {
  return /^\s*(?:entry|exit|do)\s*\//i.test(text) || internalIn(text) !== undefined;
}

/** The internal transition that a text inside a state is: `event [guard] / action`, which calls or assigns something. */
export function internalIn(
  text: string,
): { readonly event: string; readonly guard: string; readonly action: string } | undefined {
  const [, event, guard = "", action = ""] = INTERNAL.exec(text.trim()) ?? [];
  return event !== undefined && /[=(]/.test(action) ? { event, guard: guard.trim(), action } : undefined;
}

const INTERNAL = /^(?!(?:entry|exit|do)\b)([\p{L}_][\p{L}\p{N}_.]*)(?:\s*\[([^\]]*)\])?\s+\/\s+(.*)$/isu;

/** A state's name, its kind of history, and the text that is shown in place of the name. */
export interface Title extends StateLabel {
  /** `""` where the name is shown. */
  readonly text: string;
}

/** The title of a state: its id is its name, unless it is an alias. The name is `""` where only a mark is shown. */
export function titleOf(node: Node): Title {
  const { name: shown, history } = labelOf(node);
  const id = plainText(node.id);
  if (isAlias(node.id) && shown !== "") return { name: shown, history, text: "" };
  return { name: id, history, text: shown === id ? "" : shown };
}

/** The displayed text of a state and its kind of history. */
function labelOf({ label, shape }: Node): StateLabel {
  if (label === undefined) return { name: "", history: historyOf(shape) };
  if (shape === "history" || shape === "history*") {
    return { name: plainText(label), history: historyOf(shape) };
  }
  const bare = /^\s*(?:\[H(\*?)\]|H(\*))\s*$/.exec(label);
  if (bare) return { name: "", history: (bare[1] ?? bare[2]) === "*" ? "deep" : "shallow" };
  return readStateLabel(label);
}

function historyOf(shape: Shape | undefined): StateLabel["history"] {
  return shape === "history" ? "shallow" : shape === "history*" ? "deep" : undefined;
}

/**
 * The order of states, derived from the statements of a text. The statements of each kind (arrows, blocks,
 * notes, ...) are in that order, as in a drawing that was made from a list of states. Where the kinds leave a
 * choice, or contradict each other, the first mention decides.
 */
export class Order<Item> {
  readonly #lists = new Map<string, Set<Item>>();

  /** Records that the next statement of a kind is about an item. */
  add(kind: string, item: Item): void {
    const list = this.#lists.get(kind);
    if (list) list.add(item);
    else this.#lists.set(kind, new Set([item]));
  }

  /**
   * Sorts items.
   *
   * @param items All items, by their first mention.
   * @param groupOf What an item belongs to; only items of one group have an order.
   */
  sorted(items: Iterable<Item>, groupOf: (item: Item) => unknown): Item[] {
    const before = this.#predecessors(groupOf);
    const begun = new Set<Item>();
    const sorted: Item[] = [];
    for (const item of items) {
      const path = begun.has(item) ? [] : [item];
      begun.add(item);
      for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
        const next = before.get(top)?.pop();
        if (next === undefined) {
          sorted.push(top);
          path.pop();
        } else if (!begun.has(next)) {
          begun.add(next);
          path.push(next);
        }
      }
    }
    return sorted;
  }

  /** The predecessors of each item, one for each list. */
  #predecessors(groupOf: (item: Item) => unknown): Map<Item, Item[]> {
    const before = new Map<Item, Item[]>();
    for (const list of this.#lists.values()) {
      const last = new Map<unknown, Item>();
      for (const item of list) {
        const group = groupOf(item);
        const previous = last.get(group);
        last.set(group, item);
        if (previous === undefined) continue;
        const known = before.get(item);
        if (known) known.push(previous);
        else before.set(item, [previous]);
      }
    }
    return before;
  }
}
