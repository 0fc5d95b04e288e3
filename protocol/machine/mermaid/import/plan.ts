import { derivedName } from "../trigger.ts";
import { isAlias } from "../ids.ts";
import { type Edge, type Graph, type Level, type Node, titleOf } from "./graph.ts";
import type { Remarks } from "./remarks.ts";

/**
 * Plan of a diagram's states and levels in a definition: names, kinds, regions, final states.
 *
 * @module
 */

/** The role of every state and level in the machine. */
export interface Plan {
  /** The root's name. */
  readonly rootName: string;
  /** The states of each level, in the order of their first mention. */
  readonly children: ReadonlyMap<Level, readonly Node[]>;
  /** The edges that leave each state, in the order of the text. */
  readonly out: ReadonlyMap<Node, readonly Edge[]>;
  readonly names: ReadonlyMap<Node, string>;
  /** The histories, by how deep they remember. */
  readonly histories: ReadonlyMap<Node, "shallow" | "deep">;
  /** The states that are final themselves. */
  readonly finals: ReadonlySet<Node>;
  /** The final states that represent the end marks of levels. */
  readonly ends: ReadonlyMap<Level, string>;
  /** The regions of states that have them: each is a state of its section, or one made around it. */
  readonly regions: ReadonlyMap<Node, readonly Region[]>;
  /** The texts that are shown in place of names. */
  readonly texts: ReadonlyMap<Node, string>;
}

/** A region. */
export interface Region {
  readonly level: Level;
  /** The state that is the region; `undefined` for one that is made around the section. */
  readonly node: Node | undefined;
  /** The name of one that is made. */
  readonly name: string;
}

/** Decides on all states and levels. */
export function planOf(graph: Graph, rootName: string, remarks: Remarks): Plan {
  return new Planner(graph, remarks).plan(rootName);
}

class Planner {
  readonly #graph: Graph;
  readonly #remarks: Remarks;
  readonly #given = new Names();
  readonly #children = new Map<Level, Node[]>();
  readonly #out = new Map<Node, Edge[]>();
  readonly #names = new Map<Node, string>();
  readonly #histories = new Map<Node, "shallow" | "deep">();
  readonly #finals = new Set<Node>();
  readonly #ends = new Map<Level, string>();
  readonly #regions = new Map<Node, Region[]>();
  readonly #texts = new Map<Node, string>();

  constructor(graph: Graph, remarks: Remarks) {
    this.#graph = graph;
    this.#remarks = remarks;
    for (const node of graph.nodes) addTo(this.#children, node.level, node);
    for (const edge of graph.edges) addTo(this.#out, edge.from, edge);
  }

  plan(rootName: string): Plan {
    this.#findFinals();
    const ending = this.#levelsWithEnds();
    this.#nameStates();
    const name = this.#given.take(rootName);
    for (const node of this.#graph.nodes) this.#findRegions(node, ending);
    this.#nameHistories();
    for (const level of ending) {
      this.#ends.set(level, this.#given.takeFor(this.#ownerName(level), "Final"));
    }
    return {
      rootName: name,
      children: this.#children,
      out: this.#out,
      names: this.#names,
      histories: this.#histories,
      finals: this.#finals,
      ends: this.#ends,
      regions: this.#regions,
      texts: this.#texts,
    };
  }

  #findFinals(): void {
    const ended = new Set<Level>();
    for (const { from, to, level, label } of this.#graph.edges) {
      if (to === undefined && (from.level !== level || label !== "")) ended.add(level);
    }
    const isLeaf = ({ sections }: Node) =>
      sections.every((section) =>
        !this.#children.has(section) && !ended.has(section) && section.starts.length === 0
      );
    for (const node of this.#graph.nodes) {
      if (isLeaf(node) && (node.shape === "end" || this.#leadsOnlyToEnd(node))) this.#finals.add(node);
    }
  }

  /** Checks whether a state only leads to the end mark of its level. */
  #leadsOnlyToEnd(node: Node): boolean {
    const edges = this.#out.get(node) ?? [];
    return edges.length > 0 && node.shape === undefined && titleOf(node).history === undefined &&
      edges.every(({ to, label, level }) => to === undefined && label === "" && level === node.level);
  }

  /** The levels whose end mark has to be a state of its own. */
  #levelsWithEnds(): Set<Level> {
    const levels = new Set<Level>();
    for (const { from, to, level } of this.#graph.edges) {
      if (to === undefined && !this.#finals.has(from)) levels.add(level);
    }
    const all = [this.#graph.root, ...this.#graph.nodes.flatMap(({ sections }) => sections)];
    for (const level of all) if (level.starts[0] && level.starts[0].to === undefined) levels.add(level);
    return levels;
  }

  #nameStates(): void {
    const titles = this.#graph.nodes.map((node) => ({ node, title: titleOf(node) }));
    for (const { node, title } of titles) if (title.history) this.#histories.set(node, title.history);
    for (const { node, title } of titles) if (title.text !== "") this.#texts.set(node, title.text);
    for (const { node, title } of titles) {
      if (!isAlias(node.id) && title.name !== "") this.#names.set(node, this.#given.take(title.name));
    }
    for (const { node, title } of titles) {
      if (isAlias(node.id) && title.name !== "") {
        this.#names.set(node, this.#nameFor(node, title.name));
      }
    }
  }

  #nameFor(node: Node, title: string): string {
    if (this.#given.isFree(title)) return this.#given.take(title);
    this.#remarks.add("name_taken", node.at, title);
    this.#texts.set(node, title);
    return this.#given.take(node.id === "" ? title : node.id);
  }

  #nameHistories(): void {
    for (const node of this.#graph.nodes) {
      if (this.#names.has(node)) continue;
      const words = this.#histories.get(node) === "deep" ? ["Deep", "History"] : ["History"];
      this.#names.set(node, this.#given.takeFor(this.#ownerName(node.level), ...words));
    }
  }

  #findRegions(node: Node, ending: ReadonlySet<Level>): void {
    const sections = node.sections.filter((level) => this.#children.has(level) || ending.has(level));
    if (sections.length < 2) return;
    this.#regions.set(node, sections.map((level, index) => this.#region(node, level, index, ending)));
  }

  #region(node: Node, level: Level, index: number, ending: ReadonlySet<Level>): Region {
    const states = this.#children.get(level) ?? [];
    const [first] = states;
    const isOne = states.length === 1 && level.starts.length === 0 && !ending.has(level);
    if (isOne && first?.shape === undefined) return { level, node: first, name: "" };
    const name = this.#given.takeFor(this.#names.get(node) ?? "", "Region", `${index + 1}`);
    return { level, node: undefined, name };
  }

  /** The name of the state in which a level is; `""` for the outermost one. */
  #ownerName(level: Level): string {
    if (!level.owner) return "";
    const region = this.#regions.get(level.owner)?.find((one) => one.level === level);
    return region?.name || (this.#names.get(level.owner) ?? "");
  }
}

function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Gives out names, each once. */
export class Names {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Checks whether a name is unused. */
  isFree(name: string): boolean {
    return !this.#taken.has(name);
  }

  /** Takes a name, or the next free one with a number appended. */
  take(name: string): string {
    let free = name;
    let count = this.#counts.get(name) ?? 1;
    while (this.#taken.has(free)) free = `${name}${++count}`;
    this.#counts.set(name, count);
    this.#taken.add(free);
    return free;
  }

  /** Takes a name derived from an owner, in its spelling: `OpenFinal`, `is_open_final`, `My door final`. */
  takeFor(owner: string, ...words: readonly string[]): string {
    return this.take(derivedName(owner, words));
  }
}
