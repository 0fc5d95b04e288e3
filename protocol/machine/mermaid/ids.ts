import { writeStateLabel } from "./label.ts";
import { isPlainName } from "./text.ts";
import type { OutlineState } from "../outline.ts";

/** The name of a state in the text of a drawing. */
export interface DrawnName {
  /** The word that edges use. */
  readonly id: string;
  /** The displayed text, as spelled in the source; `undefined` when that is the id. */
  readonly label: string | undefined;
}

/** The beginning of the words that stand for names which are no words. */
const ALIAS = "alias";

/** True for a word that stands for a name: `alias1`. Any other id is a name itself. */
export function isAlias(id: string): boolean {
  return /^alias\d+$/.test(id);
}

/** The states of a drawing by name, and the id that each has in its text. */
export class MermaidIds {
  readonly #byName = new Map<string, OutlineState>();
  readonly #names = new Map<OutlineState, DrawnName>();
  readonly #lists = new Map<OutlineState, readonly OutlineState[]>();
  readonly #missing = new Map<string, DrawnName>();
  /** Names that no alias may have: those of states and of targets, which need not exist. */
  readonly #taken = new Set<string>();
  #aliases = 0;
  #forks = 0;

  /** Names the states of the top list and all below them. */
  constructor(top: readonly OutlineState[]) {
    this.#enter(top);
  }

  #enter(list: readonly OutlineState[]): void {
    for (const state of list) {
      this.#lists.set(state, list);
      if (!this.#byName.has(state.name)) this.#byName.set(state.name, state);
      this.#taken.add(state.name).add(state.join);
      for (const { target, further } of state.transitions) {
        for (const name of [target, ...further]) this.#taken.add(name);
      }
      for (const inner of state.sections) this.#enter(inner);
    }
  }

  /** The first state of that name in document order. */
  state(name: string): OutlineState | undefined {
    return this.#byName.get(name);
  }

  /** The list of siblings in which the state is drawn. */
  list(state: OutlineState): readonly OutlineState[] | undefined {
    return this.#lists.get(state);
  }

  /** The name of a drawn state. Aliases are numbered in the order of the calls. */
  of(state: OutlineState): DrawnName {
    let name = this.#names.get(state);
    if (!name) this.#names.set(state, name = this.#drawnName(state));
    return name;
  }

  /** The name of a transition's target when no state has that name. */
  ofMissing(name: string): DrawnName {
    let drawn = this.#missing.get(name);
    if (!drawn) {
      drawn = this.#isFit(name)
        ? { id: name, label: undefined }
        : this.#alias(writeStateLabel({ name, history: undefined }));
      this.#missing.set(name, drawn);
    }
    return drawn;
  }

  /** A new id for a fork. */
  ofFork(): string {
    let id: string;
    do id = `fork${++this.#forks}`; while (this.#taken.has(id));
    return id;
  }

  /** States without a state to their name, as transitions have named them so far. */
  missing(): Iterable<DrawnName> {
    return this.#missing.values();
  }

  #drawnName(state: OutlineState): DrawnName {
    const first = this.#byName.get(state.name)!;
    const label = labelOf(state);
    if (first !== state) {
      // Twins side by side are one box; a name repeated elsewhere is another one.
      return this.#lists.get(first) === this.#lists.get(state) ? this.of(first) : this.#alias(label);
    }
    if (!this.#isFit(state.name)) return this.#alias(label);
    return { id: state.name, label: label === state.name ? undefined : label };
  }

  /**
   * True when a name can be an id. Mermaid calls the start and end marks of a block by the block's id and a suffix:
   * such a name would be the mark.
   */
  #isFit(name: string): boolean {
    const block = /^(.*)_(?:start|end)$/.exec(name)?.[1];
    const isMark = block !== undefined &&
      (block === "root" || isAlias(block) || this.#byName.has(block));
    return isPlainName(name) && !isMark;
  }

  #alias(label: string): DrawnName {
    let id: string;
    do id = `${ALIAS}${++this.#aliases}`; while (this.#taken.has(id));
    return { id, label };
  }
}

function labelOf({ name, kind, deep }: OutlineState): string {
  return writeStateLabel({ name, history: kind !== "history" ? undefined : deep ? "deep" : "shallow" });
}
