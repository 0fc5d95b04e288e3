/**
 * The same account of a diagram, once from what Mermaid read and once from the definition that was made of it.
 *
 * @module
 */
import type { State, StateMachineDefinition, Transition } from "@loom/protocol";
import type { Diagram, DiagramState } from "./read_diagram.ts";

/** What a diagram says, by the titles of its states. */
export interface Account {
  /** `title in parent`, sorted. */
  readonly states: readonly string[];
  /** `from -> to: label`, sorted; `[*]` is an end mark. */
  readonly edges: readonly string[];
  /** `parent: title` for the first start mark of each level, sorted. */
  readonly starts: readonly string[];
  /** `title: note`, sorted. */
  readonly notes: readonly string[];
}

/** What Mermaid read. Regions count as their state. */
export function readByMermaid({ states, edges, notes }: Diagram): Account {
  const byId = new Map(states.map((state) => [state.id, state]));
  const isMark = (id: string) => ["start", "end"].includes(byId.get(id)?.shape ?? "");
  const title = (id: string) => byId.get(id)?.shape === "end" ? "[*]" : titleOf(byId.get(id));
  const place = (id: string | undefined): string => {
    const state = id === undefined ? undefined : byId.get(id);
    return state?.shape === "region" ? place(state.parent) : titleOf(state);
  };
  const starts = new Map<string, string>();
  for (const { from, to } of edges) {
    if (byId.get(from)?.shape === "start" && !starts.has(from)) {
      starts.set(from, `${place(byId.get(from)?.parent)}: ${title(to)}`);
    }
  }
  return {
    states: states.filter(({ id, shape }) => !isMark(id) && shape !== "region")
      .map((state) => `${titleOf(state)} in ${place(state.parent)}`).sort(),
    edges: withoutRepeatedEnds(
      edges.filter(({ from }) => !isMark(from))
        .map(({ from, to, label }) => `${title(from)} -> ${title(to)}: ${essence(label)}`),
    ).sort(),
    starts: [...starts.values()].sort(),
    notes: [...notesOf(notes)].map(([state, text]) => `${title(state)}: ${text}`).sort(),
  };
}

/** A final state is final once. */
function withoutRepeatedEnds(edges: readonly string[]): string[] {
  return edges.filter((edge, index) => !edge.endsWith(" -> [*]: ") || edges.indexOf(edge) === index);
}

/** The notes by their states; a definition has one note for a state. */
function notesOf(notes: Diagram["notes"]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { state, lines } of notes) texts.set(state, [texts.get(state) ?? [], ...lines].flat().join(" "));
  return texts;
}

/** The name that a definition has for a state: its id, or what is shown for an alias. */
function titleOf(state: DiagramState | undefined): string {
  if (state !== undefined && !/^alias\d+$/.test(state.id)) return state.id;
  return (state?.label.split("\n")[0] ?? "").replace(/\s*<br\s*\/?>\s*/g, " ").trim();
}

/** The words of a label, however they are taken apart. */
function essence(label: string): string {
  return label.replace(/<br\s*\/?>/g, " ").replace(/^done\.state\..*|^(?:else|otherwise)$|^if /i, "")
    .replaceAll(/[[\]/\s]/g, "");
}

/** What a definition says of a diagram: what was made for its sake (final states, regions) counts as what it is for. */
export function saidByDefinition({ state: root }: StateMachineDefinition, diagram: Diagram): Account {
  return new Teller(diagram).tell(root);
}

class Teller {
  readonly #titles: ReadonlySet<string>;
  readonly #forks: ReadonlySet<string>;
  readonly #account = {
    states: [] as string[],
    edges: [] as string[],
    starts: [] as string[],
    notes: [] as string[],
  };
  /** Where an arrow to a final state that was made leads in the diagram. */
  readonly #meant = new Map<string, string>();

  constructor({ states }: Diagram) {
    this.#titles = new Set(states.filter(({ shape }) => shape !== "region").map(titleOf));
    this.#forks = new Set(states.filter(({ shape }) => shape === "fork").map(titleOf));
  }

  tell(root: State): Account {
    this.#learn(root, "[*]");
    if (this.#titles.has(root.name)) {
      this.#account.starts.push(`: ${root.name}`);
      this.#tell(root, "");
    } else {
      this.#tellInside(root, "");
    }
    for (const list of Object.values(this.#account)) list.sort();
    return { ...this.#account, edges: withoutRepeatedEnds(this.#account.edges) };
  }

  #learn(state: State, end: string): void {
    const inner = this.#forks.has(state.name) && state.parallel ? state.parallel.nextState ?? "[*]" : "[*]";
    const isOwn = this.#titles.has(state.name);
    const meant = isOwn ? inner : end;
    for (const one of [...state.states ?? [], ...state.parallel?.states ?? []]) {
      if (one.kind === "final") this.#meant.set(one.name, meant);
      this.#learn(one, meant);
    }
  }

  #tell(state: State, place: string): void {
    if (!this.#titles.has(state.name)) return this.#tellInside(state, place);
    const { states, edges, notes } = this.#account;
    states.push(`${state.name} in ${place}`);
    const isFork = this.#forks.has(state.name) && state.parallel !== undefined;
    for (const one of state.transitions ?? []) {
      edges.push(`${state.name} -> ${this.#target(one.nextState ?? state.name)}: ${labelOf(one)}`);
    }
    if (state.kind === "final") edges.push(`${state.name} -> ${this.#meant.get(state.name)}: `);
    if (state.parallel?.nextState && !isFork) {
      edges.push(`${state.name} -> ${this.#target(state.parallel.nextState)}: `);
    }
    if (state.notes) notes.push(`${state.name}: ${state.notes.replaceAll("\n", " ")}`);
    if (isFork) this.#tellBranches(state, place);
    else this.#tellInside(state, state.name);
  }

  #tellBranches(fork: State, place: string): void {
    for (const region of fork.parallel?.states ?? []) {
      this.#account.edges.push(`${fork.name} -> ${region.initial ?? region.states?.[0]?.name}: `);
      for (const state of region.states ?? []) this.#tell(state, place);
    }
  }

  #tellInside(state: State, place: string): void {
    const first = state.initial ?? state.states?.find(({ kind }) => kind !== "history")?.name;
    if (first !== undefined) this.#account.starts.push(`${place}: ${this.#target(first)}`);
    for (const one of [...state.states ?? [], ...state.parallel?.states ?? []]) this.#tell(one, place);
  }

  #target(name: string): string {
    return this.#titles.has(name) ? name : this.#meant.get(name) ?? name;
  }
}

function labelOf({ event = "", condition = "", actions = [] }: Transition): string {
  return essence(event + condition + actions.map(({ code }) => code).join(""));
}
